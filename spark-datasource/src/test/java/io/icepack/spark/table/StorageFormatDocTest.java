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
package io.icepack.spark.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.icepack.blob.base.OwnedObject;
import io.icepack.blob.base.SidecarObjects;
import io.icepack.blob.descriptor.BlobKind;
import io.icepack.blob.descriptor.SerializedDescriptor;
import io.icepack.blob.pack.BlobRefs;
import io.icepack.spark.testing.Documentation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.iceberg.spark.SparkSchemaUtil;
import org.junit.jupiter.api.Test;

/** Compares the examples and tables of docs/storage-format.md with the code, in both directions. */
class StorageFormatDocTest {

  private static final Documentation PAGE = Documentation.read("storage-format.md");
  private static final String PACK = "s3://lake/db/media/_blobs/a.managed.blob";

  @Test
  void showsTheEmptySidecar() throws IOException {
    byte[] bytes = PAGE.example("empty sidecar");
    assertThat(BlobRefs.encode(new TreeSet<>())).isEqualTo(bytes);
    assertThat(BlobRefs.decode(bytes)).isEmpty();
  }

  @Test
  void showsASidecar() throws IOException {
    byte[] bytes = PAGE.example("sidecar");
    String adopted = SidecarObjects.location("s3://lake/db/media/data/f.parquet", 1);
    SortedSet<OwnedObject> objects =
        new TreeSet<>(List.of(OwnedObject.at(PACK), OwnedObject.at(adopted)));
    assertThat(BlobRefs.encode(objects)).isEqualTo(bytes);
    assertThat(BlobRefs.decode(bytes)).isEqualTo(objects);
  }

  @Test
  void showsASerialisedDescriptor() {
    byte[] bytes = PAGE.example("serialised descriptor");
    SerializedDescriptor descriptor = new SerializedDescriptor(PACK, 4096, 70_000);
    assertThat(descriptor.encode()).isEqualTo(bytes);
    assertThat(SerializedDescriptor.decode(bytes)).isEqualTo(descriptor);
  }

  @Test
  void listsTheFieldsOfTheDescriptor() {
    List<List<String>> fields = new ArrayList<>();
    SparkSchemaUtil.convert(DescriptorType.SPARK)
        .columns()
        .forEach(
            field ->
                fields.add(
                    List.of(
                        "`" + field.name() + "`",
                        field.type().toString(),
                        field.isOptional() ? "optional" : "required")));
    assertThat(PAGE.table("Descriptor").stream().map(row -> row.subList(0, 3)).toList())
        .isEqualTo(fields);
  }

  @Test
  void listsTheKinds() {
    List<String> known = new ArrayList<>();
    for (BlobKind kind : BlobKind.values()) {
      known.add(String.valueOf(kind.code()));
    }
    assertThat(PAGE.tables("Descriptor").get(1)).extracting(row -> row.get(0)).isEqualTo(known);
  }
}
