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

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableLocationsTest {
  private static final TableLocations LOCATIONS =
      new TableLocations(
          BaseRegistry.of(
              List.of(
                  new BlobBase(1, "file:/w/old", true),
                  new BlobBase(2, "/w/old/nested", true),
                  new BlobBase(3, "/w", true),
                  new BlobBase(4, "/w/t/data", false))),
          "file:///w/t");

  @ParameterizedTest
  @CsvSource({
    "/w/t/data/f.parquet, file:///w/t",
    "file:/w/old/data/f.parquet, file:/w/old",
    "/w/old/nested/data/f.parquet, /w/old/nested",
    "/w/older/data/f.parquet, /w",
    "/elsewhere/f.parquet, file:///w/t",
    "s3://w/old/f.parquet, file:///w/t"
  })
  void findsTheImplicitBase(String dataFile, String base) {
    assertThat(LOCATIONS.implicitBase(dataFile)).isEqualTo(base);
  }

  @ParameterizedTest
  @CsvSource({
    "/w/t/data/a, file:/w/t/data/b, true",
    "/w/t/data/a, /elsewhere/b, true",
    "/w/t/data/a, /w/old/b, false",
    "/w/old/a, /w/old/nested/b, false"
  })
  void comparesImplicitBases(String one, String other, boolean same) {
    assertThat(LOCATIONS.sameImplicitBase(one, other)).isEqualTo(same);
  }

  @Test
  void findsTheOutermostLocations() {
    assertThat(
            TableLocations.outermost(
                List.of("/w/a/b", "file:/w/a", "/w/a/", "s3://w/a", "s3a://w/a/c", "/w/ab")))
        .containsExactly("file:/w/a", "s3://w/a", "/w/ab");
    assertThat(TableLocations.outermost(List.of())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "/w/t/_blobs/x.blob, true",
    "file:/w/old/_blobs/x.blob, true",
    "/w/older/x.blob, true",
    "/w/../x.blob, false",
    "/elsewhere/x.blob, false",
    "s3://w/t/x.blob, false"
  })
  void ownsWhatLiesBelowItsRoots(String location, boolean owned) {
    assertThat(LOCATIONS.owns(location)).isEqualTo(owned);
  }

  @ParameterizedTest
  @CsvSource({"/w/t/data/x, true", "/w/elsewhere/x, false", "/w/tt/x, false"})
  void doesNotOwnBasesThatAreNoRoots(String location, boolean owned) {
    BaseRegistry others = BaseRegistry.of(List.of(new BlobBase(1, "/w/elsewhere", false)));
    assertThat(new TableLocations(others, "/w/t").owns(location)).isEqualTo(owned);
  }
}
