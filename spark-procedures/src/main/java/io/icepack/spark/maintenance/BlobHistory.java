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
package io.icepack.spark.maintenance;

import io.icepack.spark.column.BlobSource;
import io.icepack.spark.table.BlobColumn;
import io.icepack.spark.table.BlobColumns;
import io.icepack.spark.table.BlobStorage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.types.Types;

/**
 * Every blob column that a table has or had whose payloads it stores. Data files keep the values of
 * a dropped column, and snapshots from before the drop still show them.
 *
 * @param schema physical columns, named after their field ids because names may repeat
 * @param sources the same columns in rows of that schema, under the names they have or had last
 */
record BlobHistory(Schema schema, List<BlobSource> sources) {

  static BlobHistory of(Table table) {
    Map<Integer, Types.NestedField> fields = new TreeMap<>();
    Map<Integer, String> names = new HashMap<>();
    List<Schema> schemas = new ArrayList<>(new TreeMap<>(table.schemas()).values());
    schemas.add(table.schema());
    for (Schema past : schemas) {
      for (BlobColumn column : BlobColumns.of(past, table.properties()).all(BlobStorage.MANAGED)) {
        names.put(column.field().fieldId(), column.name());
        fields.put(
            column.field().fieldId(),
            Types.NestedField.from(column.field())
                .withName("blob_" + column.field().fieldId())
                .asOptional()
                .build());
      }
    }
    Schema schema = new Schema(List.copyOf(fields.values()));
    List<BlobSource> sources = new ArrayList<>();
    for (BlobColumn column : BlobColumns.of(schema, table.properties()).all(BlobStorage.MANAGED)) {
      sources.add(
          new BlobSource(sources.size(), names.get(column.field().fieldId()), column.shape()));
    }
    return new BlobHistory(schema, sources);
  }

  boolean isEmpty() {
    return sources.isEmpty();
  }
}
