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
package io.icepack.spark.table;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.iceberg.exceptions.ValidationException;

/**
 * The capability flags of a table with managed blobs: bit 16384 in a reader and a writer property,
 * set by the commit that enables managed blobs and never cleared (Blob v2, Capability and
 * Compatibility).
 */
public final class Capability {

  /** {@code FLAG_MANAGED_BLOBS}. */
  public static final long MANAGED_BLOBS = 1L << 14;

  public static final String READER = "blob.reader-feature-flags";
  public static final String WRITER = "blob.writer-feature-flags";

  /**
   * Internal table property: payloads were or are placed beside data files, so that descriptors of
   * kinds 1 and 2 may be in any data file.
   */
  public static final String SIDECAR_OBJECTS = "icepack.sidecar-objects";

  /** Both property keys. */
  public static final List<String> FLAGS = List.of(READER, WRITER);

  private Capability() {}

  /** Properties that activate managed blobs. */
  public static Map<String, String> managed() {
    String bits = String.valueOf(MANAGED_BLOBS);
    return Map.of(READER, bits, WRITER, bits);
  }

  /**
   * Checks the flags of a table that is about to be read or written.
   *
   * @throws ValidationException if only one of the two bits is set or a bit is unknown
   */
  public static void check(String table, Map<String, String> properties) {
    long reader = bits(table, properties, READER);
    long writer = bits(table, properties, WRITER);
    if (reader != writer) {
      throw new ValidationException(
          "Cannot load table %s: %s is '%s' but %s is '%s'; a writer that does not know managed "
              + "blobs has changed the table, restore both to '%s'",
          table, READER, properties.get(READER), WRITER, properties.get(WRITER), MANAGED_BLOBS);
    }
  }

  /**
   * Checks the flags that a CREATE brings along, as the output of SHOW CREATE TABLE does.
   *
   * @throws ValidationException unless both flags or none are there, with the bit that is known
   */
  public static void checkDeclared(String table, Map<String, String> properties) {
    Map<String, String> declared = new TreeMap<>(properties);
    declared.keySet().retainAll(FLAGS);
    if (!declared.isEmpty() && !declared.equals(managed())) {
      throw new ValidationException(
          "Cannot set %s on table %s: the flags are kept by Icepack, leave them out",
          declared, table);
    }
  }

  /**
   * Whether a table has or once had managed blobs.
   *
   * @throws ValidationException as {@link #check} does
   */
  public static boolean isManaged(String table, Map<String, String> properties) {
    check(table, properties);
    return bits(table, properties, WRITER) == MANAGED_BLOBS;
  }

  /**
   * Whether a table has or once had columns whose payloads it stores, managed or not.
   *
   * @throws ValidationException as {@link #check} does
   */
  public static boolean storesPayloads(String table, Map<String, String> properties) {
    return isManaged(table, properties) || properties.containsKey(BlobColumns.FIELD_IDS);
  }

  private static long bits(String table, Map<String, String> properties, String key) {
    String value = properties.getOrDefault(key, "0");
    long bits;
    try {
      bits = Long.parseLong(value);
    } catch (NumberFormatException e) {
      throw new ValidationException(
          "Cannot load table %s: %s is '%s', not a number", table, key, value);
    }
    if ((bits & ~MANAGED_BLOBS) != 0) {
      throw new ValidationException(
          "Cannot load table %s: %s is '%s' and has bits that this version of Icepack does not "
              + "know (it knows %s); use a newer version",
          table, key, value, MANAGED_BLOBS);
    }
    return bits;
  }
}
