package io.icepack.spark.column;

import java.io.IOException;
import org.apache.spark.sql.catalyst.InternalRow;

/** Reads a blob column as bytes. */
final class PayloadColumnReader implements ColumnReader {

  private final BlobSource source;
  private final PayloadBatch batch;

  PayloadColumnReader(BlobSource source, ReadSession session) {
    this.source = source;
    this.batch = new PayloadBatch(session, source.name());
  }

  @Override
  public long ask(InternalRow physical, String dataFile) {
    long[] bytes = {0};
    source.forEach(physical, dataFile, handle -> bytes[0] += batch.ask(handle));
    return bytes[0];
  }

  @Override
  public void fetch() throws IOException {
    batch.fetch();
  }

  @Override
  public Object build(InternalRow physical, String dataFile, InternalRow built) {
    return source.map(physical, dataFile, handle -> batch.take());
  }
}
