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
package io.icepack.spark.arrow;

import io.icepack.blob.arrow.IpcBatches;
import io.icepack.blob.arrow.IpcFile;
import io.icepack.blob.store.HadoopBlobStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.execution.vectorized.ColumnVectorUtils;
import org.apache.spark.sql.execution.vectorized.ConstantColumnVector;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.util.ArrowUtils;
import org.apache.spark.sql.vectorized.ArrowColumnVector;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** Reads the record batches of a part of a file, one at a time. */
final class ArrowBatchReader implements PartitionReader<ColumnarBatch> {

  private final PartitionedFile file;
  private final ArrowColumns columns;
  private final BufferAllocator allocator;
  private final IpcFile data;
  private final IpcBatches batches;

  ArrowBatchReader(Configuration configuration, PartitionedFile file, ArrowColumns columns)
      throws IOException {
    this.file = file;
    this.columns = columns;
    String location = file.toPath().toString();
    this.data = IpcFile.open(new HadoopBlobStore(configuration), location);
    this.allocator =
        ArrowUtils.rootAllocator().newChildAllocator("read " + location, 0, Long.MAX_VALUE);
    boolean complete = false;
    try {
      this.batches =
          data.batches(
              columns.in(location, data.schema()),
              file.start(),
              file.start() + file.length(),
              allocator);
      complete = true;
    } finally {
      if (!complete) {
        allocator.close();
        data.close();
      }
    }
  }

  @Override
  public boolean next() throws IOException {
    return batches.next();
  }

  @Override
  public ColumnarBatch get() {
    VectorSchemaRoot batch = batches.batch();
    List<ColumnVector> vectors = new ArrayList<>();
    for (FieldVector vector : batch.getFieldVectors()) {
      vectors.add(new ArrowColumnVector(vector));
    }
    StructField[] partition = columns.partition().fields();
    for (int i = 0; i < partition.length; i++) {
      ConstantColumnVector vector =
          new ConstantColumnVector(batch.getRowCount(), partition[i].dataType());
      ColumnVectorUtils.populate(vector, file.partitionValues(), i);
      vectors.add(vector);
    }
    return new ColumnarBatch(vectors.toArray(ColumnVector[]::new), batch.getRowCount());
  }

  @Override
  public void close() throws IOException {
    batches.close();
    allocator.close();
    data.close();
  }
}
