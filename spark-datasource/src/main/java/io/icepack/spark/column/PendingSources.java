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

import java.util.HashMap;
import java.util.Map;

/** The payload sources of the row that a task is writing, by names that stand for them in it. */
public final class PendingSources {

  private static final String PREFIX = "pending:";

  private final Map<String, StoredPayload> sources = new HashMap<>();
  private long names;

  String add(StoredPayload source) {
    String name = PREFIX + names++;
    sources.put(name, source);
    return name;
  }

  /** Forgets a source and returns it; null if it is no name of one. */
  StoredPayload take(String name) {
    return sources.remove(name);
  }
}
