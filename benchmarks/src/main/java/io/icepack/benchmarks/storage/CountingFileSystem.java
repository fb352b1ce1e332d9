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

import java.io.IOException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/**
 * Hadoop's local file system with {@link StorageCounters} on every stream.
 *
 * <p>It sits below Iceberg's FileIO, so both sides of a comparison keep the code path that they
 * have without it, and nothing that uses Hadoop for storage can pass it by. Checksum files are not
 * counted.
 */
public final class CountingFileSystem extends LocalFileSystem {

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    return new FSDataInputStream(
        new CountingInputStream(super.open(path, bufferSize), StorageCounters.of(path)));
  }

  @Override
  public FSDataOutputStream create(
      Path path,
      FsPermission permission,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    return counted(
        path,
        super.create(path, permission, overwrite, bufferSize, replication, blockSize, progress));
  }

  @Override
  public FSDataOutputStream createNonRecursive(
      Path path,
      FsPermission permission,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    return counted(
        path,
        super.createNonRecursive(
            path, permission, overwrite, bufferSize, replication, blockSize, progress));
  }

  private static FSDataOutputStream counted(Path path, FSDataOutputStream out) throws IOException {
    return new FSDataOutputStream(
        new CountingOutputStream(out, StorageCounters.of(path)), null, out.getPos());
  }
}
