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

import io.icepack.spark.testing.Sessions;
import io.icepack.spark.testing.SparkTest;
import io.icepack.spark.testing.StorageProbe;
import io.icepack.spark.testing.TableFiles;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.SparkSession;

/**
 * What tests of UPDATE, DELETE and MERGE share. Each of them runs twice: in a session with
 * Icepack's extension, which must not read a payload that no expression looks at, and in one
 * without, which must come to the same results.
 */
abstract class RowLevelContract extends SparkTest {

  static final String COLUMNS =
      "(id INT, name STRING, pic BINARY COMMENT '__BLOB_FIELD', "
          + "thumb BINARY COMMENT '__BLOB_FIELD', imgs ARRAY<BINARY> COMMENT '__BLOB_FIELD', "
          + "m MAP<STRING, BINARY> COMMENT '__BLOB_FIELD')";

  /** Whether the session has Icepack's extension. */
  abstract boolean extended();

  @Override
  protected SparkSession newSession() {
    SparkSession session = extended() ? Sessions.withExtension() : Sessions.withoutExtension();
    return session.newSession();
  }

  /** A table of four rows in one data file, or in one per partition. */
  String media(String more) {
    String table = create(COLUMNS + " " + more);
    sql(
        "INSERT INTO %s SELECT /*+ COALESCE(1) */ * FROM VALUES "
            + "(1, 'a', X'AAAA', X'01', array(X'01', NULL, X''), map('k', X'01')), "
            + "(2, 'b', NULL, NULL, array(), map()), "
            + "(3, 'c', X'', NULL, NULL, NULL), "
            + "(4, 'd', X'BBBBBBBB', X'04', array(X'02', X'0203'), map('z', X'03'))",
        table);
    StorageProbe.reset();
    return table;
  }

  List<List<Object>> rowsOf(String table) {
    return sql("SELECT * FROM %s ORDER BY id", table);
  }

  List<List<Object>> descriptors(String table) {
    return sql("SELECT id, _blobs FROM %s ORDER BY id", table);
  }

  /** Runs a statement that looks at no payload and therefore moves none. */
  void runWithoutPayloads(String statement, Object... args) {
    StorageProbe.reset();
    sql(statement, args);
    assertThat(StorageProbe.payloadBytesWritten()).as(statement).isZero();
    if (extended()) {
      assertThat(StorageProbe.payloadBytesRead()).as(statement).isZero();
    }
  }

  /** Checks that the sidecar of every data file lists the packs of its rows and no others. */
  void assertSidecars(String table) {
    for (List<Object> file : sql("SELECT file_path FROM %s.data_files", table)) {
      Set<Object> expected = new TreeSet<>();
      sql(
              "SELECT explode(filter(concat(array(_blobs.pic.uri, _blobs.thumb.uri), "
                  + "coalesce(_blobs.imgs.uri, array()), "
                  + "coalesce(transform(map_values(_blobs.m), v -> v.uri), array())), "
                  + "u -> u IS NOT NULL)) FROM %s WHERE _file = '%s'",
              table, file.get(0))
          .forEach(row -> expected.add(row.get(0)));
      assertThat(TableFiles.references((String) file.get(0)))
          .containsAll(expected.stream().map(String.class::cast).toList());
    }
  }
}
