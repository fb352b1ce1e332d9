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

import static org.assertj.core.api.Assertions.assertThat;

import io.icepack.spark.testing.SparkTest;
import org.apache.spark.sql.connector.catalog.SupportsDeleteV2;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.filter.AlwaysTrue;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which deletions from a primary-key table may drop files as a whole. */
class PrimaryKeyDeleteTest extends SparkTest {

  private static final String COLUMNS =
      "(id INT, day INT, n INT, pic BINARY COMMENT '__BLOB_FIELD', "
          + "PRIMARY KEY (id, day) NOT ENFORCED) PARTITIONED BY (day) ";

  @Test
  void dropsFilesByKeyColumnsOnly() {
    String table = create(COLUMNS);
    assertThat(canDelete(table, equal("day", 1))).isTrue();
    assertThat(canDelete(table, equal("day", 1), equal("n", 1))).isFalse();
    assertThat(canDelete(table, equal("n", 1))).isFalse();
    assertThat(canDelete(table, isNull("pic"))).isFalse();
    assertThat(canDelete(table, new AlwaysTrue())).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'merge-engine'='deduplicate', 'sequence.field'='n' | true",
        "'merge-engine'='deduplicate', 'ignore-delete'='true' | false",
        "'merge-engine'='first-row', 'ignore-delete'='true' | false",
        "'merge-engine'='partial-update' | true",
        "'merge-engine'='partial-update', 'partial-update.remove-record-on-delete'='true' | true"
      })
  void dropsFilesWhereDeletionsCount(String options, boolean expected) {
    String table = create(COLUMNS + "TBLPROPERTIES (" + options + ")");
    assertThat(canDelete(table, equal("day", 1))).isEqualTo(expected);
    sql("INSERT INTO %s VALUES (1, 1, 1, NULL)", table);
    sql("DELETE FROM %s", table);
    assertThat(sql("SELECT count(*) FROM %s", table)).containsExactly(row(expected ? 0L : 1L));
    sql("TRUNCATE TABLE %s", table);
    assertThat(sql("SELECT count(*) FROM %s", table)).containsExactly(row(0L));
  }

  @Test
  void refusesToDropFilesOfFirstRows() {
    String table = create(COLUMNS + "TBLPROPERTIES ('merge-engine'='first-row')");
    String message =
        "Cannot DELETE rows of table "
            + table
            + ": merge engine first-row keeps the earliest row of a key; set 'ignore-delete' = "
            + "'true' to skip deletions";
    assertFails("DELETE FROM " + table, message);
    assertFails("DELETE FROM " + table + " WHERE day = 1", message);
    sql("TRUNCATE TABLE %s", table);
    assertThat(iceberg(table).currentSnapshot().operation()).isEqualTo("delete");
  }

  private boolean canDelete(String table, Predicate... predicates) {
    return ((SupportsDeleteV2) load(table)).canDeleteWhere(predicates);
  }

  private static Predicate isNull(String column) {
    return new Predicate("IS_NULL", new Expression[] {Expressions.column(column)});
  }

  private static Predicate equal(String column, int value) {
    return new Predicate(
        "=", new Expression[] {Expressions.column(column), Expressions.literal(value)});
  }
}
