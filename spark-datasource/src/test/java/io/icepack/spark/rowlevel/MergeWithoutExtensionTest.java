package io.icepack.spark.rowlevel;

class MergeWithoutExtensionTest extends MergeContract {
  @Override
  boolean extended() {
    return false;
  }
}
