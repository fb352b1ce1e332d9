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
import io.icepack.blob.descriptor.DataUri;
import io.icepack.blob.descriptor.ExternalUri;
import io.icepack.blob.descriptor.SerializedDescriptor;
import io.icepack.blob.store.BlobStore;
import io.icepack.blob.store.PayloadRange;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.util.Optional;
import org.apache.iceberg.exceptions.ValidationException;

/**
 * Takes the values of a statement for serialised descriptors of payloads that another table can
 * read, and copies these payloads. Objects are looked at one after the other.
 */
public final class SourcePayloads implements Closeable {

  private final String target;
  private final String source;
  private final OpenObject objects;

  /**
   * @param target full name of the table that is written, for errors
   * @param source name of the other table, for errors
   * @param store storage as the other table sees it
   */
  public SourcePayloads(String target, String source, BlobStore store) {
    this.target = target;
    this.source = source;
    this.objects = new OpenObject(store);
  }

  /**
   * Stores the payload that a value points at.
   *
   * @throws ValidationException if the value is no descriptor
   * @throws IOException if there is no such object or it is too short
   */
  BlobDescriptor store(String column, byte[] value, PayloadPlacement placement) throws IOException {
    PayloadRange range = range(column, value);
    if (DataUri.matches(range.location())) {
      return placement.place(DataUri.read(range));
    }
    try {
      return placement.place(new StoredPayload(objects, settle(range)));
    } catch (IOException e) {
      throw new IOException(failure(column, e.getMessage()), e);
    }
  }

  private PayloadRange range(String column, byte[] value) {
    SerializedDescriptor descriptor;
    try {
      descriptor = SerializedDescriptor.decode(value);
    } catch (IllegalArgumentException e) {
      throw new ValidationException(
          e,
          "%s; values are descriptors of payloads of that table, which a query of it with "
              + "'blob-as-descriptor' returns",
          failure(column, e.getMessage()));
    }
    Optional<String> refusal = ExternalUri.refusal(descriptor.uri());
    if (refusal.isPresent()) {
      throw new ValidationException("%s", failure(column, refusal.get()));
    }
    return descriptor.range();
  }

  private PayloadRange settle(PayloadRange range) throws IOException {
    if (range.length() == 0) {
      return range;
    }
    long length = objects.length(range.location());
    PayloadRange settled = range.settle(length);
    if (settled.end() > length) {
      throw new EOFException(
          "Cannot read %s at %d of %s: the object has %d bytes"
              .formatted(
                  range.isOpen() ? "the bytes" : range.length() + " bytes",
                  range.position(),
                  range.location(),
                  length));
    }
    return settled;
  }

  private String failure(String column, String reason) {
    return "Cannot write column %s of table %s from descriptors of table %s: %s"
        .formatted(column, target, source, reason);
  }

  @Override
  public void close() throws IOException {
    objects.close();
  }
}
