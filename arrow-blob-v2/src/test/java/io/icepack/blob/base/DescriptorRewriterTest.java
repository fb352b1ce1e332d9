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
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.icepack.blob.descriptor.BlobDescriptor;
import io.icepack.blob.descriptor.BlobKind;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class DescriptorRewriterTest {
  private static final String NEW = "/w/t/data/f.parquet";
  private static final String NEW_TOO = "file:/w/t/data/p=2/h.parquet";
  private static final String OLD = "/w/old/data/g.parquet";
  private static final String OUTSIDE = "/outside/data/g.parquet";
  private static final String ID_ONE = "10000000000000000000000000000000.blob";
  private static final DescriptorResolver RESOLVER =
      new DescriptorResolver(
          BaseRegistry.of(
              List.of(
                  new BlobBase(5, "file:///w/old", true), new BlobBase(6, "/outside/data", false))),
          "/w/t");
  private static final DescriptorRewriter REWRITER = new DescriptorRewriter(RESOLVER);

  static Stream<Arguments> rewrites() {
    BlobDescriptor managed = BlobDescriptor.managed("_blobs/x", 3, 4);
    BlobDescriptor external = BlobDescriptor.external(6, "k", 3, 0);
    BlobDescriptor explicit = BlobDescriptor.managed(5, "_blobs/x", 3, 4);
    BlobDescriptor inline = BlobDescriptor.inline(new byte[] {1});
    BlobDescriptor packed = BlobDescriptor.packed(1, 3, 4);
    BlobDescriptor dedicated = BlobDescriptor.dedicated(1, 4);
    return Stream.of(
        arguments(inline, NEW, OLD, inline),
        arguments(external, NEW, OLD, external),
        arguments(explicit, NEW, OLD, explicit),
        arguments(explicit, OLD, OLD, explicit),
        arguments(managed, NEW, NEW_TOO, managed),
        arguments(managed, OLD, OLD, managed),
        arguments(managed, OLD, NEW, explicit),
        arguments(packed, NEW, NEW_TOO, BlobDescriptor.managed("data/_f/" + ID_ONE, 3, 4)),
        arguments(dedicated, NEW, NEW_TOO, BlobDescriptor.managed("data/_f/" + ID_ONE, 0, 4)),
        arguments(packed, OLD, NEW, BlobDescriptor.managed(5, "data/_g/" + ID_ONE, 3, 4)),
        arguments(packed, OUTSIDE, NEW, BlobDescriptor.managed(6, "_g/" + ID_ONE, 3, 4)));
  }

  @ParameterizedTest
  @MethodSource("rewrites")
  void keepsThePayload(BlobDescriptor descriptor, String from, String to, BlobDescriptor expected) {
    BlobDescriptor rewritten = REWRITER.rewrite(descriptor, from, to);
    assertThat(rewritten).isEqualTo(expected);
    if (descriptor.kind() != BlobKind.INLINE) {
      String before = RESOLVER.uri(descriptor, from);
      String after = RESOLVER.uri(rewritten, to);
      assertThat(Location.parse(after)).isEqualTo(Location.parse(before));
      assertThat(RESOLVER.resolve(rewritten, to).position()).isEqualTo(descriptor.position());
      assertThat(RESOLVER.resolve(rewritten, to).length())
          .isEqualTo(RESOLVER.resolve(descriptor, from).length());
    }
  }

  @Test
  void needsTheOldBaseToBeRegistered() {
    DescriptorRewriter unregistered =
        new DescriptorRewriter(
            new DescriptorResolver(
                BaseRegistry.of(List.of(new BlobBase(5, "/w/old", true))), "/w/t"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> unregistered.rewrite(BlobDescriptor.managed("x", 0, 1), NEW, OLD))
        .withMessage(
            "Cannot move blob to another data file: no base is registered for /w/t;"
                + " register one with blob.base.<id>");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> unregistered.rewrite(BlobDescriptor.packed(1, 0, 1), OUTSIDE, NEW))
        .withMessage(
            "Cannot move blob to another data file: no base is registered for /outside/data/_g/"
                + ID_ONE
                + "; register one with blob.base.<id>");
  }
}
