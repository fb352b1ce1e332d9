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
package io.icepack.blob.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icepack.blob.base.BaseRegistry;
import io.icepack.blob.base.BlobBase;
import io.icepack.blob.base.DescriptorResolver;
import io.icepack.blob.base.DescriptorRewriter;
import io.icepack.blob.base.OwnedObject;
import io.icepack.blob.base.SidecarObjects;
import io.icepack.blob.descriptor.BlobDescriptor;
import io.icepack.blob.pack.BlobRefs;
import io.icepack.blob.pack.PackWriter;
import io.icepack.blob.pack.SidecarWriter;
import io.icepack.blob.store.HadoopBlobStore;
import io.icepack.blob.store.ObjectStatus;
import io.icepack.blob.store.PayloadRange;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalRoundTripTest {
  @TempDir Path directory;

  private final HadoopBlobStore store = new HadoopBlobStore(new Configuration());

  @ParameterizedTest
  @ValueSource(strings = {"", "file:", "file://"})
  void followsAPayloadThroughItsLife(String scheme) throws IOException {
    String table = scheme + directory + "/a b%20#?+=&图片/t";
    String moved = scheme + directory + "/moved";
    String dataFile = table + "/data/k=a%2Fb/00-1.zstd.parquet";
    String rewritten = moved + "/data/00-2.parquet";
    List<byte[]> payloads = payloads();
    DescriptorResolver resolver =
        new DescriptorResolver(BaseRegistry.of(List.of(new BlobBase(0, table, true))), moved);
    List<BlobDescriptor> descriptors = new ArrayList<>();
    try (PackWriter packs = new PackWriter(store, table, 50_000);
        SidecarWriter sidecars = new SidecarWriter(store, dataFile, 2_000, 10_000)) {
      for (byte[] payload : payloads) {
        descriptors.add(packs.append(payload).descriptor());
        descriptors.add(sidecars.append(payload));
      }
    }
    assertPayloads(resolver, descriptors, dataFile, payloads);

    DescriptorRewriter rewriter = new DescriptorRewriter(resolver);
    List<BlobDescriptor> carried =
        descriptors.stream().map(d -> rewriter.rewrite(d, dataFile, rewritten)).toList();
    assertPayloads(resolver, carried, rewritten, payloads);

    TreeSet<OwnedObject> owned = new TreeSet<>();
    carried.forEach(d -> resolver.ownedObject(d, rewritten).ifPresent(owned::add));
    BlobRefs.write(store, SidecarObjects.references(rewritten), owned);
    try (Stream<ObjectStatus> objects = store.list(table)) {
      assertThat(BlobRefs.read(store, SidecarObjects.references(rewritten)))
          .extracting(OwnedObject::identity)
          .containsExactlyInAnyOrderElementsOf(
              objects.map(o -> OwnedObject.at(o.location()).identity()).toList());
    }
  }

  @Test
  void readsBeyondTwoGibibytes() throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(directory.resolve("sparse").toFile(), "rw")) {
      file.setLength(3L << 30);
      file.seek(5L << 29);
      file.write(new byte[] {1, 2, 3});
    }
    String location = directory + "/sparse";
    try (RangeReader reader = new RangeReader(store, ReadOptions.forLocation(location))) {
      assertThat(reader.read(List.of(new PayloadRange(location, 5L << 29, 16))).get(0).array())
          .startsWith(1, 2, 3, 0)
          .hasSize(16);
      assertThatThrownBy(
              () -> reader.read(List.of(new PayloadRange(location, 0, PayloadRange.WHOLE))))
          .isInstanceOf(PayloadTooLargeException.class)
          .hasMessage(
              "Cannot read 3221225472 bytes at 0 of %s: at most 2147483639 bytes fit in one value",
              location);
    }
  }

  @Test
  void noticesAPackThatLostAByte() throws IOException {
    PackWriter packs = new PackWriter(store, directory.toString(), 1_000);
    PayloadRange first = range(packs.append(new byte[10]).descriptor());
    PayloadRange last = range(packs.append(new byte[10]).descriptor());
    packs.close();
    try (RandomAccessFile file = new RandomAccessFile(last.location(), "rw")) {
      file.setLength(19);
    }
    try (RangeReader reader = new RangeReader(store, ReadOptions.forLocation(last.location()))) {
      assertThatThrownBy(() -> reader.read(List.of(first, last)))
          .isInstanceOf(PayloadReadException.class)
          .hasMessage("Cannot read 10 bytes at 10 of %s: the object has 19 bytes", last.location());
      assertThat(reader.read(List.of(first))).hasSize(1);
    }
    Files.delete(Path.of(last.location()));
    try (RangeReader reader = new RangeReader(store, ReadOptions.forLocation(last.location()))) {
      assertThatThrownBy(() -> reader.read(List.of(last)))
          .hasMessage("Cannot read 10 bytes at 10 of %s: there is no such object", last.location());
    }
  }

  private PayloadRange range(BlobDescriptor descriptor) {
    return new DescriptorResolver(BaseRegistry.empty(), directory.toString())
        .resolve(descriptor, directory + "/data/f.parquet");
  }

  private void assertPayloads(
      DescriptorResolver resolver,
      List<BlobDescriptor> descriptors,
      String dataFile,
      List<byte[]> payloads)
      throws IOException {
    List<PayloadRange> ranges = new ArrayList<>();
    List<ByteBuffer> expected = new ArrayList<>();
    for (int i = 0; i < descriptors.size(); i++) {
      if (!descriptors.get(i).isEmpty()) {
        ranges.add(resolver.resolve(descriptors.get(i), dataFile));
        expected.add(ByteBuffer.wrap(payloads.get(i / 2)));
      }
    }
    try (RangeReader reader = new RangeReader(store, ReadOptions.forLocation(dataFile))) {
      assertThat(reader.read(ranges).equals(expected)).isTrue();
    }
  }

  private static List<byte[]> payloads() {
    Random random = new Random(5);
    List<byte[]> payloads = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      byte[] payload = new byte[random.nextInt(4_000) * (i % 10)];
      random.nextBytes(payload);
      payloads.add(payload);
    }
    return payloads;
  }
}
