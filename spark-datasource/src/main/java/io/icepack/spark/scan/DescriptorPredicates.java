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

import io.icepack.spark.column.BlobsColumn;
import io.icepack.spark.table.BlobColumns;
import io.icepack.spark.table.BlobShape;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.spark.SparkV2Filters;
import org.apache.spark.sql.connector.expressions.FieldReference;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.filter.Predicate;

/**
 * Comparisons on fields of {@code _blobs}, such as {@code _blobs.pic.size < 1000}, as expressions
 * on the descriptor column that holds the field. They select rows before payloads are fetched;
 * Spark evaluates them again.
 */
final class DescriptorPredicates {

  private static final Set<String> COMPARISONS = Set.of("=", "<", "<=", ">", ">=", "IN");
  private static final Set<String> STORED =
      Set.of("kind", "position", "size", "blob_id", "blob_uri");

  private DescriptorPredicates() {}

  /** The expression on physical rows; always true for a predicate that is none. */
  static Expression onPhysicalRows(Predicate predicate, BlobColumns columns) {
    if (!COMPARISONS.contains(predicate.name())
        || !(predicate.children()[0] instanceof NamedReference reference)
        || !isStored(reference.fieldNames(), columns)) {
      return Expressions.alwaysTrue();
    }
    String[] path = reference.fieldNames();
    var children = predicate.children().clone();
    children[0] =
        FieldReference.apply(
            Arrays.stream(path)
                .skip(1)
                .map(DescriptorPredicates::quote)
                .collect(Collectors.joining(".")));
    Expression expression = SparkV2Filters.convert(new Predicate(predicate.name(), children));
    return expression == null ? Expressions.alwaysTrue() : expression;
  }

  private static boolean isStored(String[] path, BlobColumns columns) {
    return path.length >= 3
        && path[0].equals(BlobsColumn.NAME)
        && STORED.contains(path[path.length - 1])
        && columns
            .findManaged(path[1])
            .flatMap(column -> column.shape().at(List.of(path).subList(2, path.length - 1)))
            .filter(shape -> shape instanceof BlobShape.Value)
            .isPresent();
  }

  private static String quote(String name) {
    return "`" + name.replace("`", "``") + "`";
  }

  /** The conjunction for several predicates. */
  static Expression onPhysicalRows(Predicate[] predicates, BlobColumns columns) {
    return Arrays.stream(predicates)
        .map(predicate -> onPhysicalRows(predicate, columns))
        .reduce(Expressions.alwaysTrue(), Expressions::and);
  }
}
