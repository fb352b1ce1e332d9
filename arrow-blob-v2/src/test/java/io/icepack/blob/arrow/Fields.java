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

import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/** Short names for the fields that tests put together. */
final class Fields {

  static final ArrowType STRUCT = ArrowType.Struct.INSTANCE;
  static final ArrowType LIST = ArrowType.List.INSTANCE;
  static final ArrowType LARGE_LIST = ArrowType.LargeList.INSTANCE;
  static final ArrowType LARGE_BINARY = ArrowType.LargeBinary.INSTANCE;
  static final ArrowType UTF8 = ArrowType.Utf8.INSTANCE;
  static final ArrowType U8 = new ArrowType.Int(8, false);
  static final ArrowType U32 = new ArrowType.Int(32, false);
  static final ArrowType U64 = new ArrowType.Int(64, false);
  static final Map<String, String> BLOB = Map.of("ARROW:extension:name", "lance.blob.v2");
  static final Map<String, String> DESCRIPTOR =
      Map.of("lance-encoding:blob", "true", "lance-encoding:packed", "true");

  private Fields() {}

  static Field nullable(String name, ArrowType type, Field... children) {
    return field(name, true, type, Map.of(), children);
  }

  static Field required(String name, ArrowType type, Field... children) {
    return field(name, false, type, Map.of(), children);
  }

  static Field blob(String name, Field... children) {
    return field(name, true, STRUCT, BLOB, children);
  }

  static Field minimal(String name) {
    return LogicalShape.MINIMAL.field(name, true);
  }

  static Field complete(String name) {
    return LogicalShape.COMPLETE.field(name, true);
  }

  static Field descriptor(String name) {
    return BlobSchemas.descriptorField(complete(name));
  }

  static Field field(
      String name,
      boolean nullable,
      ArrowType type,
      Map<String, String> metadata,
      Field... children) {
    return new Field(name, new FieldType(nullable, type, null, metadata), List.of(children));
  }
}
