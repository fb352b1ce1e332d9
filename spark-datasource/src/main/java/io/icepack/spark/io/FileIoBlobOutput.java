package io.icepack.spark.io;

import io.icepack.blob.store.BlobOutput;
import java.io.IOException;
import org.apache.iceberg.io.PositionOutputStream;

/** An object that an Iceberg {@code FileIO} is writing. */
final class FileIoBlobOutput extends BlobOutput {

  private final String location;
  private final PositionOutputStream stream;
  private long position;

  FileIoBlobOutput(String location, PositionOutputStream stream) {
    this.location = location;
    this.stream = stream;
  }

  @Override
  public void write(int value) throws IOException {
    stream.write(value);
    position++;
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    stream.write(bytes, offset, length);
    position += length;
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public String location() {
    return location;
  }

  @Override
  public void flush() throws IOException {
    stream.flush();
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }
}
