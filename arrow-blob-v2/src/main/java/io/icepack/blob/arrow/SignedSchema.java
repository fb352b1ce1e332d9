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
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Types for engines that know neither unsigned numbers nor LargeList, and timestamps only in
 * microseconds: UInt8 becomes Int16, UInt16 Int32, UInt32 and UInt64 Int64, LargeList becomes List,
 * and dictionary-encoded fields their values. {@link IpcFile} reads such a field; a value that does
 * not fit is an error there.
 */
public final class SignedSchema {

  private static final Map<Integer, Integer> SIGNED_WIDTHS = Map.of(8, 16, 16, 32, 32, 64, 64, 64);

  private SignedSchema() {}

  /**
   * Answers the schema with such types at every depth. Names, nullability and metadata stay;
   * extension types give way to the types that store them, and keep their names in the metadata.
   */
  public static Schema of(Schema schema) {
    return new Schema(
        schema.getFields().stream().map(SignedSchema::of).toList(), schema.getCustomMetadata());
  }

  static Field of(Field field) {
    List<Field> children = field.getChildren().stream().map(SignedSchema::of).toList();
    FieldType type =
        new FieldType(
            field.isNullable(), of(ChildSpec.storageType(field)), null, field.getMetadata());
    return new Field(field.getName(), type, children);
  }

  static ArrowType of(ArrowType type) {
    if (type instanceof ArrowType.Int number && !number.getIsSigned()) {
      return new ArrowType.Int(SIGNED_WIDTHS.get(number.getBitWidth()), true);
    }
    if (type instanceof ArrowType.Timestamp time) {
      return new ArrowType.Timestamp(TimeUnit.MICROSECOND, time.getTimezone());
    }
    return type instanceof ArrowType.LargeList ? ArrowType.List.INSTANCE : type;
  }
}
