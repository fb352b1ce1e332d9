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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icepack.blob.base.LanceDataset.Stored;
import io.icepack.blob.descriptor.BlobDescriptor;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LanceDatasetTest {

  private static final LanceDataset DATASET =
      new LanceDataset("s3://b/photos.lance", Map.of(7L, "s3://c/more", 0L, "s3://c/zero"));

  @ParameterizedTest
  @CsvSource({
    // kind, blob_id, blob_uri, data file, location
    "0, 0, '', x.lance, s3://b/photos.lance/data/x.lance",
    "0, 0, '', s3://o/data/x.lance, s3://o/data/x.lance",
    "1, 1, '', x.lance, s3://b/photos.lance/data/x/10000000000000000000000000000000.blob",
    "2, 2, '', a/x.lance, s3://b/photos.lance/data/x/01000000000000000000000000000000.blob",
    "1, 4294967295, '', s3://o/y/x.lance, s3://o/y/x/11111111111111111111111111111111.blob",
    "3, 0, s3://z/k%20 é, x.lance, s3://z/k%20 é",
    "3, 7, a/k, x.lance, s3://c/more/a/k",
    "4, 0, _blobs/u.blob, x.lance, s3://b/photos.lance/_blobs/u.blob",
    "4, 0, data/old/1.blob, , s3://b/photos.lance/data/old/1.blob",
    "4, 0, _blobs/u.blob, s3a://c/more//data/x.lance, s3://c/more/_blobs/u.blob",
    "4, 0, _blobs/u.blob, s3://c/zero/x.lance, s3://c/zero/_blobs/u.blob",
    "4, 0, _blobs/u.blob, s3://b/photos.lance/data/x.lance, s3://b/photos.lance/_blobs/u.blob",
    "5, 0, _blobs/u.blob, x.lance, s3://c/zero/_blobs/u.blob",
  })
  void findsPayloads(int kind, long id, String uri, String dataFile, String location) {
    assertThat(DATASET.describe(new Stored(kind, 5L, 6L, id, uri, dataFile)))
        .isEqualTo(BlobDescriptor.external(location, 5, 6));
  }

  @Test
  void keepsNullsAndEmptyValuesApart() {
    assertThat(DATASET.describe(new Stored(null, null, null, null, null, null))).isNull();
    for (int kind : new int[] {0, 1, 2, 4, 5}) {
      assertThat(DATASET.describe(new Stored(kind, 64L, 0L, 1L, "p", null)))
          .isEqualTo(BlobDescriptor.inline(new byte[0]));
    }
    assertThat(DATASET.describe(new Stored(3, 0L, 0L, 0L, "s3://z/k", null)))
        .isEqualTo(BlobDescriptor.external("s3://z/k", 0, 0));
  }

  @Test
  void refusesWhatItCannotFind() {
    assertRefused(
        new Stored(6, 0L, 1L, 0L, "", "x.lance"),
        "Cannot read blob kind 6: known kinds are 0 to 5");
    assertRefused(
        new Stored(1, 0L, 1L, 1L, "", null), "Cannot use PACKED descriptor: its data file is null");
    assertRefused(
        new Stored(2, 0L, 1L, 0L, "", "x.lance"), "Cannot use sidecar id 0: ids begin with 1");
    assertRefused(
        new Stored(0, 0L, null, 0L, "", "x.lance"),
        "Cannot use INLINE descriptor: its size is null");
    assertRefused(
        new Stored(5, 0L, 1L, 8L, "p", null),
        "Cannot find base 8 of the dataset: known bases are [0, 7]");
    assertRefused(
        new Stored(4, 0L, 1L, 0L, "../p", null), "Cannot use path '../p': it has the component ..");
    assertRefused(
        new Stored(0, 0L, 1L, 0L, "", "../../secret"),
        "Cannot use path '../../secret': it has the component ..");
    assertRefused(
        new Stored(4, 0L, 1L, 0L, "p", "s3://o/data/x.lance"),
        "Cannot find the base of data file s3://o/data/x.lance: it lies in none of the dataset and"
            + " its bases [s3://c/more, s3://c/zero]");
    LanceDataset nested =
        new LanceDataset("s3://b/photos.lance", Map.of(7L, "s3://c", 8L, "s3://c/more"));
    assertThatThrownBy(
            () -> nested.describe(new Stored(4, 0L, 1L, 0L, "p", "s3://c/more/data/x.lance")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Cannot find the base of data file s3://c/more/data/x.lance: it lies in several of the"
                + " dataset and its bases [s3://c, s3://c/more]");
    assertRefused(
        new Stored(4, 0L, 1L, 0L, "p", "s3://c/moreover/x.lance"),
        "Cannot find the base of data file s3://c/moreover/x.lance: it lies in none of the dataset"
            + " and its bases [s3://c/more, s3://c/zero]");
    assertRefused(
        new Stored(3, 0L, 1L, 0L, "s3://user:pw@b/k", null),
        "Cannot write blob to field blob_uri: uri 's3://***@b/k' must not be recorded because it"
            + " has user info; credentials belong to the configuration");
    assertRefused(
        new Stored(1, -1L, 1L, 1L, "", "x.lance"),
        "Cannot use position 18446744073709551615: it is above 9223372036854775807");
  }

  private static void assertRefused(Stored stored, String message) {
    assertThatThrownBy(() -> DATASET.describe(stored))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }
}
