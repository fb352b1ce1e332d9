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
package io.icepack.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.icepack.spark.testing.SparkTest;
import org.junit.jupiter.api.Test;

class BlobTableTest extends SparkTest {

  @Test
  void storesAndReturnsBytes() {
    sql(
        "CREATE TABLE lake.db.t (id INT NOT NULL, name STRING, pic BINARY COMMENT '__BLOB_FIELD; p', "
            + "imgs ARRAY<BINARY> COMMENT '__BLOB_FIELD', m MAP<STRING, BINARY> COMMENT '__BLOB_FIELD')");
    sql(
        "INSERT INTO lake.db.t VALUES (1, 'a', X'AA', array(X'01', NULL, X''), map('k', X'02')),"
            + " (2, NULL, NULL, NULL, NULL), (3, 'c', X'', array(), map())");
    assertThat(sql("SELECT id, name, pic, imgs FROM lake.db.t ORDER BY id"))
        .containsExactly(
            row(1, "a", "AA", row("01", null, "")),
            row(2, null, null, null),
            row(3, "c", "", row()));
    assertThat(sql("SELECT id, _blobs.pic.size, _blobs.imgs.size FROM lake.db.t ORDER BY id"))
        .containsExactly(row(1, 1L, row(1L, null, 0L)), row(2, null, null), row(3, 0L, row()));
    sql("UPDATE lake.db.t SET name = 'x' WHERE id = 1");
    assertThat(sql("SELECT id, name, pic, imgs FROM lake.db.t ORDER BY id"))
        .containsExactly(
            row(1, "x", "AA", row("01", null, "")),
            row(2, null, null, null),
            row(3, "c", "", row()));
    sql("DELETE FROM lake.db.t WHERE pic = X'AA'");
    assertThat(sql("SELECT id FROM lake.db.t ORDER BY id")).containsExactly(row(2), row(3));
  }
}
