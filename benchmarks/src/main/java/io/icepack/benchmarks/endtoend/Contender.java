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
package io.icepack.benchmarks.endtoend;

import io.icepack.benchmarks.spark.LocalSpark;

/**
 * The two sides of the comparison; they differ in catalog, column declaration and compaction call
 * alone.
 */
enum Contender {
  ICEBERG(
      LocalSpark.PLAIN,
      "content BINARY",
      "CALL plain.system.rewrite_data_files(table => 'plain.%s', options => map('rewrite-all', 'true'))"),
  ICEPACK(
      LocalSpark.LAKE,
      "content BINARY COMMENT '__BLOB_FIELD'",
      "CALL lake.sys.compact(table => '%s')");

  private final String catalog;
  private final String contentColumn;
  private final String compaction;

  Contender(String catalog, String contentColumn, String compaction) {
    this.catalog = catalog;
    this.contentColumn = contentColumn;
    this.compaction = compaction;
  }

  String catalog() {
    return catalog;
  }

  String contentColumn() {
    return contentColumn;
  }

  /** The statement that compacts {@code table}, which is named without its catalog. */
  String compaction(String table) {
    return compaction.formatted(table);
  }
}
