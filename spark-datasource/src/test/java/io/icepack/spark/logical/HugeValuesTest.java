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

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Values that no array holds. */
class HugeValuesTest extends LogicalTest {

  private static final long SIZE = (1L << 31) + 10;

  private Path huge;

  @BeforeAll
  void writeSparseFile() throws IOException {
    object("huge");
    huge = outside("huge");
    try (RandomAccessFile file = new RandomAccessFile(huge.toFile(), "rw")) {
      file.setLength(SIZE - 3);
      file.seek(SIZE - 3);
      file.write("end".getBytes(StandardCharsets.US_ASCII));
    }
  }

  @Test
  void areCopiedFromDescriptors() throws IOException {
    String table =
        create(
            "(id INT, pic BINARY COMMENT '__BLOB_FIELD') TBLPROPERTIES "
                + "('blob.target-file-size'='4 gb')");
    sql(
        "ALTER TABLE %s SET TBLPROPERTIES ('blob-descriptor.source-table'='%s')",
        table, table.substring("lake.".length()));
    sql("INSERT INTO %s SELECT 1, lake.sys.path_to_descriptor('file:%s')", table, huge);
    assertKept(table, 4);
    Files.delete(files(table).packs().get(0));
  }

  @Test
  void getAnObjectBesideTheirDataFile() throws IOException {
    String table =
        create(
            "(id INT, pic "
                + MINIMAL
                + " COMMENT '__BLOB_FIELD') TBLPROPERTIES ('lance.blob.managed'='false')");
    sql("INSERT INTO %s SELECT 1, %s", table, whole("file:" + huge));
    assertKept(table, 2);
    Files.delete(files(table).objects().get(0));
  }

  private void assertKept(String table, int kind) {
    assertThat(sql("SELECT _blobs.pic.kind, _blobs.pic.size FROM %s", table))
        .containsExactly(row(kind, SIZE));
    assertThat(
            sql(
                "SELECT lake.sys.read_blob(lake.sys.path_to_descriptor(_blobs.pic.uri), %sL, 5L) "
                    + "FROM %s",
                SIZE - 5, table))
        .containsExactly(row("0000656E64"));
  }
}
