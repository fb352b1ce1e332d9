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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Arguments and options of {@code compact}, and what it says about wrong ones. */
class CompactOptionsTest extends ProcedureTest {

  private static final String TWO_FILES =
      "options => map('min-input-files', '2', 'target-file-size-bytes', '100000000')";

  @BeforeAll
  void createTables() {
    createSample("t");
    sql("CREATE TABLE lake.db.plain (id INT)");
  }

  @Test
  void takesArgumentsByPosition() {
    createSample("positional");
    List<Object> figures =
        compact(
            "'db.positional', \"name = 'nobody' OR id < 3\", NULL, map('min-input-files', '3')");
    assertThat(figures.subList(0, 2)).isEqualTo(row(3, 1));
    assertThat(dataFiles("positional")).hasSize(5);
    assertThat(compact("'lake.db.positional'").subList(0, 2)).isEqualTo(row(5, 1));
  }

  @Test
  void findsNothingInAFewSmallFiles() {
    sql("CREATE TABLE lake.db.few (id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    assertThat(compact("'db.few'")).isEqualTo(row(0, 0, 0L, 0L, 0L, 0, 0, null));
    sql("INSERT INTO lake.db.few VALUES (1, X'01')");
    sql("INSERT INTO lake.db.few VALUES (2, X'02')");
    assertThat(compact("'db.few'").subList(0, 2)).isEqualTo(row(0, 0));
    assertThat(compact("'db.few', " + TWO_FILES).subList(0, 2)).isEqualTo(row(2, 1));
    assertThat(compact("'db.few', " + TWO_FILES).subList(0, 2)).isEqualTo(row(0, 0));
    assertThat(compact("'db.few', options => map('rewrite-all', 'true')").subList(0, 2))
        .isEqualTo(row(1, 1));
  }

  @Test
  void dividesWorkIntoCommits() {
    sql(
        "CREATE TABLE lake.db.commits (id INT, pic BINARY COMMENT '__BLOB_FIELD') "
            + "PARTITIONED BY (truncate(10, id))");
    sql("INSERT INTO lake.db.commits VALUES (1, X'01'), (11, X'02'), (21, X'03')");
    sql("INSERT INTO lake.db.commits VALUES (2, X'04'), (12, X'05'), (22, X'06')");
    List<List<Object>> before = sql("SELECT *, _blobs FROM lake.db.commits ORDER BY id");

    List<Object> figures =
        compact(
            "'db.commits', options => map('min-input-files', '2', "
                + "'partial-progress.enabled', 'true', 'partial-progress.max-commits', '2')");

    assertThat(figures.subList(0, 2)).isEqualTo(row(6, 3));
    assertThat(sql("SELECT operation FROM lake.db.commits.snapshots ORDER BY committed_at"))
        .containsExactly(row("append"), row("append"), row("replace"), row("replace"));
    assertThat(sql("SELECT *, _blobs FROM lake.db.commits ORDER BY id")).isEqualTo(before);
  }

  @Test
  void doesNotCopyFilesThatCannotBeJoined() {
    sql("CREATE TABLE lake.db.medium (id INT, pad STRING, pic BINARY COMMENT '__BLOB_FIELD')");
    sql(
        "INSERT INTO lake.db.medium SELECT /*+ REPARTITION(5) */ id, "
            + "sha2(CAST(id AS STRING), 512), X'01' FROM range(1000)");
    long size = (long) scalar("SELECT max(file_size_in_bytes) FROM lake.db.medium.files");
    String options = "options => map('target-file-size-bytes', '" + size * 3 / 2 + "')";

    Set<String> before = dataFiles("medium");
    assertThat(compact("'db.medium', " + options).subList(0, 2)).isEqualTo(row(0, 0));
    assertThat(dataFiles("medium")).isEqualTo(before);
  }

  @Test
  void leavesTablesWithoutBlobsToIceberg() {
    for (int i = 0; i < 5; i++) {
      sql("INSERT INTO lake.db.plain VALUES (%d)", i);
    }
    long bytes = (long) scalar("SELECT sum(file_size_in_bytes) FROM lake.db.plain.files");

    List<Object> figures = compact("'db.plain'");

    long newBytes = (long) scalar("SELECT sum(file_size_in_bytes) FROM lake.db.plain.files");
    assertThat(figures).isEqualTo(row(5, 1, bytes, newBytes, 0L, 0, 0, null));
    assertThat(compact("'db.plain'")).isEqualTo(row(0, 0, 0L, 0L, 0L, 0, 0, null));
    assertThat(stored("plain").sidecars()).isEmpty();
  }

  @Test
  void compactsABranchAlone() {
    createSample("branched");
    sql("ALTER TABLE lake.db.branched CREATE BRANCH b");
    sql("INSERT INTO lake.db.branched.branch_b SELECT 7, 'h', X'07', NULL, NULL");
    Set<String> main = dataFiles("branched");
    String onBranch = "SELECT *, _blobs FROM lake.db.branched.branch_b ORDER BY id";
    List<List<Object>> before = sql(onBranch);

    assertThat(compact("'db.branched', branch => 'b'").subList(0, 2)).isEqualTo(row(8, 1));

    assertThat(dataFiles("branched")).isEqualTo(main);
    assertThat(sql(onBranch)).isEqualTo(before);
    assertThat(sql("SELECT DISTINCT _file FROM lake.db.branched.branch_b")).hasSize(1);
    assertThat(compact("'db.branched.branch_b'").subList(0, 2)).isEqualTo(row(0, 0));
    assertThat(compact("'db.branched'").subList(0, 2)).isEqualTo(row(7, 1));
  }

  @Test
  void refusesWrongTables() {
    refused("'db.none'", "Cannot run compact: there is no table lake.db.none");
    refused(
        "' '", "Cannot run compact: argument 'table' is empty; name a table, such as 'db.media'");
    refused(
        "'a b'", "Cannot run compact: argument 'table' is 'a b', which is not the name of a table");
    refused(
        "'spark_catalog.db.t'",
        "Cannot run compact on table spark_catalog.db.t: it is in catalog spark_catalog; CALL "
            + "spark_catalog.sys.compact instead");
  }

  @Test
  void refusesConditionsOnBlobs() {
    for (String where : List.of("pic IS NULL", "length(pic) > 3 AND id = 4", "pic = X'AA'")) {
      refused(
          "'db.t', \"" + where + "\"",
          "Cannot choose data files of table lake.db.t where '"
              + where
              + "': column pic is a BLOB; use a condition on other columns");
    }
    refused(
        "'db.t', 'size(m) > 1'",
        "Cannot choose data files of table lake.db.t where 'size(m) > 1': column m is a BLOB; use "
            + "a condition on other columns");
  }

  @Test
  void refusesConditionsThatIcebergCannotEvaluate() {
    refused(
        "'db.t', \"upper(name) = 'A'\"",
        "Cannot choose data files of table lake.db.t where 'upper(name) = 'A'': ");
    refused(
        "'db.t', 'nope = 3'",
        "Cannot choose data files of table lake.db.t where 'nope = 3': "
            + "[UNRESOLVED_COLUMN.WITH_SUGGESTION] A column, variable, or function parameter with "
            + "name `nope` cannot be resolved.");
    refused(
        "'db.t', 'id = = 3'",
        "Cannot choose data files of table lake.db.t where 'id = = 3': [PARSE_SYNTAX_ERROR]");
  }

  @Test
  void refusesWrongOptionsAndBranches() {
    refused(
        "'db.t', options => map('min-files', '2')",
        "Cannot compact table lake.db.t with option 'min-files': no such option, use some of "
            + "[delete-file-threshold, delete-ratio-threshold, max-file-group-input-files, "
            + "max-file-group-size-bytes, max-file-size-bytes, max-files-to-rewrite, "
            + "min-file-size-bytes, min-input-files, output-spec-id, partial-progress.enabled, "
            + "partial-progress.max-commits, rewrite-all, rewrite-job-order, "
            + "target-file-size-bytes, use-starting-sequence-number]");
    refused(
        "'db.t', options => map('partial-progress.enabled', 'true', "
            + "'partial-progress.max-commits', '0')",
        "Cannot compact table lake.db.t with option 'partial-progress.max-commits' = '0': use a "
            + "number above 0");
    refused(
        "'db.t', options => map('min-input-files', '0')",
        "Cannot compact table lake.db.t with options {delete-file-threshold=1, "
            + "min-input-files=0}: 'min-input-files' is set to 0 but must be > 0");
    refused(
        "'db.t', branch => 'b'",
        "Cannot compact branch b of table lake.db.t: there is no such branch, there are [main]");
    createSample("tagged");
    sql("ALTER TABLE lake.db.tagged CREATE TAG v1");
    refused(
        "'db.tagged', branch => 'v1'",
        "Cannot compact branch v1 of table lake.db.tagged: it is a tag, and tags do not change");
  }

  private void refused(String arguments, String message) {
    assertThatThrownBy(() -> compact(arguments.replace("%", "%%"))).hasMessageStartingWith(message);
  }
}
