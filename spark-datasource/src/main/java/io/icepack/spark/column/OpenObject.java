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
package io.icepack.spark.column;

import io.icepack.blob.store.BlobInput;
import io.icepack.blob.store.BlobStore;
import java.io.Closeable;
import java.io.IOException;

/** Opens objects one after the other, and keeps the last one open. */
public final class OpenObject implements Closeable {

  private final BlobStore store;
  private String location;
  private BlobInput input;
  private String measured;
  private long length;

  public OpenObject(BlobStore store) {
    this.store = store;
  }

  /** The length of an object in bytes, kept until another one is asked for. */
  public long length(String object) throws IOException {
    if (!object.equals(measured)) {
      length = store.length(object);
      measured = object;
    }
    return length;
  }

  /** Opens an object, which stays open until another one is opened. */
  BlobInput open(String object) throws IOException {
    if (!object.equals(location)) {
      close();
      input = object.equals(measured) ? store.open(object, length) : store.open(object);
      location = object;
    }
    return input;
  }

  @Override
  public void close() throws IOException {
    if (input != null) {
      input.close();
      input = null;
      location = null;
    }
  }
}
