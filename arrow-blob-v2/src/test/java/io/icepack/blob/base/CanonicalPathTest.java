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
package io.icepack.blob.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CanonicalPathTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x",
        "_blobs/u.managed.blob",
        "data/k=v/_f/1.blob",
        "...",
        "a/..b/c..",
        ".hidden/x",
        "a b/%2F#?",
        "s3:/x",
        "a:b",
        "图片/é",
        " "
      })
  void acceptsCanonicalPaths(String path) {
    assertThat(CanonicalPath.check(path)).isSameAs(path);
  }

  @ParameterizedTest
  @CsvSource({
    "'', it is empty",
    "s3://b/k, it contains ://",
    "a\\b, it contains a backslash",
    "/a, it begins or ends with a slash",
    "a/, it begins or ends with a slash",
    "/, it begins or ends with a slash",
    "a//b, it has an empty component",
    "., it has the component .",
    "./a, it has the component .",
    "a/./b, it has the component .",
    "a/., it has the component .",
    ".., it has the component ..",
    "../a, it has the component ..",
    "a/../b, it has the component ..",
    "a/.., it has the component .."
  })
  void refusesOtherPaths(String path, String reason) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CanonicalPath.check(path))
        .withMessage("Cannot use path '%s': %s", path, reason);
  }
}
