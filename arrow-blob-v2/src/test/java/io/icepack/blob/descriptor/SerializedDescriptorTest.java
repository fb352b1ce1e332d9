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

import io.icepack.blob.store.PayloadRange;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SerializedDescriptorTest {
  private static final SerializedDescriptor SAMPLE = new SerializedDescriptor("s3://b/ü", 258, 3);
  private static final String SAMPLE_HEX =
      "02" // version
          + "4353454442"
          + "4f4c42" // magic
          + "09000000" // length of the uri
          + "73333a2f2f622fc3bc" // uri
          + "0201000000000000" // offset
          + "0300000000000000"; // length

  @Test
  void keepsItsLayout() {
    assertThat(HexFormat.of().formatHex(SAMPLE.encode())).isEqualTo(SAMPLE_HEX);
    assertThat(SerializedDescriptor.decode(HexFormat.of().parseHex(SAMPLE_HEX))).isEqualTo(SAMPLE);
  }

  @ParameterizedTest
  @CsvSource({
    "/x, 0, 0",
    "file:/a b%20c#?, 0, -1",
    "hdfs://nn:8020/图片, 9223372036854775807, 0",
    "x, 1, 9223372036854775806",
    "😀, 0, 9223372036854775807"
  })
  void survivesARoundTrip(String uri, long offset, long length) {
    SerializedDescriptor descriptor = new SerializedDescriptor(uri, offset, length);
    assertThat(SerializedDescriptor.decode(descriptor.encode())).isEqualTo(descriptor);
  }

  @Test
  void refusesBytesThatAreCutAnywhere() {
    byte[] whole = SAMPLE.encode();
    for (int length = 0; length < whole.length; length++) {
      String needed = length < 29 ? "at least 29 bytes are needed" : "a uri of 9 bytes makes 38";
      refuses(Arrays.copyOf(whole, length), "it is cut short, " + needed);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {39, 100})
  void refusesTrailingBytes(int length) {
    refuses(
        Arrays.copyOf(SAMPLE.encode(), length), "it has trailing bytes, a uri of 9 bytes makes 38");
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "1, 1", "3, 3", "-1, 255"})
  void refusesOtherVersions(byte version, String shown) {
    byte[] bytes = SAMPLE.encode();
    bytes[0] = version;
    refuses(bytes, "its version is " + shown + ", only 2 is known");
  }

  @Test
  void refusesAnotherMagicNumber() {
    byte[] bytes = SAMPLE.encode();
    bytes[1] = 0x44;
    refuses(bytes, "its magic number is 0x424C4F4244455344, not 0x424C4F4244455343");
  }

  @Test
  void refusesImpossibleUriLengths() {
    refuses(withUriLength(-1), "its uri length is -1");
    refuses(withUriLength(Integer.MIN_VALUE), "its uri length is -2147483648");
    refuses(
        withUriLength(Integer.MAX_VALUE),
        "it is cut short, a uri of 2147483647 bytes makes 2147483676");
    refuses(withUriLength(8), "it has trailing bytes, a uri of 8 bytes makes 37");
  }

  @Test
  void refusesAUriThatIsNotUtf8() {
    byte[] bytes = SAMPLE.encode();
    bytes[20] = (byte) 0xff;
    refuses(bytes, "its uri is not valid UTF-8");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SerializedDescriptor("a\ud800b", 0, 1).encode())
        .withMessage("Cannot encode uri a\ud800b: it is not valid Unicode");
  }

  @ParameterizedTest
  @CsvSource({"-1, 5", "0, -2", "9223372036854775807, 1"})
  void refusesImpossibleRanges(long offset, long length) {
    String message =
        "Cannot use serialized descriptor of s3://b/ü: offset %d with length %d is negative or overflows"
            .formatted(offset, length);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SerializedDescriptor("s3://b/ü", offset, length))
        .withMessage(message);
    byte[] bytes = SAMPLE.encode();
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(22, offset).putLong(30, length);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SerializedDescriptor.decode(bytes))
        .withMessage(message);
  }

  @Test
  void refusesAnEmptyUri() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SerializedDescriptor("", 0, 1))
        .withMessage("Cannot use serialized descriptor: its uri is empty");
  }

  private static byte[] withUriLength(int length) {
    byte[] bytes = SAMPLE.encode();
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(9, length);
    return bytes;
  }

  private static void refuses(byte[] bytes, String reason) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SerializedDescriptor.decode(bytes))
        .withMessage("Cannot decode blob descriptor of %d bytes: %s", bytes.length, reason);
  }

  @Test
  void tellsItsRange() {
    assertThat(SAMPLE.range()).isEqualTo(new PayloadRange("s3://b/ü", 258, 3));
    assertThat(new SerializedDescriptor("/x", 7, SerializedDescriptor.TO_END).range())
        .isEqualTo(new PayloadRange("/x", 7, PayloadRange.REST));
  }
}
