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
package io.icepack.spark.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** A page below {@code docs/}, whose tables and examples tests compare with the code. */
public final class Documentation {

  private final Path path;
  private final List<String> lines;

  private Documentation(Path path, List<String> lines) {
    this.path = path;
    this.lines = lines;
  }

  /** Reads a page by its file name. */
  public static Documentation read(String name) {
    Path path = Path.of(System.getProperty("basedir", ""), "..", "docs", name);
    try {
      return new Documentation(path, Files.readAllLines(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The first table below a heading. */
  public List<List<String>> table(String heading) {
    return tables(heading).get(0);
  }

  /** The rows of each table below a heading, without their headers, cell by cell. */
  public List<List<List<String>>> tables(String heading) {
    List<List<List<String>>> tables = new ArrayList<>();
    boolean inside = false;
    for (String line : section(heading)) {
      boolean row = line.startsWith("|");
      if (row && !inside) {
        tables.add(new ArrayList<>());
      }
      if (row) {
        String[] cells = line.substring(1, line.length() - 1).split("\\|");
        tables.get(tables.size() - 1).add(Arrays.stream(cells).map(String::strip).toList());
      }
      inside = row;
    }
    tables.replaceAll(rows -> rows.subList(2, rows.size()));
    return tables;
  }

  /** The bytes of the hexadecimal example of a name: lines of digits, two blanks and a remark. */
  public byte[] example(String name) {
    StringBuilder digits = new StringBuilder();
    int start = lines.indexOf("```hex " + name);
    for (String line : lines.subList(start + 1, lines.size())) {
      if (line.equals("```")) {
        return HexFormat.of().parseHex(digits);
      }
      digits.append(line.split("  ")[0].replace(" ", ""));
    }
    throw new IllegalArgumentException("Cannot find example " + name + " in " + path);
  }

  /** The text of a cell between back quotes. */
  public static String code(String cell) {
    return cell.substring(cell.indexOf('`') + 1, cell.lastIndexOf('`'));
  }

  private List<String> section(String heading) {
    int start = -1;
    for (int i = 0; i < lines.size(); i++) {
      if (start < 0 && lines.get(i).equals("## " + heading)) {
        start = i + 1;
      } else if (start >= 0 && lines.get(i).startsWith("## ")) {
        return lines.subList(start, i);
      }
    }
    if (start < 0) {
      throw new IllegalArgumentException("Cannot find section " + heading + " in " + path);
    }
    return lines.subList(start, lines.size());
  }
}
