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

import static io.icepack.blob.arrow.Fields.complete;
import static io.icepack.blob.arrow.Fields.field;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.extension.OpaqueType;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.ExtensionTypeRegistry;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BlobTypeTest {

  @AfterEach
  void unregister() {
    ExtensionTypeRegistry.unregister(BlobType.INSTANCE);
  }

  @Test
  void isNotRegisteredUnasked() {
    assertThat(BlobType.INSTANCE.extensionName()).isEqualTo("lance.blob.v2");
    assertThat(ExtensionTypeRegistry.lookup("lance.blob.v2")).isNull();
  }

  @Test
  void registersAgainWithoutEffect() {
    BlobType.register();
    BlobType.register();

    assertThat(ExtensionTypeRegistry.lookup("lance.blob.v2")).isSameAs(BlobType.INSTANCE);
  }

  @Test
  void deserializesAStructWhateverTheParameters() {
    assertThat(BlobType.INSTANCE.deserialize(new ArrowType.Struct(), ""))
        .isEqualTo(BlobType.INSTANCE);
    assertThat(BlobType.INSTANCE.deserialize(new ArrowType.Struct(), "{}"))
        .isEqualTo(BlobType.INSTANCE);
    assertThat(BlobType.INSTANCE.serialize()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("otherStorage")
  void refusesOtherStorage(ArrowType storage, String message) {
    assertThatThrownBy(() -> BlobType.INSTANCE.deserialize(storage, ""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  static Stream<Object[]> otherStorage() {
    String prefix =
        "Cannot read extension type lance.blob.v2: its storage type must be Struct, not ";
    return Stream.of(
        new Object[] {ArrowType.LargeBinary.INSTANCE, prefix + "LargeBinary"},
        new Object[] {ArrowType.List.INSTANCE, prefix + "List"},
        new Object[] {new ArrowType.Map(false), prefix + "Map(false)"});
  }

  @Test
  void equalsItselfOnly() {
    assertThat(BlobType.INSTANCE)
        .isEqualTo(BlobType.INSTANCE)
        .hasSameHashCodeAs(BlobType.INSTANCE)
        .isNotEqualTo(ArrowType.Struct.INSTANCE)
        .isNotEqualTo(new OpaqueType(ArrowType.Struct.INSTANCE, "lance.blob.v2", "other"));
  }

  @Test
  void makesStructVectors() {
    Field field =
        field(
            "b",
            true,
            BlobType.INSTANCE,
            Map.of(),
            complete("").getChildren().toArray(Field[]::new));
    try (BufferAllocator allocator = new RootAllocator();
        FieldVector vector = field.createVector(allocator)) {
      assertThat(vector).isInstanceOf(StructVector.class);
      assertThat(vector.getField()).isEqualTo(field);
      assertThat(BlobSchemas.logicalShape(vector.getField())).isEqualTo(LogicalShape.COMPLETE);
    }
  }
}
