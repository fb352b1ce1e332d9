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
package io.icepack.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TextTableTest {
  @Test
  void alignsColumns() {
    assertThat(new TextTable("step", "rows").row("load", 48).row("list sizes", 1_000).toString())
        .isEqualTo(
            """
            step        rows
            ----------------
            load          48
            list sizes  1000\
            """);
  }

  @Test
  void refusesRowsOfAnotherWidth() {
    assertThatThrownBy(() -> new TextTable("step", "rows").row("load"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Cannot add row: 1 cells for 2 columns");
  }
}
