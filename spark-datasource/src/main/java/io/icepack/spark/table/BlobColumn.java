package io.icepack.spark.table;

import org.apache.iceberg.types.Types;

/**
 * One blob column of a table.
 *
 * @param field the physical Iceberg field; its id is the identity of the column
 * @param shape how many values a row holds
 */
public record BlobColumn(Types.NestedField field, BlobShape shape) {

  public String name() {
    return field.name();
  }

  /** The same field with BINARY in the place of the descriptor struct. */
  Types.NestedField logicalField() {
    return Types.NestedField.from(field).ofType(shape.logical(field.type())).build();
  }
}
