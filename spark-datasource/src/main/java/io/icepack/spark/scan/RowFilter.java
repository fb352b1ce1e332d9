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
package io.icepack.spark.scan;

import io.icepack.spark.column.SourceColumn;
import io.icepack.spark.table.InternalRowStruct;
import java.io.Serializable;
import java.util.List;
import java.util.function.Predicate;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.expressions.Evaluator;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.spark.SparkSchemaUtil;
import org.apache.iceberg.types.Types;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructType;

/**
 * Which physical rows a scan returns. It lets through every row that the pushed predicates select,
 * and it alone evaluates those on the nullness of blobs.
 *
 * @param plain Iceberg expression on columns and on fields of descriptors
 * @param rows type of the physical rows
 * @param blobs conditions on blobs, all of which must hold
 */
record RowFilter(Expression plain, StructType rows, List<BlobCondition> blobs)
    implements Serializable {

  /**
   * A condition on the nullness of a blob.
   *
   * @param source the column, with no other fields than those on the way to the blob
   * @param depth number of structs that the blob lies within
   */
  record BlobCondition(SourceColumn source, int depth, boolean isNull) implements Serializable {
    boolean test(InternalRow row) {
      return source.isNull(row, depth) == isNull;
    }
  }

  static RowFilter of(Expression plain, StructType rows, List<BlobCondition> blobs) {
    RowFilter filter = new RowFilter(SignedZeros.equated(plain), rows, blobs);
    return filter.canEvaluate() ? filter : new RowFilter(Expressions.alwaysTrue(), rows, blobs);
  }

  // Spark evaluates plain predicates again, so one that cannot be bound here is merely not early.
  private boolean canEvaluate() {
    try {
      evaluator();
      return true;
    } catch (ValidationException | IllegalArgumentException e) {
      return false;
    }
  }

  private Evaluator evaluator() {
    return new Evaluator(icebergRows(), plain);
  }

  // Types as rows have them: a UUID is a string there, for example.
  private Types.StructType icebergRows() {
    return SparkSchemaUtil.convert(rows).asStruct();
  }

  Predicate<InternalRow> open() {
    Predicate<InternalRow> onBlobs = row -> true;
    for (BlobCondition condition : blobs) {
      onBlobs = onBlobs.and(condition::test);
    }
    if (plain == Expressions.alwaysTrue()) {
      return onBlobs;
    }
    Evaluator evaluator = evaluator();
    InternalRowStruct struct = new InternalRowStruct(icebergRows());
    return onBlobs.and(row -> evaluator.eval(struct.wrap(row)));
  }
}
