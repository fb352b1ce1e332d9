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

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BaseRegistryTest {
  private static final BaseRegistry REGISTRY =
      BaseRegistry.of(
          List.of(
              new BlobBase(0, "s3://zero", false),
              new BlobBase(1, "s3://b/a", false),
              new BlobBase(2, "s3://b/a/b", false),
              new BlobBase(3, "s3a://b/a/b/", true),
              new BlobBase(4_294_967_295L, "/old/t", true)));

  @ParameterizedTest
  @CsvSource({
    "s3://b/a/x, 1",
    "s3://b/a/bc, 1",
    "s3://b/a/b/c, 2",
    "s3a://b/a/b, 2",
    "s3://b/ab, ",
    "gs://b/a/b, ",
    "s3://zero/x, ",
    "/old/t/x, "
  })
  void matchesTheLongestExternalBase(String location, Long id) {
    assertThat(REGISTRY.externalBase(location).map(BlobBase::id).orElse(null)).isEqualTo(id);
  }

  @Test
  void matchesTheLongestBaseOfEachSort() {
    assertThat(REGISTRY.datasetRoot("s3://b/a/b/data/f").orElseThrow().id()).isEqualTo(3);
    assertThat(REGISTRY.datasetRoot("file:///old/t/f").orElseThrow().id())
        .isEqualTo(4_294_967_295L);
    assertThat(REGISTRY.datasetRoot("s3://b/a/f")).isEmpty();
    assertThat(REGISTRY.containing("s3://zero/x").orElseThrow().id()).isZero();
    assertThat(REGISTRY.boundTo("s3://b/a/b").orElseThrow().id()).isEqualTo(2);
    assertThat(REGISTRY.boundTo("s3://b")).isEmpty();
  }

  @Test
  void findsBasesById() {
    assertThat(REGISTRY.base(0).location()).isEqualTo("s3://zero");
    assertThat(REGISTRY.bases())
        .extracting(BlobBase::id)
        .containsExactly(0L, 1L, 2L, 3L, 4294967295L);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> REGISTRY.base(9))
        .withMessage("Cannot find base 9: known bases are [0, 1, 2, 3, 4294967295]");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BaseRegistry.empty().base(0))
        .withMessage("Cannot find base 0: known bases are []");
  }

  @Test
  void neverRebindsAnId() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> REGISTRY.with(new BlobBase(1, "s3://b/other", false)))
        .withMessage("Cannot bind base 1 to s3://b/other: it is bound to s3://b/a");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                BaseRegistry.of(
                    List.of(new BlobBase(7, "/x", false), new BlobBase(7, "/y", false))))
        .withMessage("Cannot bind base 7 to /y: it is bound to /x");
    BaseRegistry respelled = REGISTRY.with(new BlobBase(1, "s3a://b/a/", true));
    assertThat(respelled.base(1)).isEqualTo(new BlobBase(1, "s3a://b/a/", true));
    assertThat(REGISTRY.base(1).datasetRoot()).isFalse();
  }

  @Test
  void refusesInvalidBases() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new BlobBase(-1, "/x", false))
        .withMessage("Cannot use base id -1: it is not between 0 and 4294967295");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new BlobBase(1, "", false))
        .withMessage("Cannot use base 1: its location is empty");
  }

  @Test
  void relativizesBelowABaseOnly() {
    BlobBase base = REGISTRY.base(2);
    assertThat(BaseRegistry.relativize(base, "s3a://b/a/b/x y/%20")).isEqualTo("x y/%20");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BaseRegistry.relativize(base, "s3://b/a/bc"))
        .withMessage("Cannot relativize s3://b/a/bc: it is not below base s3://b/a/b");
  }

  @Test
  void travels() throws IOException, ClassNotFoundException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(new DescriptorResolver(REGISTRY, "/t"));
    }
    try (var in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      DescriptorResolver copy = (DescriptorResolver) in.readObject();
      assertThat(copy.locations().registry().bases()).isEqualTo(REGISTRY.bases());
      assertThat(copy.locations().implicitBase("/elsewhere/f")).isEqualTo("/t");
    }
  }
}
