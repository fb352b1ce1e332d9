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

import java.io.Serializable;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.exceptions.ValidationException;

/**
 * What a write does with the URIs in struct-shaped blob columns (Blob v2, Writer Policy).
 *
 * @param ingest whether their bytes are copied into the table; if not, they are referenced
 * @param allowOutsideBases whether URIs may be referenced that lie below no registered base
 */
public record UriOptions(boolean ingest, boolean allowOutsideBases) implements Serializable {

  public static final String MODE = "blob.external.mode";
  public static final String ALLOW_OUTSIDE_BASES = "blob.external.allow-outside-bases";

  private static final String INGEST = "ingest";
  private static final Set<String> MODES = Set.of(INGEST, "reference");
  private static final Set<String> BOOLEANS = Set.of("true", "false");

  /**
   * The options of one write.
   *
   * @param properties table properties
   * @param options write options, which count before them
   * @throws ValidationException if a value is none of those there are
   */
  public static UriOptions of(
      String table, Map<String, String> properties, Map<String, String> options) {
    String mode = options.getOrDefault(MODE, properties.getOrDefault(MODE, INGEST));
    String outside =
        options.getOrDefault(
            ALLOW_OUTSIDE_BASES, properties.getOrDefault(ALLOW_OUTSIDE_BASES, "false"));
    check(MODES.contains(mode), table, MODE, mode, "ingest or reference");
    check(BOOLEANS.contains(outside), table, ALLOW_OUTSIDE_BASES, outside, "true or false");
    return new UriOptions(mode.equals(INGEST), Boolean.parseBoolean(outside));
  }

  private static void check(boolean valid, String table, String key, String value, String allowed) {
    if (!valid) {
      throw new ValidationException(
          "Cannot set '%s' = '%s' on table %s: use %s", key, value, table, allowed);
    }
  }
}
