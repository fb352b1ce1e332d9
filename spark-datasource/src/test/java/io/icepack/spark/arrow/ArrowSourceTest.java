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
package io.icepack.spark.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.icepack.spark.testing.StorageProbe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArrowSourceTest extends ArrowTest {

  @ParameterizedTest
  @ValueSource(strings = {"none", "zstd", "lz4"})
  void keepsEveryType(String compression) throws IOException {
    Dataset<Row> written =
        spark.sql(
            "SELECT 1 AS k, true AS z, 1Y AS b, 2S AS s, 3 AS i, 4L AS l, 1.5F AS f, 2.5D AS d,"
                + " 12.34BD AS dec, 'é' AS str, X'00FF' AS bin, DATE'2026-01-02' AS day,"
                + " TIMESTAMP'2026-01-02 03:04:05.678' AS ts, TIMESTAMP_NTZ'2026-01-02 03:04:05'"
                + " AS ntz, INTERVAL '1-2' YEAR TO MONTH AS ym, INTERVAL '1' DAY AS dt,"
                + " map('a', X'01', 'b', NULL) AS m, array(array(1, NULL)) AS a,"
                + " named_struct('x', 1, 'y', array('q')) AS st, NULL AS v"
                + " UNION ALL SELECT 2"
                + ", NULL".repeat(19));
    String path = path(compression);
    written
        .coalesce(1)
        .write()
        .format("icepack-arrow")
        .option("compression", compression)
        .save(path);

    Dataset<Row> read = spark.read().format("icepack-arrow").load(path).orderBy("k");
    assertThat(rows(read.collectAsList())).isEqualTo(rows(written.orderBy("k").collectAsList()));
    assertThat(read.schema().catalogString())
        .isEqualTo(
            written.schema().catalogString().replace("interval day", "interval day to second"));
  }

  @Test
  void marksBlobsAndKnowsThemAgain() throws IOException {
    String path = path("blobs");
    write(BLOBS).option("blob-fields", "b").save(path);
    Dataset<Row> read = spark.read().format("icepack-arrow").load(path);
    String copy = path("copy");
    read.where("id > 1").coalesce(1).write().format("icepack-arrow").save(copy);

    assertThat(blobPaths(path)).containsExactly("b");
    assertThat(blobPaths(copy)).containsExactly("b");
    assertThat(rows(read.select("id", "b").orderBy("id").collectAsList()))
        .containsExactly(
            row(1, row("0102", null, null, null)),
            row(2, null),
            row(3, row("", null, null, null)),
            row(4, row(null, "s3://b/k", null, null)),
            row(5, row(null, "s3://b/k", 4L, 2L)));
    assertThat(rows(load(copy, "id", "b.size").collectAsList()))
        .containsExactlyInAnyOrder(row(2, null), row(3, null), row(4, null), row(5, 2L));
  }

  @Test
  void marksNestedBlobs() throws IOException {
    String path = path("nested");
    write(NESTED).option("blob-fields", "list.element, s.deep.element.b").save(path);
    String other = path("nested2");
    write(NESTED).option("blob-fields", "list").save(other);

    assertThat(blobPaths(path)).containsExactly("list.element", "s.deep.element.b");
    assertThat(blobPaths(other)).containsExactly("list.element");
    assertThat(rows(load(path, "id", "list", "s.deep.b.uri").orderBy("id").collectAsList()))
        .containsExactly(
            row(1, row(row("01", null), null), row("file:/x")),
            row(2, row(), null),
            row(3, null, null));
  }

  @Test
  void tablesAreLoadedFromFilesAndWrittenToFiles() throws IOException {
    String path = path("to load");
    write(BLOBS).option("blob-fields", "b").option("batch-rows", 2).save(path);
    String table = create("(id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    spark.read().format("icepack-arrow").load(path).createOrReplaceTempView("files");
    sql("INSERT INTO %s SELECT id, b.data FROM files WHERE b.uri IS NULL", table);
    assertThat(sql("SELECT * FROM %s ORDER BY id", table))
        .containsExactly(row(1, "0102"), row(2, null), row(3, ""));
    String structs =
        create(
            "(id INT, b STRUCT<data: BINARY, uri: STRING, position: BIGINT, size: BIGINT> COMMENT"
                + " '__BLOB_FIELD') TBLPROPERTIES ('blob.external.mode' = 'reference',"
                + " 'blob.external.allow-outside-bases' = 'true')");
    sql("INSERT INTO %s SELECT id, b FROM files", structs);
    assertThat(
            sql(
                "SELECT id, _blobs.b.kind, _blobs.b.size, uri FROM (SELECT id, _blobs,"
                    + " _blobs.b.uri AS uri FROM %s WHERE id > 3) ORDER BY id",
                structs))
        .containsExactly(row(4, 3, 0L, "s3://b/k"), row(5, 3, 2L, "s3://b/k"));
    assertThat(sql("SELECT id, b.data FROM %s WHERE id < 4 ORDER BY id", structs))
        .containsExactly(row(1, "0102"), row(2, null), row(3, ""));
    String descriptors = path("descriptors");
    write(
            "SELECT named_struct('data', lake.sys.path_to_descriptor('file:/no'), 'uri',"
                + " STRING(NULL)) AS b")
        .option("blob-fields", "b")
        .save(descriptors);
    load(descriptors, "9 AS id", "b.data AS pic").createOrReplaceTempView("bytes");
    sql("INSERT INTO %s SELECT * FROM bytes", table);
    assertThat(scalar("SELECT pic FROM %s WHERE id = 9", table))
        .isEqualTo(scalar("SELECT lake.sys.path_to_descriptor('file:/no')"));

    String out = path("from table");
    write(
            "SELECT id, IF(pic IS NULL, NULL, named_struct('data', pic, 'uri', STRING(NULL))) AS pic"
                + " FROM "
                + table
                + " WHERE id < 9")
        .option("blob-fields", "pic")
        .save(out);
    assertThat(blobPaths(out)).containsExactly("pic");
    assertThat(rows(load(out, "id", "pic.data").orderBy("id").collectAsList()))
        .containsExactly(row(1, "0102"), row(2, null), row(3, ""));
  }

  @Test
  void readsTheBuffersOfWhatIsWantedOnly() throws IOException {
    String path = path("pruned");
    write(
            "SELECT id, named_struct('data', unbase64(repeat('AAAA', 100000)), 'uri', STRING(NULL))"
                + " AS b FROM range(8)")
        .option("blob-fields", "b")
        .option("batch-rows", 3)
        .save(path);
    Files.move(onlyFile(path), Path.of(path, "data.blob"));
    StorageProbe.reset();

    Dataset<Row> files = spark.read().format("icepack-arrow").load("probe://" + path);
    assertThat(files.count()).isEqualTo(8);
    assertThat(files.where("b.uri IS NULL AND id >= 0").select("id").count()).isEqualTo(8);
    assertThat(StorageProbe.payloadBytesRead()).isLessThan(60_000);
    assertThat(files.selectExpr("sum(length(b.data))").first().getLong(0)).isEqualTo(8 * 300_000);
  }

  @Test
  void batchesAreBoundedByRowsAndBytes() throws IOException {
    String rows = path("rows");
    write("SELECT id FROM range(10)").option("batch-rows", 4).save(rows);
    String bytes = path("bytes");
    write("SELECT unbase64(repeat('AAAA', 1000)) AS b FROM range(6)")
        .option("batch-size", "7 kb")
        .save(bytes);

    assertThat(batchRows(rows)).containsExactly(4, 4, 2);
    assertThat(batchRows(bytes)).containsExactly(3, 3);
  }

  @Test
  void partsOfAFileAreReadByTasksOfTheirOwn() {
    String path = path("parts");
    write("SELECT id FROM range(1000)").option("batch-rows", 10).save(path);
    spark.conf().set("spark.sql.files.maxPartitionBytes", "4000");
    try {
      Dataset<Row> read = spark.read().format("icepack-arrow").load(path);
      assertThat(read.rdd().getNumPartitions()).isGreaterThan(3);
      assertThat(read.selectExpr("count(*)", "sum(id)").first().mkString(","))
          .isEqualTo("1000,499500");
    } finally {
      spark.conf().unset("spark.sql.files.maxPartitionBytes");
    }
  }

  @Test
  void saveModesAndPartitionsAreThoseOfFileSources() {
    String path = path("k=v/a b (2)%20#x?é");
    Dataset<Row> first = spark.sql("SELECT 1 AS id, 'x y%' AS p");
    first.write().format("icepack-arrow").partitionBy("p").save(path);
    Throwable exists =
        catchThrowable(() -> first.write().format("icepack-arrow").partitionBy("p").save(path));
    assertThat(exists).hasMessageContaining("PATH_ALREADY_EXISTS");
    first.write().format("icepack-arrow").partitionBy("p").mode(SaveMode.Ignore).save(path);
    first.write().format("icepack-arrow").partitionBy("p").mode(SaveMode.Append).save(path);
    assertThat(rows(load(path, "id", "p").collectAsList()))
        .containsExactly(row(1, "x y%"), row(1, "x y%"));
    spark
        .sql("SELECT 2 AS id, 'z' AS p")
        .write()
        .format("icepack-arrow")
        .partitionBy("p")
        .mode(SaveMode.Overwrite)
        .save(path);
    assertThat(rows(load(path, "p", "id").collectAsList())).containsExactly(row("z", 2));
    assertThat(rows(load(path, "p").collectAsList())).containsExactly(row("z"));
  }

  @Test
  void catalogsCanNameTheFormat() {
    String path = path("named");
    write(BLOBS).option("blob-fields", "b").save(path);

    spark.conf().set("spark.sql.sources.useV1SourceList", "icepack-arrow");
    try {
      assertThat(rows(load(path, "id", "b.uri").where("id > 2").orderBy("id").collectAsList()))
          .containsExactly(row(3, null), row(4, "s3://b/k"), row(5, "s3://b/k"));
    } finally {
      spark.conf().unset("spark.sql.sources.useV1SourceList");
    }
    assertThat(scalar("SELECT sum(b.size) FROM `icepack-arrow`.`%s`", path)).isEqualTo(2L);
    sql("CREATE TEMP VIEW named USING `icepack-arrow` OPTIONS (path '%s')", path);
    assertThat(scalar("SELECT b.data FROM named WHERE id = 1")).isEqualTo("0102");
  }

  @Test
  void filesOfBothShapesAreReadTogetherIfSchemasAreMerged() {
    String path = path("shapes");
    write("SELECT 1 AS id, named_struct('data', X'01', 'uri', STRING(NULL)) AS b")
        .option("blob-fields", "b")
        .save(path);
    write(
            "SELECT 2 AS id, named_struct('data', BINARY(NULL), 'uri', 's3://b/k', 'position', 4L,"
                + " 'size', 2L) AS b, 'more' AS note")
        .option("blob-fields", "b")
        .mode(SaveMode.Append)
        .save(path);

    assertThat(
            rows(
                spark
                    .read()
                    .format("icepack-arrow")
                    .option("mergeSchema", true)
                    .load(path)
                    .orderBy("id")
                    .collectAsList()))
        .containsExactly(
            row(1, row("01", null, null, null), null),
            row(2, row(null, "s3://b/k", 4L, 2L), "more"));
    Throwable failure =
        catchThrowable(
            () ->
                spark
                    .read()
                    .format("icepack-arrow")
                    .schema("id INT, b STRUCT<data: BINARY, uri: STRING>")
                    .load(path)
                    .collectAsList());
    assertThat(rootOf(failure).getMessage())
        .startsWith("Cannot read blob column b of file:" + path)
        .endsWith(
            ".arrow: its blobs may have position and size, which STRUCT<data: BINARY, uri: STRING>"
                + " lacks; set the option mergeSchema to true, or give a schema that has them");
  }
}
