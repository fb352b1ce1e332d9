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

import static io.icepack.blob.arrow.Fields.LARGE_LIST;
import static io.icepack.blob.arrow.Fields.LIST;
import static io.icepack.blob.arrow.Fields.STRUCT;
import static io.icepack.blob.arrow.Fields.field;
import static org.assertj.core.api.Assertions.assertThat;

import io.icepack.blob.arrow.Batches.AnyBlob;
import io.icepack.blob.arrow.Batches.Hidden;
import io.icepack.blob.descriptor.LogicalBlob;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.arrow.vector.util.ValueVectorUtility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random batches survive conversion to descriptors and back, whatever their nesting. */
class NestedConversionTest {

  private static final ArrowType INT = new ArrowType.Int(32, true);
  private static final int MAX_DEPTH = 4;

  @ParameterizedTest
  @MethodSource("seeds")
  void survives(long seed) throws IOException {
    Random random = new Random(seed);
    MemoryBlobs blobs = new MemoryBlobs();
    Schema schema =
        new Schema(IntStream.range(0, 3).mapToObj(i -> randomField(random, "f" + i, 0)).toList());
    int rows = random.nextInt(40);
    List<List<Object>> columns =
        schema.getFields().stream().map(field -> randomColumn(random, field, rows)).toList();
    try (BufferAllocator allocator = new RootAllocator()) {
      BlobConverter converter = new BlobConverter(allocator);
      try (VectorSchemaRoot batch =
              Batches.batch(allocator, schema, columns.toArray(List<?>[]::new));
          VectorSchemaRoot descriptors = converter.toDescriptors(batch, blobs);
          VectorSchemaRoot payloads = converter.materialize(descriptors, blobs);
          VectorSchemaRoot again = converter.toLogical(descriptors, schema, blobs)) {
        for (int i = 0; i < columns.size(); i++) {
          List<Object> expected = visible(columns.get(i));
          assertThat(Batches.column(batch, i)).isEqualTo(expected);
          assertThat(Batches.column(payloads, i)).isEqualTo(MemoryBlobs.payloads(expected));
          assertThat(Batches.column(again, i)).isEqualTo(expected);
        }
        for (VectorSchemaRoot result : List.of(descriptors, payloads, again)) {
          result.getFieldVectors().forEach(ValueVectorUtility::validateFull);
        }
      }
    }
  }

  static LongStream seeds() {
    return LongStream.range(0, 300);
  }

  private static Field randomField(Random random, String name, int depth) {
    boolean nullable = random.nextInt(4) > 0;
    int choice = random.nextInt(depth < MAX_DEPTH ? 7 : 3);
    return switch (choice) {
      case 0 -> LogicalShape.MINIMAL.field(name, nullable);
      case 1 -> LogicalShape.COMPLETE.field(name, nullable);
      case 2 -> field(name, nullable, INT, Map.of("depth", Integer.toString(depth)));
      case 3, 4 -> field(name, nullable, STRUCT, Map.of(), randomFields(random, depth + 1));
      case 5 -> field(name, nullable, LIST, Map.of(), randomField(random, "item", depth + 1));
      default ->
          field(name, nullable, LARGE_LIST, Map.of(), randomField(random, "element", depth + 1));
    };
  }

  private static Field[] randomFields(Random random, int depth) {
    return IntStream.rangeClosed(0, random.nextInt(3))
        .mapToObj(i -> randomField(random, "f" + i, depth))
        .toArray(Field[]::new);
  }

  private static List<Object> randomColumn(Random random, Field field, int rows) {
    List<Object> column = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      column.add(randomValue(random, field, true));
    }
    return column;
  }

  /**
   * @param visible whether the value must be valid, because no container around it is null
   */
  private static Object randomValue(Random random, Field field, boolean visible) {
    if (field.isNullable() && random.nextInt(4) == 0) {
      return random.nextBoolean() ? null : new Hidden(randomPresent(random, field, false));
    }
    return randomPresent(random, field, visible);
  }

  private static Object randomPresent(Random random, Field field, boolean visible) {
    if (BlobSchemas.isBlob(field)) {
      return visible ? randomBlob(random, field) : new AnyBlob(null, "", -1L, null);
    }
    if (field.getType().equals(INT)) {
      return random.nextInt();
    }
    if (field.getType().equals(STRUCT)) {
      Map<String, Object> children = new LinkedHashMap<>();
      for (Field child : field.getChildren()) {
        children.put(child.getName(), randomValue(random, child, visible));
      }
      return children;
    }
    Field element = field.getChildren().get(0);
    return IntStream.range(0, random.nextInt(4))
        .mapToObj(i -> randomValue(random, element, visible))
        .collect(Collectors.toCollection(ArrayList::new));
  }

  private static LogicalBlob randomBlob(Random random, Field field) {
    boolean complete = field.getChildren().size() == 4;
    return switch (random.nextInt(complete ? 4 : 3)) {
      case 0 -> new LogicalBlob(new byte[0], null, null, null);
      case 1 -> {
        byte[] data = new byte[random.nextInt(50)];
        random.nextBytes(data);
        yield new LogicalBlob(data, null, null, null);
      }
      case 2 -> new LogicalBlob(null, "s3://b/" + random.nextInt(), null, null);
      default -> new LogicalBlob(null, "s3://b/k", random.nextLong() >>> 2, 1L + random.nextInt(9));
    };
  }

  private static List<Object> visible(List<Object> values) {
    return values.stream()
        .map(NestedConversionTest::visible)
        .collect(Collectors.toCollection(ArrayList::new));
  }

  private static Object visible(Object value) {
    if (value instanceof Hidden) {
      return null;
    }
    if (value instanceof List<?> list) {
      return visible(new ArrayList<>(list));
    }
    if (value instanceof Map<?, ?> map) {
      Map<Object, Object> children = new LinkedHashMap<>();
      map.forEach((name, child) -> children.put(name, visible(child)));
      return children;
    }
    return value;
  }
}
