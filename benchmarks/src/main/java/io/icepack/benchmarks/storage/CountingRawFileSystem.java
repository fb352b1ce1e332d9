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

import io.icepack.benchmarks.storage.StorageRequests.Kind;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Options.OpenFileOptions;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.impl.OpenFileParameters;
import org.apache.hadoop.fs.permission.FsPermission;

/** Local files without Hadoop's checksum layer, with {@link StorageCounters} on every stream. */
final class CountingRawFileSystem extends NamedRawFileSystem {

  // To list local files, or to open one of known length, looks at each, which a store need not.
  private final ThreadLocal<Boolean> looking = new ThreadLocal<>();

  CountingRawFileSystem(boolean forking) {
    super(forking);
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    StorageRequests.countRead(path);
    FSDataInputStream in = super.open(path, bufferSize);
    return new FSDataInputStream(new CountingInputStream(in, StorageCounters.of(path)));
  }

  @Override
  protected CompletableFuture<FSDataInputStream> openFileWithOptions(
      Path path, OpenFileParameters parameters) throws IOException {
    if (parameters.getOptions().get(OpenFileOptions.FS_OPTION_OPENFILE_LENGTH) == null) {
      return super.openFileWithOptions(path, parameters);
    }
    looking.set(true);
    try {
      return super.openFileWithOptions(path, parameters);
    } finally {
      looking.remove();
    }
  }

  @Override
  protected OutputStream createOutputStreamWithMode(
      Path path, boolean append, FsPermission permission) throws IOException {
    OutputStream out = super.createOutputStreamWithMode(path, append, permission);
    return new CountingOutputStream(out, StorageCounters.of(path));
  }

  @Override
  public FileStatus[] listStatus(Path path) throws IOException {
    StorageRequests.count(Kind.LISTING, path);
    looking.set(true);
    try {
      return super.listStatus(path);
    } finally {
      looking.remove();
    }
  }

  /**
   * Lists as a store does: a located status of a local file would start a process for its owner.
   */
  @Override
  public RemoteIterator<LocatedFileStatus> listLocatedStatus(Path path) throws IOException {
    Iterator<FileStatus> files = Arrays.asList(listStatus(path)).iterator();
    return new RemoteIterator<>() {
      @Override
      public boolean hasNext() {
        return files.hasNext();
      }

      @Override
      public LocatedFileStatus next() {
        FileStatus file = files.next();
        return new LocatedFileStatus(
            file.getLen(),
            file.isDirectory(),
            file.getReplication(),
            file.getBlockSize(),
            file.getModificationTime(),
            file.getAccessTime(),
            FsPermission.getDefault(),
            "",
            "",
            null,
            file.getPath(),
            false,
            false,
            false,
            null);
      }
    };
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    if (looking.get() == null) {
      StorageRequests.count(Kind.STATUS, path);
    }
    return super.getFileStatus(path);
  }

  @Override
  public boolean delete(Path path, boolean recursive) throws IOException {
    StorageRequests.count(Kind.DELETE, path);
    return super.delete(path, recursive);
  }
}
