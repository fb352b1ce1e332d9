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

import static io.icepack.blob.descriptor.BlobKind.DEDICATED;
import static io.icepack.blob.descriptor.BlobKind.EXTERNAL;
import static io.icepack.blob.descriptor.BlobKind.INLINE;
import static io.icepack.blob.descriptor.BlobKind.MANAGED;
import static io.icepack.blob.descriptor.BlobKind.MANAGED_BASE;
import static io.icepack.blob.descriptor.BlobKind.PACKED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class BlobDescriptorTest {
  private static final long MAX = Long.MAX_VALUE;
  private static final byte[] THREE = {1, 2, 3};

  static Stream<Arguments> valid() {
    return Stream.of(
        arguments(BlobDescriptor.inline(THREE), INLINE, 0L, 3L, 0L, ""),
        arguments(BlobDescriptor.inline(new byte[0]), INLINE, 0L, 0L, 0L, ""),
        arguments(BlobDescriptor.packed(1, 7, 9), PACKED, 7L, 9L, 1L, ""),
        arguments(BlobDescriptor.packed(Unsigned.U32_MAX, 0, 0), PACKED, 0L, 0L, 4294967295L, ""),
        arguments(BlobDescriptor.dedicated(2, 9), DEDICATED, 0L, 9L, 2L, ""),
        arguments(BlobDescriptor.external("s3://b/k", 0, 0), EXTERNAL, 0L, 0L, 0L, "s3://b/k"),
        arguments(BlobDescriptor.external("s3://b/k", 5, 0), EXTERNAL, 5L, 0L, 0L, "s3://b/k"),
        arguments(BlobDescriptor.external(7, "a/k", 5, 6), EXTERNAL, 5L, 6L, 7L, "a/k"),
        arguments(BlobDescriptor.managed("_blobs/x", 5, 6), MANAGED, 5L, 6L, 0L, "_blobs/x"),
        arguments(BlobDescriptor.managed("_blobs/x", MAX, 0), MANAGED, MAX, 0L, 0L, "_blobs/x"),
        arguments(BlobDescriptor.managed(0, "p", 1, MAX - 1), MANAGED_BASE, 1L, MAX - 1, 0L, "p"),
        arguments(
            BlobDescriptor.managed(Unsigned.U32_MAX, "p", 0, 1),
            MANAGED_BASE,
            0L,
            1L,
            4294967295L,
            "p"));
  }

  @ParameterizedTest
  @MethodSource("valid")
  void holdsWhatItsKindUses(
      BlobDescriptor descriptor, BlobKind kind, long position, long size, long id, String uri) {
    assertThat(descriptor.kind()).isEqualTo(kind);
    assertThat(descriptor.position()).isEqualTo(position);
    assertThat(descriptor.size()).isEqualTo(size);
    assertThat(descriptor.blobId()).isEqualTo(id);
    assertThat(descriptor.blobUri()).isEqualTo(uri);
    assertThat(descriptor.inline() != null).isEqualTo(kind == INLINE);
  }

  static Stream<Arguments> invalid() {
    String above = ": it is above 9223372036854775807";
    return Stream.of(
        invalid(
            INLINE, 0, 2, 0, "", THREE, "use INLINE descriptor: its size is 2, its bytes are 3"),
        invalid(
            INLINE, 0, 1, 0, "", null, "use INLINE descriptor: its size is 1, its bytes are null"),
        invalid(PACKED, 0, 1, 0, "", null, "use PACKED descriptor: its blob_id is 0"),
        invalid(DEDICATED, 0, 1, 0, "", null, "use DEDICATED descriptor: its blob_id is 0"),
        invalid(DEDICATED, 3, 1, 1, "", null, "use DEDICATED descriptor: its position is 3, not 0"),
        invalid(
            PACKED,
            0,
            1,
            1L << 32,
            "",
            null,
            "use blob_id 4294967296: it is not between 0 and 4294967295"),
        invalid(
            MANAGED_BASE,
            0,
            1,
            -1,
            "p",
            null,
            "use blob_id -1: it is not between 0 and 4294967295"),
        invalid(EXTERNAL, 0, 0, 0, "", null, "use EXTERNAL descriptor: its blob_uri is empty"),
        invalid(EXTERNAL, 0, 0, 1, null, null, "use EXTERNAL descriptor: its blob_uri is null"),
        invalid(MANAGED, 0, 0, 0, "", null, "use MANAGED descriptor: its blob_uri is empty"),
        invalid(
            MANAGED_BASE, 0, 0, 0, null, null, "use MANAGED_BASE descriptor: its blob_uri is null"),
        invalid(MANAGED, -1, 1, 0, "p", null, "use position 18446744073709551615" + above),
        invalid(MANAGED, 0, Long.MIN_VALUE, 0, "p", null, "use size 9223372036854775808" + above),
        invalid(INLINE, 0, -3, 0, "", null, "use size 18446744073709551613" + above),
        invalid(
            EXTERNAL,
            MAX,
            1,
            0,
            "u",
            null,
            "use range of 1 bytes at 9223372036854775807: its end is above 9223372036854775807"));
  }

  private static Arguments invalid(
      BlobKind kind, long position, long size, long id, String uri, byte[] inline, String message) {
    return arguments(kind, position, size, id, uri, inline, "Cannot " + message);
  }

  @ParameterizedTest
  @MethodSource("invalid")
  void refusesWhatItsKindForbids(
      BlobKind kind, long position, long size, long id, String uri, byte[] inline, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new BlobDescriptor(kind, position, size, id, uri, inline))
        .withMessage(message);
  }

  @Test
  void ignoresWhatItsKindDoesNotUse() {
    assertThat(new BlobDescriptor(INLINE, 99, 3, -1, "x", THREE))
        .isEqualTo(BlobDescriptor.inline(THREE));
    assertThat(new BlobDescriptor(INLINE, 0, 0, 0, null, null))
        .isEqualTo(BlobDescriptor.inline(new byte[0]));
    assertThat(new BlobDescriptor(PACKED, 1, 2, 3, null, THREE))
        .isEqualTo(BlobDescriptor.packed(3, 1, 2));
    assertThat(new BlobDescriptor(MANAGED, 1, 2, -5, "p", THREE))
        .isEqualTo(BlobDescriptor.managed("p", 1, 2));
  }

  @Test
  void readsNullableColumns() {
    assertThat(BlobDescriptor.ofNullable(null, 1L, 2L, 3L, "x", THREE)).isNull();
    assertThat(BlobDescriptor.ofNullable(0, null, 3L, null, null, THREE))
        .isEqualTo(BlobDescriptor.inline(THREE));
    assertThat(BlobDescriptor.ofNullable(4, 1L, 2L, null, "p", null))
        .isEqualTo(BlobDescriptor.managed("p", 1, 2));
    assertThat(BlobDescriptor.ofNullable(5, 1L, 2L, 0L, "p", null))
        .isEqualTo(BlobDescriptor.managed(0, "p", 1, 2));
    assertThat(BlobDescriptor.ofNullable(1, 1L, 2L, 3L, null, null))
        .isEqualTo(BlobDescriptor.packed(3, 1, 2));
  }

  @Test
  void refusesNullsThatItsKindNeeds() {
    refusesNullable(4, null, 2L, 0L, "MANAGED descriptor: its position is null");
    refusesNullable(4, 1L, null, 0L, "MANAGED descriptor: its size is null");
    refusesNullable(5, 1L, 2L, null, "MANAGED_BASE descriptor: its blob_id is null");
    refusesNullable(0, null, null, null, "INLINE descriptor: its size is null");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BlobDescriptor.ofNullable(6, 1L, 2L, 3L, "p", null))
        .withMessage("Cannot read blob kind 6: known kinds are 0 to 5");
  }

  private static void refusesNullable(int kind, Long position, Long size, Long id, String problem) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BlobDescriptor.ofNullable(kind, position, size, id, "p", null))
        .withMessage("Cannot use " + problem);
  }

  @Test
  void knowsWhatIsEmptyAndWhatIsUnknown() {
    assertThat(BlobDescriptor.inline(new byte[0]).isEmpty()).isTrue();
    assertThat(BlobDescriptor.managed("p", 9, 0).isEmpty()).isTrue();
    assertThat(BlobDescriptor.managed(1, "p", 9, 0).isEmpty()).isTrue();
    assertThat(BlobDescriptor.managed("p", 0, 1).isEmpty()).isFalse();
    assertThat(BlobDescriptor.external("u", 9, 0).isEmpty()).isFalse();
    assertThat(BlobDescriptor.external("u", 9, 0).isWholeObject()).isTrue();
    assertThat(BlobDescriptor.external("u", 9, 1).isWholeObject()).isFalse();
    assertThat(BlobDescriptor.managed("p", 0, 0).isWholeObject()).isFalse();
  }

  @Test
  void comparesInlineBytes() {
    BlobDescriptor one = BlobDescriptor.inline(THREE);
    BlobDescriptor same = BlobDescriptor.inline(THREE.clone());
    BlobDescriptor other = BlobDescriptor.inline(new byte[] {1, 2, 4});
    assertThat(one).isEqualTo(same).hasSameHashCodeAs(same).isNotEqualTo(other);
    assertThat(BlobDescriptor.managed("p", 1, 2))
        .isEqualTo(BlobDescriptor.managed("p", 1, 2))
        .isNotEqualTo(BlobDescriptor.managed("p", 1, 3))
        .isNotEqualTo(BlobDescriptor.managed("p", 2, 2))
        .isNotEqualTo(BlobDescriptor.managed("q", 1, 2))
        .isNotEqualTo(BlobDescriptor.managed(0, "p", 1, 2));
  }

  @Test
  void showsNoPayload() {
    assertThat(BlobDescriptor.inline(THREE))
        .hasToString("INLINE[position=0, size=3, blobId=0, blobUri=]");
    assertThat(BlobDescriptor.managed(7, "_blobs/x", 1, 2))
        .hasToString("MANAGED_BASE[position=1, size=2, blobId=7, blobUri=_blobs/x]");
  }
}
