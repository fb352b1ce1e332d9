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

import io.icepack.blob.store.PayloadRange;
import java.io.IOException;
import java.io.InputStream;

/**
 * A payload in storage.
 *
 * @param objects reads it
 * @param range where it lies, with a settled length
 */
public record StoredPayload(OpenObject objects, PayloadRange range) implements PayloadSource {

  @Override
  public long length() {
    return range.length();
  }

  @Override
  public InputStream open() throws IOException {
    return objects.stream(range);
  }
}
