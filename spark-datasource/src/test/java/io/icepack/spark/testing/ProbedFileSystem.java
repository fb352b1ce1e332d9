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

import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.URI;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.security.AccessControlException;

/**
 * A Hadoop file system of the scheme {@code probe} over local files, seen and disturbed by {@link
 * StorageProbe}. Below a directory {@code locked} it wants a password in its configuration.
 */
public class ProbedFileSystem extends RawLocalFileSystem {

  /** Hadoop key of the password, which is {@code sesame}. */
  public static final String PASSWORD = "fs.probe.Password";

  private static int open;

  private URI uri;

  /** What makes Hadoop know the scheme. */
  public static Map<String, String> configuration() {
    return new TreeMap<>(Map.of("fs.probe.impl", ProbedFileSystem.class.getName()));
  }

  /** File systems that are open now. */
  public static synchronized int openInstances() {
    return open;
  }

  private static synchronized void count(int change) {
    open += change;
  }

  @Override
  public void initialize(URI name, Configuration configuration) throws IOException {
    super.initialize(name, configuration);
    uri = URI.create("probe:///");
    count(1);
  }

  @Override
  public void close() throws IOException {
    count(-1);
    super.close();
  }

  @Override
  public URI getUri() {
    return uri == null ? URI.create("probe:///") : uri;
  }

  @Override
  public String getScheme() {
    return "probe";
  }

  private void access(StorageProbe.Operation operation, Path path) throws IOException {
    StorageProbe.access(operation, path.toString());
    if (path.toString().contains("/locked/") && !"sesame".equals(getConf().get(PASSWORD))) {
      throw new AccessControlException("no password for " + path);
    }
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    access(StorageProbe.Operation.STATUS, path);
    return super.getFileStatus(path);
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    access(StorageProbe.Operation.OPEN, path);
    return new FSDataInputStream(new Input(path.toString(), pathToFile(path)));
  }

  private static final class Input extends FSInputStream {
    private final String location;
    private final RandomAccessFile file;

    Input(String location, File file) throws FileNotFoundException {
      this.location = location;
      this.file = new RandomAccessFile(file, "r");
      StorageProbe.opened(location);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      StorageProbe.access(StorageProbe.Operation.READ, location);
      int count = file.read(bytes, offset, Math.min(length, StorageProbe.longestRead()));
      StorageProbe.read(location, count);
      return count;
    }

    @Override
    public void seek(long position) throws IOException {
      file.seek(position);
    }

    @Override
    public long getPos() throws IOException {
      return file.getFilePointer();
    }

    @Override
    public boolean seekToNewSource(long position) {
      return false;
    }

    @Override
    public void close() throws IOException {
      StorageProbe.closed(location);
      file.close();
    }
  }
}
