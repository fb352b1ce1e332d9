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
package io.icepack.spark.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.icepack.blob.descriptor.SerializedDescriptor;
import io.icepack.spark.testing.SparkTest;
import io.icepack.spark.testing.StorageProbe;
import io.icepack.spark.testing.StorageProbe.Access;
import io.icepack.spark.testing.StorageProbe.Operation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Payloads that look like descriptors are payloads. */
class VerbatimTest extends SparkTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'blob.inline-threshold'='0'",
        "'blob.inline-threshold'='1 kb'",
        "'lance.blob.managed'='false'"
      })
  void storesPayloadsThatLookLikeDescriptors(String property) throws IOException {
    Path victim = Files.writeString(directory.resolve("victim.bin"), "secret");
    byte[] descriptor = new SerializedDescriptor(victim.toString(), 0, 6).encode();
    byte[] noise = Arrays.copyOf(descriptor, 40);
    Arrays.fill(noise, 9, 40, (byte) 0x5A);
    List<String> payloads = new ArrayList<>();
    for (byte[] payload :
        List.of(
            descriptor,
            Arrays.copyOf(descriptor, 9),
            noise,
            Arrays.copyOf(descriptor, descriptor.length + 1),
            new byte[16],
            new byte[64],
            "_blobs/x.managed.blob".getBytes(),
            "data:;base64,AAAA".getBytes())) {
      payloads.add(HexFormat.of().withUpperCase().formatHex(payload));
    }
    String table =
        create(
            "(id INT, pic BINARY COMMENT '__BLOB_FIELD', imgs ARRAY<BINARY> COMMENT '__BLOB_FIELD') "
                + "TBLPROPERTIES ("
                + property
                + ")");
    for (int i = 0; i < payloads.size(); i++) {
      sql(
          "INSERT INTO %s VALUES (%s, X'%s', array(X'%s'))",
          table, i, payloads.get(i), payloads.get(i));
    }
    assertStored(table, payloads);
    sql("UPDATE %s SET pic = concat(pic, X''), imgs = array(pic)", table);
    assertStored(table, payloads);
    sql("MERGE INTO %s t USING %s s ON t.id = s.id WHEN MATCHED THEN UPDATE SET *", table, table);
    assertStored(table, payloads);
    assertThat(StorageProbe.accesses())
        .extracting(Access::operation, access -> access.location().contains("victim"))
        .doesNotContain(tuple(Operation.OPEN, true))
        .doesNotContain(tuple(Operation.STATUS, true));
  }

  private void assertStored(String table, List<String> payloads) {
    List<List<Object>> rows = sql("SELECT pic, imgs FROM %s ORDER BY id", table);
    for (int i = 0; i < payloads.size(); i++) {
      assertThat(rows.get(i)).isEqualTo(row(payloads.get(i), row(payloads.get(i))));
    }
  }
}
