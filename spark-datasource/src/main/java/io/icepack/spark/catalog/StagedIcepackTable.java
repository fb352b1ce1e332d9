package io.icepack.spark.catalog;

import io.icepack.spark.table.BlobTable;
import org.apache.iceberg.spark.source.SparkTable;
import org.apache.spark.sql.connector.catalog.StagedTable;

/** A blob table of CTAS or RTAS, not visible before its transaction commits. */
final class StagedIcepackTable extends IcepackTable implements StagedTable {

  private final StagedTable staged;

  StagedIcepackTable(String catalog, StagedTable staged, SparkTable table) {
    super(catalog, table, BlobTable.of(table.table(), table.table().schema()).orElseThrow());
    this.staged = staged;
  }

  @Override
  public void commitStagedChanges() {
    staged.commitStagedChanges();
  }

  @Override
  public void abortStagedChanges() {
    staged.abortStagedChanges();
  }
}
