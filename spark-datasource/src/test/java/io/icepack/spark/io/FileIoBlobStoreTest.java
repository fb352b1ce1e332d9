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

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icepack.blob.store.BlobInput;
import io.icepack.blob.store.BlobStore;
import io.icepack.blob.store.BlobStoreContract;
import io.icepack.spark.testing.ProbedFileIo;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.SeekableInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The storage contract over an Iceberg {@code FileIO} that Icepack does not know. */
class FileIoBlobStoreTest extends BlobStoreContract {

  @TempDir private Path directory;

  @Override
  protected BlobStore store() {
    // The checksum layer of Hadoop cannot create a file with a colon in its name.
    Configuration configuration = new Configuration();
    configuration.set("fs.file.impl", RawLocalFileSystem.class.getName());
    configuration.setBoolean("fs.file.impl.disable.cache", true);
    ProbedFileIo io = new ProbedFileIo();
    io.setConf(configuration);
    return FileIoBlobStore.of(io);
  }

  @Override
  protected String root() {
    return directory.toString();
  }

  @Test
  void findsOutAtTheFirstReadThatAnObjectIsMissing() throws IOException {
    BlobStore store = FileIoBlobStore.of(new LazyFileIo());
    try (BlobInput input = store.open("lazy:/x")) {
      assertThatThrownBy(() -> input.readStart(10))
          .isInstanceOf(FileNotFoundException.class)
          .hasMessage("Cannot read lazy:/x: there is no such object");
      assertThatThrownBy(() -> input.readFully(0, new byte[1], 0, 1))
          .isInstanceOf(FileNotFoundException.class)
          .hasMessage("Cannot read lazy:/x: there is no such object");
    }
  }

  /** Opens an object without a request, as that of S3 does. There is none. */
  private static final class LazyFileIo implements FileIO {
    private static final long serialVersionUID = 1L;

    @Override
    public InputFile newInputFile(String path) {
      return new InputFile() {
        @Override
        public long getLength() {
          throw new NotFoundException("Location does not exist: %s", path);
        }

        @Override
        public SeekableInputStream newStream() {
          return new LazyInput(path);
        }

        @Override
        public String location() {
          return path;
        }

        @Override
        public boolean exists() {
          return false;
        }
      };
    }

    @Override
    public OutputFile newOutputFile(String path) {
      throw new UnsupportedOperationException(path);
    }

    @Override
    public void deleteFile(String path) {
      throw new UnsupportedOperationException(path);
    }
  }

  private static final class LazyInput extends SeekableInputStream {
    private final String path;
    private long position;

    LazyInput(String path) {
      this.path = path;
    }

    @Override
    public long getPos() {
      return position;
    }

    @Override
    public void seek(long newPosition) {
      position = newPosition;
    }

    @Override
    public int read() {
      throw new NotFoundException("Location does not exist: %s", path);
    }

    @Override
    public int read(byte[] buffer, int offset, int length) {
      return read();
    }
  }
}
