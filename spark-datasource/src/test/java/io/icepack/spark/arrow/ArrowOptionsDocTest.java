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

import static org.assertj.core.api.Assertions.assertThat;

import io.icepack.spark.testing.Documentation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.jupiter.api.Test;

/** The page on configuration and the options of Arrow files. */
class ArrowOptionsDocTest {

  private static final List<List<String>> ROWS =
      Documentation.read("configuration.md").table("Arrow files");

  @Test
  void listsEveryOption() {
    assertThat(ROWS.stream().map(row -> Documentation.code(row.get(0))))
        .containsExactlyInAnyOrder(
            ArrowFileFormat.MERGE_SCHEMA,
            ArrowWriteOptions.BLOB_FIELDS,
            ArrowWriteOptions.BATCH_ROWS,
            ArrowWriteOptions.BATCH_SIZE,
            ArrowWriteOptions.COMPRESSION);
  }

  @Test
  void tellsTheDefaults() {
    Map<String, String> defaults = new HashMap<>();
    for (List<String> row : ROWS) {
      if (!row.get(1).equals("none")) {
        defaults.put(Documentation.code(row.get(0)), Documentation.code(row.get(1)));
      }
    }
    assertThat(ArrowWriteOptions.of(new CaseInsensitiveStringMap(defaults)))
        .isEqualTo(ArrowWriteOptions.of(CaseInsensitiveStringMap.empty()));
  }
}
