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

import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.ArrowType.ExtensionType;
import org.apache.arrow.vector.types.pojo.ExtensionTypeRegistry;
import org.apache.arrow.vector.types.pojo.FieldType;

/**
 * The Arrow extension type {@code lance.blob.v2} (Blob v2, "Table Schema"): a struct that holds
 * either the bytes of a blob or the URI of one.
 *
 * <p>Registration is explicit and optional. Where the type is not registered, Arrow hands out a
 * plain struct field that carries the name in its metadata, and everything in this package takes
 * both alike. For the same reason the vector of the type is an ordinary {@link StructVector}.
 */
public final class BlobType extends ExtensionType {

  /** The name under which the type stands in field metadata. */
  public static final String NAME = "lance.blob.v2";

  public static final BlobType INSTANCE = new BlobType();

  private BlobType() {}

  /**
   * Makes Arrow read fields of this name as this type, in the whole JVM. Registering again changes
   * nothing; another type that was registered under the name is replaced.
   */
  public static void register() {
    ExtensionTypeRegistry.register(INSTANCE);
  }

  @Override
  public ArrowType storageType() {
    return ArrowType.Struct.INSTANCE;
  }

  @Override
  public String extensionName() {
    return NAME;
  }

  @Override
  public boolean extensionEquals(ExtensionType other) {
    return other instanceof BlobType;
  }

  /** The type has no parameters. */
  @Override
  public String serialize() {
    return "";
  }

  /**
   * Answers the type for a field whose metadata names it.
   *
   * @param storageType the type of the field in the file; anything but a struct is refused. The
   *     children are not known here, {@link BlobSchemas#logicalShape} checks them.
   * @param serializedData ignored, since the type has no parameters
   */
  @Override
  public ArrowType deserialize(ArrowType storageType, String serializedData) {
    if (!storageType.equals(storageType())) {
      throw new IllegalArgumentException(
          "Cannot read extension type %s: its storage type must be %s, not %s"
              .formatted(NAME, storageType(), storageType));
    }
    return INSTANCE;
  }

  @Override
  public FieldVector getNewVector(String name, FieldType fieldType, BufferAllocator allocator) {
    return new StructVector(name, allocator, fieldType, null);
  }
}
