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
package io.icepack.spark.maintenance;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How much of a primary-key table a compaction merges. */
public enum CompactionStrategy {
  /** Every bucket becomes one clean run, which is read without merging. */
  FULL,

  /** Small runs that follow each other become one; retractions stay. */
  MINOR;

  /** The value of the argument {@code strategy}. */
  public String option() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The strategy that an argument names, empty if it names none. */
  public static Optional<CompactionStrategy> of(String option) {
    return Arrays.stream(values()).filter(strategy -> strategy.option().equals(option)).findFirst();
  }
}
