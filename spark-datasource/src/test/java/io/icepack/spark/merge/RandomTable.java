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
package io.icepack.spark.merge;

import io.icepack.spark.table.MergeEngine;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.apache.spark.sql.types.StructType;

/** A table of an engine with random options, and the rows that are written to it. */
final class RandomTable {

  static final String COLUMNS =
      "i1 INT, t1 INT, s1 STRING, b1 BOOLEAN, i2 INT, t2 INT, a1 ARRAY<INT>, m1 MAP<INT, INT>, "
          + "i3 INT, t3 INT, s2 STRING, i4 INT";
  static final List<String> NAMES = List.of(StructType.fromDDL(COLUMNS).fieldNames());
  static final int KEYS = 4;

  private static final List<String> ORDER = List.of("t1", "t2", "t3");

  private final Random random;
  private final Model.Settings settings;
  private final KeyedTable table;
  private final List<TreeMap<Integer, List<Model.Row>>> runs = new ArrayList<>();

  RandomTable(String engine, Random random) {
    this.random = random;
    this.settings = settings(engine);
    this.table =
        new KeyedTable(
            MergeEngine.of(engine).orElseThrow(),
            StructType.fromDDL(COLUMNS),
            Set.of(),
            properties());
    for (int run = 1 + random.nextInt(7); run > 0; run--) {
      runs.add(run());
    }
  }

  Model.Settings settings() {
    return settings;
  }

  KeyedTable table() {
    return table;
  }

  /** The runs, oldest first: for each key its rows. */
  List<TreeMap<Integer, List<Model.Row>>> runs() {
    return runs;
  }

  private Model.Settings settings(String engine) {
    boolean ignoreDelete = random.nextInt(4) == 0;
    if (engine.equals("deduplicate")) {
      List<String> sequence = shuffled(ORDER).subList(0, random.nextInt(3));
      return settings(engine, sequence, List.of(), Map.of(), ignoreDelete, false);
    } else if (engine.equals("first-row")) {
      return settings(engine, List.of(), List.of(), Map.of(), true, false);
    } else if (random.nextInt(4) == 0) {
      return settings(engine, List.of(), List.of(), Map.of(), ignoreDelete, !ignoreDelete);
    }
    List<Model.Group> groups = groups();
    Map<String, String> functions = new HashMap<>();
    for (Model.Group group : groups) {
      for (String field : group.fields()) {
        if (random.nextInt(3) > 0) {
          functions.put(field, function(field));
        }
      }
    }
    return settings(engine, List.of(), groups, functions, ignoreDelete, false);
  }

  private Model.Settings settings(
      String engine,
      List<String> sequence,
      List<Model.Group> groups,
      Map<String, String> functions,
      boolean ignoreDelete,
      boolean removeOnDelete) {
    Set<String> distinct = new HashSet<>();
    Set<String> ignoreRetract = new HashSet<>();
    for (Model.Group group : groups) {
      for (String field : group.fields()) {
        String function = functions.get(field);
        if ("collect".equals(function) && random.nextBoolean()) {
          distinct.add(field);
        }
        boolean needed =
            function != null
                && (function.equals("product")
                    || !AggregateFunction.of(function).orElseThrow().retracts());
        if (needed || random.nextInt(5) == 0) {
          ignoreRetract.add(field);
        }
      }
    }
    return new Model.Settings(
        engine, sequence, groups, functions, distinct, ignoreRetract, ignoreDelete, removeOnDelete);
  }

  private List<Model.Group> groups() {
    List<String> order = shuffled(ORDER);
    List<String> fields = shuffled(NAMES.stream().filter(n -> !ORDER.contains(n)).toList());
    int two = 1 + random.nextInt(fields.size() - 2);
    int free = two + 1 + random.nextInt(fields.size() - two - 1);
    return List.of(
        new Model.Group(order.subList(0, 2), fields.subList(0, two)),
        new Model.Group(order.subList(2, 3), fields.subList(two, free)));
  }

  private String function(String field) {
    List<String> any =
        List.of("last_value", "last_non_null_value", "first_value", "first_non_null_value");
    List<String> fitting =
        switch (field.charAt(0)) {
          case 'i' -> List.of("sum", "product", "count", "max", "min");
          case 's' -> List.of("listagg");
          case 'b' -> List.of("bool_and", "bool_or");
          case 'a' -> List.of("collect");
          default -> List.of("merge_map");
        };
    return pick(random.nextInt(3) == 0 ? any : fitting);
  }

  private Map<String, String> properties() {
    Map<String, String> properties = new LinkedHashMap<>();
    if (!settings.sequence().isEmpty()) {
      properties.put("sequence.field", String.join(",", settings.sequence()));
    }
    for (Model.Group group : settings.groups()) {
      properties.put(
          "fields." + String.join(",", group.order()) + ".sequence-group",
          String.join(", ", group.fields()));
    }
    settings
        .functions()
        .forEach((f, v) -> properties.put("fields." + f + ".aggregate-function", v));
    settings.distinct().forEach(f -> properties.put("fields." + f + ".distinct", "true"));
    settings
        .ignoreRetract()
        .forEach(f -> properties.put("fields." + f + ".ignore-retract", "true"));
    if (settings.ignoreDelete()) {
      properties.put("ignore-delete", "true");
    }
    if (settings.removeOnDelete()) {
      properties.put("partial-update.remove-record-on-delete", "true");
    }
    return properties;
  }

  private TreeMap<Integer, List<Model.Row>> run() {
    TreeMap<Integer, List<Model.Row>> run = new TreeMap<>();
    for (int key = 0; key < KEYS; key++) {
      int rows = random.nextInt(3) == 0 ? 0 : 1 + random.nextInt(2);
      for (int i = 0; i < rows; i++) {
        run.computeIfAbsent(key, k -> new ArrayList<>()).add(row());
      }
    }
    return run;
  }

  private Model.Row row() {
    String symbol = pick(List.of("+I", "+I", "+I", "+U", "+U", "-D", "-D", "-U", "=D", "=U"));
    Map<String, Object> values = new HashMap<>();
    for (String name : NAMES) {
      values.put(name, random.nextInt(4) == 0 ? null : value(name));
    }
    return new Model.Row(symbol, values);
  }

  private Object value(String name) {
    return switch (name.charAt(0)) {
      case 'i', 't' -> random.nextInt(5) - 1;
      case 's' -> pick(List.of("", "x", "y", "zz"));
      case 'b' -> random.nextBoolean();
      case 'a' -> numbers();
      default -> {
        Map<Object, Object> map = new LinkedHashMap<>();
        numbers().stream().filter(n -> n != null).forEach(n -> map.put(n, random.nextInt(3)));
        yield map;
      }
    };
  }

  private List<Integer> numbers() {
    List<Integer> numbers = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      numbers.add(random.nextInt(6) == 0 ? null : (Integer) random.nextInt(3));
    }
    return numbers;
  }

  <T> T pick(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  /** The names in another order. */
  List<String> shuffled(List<String> list) {
    List<String> shuffled = new ArrayList<>(list);
    Collections.shuffle(shuffled, random);
    return shuffled;
  }
}
