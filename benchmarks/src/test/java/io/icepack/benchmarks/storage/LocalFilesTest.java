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
package io.icepack.benchmarks.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileRange;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalFilesTest {
  private static final byte[] BYTES = new byte[5_000];

  @TempDir java.nio.file.Path directory;

  private FileSystem fileSystem;
  private StorageUse start;

  @BeforeEach
  void install() throws IOException {
    LocalFiles.COUNTED.install();
    fileSystem = local();
    start = StorageCounters.current();
  }

  @Test
  void replacesWhatHadoopKeeps() throws IOException {
    assertThat(local()).isExactlyInstanceOf(LocalFileSystem.class);
    LocalFiles.STOCK.install();
    assertThat(((LocalFileSystem) local()).getRawFileSystem())
        .isExactlyInstanceOf(RawLocalFileSystem.class);
    new LocalFiles(false, false, false).install();
    write(path("data/c.parquet"));
    local().setPermission(path("data/c.parquet"), new FsPermission("640"));
    assertThat(local().getFileStatus(path("data/c.parquet")).getPermission())
        .hasToString("rw-r-----");
    assertThat(directory.resolve("data")).isDirectoryNotContaining("glob:**.crc");
    assertThat(local().getScheme()).isEqualTo("file");
    assertThat(StorageCounters.current()).isEqualTo(start);
  }

  @Test
  void countsWritesOfEveryKind() throws IOException {
    write(path("data/a.parquet"));
    try (FSDataOutputStream out =
        fileSystem.createFile(path("_blobs/a.managed.blob")).recursive().build()) {
      out.write(BYTES);
      out.write(7);
    }
    assertThat(StorageCounters.current().since(start))
        .isEqualTo(new StorageUse(5_001, 0, 10_001, 0));
  }

  @Test
  void countsReadsOfEveryKind() throws Exception {
    FileSystem raw = ((LocalFileSystem) fileSystem).getRawFileSystem();
    Path pack = path("_blobs/b.managed.blob");
    write(pack);
    start = StorageCounters.current();
    try (FSDataInputStream in = raw.openFile(pack).build().get()) {
      in.readFully(1_000, new byte[100]);
      assertThat(in.read(2_000, new byte[10], 0, 10)).isEqualTo(10);
      assertThat(in.read()).isZero();
      FileRange range = FileRange.createFileRange(100, 1_000);
      in.readVectored(List.of(range), ByteBuffer::allocate);
      assertThat(range.getData().get().remaining()).isEqualTo(1_000);
      in.seek(4_999);
      assertThat(in.read(new byte[10])).isEqualTo(1);
      assertThat(in.read(new byte[10])).isEqualTo(-1);
    }
    assertThat(StorageCounters.current().since(start))
        .isEqualTo(new StorageUse(0, 1_112, 0, 1_112));
  }

  @Test
  void countsReadsBehindChecksums() throws IOException {
    Path file = path("data/b.parquet");
    write(file);
    start = StorageCounters.current();
    try (FSDataInputStream in = fileSystem.open(file)) {
      assertThat(in.readAllBytes()).hasSize(5_000);
    }
    assertThat(StorageCounters.current().since(start)).isEqualTo(new StorageUse(0, 0, 0, 5_000));
  }

  private void write(Path path) throws IOException {
    try (FSDataOutputStream out = local().create(path)) {
      out.write(BYTES);
    }
  }

  private static FileSystem local() throws IOException {
    return FileSystem.get(URI.create("file:///"), new Configuration());
  }

  private Path path(String name) {
    return new Path("file:" + directory.resolve(name));
  }
}
