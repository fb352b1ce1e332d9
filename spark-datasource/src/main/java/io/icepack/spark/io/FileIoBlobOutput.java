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
