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
package io.icepack.spark.rowlevel;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Random statements and queries on one table, whose name stands as {@code {table}} in them. The
 * rows that they make and return do not depend on any order.
 */
final class RandomSql {

  static final String TABLE = "{table}";

  private static final String META =
      "STRUCT<name: STRING, pic: BINARY, deep: STRUCT<n: INT, pics: ARRAY<BINARY>>>";
  private static final String ITEMS = "ARRAY<STRUCT<label: STRING, pic: BINARY>>";

  /** How values of a type are made. In braces stands the type of a part, X for the same type. */
  private static final Map<String, List<String>> GRAMMAR =
      Map.of(
          "X",
          List.of(
              "coalesce({X}, {X})",
              "CASE WHEN {BOOLEAN} THEN {X} WHEN {BOOLEAN} THEN {X} END",
              "if({BOOLEAN}, {X}, {X})",
              "nvl2({BINARY}, {X}, {X})",
              "named_struct('a', {X}, 'b', {X}).b",
              "get(array({X}, {X}), 1)",
              "map('p', {X})['p']"),
          "BINARY",
          List.of(
              "nullif({BINARY}, {BINARY})",
              "concat({BINARY}, {BINARY})",
              "substring({BINARY}, 2, 2)",
              "greatest({BINARY}, {BINARY})",
              "unhex(hex({BINARY}))",
              "get({ARRAY<BINARY>}, 1)",
              "try_element_at({ARRAY<BINARY>}, -1)",
              "{MAP<STRING, BINARY>}['a']",
              "get(map_values({MAP<STRING, BINARY>}), 0)",
              "reduce({ARRAY<BINARY>}, X'', (sum, x) -> concat(sum, coalesce(x, X'FE')))",
              "{META}.pic",
              "get({META}.deep.pics, 0)",
              "get({ITEMS}, 0).pic",
              "get({ITEMS}.pic, 1)"),
          "ARRAY<BINARY>",
          List.of(
              "array({BINARY}, {BINARY})",
              "transform({ARRAY<BINARY>}, (x, i) -> if(i = 0, {BINARY}, x))",
              "filter({ARRAY<BINARY>}, x -> length(x) > 1)",
              "concat({ARRAY<BINARY>}, {ARRAY<BINARY>})",
              "slice({ARRAY<BINARY>}, 1, 2)",
              "map_values({MAP<STRING, BINARY>})",
              "zip_with({ARRAY<BINARY>}, {ARRAY<BINARY>}, (x, y) -> coalesce(x, y))",
              "{META}.deep.pics",
              "{ITEMS}.pic",
              "transform({ITEMS}, i -> i.pic)"),
          "MAP<STRING, BINARY>",
          List.of(
              "map('a', {BINARY}, 'c', {BINARY})",
              "map_filter({MAP<STRING, BINARY>}, (k, v) -> v IS NOT NULL)",
              "transform_values({MAP<STRING, BINARY>}, (k, v) -> coalesce(v, {BINARY}))",
              "map_from_arrays(array('a', 'b'), array({BINARY}, {BINARY}))"),
          "META",
          List.of(
              "named_struct('name', {STRING}, 'pic', {BINARY}, 'deep', "
                  + "named_struct('n', {INT}, 'pics', {ARRAY<BINARY>}))",
              "named_struct('name', {STRING}, 'pic', {BINARY}, 'deep', {META}.deep)"),
          "ITEMS",
          List.of(
              "array(named_struct('label', {STRING}, 'pic', {BINARY}))",
              "transform({ITEMS}, i -> named_struct('label', i.label, 'pic', {BINARY}))",
              "transform({ARRAY<BINARY>}, x -> named_struct('label', 'q', 'pic', x))",
              "filter({ITEMS}, i -> i.pic IS NOT NULL)"),
          "INT",
          List.of(
              "length({BINARY})",
              "size({ARRAY<BINARY>})",
              "size({MAP<STRING, BINARY>})",
              "size({ITEMS})",
              "{META}.deep.n"),
          "STRING",
          List.of(
              "hex({BINARY})",
              "array_join(map_keys({MAP<STRING, BINARY>}), '-')",
              "{META}.name",
              "get({ITEMS}.label, 0)"),
          "BOOLEAN",
          List.of(
              "({BINARY} IS NULL)",
              "({META} IS NOT NULL)",
              "({BINARY} = {BINARY})",
              "({META} <=> {META})",
              "({BINARY} IN (X'01', {BINARY}))",
              "array_contains({ARRAY<BINARY>}, {BINARY})",
              "exists({ARRAY<BINARY>}, x -> x IS NULL)",
              "(size({ARRAY<BINARY>}) > 1)",
              "({BOOLEAN} OR {BOOLEAN})",
              "({BOOLEAN} AND NOT {BOOLEAN})"));

  private static final Map<String, List<String>> LITERALS =
      Map.of(
          "BINARY",
          List.of("X''", "X'01'", "X'0102'", "X'FF00FF'", "X'61626364'"),
          "ARRAY<BINARY>",
          List.of("array(X'01', NULL)", "CAST(array() AS ARRAY<BINARY>)", "array(X'', X'02')"),
          "MAP<STRING, BINARY>",
          List.of("map('a', X'0102', 'b', NULL)", "map('c', X'')", "map('a', X'03')"),
          "META",
          List.of(
              "named_struct('name', 'n', 'pic', X'01', 'deep', "
                  + "named_struct('n', 1, 'pics', array(X'02', NULL)))",
              "named_struct('name', 'o', 'pic', CAST(NULL AS BINARY), 'deep', "
                  + "CAST(NULL AS STRUCT<n: INT, pics: ARRAY<BINARY>>))"),
          "ITEMS",
          List.of(
              "array(named_struct('label', 'l', 'pic', X'0102'), NULL)",
              "array(named_struct('label', 'k', 'pic', CAST(NULL AS BINARY)))"),
          "INT",
          List.of("1", "2", "3"),
          "STRING",
          List.of("'u'", "'v'", "'w'"),
          "BOOLEAN",
          List.of("true", "false"));

  /** What descriptors answer, of columns under a prefix. */
  private static final List<String> QUESTIONS =
      List.of(
          "%spic IS NULL",
          "%spic2 IS NOT NULL",
          "size(%simgs)",
          "map_keys(%sm)",
          "%smeta.pic IS NULL",
          "%smeta.name",
          "size(%smeta.deep.pics)",
          "%smeta2.pic",
          "size(%sitems)",
          "if(%smeta2.deep.pics IS NULL, %sid, %smeta.deep.n)");

  private static final Pattern PART = Pattern.compile("\\{([A-Z][A-Z<>, ]*)}");

  private final Random random;
  private final boolean keyed;
  private final boolean caseSensitive;
  private final Map<String, String> columns = new LinkedHashMap<>();
  private int added;

  /**
   * @param keyed whether the table has a primary key, and no nested columns
   */
  RandomSql(Random random, boolean keyed, boolean caseSensitive) {
    this.random = random;
    this.keyed = keyed;
    this.caseSensitive = caseSensitive;
    Stream.of("id", "k").forEach(name -> columns.put(name, "INT"));
    columns.put("s", "STRING");
    Stream.of("pic", "pic2", "plain").forEach(name -> columns.put(name, "BINARY"));
    Stream.of("imgs", "arr").forEach(name -> columns.put(name, "ARRAY<BINARY>"));
    columns.put("m", "MAP<STRING, BINARY>");
    if (!keyed) {
      Stream.of("meta", "meta2").forEach(name -> columns.put(name, "META"));
      Stream.of("items", "items2").forEach(name -> columns.put(name, "ITEMS"));
    }
  }

  /** The columns for CREATE TABLE. */
  String declaration() {
    return columns.entrySet().stream()
        .map(
            c ->
                c.getKey() + " " + ddl(c.getValue()) + (c.getKey().equals("id") ? " NOT NULL" : ""))
        .collect(Collectors.joining(", ", "(", ")"));
  }

  /** The blobs among them: some of their types are plain. */
  String blobs() {
    return "pic,pic2,imgs,m"
        + (keyed
            ? ""
            : ",meta.pic,meta.deep.pics.element,meta2.deep.pics.element,items.element.pic");
  }

  /** A query for rows to begin with. */
  String rows(int count) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(id -> "SELECT " + row("" + id, 0))
        .collect(Collectors.joining(" UNION ALL "));
  }

  /** A statement that changes the table. */
  String statement() {
    return switch (random.nextInt(keyed ? 5 : 6)) {
      case 0, 1 -> "UPDATE {table} SET " + assignments("") + " WHERE " + condition(2, "");
      case 2 -> "MERGE INTO {table} t USING " + source() + " s ON t.id = s.id " + clauses();
      case 3 -> {
        added += 100;
        yield "INSERT INTO {table} SELECT "
            + row("y.id + " + added, 2, "y.")
            + " FROM {table} y WHERE y.id < 3 AND "
            + condition(1, "y.");
      }
      case 4 -> "DELETE FROM {table} WHERE id % 3 = 0 AND " + condition(2, "");
      default ->
          "INSERT OVERWRITE {table} SELECT %s FROM {table} y WHERE y.id < 100"
              .formatted(row("y.id", 2, "y."));
    };
  }

  /** A query. */
  String query() {
    List<String> types = columns.values().stream().distinct().toList();
    return switch (random.nextInt(5)) {
      case 0 ->
          "SELECT %s AS g, count(%s), sort_array(collect_list(%s)), max(%s) FROM {table} GROUP BY g"
              .formatted(
                  value("BOOLEAN", 2, ""),
                  value(pick(types), 1, ""),
                  value("BINARY", 1, ""),
                  value("INT", 1, ""));
      case 1 ->
          "SELECT %s FROM {table} t LEFT JOIN {table} u ON t.id = u.id + 1 AND %s WHERE %s"
              .formatted(list(4, "t.", "u."), value("BOOLEAN", 1, "t.", "u."), condition(1, "t."));
      case 2 ->
          "WITH q AS (SELECT %s FROM {table} y) SELECT %s FROM q t WHERE %s"
              .formatted(row("id", 2, "y."), list(4, "t."), condition(1, "t."));
      case 3 -> {
        String type = pick(List.of("BINARY", "ARRAY<BINARY>"));
        yield "SELECT %s FROM {table} %s SELECT %s FROM {table}"
            .formatted(
                value(type, 2, ""),
                pick(List.of("UNION", "INTERSECT", "EXCEPT", "UNION ALL")),
                value(type, 2, ""));
      }
      default ->
          "SELECT %s, count(%s) OVER (PARTITION BY k) FROM {table} WHERE %s"
              .formatted(list(5, ""), value(pick(types), 1, ""), condition(2, ""));
    };
  }

  /** A query that descriptors answer. */
  String question() {
    return switch (random.nextInt(4)) {
      case 0 ->
          "SELECT count(pic), count(imgs), count(m), %s FROM {table} GROUP BY ALL"
              .formatted(ask(""));
      case 1 ->
          "SELECT %s, %s FROM {table} t LEFT JOIN {table} u ON t.id = u.id + 1 AND u.pic IS NULL"
              .formatted(ask("t."), ask("u."));
      case 2 ->
          "SELECT %s, q.c FROM (SELECT *, count(pic2) OVER (PARTITION BY k) AS c FROM {table} "
                  .formatted(ask("q."))
              + "WHERE pic IS NOT NULL OR size(imgs) > 0) q";
      default ->
          "SELECT %s, %s FROM {table} WHERE pic IS NULL UNION ALL SELECT %s, %s FROM {table}"
              .formatted("id", "size(imgs)", "size(m)", "k + 1");
    };
  }

  private String ask(String prefix) {
    List<String> asked =
        QUESTIONS.stream()
            .filter(q -> !keyed || !q.contains("me") && !q.contains("items"))
            .toList();
    return pick(asked).replace("%s", prefix) + ", " + pick(asked).replace("%s", prefix);
  }

  private String list(int count, String... prefixes) {
    List<String> types = columns.values().stream().distinct().toList();
    return IntStream.range(0, count)
        .mapToObj(i -> value(pick(types), 2, prefixes))
        .collect(Collectors.joining(", "));
  }

  private String row(String id, int depth, String... prefixes) {
    return columns.entrySet().stream()
        .map(
            column ->
                "%s AS %s"
                    .formatted(
                        column.getKey().equals("id")
                            ? id
                            : value(column.getValue(), random.nextInt(depth + 1), prefixes),
                        column.getKey()))
        .collect(Collectors.joining(", "));
  }

  private String source() {
    return switch (random.nextInt(3)) {
      case 0 -> TABLE;
      case 1 -> "(SELECT %s FROM {table} y)".formatted(row("y.id + 2", 2, "y."));
      default -> "(" + rows(3) + ")";
    };
  }

  private String clauses() {
    String[] both = {"t.", "s."};
    return "WHEN MATCHED AND %s THEN UPDATE SET %s WHEN MATCHED THEN %s"
            .formatted(
                value("BOOLEAN", 2, both),
                assignments(both),
                pick(List.of("UPDATE SET *", "DELETE", "UPDATE SET " + assignments(both))))
        + " WHEN NOT MATCHED THEN INSERT *"
        + " WHEN NOT MATCHED BY SOURCE AND %s THEN UPDATE SET %s"
            .formatted(value("BOOLEAN", 1, "t."), assignments("t."));
  }

  private String assignments(String... prefixes) {
    Set<String> assigned = new LinkedHashSet<>();
    while (assigned.size() < 3) {
      assigned.add(pick(columns.keySet().stream().skip(1).toList()));
    }
    return assigned.stream()
        .map(column -> assignment(column, columns.get(column), prefixes))
        .collect(Collectors.joining(", "));
  }

  private String assignment(String column, String type, String... prefixes) {
    String target = spelled(column);
    if (type.equals("META") && random.nextBoolean()) {
      return pick(
          List.of(
              target + ".name = " + value("STRING", 2, prefixes),
              target + ".pic = " + value("BINARY", 2, prefixes),
              target + ".deep.pics = " + value("ARRAY<BINARY>", 2, prefixes)));
    }
    return target + " = " + value(type, 2, prefixes);
  }

  private String condition(int depth, String... prefixes) {
    String inner = value("BINARY", 1, "z.");
    return switch (random.nextInt(6)) {
      case 0 -> value("BINARY", 1, prefixes) + " IN (SELECT " + inner + " FROM {table} z)";
      case 1 ->
          "EXISTS (SELECT 1 FROM {table} z WHERE z.pic2 = %spic OR %s)"
              .formatted(
                  prefixes[0].isEmpty() ? TABLE + "." : prefixes[0], value("BOOLEAN", 1, "z."));
      default -> value("BOOLEAN", depth, prefixes);
    };
  }

  /**
   * An expression.
   *
   * @param prefixes of columns that it may look at
   */
  private String value(String type, int depth, String... prefixes) {
    if (keyed && (type.equals("META") || type.equals("ITEMS"))) {
      return pick(LITERALS.get(type));
    }
    if (depth == 0 || random.nextInt(4) == 0) {
      return leaf(type, prefixes);
    }
    boolean general = random.nextInt(3) == 0;
    Matcher part = PART.matcher(pick(GRAMMAR.get(general ? "X" : type)));
    StringBuilder made = new StringBuilder();
    while (part.find()) {
      String inner = part.group(1).equals("X") ? type : part.group(1);
      part.appendReplacement(made, Matcher.quoteReplacement(value(inner, depth - 1, prefixes)));
    }
    return part.appendTail(made).toString();
  }

  private String leaf(String type, String... prefixes) {
    List<String> names =
        columns.keySet().stream().filter(c -> columns.get(c).equals(type)).toList();
    if (prefixes.length > 0 && type.equals("BOOLEAN")) {
      return "(%sid %% 2 = 1)".formatted(pick(List.of(prefixes)));
    } else if (prefixes.length > 0 && random.nextInt(6) > 0) {
      return pick(List.of(prefixes)) + spelled(pick(names));
    }
    return random.nextInt(6) == 0 ? "CAST(NULL AS " + ddl(type) + ")" : pick(LITERALS.get(type));
  }

  private String spelled(String name) {
    return caseSensitive || random.nextInt(4) > 0 ? name : name.toUpperCase();
  }

  private static String ddl(String type) {
    return type.equals("META") ? META : type.equals("ITEMS") ? ITEMS : type;
  }

  private <T> T pick(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }
}
