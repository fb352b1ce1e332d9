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
package io.icepack.blob.arrow;

import java.io.IOException;

/** What a conversion of batches does to a blob column. */
@FunctionalInterface
interface Conversion {

  /**
   * Reads and checks the values of a column. This comes before any column is filled, so that no
   * payload is read or written for a batch that has an invalid value.
   */
  Fill prepare(BlobColumn column);

  /** Fills the target of a column. */
  @FunctionalInterface
  interface Fill {
    void run() throws IOException;
  }
}
