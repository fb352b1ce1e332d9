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
package io.icepack.blob.descriptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class LogicalBlobTest {
  private static final byte[] DATA = {1, 2};

  @Test
  void acceptsBytesAndUris() {
    assertThat(LogicalBlob.validate("pic", new byte[0], null, null, null).data()).isEmpty();
    assertThat(LogicalBlob.validate("pic", DATA, null, null, null))
        .isEqualTo(new LogicalBlob(DATA.clone(), null, null, null))
        .hasToString("data of 2 bytes");
    assertThat(LogicalBlob.validate("pic", null, "s3://b/k", null, null))
        .hasToString("uri 's3://b/k'")
        .matches(blob -> !blob.hasRange());
    assertThat(LogicalBlob.validate("pic", null, "s3://b/k", 5L, Long.MAX_VALUE - 5))
        .hasToString("uri 's3://b/k' at position 5 and size 9223372036854775802")
        .matches(LogicalBlob::hasRange);
  }

  static Stream<Arguments> invalid() {
    String range = " position ";
    return Stream.of(
        arguments(null, null, null, null, "data and uri are both null"),
        arguments(null, null, 1L, 2L, "data and uri are both null"),
        arguments(DATA, "u", null, null, "data of 2 bytes and uri 'u' are both set"),
        arguments(
            DATA,
            "s3://me:pw@b/k",
            null,
            null,
            "data of 2 bytes and uri 's3://***@b/k' are both set"),
        arguments(null, "", null, null, "uri is empty"),
        arguments(DATA, null, 1L, 2L, "data of 2 bytes has a range," + range + "1 and size 2"),
        arguments(DATA, null, null, 2L, "data of 2 bytes has a range," + range + "null and size 2"),
        arguments(null, "u", 1L, null, "uri 'u' has half a range," + range + "1 and size null"),
        arguments(null, "u", null, 2L, "uri 'u' has half a range," + range + "null and size 2"),
        arguments(null, "u", 1L, 0L, "uri 'u' has an empty range," + range + "1 and size 0"),
        arguments(
            null,
            "u",
            -1L,
            2L,
            "uri 'u' has a range beyond 9223372036854775807,"
                + " position 18446744073709551615 and size 2"),
        arguments(
            null,
            "u",
            0L,
            -1L,
            "uri 'u' has a range beyond 9223372036854775807,"
                + " position 0 and size 18446744073709551615"),
        arguments(
            null,
            "u",
            Long.MAX_VALUE,
            1L,
            "uri 'u' has a range beyond 9223372036854775807,"
                + " position 9223372036854775807 and size 1"));
  }

  @ParameterizedTest
  @MethodSource("invalid")
  void namesFieldAndInput(byte[] data, String uri, Long position, Long size, String problem) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LogicalBlob.validate("pic", data, uri, position, size))
        .withMessage("Cannot write blob to field pic: " + problem);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new LogicalBlob(data, uri, position, size))
        .withMessage("Cannot use blob value: " + problem);
  }
}
