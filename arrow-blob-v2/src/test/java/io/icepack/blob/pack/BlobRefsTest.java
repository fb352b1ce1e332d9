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
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icepack.blob.base.OwnedObject;
import io.icepack.blob.store.BlobOutput;
import io.icepack.blob.store.CountingBlobStore;
import io.icepack.blob.store.MemoryBlobStore;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlobRefsTest {
  private static final String EMPTY = "50424c520100000000fb42dead";
  private static final String TWO =
      "50424c52" // magic
          + "01" // version
          + "00000002" // count
          + "00042f62c3a9" // root
          + "0003782079" // name
          + "000666696c653a61" // root
          + "000178" // name
          + "edcf501e"; // checksum
  private static final String LOCATION = "mem://t/data/_f.parquet.blobref";

  private final MemoryBlobStore store = new MemoryBlobStore();

  @Test
  void keepsItsLayoutWhenEmpty() throws IOException {
    assertThat(hex(BlobRefs.encode(new TreeSet<>()))).isEqualTo(EMPTY);
    assertThat(BlobRefs.decode(bytes(EMPTY))).isEmpty();
  }

  @Test
  void keepsItsLayoutWithEntries() throws IOException {
    TreeSet<OwnedObject> objects = objects("/bé", "x y", "file:a", "x");
    assertThat(hex(BlobRefs.encode(objects))).isEqualTo(TWO);
    assertThat(BlobRefs.decode(bytes(TWO))).isEqualTo(objects);
  }

  @Test
  void survivesARoundTrip() throws IOException {
    Random random = new Random(1);
    TreeSet<OwnedObject> objects = new TreeSet<>();
    for (int i = 0; i < 2_000; i++) {
      objects.add(new OwnedObject("s3://b/图片/" + random.nextInt(5), "u\0" + random.nextInt(1_000)));
      if (i % 97 == 0) {
        assertThat(BlobRefs.decode(BlobRefs.encode(objects))).isEqualTo(objects);
      }
    }
  }

  @Test
  void writesEachSetInOneWay() {
    TreeSet<OwnedObject> reversed = new TreeSet<>(Comparator.reverseOrder());
    reversed.addAll(objects("/b", "y", "/a", "z", "/b", "x"));
    assertThat(BlobRefs.encode(reversed))
        .isEqualTo(BlobRefs.encode(objects("/a", "z", "/b", "x", "/b", "y")));
  }

  @Test
  void refusesBytesThatAreCutAnywhere() {
    byte[] whole = bytes(TWO);
    for (int length = 0; length < whole.length; length++) {
      refuses(Arrays.copyOf(whole, length), "it is cut short");
    }
  }

  @Test
  void refusesAnyDamagedByte() {
    byte[] whole = bytes(TWO);
    for (int i = 0; i < whole.length; i++) {
      byte[] damaged = whole.clone();
      damaged[i] ^= 0x20;
      assertThatThrownBy(() -> BlobRefs.decode(damaged))
          .isInstanceOf(CorruptBlobRefsException.class);
    }
  }

  @Test
  void refusesAnotherMagicNumber() {
    byte[] bytes = bytes(EMPTY);
    bytes[3] = 0x53;
    refuses(bytes, "its magic number is 0x50424C53, not 0x50424C52");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2, 255})
  void refusesOtherVersions(int version) {
    byte[] bytes = bytes(EMPTY);
    bytes[4] = (byte) version;
    refuses(bytes, "its version is " + version + ", only 1 is known");
  }

  @Test
  void refusesANegativeCount() {
    byte[] bytes = bytes(EMPTY);
    ByteBuffer.wrap(bytes).putInt(5, -1);
    refuses(bytes, "its count is -1");
  }

  @Test
  void refusesACountWithoutEntries() {
    byte[] bytes = bytes(EMPTY);
    ByteBuffer.wrap(bytes).putInt(5, Integer.MAX_VALUE);
    refuses(bytes, "it is cut short");
  }

  @Test
  void refusesAnotherChecksum() {
    byte[] bytes = bytes(EMPTY);
    bytes[12] = 0;
    refuses(bytes, "its checksum is 0xFB42DE00, not 0xFB42DEAD");
  }

  @Test
  void refusesTrailingBytes() {
    refuses(Arrays.copyOf(bytes(EMPTY), 15), "it has 2 trailing bytes");
  }

  @Test
  void refusesInvalidEntries() throws IOException {
    refuses(
        sealed(1, "", "x"),
        "entry is invalid, Cannot use object 'x' in '': root or name is empty, or the name has a"
            + " slash");
    refuses(
        sealed(1, "/a", "b/c"),
        "entry is invalid, Cannot use object 'b/c' in '/a': root or name is empty, or the name has"
            + " a slash");
    refuses(sealed(2, "/b", "x", "/a", "x"), "entry /a/x is not in ascending order");
    refuses(sealed(2, "/b", "x", "/b", "x"), "entry /b/x is not in ascending order");
  }

  @Test
  void refusesEntriesThatAreNotUtf() {
    byte[] bytes = bytes(TWO);
    bytes[11] = (byte) 0xff;
    refuses(bytes, "an entry is not valid UTF");
  }

  @Test
  void refusesNamesThatAreTooLong() {
    TreeSet<OwnedObject> objects = objects("/a", "x".repeat(65_536));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BlobRefs.encode(objects))
        .withMessageStartingWith("Cannot encode blob references: encoded string")
        .withMessageContaining("too long: 65536 bytes");
  }

  @Test
  void readsWhatItWrote() throws IOException {
    TreeSet<OwnedObject> objects = objects("/a", "x", "/a", "y");
    CountingBlobStore counting = new CountingBlobStore(store);
    BlobRefs.write(counting, LOCATION, objects);
    assertThat(BlobRefs.read(counting, LOCATION)).isEqualTo(objects);
    assertThat(counting.readRequests()).isEqualTo(1);
    assertThat(counting.lengths()).isZero();
    assertThat(counting.openStreams()).isZero();
    assertThat(counting.openOutputs()).isZero();
  }

  @Test
  void neverOverwrites() throws IOException {
    BlobRefs.write(store, LOCATION, objects("/a", "x"));
    assertThatThrownBy(() -> BlobRefs.write(store, LOCATION, new TreeSet<>()))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(BlobRefs.read(store, LOCATION)).hasSize(1);
  }

  @Test
  void namesTheSidecarThatIsMissingOrDamaged() throws IOException {
    assertThatThrownBy(() -> BlobRefs.read(store, LOCATION))
        .isInstanceOf(FileNotFoundException.class)
        .hasMessageContaining(LOCATION);
    try (BlobOutput output = store.create(LOCATION)) {
      output.write(bytes(EMPTY), 0, 12);
    }
    assertThatThrownBy(() -> BlobRefs.read(store, LOCATION))
        .isInstanceOf(CorruptBlobRefsException.class)
        .hasMessage(
            "Cannot read "
                + LOCATION
                + ": Cannot decode blob references of 12 bytes: it is cut short");
  }

  @Test
  void readsASidecarAsItWasListed() throws IOException {
    TreeSet<OwnedObject> objects = objects("/a", "x", "/a", "y");
    CountingBlobStore counting = new CountingBlobStore(store);
    BlobRefs.write(store, LOCATION, objects);
    long length = store.length(LOCATION);
    assertThat(BlobRefs.readListed(counting, LOCATION, length)).isEqualTo(objects);
    assertThat(counting.readRequests()).isEqualTo(1);
    assertThat(counting.lengths()).isZero();
  }

  @Test
  void readsASidecarThatIsOtherThanListed() throws IOException {
    TreeSet<OwnedObject> objects = objects("/a", "x", "/a", "y");
    BlobRefs.write(store, LOCATION, objects);
    long length = store.length(LOCATION);
    for (long listed : new long[] {-1, 0, 13, length - 1, length + 1, Long.MAX_VALUE}) {
      assertThat(BlobRefs.readListed(store, LOCATION, listed)).as("%d", listed).isEqualTo(objects);
    }
    store.delete(LOCATION);
    try (BlobOutput output = store.create(LOCATION)) {
      output.write(bytes(EMPTY), 0, 12);
    }
    assertThatThrownBy(() -> BlobRefs.readListed(store, LOCATION, length))
        .isInstanceOf(CorruptBlobRefsException.class)
        .hasMessage(
            "Cannot read "
                + LOCATION
                + ": Cannot decode blob references of 12 bytes: it is cut short");
  }

  @Test
  void refusesWhatIsTooLargeForASidecar() throws IOException {
    BlobRefs.write(store, LOCATION, new TreeSet<>());
    assertThat(BlobRefs.read(store, LOCATION, 13)).isEmpty();
    assertThatThrownBy(() -> BlobRefs.read(store, LOCATION, 12))
        .isInstanceOf(CorruptBlobRefsException.class)
        .hasMessage("Cannot read " + LOCATION + ": it has more than 12 bytes");
  }

  @Test
  void tellsAnUnknownVersionFromDamage() throws IOException {
    byte[] later = bytes(EMPTY);
    later[4] = 2;
    try (BlobOutput output = store.create(LOCATION)) {
      output.write(later);
    }
    assertThatThrownBy(() -> BlobRefs.read(store, LOCATION))
        .isInstanceOfSatisfying(
            CorruptBlobRefsException.class, e -> assertThat(e.isUnknownVersion()).isTrue());
    assertThatThrownBy(() -> BlobRefs.decode(new byte[13]))
        .isInstanceOfSatisfying(
            CorruptBlobRefsException.class, e -> assertThat(e.isUnknownVersion()).isFalse());
  }

  private static TreeSet<OwnedObject> objects(String... parts) {
    TreeSet<OwnedObject> objects = new TreeSet<>();
    for (int i = 0; i < parts.length; i += 2) {
      objects.add(new OwnedObject(parts[i], parts[i + 1]));
    }
    return objects;
  }

  private static byte[] sealed(int count, String... strings) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeByte(1);
    out.writeInt(count);
    for (String string : List.of(strings)) {
      out.writeUTF(string);
    }
    CRC32 crc = new CRC32();
    crc.update(bytes.toByteArray());
    ByteBuffer sealed = ByteBuffer.allocate(bytes.size() + 8);
    return sealed.putInt(0x50424C52).put(bytes.toByteArray()).putInt((int) crc.getValue()).array();
  }

  private static void refuses(byte[] bytes, String reason) {
    assertThatThrownBy(() -> BlobRefs.decode(bytes))
        .isInstanceOf(CorruptBlobRefsException.class)
        .hasMessage("Cannot decode blob references of %d bytes: %s", bytes.length, reason);
  }

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex);
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
