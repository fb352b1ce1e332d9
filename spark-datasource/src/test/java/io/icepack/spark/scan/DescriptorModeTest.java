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

import io.icepack.blob.descriptor.SerializedDescriptor;
import io.icepack.spark.testing.SparkTest;
import io.icepack.spark.testing.StorageProbe;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import scala.jdk.javaapi.CollectionConverters;

/** {@code blob-as-descriptor} as table property, session setting and read option. */
class DescriptorModeTest extends SparkTest {

  private static final String SESSION = "spark.sql.catalog.lake.blob-as-descriptor";
  private static final String OPTION = "blob-as-descriptor";
  private static final String T = "lake.db.t";

  @BeforeAll
  void createTable() {
    sql(
        "CREATE TABLE lake.db.t (id INT, pic BINARY COMMENT '__BLOB_FIELD', "
            + "imgs ARRAY<BINARY> COMMENT '__BLOB_FIELD', "
            + "m MAP<STRING, BINARY> COMMENT '__BLOB_FIELD')");
    sql(
        "INSERT INTO lake.db.t SELECT /*+ COALESCE(1) */ * FROM VALUES "
            + "(1, X'AABB', array(X'01', NULL, X''), map('a', X'02', 'n', NULL)), "
            + "(2, X'CCDDEE', array(), map()), (3, NULL, NULL, NULL), (4, X'', NULL, NULL)");
  }

  @AfterEach
  void reset() {
    spark.conf().unset(SESSION);
    sql("ALTER TABLE lake.db.t UNSET TBLPROPERTIES ('blob-as-descriptor')");
  }

  private boolean readsDescriptors(Map<String, String> options) {
    byte[] value =
        (byte[]) spark.read().options(options).table(T).where("id = 1").select("pic").head().get(0);
    return value.length > 2;
  }

  @Test
  void takesOptionBeforeSessionBeforeTable() {
    assertThat(readsDescriptors(Map.of())).isFalse();
    assertThat(readsDescriptors(Map.of(OPTION, "true"))).isTrue();
    spark.conf().set(SESSION, "true");
    assertThat(readsDescriptors(Map.of())).isTrue();
    assertThat(readsDescriptors(Map.of("Blob-As-Descriptor", "false"))).isFalse();
    sql("ALTER TABLE lake.db.t SET TBLPROPERTIES ('blob-as-descriptor'='true')");
    spark.conf().set(SESSION, "false");
    assertThat(readsDescriptors(Map.of())).isFalse();
    spark.conf().unset(SESSION);
    assertThat(readsDescriptors(Map.of())).isTrue();
    assertThat(readsDescriptors(Map.of(OPTION, "FALSE"))).isFalse();
    assertThat(
            rows(
                spark
                    .sql(
                        "SELECT pic FROM lake.db.t WITH (`blob-as-descriptor` = 'false') WHERE id = 1")
                    .collectAsList()))
        .containsExactly(row("AABB"));
  }

  @Test
  void pointsAtTheBytes() throws IOException {
    spark.conf().set(SESSION, "true");
    List<Row> rows = spark.sql("SELECT pic, imgs, m FROM lake.db.t ORDER BY id").collectAsList();
    assertThat(StorageProbe.payloadBytesRead()).isZero();
    assertThat(bytes(rows.get(0).get(0))).containsExactly(0xAA, 0xBB);
    assertThat(bytes(rows.get(1).get(0))).containsExactly(0xCC, 0xDD, 0xEE);
    assertThat(rows.get(2).isNullAt(0)).isTrue();
    assertThat(bytes(rows.get(3).get(0))).isEmpty();
    List<byte[]> imgs = rows.get(0).getList(1);
    assertThat(bytes(imgs.get(0))).containsExactly(0x01);
    assertThat(imgs.get(1)).isNull();
    assertThat(bytes(imgs.get(2))).isEmpty();
    Map<String, byte[]> m = CollectionConverters.asJava(rows.get(0).<String, byte[]>getMap(2));
    assertThat(bytes(m.get("a"))).containsExactly(0x02);
    assertThat(m).containsEntry("n", null);
    assertThat(rows.get(1).getList(1)).isEmpty();
    assertThat(rows.get(2).isNullAt(1)).isTrue();
  }

  private static byte[] bytes(Object serialized) throws IOException {
    SerializedDescriptor descriptor = SerializedDescriptor.decode((byte[]) serialized);
    if (descriptor.length() == 0) {
      return new byte[0];
    }
    byte[] bytes = new byte[(int) descriptor.length()];
    try (RandomAccessFile file = new RandomAccessFile(descriptor.uri(), "r")) {
      file.seek(descriptor.offset());
      file.readFully(bytes);
    }
    return bytes;
  }

  @Test
  void agreesWithTheMetadataColumn() {
    spark.conf().set(SESSION, "true");
    Row row = spark.sql("SELECT pic, _blobs.pic FROM lake.db.t WHERE id = 2").head();
    SerializedDescriptor descriptor = SerializedDescriptor.decode((byte[]) row.get(0));
    Row shown = row.getStruct(1);
    assertThat(descriptor)
        .isEqualTo(
            new SerializedDescriptor(shown.getString(5), shown.getLong(1), shown.getLong(2)));
  }

  @Test
  void keepsNullTests() {
    spark.conf().set(SESSION, "true");
    assertThat(sql("SELECT id FROM lake.db.t WHERE pic IS NULL")).containsExactly(row(3));
    assertThat(sql("SELECT count(*) FROM lake.db.t WHERE imgs IS NOT NULL"))
        .containsExactly(row(2L));
  }

  @Test
  void storesDescriptorsAsTheBytesTheyAre() {
    String table = create("(id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    spark.conf().set(SESSION, "true");
    byte[] read = (byte[]) spark.sql("SELECT pic FROM lake.db.t WHERE id = 1").head().get(0);
    sql("INSERT INTO %s SELECT id, pic FROM lake.db.t WHERE id = 1", table);
    spark.conf().set(SESSION, "false");
    assertThat((byte[]) spark.sql("SELECT pic FROM " + table).head().get(0)).isEqualTo(read);
  }

  @Test
  void refusesOtherValues() {
    spark.conf().set(SESSION, "yes");
    assertFails(
        "SELECT pic FROM lake.db.t",
        "Cannot read table lake.db.t with 'blob-as-descriptor' = 'yes': use true or false");
    spark.conf().unset(SESSION);
    spark.conf().set("spark.sql.catalog.lake.blob.read.batch-size", "none");
    assertFails(
        "SELECT pic FROM lake.db.t",
        "Cannot read table lake.db.t with 'blob.read.batch-size' = 'none': use a number above 0, "
            + "such as 16 mb");
    spark.conf().unset("spark.sql.catalog.lake.blob.read.batch-size");
  }
}
