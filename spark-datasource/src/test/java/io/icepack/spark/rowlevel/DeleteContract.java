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
package io.icepack.spark.rowlevel;

import static org.assertj.core.api.Assertions.assertThat;

import io.icepack.spark.testing.StorageProbe;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** DELETE. */
abstract class DeleteContract extends RowLevelContract {

  @Test
  void leavesOtherDescriptorsAndFilesAlone() {
    String table = media("");
    List<List<Object>> before = descriptors(table);
    runWithoutPayloads("DELETE FROM %s WHERE id = 2", table);
    assertThat(descriptors(table)).containsExactly(before.get(0), before.get(2), before.get(3));
    assertThat(sql("SELECT count(*) FROM %s.data_files", table)).containsExactly(row(1L));
    assertThat(sql("SELECT file_format, record_count FROM %s.delete_files", table))
        .containsExactly(row("PUFFIN", 1L));
    assertThat(files(table).sidecars()).hasSize(1);
  }

  @Test
  void mergesEarlierDeletesOfAFile() {
    String table = media("");
    runWithoutPayloads("DELETE FROM %s WHERE id = 1", table);
    runWithoutPayloads("DELETE FROM %s WHERE id = 2", table);
    runWithoutPayloads("UPDATE %s SET name = 'x' WHERE id = 3", table);
    runWithoutPayloads("DELETE FROM %s WHERE id = 99", table);
    assertThat(sql("SELECT record_count FROM %s.delete_files", table)).containsExactly(row(3L));
    assertThat(sql("SELECT id, name, pic FROM %s ORDER BY id", table))
        .containsExactly(row(3, "x", ""), row(4, "d", "BBBBBBBB"));
    runWithoutPayloads("DELETE FROM %s WHERE id > 0 AND name IS NOT NULL AND name < 'zz'", table);
    assertThat(sql("SELECT count(*) FROM %s", table)).containsExactly(row(0L));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "length(pic) = 2|[[2], [3], [4]]",
        "pic IS NULL|[[1], [3], [4]]",
        "pic IS NOT NULL|[[2]]",
        "pic = X''|[[1], [2], [4]]",
        "imgs IS NULL OR m IS NULL|[[1], [2], [4]]",
        "size(imgs) = 0|[[1], [3], [4]]",
        "get(imgs, 1) = X'0203'|[[1], [2], [3]]",
        "m['k'] = X'01'|[[2], [3], [4]]",
        "pic > thumb|[[2], [3]]",
        "_blobs.pic.size > 2|[[1], [2], [3]]",
        "pic IN (SELECT pic FROM T WHERE id = 4)|[[1], [2], [3]]",
        "EXISTS (SELECT 1 FROM VALUES (X'AAAA') AS s(p) WHERE s.p = pic)|[[2], [3], [4]]",
        "id = (SELECT max(id) FROM T WHERE length(pic) < 3)|[[1], [2], [4]]",
        "id IN (1, 2) AND name <> 'b'|[[2], [3], [4]]",
        "false|[[1], [2], [3], [4]]",
        "true|[]"
      })
  void deletesWhatTheConditionSays(String condition, String left) {
    String table = media("");
    sql("DELETE FROM %s WHERE %s", table, condition.replaceAll("\\bT\\b", table));
    assertThat(sql("SELECT id FROM %s ORDER BY id", table)).hasToString(left);
    assertThat(StorageProbe.payloadBytesWritten()).isZero();
  }

  @Test
  void dropsWholePartitionsByMetadata() {
    String table = media("PARTITIONED BY (name)");
    runWithoutPayloads("DELETE FROM %s WHERE name IN ('a', 'b')", table);
    assertThat(sql("SELECT id, pic FROM %s ORDER BY id", table))
        .containsExactly(row(3, ""), row(4, "BBBBBBBB"));
    assertThat(sql("SELECT operation FROM %s.snapshots ORDER BY committed_at DESC LIMIT 1", table))
        .containsExactly(row("delete"));
    assertThat(sql("SELECT count(*) FROM %s.delete_files", table)).containsExactly(row(0L));
    runWithoutPayloads("DELETE FROM %s", table);
    assertThat(sql("SELECT count(*) FROM %s.files", table)).containsExactly(row(0L));
  }

  @Test
  void takesInPositionDeletesOfFormat2() {
    String table =
        create(
            "(id INT, name STRING) PARTITIONED BY (name) TBLPROPERTIES ('format-version'='2', "
                + "'write.delete.mode'='merge-on-read', 'write.delete.granularity'='partition')");
    sql("INSERT INTO %s SELECT id, 'a' FROM range(0, 6, 1, 2)", table);
    sql("DELETE FROM %s WHERE id IN (0, 5)", table);
    sql("ALTER TABLE %s SET TBLPROPERTIES ('format-version'='3')", table);
    sql("ALTER TABLE %s ADD COLUMN pic BINARY COMMENT '__BLOB_FIELD'", table);
    sql("DELETE FROM %s WHERE id = 1", table);
    sql("UPDATE %s SET pic = X'EE' WHERE id = 2", table);
    sql("DELETE FROM %s WHERE id = 3", table);
    assertThat(sql("SELECT id, pic FROM %s ORDER BY id", table))
        .containsExactly(row(2, "EE"), row(4, null));
  }

  @Test
  void truncates() {
    String table = media("");
    runWithoutPayloads("TRUNCATE TABLE %s", table);
    assertThat(rowsOf(table)).isEmpty();
    sql("INSERT INTO %s (id, pic) VALUES (1, X'11')", table);
    assertThat(sql("SELECT id, pic FROM %s", table)).containsExactly(row(1, "11"));
  }

  @Test
  void deletesFromPartitionsAndBranches() {
    String table = media("PARTITIONED BY (bucket(2, id), name)");
    sql("ALTER TABLE %s CREATE BRANCH b", table);
    runWithoutPayloads("DELETE FROM %s.branch_b WHERE id < 4", table);
    runWithoutPayloads("DELETE FROM %s.branch_b WHERE name = 'zz' OR id = 77", table);
    assertThat(sql("SELECT id, pic FROM %s.branch_b", table)).containsExactly(row(4, "BBBBBBBB"));
    assertThat(sql("SELECT count(*) FROM %s", table)).containsExactly(row(4L));
    runWithoutPayloads("UPDATE %s.branch_b SET name = 'x'", table);
    assertThat(sql("SELECT id, name, pic FROM %s.branch_b", table))
        .containsExactly(row(4, "x", "BBBBBBBB"));
  }

  @Test
  void readsThroughCachesThatWereFilledBefore() {
    String table = media("");
    sql("CACHE TABLE %s", table);
    sql("DELETE FROM %s WHERE id = 1", table);
    sql("UPDATE %s SET pic = X'EE' WHERE pic = X''", table);
    assertThat(sql("SELECT id, pic FROM %s ORDER BY id", table))
        .containsExactly(row(2, null), row(3, "EE"), row(4, "BBBBBBBB"));
    sql("UNCACHE TABLE %s", table);
    assertThat(sql("SELECT id, pic FROM %s ORDER BY id", table))
        .containsExactly(row(2, null), row(3, "EE"), row(4, "BBBBBBBB"));
  }
}
