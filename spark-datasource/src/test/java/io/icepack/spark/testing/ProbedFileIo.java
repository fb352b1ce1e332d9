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
package io.icepack.spark.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.iceberg.hadoop.HadoopFileIO;
import org.apache.iceberg.io.DelegateFileIO;
import org.apache.iceberg.io.FileInfo;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.PositionOutputStream;
import org.apache.iceberg.io.SeekableInputStream;

/** Iceberg's Hadoop {@code FileIO}, seen and disturbed by {@link StorageProbe}. */
public class ProbedFileIo extends HadoopFileIO implements DelegateFileIO {

  @Override
  public InputFile newInputFile(String path) {
    return new ProbedInputFile(super.newInputFile(path), false);
  }

  @Override
  public InputFile newInputFile(String path, long length) {
    return new ProbedInputFile(super.newInputFile(path, length), true);
  }

  @Override
  public OutputFile newOutputFile(String path) {
    return new ProbedOutputFile(super.newOutputFile(path));
  }

  @Override
  public void deleteFile(String path) {
    check(StorageProbe.Operation.DELETE, path);
    super.deleteFile(path);
  }

  @Override
  public Iterable<FileInfo> listPrefix(String prefix) {
    check(StorageProbe.Operation.LIST, prefix);
    return super.listPrefix(prefix);
  }

  private static void check(StorageProbe.Operation operation, String path) {
    try {
      StorageProbe.access(operation, path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private record ProbedInputFile(InputFile file, boolean knowsLength) implements InputFile {
    @Override
    public long getLength() {
      if (!knowsLength) {
        check(StorageProbe.Operation.STATUS, file.location());
      }
      return file.getLength();
    }

    @Override
    public SeekableInputStream newStream() {
      check(StorageProbe.Operation.OPEN, file.location());
      return new ProbedInput(file.location(), file.newStream());
    }

    @Override
    public String location() {
      return file.location();
    }

    @Override
    public boolean exists() {
      check(StorageProbe.Operation.STATUS, file.location());
      return file.exists();
    }
  }

  private record ProbedOutputFile(OutputFile file) implements OutputFile {
    @Override
    public PositionOutputStream create() {
      check(StorageProbe.Operation.CREATE, file.location());
      return new ProbedOutput(file.location(), file.create());
    }

    @Override
    public PositionOutputStream createOrOverwrite() {
      check(StorageProbe.Operation.CREATE, file.location());
      return new ProbedOutput(file.location(), file.createOrOverwrite());
    }

    @Override
    public String location() {
      return file.location();
    }

    @Override
    public InputFile toInputFile() {
      return new ProbedInputFile(file.toInputFile(), false);
    }
  }

  private static final class ProbedInput extends SeekableInputStream {
    private final String location;
    private final SeekableInputStream stream;
    private boolean closed;

    ProbedInput(String location, SeekableInputStream stream) {
      this.location = location;
      this.stream = stream;
      StorageProbe.opened(location);
    }

    @Override
    public long getPos() throws IOException {
      return stream.getPos();
    }

    @Override
    public void seek(long position) throws IOException {
      stream.seek(position);
    }

    @Override
    public int read() throws IOException {
      StorageProbe.access(StorageProbe.Operation.READ, location);
      int value = stream.read();
      StorageProbe.read(location, value < 0 ? 0 : 1);
      return value;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      StorageProbe.access(StorageProbe.Operation.READ, location);
      int count = stream.read(bytes, offset, Math.min(length, StorageProbe.longestRead()));
      StorageProbe.read(location, count);
      return count;
    }

    @Override
    public void close() throws IOException {
      if (!closed) {
        closed = true;
        StorageProbe.closed(location);
      }
      stream.close();
    }
  }

  private static final class ProbedOutput extends PositionOutputStream {
    private final String location;
    private final PositionOutputStream stream;

    ProbedOutput(String location, PositionOutputStream stream) {
      this.location = location;
      this.stream = stream;
    }

    @Override
    public long getPos() throws IOException {
      return stream.getPos();
    }

    @Override
    public void write(int value) throws IOException {
      StorageProbe.access(StorageProbe.Operation.WRITE, location);
      stream.write(value);
      StorageProbe.written(location, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      StorageProbe.access(StorageProbe.Operation.WRITE, location);
      stream.write(bytes, offset, length);
      StorageProbe.written(location, length);
    }

    @Override
    public void flush() throws IOException {
      stream.flush();
    }

    @Override
    public void close() throws IOException {
      StorageProbe.access(StorageProbe.Operation.CLOSE_WRITE, location);
      stream.close();
    }
  }
}
