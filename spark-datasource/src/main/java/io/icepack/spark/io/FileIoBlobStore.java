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

import io.icepack.blob.store.BlobInput;
import io.icepack.blob.store.BlobOutput;
import io.icepack.blob.store.BlobStore;
import io.icepack.blob.store.HadoopBlobStore;
import io.icepack.blob.store.ObjectStatus;
import io.icepack.blob.store.RetryPolicy;
import io.icepack.blob.store.RetryingBlobStore;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.Spliterator;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.hadoop.HadoopFileIO;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.FileInfo;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.SupportsPrefixOperations;

/** Storage of the objects that a table owns, through the table's own {@code FileIO}. */
public final class FileIoBlobStore implements BlobStore {

  private static final Pattern SCHEME_AND_AUTHORITY =
      Pattern.compile("^[a-zA-Z][a-zA-Z0-9+.-]*:(//[^/]*)?(?=/)");

  private final FileIO io;

  private FileIoBlobStore(FileIO io) {
    this.io = io;
  }

  /**
   * The store of a table, which repeats requests that fail for a while. Iceberg's {@code
   * HadoopFileIO} is only a Hadoop configuration, and the Hadoop store reads several ranges at
   * once, which the former does not.
   */
  public static BlobStore of(FileIO io) {
    BlobStore store =
        io.getClass() == HadoopFileIO.class
            ? new HadoopBlobStore(((HadoopFileIO) io).conf())
            : new FileIoBlobStore(io);
    return new RetryingBlobStore(store, RetryPolicy.DEFAULT);
  }

  @Override
  public BlobInput open(String location) throws IOException {
    return open(location, () -> io.newInputFile(location));
  }

  @Override
  public BlobInput open(String location, long knownLength) throws IOException {
    return open(location, () -> io.newInputFile(location, knownLength));
  }

  // Some find that an object is missing when they are asked for the file, others when it is opened.
  private static BlobInput open(String location, Supplier<InputFile> open) throws IOException {
    try {
      InputFile file = open.get();
      return new FileIoBlobInput(file, file.newStream());
    } catch (RuntimeException e) {
      throw failure("open", location, e);
    }
  }

  @Override
  public BlobOutput create(String location) throws IOException {
    try {
      return new FileIoBlobOutput(location, io.newOutputFile(location).create());
    } catch (AlreadyExistsException e) {
      FileAlreadyExistsException exists =
          new FileAlreadyExistsException(location, null, "it exists already");
      exists.initCause(e);
      throw exists;
    } catch (RuntimeException e) {
      throw failure("create", location, e);
    }
  }

  @Override
  public long length(String location) throws IOException {
    try {
      return io.newInputFile(location).getLength();
    } catch (RuntimeException e) {
      throw failure("measure", location, e);
    }
  }

  @Override
  public Stream<ObjectStatus> list(String directory) throws IOException {
    if (!(io instanceof SupportsPrefixOperations prefixes)) {
      throw new UnsupportedOperationException(
          "Cannot list " + directory + ": " + io.getClass().getName() + " does not list prefixes");
    }
    String prefix = directory.endsWith("/") ? directory : directory + "/";
    Spliterator<FileInfo> files;
    try {
      files = prefixes.listPrefix(prefix).spliterator();
    } catch (NotFoundException e) {
      return Stream.empty();
    } catch (UncheckedIOException e) {
      if (e.getCause() instanceof FileNotFoundException) {
        return Stream.empty();
      }
      throw e.getCause();
    } catch (RuntimeException e) {
      throw failure("list", directory, e);
    }
    int prefixLength = path(prefix).length();
    return StreamSupport.stream(files, false)
        .filter(file -> path(file.location()).startsWith(path(prefix)))
        .map(
            file -> {
              // A FileIO lists full URIs, whichever way the prefix was spelled.
              String spelled = prefix + path(file.location()).substring(prefixLength);
              return new ObjectStatus(spelled, file.size(), file.createdAtMillis());
            });
  }

  private static String path(String location) {
    return SCHEME_AND_AUTHORITY.matcher(location).replaceFirst("");
  }

  @Override
  public void delete(String location) throws IOException {
    try {
      io.deleteFile(location);
    } catch (NotFoundException e) {
      // gone already
    } catch (RuntimeException e) {
      throw failure("delete", location, e);
    }
  }

  /** A FileIO throws unchecked exceptions, also for failures that pass. */
  static IOException failure(String verb, String location, RuntimeException cause) {
    if (cause instanceof NotFoundException) {
      FileNotFoundException missing =
          new FileNotFoundException(
              "Cannot " + verb + " " + location + ": there is no such object");
      missing.initCause(cause);
      return missing;
    }
    return new IOException("Cannot " + verb + " " + location + ": " + cause.getMessage(), cause);
  }
}
