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

import io.icepack.spark.io.ExternalStorage;
import java.io.Serializable;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.iceberg.exceptions.ValidationException;

/**
 * The table properties that Icepack understands, parsed and checked. docs/configuration.md lists
 * them; a test keeps the two equal.
 *
 * @param targetFileSize bytes; a pack rolls after the write that reaches it
 * @param inlineThreshold bytes; payloads of at most this size go into the row itself
 * @param dedicatedThreshold bytes; without managed payloads, larger ones get an object of their own
 * @param managed whether new payloads are managed; if not, they belong to the data file of their
 *     row
 * @param blobAsDescriptor whether reads return serialised descriptors instead of payloads
 * @param buckets hash buckets of a primary-key table in each of its partitions
 */
public record TableOptions(
    long targetFileSize,
    int inlineThreshold,
    long dedicatedThreshold,
    boolean managed,
    boolean blobAsDescriptor,
    int buckets)
    implements Serializable {

  public static final String BLOB_FIELD = "blob-field";
  public static final String DESCRIPTOR_FIELD = "blob-descriptor-field";
  public static final String VIEW_FIELD = "blob-view-field";
  public static final String VIDEO_FIELD = "video-frame-field";
  public static final String TARGET_FILE_SIZE = "blob.target-file-size";
  public static final String INLINE_THRESHOLD = "blob.inline-threshold";
  public static final String DEDICATED_THRESHOLD = "blob.dedicated-threshold";
  public static final String BLOB_AS_DESCRIPTOR = "blob-as-descriptor";
  public static final String SOURCE_TABLE = ExternalStorage.SOURCE_TABLE;
  public static final String MANAGED = "lance.blob.managed";
  public static final String PRIMARY_KEY = "primary-key";
  public static final String BUCKET = "bucket";
  public static final String BUCKET_KEY = "bucket-key";
  public static final String SEQUENCE_FIELD = "sequence.field";
  public static final String MERGE_ENGINE = "merge-engine";
  public static final String CHANGELOG_PRODUCER = "changelog-producer";

  private static final String TARGET_FILE_SIZE_DEFAULT = "128 mb";
  private static final String INLINE_THRESHOLD_DEFAULT = "0";
  private static final String DEDICATED_THRESHOLD_DEFAULT = "4 mb";
  private static final String BUCKET_DEFAULT = "1";
  private static final Pattern BUCKETS = Pattern.compile("[1-9][0-9]{0,8}");
  private static final Pattern FIELD_OPTION =
      Pattern.compile(
          "fields\\.(.+)\\.(?:sequence-group|aggregate-function|ignore-retract"
              + "|list-agg-delimiter|distinct)");
  private static final Pattern KEY_OPTION =
      Pattern.compile(
          "merge-engine|bucket|bucket-key|sequence\\.field|ignore-delete|partial-update\\..+"
              + "|fields\\.default-aggregate-function|"
              + FIELD_OPTION);
  private static final String SEQUENCE_GROUP = ".sequence-group";
  private static final Set<String> BOOLEANS = Set.of("true", "false");
  private static final Pattern BASE =
      Pattern.compile("blob\\.base\\.\\d+(\\.dataset-root|\\.owner)?");

  private static final Set<String> OTHERS =
      Set.of(
          PRIMARY_KEY,
          BLOB_FIELD,
          DESCRIPTOR_FIELD,
          VIEW_FIELD,
          VIDEO_FIELD,
          BLOB_AS_DESCRIPTOR,
          SOURCE_TABLE,
          MANAGED,
          CHANGELOG_PRODUCER);

  /** Refused whatever the value. */
  static final List<String> UNSUPPORTED = List.of(VIEW_FIELD, VIDEO_FIELD);

  /** Parses the properties of an existing table; what {@link #validate} refuses is not here. */
  public static TableOptions of(String table, Map<String, String> properties) {
    long target = size(table, properties, TARGET_FILE_SIZE, TARGET_FILE_SIZE_DEFAULT);
    long inline = size(table, properties, INLINE_THRESHOLD, INLINE_THRESHOLD_DEFAULT);
    check(
        target > 0,
        table,
        TARGET_FILE_SIZE,
        properties.get(TARGET_FILE_SIZE),
        "a size above 0, such as '128 mb'");
    check(
        inline <= Integer.MAX_VALUE / 2,
        table,
        INLINE_THRESHOLD,
        properties.get(INLINE_THRESHOLD),
        "at most " + Integer.MAX_VALUE / 2 + " bytes, since inline payloads lie in the row");
    return new TableOptions(
        target,
        (int) inline,
        size(table, properties, DEDICATED_THRESHOLD, DEDICATED_THRESHOLD_DEFAULT),
        isManaged(table, properties) && properties.containsKey(Capability.WRITER),
        oneOf(table, properties, BLOB_AS_DESCRIPTOR, "false", BOOLEANS),
        buckets(table, properties));
  }

  /**
   * Whether new payloads are managed, which they are unless a property says otherwise. Those of a
   * primary-key table always are: they are stored before their rows are sorted into data files.
   */
  public static boolean isManaged(String table, Map<String, String> properties) {
    return oneOf(table, properties, MANAGED, "true", BOOLEANS)
        || properties.containsKey(PrimaryKey.FIELD_IDS);
  }

  private static int buckets(String table, Map<String, String> properties) {
    String value = properties.getOrDefault(BUCKET, BUCKET_DEFAULT);
    check(BUCKETS.matcher(value).matches(), table, BUCKET, value, "a number from 1 to 999999999");
    return Integer.parseInt(value);
  }

  /**
   * Checks properties before they are committed by CREATE or ALTER.
   *
   * @throws ValidationException naming the table, the option, its value and the remedy
   */
  public static void validate(String table, Map<String, String> properties) {
    for (Map.Entry<String, String> property : properties.entrySet()) {
      validate(table, property.getKey(), property.getValue());
    }
    of(table, properties);
    UriOptions.of(table, properties, Map.of());
  }

  private static void validate(String table, String key, String value) {
    if (key.equals(MERGE_ENGINE) && MergeEngine.of(value).isEmpty()) {
      throw refused(table, key, value, "use one of deduplicate, partial-update, first-row");
    }
    if (key.equals(CHANGELOG_PRODUCER) && !value.equals("none")) {
      throw refused(table, key, value, "use none, the only one that managed blobs allow");
    }
    if (UNSUPPORTED.contains(key)) {
      throw refused(table, key, value, "this version of Icepack does not support the option");
    }
    if (key.equals(SOURCE_TABLE)) {
      sourceTable(table, value);
    }
    if (key.startsWith("blob.") && !isKnownBlobOption(key)) {
      throw refused(
          table, key, value, "no such option; docs/configuration.md lists those there are");
    }
    if (!isOption(key) && isOption(key.toLowerCase(Locale.ROOT))) {
      throw refused(
          table,
          key,
          value,
          "no such option; use lower case, as docs/configuration.md lists those there are");
    }
    TableBases.refusal(key, value)
        .ifPresent(
            reason -> {
              throw refused(table, key, value, reason);
            });
  }

  /**
   * Takes the name of a source table apart, whether or not there is such a table.
   *
   * @throws ValidationException if it is no name
   */
  public static SourceTableName sourceTable(String table, String name) {
    return SourceTableName.parse(name)
        .orElseThrow(() -> refused(table, SOURCE_TABLE, name, "use " + SourceTableName.RULE));
  }

  /** Whether a property has a meaning for tables with a primary key only. */
  public static boolean needsPrimaryKey(String key) {
    return KEY_OPTION.matcher(key).matches();
  }

  /** Names of the columns that a property of a primary-key table names, none for most. */
  public static Set<String> columns(String key, String value) {
    Set<String> columns = new HashSet<>();
    Matcher field = FIELD_OPTION.matcher(key);
    if (field.matches()) {
      columns.addAll(PrimaryKey.split(field.group(1)));
    }
    if (key.equals(SEQUENCE_FIELD) || key.endsWith(SEQUENCE_GROUP)) {
      columns.addAll(PrimaryKey.split(value));
    }
    return columns;
  }

  private static boolean isOption(String key) {
    return key.startsWith("blob.") || OTHERS.contains(key) || needsPrimaryKey(key);
  }

  private static boolean isKnownBlobOption(String key) {
    return key.equals(TARGET_FILE_SIZE)
        || key.equals(INLINE_THRESHOLD)
        || key.equals(DEDICATED_THRESHOLD)
        || key.equals(UriOptions.MODE)
        || key.equals(UriOptions.ALLOW_OUTSIDE_BASES)
        || Capability.FLAGS.contains(key)
        || BASE.matcher(key).matches();
  }

  private static long size(
      String table, Map<String, String> properties, String key, String defaultValue) {
    String value = properties.getOrDefault(key, defaultValue);
    try {
      return ByteSize.parse(value);
    } catch (NumberFormatException e) {
      throw refused(table, key, value, "use a number of bytes or a size such as '128 mb'");
    }
  }

  private static boolean oneOf(
      String table,
      Map<String, String> properties,
      String key,
      String defaultValue,
      Set<String> allowed) {
    String value = properties.getOrDefault(key, defaultValue);
    check(allowed.contains(value), table, key, value, "true or false");
    return Boolean.parseBoolean(value);
  }

  private static void check(
      boolean condition, String table, String key, Object value, String allowed) {
    if (!condition) {
      throw refused(table, key, value, "use " + allowed);
    }
  }

  private static ValidationException refused(
      String table, String key, Object value, String remedy) {
    return new ValidationException(
        "Cannot set '%s' = '%s' on table %s: %s", key, value, table, remedy);
  }
}
