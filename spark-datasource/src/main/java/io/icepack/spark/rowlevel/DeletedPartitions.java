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

import io.icepack.spark.table.InternalRowStruct;
import java.util.HashMap;
import java.util.Map;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Partitioning;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.StructProjection;
import org.apache.spark.sql.catalyst.InternalRow;

/** The partitions of deleted rows, which come as one struct for all specs of the table. */
final class DeletedPartitions {

  private final Map<Integer, PartitionSpec> specs;
  private final Map<Integer, StructProjection> projections = new HashMap<>();
  private final int fields;
  private final InternalRowStruct struct;

  DeletedPartitions(Table table) {
    Types.StructType type = Partitioning.partitionType(table);
    this.specs = table.specs();
    this.fields = type.fields().size();
    this.struct = new InternalRowStruct(type);
    specs.forEach(
        (id, spec) -> projections.put(id, StructProjection.create(type, spec.partitionType())));
  }

  int partitionFields() {
    return fields;
  }

  PartitionSpec spec(int specId) {
    return specs.get(specId);
  }

  StructLike partition(int specId, InternalRow partition) {
    return projections.get(specId).wrap(struct.wrap(partition));
  }
}
