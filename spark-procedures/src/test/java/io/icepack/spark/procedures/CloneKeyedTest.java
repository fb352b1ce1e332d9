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

import io.icepack.spark.testing.StorageProbe;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clones of primary-key tables, which have the merged rows and go on merging. */
class CloneKeyedTest extends KeyedTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'bucket'='2'",
        "'sequence.field'='seq'",
        "'merge-engine'='partial-update', 'fields.seq.sequence-group'='name,pic,total', "
            + "'fields.total.aggregate-function'='sum', 'ignore-delete'='true'",
        "'merge-engine'='first-row', 'ignore-delete'='true'"
      })
  void goesOnLikeItsSource(String properties) {
    String source = "source" + Math.abs(properties.hashCode());
    sql(
        "CREATE TABLE lake.db.%s (id INT, name STRING, seq INT, total INT, "
            + "pic BINARY COMMENT '__BLOB_FIELD; as it came', PRIMARY KEY (id) NOT ENFORCED) "
            + "TBLPROPERTIES (%s)",
        source, properties);
    sql(
        "INSERT INTO lake.db.%s SELECT CAST(id AS INT), 'a', 5, 1, X'AAAA' FROM range(0, 6)",
        source);
    sql(
        "INSERT INTO lake.db.%s VALUES (1, 'b', 6, 2, X'BB'), (2, NULL, 4, 3, X''), (3, 'b', 6, 1, NULL)",
        source);
    sql("DELETE FROM lake.db.%s WHERE id = 4", source);
    String query = "SELECT * FROM lake.db.%s ORDER BY id";
    List<List<Object>> rows = sql(query, source);
    StorageProbe.reset();

    List<Object> result = sql("CALL lake.sys.clone('db.%s', 'db.%s_clone')", source, source).get(0);

    assertThat(result.subList(4, 7)).isEqualTo(row(2L, StorageProbe.payloadBytesWritten(), 0L));
    String clone = source + "_clone";
    assertThat(sql(query, clone)).isEqualTo(rows);
    assertThat(promises(clone)).isNotEmpty().containsOnly("unique");
    assertSidecarsOfFiles(clone);
    for (String statement :
        List.of(
            "INSERT INTO lake.db.%s VALUES (0, 'c', 4, 1, X'C0'), (1, 'c', 7, 2, X'C1'), (9, 'c', 1, 1, X'C9')",
            "DELETE FROM lake.db.%s WHERE id = 3", "CALL lake.sys.compact('db.%s')")) {
      sql(statement, source);
      sql(statement, clone);
      assertThat(sql(query, clone)).as(statement).isEqualTo(sql(query, source));
    }
    rows = sql(query, clone);
    sql("DROP TABLE lake.db.%s PURGE", source);
    assertThat(sql(query, clone)).isEqualTo(rows);
    assertThat(sql("CALL lake.sys.verify_blobs('db.%s', deep => true)", clone)).isEmpty();
    assertThat(collectGarbage(clone).subList(0, 2)).isEqualTo(row("done", null));
    assertThat(sql(query, clone)).isEqualTo(rows);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void bringsRowsOfAnEarlierPartitioningIntoThePresentOne(boolean alsoOfThePresent) {
    String source = "before_" + alsoOfThePresent;
    createKeyed(source);
    insert(source, "(1, 'a', X'A1', NULL, NULL), (2, 'a', X'A2', NULL, NULL)");
    insert(source, "(3, 'a', X'A3', array(X'33'), map()), (4, 'a', X'A4', NULL, NULL)");
    sql("DELETE FROM lake.db.%s WHERE id = 1", source);
    sql("ALTER TABLE stock.db.%s ADD PARTITION FIELD bucket(2, id)", source);
    if (alsoOfThePresent) {
      insert(source, "(2, 'b', X'B2', NULL, NULL), (5, 'b', X'B5', NULL, NULL)");
    }
    String query = "SELECT * FROM lake.db.%s ORDER BY id";
    List<List<Object>> rows = sql(query, source);
    String clone = source + "_clone";

    sql("CALL lake.sys.clone('db.%s', 'db.%s')", source, clone);

    sql("DROP TABLE lake.db.%s PURGE", source);
    assertThat(sql(query, clone)).isEqualTo(rows).hasSize(alsoOfThePresent ? 4 : 3);
    assertThat(stock(clone)).hasSize(rows.size());
    assertThat(promises(clone)).containsExactly("unique", "unique");
    assertThat(column("SELECT DISTINCT partition.id_bucket_2 FROM lake.db." + clone + ".files"))
        .containsExactlyInAnyOrder(0, 1);
    assertSidecarsOfFiles(clone);
    insert(clone, "(2, 'c', X'C2', NULL, NULL), (3, 'c', NULL, NULL, NULL)");
    assertThat(sql("SELECT id, name FROM lake.db.%s WHERE id < 4 ORDER BY id", clone))
        .containsExactly(row(2, "c"), row(3, "c"));
    assertThat(compact("'db.%s'", clone).get(0)).isEqualTo(4);
  }

  @Test
  void readsAsIcebergTableToo() {
    createKeyed("shown");
    insert(
        "shown",
        "(1, 'a', X'A1', array(X'01', NULL), map('k', X'02')), (2, 'a', X'A2', NULL, NULL)");
    insert("shown", "(2, 'b', NULL, array(), map())");
    sql("DELETE FROM lake.db.shown WHERE id = 1");

    assertThat(sql("CALL lake.sys.clone('db.shown', 'db.copy')").get(0).get(3)).isEqualTo(1L);

    assertThat(sql("SELECT * FROM lake.db.copy"))
        .containsExactly(row(2, "b", null, row(), Map.of()));
    assertThat(sql("SELECT id, name FROM stock.db.copy")).containsExactly(row(2, "b"));
    assertThat(iceberg("stock.db.copy").schema().identifierFieldNames()).containsExactly("id");
    sql("INSERT INTO lake.db.copy VALUES (2, 'c', X'C2', NULL, NULL)");
    assertThat(sql("SELECT id, name, pic FROM lake.db.copy")).containsExactly(row(2, "c", "C2"));
  }
}
