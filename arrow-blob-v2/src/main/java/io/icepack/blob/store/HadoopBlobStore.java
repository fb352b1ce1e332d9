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

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FutureDataInputStreamBuilder;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Options.OpenFileOptions;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.util.functional.FutureIO;

/**
 * Objects of the Hadoop file systems that a configuration knows.
 *
 * <p>The plain local file system is read and written without its checksum layer: a range read would
 * check whole chunks, and a write would leave a {@code .crc} file beside each object. It is listed
 * and cleaned through that layer, which hides the checksum files of other writers and deletes them
 * with their objects.
 */
public final class HadoopBlobStore implements BlobStore {
  private final Configuration configuration;

  public HadoopBlobStore(Configuration configuration) {
    this.configuration = Objects.requireNonNull(configuration, "configuration");
  }

  @Override
  public BlobInput open(String location) throws IOException {
    return open(location, -1);
  }

  @Override
  public BlobInput open(String location, long knownLength) throws IOException {
    Path path = path(location);
    FileSystem fileSystem = fileSystem(path);
    FileSystem data = withoutChecksums(fileSystem);
    try {
      if (data != fileSystem) {
        return new HadoopBlobInput(location, data, path, data.open(path), false);
      }
      FutureDataInputStreamBuilder builder =
          data.openFile(path)
              .opt(OpenFileOptions.FS_OPTION_OPENFILE_READ_POLICY, "vector, random, adaptive");
      if (knownLength >= 0) {
        builder.optLong(OpenFileOptions.FS_OPTION_OPENFILE_LENGTH, knownLength);
      }
      return new HadoopBlobInput(location, data, path, FutureIO.awaitFuture(builder.build()), true);
    } catch (FileNotFoundException e) {
      throw missing("open", location, e);
    }
  }

  @Override
  public BlobOutput create(String location) throws IOException {
    Path path = path(location);
    try {
      return new HadoopBlobOutput(location, withoutChecksums(fileSystem(path)).create(path, false));
    } catch (org.apache.hadoop.fs.FileAlreadyExistsException e) {
      FileAlreadyExistsException exists =
          new FileAlreadyExistsException(location, null, "it exists already");
      exists.initCause(e);
      throw exists;
    }
  }

  @Override
  public long length(String location) throws IOException {
    Path path = path(location);
    try {
      return withoutChecksums(fileSystem(path)).getFileStatus(path).getLen();
    } catch (FileNotFoundException e) {
      throw missing("measure", location, e);
    }
  }

  @Override
  public Stream<ObjectStatus> list(String directory) throws IOException {
    Path path = path(directory);
    RemoteIterator<LocatedFileStatus> files;
    try {
      files = fileSystem(path).listFiles(path, true);
    } catch (FileNotFoundException e) {
      return Stream.empty();
    }
    Iterator<ObjectStatus> objects = new Listing(directory, path, files);
    return StreamSupport.stream(
        Spliterators.spliteratorUnknownSize(objects, Spliterator.NONNULL), false);
  }

  @Override
  public void delete(String location) throws IOException {
    Path path = path(location);
    try {
      fileSystem(path).delete(path, false);
    } catch (FileNotFoundException e) {
      // gone already
    }
  }

  private static Path path(String location) {
    return new Path(location);
  }

  private FileSystem fileSystem(Path path) throws IOException {
    return path.getFileSystem(configuration);
  }

  private static FileSystem withoutChecksums(FileSystem fileSystem) {
    return fileSystem.getClass() == LocalFileSystem.class
        ? ((LocalFileSystem) fileSystem).getRawFileSystem()
        : fileSystem;
  }

  static FileNotFoundException missing(String verb, String location, FileNotFoundException cause) {
    FileNotFoundException missing =
        new FileNotFoundException("Cannot " + verb + " " + location + ": there is no such object");
    missing.initCause(cause);
    return missing;
  }

  /** Spells what a file system lists as the caller spelled the directory. */
  private static final class Listing implements Iterator<ObjectStatus> {
    private final String directory;
    private final String directoryPath;
    private final RemoteIterator<LocatedFileStatus> files;

    Listing(String directory, Path path, RemoteIterator<LocatedFileStatus> files) {
      this.directory = directory.endsWith("/") ? directory : directory + "/";
      String text = path.toUri().getPath();
      this.directoryPath = text.endsWith("/") ? text : text + "/";
      this.files = files;
    }

    @Override
    public boolean hasNext() {
      try {
        return files.hasNext();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public ObjectStatus next() {
      try {
        if (!files.hasNext()) {
          throw new NoSuchElementException();
        }
        LocatedFileStatus file = files.next();
        return new ObjectStatus(spell(file.getPath()), file.getLen(), file.getModificationTime());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private String spell(Path file) {
      String text = file.toUri().getPath();
      return text.startsWith(directoryPath)
          ? directory + text.substring(directoryPath.length())
          : file.toString();
    }
  }
}
