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

import io.icepack.spark.testing.StorageProbe;
import io.icepack.spark.testing.StorageProbe.Operation;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeAll;

/** Primary-key tables, and Iceberg's own catalog {@code stock} over the same warehouse. */
abstract class KeyedTest extends ProcedureTest {

  static final String KEYED =
      "(id INT NOT NULL, name STRING, pic BINARY COMMENT '__BLOB_FIELD', "
          + "imgs ARRAY<BINARY> COMMENT '__BLOB_FIELD', "
          + "m MAP<STRING, BINARY> COMMENT '__BLOB_FIELD', PRIMARY KEY (id) NOT ENFORCED) ";

  /** What a compaction reports that finds nothing to do. */
  static final List<Object> NOTHING = row(0, 0, 0L, 0L, 0L, 0, 0, null);

  @BeforeAll
  void startStockCatalog() {
    spark.conf().set("spark.sql.catalog.stock", "org.apache.iceberg.spark.SparkCatalog");
    spark.conf().set("spark.sql.catalog.stock.type", "hadoop");
    spark.conf().set("spark.sql.catalog.stock.warehouse", warehouse());
    spark.conf().set("spark.sql.catalog.stock.cache-enabled", "false");
  }

  void createKeyed(String table, String... clauses) {
    sql("CREATE TABLE lake.db.%s %s %s", table, KEYED, String.join(" ", clauses));
  }

  void insert(String table, String rows) {
    sql("INSERT INTO lake.db.%s VALUES %s", table, rows);
  }

  /** All rows as Iceberg's own reader sees them. */
  List<List<Object>> stock(String table) {
    return sql("SELECT * FROM stock.db.%s ORDER BY id", table);
  }

  /** Row lineage of all rows, as Iceberg's own reader sees it. */
  List<List<Object>> stockLineage(String table) {
    return sql(
        "SELECT id, _row_id, _last_updated_sequence_number FROM stock.db.%s ORDER BY id", table);
  }

  /** Figures of a compaction: data files taken and added, delete files taken and added. */
  List<Object> figures(List<Object> result) {
    return row(result.get(0), result.get(1), result.get(5), result.get(6));
  }

  /** The endings of the names of the live data files, which say what they promise. */
  List<Object> promises(String table) {
    return column(
        "SELECT regexp_extract(file_path, '.*-([a-z0-9]+)[.]parquet', 1) FROM lake.db."
            + table
            + ".files WHERE content = 0 ORDER BY 1");
  }

  List<Object> column(String query) {
    return sql(query).stream().map(row -> row.get(0)).toList();
  }

  /** Runs statements when the compaction has written its first manifest. */
  void meanwhile(String... statements) {
    AtomicBoolean done = new AtomicBoolean();
    StorageProbe.inject(
        access -> {
          if (access.operation() == Operation.CREATE
              && access.location().endsWith("-m0.avro")
              && done.compareAndSet(false, true)) {
            for (String statement : statements) {
              sql(statement);
            }
          }
        });
  }
}
