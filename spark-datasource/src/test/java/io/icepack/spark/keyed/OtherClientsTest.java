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
package io.icepack.spark.keyed;

import static org.assertj.core.api.Assertions.assertThat;

import io.icepack.spark.testing.SparkTest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.RowDelta;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.deletes.EqualityDeleteWriter;
import org.apache.iceberg.encryption.EncryptedFiles;
import org.apache.iceberg.encryption.EncryptedOutputFile;
import org.apache.iceberg.encryption.EncryptionKeyMetadata;
import org.apache.iceberg.formats.FormatModelRegistry;
import org.apache.iceberg.io.DataWriter;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Primary-key tables that other Iceberg clients read and write. */
class OtherClientsTest extends SparkTest {

  @BeforeAll
  void configureStockCatalog() {
    spark.conf().set("spark.sql.catalog.stock", "org.apache.iceberg.spark.SparkCatalog");
    spark.conf().set("spark.sql.catalog.stock.type", "hadoop");
    spark.conf().set("spark.sql.catalog.stock.warehouse", warehouse());
    spark.conf().set("spark.sql.catalog.stock.cache-enabled", "false");
  }

  private void assertRows(String table, List<?>... rows) {
    for (String name : List.of(table, table.replace("lake.", "stock."))) {
      assertThat(sql("SELECT id, name FROM %s ORDER BY id", name))
          .as(name)
          .containsExactly(rows(rows));
      assertThat(sql("SELECT count(*) FROM %s", name))
          .as(name)
          .containsExactly(row((long) rows.length));
    }
  }

  @SuppressWarnings("unchecked")
  private static List<Object>[] rows(List<?>... rows) {
    return (List<Object>[]) rows;
  }

  @Test
  void readTheDefaultEngineRightAtAnyMoment() {
    String table =
        create(
            "(id INT, name STRING, pic BINARY COMMENT '__BLOB_FIELD', "
                + "PRIMARY KEY (id) NOT ENFORCED)");
    sql("INSERT INTO %s (id, name) VALUES (1, 'a'), (2, 'b')", table);
    assertRows(table, row(1, "a"), row(2, "b"));
    sql("INSERT INTO %s (id, name) VALUES (2, 'c'), (3, 'd'), (3, 'e')", table);
    assertRows(table, row(1, "a"), row(2, "c"), row(3, "e"));
    sql("DELETE FROM %s WHERE name = 'a'", table);
    assertRows(table, row(2, "c"), row(3, "e"));
    sql("UPDATE %s SET name = 'f' WHERE id = 2", table);
    assertRows(table, row(2, "f"), row(3, "e"));
    sql("INSERT INTO %s.row_kind_op VALUES (3, 'e', NULL, '-D'), (1, 'g', NULL, '+I')", table);
    assertRows(table, row(1, "g"), row(2, "f"));
    sql("INSERT OVERWRITE %s (id, name) VALUES (5, 'x'), (5, 'y')", table);
    assertRows(table, row(5, "y"));
  }

  @Test
  void readUpsertsThatIcebergsOwnWritersMade() throws IOException {
    String table = create("(id INT, name STRING, PRIMARY KEY (id) NOT ENFORCED)");
    sql("INSERT INTO %s VALUES (1, 'a'), (2, 'b'), (3, 'c'), (4, 'd')", table);
    upsert(table, List.of(record(table, 3, "f"), record(table, 1, "e")), List.of(4));
    assertRows(table, row(1, "e"), row(2, "b"), row(3, "f"));
    sql("INSERT INTO %s VALUES (3, 'g')", table);
    assertRows(table, row(1, "e"), row(2, "b"), row(3, "g"));
    upsert(table, List.of(record(table, 9, "z"), record(table, 4, "y")), List.of());
    assertRows(table, row(1, "e"), row(2, "b"), row(3, "g"), row(4, "y"), row(9, "z"));
  }

  @Test
  void readRowsThatIcebergsOwnStatementsChanged() {
    String table = create("(id INT, name STRING, PRIMARY KEY (id) NOT ENFORCED)");
    String stock = table.replace("lake.", "stock.");
    sql("INSERT INTO %s VALUES (1, 'a'), (2, 'b'), (3, 'c')", table);
    sql("INSERT INTO %s VALUES (2, 'd'), (3, 'e')", table);
    sql("ALTER TABLE %s SET TBLPROPERTIES ('write.delete.mode'='merge-on-read')", table);
    sql("DELETE FROM %s WHERE id = 3", stock);
    assertRows(table, row(1, "a"), row(2, "d"));
    sql("UPDATE %s SET name = 'f' WHERE id = 2", stock);
    assertRows(table, row(1, "a"), row(2, "f"));
    sql("INSERT INTO %s VALUES (7, 'h'), (5, 'g')", stock);
    assertRows(table, row(1, "a"), row(2, "f"), row(5, "g"), row(7, "h"));
  }

  private Record record(String table, int id, String name) {
    Record record = GenericRecord.create(iceberg(table).schema());
    record.setField("id", id);
    record.setField("name", name);
    return record;
  }

  /** New rows in any order, with equality deletes of their keys and of some others. */
  private void upsert(String name, List<Record> rows, List<Integer> deleted) throws IOException {
    Table table = iceberg(name);
    Schema key = table.schema().select("id");
    DataWriter<Record> data =
        FormatModelRegistry.<Record, Object>dataWriteBuilder(
                FileFormat.PARQUET, Record.class, newFile(table))
            .schema(table.schema())
            .spec(PartitionSpec.unpartitioned())
            .build();
    EqualityDeleteWriter<Record> deletes =
        FormatModelRegistry.<Record, Object>equalityDeleteWriteBuilder(
                FileFormat.PARQUET, Record.class, newFile(table))
            .schema(key)
            .equalityFieldIds(new ArrayList<>(table.schema().identifierFieldIds()).get(0))
            .spec(PartitionSpec.unpartitioned())
            .build();
    try (data;
        deletes) {
      for (Record row : rows) {
        data.write(row);
        deletes.write(GenericRecord.create(key).copy("id", row.getField("id")));
      }
      deleted.forEach(id -> deletes.write(GenericRecord.create(key).copy("id", id)));
    }
    DataFile dataFile = data.toDataFile();
    DeleteFile deleteFile = deletes.toDeleteFile();
    RowDelta delta = table.newRowDelta().addRows(dataFile).addDeletes(deleteFile);
    delta.commit();
  }

  private static EncryptedOutputFile newFile(Table table) {
    String location = table.locationProvider().newDataLocation(UUID.randomUUID() + ".parquet");
    return EncryptedFiles.encryptedOutput(
        table.io().newOutputFile(location), EncryptionKeyMetadata.EMPTY);
  }
}
