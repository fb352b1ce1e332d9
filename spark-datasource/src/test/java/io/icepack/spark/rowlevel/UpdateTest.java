package io.icepack.spark.rowlevel;

class UpdateTest extends UpdateContract {
  @Override
  boolean extended() {
    return true;
  }
}
