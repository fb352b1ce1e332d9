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

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What merging is meant to do, in the plainest way: the state of a key is a map from column to
 * value, and every row changes it at once. Keys are strings of the documentation, not the classes
 * under test.
 */
public final class Model {

  /** A row: its symbol and its values by column. */
  public record Row(String symbol, Map<String, Object> values) {}

  /** A sequence group. */
  public record Group(List<String> order, List<String> fields) {}

  /** What the table says. */
  public record Settings(
      String engine,
      List<String> sequence,
      List<Group> groups,
      Map<String, String> functions,
      Set<String> distinct,
      Set<String> ignoreRetract,
      boolean ignoreDelete,
      boolean removeOnDelete) {}

  private final Settings settings;
  private boolean exists;
  private boolean decided;
  private Map<String, Object> state = new HashMap<>();

  public Model(Settings settings) {
    this.settings = settings;
  }

  /** The row of the key, null if it has none. */
  public Map<String, Object> row() {
    return exists ? new HashMap<>(state) : null;
  }

  /** Forgets what is known of a key without a row. */
  public void forgetDeletions() {
    if (!exists) {
      clear();
    }
  }

  private void clear() {
    exists = false;
    decided = false;
    state = new HashMap<>();
  }

  public Model apply(Row row) {
    boolean retracts = row.symbol().matches("-D|-U|=D");
    if (row.symbol().equals("=U")) {
      become(row);
    } else if (row.symbol().equals("=D") && !settings.engine().equals("first-row")) {
      clear();
    } else {
      switch (settings.engine()) {
        case "deduplicate" -> deduplicate(row, retracts);
        case "first-row" -> {
          if (!exists && !retracts) {
            become(row);
          }
        }
        default -> partialUpdate(row, retracts);
      }
    }
    return this;
  }

  private void become(Row row) {
    exists = true;
    decided = true;
    state = new HashMap<>(row.values());
  }

  private void deduplicate(Row row, boolean retracts) {
    boolean sequenced = !settings.sequence().isEmpty();
    if (sequenced && retracts && settings.ignoreDelete()) {
      return;
    }
    if (!sequenced || !decided || compare(settings.sequence(), row.values()) >= 0) {
      become(row);
      exists = !retracts;
    }
  }

  private void partialUpdate(Row row, boolean retracts) {
    if (!retracts) {
      update(row.values());
    } else if (settings.ignoreDelete()) {
      return;
    } else if (settings.removeOnDelete()) {
      if (row.symbol().equals("-D")) {
        clear();
      }
    } else {
      retract(row.values());
    }
  }

  private void update(Map<String, Object> values) {
    boolean fresh = !exists;
    exists = true;
    for (String column : values.keySet()) {
      boolean grouped =
          settings.groups().stream()
              .anyMatch(g -> g.order().contains(column) || g.fields().contains(column));
      if (!grouped && values.get(column) != null) {
        state.put(column, values.get(column));
      }
    }
    for (Group group : settings.groups()) {
      if (group.order().stream().allMatch(column -> values.get(column) == null)) {
        continue;
      }
      boolean newer = compare(group.order(), values) >= 0;
      boolean first = fresh || group.order().stream().allMatch(column -> state.get(column) == null);
      for (String field : group.fields()) {
        String function = settings.functions().get(field);
        if (function != null) {
          state.put(field, add(field, function, state.get(field), values.get(field), newer, first));
        } else if (newer) {
          state.put(field, values.get(field));
        }
      }
      if (newer) {
        group.order().forEach(column -> state.put(column, values.get(column)));
      }
    }
  }

  private void retract(Map<String, Object> values) {
    for (Group group : settings.groups()) {
      if (group.order().stream().allMatch(column -> values.get(column) == null)) {
        continue;
      }
      boolean newer = compare(group.order(), values) >= 0;
      for (String field : group.fields()) {
        String function = settings.functions().get(field);
        if (settings.ignoreRetract().contains(field)) {
          continue;
        } else if (function != null) {
          state.put(field, takeBack(field, function, state.get(field), values.get(field)));
        } else if (newer) {
          state.put(field, null);
        }
      }
      if (newer) {
        group.order().forEach(column -> state.put(column, values.get(column)));
      }
    }
  }

  /** Compares the sequence of a row with that of the state. */
  private int compare(List<String> order, Map<String, Object> values) {
    for (String column : order) {
      Integer left = (Integer) values.get(column);
      Integer right = (Integer) state.get(column);
      int compared =
          left == null ? (right == null ? 0 : -1) : right == null ? 1 : left.compareTo(right);
      if (compared != 0) {
        return compared;
      }
    }
    return 0;
  }

  private Object add(
      String field, String function, Object state, Object value, boolean newer, boolean first) {
    switch (function) {
      case "last_value":
        return newer ? value : state;
      case "first_value":
        return !newer || (first && state == null) ? value : state;
      case "count":
        return value == null ? state : state == null ? (Object) 1 : (Object) ((int) state + 1);
      case "collect":
        if (value == null) {
          return state;
        }
        List<Object> all = new ArrayList<>();
        all.addAll(newer ? listOf(state) : listOf(value));
        all.addAll(newer ? listOf(value) : listOf(state));
        return settings.distinct().contains(field) ? all.stream().distinct().toList() : all;
      default:
        if (value == null || state == null) {
          return value == null ? state : value;
        }
        return newer ? combine(function, state, value) : combine(function, value, state);
    }
  }

  /** Two values that are not null, the older first. */
  private static Object combine(String function, Object older, Object newer) {
    return switch (function) {
      case "sum" -> (int) older + (int) newer;
      case "product" -> (int) older * (int) newer;
      case "max" -> Math.max((int) older, (int) newer);
      case "min" -> Math.min((int) older, (int) newer);
      case "bool_and" -> (boolean) older && (boolean) newer;
      case "bool_or" -> (boolean) older || (boolean) newer;
      case "last_non_null_value" -> newer;
      case "first_non_null_value" -> older;
      case "listagg" -> older + (older.equals("") || newer.equals("") ? "" : ",") + newer;
      case "merge_map" -> {
        Map<Object, Object> merged = new LinkedHashMap<>((Map<?, ?>) older);
        merged.putAll((Map<?, ?>) newer);
        yield merged;
      }
      default -> throw new AssertionError(function);
    };
  }

  private Object takeBack(String field, String function, Object state, Object value) {
    if (function.equals("last_value")) {
      return null;
    } else if (value == null) {
      return state;
    }
    switch (function) {
      case "last_non_null_value":
        return null;
      case "sum":
        return (state == null ? 0 : (int) state) - (int) value;
      case "count":
        return (state == null ? 0 : (int) state) - 1;
      case "collect":
        if (state == null) {
          return null;
        }
        List<Object> left = new ArrayList<>(listOf(state));
        if (settings.distinct().contains(field)) {
          left = new ArrayList<>(left.stream().distinct().toList());
        }
        listOf(value).forEach(left::remove);
        return left;
      case "merge_map":
        if (state == null) {
          return null;
        }
        Map<Object, Object> entries = new LinkedHashMap<>((Map<?, ?>) state);
        ((Map<?, ?>) value).keySet().forEach(entries::remove);
        return entries;
      default:
        throw new AssertionError(function);
    }
  }

  private static List<?> listOf(Object list) {
    return list == null ? List.of() : (List<?>) list;
  }
}
