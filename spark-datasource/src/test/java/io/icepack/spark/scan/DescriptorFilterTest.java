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

import static org.assertj.core.api.Assertions.assertThat;

import io.icepack.spark.testing.SparkTest;
import io.icepack.spark.testing.StorageProbe;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Conditions on {@code _blobs} select rows before payloads are fetched. */
class DescriptorFilterTest extends SparkTest {

  @BeforeAll
  void createTable() {
    sql("CREATE TABLE lake.db.t (id INT, `the pic` BINARY COMMENT '__BLOB_FIELD')");
    sql(
        "INSERT INTO lake.db.t VALUES (1, X'AA'), (2, X'BBBB'), (3, X'CCCCCCCC'), (4, NULL), "
            + "(5, X'')");
  }

  @Test
  void fetchesOnlySelectedSizes() {
    assertThat(sql("SELECT id, `the pic` FROM lake.db.t WHERE _blobs.`the pic`.size > 1"))
        .containsExactlyInAnyOrder(row(2, "BBBB"), row(3, "CCCCCCCC"));
    assertThat(StorageProbe.payloadBytesRead()).isEqualTo(6);
  }

  @Test
  void combinesWithOtherConditions() {
    assertThat(
            sql("SELECT `the pic` FROM lake.db.t WHERE _blobs.`the pic`.size IN (1, 2) AND id < 2"))
        .containsExactly(row("AA"));
    assertThat(StorageProbe.payloadBytesRead()).isEqualTo(1);
  }

  @Test
  void knowsNullFromEmpty() {
    assertThat(sql("SELECT id FROM lake.db.t WHERE _blobs.`the pic`.size = 0"))
        .containsExactly(row(5));
    assertThat(sql("SELECT id FROM lake.db.t WHERE _blobs.`the pic`.size IS NULL"))
        .containsExactly(row(4));
    assertThat(StorageProbe.payloadBytesRead()).isZero();
  }
}
