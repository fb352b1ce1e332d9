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

import io.icepack.blob.descriptor.SerializedDescriptor;
import io.icepack.spark.testing.ProbedFileSystem;
import io.icepack.spark.testing.StorageProbe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.junit.jupiter.api.Test;

/** Faults of other stores, in columns with structs and with URIs. */
class UriFaultsTest extends LogicalTest {

  private static final List<String> NAMES =
      List.of("a b (2).jpg", "50%.jpg", "x#y.png", "%20", "q?z", "a+b", "图片.png", "k=v");

  @Test
  void namesAreTakenLiterally() throws IOException {
    String folder = "od d%/x+y?#/文";
    for (int i = 0; i < NAMES.size(); i++) {
      object(folder + "/" + NAMES.get(i), i);
    }
    String table =
        create(
            "(name STRING, pic %s COMMENT '__BLOB_FIELD', k STRING) PARTITIONED BY (k) "
                    .formatted(MINIMAL)
                + "TBLPROPERTIES ('blob.base.4294967295'='%s')".formatted(uri(folder)));
    for (String mode : List.of("ingest", "reference")) {
      sql(
          "INSERT INTO %s WITH (`blob.external.mode` = '%s') SELECT name, named_struct('data', NULL, "
              + "'uri', concat('%s/', name)), 'v/%s' FROM (SELECT explode(array('%s')) AS name)",
          table, mode, uri(folder), mode, String.join("', '", NAMES));
    }
    List<List<Object>> rows =
        sql("SELECT name, pic.data, k, _blobs.pic.blob_uri FROM %s ORDER BY k, name", table);
    assertThat(rows).hasSize(2 * NAMES.size());
    for (List<Object> row : rows) {
      assertThat(row.get(1)).isEqualTo("%02X".formatted(NAMES.indexOf(row.get(0))));
      if (row.get(2).equals("v/reference")) {
        assertThat(row.get(3)).isEqualTo(row.get(0));
      }
    }
  }

  /** A value that looks like a descriptor is a value. */
  @Test
  void bytesAreBytes() throws IOException {
    byte[] descriptor = new SerializedDescriptor(object("secret", 1, 2, 3), 0, 3).encode();
    HexFormat hex = HexFormat.of().withUpperCase();
    List<String> payloads =
        List.of(
            hex.formatHex(descriptor),
            hex.formatHex(Arrays.copyOf(descriptor, 9)),
            hex.formatHex(Arrays.copyOf(descriptor, 9)) + "FF00FF");
    String table =
        create(
            "(id INT, pic "
                + MINIMAL
                + " COMMENT '__BLOB_FIELD', meta STRUCT<n: INT, pic: BINARY "
                + "COMMENT '__BLOB_FIELD'>)");
    StorageProbe.reset();
    for (int i = 0; i < payloads.size(); i++) {
      sql(
          "INSERT INTO %s SELECT %d, named_struct('data', X'%s', 'uri', NULL), named_struct('n', 1, "
              + "'pic', X'%s')",
          table, i, payloads.get(i), payloads.get(i));
      assertThat(sql("SELECT pic.data, meta.pic FROM %s WHERE id = %d", table, i))
          .containsExactly(row(payloads.get(i), payloads.get(i)));
    }
    assertThat(requests()).isZero();
  }

  /** Payloads of another table go through a shuffle and into packs of the target. */
  @Test
  void copiesAreIndependent() {
    String source = create("(id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    sql("INSERT INTO %s SELECT int(id), unhex(sha2(string(id), 256)) FROM range(50)", source);
    String target = create("(id INT, pic " + COMPLETE + " COMMENT '__BLOB_FIELD')");
    sql(
        "INSERT INTO %s SELECT /*+ SHUFFLE_HASH(x) */ t.id, t.pic FROM %s t JOIN (SELECT int(id) AS "
            + "id FROM range(100)) x ON t.id = x.id",
        target, source);
    sql("DROP TABLE %s PURGE", source);
    assertThat(sql("SELECT count(*) FROM %s WHERE pic.data = unhex(sha2(string(id), 256))", target))
        .containsExactly(row(50L));
  }

  @Test
  void basesMayLieInSeveralFileSystems() throws IOException {
    object("one/x", 1);
    Path other = directory.resolve("other");
    Files.createDirectories(other);
    Files.write(other.resolve("x"), new byte[] {2});
    String catalog = "spark.sql.catalog.uris";
    spark.conf().set(catalog, "io.icepack.spark.IcepackCatalog");
    spark.conf().set(catalog + ".catalog-impl", InMemoryCatalog.class.getName());
    spark.conf().set(catalog + ".warehouse", directory.resolve("uris").toString());
    ProbedFileSystem.configuration()
        .forEach((key, value) -> spark.conf().set(catalog + ".hadoop." + key, value));
    sql("CREATE NAMESPACE uris.db");
    String table = "uris.db.bases";
    sql(
        "CREATE TABLE %s (id INT, pic %s COMMENT '__BLOB_FIELD') TBLPROPERTIES ("
            + "'blob.external.mode'='reference', 'blob.base.1'='%s')",
        table, MINIMAL, uri("one"));
    sql("ALTER TABLE %s SET TBLPROPERTIES ('blob.base.2'='file:%s')", table, other);
    sql(
        "INSERT INTO %s SELECT 1, %s UNION ALL SELECT 2, %s UNION ALL SELECT 3, named_struct('data', "
            + "X'03', 'uri', NULL)",
        table, whole(uri("one/x")), whole("file:" + other + "/x"));
    sql("ALTER TABLE %s SET LOCATION '%s'", table, directory.resolve("moved"));
    assertThat(
            sql(
                "SELECT id, pic.data, _blobs.pic.blob_id, _blobs.pic.blob_uri LIKE '_blobs/%%' "
                    + "FROM %s ORDER BY id",
                table))
        .containsExactly(row(1, "01", 1L, false), row(2, "02", 2L, false), row(3, "03", 0L, true));
    assertThat(sql("SHOW TBLPROPERTIES %s ('blob.base.3.dataset-root')", table))
        .containsExactly(row("blob.base.3.dataset-root", "true"));
    sql("UPDATE %s SET id = id + 10", table);
    assertThat(sql("SELECT id, _blobs.pic.kind, _blobs.pic.blob_id FROM %s ORDER BY id", table))
        .containsExactly(row(11, 3, 1L), row(12, 3, 2L), row(13, 5, 3L));
    for (String change :
        List.of(
            "SET TBLPROPERTIES ('blob.base.2'='file:/x')", "UNSET TBLPROPERTIES ('blob.base.2')")) {
      assertFails(
          "ALTER TABLE %s %s".formatted(table, change),
          "Cannot %s 'blob.base.2' on table %s: it is bound to file:%s, and stored payloads may be "
                  .formatted(change.split(" ")[0].toLowerCase(Locale.ROOT), table, other)
              + "found through it; register another location under a new id");
    }
    assertThat(sql("SELECT pic.data FROM %s ORDER BY id", table))
        .containsExactly(row("01"), row("02"), row("03"));
  }

  @Test
  void shortReadsAreRepeated() throws IOException {
    byte[] bytes = new byte[100_000];
    new Random(7).nextBytes(bytes);
    object("trickle");
    Files.write(outside("trickle"), bytes);
    String table = create("(id INT, pic " + MINIMAL + " COMMENT '__BLOB_FIELD')");
    StorageProbe.limitReads(7);
    sql("INSERT INTO %s SELECT 1, %s", table, whole(uri("trickle")));
    assertThat(sql("SELECT pic.data FROM %s", table))
        .containsExactly(row(HexFormat.of().withUpperCase().formatHex(bytes)));
  }
}
