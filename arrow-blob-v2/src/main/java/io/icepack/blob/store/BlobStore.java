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

import java.io.IOException;
import java.util.stream.Stream;

/**
 * Storage of immutable objects. An object is known by its location, an absolute URI or an absolute
 * path, which is taken literally: blanks and the characters {@code % # ? + =} stand for themselves,
 * and nothing is percent-decoded.
 *
 * <p>A store is safe for use by many threads; the inputs and outputs that it opens are not. Every
 * method throws {@link IllegalArgumentException} for an argument that can never be valid, such as a
 * negative position, before it touches storage, and {@link IOException} when storage fails.
 */
public interface BlobStore {

  /**
   * Opens an object for positional reads.
   *
   * @throws java.io.FileNotFoundException naming the location, if there is no such object; a store
   *     may also report this on the first read
   */
  BlobInput open(String location) throws IOException;

  /**
   * Opens an object whose length is known, which spares some stores a request.
   *
   * @param knownLength the exact length of the object in bytes
   */
  default BlobInput open(String location, long knownLength) throws IOException {
    return open(location);
  }

  /**
   * Creates an object and, where the store has directories, those above it. All of its bytes are
   * visible once the output was closed without an exception; before that a reader may see nothing
   * or a part. An output whose write or close failed may have left an object behind, which the
   * caller deletes.
   *
   * @throws java.nio.file.FileAlreadyExistsException naming the location, if the object exists
   *     already; it is left as it is
   */
  BlobOutput create(String location) throws IOException;

  /**
   * Returns the length of an object in bytes.
   *
   * @throws java.io.FileNotFoundException naming the location, if there is no such object
   */
  long length(String location) throws IOException;

  /**
   * Lists the objects below a directory at any depth, in no particular order. Each location starts
   * with the directory as the caller spelled it. A missing directory has no objects. Objects that
   * are created or deleted meanwhile may or may not be listed. The stream must be closed; while it
   * is consumed, a failure of storage is thrown as {@link java.io.UncheckedIOException}.
   */
  Stream<ObjectStatus> list(String directory) throws IOException;

  /** Deletes an object. It is no error if there is no such object. */
  void delete(String location) throws IOException;
}
