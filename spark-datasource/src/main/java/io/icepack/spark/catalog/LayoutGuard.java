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
package io.icepack.spark.catalog;

import io.icepack.spark.table.BlobColumn;
import io.icepack.spark.table.BlobColumns;
import io.icepack.spark.table.ForwardingTableOperations;
import io.icepack.spark.table.KeyHistory;
import io.icepack.spark.table.PrimaryKey;
import io.icepack.spark.table.TableBases;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SortField;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.types.TypeUtil;

/**
 * Table operations that refuse a partition field or a sort field inside a descriptor. Iceberg's own
 * ALTER TABLE statements go past the catalog and see the physical schema, where {@code pic.size} is
 * a number; Spark would then look for it in the logical schema, and no row could be written again.
 * Of a table with a primary key, nothing that its runs are stored by may change. A base that
 * another commit has bound meanwhile stays bound to its location.
 */
final class LayoutGuard extends ForwardingTableOperations {

  private final String table;

  private LayoutGuard(String table, TableOperations operations) {
    super(operations);
    this.table = table;
  }

  /** The same table behind a guard, or {@code table} itself if it is of a kind of its own. */
  static Table guard(Table table) {
    if (table.getClass() != BaseTable.class) {
      return table;
    }
    BaseTable base = (BaseTable) table;
    return new BaseTable(
        new LayoutGuard(table.name(), base.operations()),
        table.name(),
        base.reporter(),
        base.labels());
  }

  @Override
  public void commit(TableMetadata base, TableMetadata metadata) {
    KeyHistory.check(table, metadata.currentSnapshot(), metadata.properties());
    if (base != null) {
      TableBases.checkBindings(table, base.properties(), metadata.properties());
    }
    if (base != null && metadata.properties().containsKey(PrimaryKey.FIELD_IDS)) {
      checkKey(base, metadata);
    }
    if (base != null && base.defaultSpecId() != metadata.defaultSpecId()) {
      check("partition", metadata, metadata.spec().fields().stream().map(PartitionField::sourceId));
    }
    if (base != null && base.defaultSortOrderId() != metadata.defaultSortOrderId()) {
      check("sort", metadata, metadata.sortOrder().fields().stream().map(SortField::sourceId));
    }
    Set<Integer> identifiers = metadata.schema().identifierFieldIds();
    if (base != null && !base.schema().identifierFieldIds().equals(identifiers)) {
      checkIdentifiers(metadata, identifiers);
    }
    super.commit(base, metadata);
  }

  private void checkIdentifiers(TableMetadata metadata, Set<Integer> identifiers) {
    for (BlobColumn blob : BlobColumns.of(metadata.schema(), metadata.properties()).all()) {
      if (identifiers.contains(blob.field().fieldId())) {
        throw new ValidationException(
            "Cannot identify rows of table %s by %s: it is a BLOB; use other columns",
            table, blob.name());
      }
    }
  }

  private void checkKey(TableMetadata base, TableMetadata metadata) {
    if (base.defaultSpecId() != metadata.defaultSpecId()) {
      throw refused(
          "partition table %s in another way: it has a primary key, and rows of one key must stay "
              + "in one partition");
    }
    if (base.defaultSortOrderId() != metadata.defaultSortOrderId()) {
      throw refused(
          "sort table %s in another way: it has a primary key, and rows must stay in the order of "
              + "the key");
    }
    if (!base.schema().identifierFieldIds().equals(metadata.schema().identifierFieldIds())) {
      throw refused(
          "change the identifier fields of table %s: they are its primary key, by which rows are "
              + "stored");
    }
  }

  private ValidationException refused(String what) {
    return new ValidationException("Cannot %s; use CREATE OR REPLACE TABLE", what.formatted(table));
  }

  private void check(String verb, TableMetadata metadata, Stream<Integer> sources) {
    BlobColumns blobs = BlobColumns.of(metadata.schema(), metadata.properties());
    sources.forEach(
        source -> {
          for (BlobColumn column : blobs.all()) {
            for (String blob : column.paths()) {
              Schema within = new Schema(metadata.schema().findField(blob));
              if (TypeUtil.getProjectedIds(within).contains(source)) {
                throw new ValidationException(
                    "Cannot %s table %s by %s: column %s is a BLOB; %s by another column",
                    verb, table, metadata.schema().findColumnName(source), blob, verb);
              }
            }
          }
        });
  }
}
