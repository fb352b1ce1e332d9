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
package io.icepack.spark.logical;

import static org.assertj.core.api.Assertions.assertThat;

import io.icepack.spark.testing.StorageProbe;
import io.icepack.spark.testing.StorageProbe.Operation;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** {@code blob.external.mode} = {@code ingest}: bytes are copied into the table. */
class IngestTest extends LogicalTest {

  @Test
  void copiesObjectsAndParts() throws IOException {
    String table =
        create(
            "(id INT, pic "
                + COMPLETE
                + " COMMENT '__BLOB_FIELD') "
                + "TBLPROPERTIES ('blob.inline-threshold'='2')");
    String object = object("object", 1, 2, 3, 4, 5);
    object("empty");
    sql(
        "INSERT INTO %s SELECT /*+ COALESCE(1) */ * FROM VALUES (1, %s), (2, %s), (3, %s), (4, %s), (5, %s)",
        table,
        part(object, "NULL", "NULL"),
        part(object, "1L", "3L"),
        part(object, "3L", "2L"),
        part(uri("empty"), "NULL", "NULL"),
        part("data:;base64,AQIDBA==", "NULL", "NULL"));
    assertThat(StorageProbe.count(Operation.OPEN, "/outside/")).isEqualTo(1);
    assertThat(StorageProbe.count(Operation.STATUS, "/outside/")).isEqualTo(2);
    assertThat(StorageProbe.openStreams()).isZero();
    Files.delete(outside("object"));
    Files.delete(outside("empty"));
    assertThat(
            sql(
                "SELECT id, pic.data, _blobs.pic.kind, _blobs.pic.position, _blobs.pic.size "
                    + "FROM %s ORDER BY id",
                table))
        .containsExactly(
            row(1, "0102030405", 4, 0L, 5L),
            row(2, "020304", 4, 5L, 3L),
            row(3, "0405", 0, 0L, 2L),
            row(4, "", 0, 0L, 0L),
            row(5, "01020304", 4, 8L, 4L));
    assertThat(files(table).packs()).hasSize(1);
  }

  @Test
  void asksForEachObjectOnceAndCopiesEachByteOnce() throws IOException {
    String table = create("(id INT, pic " + COMPLETE + " COMMENT '__BLOB_FIELD')");
    int[] lengths = {5_000_000, 3, 4 << 20};
    for (int i = 0; i < lengths.length; i++) {
      object("once" + i + ".blob", new int[lengths[i]]);
    }
    StorageProbe.reset();
    sql(
        "INSERT INTO %s SELECT /*+ COALESCE(1) */ * FROM VALUES (1, %s), (2, %s), (3, %s)",
        table,
        part(uri("once0.blob"), "NULL", "NULL"),
        part(uri("once1.blob"), "NULL", "NULL"),
        part(uri("once2.blob"), "4L", "4000000L"));
    for (int i = 0; i < lengths.length; i++) {
      assertThat(StorageProbe.count(Operation.OPEN, "/once" + i)).isEqualTo(1);
      assertThat(StorageProbe.count(Operation.STATUS, "/once" + i)).isEqualTo(i < 2 ? 1 : 0);
    }
    assertThat(StorageProbe.payloadBytesRead()).isEqualTo(9_000_003);
    assertThat(StorageProbe.payloadBytesWritten()).isEqualTo(9_000_003);
  }

  @Test
  void failsWhereBytesAreMissing() throws IOException {
    String table = create("(id INT, pic " + COMPLETE + " COMMENT '__BLOB_FIELD')");
    String object = object("short", 1, 2, 3);
    String metadata = metadataOf(table);
    assertRefused(
        table,
        part(object, "0L", "10L"),
        "Cannot read 10 bytes at 0 of %s: the object has 3 bytes".formatted(object));
    assertRefused(
        table,
        part(uri("nowhere"), "NULL", "NULL"),
        "Cannot measure %s: there is no such object".formatted(uri("nowhere")));
    assertRefused(
        table,
        part("s3://a:b@c/d", "NULL", "NULL"),
        "uri 's3://***@c/d' must not be recorded because it has user info; credentials belong to "
            + "the configuration");
    assertThat(metadataOf(table)).isEqualTo(metadata);
    assertThat(files(table).all()).isEmpty();
    assertThat(StorageProbe.openStreams()).isZero();
  }

  /** Descriptors of another table, and of this one, are URIs like any other. */
  @Test
  void takesWhatIsRead() throws IOException {
    String source =
        create(
            "(id INT, pic "
                + COMPLETE
                + " COMMENT '__BLOB_FIELD') TBLPROPERTIES ("
                + "'blob-as-descriptor'='true')");
    sql(
        "INSERT INTO %s SELECT 1, named_struct('data', X'AABB', 'uri', NULL, 'position', NULL, "
            + "'size', NULL) UNION ALL SELECT 2, named_struct('data', X'', 'uri', NULL, "
            + "'position', NULL, 'size', NULL)",
        source);
    String target = create("(id INT, pic " + COMPLETE + " COMMENT '__BLOB_FIELD')");
    sql("INSERT INTO %s SELECT * FROM %s", target, source);
    sql("INSERT INTO %s SELECT id + 2, pic FROM %s", source, source);
    sql("DELETE FROM %s WHERE id < 3", source);
    assertThat(sql("SELECT id, pic.data, _blobs.pic.kind FROM %s ORDER BY id", target))
        .containsExactly(row(1, "AABB", 4), row(2, "", 0));
    assertThat(
            sql(
                "SELECT id, pic.data FROM %s WITH (`blob-as-descriptor`='false') ORDER BY id",
                source))
        .containsExactly(row(3, "AABB"), row(4, ""));
    assertThat(files(target).packs()).hasSize(1);
    assertThat(files(source).packs()).hasSize(2);
  }

  @Test
  void copiesValuesOfAnyLength() throws IOException {
    String table =
        create(
            "(id INT, pic "
                + MINIMAL
                + " COMMENT '__BLOB_FIELD') "
                + "TBLPROPERTIES ('blob.target-file-size'='4 gb')");
    long size = (1L << 31) + 10;
    object("huge");
    try (RandomAccessFile file = new RandomAccessFile(outside("huge").toFile(), "rw")) {
      file.setLength(size);
    }
    sql(
        "INSERT INTO %s SELECT /*+ COALESCE(1) */ * FROM VALUES (1, %s), (2, named_struct('data', X'AABB', 'uri', NULL))",
        table, whole(uri("huge")));
    Files.delete(outside("huge"));
    assertThat(sql("SELECT id, _blobs.pic.position, _blobs.pic.size FROM %s ORDER BY id", table))
        .containsExactly(row(1, 0L, size), row(2, size, 2L));
    assertThat(sql("SELECT pic.data FROM %s WHERE id = 2", table)).containsExactly(row("AABB"));
    Files.delete(files(table).packs().get(0));
  }
}
