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
package io.icepack.blob.arrow;

import static io.icepack.blob.arrow.Fields.STRUCT;
import static io.icepack.blob.arrow.Fields.nullable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icepack.blob.arrow.IpcWriter.Format;
import io.icepack.blob.store.BlobOutput;
import java.io.IOException;
import java.util.List;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.compression.CompressionUtil.CodecType;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType.Timestamp;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Timestamps of all units are read in microseconds. */
class TimestampsTest extends IpcTest {

  private void write(Field field, long first, long second) throws IOException {
    Schema schema = new Schema(List.of(nullable("s", STRUCT, field)));
    try (BlobOutput out = store.create("x");
        IpcWriter writer =
            new IpcWriter(schema, Format.FILE, CodecType.NO_COMPRESSION, out, allocator);
        VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator)) {
      StructVector struct = (StructVector) root.getVector(0);
      TimeStampVector times = (TimeStampVector) struct.getChildrenFromFields().get(0);
      times.setSafe(0, first);
      times.setSafe(1, second);
      times.setNull(2);
      times.setSafe(3, 1);
      for (int row = 0; row < 3; row++) {
        struct.setIndexDefined(row);
      }
      root.setRowCount(4);
      writer.write(root);
      writer.finish();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "SECOND, 2, -3, 2000000, -3000000",
    "MILLISECOND, 2, -3, 2000, -3000",
    "MICROSECOND, 2, -3, 2, -3",
    "NANOSECOND, 2000, -3000, 2, -3"
  })
  void areConverted(TimeUnit unit, long first, long second, long one, long two) throws IOException {
    for (String zone : new String[] {null, "Europe/Berlin"}) {
      write(nullable("t", new Timestamp(unit, zone)), first, second);
      try (IpcFile file = IpcFile.open(store, "x")) {
        Schema wanted = SignedSchema.of(file.schema());
        assertThat(wanted.getFields().get(0).getChildren().get(0).getType())
            .isEqualTo(new Timestamp(TimeUnit.MICROSECOND, zone));
        try (IpcBatches batches = file.batches(wanted, 0, Long.MAX_VALUE, allocator)) {
          assertThat(batches.next()).isTrue();
          StructVector struct = (StructVector) batches.batch().getVector(0);
          TimeStampVector times = (TimeStampVector) struct.getChildrenFromFields().get(0);
          assertThat(List.of(times.get(0), times.get(1))).isEqualTo(List.of(one, two));
          assertThat(times.isNull(2)).isTrue();
          assertThat(struct.isNull(3)).isTrue();
        }
      }
      store.delete("x");
    }
  }

  @Test
  void areRefusedWhereSomethingWouldBeLost() throws IOException {
    write(nullable("t", new Timestamp(TimeUnit.NANOSECOND, null)), 1_000, -1_001);
    assertRefused(
        "timestamp -1001 of field t, in units of a nanosecond, is no whole number of microseconds");
    store.delete("x");
    write(nullable("t", new Timestamp(TimeUnit.SECOND, null)), 1, 9_300_000_000_000L);
    assertRefused(
        "timestamp 9300000000000 of field t, in units of a second, is too many microseconds for 64"
            + " bits");
  }

  private void assertRefused(String reason) throws IOException {
    Schema wanted;
    try (IpcFile file = IpcFile.open(store, "x")) {
      wanted = SignedSchema.of(file.schema());
    }
    assertThatThrownBy(() -> rows("x", wanted))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "Cannot read Arrow data x: %s; write timestamps in microseconds, or give a schema"
                + " without this field",
            reason);
  }
}
