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
import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.hadoop.fs.ChecksumFileSystem;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/** Listings of Hadoop as streams. */
final class HadoopListing {
  private HadoopListing() {}

  /** A stream of what an iterator returns; its failures become {@link UncheckedIOException}. */
  static <T> Stream<T> of(RemoteIterator<T> remote) {
    Iterator<T> local =
        new Iterator<>() {
          @Override
          public boolean hasNext() {
            try {
              return remote.hasNext();
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          }

          @Override
          public T next() {
            try {
              if (!remote.hasNext()) {
                throw new NoSuchElementException();
              }
              return remote.next();
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          }
        };
    return StreamSupport.stream(
        Spliterators.spliteratorUnknownSize(local, Spliterator.NONNULL), false);
  }

  /**
   * The files below a local directory, except checksum files. A located status of a local file
   * would start a process to learn its owner, so this does not ask for one.
   */
  static Stream<FileStatus> ofLocal(FileSystem fileSystem, Path directory) throws IOException {
    return Arrays.stream(fileSystem.listStatus(directory))
        .filter(file -> !ChecksumFileSystem.isChecksumFile(file.getPath()))
        .flatMap(file -> file.isDirectory() ? below(fileSystem, file) : Stream.of(file));
  }

  private static Stream<FileStatus> below(FileSystem fileSystem, FileStatus directory) {
    try {
      return ofLocal(fileSystem, directory.getPath());
    } catch (FileNotFoundException e) {
      return Stream.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Spells files as a caller spelled the directory above them. */
  static final class Speller {
    private final String directory;
    private final String directoryPath;

    Speller(String directory, Path path) {
      this.directory = withSlash(directory);
      this.directoryPath = withSlash(path.toUri().getPath());
    }

    /** Whether a file is not what the caller took for a directory. */
    boolean isBelow(FileStatus file) {
      return !withSlash(file.getPath().toUri().getPath()).equals(directoryPath);
    }

    ObjectStatus status(FileStatus file) {
      String path = file.getPath().toUri().getPath();
      String location =
          path.startsWith(directoryPath)
              ? directory + path.substring(directoryPath.length())
              : file.getPath().toString();
      return new ObjectStatus(location, file.getLen(), file.getModificationTime());
    }

    private static String withSlash(String text) {
      return text.endsWith("/") ? text : text + "/";
    }
  }
}
