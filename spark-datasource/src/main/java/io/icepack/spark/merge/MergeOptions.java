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
package io.icepack.spark.merge;

import io.icepack.spark.table.BlobStorage;
import io.icepack.spark.table.BlobTable;
import io.icepack.spark.table.MergeEngine;
import io.icepack.spark.table.PrimaryKey;
import java.io.Serializable;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.Schema;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructType;

/** How the rows of one key become one row: the engine of a table with its options. */
public final class MergeOptions implements Serializable {

  public static final String IGNORE_DELETE = "ignore-delete";
  public static final String REMOVE_RECORD_ON_DELETE = "partial-update.remove-record-on-delete";
  public static final String DEFAULT_AGGREGATE_FUNCTION = "fields.default-aggregate-function";

  private static final long serialVersionUID = 1L;

  private final String table;
  private final PrimaryKey key;
  private final boolean ignoreDelete;
  private final boolean removeRecordOnDelete;
  private final List<SequenceGroup> groups;
  private final Map<String, Aggregation> aggregations;
  private final Set<String> ignoreRetract;

  MergeOptions(
      String table,
      PrimaryKey key,
      boolean ignoreDelete,
      boolean removeRecordOnDelete,
      List<SequenceGroup> groups,
      Map<String, Aggregation> aggregations,
      Set<String> ignoreRetract) {
    this.table = table;
    this.key = key;
    this.ignoreDelete = ignoreDelete;
    this.removeRecordOnDelete = removeRecordOnDelete;
    this.groups = List.copyOf(groups);
    this.aggregations = Map.copyOf(aggregations);
    this.ignoreRetract = Set.copyOf(ignoreRetract);
  }

  /**
   * Parses and checks the properties of a table.
   *
   * @param logicalSchema the columns that users see
   * @param blobs names of the blob columns, and how they are stored
   * @throws org.apache.iceberg.exceptions.ValidationException naming the table, the option, its
   *     value and the remedy
   */
  public static MergeOptions of(
      String table,
      Schema logicalSchema,
      Map<String, BlobStorage> blobs,
      PrimaryKey key,
      Map<String, String> properties) {
    return parser(table, logicalSchema, blobs, key, properties).parse();
  }

  /**
   * Checks the properties that a table is to have, as {@link #of} does, and that its columns can
   * hold what merging makes of them.
   */
  public static void check(
      String table,
      Schema logicalSchema,
      Map<String, BlobStorage> blobs,
      PrimaryKey key,
      Map<String, String> properties) {
    MergeOptionsParser parser = parser(table, logicalSchema, blobs, key, properties);
    parser.checkCleared(parser.parse());
  }

  private static MergeOptionsParser parser(
      String table,
      Schema logicalSchema,
      Map<String, BlobStorage> blobs,
      PrimaryKey key,
      Map<String, String> properties) {
    TableProperties parsed = new TableProperties(table, logicalSchema, blobs, key, properties);
    return new MergeOptionsParser(table, key, parsed);
  }

  /** Whether a retraction in a sequence group makes a column null. */
  boolean clears(String column) {
    Aggregation aggregation = aggregations.get(column);
    return onRetract() == OnRetract.RETRACT
        && !ignoreRetract.contains(column)
        && (aggregation == null || aggregation.function().isLast());
  }

  /** How rows of a table with a primary key are merged, whatever snapshot of it is read. */
  public static MergeOptions of(BlobTable table) {
    BlobTable current = BlobTable.of(table.table(), table.table().schema()).orElseThrow();
    return of(
        table.name(),
        current.logicalSchema(),
        current.columns().storages(),
        current.primaryKey().orElseThrow(),
        table.table().properties());
  }

  /**
   * Names of the physical columns that must be read to merge rows for a projection: first the key
   * columns, then the projected ones, then what else decides their values.
   */
  public Set<String> columnsFor(Set<String> projected) {
    Set<String> columns = new LinkedHashSet<>(key.names());
    columns.addAll(projected);
    columns.addAll(key.sequenceFields());
    groups.stream()
        .filter(group -> group.meets(projected))
        .forEach(group -> columns.addAll(group.order()));
    if (key.storesRowKind()) {
      columns.add(PrimaryKey.ROW_KIND);
    }
    return columns;
  }

  /**
   * A function that folds rows of a type. Functions hold state and belong to one thread.
   *
   * @param rowType the key columns in their order, then at least what {@link #columnsFor} tells, in
   *     any order
   */
  public MergeFunction function(StructType rowType) {
    return switch (key.engine()) {
      case DEDUPLICATE -> deduplicate(rowType);
      case FIRST_ROW -> new FirstRow(rowType);
      case PARTIAL_UPDATE ->
          new PartialUpdatePlanner(table, rowType, groups, aggregations, ignoreRetract)
              .plan(key.fields().size(), onRetract());
    };
  }

  private OnRetract onRetract() {
    if (ignoreDelete) {
      return OnRetract.IGNORE;
    }
    return removeRecordOnDelete ? OnRetract.REMOVE : OnRetract.RETRACT;
  }

  // A deletion that an upsert has stored holds for every reader of the table, ignored or not.
  private MergeFunction deduplicate(StructType rowType) {
    if (key.isUpsert()) {
      return new Deduplicate(rowType);
    }
    return new SequencedDeduplicate(rowType, sequence(rowType), ignoreDelete);
  }

  private Comparator<InternalRow> sequence(StructType rowType) {
    int[] ordinals =
        key.sequenceFields().stream().mapToInt(name -> ordinal(table, rowType, name)).toArray();
    return KeyOrder.on(rowType, ordinals);
  }

  static int ordinal(String table, StructType rowType, String name) {
    int ordinal = List.of(rowType.fieldNames()).indexOf(name);
    if (ordinal < 0) {
      throw new IllegalArgumentException(
          String.format(
              "Cannot merge rows of table %s: column '%s' is not among those read", table, name));
    }
    return ordinal;
  }

  /** What must stay of the rows of a key when neighbouring runs become one. */
  History history(StructType rowType) {
    int columns = rowType.length();
    return switch (key.engine()) {
      case DEDUPLICATE ->
          key.isUpsert()
              ? new History.Newest()
              : new History.Greatest(columns, sequence(rowType), ignoreDelete);
      case FIRST_ROW -> new History.Earliest();
      case PARTIAL_UPDATE -> new History.Updates(columns, onRetract());
    };
  }

  /** What becomes of retractions that are written. */
  public Retractions retractions() {
    if (ignoreDelete) {
      return Retractions.IGNORE;
    }
    return refusal().isEmpty() ? Retractions.STORE : Retractions.REFUSE;
  }

  /**
   * Why retractions are refused and what to do, the end of a message; empty if they are not.
   *
   * @see #retractions
   */
  public String refusal() {
    if (ignoreDelete || key.engine() == MergeEngine.DEDUPLICATE) {
      return "";
    } else if (key.engine() == MergeEngine.FIRST_ROW) {
      return "merge engine first-row keeps the earliest row of a key; set 'ignore-delete' = 'true' "
          + "to skip deletions";
    } else if (!removeRecordOnDelete && groups.isEmpty()) {
      return "merge engine partial-update cannot tell what a deletion takes back; set "
          + "'partial-update.remove-record-on-delete' = 'true' to remove the row, "
          + "'ignore-delete' = 'true' to skip deletions, or define sequence groups";
    }
    return groups.stream()
        .flatMap(group -> group.fields().stream())
        .filter(this::cannotRetract)
        .findFirst()
        .map(field -> irreversible(field, aggregations.get(field).function()))
        .orElse("");
  }

  private boolean cannotRetract(String field) {
    return aggregations.containsKey(field)
        && !aggregations.get(field).function().retracts()
        && !ignoreRetract.contains(field);
  }

  static String irreversible(String column, AggregateFunction function) {
    return String.format(
        "function %s of column '%s' cannot take a value back; set 'fields.%s.ignore-retract' = "
            + "'true' to keep the value",
        function.option(), column, column);
  }

  int keyColumns() {
    return key.fields().size();
  }
}
