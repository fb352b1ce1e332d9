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

import io.icepack.spark.column.DataFilePlacement;
import io.icepack.spark.column.RowMover;
import java.io.IOException;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.io.DataWriteResult;
import org.apache.iceberg.io.DataWriter;
import org.apache.spark.sql.catalyst.InternalRow;

/**
 * The writer of one data file to which payloads belong. Rows carry them here, since only now it is
 * known which data file takes them; they are complete before it is.
 */
final class PlacingDataWriter extends DataWriter<InternalRow> {

  private final DataWriter<InternalRow> writer;
  private final String location;
  private final DataFilePlacement payloads;
  private final RowMover placing;

  PlacingDataWriter(
      DataWriter<InternalRow> writer,
      String location,
      PartitionSpec spec,
      StructLike partition,
      DataFilePlacement payloads,
      RowMover placing) {
    super(null, null, location, spec, partition, null);
    this.writer = writer;
    this.location = location;
    this.payloads = payloads;
    this.placing = placing;
  }

  @Override
  public void write(InternalRow row) {
    writer.write(placing.move(row, location));
  }

  @Override
  public long length() {
    return writer.length();
  }

  @Override
  public void close() throws IOException {
    try {
      payloads.close();
    } finally {
      writer.close();
    }
  }

  @Override
  public DataFile toDataFile() {
    return writer.toDataFile();
  }

  @Override
  public DataWriteResult result() {
    return writer.result();
  }
}
