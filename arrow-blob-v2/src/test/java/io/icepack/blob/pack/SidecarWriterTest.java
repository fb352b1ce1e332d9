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
package io.icepack.blob.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icepack.blob.base.BaseRegistry;
import io.icepack.blob.base.DescriptorResolver;
import io.icepack.blob.descriptor.BlobDescriptor;
import io.icepack.blob.store.BlobInput;
import io.icepack.blob.store.BlobOutput;
import io.icepack.blob.store.CountingBlobStore;
import io.icepack.blob.store.FailingBlobStore;
import io.icepack.blob.store.FailingBlobStore.Operation;
import io.icepack.blob.store.MemoryBlobStore;
import io.icepack.blob.store.PayloadRange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SidecarWriterTest {
  private static final String TABLE = "mem://w/t";
  private static final String DATA_FILE = TABLE + "/data/p=1/f.parquet";

  private final MemoryBlobStore memory = new MemoryBlobStore();
  private final CountingBlobStore store = new CountingBlobStore(memory);

  @Test
  void placesPayloadsBySize() throws IOException {
    SidecarWriter writer = new SidecarWriter(store, DATA_FILE, 4, 6);
    List<BlobDescriptor> descriptors = new ArrayList<>();
    for (int size : new int[] {3, 5, 3, 0, 4, 9}) {
      descriptors.add(writer.append(payload(size)));
    }
    try (BlobOutput output = memory.create("mem://stored")) {
      output.write(payload(9));
    }
    try (BlobInput stored = memory.open("mem://stored")) {
      descriptors.add(writer.append(stored, 0, 2));
      descriptors.add(writer.append(stored, 0, 8));
      descriptors.add(writer.append(stored, 0, 0));
    }
    writer.close();
    assertThat(descriptors)
        .containsExactly(
            BlobDescriptor.packed(1, 0, 3),
            BlobDescriptor.dedicated(2, 5),
            BlobDescriptor.packed(1, 3, 3),
            BlobDescriptor.inline(new byte[0]),
            BlobDescriptor.packed(3, 0, 4),
            BlobDescriptor.dedicated(4, 9),
            BlobDescriptor.packed(3, 4, 2),
            BlobDescriptor.dedicated(5, 8),
            BlobDescriptor.inline(new byte[0]));
    DescriptorResolver resolver = new DescriptorResolver(BaseRegistry.empty(), TABLE);
    for (BlobDescriptor descriptor : descriptors) {
      if (!descriptor.isEmpty()) {
        assertThat(read(resolver.resolve(descriptor, DATA_FILE)))
            .isEqualTo(payload((int) descriptor.size()));
      }
    }
    assertThat(memory.list(TABLE + "/data/p=1/_f")).hasSize(5);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4})
  void leavesNothingAfterAFailure(int n) throws IOException {
    SidecarWriter writer =
        new SidecarWriter(FailingBlobStore.onNth(store, Operation.WRITE, n), DATA_FILE, 4, 100);
    assertThatThrownBy(
            () -> {
              for (int size : new int[] {3, 5, 2, 9}) {
                writer.append(payload(size));
              }
            })
        .hasMessageStartingWith("503 Slow Down: WRITE");
    assertThatThrownBy(writer::close)
        .hasMessage("Cannot close blob writer: an earlier append or close failed");
    writer.abort();
    assertThat(memory.list(TABLE)).isEmpty();
    assertThat(store.openOutputs()).isZero();
  }

  private byte[] read(PayloadRange range) throws IOException {
    try (BlobInput input = memory.open(range.location())) {
      return input.stream(range.position(), range.length()).readAllBytes();
    }
  }

  private static byte[] payload(int size) {
    byte[] payload = new byte[size];
    for (int i = 0; i < size; i++) {
      payload[i] = (byte) (i + 1);
    }
    return payload;
  }
}
