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

import io.icepack.spark.table.BlobColumn;
import io.icepack.spark.table.BlobColumns;
import io.icepack.spark.table.BlobShape;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.Schema;

/**
 * A blob column of the rows that a task writes, whose payloads the table stores.
 *
 * @param ordinal its ordinal in the row
 * @param name its name, for errors
 * @param shape its shape in data files
 */
public record WrittenBlob(int ordinal, String name, BlobShape shape) implements Serializable {

  static List<WrittenBlob> of(BlobColumns columns, Schema schema) {
    List<WrittenBlob> blobs = new ArrayList<>();
    for (int i = 0; i < schema.columns().size(); i++) {
      Optional<BlobColumn> column = columns.findManaged(schema.columns().get(i).name());
      if (column.isPresent()) {
        blobs.add(new WrittenBlob(i, column.get().name(), column.get().shape()));
      }
    }
    return blobs;
  }
}
