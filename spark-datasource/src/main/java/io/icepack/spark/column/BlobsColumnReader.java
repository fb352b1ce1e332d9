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
import io.icepack.blob.descriptor.BlobKind;
import io.icepack.blob.descriptor.SerializedDescriptor;
import io.icepack.spark.table.BlobShape;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/** Reads the metadata column {@code _blobs}, with only those fields that a query asks for. */
final class BlobsColumnReader implements ColumnReader {

  private final List<SourceColumn> sources;
  private final List<StructType> references;
  private final ReadSession session;

  /**
   * @param type the requested part of {@code _blobs}, one field per source
   * @param sources each with the shape of its field
   */
  BlobsColumnReader(StructType type, List<SourceColumn> sources, ReadSession session) {
    this.sources = sources;
    this.references =
        Arrays.stream(type.fields())
            .map(field -> field.dataType() instanceof StructType struct ? struct : null)
            .toList();
    this.session = session;
  }

  @Override
  public Object build(InternalRow physical, String dataFile, InternalRow built) {
    Object[] columns = new Object[sources.size()];
    for (int i = 0; i < columns.length; i++) {
      SourceColumn source = sources.get(i);
      if (source instanceof BlobSource column) {
        columns[i] =
            column.map(
                physical,
                dataFile,
                (blob, handle) ->
                    show((StructType) blob.shown(), name -> value(blob, name, handle)));
      } else if (source instanceof DescriptorSource reference) {
        SerializedDescriptor descriptor = reference.descriptor(physical, dataFile);
        columns[i] =
            descriptor == null ? null : show(references.get(i), name -> value(name, descriptor));
      }
    }
    return new GenericInternalRow(columns);
  }

  private static InternalRow show(StructType leaf, Function<String, Object> value) {
    return new GenericInternalRow(Arrays.stream(leaf.fieldNames()).map(value).toArray());
  }

  private Object value(BlobShape.Value blob, String name, Handle handle) {
    BlobDescriptor descriptor = handle.descriptor();
    return switch (name) {
      case "kind" -> descriptor.kind().code();
      case "position" -> descriptor.position();
      case "size" -> descriptor.size();
      case "blob_id" -> descriptor.blobId();
      case "blob_uri" -> UTF8String.fromString(descriptor.blobUri());
      case "uri" -> UTF8String.fromString(session.uri(blob.path(), handle));
      default -> throw unknown(name);
    };
  }

  private static Object value(String name, SerializedDescriptor descriptor) {
    return switch (name) {
      case "kind" -> BlobKind.EXTERNAL.code();
      case "position" -> descriptor.offset();
      case "size" -> descriptor.length();
      case "blob_id" -> 0L;
      case "blob_uri", "uri" -> UTF8String.fromString(descriptor.uri());
      default -> throw unknown(name);
    };
  }

  private static IllegalArgumentException unknown(String name) {
    return new IllegalArgumentException("Cannot read field " + name + " of a blob");
  }
}
