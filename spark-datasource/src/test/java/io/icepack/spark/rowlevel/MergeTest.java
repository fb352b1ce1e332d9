package io.icepack.spark.rowlevel;

class MergeTest extends MergeContract {
  @Override
  boolean extended() {
    return true;
  }
}
