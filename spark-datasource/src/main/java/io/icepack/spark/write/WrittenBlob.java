package io.icepack.spark.write;

import io.icepack.spark.table.BlobColumn;
import io.icepack.spark.table.BlobColumns;
import io.icepack.spark.table.BlobShape;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.Schema;

/**
 * A blob column of the rows that a task writes.
 *
 * @param ordinal its ordinal in the row
 * @param name its name, for errors
 * @param shape its shape
 */
public record WrittenBlob(int ordinal, String name, BlobShape shape) implements Serializable {

  static List<WrittenBlob> of(BlobColumns columns, Schema schema) {
    List<WrittenBlob> blobs = new ArrayList<>();
    for (int i = 0; i < schema.columns().size(); i++) {
      Optional<BlobColumn> column = columns.find(schema.columns().get(i).name());
      if (column.isPresent()) {
        blobs.add(new WrittenBlob(i, column.get().name(), column.get().shape()));
      }
    }
    return blobs;
  }
}
