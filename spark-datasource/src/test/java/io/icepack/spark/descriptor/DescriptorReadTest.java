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
package io.icepack.spark.descriptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.icepack.spark.testing.StorageProbe;
import io.icepack.spark.testing.StorageProbe.Operation;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Reading descriptor columns: what they point at, what they say, and how much that costs. */
class DescriptorReadTest extends DescriptorTest {

  private static final String T = "lake.db.t";

  private String whole;
  private String parts;

  @BeforeAll
  void createTable() {
    whole = object("whole.blob", "AABBCC");
    parts = object("parts.blob", "00010203040506070809");
    sql("CREATE TABLE %s (id INT, name STRING, content %s)", T, DESCRIPTOR);
    sql(
        "INSERT INTO %s SELECT /*+ COALESCE(1) */ * FROM VALUES "
            + "(1, 'a', lake.sys.path_to_descriptor('%s')), (2, 'b', %s), (3, 'c', NULL), "
            + "(4, 'd', %s), (5, 'e', %s), (6, 'f', %s)",
        T,
        whole,
        literal(parts, 2, 3),
        literal(parts, 6, -1),
        literal(parts, 9, 0),
        literal("data:;base64,/wE=", 0, 2));
  }

  @Test
  void readsWhatDescriptorsPointAt() {
    assertThat(sql("SELECT id, content FROM %s", T))
        .containsExactly(
            row(1, "AABBCC"),
            row(2, "020304"),
            row(3, null),
            row(4, "06070809"),
            row(5, ""),
            row(6, "FF01"));
    assertThat(StorageProbe.count(Operation.OPEN, "outside")).isEqualTo(2);
    assertThat(StorageProbe.count(Operation.STATUS, "outside")).isEqualTo(2);
    assertThat(StorageProbe.openStreams()).isZero();
  }

  @Test
  void readsNothingThatIsNotAskedFor() {
    assertThat(sql("SELECT count(*) FROM (SELECT * FROM %s WHERE rand() < 2)", T))
        .containsExactly(row(6L));
    assertThat(sql("SELECT id, name FROM %s WHERE content IS NOT NULL AND id < 5", T))
        .containsExactly(row(1, "a"), row(2, "b"), row(4, "d"));
    assertThat(sql("SELECT id FROM %s WHERE content IS NULL", T)).containsExactly(row(3));
    assertThat(sql("SELECT _blobs.content FROM %s WHERE id < 6", T))
        .containsExactly(
            row(row(3, 0L, -1L, 0L, whole, whole)),
            row(row(3, 2L, 3L, 0L, parts, parts)),
            row((Object) null),
            row(row(3, 6L, -1L, 0L, parts, parts)),
            row(row(3, 9L, 0L, 0L, parts, parts)));
    assertThat(sql("SELECT id FROM %s WHERE _blobs.content.size = 3", T)).containsExactly(row(2));
    assertThat(sql("SELECT content FROM %s WITH (`blob-as-descriptor` = true) WHERE id < 4", T))
        .containsExactly(row(hex(whole, 0, -1)), row(hex(parts, 2, 3)), row((Object) null));
    assertThat(requests()).isZero();
    assertThat(sql("SELECT content FROM %s WHERE name = 'a'", T)).containsExactly(row("AABBCC"));
    assertThat(StorageProbe.payloadBytesRead()).isEqualTo(3);
    assertThat(requests()).isEqualTo(2);
  }

  @Test
  void mergesNearRangesOfOneObject() {
    String table = create("(id INT, content " + DESCRIPTOR + ")");
    byte[] bytes = new byte[1000];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) i;
    }
    String uri = object("ranges.blob", bytes);
    StringBuilder values = new StringBuilder();
    for (int i = 0; i < 100; i++) {
      values.append(i == 0 ? "" : ", ").append("(" + i + ", " + literal(uri, i * 10, 10) + ")");
    }
    sql("INSERT INTO %s SELECT /*+ COALESCE(1) */ * FROM VALUES %s", table, values);
    StorageProbe.reset();
    assertThat(sql("SELECT count(content), count(DISTINCT content) FROM %s", table))
        .containsExactly(row(100L, 100L));
    assertThat(StorageProbe.count(Operation.OPEN, "ranges")).isEqualTo(1);
    assertThat(StorageProbe.count(Operation.STATUS, "ranges")).isZero();
    assertThat(StorageProbe.payloadBytesRead()).isEqualTo(1000);
    // Batches of 1, 4, 16, 64 and 15 rows.
    assertThat(StorageProbe.payloadReads()).isLessThanOrEqualTo(12);
  }

  /** Bytes that are a descriptor themselves are not followed. */
  @Test
  void readsDescriptorsInObjectsAsTheBytesTheyAre() {
    String inner = hex(whole, 0, -1);
    String uri = object("inner.blob", inner);
    String table =
        create("(id INT, content " + DESCRIPTOR + ", pic BINARY COMMENT '__BLOB_FIELD', b BINARY)");
    sql("INSERT INTO %s VALUES (1, %s, X'%s', X'%s')", table, literal(uri, 0, -1), inner, inner);
    StorageProbe.reset();
    assertThat(sql("SELECT content, pic, b FROM %s", table))
        .containsExactly(row(inner, inner, inner));
    assertThat(StorageProbe.count(Operation.OPEN, "whole")).isZero();
  }
}
