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

import io.icepack.spark.testing.Sessions;
import io.icepack.spark.testing.SparkTest;
import io.icepack.spark.testing.StorageProbe;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What descriptors answer under the session extension is what the values themselves say without it.
 */
class DescriptorAnswersTest extends SparkTest {

  private SparkSession without;

  @BeforeAll
  void createTable() {
    sql(
        "CREATE TABLE lake.db.t (id INT, pic BINARY COMMENT '__BLOB_FIELD', "
            + "imgs ARRAY<BINARY> COMMENT '__BLOB_FIELD', "
            + "m MAP<STRING, BINARY> COMMENT '__BLOB_FIELD', "
            + "photo STRUCT<data: BINARY, uri: STRING> COMMENT '__BLOB_FIELD', "
            + "meta STRUCT<name: STRING, pic: BINARY, deep: STRUCT<n: INT, pics: ARRAY<BINARY>>>) "
            + "TBLPROPERTIES ('blob-field' = 'meta.pic, meta.deep.pics.element')");
    sql(
        "INSERT INTO lake.db.t VALUES "
            + "(1, X'', array(), map(), named_struct('data', X'', 'uri', NULL), "
            + "named_struct('name', 'a', 'pic', X'AA', 'deep', named_struct('n', 1, 'pics', array(X'BB')))), "
            + "(2, NULL, NULL, NULL, NULL, NULL), "
            + "(3, X'03', array(NULL), map('k', NULL), NULL, "
            + "named_struct('name', NULL, 'pic', NULL, 'deep', NULL)), "
            + "(4, X'0404', array(X'04', X'05'), map('k', X'', 'l', X'06'), "
            + "named_struct('data', X'07', 'uri', NULL), "
            + "named_struct('name', 'd', 'pic', NULL, 'deep', named_struct('n', 4, 'pics', NULL)))");
    without = Sessions.withoutExtension().newSession();
    SparkSession with = spark;
    spark = without;
    configure("lake", warehouse());
    spark = with;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "id, pic IS NULL, PIC IS NOT NULL, imgs IS NULL, m IS NULL, photo IS NULL FROM t",
        "id, meta IS NULL, meta.pic IS NULL, meta.deep IS NULL, meta.deep.pics IS NULL FROM t",
        "id, length(pic), octet_length(meta.pic), length(X) FROM (SELECT *, pic AS x FROM t)",
        "sum(length(pic)), max(length(meta.pic)) FROM t GROUP BY m IS NULL, length(pic)",
        "id, size(imgs), cardinality(m), array_size(meta.deep.pics), map_keys(m) FROM t",
        "meta.name, meta.deep.n, META.PIC is null FROM t",
        "t.meta.name, x.meta.pic IS NULL FROM t JOIN t x USING (id)",
        "meta.name, count(meta.pic), count(photo), count(DISTINCT imgs IS NULL) FROM t GROUP BY 1",
        "id, count(pic) OVER (ORDER BY id) FROM t",
        "t.id, b.pic IS NULL, b.meta.pic IS NULL FROM t LEFT JOIN t b ON t.id = b.id + 1",
        "id FROM t WHERE (pic IS NULL OR imgs IS NULL) <> (meta.pic IS NULL)",
        "id FROM t WHERE pic IS NULL UNION SELECT id FROM t WHERE meta.pic IS NOT NULL",
        "count(c), count(d) FROM (SELECT meta AS c, meta.pic AS d FROM t LIMIT 9)",
        "IF(pic IS NULL, 'none', IF(m IS NULL, 'some', meta.name)) FROM t ORDER BY imgs IS NULL, id",
        "count(pic), max(_blobs.m IS NULL), count(_blobs.pic) FROM t",
        "photo IS NULL, _file IS NULL, count(*) FROM t GROUP BY ALL"
      })
  void answersAsValuesDo(String query) {
    assertThat(answer(query)).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "id, (SELECT count(pic) FROM t x WHERE x.id < t.id) FROM t",
        "id FROM t WHERE EXISTS (SELECT 1 FROM t x WHERE x.id = t.id + 1 AND t.pic IS NULL)",
        "bit_length(pic), pic IS NULL FROM t",
        "id, length(imgs[0]), length(photo.data) FROM t WHERE id > 1",
        "imgs, size(imgs), pic IS NULL FROM t",
        "photo, photo IS NULL FROM t",
        "meta, meta.pic IS NULL, size(meta.deep.pics) FROM t",
        "explode(imgs), pic IS NULL FROM t",
        "count(DISTINCT pic), count(pic) FROM t",
        "id, pic IS NULL FROM t WHERE pic = X'03' OR pic IS NULL",
        "x, x IS NULL FROM (SELECT pic AS x, pic AS y FROM t)",
        "pic, NULL IS NULL FROM t WHERE pic IS NULL UNION ALL SELECT pic, pic IS NULL FROM t",
        "photo.data, photo.uri IS NULL FROM t",
        "META.PIC, Meta.Deep.Pics, PHOTO.Data, photo.URI IS NULL FROM t"
      })
  void readsWhatElseIsAsked(String query) {
    assertThat(answer(query)).isPositive();
  }

  @Test
  void answersForTempViewsAndDataFrames() {
    spark.table("lake.db.t").withColumnRenamed("pic", "image").createOrReplaceTempView("images");
    assertThat(sql("SELECT count(image), count(*) FROM images")).containsExactly(row(3L, 4L));
    assertThat(spark.table("lake.db.t").filter("size(imgs) > 0 OR m IS NULL").count()).isEqualTo(3);
    assertThat(spark.table("lake.db.t").selectExpr("pic IS NULL AS x").filter("x").count())
        .isEqualTo(1);
    assertThat(StorageProbe.payloadBytesRead()).isZero();
  }

  @Test
  void answersForDescriptors() {
    assertThat(
            spark
                .read()
                .option("blob-as-descriptor", true)
                .table("lake.db.t")
                .selectExpr("count(pic)", "count(photo)", "sum(size(imgs))")
                .head()
                .toString())
        .isEqualTo("[3,2,3]");
    assertThat(
            spark
                .read()
                .option("blob-as-descriptor", true)
                .table("lake.db.t")
                .selectExpr("length(pic) > 20 AND length(pic) = length(concat(pic, X''))")
                .distinct()
                .collectAsList()
                .toString())
        .isEqualTo("[[true], [null]]");
  }

  /** Compares the answers and returns how many bytes of payload it took with the extension. */
  private long answer(String query) {
    String statement = "SELECT " + query.replaceAll("\\bt\\b(?!\\.)", "lake.db.t");
    spark.sql(statement).explain(true);
    List<List<Object>> rows = sql(statement);
    long bytes = StorageProbe.payloadBytesRead();
    SparkSession.setActiveSession(without);
    assertThat(rows)
        .containsExactlyInAnyOrderElementsOf(rows(without.sql(statement).collectAsList()));
    return bytes;
  }
}
