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
package io.icepack.spark.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.icepack.spark.testing.SparkTest;
import io.icepack.spark.testing.TableFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Partitions, sort orders and file formats of tables with payloads. */
class LayoutTest extends SparkTest {

  private static final String ROWS =
      "SELECT int(id) AS id, concat('n', id) AS name, date_add(DATE '2026-01-01', int(id)) AS day, "
          + "timestamp_seconds(id * 3600) AS at, cast(id AS DECIMAL(10, 2)) AS price, "
          + "cast(repeat(string(id), 40) AS BINARY) AS pic FROM range(60)";

  private static final String COLUMNS =
      "(id INT, name STRING, day DATE, at TIMESTAMP, price DECIMAL(10, 2), "
          + "pic BINARY COMMENT '__BLOB_FIELD')";

  private void assertRows(String table) {
    assertThat(
            sql(
                "SELECT count(*), count(DISTINCT id), "
                    + "count_if(pic = cast(repeat(string(id), 40) AS BINARY)), "
                    + "count_if(name = concat('n', id)) FROM %s",
                table))
        .containsExactly(row(60L, 60L, 60L, 60L));
    List<List<Object>> references = new ArrayList<>();
    for (List<Object> file : sql("SELECT file_path FROM %s.data_files", table)) {
      for (String uri : TableFiles.references((String) file.get(0))) {
        references.add(row(file.get(0), uri));
      }
    }
    assertThat(sql("SELECT DISTINCT _file, _blobs.pic.uri FROM %s", table))
        .containsExactlyInAnyOrderElementsOf(references);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bucket(4, id)|4",
        "months(day)|3",
        "days(at)|3",
        "hours(at)|60",
        "truncate(2, name)|10",
        "truncate(100, price)|60",
        "bucket(2, name), months(day)|5",
        "identity(price)|60"
      })
  void writesPartitions(String transforms, int partitions) {
    for (String fanout : List.of("true", "false")) {
      String table =
          create(
              COLUMNS
                  + " PARTITIONED BY ("
                  + transforms
                  + ") TBLPROPERTIES ('write.spark.fanout.enabled'='"
                  + fanout
                  + "')");
      sql("INSERT INTO %s %s", table, ROWS);
      assertRows(table);
      assertThat(sql("SELECT count(DISTINCT partition) FROM %s.files", table))
          .containsExactly(row((long) partitions));
      assertThat(sql("SELECT id FROM %s WHERE day = DATE '2026-02-01'", table))
          .containsExactly(row(31));
    }
  }

  @Test
  void writesFanoutWithoutDistribution() {
    String table =
        create(
            COLUMNS
                + " PARTITIONED BY (bucket(8, id)) TBLPROPERTIES "
                + "('write.distribution-mode'='none', 'write.spark.fanout.enabled'='true')");
    sql("INSERT INTO %s %s", table, ROWS);
    assertRows(table);
    assertThat(files(table).packs()).hasSizeLessThanOrEqualTo(2);
  }

  @Test
  void writesSorted() {
    String table = create(COLUMNS + " PARTITIONED BY (bucket(2, id))");
    sql("ALTER TABLE %s WRITE ORDERED BY name DESC, id", table);
    sql("INSERT INTO %s %s", table, ROWS);
    assertRows(table);
    sql("UPDATE %s SET day = date_add(day, 0) WHERE id < 30", table);
    assertRows(table);
    assertThat(sql("SELECT DISTINCT sort_order_id FROM %s.data_files", table)).contains(row(1));
  }

  @Test
  void writesPartitionsOfNestedFieldsAndNulls() {
    String table =
        create(
            "(id INT, s STRUCT<a: STRING, n: STRUCT<b: INT>>, pic BINARY COMMENT '__BLOB_FIELD') "
                + "PARTITIONED BY (s.a, bucket(2, s.n.b))");
    sql(
        "INSERT INTO %s VALUES (1, named_struct('a', 'x', 'n', named_struct('b', 1)), X'AA'), "
            + "(2, named_struct('a', NULL, 'n', NULL), X'BB'), (3, NULL, X'CC')",
        table);
    sql("UPDATE %s SET id = id + 10", table);
    assertThat(sql("SELECT id, s.a, pic FROM %s ORDER BY id", table))
        .containsExactly(row(11, "x", "AA"), row(12, null, "BB"), row(13, null, "CC"));
  }

  @Test
  void writesPartitionsOfUuids() {
    String table = create("(id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    iceberg(table).updateSchema().addColumn("u", Types.UUIDType.get()).commit();
    iceberg(table).updateSpec().addField("u").commit();
    Schema schema = iceberg(table).schema();
    assertThat(schema.findType("u")).isEqualTo(Types.UUIDType.get());
    sql("INSERT INTO %s VALUES (1, X'AA', '11111111-2222-3333-4444-555555555555')", table);
    sql("UPDATE %s SET id = 2", table);
    assertThat(
            sql("SELECT id, pic FROM %s WHERE u = '11111111-2222-3333-4444-555555555555'", table))
        .containsExactly(row(2, "AA"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"avro", "orc", "parquet"})
  void writesEveryFileFormat(String format) {
    String table =
        create(
            "(id INT, tags ARRAY<STRUCT<a: INT>>, pic BINARY COMMENT '__BLOB_FIELD', "
                + "imgs ARRAY<BINARY> COMMENT '__BLOB_FIELD', "
                + "m MAP<INT, BINARY> COMMENT '__BLOB_FIELD', "
                + "k MAP<BINARY, BINARY> COMMENT '__BLOB_FIELD') "
                + "TBLPROPERTIES ('write.format.default'='"
                + format
                + "')");
    sql(
        "INSERT INTO %s VALUES (1, array(named_struct('a', 1)), X'AA', array(X'01', NULL, X''), "
            + "map(7, X'07', 8, NULL), map(X'01', X'02')), (2, NULL, NULL, array(), map(), NULL), "
            + "(3, array(), X'', NULL, NULL, map(X'', X''))",
        table);
    String expected =
        "[[1, [[1]], AA, [01, null, ], {7=07, 8=null}, {01=02}], [2, null, null, [], {}, null], "
            + "[3, [], , null, null, {=}]]";
    assertThat(sql("SELECT * FROM %s ORDER BY id", table)).hasToString(expected);
    sql("UPDATE %s SET tags = tags WHERE id < 3", table);
    sql("DELETE FROM %s WHERE id = 2 AND pic IS NOT NULL", table);
    assertThat(sql("SELECT * FROM %s ORDER BY id", table)).hasToString(expected);
    assertThat(sql("SELECT DISTINCT file_format FROM %s.data_files", table))
        .containsExactly(row(format.toUpperCase(Locale.ROOT)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"'write.object-storage.enabled'='true'", "'write.data.path'='%s/elsewhere'"})
  void writesDataFilesElsewhere(String property) {
    String table = create(COLUMNS + " TBLPROPERTIES (" + property.formatted(directory) + ")");
    sql("INSERT INTO %s %s", table, ROWS);
    assertRows(table);
    sql("UPDATE %s SET name = name WHERE id < 7", table);
    assertRows(table);
  }
}
