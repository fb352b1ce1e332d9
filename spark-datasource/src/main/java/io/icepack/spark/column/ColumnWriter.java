package io.icepack.spark.column;

import io.icepack.spark.table.BlobShape;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.spark.sql.types.DataTypes;

/** Turns the values of one blob column into descriptors while a task writes rows. */
public final class ColumnWriter {

  private final BlobShape shape;
  private final PayloadStore store;

  public ColumnWriter(BlobShape shape, PayloadStore store) {
    this.shape = shape;
    this.store = store;
  }

  /**
   * Stores the payloads of a value.
   *
   * @param logical bytes, or an array or map of bytes, in Spark's internal form; may be null
   * @return the value with descriptor structs in the place of bytes
   */
  public Object write(Object logical) throws IOException {
    try {
      return ColumnValues.map(shape, logical, DataTypes.BinaryType, this::store);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private Object store(Object payload) {
    try {
      return DescriptorRows.encode(store.store((byte[]) payload));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
