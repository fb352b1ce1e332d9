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

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OwnedObjectTest {

  @ParameterizedTest
  @CsvSource({
    "s3://b/t/_blobs/x, s3://b/t/_blobs, x",
    "s3://b/x, s3://b, x",
    "/x, /, x",
    "file:/t/_blobs/a b%, file:/t/_blobs, a b%"
  })
  void splitsALocation(String location, String root, String name) {
    OwnedObject object = OwnedObject.at(location);
    assertThat(object).isEqualTo(new OwnedObject(root, name));
    assertThat(object.location()).isEqualTo(location);
    assertThat(object.identity()).isEqualTo(ObjectIdentity.of(location));
  }

  @Test
  void ordersByRootThenName() {
    assertThat(new OwnedObject("/a", "z")).isLessThan(new OwnedObject("/b", "a"));
    assertThat(new OwnedObject("/a", "a")).isLessThan(new OwnedObject("/a", "b"));
  }

  @ParameterizedTest
  @CsvSource({"'', x", "/a, ''", "/a, b/c"})
  void refusesInvalidParts(String root, String name) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new OwnedObject(root, name))
        .withMessage(
            "Cannot use object '%s' in '%s': root or name is empty, or the name has a slash",
            name, root);
  }

  @Test
  void refusesALocationWithoutADirectory() {
    assertThatIllegalArgumentException().isThrownBy(() -> OwnedObject.at("x"));
  }
}
