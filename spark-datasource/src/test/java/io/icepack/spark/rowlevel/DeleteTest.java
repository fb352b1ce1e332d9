package io.icepack.spark.rowlevel;

class DeleteTest extends DeleteContract {
  @Override
  boolean extended() {
    return true;
  }
}
