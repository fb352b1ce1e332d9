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
import java.util.UUID;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.GenericFileWriterFactory;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.deletes.EqualityDeleteWriter;
import org.apache.iceberg.encryption.EncryptionUtil;
import org.junit.jupiter.api.Test;

/** Files that other clients have written to a primary-key table are folded right. */
class CompactForeignTest extends KeyedTest {

  /** Deletes rows by the value of one column, as Flink or an Iceberg API client does. */
  private void deleteByValue(String name, String column, Object value) throws Exception {
    Table table = iceberg("lake.db." + name);
    Schema schema = table.schema().select(column);
    GenericFileWriterFactory factory =
        new GenericFileWriterFactory.Builder(table)
            .deleteFileFormat(FileFormat.PARQUET)
            .equalityFieldIds(new int[] {table.schema().findField(column).fieldId()})
            .equalityDeleteRowSchema(schema)
            .build();
    String location = table.locationProvider().newDataLocation(UUID.randomUUID() + ".parquet");
    EqualityDeleteWriter<Record> writer =
        factory.newEqualityDeleteWriter(
            EncryptionUtil.plainAsEncryptedOutput(table.io().newOutputFile(location)),
            PartitionSpec.unpartitioned(),
            (StructLike) null);
    try (writer) {
      writer.write(GenericRecord.create(schema).copy(column, value));
    }
    DeleteFile file = writer.toDeleteFile();
    table.newRowDelta().addDeletes(file).commit();
  }

  private List<List<Object>> rows(String table) {
    return sql("SELECT id, name, pic FROM lake.db.%s ORDER BY id", table);
  }

  @Test
  void foldsUnsortedFilesWithRepeatedKeys() {
    createKeyed("appended");
    insert("appended", "(1, 'a', X'A1', NULL, NULL), (2, 'a', X'A2', NULL, NULL)");
    sql(
        "INSERT INTO stock.db.appended SELECT id, name, NULL, NULL, NULL FROM "
            + "(SELECT /*+ COALESCE(1) */ * FROM VALUES (3, 'x'), (1, 'y'), (3, 'z'))"
            + " AS v(id, name)");
    List<List<Object>> rows = rows("appended");
    assertThat(rows).hasSize(3).contains(row(1, "y", null), row(2, "a", "A2"));

    assertThat(figures(compact("'db.appended'"))).isEqualTo(row(2, 1, 1, 0));

    assertThat(rows("appended")).isEqualTo(rows);
    assertThat(sql("SELECT id, name FROM stock.db.appended ORDER BY id"))
        .isEqualTo(rows.stream().map(row -> row.subList(0, 2)).toList());
    assertSidecarsOfFiles("appended");
    assertThat(compact("'db.appended'")).isEqualTo(NOTHING);
  }

  @Test
  void mergesForeignFilesWithoutDeletions() {
    createKeyed("mixed");
    sql("INSERT INTO lake.db.mixed (id, name) SELECT id, sha2(string(id), 512) FROM range(3000)");
    sql("INSERT INTO stock.db.mixed VALUES (1, 'x', NULL, NULL, NULL)");
    sql("INSERT INTO stock.db.mixed VALUES (1, 'y', NULL, NULL, NULL)");
    List<List<Object>> rows = rows("mixed");
    long target = (long) scalar("SELECT max(file_size_in_bytes) FROM lake.db.mixed.files") / 2;

    assertThat(
            figures(
                compact(
                    "'db.mixed', strategy => 'minor', options => map('target-file-size-bytes', "
                        + "'%d')",
                    target)))
        .isEqualTo(row(2, 1, 0, 0));

    assertThat(rows("mixed")).isEqualTo(rows);
    assertThat(promises("mixed")).containsExactly("unique", "unique");
  }

  @Test
  void appliesDeletesByKeyAndByOtherColumns() throws Exception {
    createKeyed("deleted");
    insert(
        "deleted",
        "(1, 'a', X'A1', NULL, NULL), (2, 'b', X'A2', NULL, NULL), (3, 'c', X'A3', NULL, NULL), "
            + "(5, 'e', X'A5', NULL, NULL)");
    // The row that hides (5, 'e') is deleted below; what it hides must not come back.
    insert("deleted", "(5, 'b', X'B5', NULL, NULL)");
    deleteByValue("deleted", "id", 1);
    deleteByValue("deleted", "name", "b");
    insert("deleted", "(4, 'b', X'B4', NULL, NULL)");
    List<List<Object>> expected = List.of(row(3, "c", "A3"), row(4, "b", "B4"));
    assertThat(rows("deleted")).isEqualTo(expected);

    assertThat(figures(compact("'db.deleted'"))).isEqualTo(row(3, 1, 5, 0));

    assertThat(rows("deleted")).isEqualTo(expected);
    assertThat(sql("SELECT id FROM stock.db.deleted ORDER BY id")).containsExactly(row(3), row(4));
    assertThat(compact("'db.deleted'")).isEqualTo(NOTHING);
  }

  @Test
  void appliesDeletionVectors() {
    createKeyed(
        "vectors",
        "TBLPROPERTIES ('write.delete.mode' = 'merge-on-read', 'merge-engine' = 'first-row')");
    insert("vectors", "(1, 'a', X'A1', NULL, NULL), (2, 'a', X'A2', NULL, NULL)");
    assertThat(compact("'db.vectors'").subList(0, 2)).isEqualTo(row(0, 0));
    sql("DELETE FROM stock.db.vectors WHERE id = 1");

    assertThat(figures(compact("'db.vectors'"))).isEqualTo(row(1, 1, 1, 0));

    assertThat(rows("vectors")).containsExactly(row(2, "a", "A2"));
    assertThat(scalar("SELECT record_count FROM lake.db.vectors.files")).isEqualTo(1L);
    assertSidecarsOfFiles("vectors");
    assertThat(compact("'db.vectors'").subList(0, 2)).isEqualTo(row(0, 0));
  }

  @Test
  void gathersTheRowsOfAKeyFromPartitionsOfSeveralSpecs() {
    createKeyed("evolved");
    insert("evolved", "(1, 'a', X'A1', NULL, NULL), (2, 'a', X'A2', NULL, NULL)");
    sql("DELETE FROM lake.db.evolved WHERE id = 1");
    sql("ALTER TABLE stock.db.evolved ADD PARTITION FIELD bucket(2, id)");
    insert("evolved", "(2, 'b', X'B2', NULL, NULL), (3, 'b', X'B3', NULL, NULL)");
    List<List<Object>> expected = List.of(row(2, "b", "B2"), row(3, "b", "B3"));
    assertThat(rows("evolved")).isEqualTo(expected);
    String reason =
        " of table lake.db.evolved: another client changed the partitioning, and a deletion would "
            + "not reach the data files that are still in an earlier one; CALL sys.compact on the "
            + "table first";
    assertFails("DELETE FROM lake.db.evolved WHERE id = 2", "Cannot DELETE rows" + reason);
    assertFails(
        "MERGE INTO lake.db.evolved t USING (SELECT 2 AS id) s ON t.id = s.id "
            + "WHEN MATCHED THEN DELETE",
        "Cannot MERGE rows" + reason);
    assertFails(
        "INSERT INTO lake.db.evolved.row_kind_op VALUES (2, 'b', NULL, NULL, NULL, '-D')",
        "Cannot write rows with their kinds" + reason);
    sql("UPDATE lake.db.evolved SET name = 'b' WHERE id = 2");
    assertThat(rows("evolved")).isEqualTo(expected);
    assertThat(compact("'db.evolved', strategy => 'minor'")).isEqualTo(NOTHING);
    int files = dataFiles("evolved").size();

    List<Object> result = compact("'db.evolved'");

    assertThat(result.get(0)).isEqualTo(files);
    assertThat(rows("evolved")).isEqualTo(expected);
    assertThat(sql("SELECT id, name FROM stock.db.evolved ORDER BY id"))
        .containsExactly(row(2, "b"), row(3, "b"));
    assertThat(column("SELECT DISTINCT spec_id FROM lake.db.evolved.files")).containsExactly(1);
    assertSidecarsOfFiles("evolved");
    assertThat(compact("'db.evolved'")).isEqualTo(NOTHING);
    sql("DELETE FROM lake.db.evolved WHERE id = 2");
    assertThat(rows("evolved")).containsExactly(row(3, "b", "B3"));
  }
}
