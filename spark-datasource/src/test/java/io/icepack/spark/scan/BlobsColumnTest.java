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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The metadata column {@code _blobs}, whole and in part. */
class BlobsColumnTest extends SparkTest {

  @BeforeAll
  void createTable() {
    sql(
        "CREATE TABLE lake.db.t (id INT, pic BINARY COMMENT '__BLOB_FIELD', "
            + "`Odd.Name` BINARY COMMENT '__BLOB_FIELD', "
            + "imgs ARRAY<BINARY> COMMENT '__BLOB_FIELD', "
            + "m MAP<STRING, BINARY> COMMENT '__BLOB_FIELD') "
            + "TBLPROPERTIES ('blob.inline-threshold'='1')");
    sql(
        "INSERT INTO lake.db.t SELECT /*+ COALESCE(1) */ * FROM VALUES "
            + "(1, X'AABB', X'01', array(X'0102', NULL, X''), map('a', X'0203', 'n', NULL)), "
            + "(2, NULL, X'0000', array(), map()), (3, X'', NULL, NULL, NULL)");
  }

  @AfterEach
  void readsNoPayload() {
    assertThat(StorageProbe.payloadBytesRead()).isZero();
  }

  @Test
  void showsWhatDescriptorsSay() {
    String root = iceberg("lake.db.t").location() + "/";
    assertThat(
            sql(
                "SELECT _blobs.pic.kind, _blobs.pic.position, _blobs.pic.size, _blobs.pic.blob_id, "
                    + "_blobs.pic.uri = concat('%s', _blobs.pic.blob_uri) FROM lake.db.t ORDER BY id",
                root))
        .containsExactly(
            row(4, 0L, 2L, 0L, true), row(null, null, null, null, null), row(0, 0L, 0L, 0L, null));
    assertThat(
            sql(
                "SELECT _blobs.`Odd.Name`.kind, _blobs.`odd.name`.blob_uri FROM lake.db.t WHERE id = 1"))
        .containsExactly(row(0, ""));
  }

  @Test
  void prunesToAnyPart() {
    assertThat(sql("SELECT _blobs.imgs.size FROM lake.db.t ORDER BY id"))
        .containsExactly(row(row(2L, null, 0L)), row(row()), row((Object) null));
    assertThat(sql("SELECT _blobs.m['a'].size, map_keys(_blobs.m) FROM lake.db.t ORDER BY id"))
        .containsExactly(row(2L, row("a", "n")), row(null, row()), row(null, null));
    assertThat(sql("SELECT size(_blobs.imgs), _blobs.pic.size, id FROM lake.db.t ORDER BY id"))
        .containsExactly(row(3, 2L, 1), row(0, null, 2), row(null, 0L, 3));
    assertThat(sql("SELECT get(_blobs.imgs, 1) IS NULL FROM lake.db.t WHERE id = 1"))
        .containsExactly(row(true));
    assertThat(
            sql("SELECT count(_blobs), count(_blobs.pic), count_if(_blobs IS NULL) FROM lake.db.t"))
        .containsExactly(row(3L, 2L, 0L));
    assertThat(
            sql("SELECT i.size FROM lake.db.t LATERAL VIEW explode(_blobs.imgs) AS i WHERE id = 1"))
        .containsExactly(row(2L), row((Object) null), row(0L));
  }

  @Test
  void isNoOrdinaryColumn() {
    assertThat(spark.table("lake.db.t").columns())
        .containsExactly("id", "pic", "Odd.Name", "imgs", "m");
  }

  @Test
  void goesThroughJoinsGroupsAndOrders() {
    assertThat(
            sql(
                "SELECT a.id, a._blobs.pic.size, b._blobs.pic.size FROM lake.db.t a JOIN lake.db.t b "
                    + "ON a.id = b.id + 1 ORDER BY a._blobs.pic.size NULLS LAST"))
        .containsExactly(row(3, 0L, null), row(2, null, 2L));
    assertThat(
            sql(
                "SELECT _blobs.pic.kind, count(*), sum(_blobs.pic.size) FROM lake.db.t "
                    + "GROUP BY _blobs.pic.kind ORDER BY 1"))
        .containsExactly(row(null, 1L, null), row(0, 1L, 0L), row(4, 1L, 2L));
  }

  @Test
  void staysEmptyForOrigins() {
    assertThat(sql("SELECT _blob_origins FROM lake.db.t WHERE id = 1"))
        .containsExactly(row((Object) null));
    assertThat(sql("SELECT id, _blob_origins, _blobs.pic.size FROM lake.db.t WHERE id = 1"))
        .containsExactly(row(1, null, 2L));
  }
}
