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
package io.icepack.spark.logical;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A rule of Blob v2 with examples.
 *
 * @param section where the document states it
 * @param text the rule in short
 * @param taken examples that keep it, and what they read as
 * @param refused examples that break it, and the end of the error
 */
record ConformanceRule(
    String section, String text, Map<String, String> taken, Map<String, String> refused) {

  static ConformanceRule rule(String section, String text) {
    return new ConformanceRule(section, text, new LinkedHashMap<>(), new LinkedHashMap<>());
  }

  /** A struct in short: its children that are not null. */
  static String value(String children) {
    return "{" + children + "}";
  }

  ConformanceRule takes(String example, String expected) {
    taken.put(example, expected);
    return this;
  }

  ConformanceRule refuses(String example, String error) {
    refused.put(example, error);
    return this;
  }

  /** A value of the complete shape as SQL. */
  static String sql(String value) {
    if (!value.startsWith("{")) {
      return value;
    }
    Map<String, String> children = new LinkedHashMap<>();
    for (String name : new String[] {"data", "uri", "position", "size"}) {
      children.put(name, "NULL");
    }
    Arrays.stream(value.substring(1, value.length() - 1).split(", "))
        .filter(child -> !child.isEmpty())
        .forEach(
            child -> {
              int equals = child.indexOf('=');
              children.put(child.substring(0, equals), child.substring(equals + 1));
            });
    return children.entrySet().stream()
        .map(child -> "'%s', %s".formatted(child.getKey(), child.getValue()))
        .collect(Collectors.joining(", ", "named_struct(", ")"));
  }

  /** The row of the rule in the documentation. */
  String[] row() {
    return new String[] {
      section,
      text,
      taken.keySet().stream().map(ConformanceRule::code).collect(Collectors.joining(", ")),
      refused.entrySet().stream()
          .map(entry -> code(entry.getKey()) + ": " + entry.getValue())
          .collect(Collectors.joining("<br>"))
    };
  }

  private static String code(String example) {
    return "`" + example + "`";
  }
}
