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

import java.io.EOFException;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/** The local file system, but returning at most seven bytes a read call. */
public final class TrickleFileSystem extends RawLocalFileSystem {
  private static final int MAX_BYTES = 7;

  /** Makes it the file system of the scheme {@code file}. */
  public static Configuration register(Configuration configuration) {
    configuration.setClass("fs.file.impl", TrickleFileSystem.class, RawLocalFileSystem.class);
    configuration.setBoolean("fs.file.impl.disable.cache", true);
    return configuration;
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    return new FSDataInputStream(new Trickle(super.open(path, bufferSize)));
  }

  private static final class Trickle extends FSInputStream {
    private final FSDataInputStream stream;

    Trickle(FSDataInputStream stream) {
      this.stream = stream;
    }

    @Override
    public int read() throws IOException {
      return stream.read();
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      return stream.read(buffer, offset, Math.min(length, MAX_BYTES));
    }

    @Override
    public int read(long position, byte[] buffer, int offset, int length) throws IOException {
      return stream.read(position, buffer, offset, Math.min(length, MAX_BYTES));
    }

    @Override
    public void seek(long position) throws EOFException, IOException {
      stream.seek(position);
    }

    @Override
    public long getPos() throws IOException {
      return stream.getPos();
    }

    @Override
    public boolean seekToNewSource(long position) {
      return false;
    }

    @Override
    public void close() throws IOException {
      stream.close();
    }
  }
}
