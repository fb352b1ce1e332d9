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
package io.icepack.spark.procedures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.icepack.spark.testing.ProbedFileSystem;
import io.icepack.spark.testing.StorageProbe;
import io.icepack.spark.testing.StorageProbe.Operation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.iceberg.exceptions.ValidationException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Rows whose blobs stay in a Lance dataset, laid out here as its clients do. */
class AdoptLanceBlobsTest extends ProcedureTest {

  private static final String PACK = "10000000000000000000000000000000.blob";
  private static final String DEDICATED = "01000000000000000000000000000000.blob";

  /** A value of each kind in the data files f0 and f1, as a scan of descriptors gives them. */
  private static final String ROWS =
      """
      SELECT id, named_struct('kind', CAST(kind AS SMALLINT), 'position', CAST(pos AS BIGINT),
          'size', CAST(size AS BIGINT), 'blob_id', CAST(blob_id AS BIGINT), 'blob_uri', uri) AS pic,
        concat('f', file, '.lance') AS data_file
      FROM VALUES
        (1, 0, 3, 6, 0, '', 0), (2, 0, 64, 0, 0, '', 0), (4, 1, 2, 3, 1, '', 0),
        (5, 1, 0, 2, 1, '', 1), (6, 2, 0, 9, 2, '', 0), (7, 4, 1, 4, 0, '_blobs/u.blob', 1),
        (8, 4, 0, 0, 0, '_blobs/u.blob', 1), (9, 3, 0, 0, 7, 'x/whole.bin', 1),
        (10, 5, 1, 2, 7, 'x/whole.bin', 1)
        AS v(id, kind, pos, size, blob_id, uri, file)
      UNION ALL SELECT 3, NULL, 'f1.lance'
      """;

  private Path dataset;

  @BeforeAll
  void writeDataset() throws IOException {
    ProbedFileSystem.configuration()
        .forEach((key, value) -> spark.sparkContext().hadoopConfiguration().set(key, value));
    dataset = directory.resolve("a b (2)%20#x?é.lance");
    put("data/f0.lance", "abcinlinexyz");
    put("data/f0/" + PACK, "..AAA..");
    put("data/f0/" + DEDICATED, "DEDICATED");
    put("data/f1.lance", "");
    put("data/f1/" + PACK, "BB");
    put("_blobs/u.blob", ".MMMM");
    put("../other/x/whole.bin", "whole");
    sql("CREATE OR REPLACE TEMP VIEW scanned AS %s", ROWS);
  }

  @Test
  void refersToValuesOfEveryKind() {
    createTable("every");
    StorageProbe.reset();
    List<Object> figures = adopt("every", "scanned");

    assertThat(figures.subList(1, 4)).isEqualTo(row(10L, 9L, 26L));
    assertNothingCopied();
    assertThat(text("every", ""))
        .containsExactly(
            row(1, "inline"),
            row(2, ""),
            row(3, null),
            row(4, "AAA"),
            row(5, "BB"),
            row(6, "DEDICATED"),
            row(7, "MMMM"),
            row(8, ""),
            row(9, "whole"),
            row(10, "ho"));
    assertThat(
            sql(
                "SELECT id, _blobs.pic.kind, _blobs.pic.blob_id = %d, _blobs.pic.blob_uri"
                    + " FROM lake.db.every WHERE id IN (1, 2, 4, 7) ORDER BY id",
                figures.get(0)))
        .containsExactly(
            row(1, 3, true, "data/f0.lance"),
            row(2, 0, false, ""),
            row(4, 3, true, "data/f0/" + PACK),
            row(7, 3, true, "_blobs/u.blob"));
    assertThat(iceberg("lake.db.every").properties())
        .containsEntry("blob.base." + figures.get(0), "probe:" + dataset)
        .containsEntry("blob.base." + figures.get(0) + ".dataset-root", "false");
  }

  @Test
  void adoptedValuesAreNeitherMovedNorDeleted() {
    createTable("kept");
    sql("INSERT INTO lake.db.kept (id, pic) VALUES (0, X'6F776E')");
    Object base = adopt("kept", "scanned").get(0);
    assertThat(adopt("kept", "scanned").get(0)).isEqualTo(base);
    sql("DELETE FROM lake.db.kept WHERE id > 5");
    StorageProbe.reset();
    compact("table => 'db.kept'");
    sql("CALL lake.system.expire_snapshots(table => 'db.kept', older_than => now())");
    age("kept");

    assertThat(removeOrphans("table => 'db.kept', older_than => now()"))
        .containsEntry("status", "done");
    assertNothingCopied();
    assertThat(text("kept", "WHERE id < 6"))
        .containsExactly(
            row(0, "own"),
            row(1, "inline"),
            row(1, "inline"),
            row(2, ""),
            row(2, ""),
            row(3, null),
            row(3, null),
            row(4, "AAA"),
            row(4, "AAA"),
            row(5, "BB"),
            row(5, "BB"));
    assertThat(dataset.resolve("_blobs/u.blob")).exists();
    assertThat(sql("CALL lake.sys.verify_blobs(table => 'db.kept', deep => true)")).isEmpty();
    sql("CALL lake.sys.clone(source => 'db.kept', target => 'db.kept_copy')");
    assertThat(text("kept_copy", "WHERE id IN (0, 4)"))
        .containsExactly(row(0, "own"), row(4, "AAA"), row(4, "AAA"));
  }

  @Test
  void arraysAndOtherColumnsComeAlong() {
    sql(
        "CREATE TABLE lake.db.lists (part INT, pics ARRAY<BINARY> COMMENT '__BLOB_FIELD', note"
            + " STRING) PARTITIONED BY (part)");
    sql(
        "CREATE OR REPLACE TEMP VIEW lists AS SELECT CAST(id % 2 AS BIGINT) AS part, data_file,"
            + " IF(id = 3, NULL, array(pic, NULL)) AS pics FROM scanned WHERE id < 5");
    adopt("lists", "lists");

    assertThat(
            sql(
                "SELECT part, note, transform(pics, p -> CAST(p AS STRING)) FROM lake.db.lists"
                    + " ORDER BY part, pics"))
        .containsExactly(
            row(0, null, row("", null)),
            row(0, null, row("AAA", null)),
            row(1, null, null),
            row(1, null, row("inline", null)));
  }

  @Test
  void takesColumnsOfEveryShape() {
    String complete = "STRUCT<data: BINARY, uri: STRING, position: BIGINT, size: BIGINT>";
    sql(
        "CREATE TABLE lake.db.shapes (id INT, pic STRUCT<data: BINARY, uri: STRING> COMMENT "
            + "'__BLOB_FIELD', meta STRUCT<note: STRING, more: STRUCT<pic: BINARY>>, items "
            + "ARRAY<STRUCT<label: STRING, pics: ARRAY<%s>>>) TBLPROPERTIES "
            + "('blob-field'='meta.more.pic, items.element.pics')",
        complete);
    sql(
        "CREATE OR REPLACE TEMP VIEW shapes AS SELECT id, pic, IF(id = 2, NULL, named_struct("
            + "'note', 'n', 'more', named_struct('pic', pic))) AS meta, IF(id = 6, array(), array("
            + "named_struct('label', 'l', 'pics', array(pic, NULL)), NULL, named_struct('label', "
            + "NULL, 'pics', NULL))) AS items, data_file FROM scanned WHERE id IN (2, 3, 4, 6)");
    StorageProbe.reset();
    assertThat(adopt("shapes", "shapes").subList(1, 4)).isEqualTo(row(4L, 7L, 27L));
    assertNothingCopied();
    List<Object> noLabel = row(null, null);
    assertThat(
            sql(
                "SELECT id, CAST(pic.data AS STRING), pic.uri, meta.note, CAST(meta.more.pic AS "
                    + "STRING), transform(items, i -> struct(i.label, transform(i.pics, p -> "
                    + "CAST(p.data AS STRING)))) FROM lake.db.shapes ORDER BY id"))
        .containsExactly(
            row(2, "", null, null, null, list(row("l", list("", null)), row(null, null), noLabel)),
            row(3, null, null, "n", null, list(row("l", list(null, null)), noLabel, noLabel)),
            row(4, "AAA", null, "n", "AAA", list(row("l", list("AAA", null)), noLabel, noLabel)),
            row(6, "DEDICATED", null, "n", "DEDICATED", list()));
    assertThat(
            sql(
                "SELECT id, items[1] IS NULL, items[2] IS NULL, pic IS NULL FROM lake.db.shapes "
                    + "WHERE id IN (3, 4) ORDER BY id"))
        .containsExactly(row(3, true, false, true), row(4, true, false, false));
    String pack = "probe:" + dataset + "/data/f0/" + PACK;
    assertThat(
            sql(
                "SELECT items[0].pics[0] FROM lake.db.shapes WITH (`blob-as-descriptor`='true') "
                    + "WHERE id = 4"))
        .containsExactly(row(row(null, pack, 2L, 3L)));
    sql(
        "CREATE OR REPLACE TEMP VIEW logical AS SELECT 1 AS id, named_struct('data', X'01', "
            + "'uri', NULL) AS pic");
    Throwable failure = catchThrowable(() -> adopt("shapes", "logical"));
    assertThat(validation(failure).getMessage())
        .isEqualTo(
            "Cannot adopt rows of a Lance dataset into table lake.db.shapes: column pic must be "
                + "STRUCT<kind: INT, position: BIGINT, size: BIGINT, blob_id: BIGINT, blob_uri: "
                + "STRING>, as a scan of descriptors gives it, not STRUCT<data: BINARY NOT NULL, uri:"
                + " VOID>");
  }

  private static List<Object> list(Object... values) {
    return Arrays.asList(values);
  }

  @Test
  void refusesWhatIsNotThereAndLeavesNothingBehind() {
    createTable("refused");
    String metadata = metadataOf("lake.db.refused");
    String value = "Cannot adopt a value of column pic into table lake.db.refused: ";
    String rows = "Cannot adopt rows of a Lance dataset into table lake.db.refused: ";
    String where =
        "named_struct('kind', %s, 'position', 3, 'size', %s, 'blob_id', 1, 'blob_uri', "
            + "'%s') AS pic";
    String stored = " (kind=%d, position=3, size=%d, blob_id=1, blob_uri=%s, data file=%s)";

    assertRefused(
        "1 AS id, " + where.formatted(0, 10, "") + ", 'f0.lance' AS data_file",
        value
            + "object probe:"
            + dataset
            + "/data/f0.lance has 12 bytes, too few for 10 at 3"
            + stored.formatted(0, 10, "", "f0.lance"));
    assertRefused(
        "1 AS id, " + where.formatted(1, 1, "") + ", 'f9.lance' AS data_file",
        value
            + "there is no object probe:"
            + dataset
            + "/data/f9/"
            + PACK
            + stored.formatted(1, 1, "", "f9.lance"));
    assertRefused(
        "1 AS id, " + where.formatted(1, 1, ""),
        value
            + "Cannot use PACKED descriptor: its data file is null"
            + stored.formatted(1, 1, "", "null"));
    String external =
        "1 AS id, named_struct('kind', 3, 'position', %d, 'size', 0, 'blob_id', %d, 'blob_uri',"
            + " 'x/whole.bin') AS pic";
    assertRefused(
        external.formatted(0, 0),
        value
            + "uri 'x/whole.bin' is not absolute; use one with a scheme, such as s3://bucket/key"
            + " (kind=3, position=0, size=0, blob_id=0, blob_uri=x/whole.bin, data file=null)");
    assertRefused(
        external.formatted(1, 7),
        value
            + "object probe:"
            + directory.resolve("other")
            + "/x/whole.bin has 5 bytes, too few for 5 at 1"
            + " (kind=3, position=1, size=0, blob_id=7, blob_uri=x/whole.bin, data file=null)");
    assertRefused(
        "INT(NULL) AS id, NULL AS pic",
        "Cannot adopt a value of column id into table lake.db.refused: it is NULL, but the column is"
            + " NOT NULL");
    assertRefused(
        "1 AS id, X'01' AS pic",
        rows
            + "column pic must be STRUCT<kind: INT, position: BIGINT, size: BIGINT, blob_id:"
            + " BIGINT, blob_uri: STRING>, as a scan of descriptors gives it, not BINARY");
    assertRefused("NULL AS pic", rows + "they have no column id, which is NOT NULL");
    assertRefused("1 AS id", rows + "they have no blob column of the table, which has [pic]");
    assertRefused(
        "1 AS id, NULL AS pic, 2 AS more",
        rows + "the table has no columns [more]; leave them out");

    assertThat(metadataOf("lake.db.refused")).isEqualTo(metadata);
    assertThat(stored("refused").all()).noneMatch(path -> path.toString().contains("/data/"));
  }

  @Test
  void externalValuesOutsideOfBasesNeedPermission() {
    createTable("outside");
    sql("CREATE OR REPLACE TEMP VIEW external AS SELECT * FROM scanned WHERE id = 9");
    String call =
        "CALL lake.sys.adopt_lance_blobs('db.outside', 'probe:%s', 'external', bases => map('7',"
            + " 'probe:%s'))";
    String statement = call.formatted(dataset, directory.resolve("other"));
    assertFails(
        statement,
        "Cannot refer to probe:"
            + directory.resolve("other")
            + "/x/whole.bin: it is below no base"
            + " of the table; register one with blob.base.<id>, or allow_outside_bases => true");
    assertFails(
        call.formatted(dataset, "x").replace("'probe:x'", "'s3://me:secret@b'"),
        "uri 's3://***@b/x/whole.bin' must not be recorded because it has user info; credentials"
            + " belong to the configuration");
    sql(
        "ALTER TABLE lake.db.outside SET TBLPROPERTIES ('blob.base.3' = 'probe:%s')",
        directory.resolve("other"));
    sql(statement);
    assertThat(sql("SELECT _blobs.pic.blob_id, _blobs.pic.blob_uri FROM lake.db.outside"))
        .containsExactly(row(3L, "x/whole.bin"));
  }

  @Test
  void refusesTablesThatStorePayloadsThemselves() {
    sql(
        "CREATE TABLE lake.db.keyed (id INT, pic BINARY COMMENT '__BLOB_FIELD',"
            + " PRIMARY KEY (id) NOT ENFORCED)");
    sql("CREATE TABLE lake.db.plain (id INT, pic BINARY)");
    assertFails(
        "CALL lake.sys.adopt_lance_blobs('db.keyed', 'probe:/x', 'scanned')",
        "Cannot adopt rows of a Lance dataset into table lake.db.keyed: it has a primary key, and"
            + " such tables store the payloads themselves");
    assertFails(
        "CALL lake.sys.adopt_lance_blobs('db.plain', 'probe:/x', 'scanned')",
        "Cannot adopt rows of a Lance dataset into table lake.db.plain: it has no blob columns");
    Throwable missing =
        catchThrowable(
            () -> sql("CALL lake.sys.adopt_lance_blobs('db.keyed', 'probe:/x', 'nowhere')"));
    assertThat(validation(missing).getMessage())
        .isEqualTo("Cannot run adopt_lance_blobs: there is no view or table nowhere");
  }

  private void assertRefused(String columns, String message) {
    sql("CREATE OR REPLACE TEMP VIEW bad AS SELECT " + columns);
    Throwable failure = catchThrowable(() -> adopt("refused", "bad"));
    assertThat(failure).as(columns).isNotNull();
    assertThat(validation(failure).getMessage()).isEqualTo(message);
  }

  /** The outermost error of ours. */
  private static Throwable validation(Throwable failure) {
    Throwable found = failure;
    while (!(found instanceof ValidationException) && found.getCause() != null) {
      found = found.getCause();
    }
    return found;
  }

  private void assertNothingCopied() {
    assertThat(StorageProbe.payloadBytesRead()).isZero();
    assertThat(StorageProbe.payloadBytesWritten()).isZero();
    assertThat(StorageProbe.accesses())
        .noneMatch(
            access ->
                access.operation() == Operation.OPEN
                    && access.location().contains(dataset.getFileName().toString()));
  }

  private void createTable(String table) {
    sql("CREATE TABLE lake.db.%s (id INT NOT NULL, pic BINARY COMMENT '__BLOB_FIELD')", table);
  }

  private List<Object> adopt(String table, String source) {
    return sql(
            "CALL lake.sys.adopt_lance_blobs(table => 'db.%s', dataset => '%s', source => '%s',"
                + " bases => map('7', '%s'), allow_outside_bases => true)",
            table, "probe:" + dataset, source, "probe:" + directory.resolve("other"))
        .get(0);
  }

  private List<List<Object>> text(String table, String where) {
    return sql("SELECT id, CAST(pic AS STRING) FROM lake.db.%s %s ORDER BY id", table, where);
  }

  private void put(String path, String content) throws IOException {
    Path file = dataset.resolve(path).normalize();
    Files.createDirectories(file.getParent());
    Files.writeString(file, content, StandardCharsets.UTF_8);
  }
}
