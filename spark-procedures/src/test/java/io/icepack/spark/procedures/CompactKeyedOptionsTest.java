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

import java.util.List;
import org.junit.jupiter.api.Test;

/** Which buckets a full compaction folds, into which files, and what it refuses. */
class CompactKeyedOptionsTest extends KeyedTest {

  private static final String PLAIN = "(id INT NOT NULL, v STRING, PRIMARY KEY (id) NOT ENFORCED)";

  private void insert(String table, int from, int to) {
    sql(
        "INSERT INTO lake.db.%s SELECT /*+ COALESCE(1) */ id, sha2(string(id), 512) "
            + "FROM range(%d, %d)",
        table, from, to);
  }

  private String target(long bytes) {
    return "options => map('target-file-size-bytes', '" + bytes + "')";
  }

  private long largest(String table) {
    return (long)
        scalar("SELECT max(file_size_in_bytes) FROM lake.db.%s.files WHERE content = 0", table);
  }

  @Test
  void joinsSmallFilesOfOneKeyRangeAndLeavesTheRest() {
    sql("CREATE TABLE lake.db.joined %s", PLAIN);
    insert("joined", 0, 1000);
    String target = target(largest("joined"));
    insert("joined", 2000, 2010);
    // Nothing has to be merged or joined; deletes that apply to nothing go.
    assertThat(figures(compact("'db.joined', " + target))).isEqualTo(row(0, 0, 2, 0));
    assertThat(compact("'db.joined', " + target)).isEqualTo(NOTHING);
    insert("joined", 3000, 3010);
    // Between the two small files lies no other, so that they become one.
    assertThat(figures(compact("'db.joined', " + target))).isEqualTo(row(2, 1, 1, 0));
    insert("joined", -20, -10);
    // These two lie on both sides of the large one.
    assertThat(figures(compact("'db.joined', " + target))).isEqualTo(row(0, 0, 1, 0));
    assertThat(figures(compact("'db.joined', options => map('rewrite-all', 'true')")))
        .isEqualTo(row(3, 1, 0, 0));
    assertThat(
            sql(
                "SELECT count(*), count(DISTINCT id), count_if(v = sha2(string(id), 512)) "
                    + "FROM lake.db.joined"))
        .containsExactly(row(1030L, 1030L, 1030L));
  }

  /** Bounds of long strings are cut, so that files that follow each other seem to overlap. */
  @Test
  void rollsFilesAtTheTargetSize() {
    sql(
        "CREATE TABLE lake.db.rolled (id STRING NOT NULL, pad BINARY, pic BINARY COMMENT "
            + "'__BLOB_FIELD', PRIMARY KEY (id) NOT ENFORCED) TBLPROPERTIES ("
            + "'write.parquet.dict-size-bytes' = '1024', 'write.object-storage.enabled' = 'true')");
    for (int i = 0; i < 2; i++) {
      sql(
          "INSERT INTO lake.db.rolled SELECT 'a key with a long beginning ' || id, "
              + "unhex(concat(sha2('a' || id, 512), sha2('b' || id, 512))), X'0%d' FROM range(8000)",
          i);
    }
    String target = target(largest("rolled") / 3);
    String query = "SELECT *, _blobs FROM lake.db.rolled ORDER BY id";
    List<List<Object>> before = sql(query);

    List<Object> result = compact("'db.rolled', " + target);

    assertThat(result.get(0)).isEqualTo(2);
    assertThat((int) result.get(1)).isBetween(3, 5);
    assertThat(sql(query)).isEqualTo(before);
    assertThat(sql("SELECT count(*) FROM lake.db.rolled")).containsExactly(row(8000L));
    assertSidecarsOfFiles("rolled");
    assertThat(compact("'db.rolled', " + target)).isEqualTo(NOTHING);
  }

  @Test
  void choosesBucketsByConditionsOnTheKey() {
    sql(
        "CREATE TABLE lake.db.chosen (day DATE NOT NULL, id INT NOT NULL, v INT, "
            + "PRIMARY KEY (day, id) NOT ENFORCED) PARTITIONED BY (months(day)) "
            + "TBLPROPERTIES ('bucket' = '2')");
    for (int i = 0; i < 2; i++) {
      sql(
          "INSERT INTO lake.db.chosen SELECT date_add(DATE'2026-01-01', int(id)), id, %d "
              + "FROM range(59)",
          i);
    }
    assertThat(figures(compact("'db.chosen', \"day = DATE'2026-02-10' AND id < 1000\"")))
        .isEqualTo(row(2, 1, 2, 0));
    assertThat(figures(compact("'db.chosen', \"day < DATE'2026-02-01'\"")))
        .isEqualTo(row(4, 2, 4, 0));
    assertThat(figures(compact("'db.chosen'"))).isEqualTo(row(2, 1, 2, 0));
    assertThat(compact("'db.chosen'")).isEqualTo(NOTHING);
    assertThat(sql("SELECT count(*), sum(v) FROM lake.db.chosen")).containsExactly(row(59L, 59L));
    assertThat(sql("SELECT count(*), sum(v) FROM stock.db.chosen")).containsExactly(row(59L, 59L));
    assertFails(
        "CALL lake.sys.compact('db.chosen', 'v = 1')",
        "Cannot choose data files of table lake.db.chosen where 'v = 1': column v is not in the "
            + "primary key (day, id), and rows of one key are compacted together; use a condition "
            + "on its columns");
  }

  @Test
  void refusesStrategiesAndOptionsThatMakeNoSense() {
    sql("CREATE TABLE lake.db.keyed %s", PLAIN);
    sql("CREATE TABLE lake.db.append (id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    assertFails(
        "CALL lake.sys.compact('db.append', strategy => 'full')",
        "Cannot compact table lake.db.append with strategy 'full': it has no primary key, so that "
            + "there are no runs to merge; leave the strategy out");
    assertFails(
        "CALL lake.sys.compact('db.keyed', strategy => 'FULL')",
        "Cannot compact table lake.db.keyed with strategy 'FULL': there is no such strategy; use "
            + "full or minor");
    assertFails(
        "CALL lake.sys.compact('db.keyed', options => map('min-input-files', '2'))",
        "Cannot compact table lake.db.keyed with option 'min-input-files': strategy full of a "
            + "primary-key table has no such option, use some of [min-file-size-bytes, rewrite-all, "
            + "target-file-size-bytes]");
    assertFails(
        "CALL lake.sys.compact('db.keyed', strategy => 'minor', options => map('rewrite-all', 'true'))",
        "Cannot compact table lake.db.keyed with option 'rewrite-all': strategy minor of a "
            + "primary-key table has no such option, use some of [min-input-files, "
            + "target-file-size-bytes]");
    assertFails(
        "CALL lake.sys.compact('db.keyed', strategy => 'minor', options => map('min-input-files', '1'))",
        "Cannot compact table lake.db.keyed with option 'min-input-files' = '1': use a number, at "
            + "least 2");
    assertFails(
        "CALL lake.sys.compact('db.keyed', options => map('target-file-size-bytes', '1 mb'))",
        "Cannot compact table lake.db.keyed with option 'target-file-size-bytes' = '1 mb': use a "
            + "number, at least 1");
    assertFails(
        "CALL lake.system.rewrite_data_files('db.keyed')",
        "Cannot rewrite data files of table lake.db.keyed: it has a primary key, and Iceberg's "
            + "procedure does not know which rows of a key are newer; CALL sys.compact instead");
    assertThat(compact("'db.keyed'")).isEqualTo(NOTHING);
    assertThat(compact("'db.keyed', strategy => 'minor'")).isEqualTo(NOTHING);
  }
}
