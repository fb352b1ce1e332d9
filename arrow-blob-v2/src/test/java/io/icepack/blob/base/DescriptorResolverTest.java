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
import io.icepack.blob.store.PayloadRange;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class DescriptorResolverTest {
  private static final String DATA = "s3://w/t/data/p=1/f.parquet";
  private static final String OLD = "s3://w/old/data/g.parquet";
  private static final DescriptorResolver RESOLVER =
      new DescriptorResolver(
          BaseRegistry.of(
              List.of(
                  new BlobBase(0, "s3://w/zero", true),
                  new BlobBase(1, "s3://w/old", true),
                  new BlobBase(7, "gs://media/", false))),
          "s3://w/t");

  static Stream<Arguments> resolved() {
    String bits = "01000000000000000000000000000000.blob";
    return Stream.of(
        arguments(BlobDescriptor.packed(2, 3, 4), DATA, "s3://w/t/data/p=1/_f/" + bits, 3, 4),
        arguments(BlobDescriptor.dedicated(2, 4), OLD, "s3://w/old/data/_g/" + bits, 0, 4),
        arguments(BlobDescriptor.external("http://h/x%20y", 3, 4), DATA, "http://h/x%20y", 3, 4),
        arguments(BlobDescriptor.external("/x", 0, 0), DATA, "/x", 0, PayloadRange.WHOLE),
        arguments(BlobDescriptor.external("/x", 5, 0), DATA, "/x", 5, PayloadRange.WHOLE),
        arguments(BlobDescriptor.external(7, "a/b c", 3, 4), DATA, "gs://media/a/b c", 3, 4),
        arguments(BlobDescriptor.managed("_blobs/x", 3, 4), DATA, "s3://w/t/_blobs/x", 3, 4),
        arguments(BlobDescriptor.managed("_blobs/x", 3, 0), OLD, "s3://w/old/_blobs/x", 3, 0),
        arguments(BlobDescriptor.managed("data/_g/y", 0, 1), OLD, "s3://w/old/data/_g/y", 0, 1),
        arguments(BlobDescriptor.managed(0, "_blobs/x", 3, 4), DATA, "s3://w/zero/_blobs/x", 3, 4),
        arguments(BlobDescriptor.managed(1, "_blobs/x", 3, 4), DATA, "s3://w/old/_blobs/x", 3, 4));
  }

  @ParameterizedTest
  @MethodSource("resolved")
  void resolvesEveryKind(
      BlobDescriptor descriptor, String dataFile, String location, long position, long length) {
    assertThat(RESOLVER.resolve(descriptor, dataFile))
        .isEqualTo(new PayloadRange(location, position, length));
    assertThat(RESOLVER.uri(descriptor, dataFile)).isEqualTo(location);
  }

  @Test
  void followsTheDataFileOfEachCall() {
    BlobDescriptor descriptor = BlobDescriptor.managed("_blobs/x", 0, 1);
    for (int i = 0; i < 3; i++) {
      assertThat(RESOLVER.uri(descriptor, DATA)).isEqualTo("s3://w/t/_blobs/x");
      assertThat(RESOLVER.uri(descriptor, OLD)).isEqualTo("s3://w/old/_blobs/x");
    }
  }

  @Test
  void refusesWhatDoesNotResolve() {
    refuses(
        BlobDescriptor.inline(new byte[1]),
        "Cannot resolve an INLINE descriptor: its bytes are in the row");
    refuses(
        BlobDescriptor.managed(9, "_blobs/x", 0, 1),
        "Cannot find base 9: known bases are [0, 1, 7]");
    refuses(BlobDescriptor.external(9, "x", 0, 1), "Cannot find base 9: known bases are [0, 1, 7]");
    refuses(
        BlobDescriptor.managed("../x", 0, 0), "Cannot use path '../x': it has the component ..");
    refuses(
        BlobDescriptor.managed(1, "/x", 0, 0),
        "Cannot use path '/x': it begins or ends with a slash");
  }

  @Test
  void ownsManagedObjectsOnly() {
    assertThat(RESOLVER.ownedObject(BlobDescriptor.managed("_blobs/x", 0, 1), OLD))
        .contains(new OwnedObject("s3://w/old/_blobs", "x"));
    assertThat(RESOLVER.ownedObject(BlobDescriptor.managed("_blobs/x", 0, 0), DATA))
        .contains(new OwnedObject("s3://w/t/_blobs", "x"));
    assertThat(RESOLVER.ownedObject(BlobDescriptor.managed(1, "data/_g/y.blob", 0, 1), DATA))
        .contains(new OwnedObject("s3://w/old/data/_g", "y.blob"));
    assertThat(
            Stream.of(
                BlobDescriptor.inline(new byte[1]),
                BlobDescriptor.packed(1, 0, 1),
                BlobDescriptor.dedicated(1, 1),
                BlobDescriptor.external("/x", 0, 1)))
        .allMatch(descriptor -> RESOLVER.ownedObject(descriptor, DATA).isEmpty());
  }

  private static void refuses(BlobDescriptor descriptor, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RESOLVER.resolve(descriptor, DATA))
        .withMessage(message);
  }
}
