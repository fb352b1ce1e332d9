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

/**
 * Bytes that went through {@link CountingRawFileSystem}. Payload bytes are those of objects under a
 * {@code _blobs} directory; total bytes are those of every file.
 */
public record StorageUse(
    long payloadBytesWritten, long payloadBytesRead, long totalBytesWritten, long totalBytesRead) {

  /** Use since {@code start}. */
  public StorageUse since(StorageUse start) {
    return new StorageUse(
        payloadBytesWritten - start.payloadBytesWritten,
        payloadBytesRead - start.payloadBytesRead,
        totalBytesWritten - start.totalBytesWritten,
        totalBytesRead - start.totalBytesRead);
  }
}
