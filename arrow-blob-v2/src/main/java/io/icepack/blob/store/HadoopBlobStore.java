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

import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.FutureDataInputStreamBuilder;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Options.OpenFileOptions;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.util.functional.FutureIO;

/**
 * Objects of the Hadoop file systems that a configuration knows.
 *
 * <p>The plain local file system is used without its checksum layer: a range read would check whole
 * chunks, and a write would leave a {@code .crc} file beside each object. The checksum files of
 * other writers are hidden, and deleted with their objects.
 */
public final class HadoopBlobStore implements BlobStore, Closeable {
  private final FileSystems fileSystems;

  /**
   * A store on the file systems that Hadoop shares in this process, whichever configuration they
   * were first opened with. Closing it does nothing.
   */
  public HadoopBlobStore(Configuration configuration) {
    Objects.requireNonNull(configuration, "configuration");
    this.fileSystems = path -> path.getFileSystem(configuration);
  }

  private HadoopBlobStore(OwnFileSystems fileSystems) {
    this.fileSystems = fileSystems;
  }

  /** A store on file systems of its own, with exactly this configuration, until it is closed. */
  public static HadoopBlobStore withOwnFileSystems(Configuration configuration) {
    return new HadoopBlobStore(
        new OwnFileSystems(Objects.requireNonNull(configuration, "configuration")));
  }

  /** Where the file system of a path comes from. */
  interface FileSystems extends Closeable {
    FileSystem get(Path path) throws IOException;

    @Override
    default void close() throws IOException {}
  }

  @Override
  public BlobInput open(String location) throws IOException {
    return open(location, -1);
  }

  @Override
  public BlobInput open(String location, long knownLength) throws IOException {
    Path path = new Path(location);
    FileSystem fileSystem = fileSystem(path);
    try {
      return new HadoopBlobInput(location, fileSystem, path, open(fileSystem, path, knownLength));
    } catch (FileNotFoundException e) {
      throw missing("open", location, e);
    }
  }

  @Override
  public BlobOutput create(String location) throws IOException {
    Path path = new Path(location);
    FileSystem fileSystem = fileSystem(path);
    try {
      return isLocal(fileSystem)
          ? LocalBlobOutput.create(
              location, ((RawLocalFileSystem) fileSystem).pathToFile(path).toPath())
          : new HadoopBlobOutput(location, fileSystem.create(path, false));
    } catch (org.apache.hadoop.fs.FileAlreadyExistsException | FileAlreadyExistsException e) {
      FileAlreadyExistsException exists =
          new FileAlreadyExistsException(location, null, "it exists already");
      exists.initCause(e);
      throw exists;
    }
  }

  @Override
  public long length(String location) throws IOException {
    Path path = new Path(location);
    try {
      return fileSystem(path).getFileStatus(path).getLen();
    } catch (FileNotFoundException e) {
      throw missing("measure", location, e);
    }
  }

  @Override
  public Stream<ObjectStatus> list(String directory) throws IOException {
    Path path = new Path(directory);
    FileSystem fileSystem = fileSystem(path);
    HadoopListing.Speller speller = new HadoopListing.Speller(directory, path);
    try {
      Stream<? extends FileStatus> files =
          isLocal(fileSystem)
              ? HadoopListing.ofLocal(fileSystem, path)
              : HadoopListing.of(fileSystem.listFiles(path, true));
      return files.filter(speller::isBelow).map(speller::status);
    } catch (FileNotFoundException e) {
      return Stream.empty();
    }
  }

  @Override
  public void delete(String location) throws IOException {
    Path path = new Path(location);
    FileSystem fileSystem = fileSystem(path);
    deleteIfPresent(fileSystem, path);
    if (isLocal(fileSystem)) {
      Path name = new Path(null, null, "." + path.getName() + ".crc");
      deleteIfPresent(fileSystem, new Path(path.getParent(), name));
    }
  }

  @Override
  public void close() throws IOException {
    fileSystems.close();
  }

  private FileSystem fileSystem(Path path) throws IOException {
    FileSystem fileSystem = fileSystems.get(path);
    return fileSystem.getClass() == LocalFileSystem.class
        ? ((LocalFileSystem) fileSystem).getRawFileSystem()
        : fileSystem;
  }

  static boolean isLocal(FileSystem fileSystem) {
    return fileSystem.getClass() == RawLocalFileSystem.class;
  }

  /**
   * A filter passes the builder on to the file system that it wraps, and would not see what is
   * opened with it.
   */
  static FSDataInputStream open(FileSystem fileSystem, Path path, long knownLength)
      throws IOException {
    if (isLocal(fileSystem) || fileSystem instanceof FilterFileSystem) {
      return fileSystem.open(path);
    }
    FutureDataInputStreamBuilder builder =
        fileSystem
            .openFile(path)
            .opt(OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY, "vector, random, adaptive");
    if (knownLength >= 0) {
      builder.optLong(OpenFileOptions.FS_OPTION_OPENFILE_LENGTH, knownLength);
    }
    return FutureIO.awaitFuture(builder.build());
  }

  private static void deleteIfPresent(FileSystem fileSystem, Path path) throws IOException {
    try {
      fileSystem.delete(path, false);
    } catch (FileNotFoundException e) {
      // gone already
    }
  }

  static FileNotFoundException missing(String verb, String location, FileNotFoundException cause) {
    FileNotFoundException missing =
        new FileNotFoundException("Cannot " + verb + " " + location + ": there is no such object");
    missing.initCause(cause);
    return missing;
  }

  /** The failure that the local file system hides in an error. */
  static IOException unwrap(FSError error) {
    return error.getCause() instanceof IOException failure ? failure : new IOException(error);
  }
}
