package io.icepack.spark.rowlevel;

class UpdateWithoutExtensionTest extends UpdateContract {
  @Override
  boolean extended() {
    return false;
  }
}
