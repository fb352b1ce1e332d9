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
package io.icepack.spark.write;

import io.icepack.blob.store.BlobStore;
import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The objects that one task attempt has written, so that it can take back these and no others. */
public final class TaskFiles {

  private static final Logger LOG = LoggerFactory.getLogger(TaskFiles.class);

  private final Set<String> locations = new LinkedHashSet<>();

  /** Notes an object before it is created. */
  public void add(String location) {
    locations.add(location);
  }

  public List<String> locations() {
    return List.copyOf(locations);
  }

  /** Deletes everything noted; what cannot be deleted is logged and left to garbage collection. */
  public void deleteAll(BlobStore store) {
    deleteAll(store, locations);
  }

  /** Deletes objects; what cannot be deleted is logged and left to garbage collection. */
  public static void deleteAll(BlobStore store, Collection<String> locations) {
    for (String location : locations) {
      try {
        store.delete(location);
      } catch (IOException | RuntimeException e) {
        LOG.warn("Cannot delete {}, left behind by a failed write", location, e);
      }
    }
  }
}
