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

import io.icepack.blob.base.OwnedObject;
import io.icepack.blob.store.BlobInput;
import io.icepack.blob.store.BlobOutput;
import io.icepack.blob.store.BlobStore;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UTFDataFormatException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.zip.CRC32;

/**
 * The {@code .blobref} sidecar of a data file: the exact set of owned objects that its rows
 * reference. All numbers are big-endian, UTF is that of {@link java.io.DataOutput#writeUTF}:
 *
 * <pre>i32 magic 0x50424C52 | u8 version = 1 | i32 count | count × (UTF root, UTF name) | i32 CRC32
 * </pre>
 *
 * The checksum covers version to last entry; entries are unique and sorted by root, then name, as
 * {@link String#compareTo} does.
 */
public final class BlobRefs {
  private static final int MAGIC = 0x50424C52;
  private static final int VERSION = 1;

  /** Far more than the packs of a data file take. What is larger is no sidecar. */
  private static final int MAX_BYTES = 1 << 30;

  private BlobRefs() {}

  /**
   * Returns the bytes of a sidecar, the same for every order of the objects.
   *
   * @throws IllegalArgumentException if a root or name is longer than 65,535 bytes
   */
  public static byte[] encode(Collection<OwnedObject> objects) {
    SortedSet<OwnedObject> entries = new TreeSet<>(objects);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(MAGIC);
      out.writeByte(VERSION);
      out.writeInt(entries.size());
      for (OwnedObject object : entries) {
        out.writeUTF(object.root());
        out.writeUTF(object.name());
      }
      out.writeInt(checksum(bytes.toByteArray(), bytes.size()));
    } catch (UTFDataFormatException e) {
      throw new IllegalArgumentException("Cannot encode blob references: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /**
   * Returns the objects that the bytes of a sidecar list.
   *
   * @throws CorruptBlobRefsException if the magic number, version, count, an entry or the checksum
   *     is wrong, or there are too few or too many bytes
   */
  public static SortedSet<OwnedObject> decode(byte[] bytes) throws CorruptBlobRefsException {
    try {
      return parse(bytes);
    } catch (EOFException e) {
      throw new CorruptBlobRefsException(message(bytes, "it is cut short"), e);
    } catch (UTFDataFormatException e) {
      throw new CorruptBlobRefsException(message(bytes, "an entry is not valid UTF"), e);
    } catch (CorruptBlobRefsException e) {
      throw e;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Reads a sidecar with one read, whatever its length.
   *
   * @throws java.io.FileNotFoundException if there is none
   * @throws CorruptBlobRefsException naming the location, if it is damaged
   */
  public static SortedSet<OwnedObject> read(BlobStore store, String location) throws IOException {
    return read(store, location, MAX_BYTES);
  }

  static SortedSet<OwnedObject> read(BlobStore store, String location, int maxBytes)
      throws IOException {
    byte[] bytes;
    try (BlobInput input = store.open(location)) {
      bytes = input.readStart(maxBytes + 1);
    }
    if (bytes.length > maxBytes) {
      throw new CorruptBlobRefsException(
          "Cannot read %s: it has more than %d bytes".formatted(location, maxBytes), false);
    }
    try {
      return decode(bytes);
    } catch (CorruptBlobRefsException e) {
      throw new CorruptBlobRefsException("Cannot read " + location + ": " + e.getMessage(), e);
    }
  }

  /**
   * Reads a sidecar whose length was listed before, which spares some stores a request. A sidecar
   * that is not as it was listed is read as it is now.
   *
   * @param listedLength in bytes, negative if it is not known
   * @throws java.io.FileNotFoundException if there is none
   * @throws CorruptBlobRefsException naming the location, if it is damaged
   */
  public static SortedSet<OwnedObject> readListed(
      BlobStore store, String location, long listedLength) throws IOException {
    if (listedLength >= 0 && listedLength <= MAX_BYTES) {
      byte[] bytes = new byte[(int) listedLength];
      try (BlobInput input = store.open(location, listedLength)) {
        input.readFully(0, bytes, 0, bytes.length);
        return decode(bytes);
      } catch (CorruptBlobRefsException | EOFException e) {
        // damaged, or replaced since
      }
    }
    return read(store, location);
  }

  /** Writes a sidecar, which must not exist yet. */
  public static void write(BlobStore store, String location, Collection<OwnedObject> objects)
      throws IOException {
    byte[] bytes = encode(objects);
    try (BlobOutput output = store.create(location)) {
      output.write(bytes);
    }
  }

  private static SortedSet<OwnedObject> parse(byte[] bytes) throws IOException {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
    int magic = in.readInt();
    if (magic != MAGIC) {
      throw refuse(bytes, "its magic number is 0x%08X, not 0x%08X".formatted(magic, MAGIC));
    }
    int version = in.readUnsignedByte();
    if (version != VERSION) {
      throw new CorruptBlobRefsException(
          message(bytes, "its version is " + version + ", only " + VERSION + " is known"), true);
    }
    int count = in.readInt();
    if (count < 0) {
      throw refuse(bytes, "its count is " + count);
    }
    SortedSet<OwnedObject> objects = entries(bytes, in, count);
    int end = bytes.length - in.available();
    int stored = in.readInt();
    if (stored != checksum(bytes, end)) {
      throw refuse(
          bytes, "its checksum is 0x%08X, not 0x%08X".formatted(stored, checksum(bytes, end)));
    }
    if (in.available() > 0) {
      throw refuse(bytes, "it has " + in.available() + " trailing bytes");
    }
    return objects;
  }

  private static SortedSet<OwnedObject> entries(byte[] bytes, DataInputStream in, int count)
      throws IOException {
    TreeSet<OwnedObject> objects = new TreeSet<>();
    for (int i = 0; i < count; i++) {
      OwnedObject object = entry(bytes, in.readUTF(), in.readUTF());
      if (!objects.isEmpty() && objects.last().compareTo(object) >= 0) {
        throw refuse(bytes, "entry " + object.location() + " is not in ascending order");
      }
      objects.add(object);
    }
    return objects;
  }

  private static OwnedObject entry(byte[] bytes, String root, String name)
      throws CorruptBlobRefsException {
    try {
      return new OwnedObject(root, name);
    } catch (IllegalArgumentException e) {
      throw new CorruptBlobRefsException(message(bytes, "entry is invalid, " + e.getMessage()), e);
    }
  }

  private static int checksum(byte[] bytes, int end) {
    CRC32 crc = new CRC32();
    crc.update(bytes, Integer.BYTES, end - Integer.BYTES);
    return (int) crc.getValue();
  }

  private static CorruptBlobRefsException refuse(byte[] bytes, String reason) {
    return new CorruptBlobRefsException(message(bytes, reason), false);
  }

  private static String message(byte[] bytes, String reason) {
    return "Cannot decode blob references of " + bytes.length + " bytes: " + reason;
  }
}
