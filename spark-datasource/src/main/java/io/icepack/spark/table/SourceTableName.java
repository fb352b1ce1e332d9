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

import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.parser.CatalystSqlParser$;
import scala.jdk.javaapi.CollectionConverters;

/**
 * The value of {@code blob-descriptor.source-table}, such as {@code db.media$branch_draft}.
 *
 * @param parts namespace and name
 * @param branch the branch, null for the main one
 */
public record SourceTableName(List<String> parts, String branch) {

  private static final String BRANCH = "$branch_";

  /** What a value must be, for errors. */
  static final String RULE =
      "the name of a table in the same catalog, such as db.media or db.media$branch_draft";

  /** Takes a value apart, empty if it is no name. */
  public static Optional<SourceTableName> parse(String value) {
    int suffix = value.lastIndexOf(BRANCH);
    String table = suffix < 0 ? value : value.substring(0, suffix);
    String branch = suffix < 0 ? null : value.substring(suffix + BRANCH.length());
    if (table.isBlank() || (branch != null && branch.isBlank())) {
      return Optional.empty();
    }
    try {
      List<String> parts =
          CollectionConverters.asJava(CatalystSqlParser$.MODULE$.parseMultipartIdentifier(table));
      return Optional.of(new SourceTableName(List.copyOf(parts), branch));
    } catch (Exception e) { // a checked ParseException, which Scala does not declare
      return Optional.empty();
    }
  }
}
