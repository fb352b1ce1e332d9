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
package io.icepack.spark.maintenance;

import java.io.Serializable;

/**
 * What an adoption did.
 *
 * @param baseId the base of the table that stands for the dataset
 * @param rows rows appended
 * @param blobs values in them that are not null
 * @param bytes bytes that these refer to, as far as their descriptors tell
 */
public record LanceAdoptionReport(long baseId, long rows, long blobs, long bytes)
    implements Serializable {

  LanceAdoptionReport plus(LanceAdoptionReport other) {
    return new LanceAdoptionReport(
        baseId, rows + other.rows, blobs + other.blobs, bytes + other.bytes);
  }
}
