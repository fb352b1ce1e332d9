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

import io.icepack.blob.base.DescriptorResolver;
import io.icepack.blob.base.OwnedObject;
import io.icepack.blob.descriptor.BlobDescriptor;
import io.icepack.spark.column.BlobSource;
import io.icepack.spark.table.BlobShape;
import io.icepack.spark.table.DescriptorType;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.unsafe.types.UTF8String;

/** The objects that the rows of one data file reference: what its sidecar lists. */
public final class PackReferences {

  private final List<BlobSource> sources;
  private final DescriptorResolver resolver;
  private final SortedSet<OwnedObject> objects = new TreeSet<>();
  private final RecentOrigins known = new RecentOrigins();

  public PackReferences(List<BlobSource> sources, DescriptorResolver resolver) {
    this.sources = sources;
    this.resolver = resolver;
  }

  /** Adds what a physical row of {@code dataFile} references. */
  public void add(InternalRow row, String dataFile) {
    for (BlobSource source : sources) {
      source.forEachStored(row, (blob, stored) -> add(blob, stored, dataFile));
    }
  }

  private void add(BlobShape.Value blob, InternalRow stored, String dataFile) {
    if (stored.isNullAt(DescriptorType.KIND)) {
      return;
    }
    int kind = stored.getInt(DescriptorType.KIND);
    long blobId = stored.getLong(DescriptorType.BLOB_ID);
    UTF8String uri = stored.getUTF8String(DescriptorType.BLOB_URI);
    if (uri == null || !known.contains(kind, blobId, uri)) {
      BlobDescriptor descriptor = BlobSource.decode(blob, stored, dataFile);
      owned(blob.path(), descriptor, dataFile).ifPresent(objects::add);
      known.add(kind, blobId, uri);
    }
  }

  private Optional<OwnedObject> owned(String path, BlobDescriptor descriptor, String dataFile) {
    try {
      return resolver.ownedObject(descriptor, dataFile);
    } catch (IllegalArgumentException e) {
      throw new IllegalStateException(
          String.format("Cannot write column %s to %s: %s", path, dataFile, e.getMessage()), e);
    }
  }

  public SortedSet<OwnedObject> objects() {
    return objects;
  }
}
