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

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LocationTest {

  @ParameterizedTest
  @CsvSource({
    "file:/x/y, file:///x/y",
    "file:/x/y, /x/y",
    "file:///x/y, /x/y/",
    "FILE:///x/y, file://localhost/x//y",
    "/x/y, /x/./y",
    "/x/y, /x/z/../y",
    "s3://b/k, s3a://b/k",
    "s3n://b/k, S3://b/k/",
    "s3://b, s3://b/",
    "hdfs://nn:8020/x, HDFS://nn:8020//x",
    "/, file:/"
  })
  void comparesSpellingsAsEqual(String one, String other) {
    assertThat(Location.parse(one)).isEqualTo(Location.parse(other));
  }

  @ParameterizedTest
  @CsvSource({
    "/x/y, /x/Y",
    "/a b, /a%20b",
    "s3://b/k, s3://c/k",
    "s3://b/k, gs://b/k",
    "s3://b/k, /b/k",
    "hdfs://nn:8020/x, hdfs://nn:9000/x",
    "/a:b, /ab"
  })
  void tellsOthersApart(String one, String other) {
    assertThat(Location.parse(one)).isNotEqualTo(Location.parse(other));
  }

  @ParameterizedTest
  @CsvSource({
    "/a/b, /a/b, true, ''",
    "/a/b, /a/b/c, true, c",
    "/a/b/, file:/a/b//c/d, true, c/d",
    "/a/b, /a/bc, false, ''",
    "/a/b, /a, false, ''",
    "s3://bucket, s3a://bucket/x y/%20, true, x y/%20",
    "s3://bucket, s3://bucket2/x, false, ''",
    "/, /x, true, x"
  })
  void containsByComponents(String parent, String child, boolean contains, String rest) {
    Location above = Location.parse(parent);
    Location below = Location.parse(child);
    assertThat(above.contains(below)).isEqualTo(contains);
    if (contains) {
      assertThat(above.relativize(below)).isEqualTo(rest);
    }
  }

  @Test
  void joinsWithOneSlash() {
    assertThat(Location.join("/a", "b")).isEqualTo("/a/b");
    assertThat(Location.join("s3://b/", "x/y")).isEqualTo("s3://b/x/y");
  }

  @ParameterizedTest
  @CsvSource({
    "/t/_blobs/x, file:///t/_blobs/x",
    "/t/_blobs/x, file:/t//_blobs/x",
    "s3://b/t/_blobs/x, s3a://b/t/_blobs/x",
    "s3://b/t/_blobs/x, s3://b/t/./_blobs/x",
    "s3://b/t/_blobs/x, /t/_blobs/x"
  })
  void identifiesObjectsByTheirPath(String one, String other) {
    assertThat(ObjectIdentity.of(one)).isEqualTo(ObjectIdentity.of(other)).isEqualTo("/t/_blobs/x");
  }

  @Test
  void neverDecodesAnIdentity() {
    assertThat(ObjectIdentity.of("file:/t/a%20b")).isEqualTo("/t/a%20b");
    assertThat(ObjectIdentity.of("/t/a b#?")).isEqualTo("/t/a b#?");
  }
}
