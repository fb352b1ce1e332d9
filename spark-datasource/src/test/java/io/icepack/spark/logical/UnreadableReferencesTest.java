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
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** References to what is too long for a value or not long enough, in columns of every shape. */
class UnreadableReferencesTest extends LogicalTest {

  private static final String TABLE = "lake.db.unreadable";
  private static final long HUGE = 3L << 30;

  @BeforeAll
  void createTable() throws IOException {
    object("huge");
    try (RandomAccessFile file = new RandomAccessFile(outside("huge").toFile(), "rw")) {
      file.setLength(HUGE);
    }
    String huge = part(uri("huge"), "0L", HUGE + "L");
    String brief = part(object("brief", 1, 2, 3), "0L", "10L");
    sql(
        "CREATE TABLE %s (id INT, top %s COMMENT '__BLOB_FIELD', meta STRUCT<pic: %s>, pics "
            + "ARRAY<STRUCT<pic: %s>>, d BINARY COMMENT '__BLOB_DESCRIPTOR_FIELD') TBLPROPERTIES ("
            + "'blob-field'='meta.pic, pics.element.pic', 'blob.external.mode'='reference', "
            + "'blob.base.3'='%s')",
        TABLE, COMPLETE, COMPLETE, COMPLETE, uri(""));
    String columns = "named_struct('pic', %1$s), array(NULL, named_struct('pic', %1$s))";
    sql(
        "INSERT INTO %s SELECT 1, %s, "
            + columns.formatted(huge)
            + ", "
            + "lake.sys.path_to_descriptor('%s') UNION ALL SELECT 2, %s, "
            + columns.formatted(brief)
            + ", NULL",
        TABLE,
        huge,
        uri("huge"),
        brief);
  }

  @ParameterizedTest
  @CsvSource({
    "top, top, _blobs.top.size",
    "meta.pic, meta.pic, _blobs.meta.pic.size",
    "pics.element.pic, pics, _blobs.pics[1].pic.size"
  })
  void fail(String path, String column, String size) {
    String reason = "Cannot read column %s of table %s: Cannot read ".formatted(path, TABLE);
    assertSays(
        "SELECT %s FROM %s WHERE id = 1".formatted(column, TABLE),
        reason
            + ("3221225472 bytes at 0 of %s: at most 2147483639 bytes fit in one value; read parts "
                    + "of it by the function sys.read_blob, from the descriptor that the option "
                    + "'blob-as-descriptor' gives")
                .formatted(uri("huge")));
    assertSays(
        "SELECT %s FROM %s WHERE id = 2".formatted(column, TABLE),
        reason + "10 bytes at 0 of %s: the object has 3 bytes".formatted(uri("brief")));
    assertThat(sql("SELECT %s FROM %s ORDER BY id", size, TABLE))
        .containsExactly(row(HUGE), row(10L));
  }

  @Test
  void failInDescriptorColumns() {
    assertSays(
        "SELECT d FROM %s WHERE id = 1".formatted(TABLE),
        ("Cannot read column d of table %s: Cannot read 3221225472 bytes at 0 of %s: at most "
                + "2147483639 bytes fit in one value; read parts of it by the function "
                + "sys.read_blob, from the descriptor that the option 'blob-as-descriptor' gives")
            .formatted(TABLE, uri("huge")));
    assertThat(
            sql(
                "SELECT lake.sys.read_blob(d, 3221225470L, 2L) FROM %s WITH "
                    + "(`blob-as-descriptor`='true') WHERE id = 1",
                TABLE))
        .containsExactly(row("0000"));
  }

  private void assertSays(String statement, String message) {
    List<String> messages = new ArrayList<>();
    for (Throwable cause = catchThrowable(() -> sql(statement));
        cause != null;
        cause = cause.getCause()) {
      messages.add(cause.getMessage());
    }
    assertThat(messages).contains(message);
  }
}
