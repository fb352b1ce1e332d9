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

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.apache.iceberg.spark.source.SparkMetadataColumn;
import org.apache.spark.sql.connector.catalog.MetadataColumn;
import org.apache.spark.sql.types.DataTypes;

/**
 * The metadata column {@code _blob_origins}, for UPDATE and MERGE without the session extension:
 * the handle of every blob value that a row holds, each after its column and the SHA-256 of its
 * bytes. A value that is written again with the same bytes keeps its descriptor. Null in queries.
 */
public final class OriginsColumn {

  public static final String NAME = "_blob_origins";

  private static final int DIGEST_LENGTH = 32;

  private OriginsColumn() {}

  /** The metadata column, kept when a row is written again by UPDATE or MERGE. */
  public static MetadataColumn of() {
    return SparkMetadataColumn.builder()
        .name(NAME)
        .dataType(DataTypes.createArrayType(DataTypes.BinaryType, false))
        .withNullability(true)
        .preserveOnReinsert(true)
        .preserveOnUpdate(true)
        .preserveOnDelete(false)
        .build();
  }

  static byte[] entry(String column, byte[] payload, byte[] handle) {
    byte[] name = column.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(Integer.BYTES + name.length + DIGEST_LENGTH + handle.length)
        .putInt(name.length)
        .put(name)
        .put(digest(payload))
        .put(handle)
        .array();
  }

  /** An entry taken apart. */
  record Entry(String column, ByteBuffer digest, byte[] handle) {
    static Entry of(byte[] bytes) {
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      byte[] name = new byte[buffer.getInt()];
      buffer.get(name);
      ByteBuffer digest = buffer.slice(buffer.position(), DIGEST_LENGTH);
      byte[] handle = new byte[buffer.remaining() - DIGEST_LENGTH];
      buffer.get(buffer.position() + DIGEST_LENGTH, handle);
      return new Entry(new String(name, StandardCharsets.UTF_8), digest, handle);
    }
  }

  static ByteBuffer digest(byte[] payload) {
    try {
      return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(payload));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Cannot digest: every Java runtime has SHA-256", e);
    }
  }
}
