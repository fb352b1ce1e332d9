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
package io.icepack.blob.store;

import java.io.IOException;
import org.apache.hadoop.fs.FSDataOutputStream;

/** The bytes of a Hadoop file that is being created. */
final class HadoopBlobOutput extends BlobOutput {
  /**
   * The most bytes of a write, which the JDK copies through a buffer that it keeps for the thread.
   */
  private static final int PIECE_BYTES = 1024 * 1024;

  private final String location;
  private final FSDataOutputStream stream;

  HadoopBlobOutput(String location, FSDataOutputStream stream) {
    this.location = location;
    this.stream = stream;
  }

  @Override
  public void write(int value) throws IOException {
    stream.write(value);
  }

  @Override
  public void write(byte[] buffer, int offset, int length) throws IOException {
    for (int done = 0, count; done < length; done += count) {
      count = Math.min(PIECE_BYTES, length - done);
      stream.write(buffer, offset + done, count);
    }
  }

  @Override
  public void flush() throws IOException {
    stream.flush();
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }

  @Override
  public long position() {
    return stream.getPos();
  }

  @Override
  public String location() {
    return location;
  }
}
