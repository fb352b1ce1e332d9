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
package io.icepack.benchmarks.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ArgumentsTest {
  @Test
  void takesValuesAndDefaults() {
    Arguments arguments = new Arguments("--values", "7", "--output", "there");
    assertThat(arguments.take("values", 1)).isEqualTo(7);
    assertThat(arguments.take("bytes", 2)).isEqualTo(2);
    assertThat(arguments.take("output", "here")).isEqualTo("there");
    arguments.requireEmpty();
  }

  @Test
  void refusesWhatItCannotRead() {
    assertThatThrownBy(() -> new Arguments("--values"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Cannot read arguments: no value for --values");
    assertThatThrownBy(() -> new Arguments("values", "7"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Cannot read arguments: expected --name, found values");
    assertThatThrownBy(() -> new Arguments("--values", "many").take("values", 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Cannot read --values: not a number: many");
    assertThatThrownBy(() -> new Arguments("--value", "7").requireEmpty())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Cannot read arguments: unknown --value");
  }
}
