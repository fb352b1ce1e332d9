package io.icepack.spark.rowlevel;

class DeleteWithoutExtensionTest extends DeleteContract {
  @Override
  boolean extended() {
    return false;
  }
}
