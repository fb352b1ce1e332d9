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

  static void deleteAll(BlobStore store, Collection<String> locations) {
    for (String location : locations) {
      try {
        store.delete(location);
      } catch (IOException | RuntimeException e) {
        LOG.warn("Cannot delete {}, left behind by a failed write", location, e);
      }
    }
  }
}
