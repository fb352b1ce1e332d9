package io.icepack.spark.write;

import io.icepack.blob.base.DescriptorResolver;
import io.icepack.blob.base.OwnedObject;
import io.icepack.spark.column.BlobSource;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.spark.sql.catalyst.InternalRow;

/** The objects that the rows of one data file reference: what its sidecar lists. */
public final class PackReferences {

  private final List<BlobSource> sources;
  private final DescriptorResolver resolver;
  private final SortedSet<OwnedObject> objects = new TreeSet<>();

  public PackReferences(List<BlobSource> sources, DescriptorResolver resolver) {
    this.sources = sources;
    this.resolver = resolver;
  }

  /** Adds what a physical row of {@code dataFile} references. */
  public void add(InternalRow row, String dataFile) {
    for (BlobSource source : sources) {
      source.forEach(
          row,
          dataFile,
          handle ->
              resolver.ownedObject(handle.descriptor(), dataFile).ifPresent(objects::add));
    }
  }

  public SortedSet<OwnedObject> objects() {
    return objects;
  }
}
