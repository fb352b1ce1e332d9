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
package io.icepack.spark.scan;

import java.io.IOException;
import java.util.Collections;
import java.util.Iterator;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** The rows of a columnar reader, one after the other; a row is valid until the next. */
public final class ColumnarRows implements PartitionReader<InternalRow> {

  private final PartitionReader<ColumnarBatch> batches;
  private Iterator<InternalRow> rows = Collections.emptyIterator();

  public ColumnarRows(PartitionReader<ColumnarBatch> batches) {
    this.batches = batches;
  }

  @Override
  public boolean next() throws IOException {
    while (!rows.hasNext()) {
      if (!batches.next()) {
        return false;
      }
      rows = batches.get().rowIterator();
    }
    return true;
  }

  @Override
  public InternalRow get() {
    return rows.next();
  }

  @Override
  public CustomTaskMetric[] currentMetricsValues() {
    return batches.currentMetricsValues();
  }

  @Override
  public void close() throws IOException {
    batches.close();
  }
}
