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

import io.icepack.blob.base.DescriptorResolver;
import io.icepack.blob.read.RangeReader;
import io.icepack.blob.store.PayloadRange;

/**
 * What the columns of one reading task share.
 *
 * @param table full name, for errors
 * @param resolver finds the objects that descriptors point at
 * @param reader fetches ranges of them
 */
public record ReadSession(String table, DescriptorResolver resolver, RangeReader reader) {

  PayloadRange resolve(String column, Handle handle) {
    try {
      return resolver.resolve(handle.descriptor(), handle.dataFile());
    } catch (IllegalArgumentException e) {
      throw unresolved(column, e);
    }
  }

  /** Absolute URI of the object, null for inline bytes. */
  String uri(String column, Handle handle) {
    if (handle.descriptor().inline() != null) {
      return null;
    }
    try {
      return resolver.uri(handle.descriptor(), handle.dataFile());
    } catch (IllegalArgumentException e) {
      throw unresolved(column, e);
    }
  }

  private IllegalStateException unresolved(String column, IllegalArgumentException cause) {
    return new IllegalStateException(
        String.format("Cannot read column %s of table %s: %s", column, table, cause.getMessage()),
        cause);
  }
}
