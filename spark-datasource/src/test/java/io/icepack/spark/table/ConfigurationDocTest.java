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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icepack.spark.io.ExternalStorage;
import io.icepack.spark.merge.MergeOptions;
import io.icepack.spark.scan.ReadSettings;
import io.icepack.spark.testing.Documentation;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.iceberg.exceptions.ValidationException;
import org.junit.jupiter.api.Test;

/**
 * Compares docs/configuration.md with the code; every public string constant of the options is a
 * key.
 */
class ConfigurationDocTest {

  private static final Set<String> BASES =
      Set.of("blob.base.<id>", "blob.base.<id>.dataset-root", "blob.base.<id>.owner");
  private static final Set<String> FIELD_OPTIONS =
      Set.of(
          "fields.<columns>.sequence-group",
          "fields.<column>.aggregate-function",
          "fields.<column>.ignore-retract",
          "fields.<column>.list-agg-delimiter",
          "fields.<column>.distinct");
  private static final Documentation PAGE = Documentation.read("configuration.md");

  @Test
  void listsEveryTableProperty() {
    Set<String> keys = constants(TableOptions.class);
    keys.addAll(BASES);
    keys.addAll(constants(UriOptions.class));
    keys.addAll(constants(MergeOptions.class));
    keys.addAll(FIELD_OPTIONS);
    keys.addAll(TableOptions.UNSUPPORTED);
    keys.addAll(Capability.FLAGS);
    keys.add(BlobColumns.FIELD_IDS);
    keys.add(BlobColumns.DESCRIPTOR_FIELD_IDS);
    keys.add(ExternalStorage.OPTION + "<hadoop key>");
    keys.add(PrimaryKey.FIELD_IDS);
    keys.add(KeyHistory.SINCE);
    keys.add(Capability.SIDECAR_OBJECTS);
    Set<String> documented = keysOf("Table properties");
    documented.addAll(keysOf("Primary-key tables"));
    documented.addAll(keysOf("Properties kept by Icepack"));
    documented.addAll(keysOf("Refused in this version"));
    assertThat(documented).isEqualTo(keys);
  }

  @Test
  void listsEveryReadOption() {
    Set<String> keys = constants(ReadSettings.class);
    keys.add(TableOptions.BLOB_AS_DESCRIPTOR);
    keys.add(ExternalStorage.OPTION + "<hadoop key>");
    assertThat(keysOf("Read options")).isEqualTo(keys);
  }

  @Test
  void tellsTheDefaults() {
    Map<String, String> defaults = new HashMap<>();
    for (String heading : List.of("Table properties", "Primary-key tables")) {
      for (List<String> row : PAGE.table(heading)) {
        if (!row.get(1).equals("none")) {
          defaults.put(key(row).replace("<id>", "7"), Documentation.code(row.get(1)));
        }
      }
    }
    TableOptions.validate("t", defaults);
    assertThat(UriOptions.of("t", defaults, Map.of()))
        .isEqualTo(UriOptions.of("t", Map.of(), Map.of()));
    assertThat(TableOptions.of("t", defaults)).isEqualTo(TableOptions.of("t", Map.of()));
  }

  @Test
  void tellsWhatNeedsAPrimaryKey() {
    Set<String> needing = keysOf("Primary-key tables");
    assertThat(needing.stream().filter(key -> !TableOptions.needsPrimaryKey(key)))
        .containsExactly(TableOptions.PRIMARY_KEY);
    assertThat(keysOf("Table properties")).noneMatch(TableOptions::needsPrimaryKey);
  }

  @Test
  void tellsWhatIsRefused() {
    for (String key : keysOf("Refused in this version")) {
      for (String value : List.of("deduplicate", "1", "false")) {
        assertThatThrownBy(() -> TableOptions.validate("t", Map.of(key, value)))
            .isInstanceOf(ValidationException.class)
            .hasMessageStartingWith("Cannot set '" + key + "' = '" + value + "' on table t: ");
      }
    }
  }

  private static Set<String> keysOf(String heading) {
    return PAGE.table(heading).stream()
        .map(ConfigurationDocTest::key)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String key(List<String> row) {
    return Documentation.code(row.get(0));
  }

  private static Set<String> constants(Class<?> type) {
    return Arrays.stream(type.getFields())
        .filter(field -> Modifier.isStatic(field.getModifiers()))
        .filter(field -> field.getType() == String.class)
        .map(
            field -> {
              try {
                return (String) field.get(null);
              } catch (IllegalAccessException e) {
                throw new IllegalStateException(e);
              }
            })
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
