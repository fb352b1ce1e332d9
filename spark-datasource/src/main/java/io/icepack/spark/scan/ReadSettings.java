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
package io.icepack.spark.scan;

import io.icepack.spark.table.BlobTable;
import io.icepack.spark.table.ByteSize;
import io.icepack.spark.table.TableOptions;
import java.io.Serializable;
import java.util.Map;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * How a scan returns blob columns: a read option counts before the session setting {@code
 * spark.sql.catalog.<catalog>.<option>}, and that before the table property.
 *
 * @param asDescriptor whether serialised descriptors are returned instead of payloads
 * @param batchBytes bytes; a batch of rows is complete when its payloads reach this size
 * @param batchRows rows; a batch is complete at this many
 */
public record ReadSettings(boolean asDescriptor, long batchBytes, int batchRows)
    implements Serializable {

  /** Option: bytes of payload fetched for one batch of rows. */
  public static final String BATCH_BYTES = "blob.read.batch-size";

  /** Option: rows in one batch. */
  public static final String BATCH_ROWS = "blob.read.batch-rows";

  private static final String BATCH_BYTES_DEFAULT = "16 mb";
  private static final String BATCH_ROWS_DEFAULT = "4096";

  /**
   * The settings for reading a table.
   *
   * @param catalog name of the catalog, for session settings
   * @param options those of the query
   */
  public static ReadSettings of(
      SparkSession spark, String catalog, BlobTable table, CaseInsensitiveStringMap options) {
    Lookup lookup =
        new Lookup(spark, catalog, "table " + table.name(), table.table().properties(), options);
    return lookup.settings(lookup.flag(TableOptions.BLOB_AS_DESCRIPTOR));
  }

  /**
   * The settings for reading bytes of no table in particular.
   *
   * @param reader what reads them, for errors
   */
  public static ReadSettings ofSession(SparkSession spark, String catalog, String reader) {
    Lookup lookup = new Lookup(spark, catalog, reader, Map.of(), CaseInsensitiveStringMap.empty());
    return lookup.settings(false);
  }

  /** The settings for reading bytes, whatever session and table say. */
  ReadSettings withPayloads() {
    return new ReadSettings(false, batchBytes, batchRows);
  }

  private record Lookup(
      SparkSession spark,
      String catalog,
      String what,
      Map<String, String> properties,
      CaseInsensitiveStringMap options) {

    ReadSettings settings(boolean asDescriptor) {
      return new ReadSettings(
          asDescriptor,
          bytes(BATCH_BYTES, BATCH_BYTES_DEFAULT),
          (int) Math.min(Integer.MAX_VALUE, bytes(BATCH_ROWS, BATCH_ROWS_DEFAULT)));
    }

    String value(String key, String defaultValue) {
      if (options.containsKey(key)) {
        return options.get(key);
      }
      String session = spark.conf().get("spark.sql.catalog." + catalog + "." + key, null);
      return session != null ? session : defaultValue;
    }

    boolean flag(String key) {
      String value = value(key, properties.getOrDefault(key, "false"));
      if (!value.equalsIgnoreCase("true") && !value.equalsIgnoreCase("false")) {
        throw refused(key, value, "true or false");
      }
      return Boolean.parseBoolean(value);
    }

    long bytes(String key, String defaultValue) {
      String value = value(key, defaultValue);
      long bytes;
      try {
        bytes = ByteSize.parse(value);
      } catch (NumberFormatException e) {
        throw refused(key, value, "a number above 0, such as " + defaultValue);
      }
      if (bytes < 1) {
        throw refused(key, value, "a number above 0, such as " + defaultValue);
      }
      return bytes;
    }

    private ValidationException refused(String key, String value, String allowed) {
      return new ValidationException(
          "Cannot read %s with '%s' = '%s': use %s", what, key, value, allowed);
    }
  }
}
