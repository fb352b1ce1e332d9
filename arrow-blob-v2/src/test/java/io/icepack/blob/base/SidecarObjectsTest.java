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

class SidecarObjectsTest {

  @ParameterizedTest
  @CsvSource({
    "1, 10000000000000000000000000000000.blob",
    "2, 01000000000000000000000000000000.blob",
    "3, 11000000000000000000000000000000.blob",
    "2147483648, 00000000000000000000000000000001.blob",
    "4294967295, 11111111111111111111111111111111.blob"
  })
  void encodesIdsWithTheLowestBitFirst(long id, String name) {
    assertThat(SidecarObjects.location("/t/data/k=v/f.parquet", id))
        .isEqualTo("/t/data/k=v/_f/" + name);
  }

  @ParameterizedTest
  @CsvSource({
    "/t/data/f.parquet, /t/data/_f, /t/data/_f.parquet.blobref",
    "s3://b/a.b/00-1-x.zstd.parquet, s3://b/a.b/_00-1-x.zstd, s3://b/a.b/_00-1-x.zstd.parquet.blobref",
    "/t.d/noextension, /t.d/_noextension, /t.d/_noextension.blobref",
    "/t/.hidden, /t/_.hidden, /t/_.hidden.blobref",
    "/t/a b%20.parquet, /t/_a b%20, /t/_a b%20.parquet.blobref"
  })
  void namesWhatBelongsToADataFile(String dataFile, String directory, String references) {
    assertThat(SidecarObjects.directory(dataFile)).isEqualTo(directory);
    assertThat(SidecarObjects.references(dataFile)).isEqualTo(references);
  }

  @ParameterizedTest
  @CsvSource({
    "s3://b/t/data/_f/10000000000000000000000000000000.blob, true, false",
    "/t/data/f/10000000000000000000000000000000.blob, false, false",
    "/t/data/_f/1000000000000000000000000000000.blob, false, false",
    "/t/data/_f/20000000000000000000000000000000.blob, false, false",
    "/t/data/_f/x/10000000000000000000000000000000.blob, false, false",
    "/t/_blobs/a.managed.blob, false, false",
    "/t/data/_f.parquet.blobref, false, true",
    "/t/data/f.parquet.blobref, false, false",
    "/t/data/_.blobref, false, false",
    "/t/_x/f.blobref, false, false"
  })
  void recognizesNames(String location, boolean object, boolean references) {
    assertThat(SidecarObjects.isObject(location)).isEqualTo(object);
    assertThat(SidecarObjects.isReferences(location)).isEqualTo(references);
  }

  @Test
  void refusesWhatHasNoName() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SidecarObjects.location("/t/f.parquet", 0))
        .withMessage("Cannot use sidecar id 0: ids begin with 1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SidecarObjects.location("/t/f.parquet", 1L << 32))
        .withMessage("Cannot use sidecar id 4294967296: it is not between 0 and 4294967295");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SidecarObjects.references("/t/"))
        .withMessage("Cannot name sidecar of '/t/': it has no file name");
  }
}
