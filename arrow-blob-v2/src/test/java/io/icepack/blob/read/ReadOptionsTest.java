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
package io.icepack.blob.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReadOptionsTest {

  @ParameterizedTest
  @ValueSource(strings = {"/t", "file:/t", "file:///t", "FILE:/t"})
  void knowsLocalLocations(String location) {
    ReadOptions options = ReadOptions.forLocation(location);
    assertThat(options.gapBytes()).isEqualTo(64 * 1024);
    assertThat(options.maxMergedBytes()).isEqualTo(128 * 1024);
    assertThat(options.parallelism()).isBetween(1, 4);
    assertThat(options.callerBytes()).isEqualTo(1024 * 1024);
  }

  @ParameterizedTest
  @ValueSource(strings = {"s3://b/t", "hdfs://nn/t", "filesystem://x", "abfss://c@a/t"})
  void takesOthersForRemote(String location) {
    assertThat(ReadOptions.forLocation(location))
        .isEqualTo(new ReadOptions(1 << 20, 8 << 20, 8, 64 << 20, 0));
  }

  @Test
  void changesTheParallelismOnly() {
    assertThat(new ReadOptions(1, 2, 3, 4, 5).withParallelism(9))
        .isEqualTo(new ReadOptions(1, 2, 9, 4, 5));
  }

  @Test
  void refusesWhatIsTooSmall() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ReadOptions(1, 2, 0, 4, 5))
        .withMessage(
            "Cannot use read options gap 1, merged 2, parallelism 0, in flight 4, caller 5: one is"
                + " too small");
  }
}
