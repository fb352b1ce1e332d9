/*
 * Copyright 2026 the Icepack authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.icepack.spark.rowlevel;

import io.icepack.spark.column.Handle;
import io.icepack.spark.column.HandleReader;
import io.icepack.spark.column.OriginsColumn;
import io.icepack.spark.io.ExternalStorage;
import io.icepack.spark.scan.BlobMode;
import io.icepack.spark.scan.BlobScanBuilder;
import io.icepack.spark.table.BlobShape;
import io.icepack.spark.table.BlobTable;
import io.icepack.spark.table.PrimaryKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.iceberg.TableUtil;
import org.apache.iceberg.spark.source.SparkMetadataColumns;
import org.apache.iceberg.spark.source.SparkTable;
import org.apache.iceberg.types.Types;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.FieldReference;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.write.DeltaWriteBuilder;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.RowLevelOperation;
import org.apache.spark.sql.connector.write.SupportsDelta;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * One UPDATE, DELETE or MERGE. Without the session extension its scan returns payloads and, for
 * each row, where they came from; with the extension it returns handles, and the plan reads bytes
 * only where it looks at them.
 */
public final class BlobDeltaOperation implements RowLevelOperation, SupportsDelta {

  private final String catalog;
  private final BlobTable table;
  private final SparkTable physical;
  private final Command command;
  private final Handle.Mark mark;
  private final boolean handles;
  private BlobScanBuilder scan;
  private ExternalStorage external;

  BlobDeltaOperation(
      String catalog,
      BlobTable table,
      SparkTable physical,
      Command command,
      Handle.Mark mark,
      boolean handles) {
    this.catalog = catalog;
    this.table = table;
    this.physical = physical;
    this.command = command;
    this.mark = mark;
    this.handles = handles;
  }

  /** Whether the plan of the statement takes handles in the place of bytes. */
  public boolean usesHandles() {
    return handles;
  }

  /** The same statement with handles in the place of bytes. */
  public BlobDeltaOperation withHandles() {
    return new BlobDeltaOperation(catalog, table, physical, command, mark, true);
  }

  /** The table that the statement changes. */
  public BlobTable table() {
    return table;
  }

  /**
   * Reads the bytes that handles of this statement stand for.
   *
   * @param shape where blobs are in the value
   * @param type its type
   * @param nullable whether it may be null
   */
  public HandleReader handleReader(BlobShape shape, DataType type, boolean nullable) {
    if (external == null) {
      Map<String, String> properties = table.table().properties();
      external =
          ExternalStorage.of(
              SparkSession.active(), catalog, properties, CaseInsensitiveStringMap.empty());
    }
    return HandleReader.of(table, shape, type, nullable, mark, external);
  }

  @Override
  public Command command() {
    return command;
  }

  @Override
  public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
    if (scan == null) {
      scan =
          BlobScanBuilder.forRowLevel(
              table,
              catalog,
              physical.newScanBuilder(options),
              physical.snapshotId(),
              options,
              blobMode());
    }
    return scan;
  }

  // A deletion writes no value again, so it has no need to know where one comes from.
  private BlobMode blobMode() {
    if (command == Command.DELETE) {
      return new BlobMode.Payloads();
    }
    return handles ? new BlobMode.Handles(mark) : new BlobMode.PayloadsWithOrigins(mark);
  }

  @Override
  public DeltaWriteBuilder newWriteBuilder(LogicalWriteInfo info) {
    ScannedRows scanned =
        scan != null && scan.isBuilt()
            ? new ScannedRows(physical.snapshotId(), scan.conflictFilter())
            : null;
    if (keyed()) {
      return new KeyedDeltaWriteBuilder(
          SparkSession.active(), table, catalog, physical.branch(), command, mark, scanned, info);
    }
    return new BlobDeltaWriteBuilder(
        SparkSession.active(), table, catalog, physical.branch(), command, mark, scanned, info);
  }

  @Override
  public NamedReference[] requiredMetadataAttributes() {
    List<NamedReference> attributes = new ArrayList<>();
    if (!keyed()) {
      attributes.add(SparkMetadataColumns.SPEC_ID.asRef());
      attributes.add(SparkMetadataColumns.partition(table.table()).asRef());
    }
    if (!keyed() && TableUtil.supportsRowLineage(table.table())) {
      attributes.add(SparkMetadataColumns.ROW_ID.asRef());
      attributes.add(SparkMetadataColumns.LAST_UPDATED_SEQUENCE_NUMBER.asRef());
    }
    if (command != Command.DELETE) {
      attributes.add(Expressions.column(OriginsColumn.NAME));
    }
    return attributes.toArray(new NamedReference[0]);
  }

  @Override
  public NamedReference[] rowId() {
    if (keyed()) {
      return Stream.concat(table.primaryKey().get().names().stream(), storedWithDeletions())
          .map(FieldReference::column)
          .toArray(NamedReference[]::new);
    }
    return new NamedReference[] {
      SparkMetadataColumns.FILE_PATH.asRef(), SparkMetadataColumns.ROW_POSITION.asRef()
    };
  }

  // Where a deletion is a row of the table, columns that are NOT NULL have values in it too.
  private Stream<String> storedWithDeletions() {
    PrimaryKey key = table.primaryKey().get();
    return table.logicalSchema().columns().stream()
        .filter(field -> key.storesRowKind() && field.isRequired())
        .map(Types.NestedField::name)
        .filter(name -> !key.names().contains(name) && table.columns().find(name).isEmpty());
  }

  @Override
  public boolean representUpdateAsDeleteAndInsert() {
    return !keyed();
  }

  private boolean keyed() {
    return table.primaryKey().isPresent();
  }
}
