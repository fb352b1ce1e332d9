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
package io.icepack.spark.procedures;

import io.icepack.spark.table.BlobColumns;
import io.icepack.spark.table.PrimaryKey;
import java.util.Optional;
import org.apache.iceberg.Table;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.execution.datasources.SparkExpressionConverter;
import scala.jdk.javaapi.CollectionConverters;

/** A condition in SQL that chooses data files, as an Iceberg expression. */
final class WhereClause {

  private WhereClause() {}

  /**
   * Parses a condition.
   *
   * @param name full name by which Spark finds the table
   * @param where the condition, null for none
   */
  static Expression parse(SparkSession spark, String name, Table table, String where) {
    if (where == null) {
      return Expressions.alwaysTrue();
    }
    try {
      org.apache.spark.sql.catalyst.expressions.Expression resolved =
          SparkExpressionConverter.collectResolvedSparkExpression(spark, name, where);
      checkPlain(resolved, table, where);
      return SparkExpressionConverter.convertToIcebergExpression(resolved);
    } catch (AnalysisException e) {
      throw refused(table, where, e.getSimpleMessage(), e);
    } catch (IllegalArgumentException e) {
      throw refused(table, where, e.getMessage(), e);
    }
  }

  private static ValidationException refused(
      Table table, String where, String reason, Exception cause) {
    return new ValidationException(
        cause, "Cannot choose data files of table %s where '%s': %s", table.name(), where, reason);
  }

  private static void checkPlain(
      org.apache.spark.sql.catalyst.expressions.Expression condition, Table table, String where) {
    BlobColumns blobs = BlobColumns.of(table.schema(), table.properties());
    Optional<PrimaryKey> key = PrimaryKey.of(table.schema(), table.properties());
    for (Attribute column : CollectionConverters.asJava(condition.references().toSeq())) {
      if (blobs.find(column.name()).isPresent()) {
        throw new ValidationException(
            "Cannot choose data files of table %s where '%s': column %s is a BLOB; use a condition "
                + "on other columns",
            table.name(), where, column.name());
      } else if (key.isPresent() && !key.get().names().contains(column.name())) {
        throw new ValidationException(
            "Cannot choose data files of table %s where '%s': column %s is not in the primary key "
                + "(%s), and rows of one key are compacted together; use a condition on its columns",
            table.name(), where, column.name(), String.join(", ", key.get().names()));
      }
    }
  }
}
