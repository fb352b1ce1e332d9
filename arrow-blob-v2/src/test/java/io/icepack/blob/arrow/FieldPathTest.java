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
package io.icepack.blob.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class FieldPathTest {

  @Test
  void joinsNamesByDots() {
    assertThat(FieldPath.of("docs", "item", "content")).hasToString("docs.item.content");
  }

  @Test
  void quotesNamesThatWouldBeAmbiguous() {
    assertThat(FieldPath.of("a.b", "c`d", "", "e f")).hasToString("`a.b`.`c``d`.``.e f");
  }

  @Test
  void refusesNoNames() {
    assertThatThrownBy(() -> new FieldPath(List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Cannot create field path: it has no names");
  }
}
