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
package io.icepack.blob.arrow;

import io.icepack.blob.descriptor.BlobDescriptor;
import io.icepack.blob.descriptor.BlobKind;
import io.icepack.blob.descriptor.LogicalBlob;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Keeps the payloads of a test: URIs become External, bytes Managed, each in an object of its own.
 */
final class MemoryBlobs implements BlobWriter, BlobRenderer, BlobReader {

  private final List<byte[]> objects = new ArrayList<>();

  @Override
  public BlobDescriptor write(FieldPath field, LogicalBlob blob) {
    if (blob.uri() != null) {
      long position = blob.hasRange() ? blob.position() : 0;
      long size = blob.hasRange() ? blob.size() : 0;
      return BlobDescriptor.external(blob.uri(), position, size);
    }
    objects.add(blob.data());
    return BlobDescriptor.managed(Integer.toString(objects.size() - 1), 0, blob.data().length);
  }

  @Override
  public LogicalBlob render(FieldPath field, BlobDescriptor descriptor) {
    if (descriptor.kind() == BlobKind.EXTERNAL) {
      boolean ranged = !descriptor.isWholeObject();
      Long position = ranged ? descriptor.position() : null;
      return new LogicalBlob(
          null, descriptor.blobUri(), position, ranged ? descriptor.size() : null);
    }
    return new LogicalBlob(bytes(descriptor), null, null, null);
  }

  /** The payload of an External blob of size n is n zeros. */
  @Override
  public List<ByteBuffer> read(FieldPath field, List<BlobDescriptor> descriptors) {
    return descriptors.stream().map(descriptor -> ByteBuffer.wrap(bytes(descriptor))).toList();
  }

  /** A value of {@link Batches} with the payload of each logical blob in its place. */
  static Object payloads(Object value) {
    if (value instanceof LogicalBlob blob) {
      return ByteBuffer.wrap(
          blob.data() != null
              ? blob.data()
              : new byte[blob.hasRange() ? blob.size().intValue() : 0]);
    }
    if (value instanceof List<?> list) {
      return new ArrayList<>(list.stream().map(MemoryBlobs::payloads).toList());
    }
    if (value instanceof Map<?, ?> map) {
      Map<Object, Object> payloads = new LinkedHashMap<>();
      map.forEach((name, child) -> payloads.put(name, payloads(child)));
      return payloads;
    }
    return value;
  }

  private byte[] bytes(BlobDescriptor descriptor) {
    return descriptor.kind() == BlobKind.EXTERNAL
        ? new byte[(int) descriptor.size()]
        : objects.get(Integer.parseInt(descriptor.blobUri()));
  }
}
