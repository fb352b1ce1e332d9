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
package io.icepack.spark.arrow;

import io.icepack.spark.table.ByteSize;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.arrow.vector.compression.CompressionUtil.CodecType;
import org.apache.spark.sql.catalyst.analysis.UnresolvedAttribute;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import scala.jdk.javaapi.CollectionConverters;

/**
 * How Arrow files are written.
 *
 * @param blobFields the columns that hold blobs, each as the names from the outside in
 * @param batchRows rows; a record batch is complete at this many
 * @param batchBytes bytes; a record batch is complete when its buffers reach this size
 */
record ArrowWriteOptions(
    List<List<String>> blobFields, int batchRows, long batchBytes, CodecType compression)
    implements Serializable {

  /** Option: the columns that hold blobs, separated by commas, nested ones with dots. */
  static final String BLOB_FIELDS = "blob-fields";

  /** Option: rows in one record batch. */
  static final String BATCH_ROWS = "batch-rows";

  /** Option: bytes in one record batch. */
  static final String BATCH_SIZE = "batch-size";

  /** Option: how buffers are compressed. */
  static final String COMPRESSION = "compression";

  private static final String BATCH_ROWS_DEFAULT = "4096";
  private static final String BATCH_SIZE_DEFAULT = "64 mb";
  private static final long MAX_BATCH_BYTES = 1L << 30;

  private static final Map<String, CodecType> CODECS =
      Map.of("none", CodecType.NO_COMPRESSION, "lz4", CodecType.LZ4_FRAME, "zstd", CodecType.ZSTD);

  static ArrowWriteOptions of(CaseInsensitiveStringMap options) {
    String codec = options.getOrDefault(COMPRESSION, "none");
    CodecType compression = CODECS.get(codec.toLowerCase(Locale.ROOT));
    if (compression == null) {
      throw refused(COMPRESSION, codec, "none, lz4 or zstd");
    }
    return new ArrowWriteOptions(
        paths(options.getOrDefault(BLOB_FIELDS, "")),
        (int) number(options, BATCH_ROWS, BATCH_ROWS_DEFAULT, Integer.MAX_VALUE),
        number(options, BATCH_SIZE, BATCH_SIZE_DEFAULT, MAX_BATCH_BYTES),
        compression);
  }

  private static long number(
      CaseInsensitiveStringMap options, String key, String defaultValue, long max) {
    String text = options.getOrDefault(key, defaultValue);
    String expected = "a number from 1 to " + max;
    long value;
    try {
      value = ByteSize.parse(text);
    } catch (NumberFormatException e) {
      throw refused(key, text, expected);
    }
    if (value < 1 || value > max) {
      throw refused(key, text, expected);
    }
    return value;
  }

  private static List<List<String>> paths(String text) {
    List<List<String>> paths = new ArrayList<>();
    for (String path : text.split(",")) {
      if (!path.isBlank()) {
        try {
          paths.add(
              List.copyOf(
                  CollectionConverters.asJava(
                      UnresolvedAttribute.parseAttributeName(path.trim()))));
        } catch (RuntimeException e) {
          throw refused(BLOB_FIELDS, path.trim(), "names of columns, nested ones with dots");
        }
      }
    }
    return paths;
  }

  private static IllegalArgumentException refused(String key, String value, String expected) {
    return new IllegalArgumentException(
        "Cannot write Arrow files with option %s = '%s': it must be %s"
            .formatted(key, value, expected));
  }
}
