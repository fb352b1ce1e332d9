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
import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.iceberg.shaded.org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.iceberg.shaded.org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.iceberg.shaded.org.apache.parquet.hadoop.util.HadoopInputFile;
import org.junit.jupiter.api.Test;

class ParquetLayoutTest extends SparkTest {

  private static final String RANDOM_ROWS =
      "INSERT INTO %s SELECT int(id), aes_encrypt(repeat('x', 8192), left(md5(string(id)), 16)) "
          + "FROM range(0, 3000, 1, 1)";

  @Test
  void groupsFewRowsOfRunsUnlessToldOtherwise() {
    String table = create("(id INT NOT NULL, random BINARY, PRIMARY KEY (id) NOT ENFORCED)");
    sql(RANDOM_ROWS, table);
    sql(
        "ALTER TABLE %s SET TBLPROPERTIES ('write.parquet.row-group-size-bytes'='134217728')",
        table);
    sql(RANDOM_ROWS, table);
    // Iceberg shows no offsets unless it is asked for the size of the file as well.
    assertThat(
            sql(
                "SELECT size(split_offsets) FROM %s.data_files WHERE file_size_in_bytes > 0 ORDER BY 1",
                table))
        .containsExactly(row(1), row(2));
  }

  @Test
  void keepsDictionariesOfColumnsWhoseValuesRepeat() throws IOException {
    String table =
        create(
            "(id INT NOT NULL, name STRING, pic BINARY COMMENT '__BLOB_FIELD', "
                + "pics ARRAY<BINARY> COMMENT '__BLOB_FIELD', "
                + "named MAP<STRING, BINARY> COMMENT '__BLOB_FIELD', PRIMARY KEY (id) NOT ENFORCED) "
                + "TBLPROPERTIES ('merge-engine'='partial-update', 'blob.inline-threshold'='1 kb')");
    sql(
        "INSERT INTO %s SELECT 1, 'same', X'AA', array(X'AA'), map('k', X'AA') FROM range(0, 1000, 1, 1)",
        table);
    assertThat(columnsWithDictionary(new Path(files(table).dataFiles().get(0).toUri())))
        .contains("name", "pic.size", "pics.list.element.size", "named.key_value.value.size")
        .doesNotContain("id")
        .noneMatch(column -> column.endsWith(".position"));
  }

  private static Set<String> columnsWithDictionary(Path file) throws IOException {
    Set<String> columns = new TreeSet<>();
    try (ParquetFileReader reader =
        ParquetFileReader.open(HadoopInputFile.fromPath(file, new Configuration()))) {
      for (ColumnChunkMetaData column : reader.getFooter().getBlocks().get(0).getColumns()) {
        if (column.hasDictionaryPage()) {
          columns.add(column.getPath().toDotString());
        }
      }
    }
    return columns;
  }
}
