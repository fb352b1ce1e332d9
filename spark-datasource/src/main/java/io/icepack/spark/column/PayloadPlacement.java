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

import io.icepack.blob.descriptor.BlobDescriptor;
import java.io.IOException;

/** Decides where the payloads of one blob column of a task go. */
public interface PayloadPlacement {

  /** Places bytes. */
  BlobDescriptor place(byte[] payload) throws IOException;

  /**
   * Places a payload that is read from elsewhere, however long it is.
   *
   * @throws java.io.EOFException if the source has fewer bytes than it says
   */
  BlobDescriptor place(StoredPayload source) throws IOException;

  /** The descriptor of a value that the table has already, for another data file. */
  BlobDescriptor carry(Handle handle);

  /** Bytes put into storage so far. */
  long bytesStored();
}
