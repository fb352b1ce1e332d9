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
package io.icepack.spark.catalog;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.iceberg.spark.PathIdentifier;
import org.apache.spark.sql.connector.catalog.Identifier;

/**
 * The name of a table followed by {@code row_kind_<column>}, which means the table as changes are
 * written to it.
 *
 * @param table the name before that, which may select a branch
 * @param column the column with the row kinds
 */
record ChangeSelector(Identifier table, String column) {

  private static final String PREFIX = "row_kind_";

  /** The selector in a name, empty if there is none. */
  static Optional<ChangeSelector> parse(Identifier name) {
    if (name instanceof PathIdentifier path) {
      int end = path.location().lastIndexOf("#" + PREFIX);
      return end < 0
          ? Optional.empty()
          : Optional.of(
              new ChangeSelector(
                  new PathIdentifier(path.location().substring(0, end)),
                  path.location().substring(end + 1 + PREFIX.length())));
    }
    String[] levels = name.namespace();
    if (levels.length == 0 || !name.name().startsWith(PREFIX)) {
      return Optional.empty();
    }
    Identifier table =
        Identifier.of(Arrays.copyOf(levels, levels.length - 1), levels[levels.length - 1]);
    return Optional.of(new ChangeSelector(table, name.name().substring(PREFIX.length())));
  }

  /** The name that selects {@code column} of {@code table}. */
  static Identifier select(Identifier table, String column) {
    if (table instanceof PathIdentifier path) {
      return new PathIdentifier(path.location() + "#" + PREFIX + column);
    }
    String[] levels =
        Stream.concat(Arrays.stream(table.namespace()), Stream.of(table.name()))
            .toArray(String[]::new);
    return Identifier.of(levels, PREFIX + column);
  }
}
