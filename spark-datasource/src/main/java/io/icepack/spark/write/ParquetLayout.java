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

import io.icepack.spark.table.BlobShape;
import io.icepack.spark.table.PrimaryKey;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;

/** Properties of Parquet writers that are not Iceberg's defaults, unless the table sets them. */
final class ParquetLayout {

  // A merge holds a row group of every run.
  private static final String RUN_ROW_GROUP_SIZE = String.valueOf(16 << 20);

  private ParquetLayout() {}

  /** The properties of the writers of one task. */
  static Map<String, String> properties(Table table, WriteContext context) {
    Map<String, String> layout = new HashMap<>();
    for (WrittenBlob blob : context.blobs()) {
      positions(blob.name(), blob.shape()).forEach(column -> withoutDictionary(layout, column));
    }
    if (context.schema().findField(MetadataColumns.ROW_ID.fieldId()) != null) {
      withoutDictionary(layout, MetadataColumns.ROW_ID.name());
    }
    if (context.runs() != null) {
      layout.put(TableProperties.PARQUET_ROW_GROUP_SIZE_BYTES, RUN_ROW_GROUP_SIZE);
      PrimaryKey key = context.runs().key();
      if (key.fields().size() == 1) {
        withoutDictionary(layout, key.names().get(0));
      }
    }
    layout.keySet().removeAll(table.properties().keySet());
    layout.putAll(context.properties());
    return layout;
  }

  // Hardly a value of these columns occurs twice, so trying a dictionary is time lost.
  private static void withoutDictionary(Map<String, String> layout, String column) {
    layout.put(TableProperties.PARQUET_DICT_ENCODING_ENABLED_COLUMN_PREFIX + column, "false");
  }

  private static Stream<String> positions(String path, BlobShape shape) {
    if (shape instanceof BlobShape.Elements elements) {
      return positions(path + ".element", elements.element());
    } else if (shape instanceof BlobShape.Entries entries) {
      return positions(path + ".value", entries.value());
    } else if (shape instanceof BlobShape.Fields struct) {
      return struct.fields().stream()
          .filter(field -> field.shape() != null)
          .flatMap(field -> positions(path + "." + field.name(), field.shape()));
    }
    return Stream.of(path + ".position");
  }
}
