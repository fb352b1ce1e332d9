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

import static org.assertj.core.api.Assertions.assertThat;

import io.icepack.spark.testing.Documentation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every rule of Blob v2 on values and columns, as {@code docs/blob-v2-conformance.md} has it. */
class ConformanceTest extends LogicalTest {

  private static final Documentation PAGE = Documentation.read("blob-v2-conformance.md");

  @Test
  void valuesKeepTheRules() throws IOException {
    String table = create("(id INT, pic " + COMPLETE + " COMMENT '__BLOB_FIELD')");
    String object = object("conformance", 1, 2, 3, 4, 5);
    Map<String, String> valid = new LinkedHashMap<>();
    for (ConformanceRule rule : ValueRules.all()) {
      valid.putAll(rule.taken());
      for (Map.Entry<String, String> refused : rule.refused().entrySet()) {
        assertRefused(
            table,
            place(ConformanceRule.sql(refused.getKey()), object),
            place(refused.getValue(), object));
      }
    }
    List<String> values = List.copyOf(valid.keySet());
    List<List<Object>> expected = new ArrayList<>();
    StringBuilder query = new StringBuilder();
    for (int i = 0; i < values.size(); i++) {
      query.append(i == 0 ? "" : " UNION ALL ");
      query.append("SELECT ").append(i).append(", ");
      query.append(place(ConformanceRule.sql(values.get(i)), object));
      expected.add(row(i, valid.get(values.get(i)), valid.get(values.get(i)) == null));
    }
    sql("INSERT INTO %s %s", table, query);
    assertThat(sql("SELECT id, pic.data, pic IS NULL FROM %s ORDER BY id", table))
        .isEqualTo(expected);
  }

  private static String place(String text, String object) {
    return text.replace("<object>", object).replace("<missing>", uri("nowhere"));
  }

  @Test
  void columnsKeepTheRules() {
    int count = 0;
    for (ConformanceRule rule : ValueRules.types()) {
      for (String type : rule.taken().keySet()) {
        String table = create("(id INT, pic %s COMMENT '__BLOB_FIELD')".formatted(type));
        assertThat(spark.table(table).schema().apply("pic").dataType().sql()).isEqualTo(type);
      }
      for (Map.Entry<String, String> type : rule.refused().entrySet()) {
        assertFails(
            "CREATE TABLE lake.db.c%d (id INT, pic %s COMMENT '__BLOB_FIELD')"
                .formatted(count, type.getKey()),
            "Cannot declare column pic of table lake.db.c%d as a BLOB: its type is %s%s"
                .formatted(count++, type.getKey(), type.getValue()));
      }
    }
  }

  @Test
  void theListIsThatOfThisTest() {
    assertThat(PAGE.table("Values in Spark")).isEqualTo(documented(ValueRules.all()));
    assertThat(PAGE.table("Columns in Spark")).isEqualTo(documented(ValueRules.types()));
  }

  private static List<List<String>> documented(List<ConformanceRule> rules) {
    return rules.stream()
        .map(rule -> Arrays.stream(rule.row()).map(String::strip).toList())
        .toList();
  }

  @Test
  void testsThatItNamesAreThere() throws IOException {
    Path root = Path.of(System.getProperty("basedir", ""), "..");
    Set<String> tests;
    try (Stream<Path> modules = Files.list(root)) {
      tests =
          modules
              .map(module -> module.resolve("src/test/java"))
              .filter(Files::isDirectory)
              .flatMap(ConformanceTest::classes)
              .collect(Collectors.toSet());
    }
    List<List<String>> rows = PAGE.table("Rules that other tests show");
    assertThat(rows).isNotEmpty();
    for (List<String> row : rows) {
      for (String test : row.get(2).split(", ")) {
        assertThat(tests).contains(Documentation.code(test));
      }
    }
  }

  private static Stream<String> classes(Path module) {
    try {
      return Files.walk(module)
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".java"))
          .map(name -> name.substring(0, name.length() - ".java".length()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
