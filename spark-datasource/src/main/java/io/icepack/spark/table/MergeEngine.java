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

import java.util.Arrays;
import java.util.Optional;

/** How the rows of one primary key become one row (property {@code merge-engine}). */
public enum MergeEngine {
  /** The newest row stays. */
  DEDUPLICATE("deduplicate"),

  /** Values that are not null overwrite, column by column. */
  PARTIAL_UPDATE("partial-update"),

  /** The earliest row stays. */
  FIRST_ROW("first-row");

  private final String option;

  MergeEngine(String option) {
    this.option = option;
  }

  /** The value of the property. */
  public String option() {
    return option;
  }

  /** The engine that a property value names, empty if it names none. */
  public static Optional<MergeEngine> of(String option) {
    return Arrays.stream(values()).filter(engine -> engine.option.equals(option)).findFirst();
  }
}
