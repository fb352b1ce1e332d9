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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.URI;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HadoopBlobStoreTest {
  private static final Configuration CONFIGURATION = new Configuration();
  private static final HadoopBlobStore TRICKLES =
      new HadoopBlobStore(TrickleFileSystem.register(new Configuration()));

  @TempDir Path directory;

  private final HadoopBlobStore store = new HadoopBlobStore(CONFIGURATION);

  /** The contract for one way to spell a local directory. */
  abstract class LocalContract extends BlobStoreContract {
    @Override
    protected BlobStore store() {
      return store;
    }
  }

  @Nested
  class WithPaths extends LocalContract {
    @Override
    protected String root() {
      return directory.toString();
    }
  }

  @Nested
  class WithOneSlash extends LocalContract {
    @Override
    protected String root() {
      return "file:" + directory;
    }
  }

  @Nested
  class WithThreeSlashes extends LocalContract {
    @Override
    protected String root() {
      return "file://" + directory;
    }
  }

  /**
   * The contract for a store that is not the plain local file system and returns few bytes a call.
   */
  @Nested
  class WithTrickles extends BlobStoreContract {
    @Override
    protected BlobStore store() {
      return TRICKLES;
    }

    @Override
    protected String root() {
      return "file:" + directory;
    }
  }

  @Test
  void opensWhatTrickles() throws IOException {
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(directory + "/x");
    Files.write(directory.resolve("x"), new byte[100]);
    FileSystem trickles =
        path.getFileSystem(TrickleFileSystem.register(new Configuration(CONFIGURATION)));
    try (FSDataInputStream stream = HadoopBlobStore.open(trickles, path, -1)) {
      assertThat(stream.read(0, new byte[100], 0, 100)).isEqualTo(7);
    }
  }

  @Test
  void knowsOneObjectByItsSpellings() throws IOException {
    write("file:" + directory + "/x");
    assertThat(store.length("file://" + directory + "/x")).isEqualTo(1);
    assertThat(store.length(directory + "/x")).isEqualTo(1);
    assertThat(store.length(directory + "//x")).isEqualTo(1);
  }

  @Test
  void leavesNoChecksumFiles() throws IOException {
    write(directory + "/x");
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).containsExactly(directory.resolve("x"));
    }
  }

  @Test
  void hidesAndDeletesTheChecksumFilesOfOthers() throws IOException {
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(directory + "/x");
    FileSystem.getLocal(CONFIGURATION).create(path).close();
    assertThat(directory.resolve(".x.crc")).exists();
    try (Stream<ObjectStatus> objects = store.list(directory.toString())) {
      assertThat(objects).extracting(ObjectStatus::location).containsExactly(directory + "/x");
    }
    store.delete(directory + "/x");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void readsBeyondTwoGibibytes() throws IOException {
    long position = 5L << 29;
    try (var file = new RandomAccessFile(directory.resolve("sparse").toFile(), "rw")) {
      file.setLength(3L << 30);
      file.seek(position);
      file.write(42);
    }
    byte[] bytes = new byte[16];
    try (BlobInput input = store.open(directory + "/sparse")) {
      input.readFully(position, bytes, 0, 16);
    }
    assertThat(bytes[0]).isEqualTo((byte) 42);
    assertThat(store.length(directory + "/sparse")).isEqualTo(3L << 30);
  }

  @Test
  void refusesUnknownFileSystems() {
    assertThatThrownBy(() -> store.open("nosuch://host/x"))
        .isInstanceOf(UnsupportedFileSystemException.class)
        .hasMessage("No FileSystem for scheme \"nosuch\"");
  }

  @Test
  void reportsAnInterruptAsAFailure() throws IOException {
    write(directory + "/x");
    try (BlobInput input = store.open(directory + "/x")) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> input.readFully(0, new byte[1], 0, 1))
          .isInstanceOf(ClosedByInterruptException.class);
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void createsNothingBelowAFile() throws IOException {
    write(directory + "/x");
    assertThatThrownBy(() -> store.create(directory + "/x/y"))
        .isInstanceOf(NotDirectoryException.class)
        .hasMessage(directory + "/x");
  }

  @Test
  void opensThroughFilters() throws IOException {
    AtomicInteger opens = new AtomicInteger();
    FileSystem filter =
        new FilterFileSystem(FileSystem.getLocal(CONFIGURATION).getRaw()) {
          @Override
          public FSDataInputStream open(org.apache.hadoop.fs.Path path, int bufferSize)
              throws IOException {
            opens.incrementAndGet();
            return super.open(path, bufferSize);
          }
        };
    write(directory + "/x");
    HadoopBlobStore.open(filter, new org.apache.hadoop.fs.Path(directory + "/x"), 1).close();
    assertThat(opens).hasValue(1);
  }

  @Test
  void neverDeletesADirectoryThatHoldsObjects() throws IOException {
    write(directory + "/dir/x");
    assertThatThrownBy(() -> store.delete(directory + "/dir")).isInstanceOf(IOException.class);
    assertThat(directory.resolve("dir/x")).exists();
  }

  private void write(String location) throws IOException {
    try (BlobOutput output = store.create(location)) {
      output.write(1);
    }
  }

  @Test
  void keepsFileSystemsOfItsOwnUntilItIsClosed() throws IOException {
    Files.write(directory.resolve("x"), new byte[3]);
    Configuration shared = new Configuration();
    shared.setClass("fs.counted.impl", CountedFileSystem.class, FileSystem.class);
    Configuration other = new Configuration(shared);
    other.set("counted.name", "other");
    String location = "counted:" + directory.resolve("x");
    assertThat(new HadoopBlobStore(shared).length(location)).isEqualTo(3);
    assertThat(new HadoopBlobStore(other).length(location)).isEqualTo(3);
    assertThat(CountedFileSystem.OPEN).containsExactly("none");
    try (HadoopBlobStore own = HadoopBlobStore.withOwnFileSystems(other)) {
      assertThat(own.length(location)).isEqualTo(3);
      own.open(location).close();
      assertThat(CountedFileSystem.OPEN).containsExactly("none", "other");
      assertThat(own.length(directory.resolve("x").toString())).isEqualTo(3);
    }
    assertThat(CountedFileSystem.OPEN).containsExactly("none");
  }

  /** Tells which file systems of its scheme are open, by a name in their configuration. */
  public static final class CountedFileSystem extends RawLocalFileSystem {
    static final List<String> OPEN = new CopyOnWriteArrayList<>();

    @Override
    public void initialize(URI uri, Configuration configuration) throws IOException {
      super.initialize(uri, configuration);
      OPEN.add(configuration.get("counted.name", "none"));
    }

    @Override
    public URI getUri() {
      return URI.create("counted:///");
    }

    @Override
    public void close() throws IOException {
      OPEN.remove(getConf().get("counted.name", "none"));
      super.close();
    }
  }
}
