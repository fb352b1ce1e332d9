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
package io.icepack.spark.keyed;

import static org.assertj.core.api.Assertions.assertThat;

import io.icepack.spark.testing.SparkTest;
import org.junit.jupiter.api.Test;

/** Queries of columns without blobs on primary-key tables whose runs must be merged. */
class PlainColumnsTest extends SparkTest {

  @Test
  void returnsTheColumnsAskedFor() {
    String table =
        create(
            "(id INT NOT NULL, s STRUCT<a: INT, b: STRING>, l ARRAY<STRUCT<x: INT, y: INT>>, "
                + "name STRING, pic BINARY COMMENT '__BLOB_FIELD', PRIMARY KEY (id) NOT ENFORCED)");
    sql(
        "INSERT INTO %s VALUES "
            + "(1, named_struct('a', 10, 'b', 'x'), array(named_struct('x', 1, 'y', 2)), 'one', X'AA'), "
            + "(2, named_struct('a', 20, 'b', 'y'), NULL, NULL, NULL)",
        table);
    sql(
        "INSERT INTO %s VALUES (2, named_struct('a', 21, 'b', 'z'), NULL, NULL, X'BB'), "
            + "(3, NULL, array(named_struct('x', 3, 'y', 4)), 'three', NULL)",
        table);
    assertThat(sql("SELECT s.b FROM %s ORDER BY id", table))
        .containsExactly(row("x"), row("z"), row((Object) null));
    assertThat(sql("SELECT l.y[0], s.a FROM %s WHERE id = 1", table)).containsExactly(row(2, 10));
    assertThat(sql("SELECT s.b, _blobs.pic.size FROM %s ORDER BY id", table))
        .containsExactly(row("x", 1L), row("z", 1L), row(null, null));
    assertThat(sql("SELECT name, id FROM %s ORDER BY id", table))
        .containsExactly(row("one", 1), row(null, 2), row("three", 3));
    assertThat(sql("SELECT count(*) FROM %s WHERE name IS NULL", table)).containsExactly(row(1L));
    assertThat(sql("SELECT count(*), max(s.a) FROM %s", table)).containsExactly(row(3L, 21));
    assertThat(sql("SELECT id FROM %s WHERE s.b = 'z'", table)).containsExactly(row(2));
    assertThat(sql("SELECT a.id FROM %s a JOIN %s b ON a.id = b.s.a - 9", table, table))
        .containsExactly(row(1));
  }
}
