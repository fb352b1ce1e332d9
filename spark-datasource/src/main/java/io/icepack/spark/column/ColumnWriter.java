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
package io.icepack.spark.column;

import io.icepack.blob.descriptor.BlobDescriptor;
import io.icepack.blob.descriptor.LogicalBlob;
import io.icepack.spark.column.ColumnValues.Side;
import io.icepack.spark.table.BlobForm;
import io.icepack.spark.table.BlobShape;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.InternalRow;

/** Turns the values of one blob column into descriptors while a task writes rows. */
public final class ColumnWriter {

  private final String table;
  private final BlobShape shape;
  private final PayloadStore payloads;
  private final UriStore uris;
  private long rows;

  /**
   * Creates a writer.
   *
   * @param table full name, for errors
   * @param uris what becomes of URIs, null if the column can have none
   */
  public ColumnWriter(String table, BlobShape shape, PayloadStore payloads, UriStore uris) {
    this.table = table;
    this.shape = shape;
    this.payloads = payloads;
    this.uris = uris;
  }

  /**
   * Stores the payloads of a column of a row.
   *
   * @return the value with descriptor structs in the place of blobs, null if it is null
   * @throws ValidationException if a value is no valid one (Blob v2, Logical Input Values)
   */
  public Object write(InternalRow row, int ordinal) throws IOException {
    rows++;
    Object value = ColumnValues.get(row, ordinal, shape, Side.SEEN);
    try {
      return ColumnValues.map(shape, value, Side.SEEN, this::store);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private Object store(BlobShape.Value blob, Object value) {
    try {
      return DescriptorRows.encode(
          blob.form() == BlobForm.BYTES
              ? payloads.store((byte[]) value)
              : store(blob, (InternalRow) value));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private BlobDescriptor store(BlobShape.Value blob, InternalRow struct) throws IOException {
    boolean ranged = blob.form() == BlobForm.RANGE;
    byte[] data = struct.isNullAt(BlobForm.DATA) ? null : struct.getBinary(BlobForm.DATA);
    String uri = struct.isNullAt(BlobForm.URI) ? null : struct.getString(BlobForm.URI);
    Long position = ranged ? number(struct, BlobForm.POSITION) : null;
    Long size = ranged ? number(struct, BlobForm.SIZE) : null;
    Optional<String> problem = LogicalBlob.problem(data, uri, position, size);
    if (problem.isPresent()) {
      throw refused(
          blob,
          problem.get()
              + "; a value has either data, or a uri with position and size or without both",
          null);
    }
    if (data != null) {
      return payloads.storeBytes(data);
    }
    try {
      return uris.store(new LogicalBlob(null, uri, position, size), payloads);
    } catch (IllegalArgumentException e) {
      throw refused(blob, e.getMessage(), e);
    } catch (IOException e) {
      throw new IOException(failure(blob, e.getMessage()), e);
    }
  }

  private static Long number(InternalRow struct, int ordinal) {
    return struct.isNullAt(ordinal) ? null : struct.getLong(ordinal);
  }

  private ValidationException refused(BlobShape.Value blob, String reason, Exception cause) {
    return new ValidationException(cause, "%s", failure(blob, reason));
  }

  private String failure(BlobShape.Value blob, String reason) {
    return String.format(
        "Cannot write column %s of table %s: in row %d of task %d, %s",
        blob.path(), table, rows, TaskContext.getPartitionId(), reason);
  }
}
