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

import io.icepack.blob.base.DescriptorResolver;
import io.icepack.blob.base.DescriptorRewriter;
import io.icepack.blob.base.ObjectIdentity;
import io.icepack.blob.descriptor.BlobDescriptor;
import io.icepack.blob.store.PayloadRange;
import io.icepack.spark.column.Handle;
import io.icepack.spark.column.OpenObject;
import io.icepack.spark.column.RowMover;
import io.icepack.spark.column.StagedPlacement;
import io.icepack.spark.column.StoredPayload;
import io.icepack.spark.io.FileIoBlobStore;
import io.icepack.spark.table.TableBases;
import io.icepack.spark.write.TaskWrite;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.Table;

/**
 * Moves descriptors to new data files of one task. Payloads stay where they are, except those of
 * some packs, which are copied to new packs of the task. If payloads belong to data files, all are
 * copied there.
 */
final class PayloadMover implements RowMover.Rule, AutoCloseable {

  private static final int MAX_REMEMBERED = 10_000;

  private final TaskWrite write;
  private final Set<String> packs;
  private final OpenObject objects;
  private final DescriptorResolver resolver;
  private final DescriptorRewriter rewriter;
  private final String newDataFile;
  private final boolean managed;
  private final Map<PayloadRange, BlobDescriptor> copies = new Copies();

  /**
   * Prepares to move descriptors.
   *
   * @param packs identities of the packs whose payloads are copied
   */
  PayloadMover(Table table, TaskWrite write, Set<String> packs) {
    this.write = write;
    this.packs = packs;
    this.objects = new OpenObject(FileIoBlobStore.of(table.io()));
    this.resolver = TableBases.resolver(table);
    this.rewriter = new DescriptorRewriter(resolver);
    this.newDataFile = table.locationProvider().newDataLocation("new");
    this.managed = write.isManaged();
  }

  @Override
  public BlobDescriptor move(int blob, Handle handle) {
    BlobDescriptor descriptor = handle.descriptor();
    if (!packs.isEmpty() && descriptor.kind().isManaged() && !descriptor.isEmpty()) {
      PayloadRange range = resolver.resolve(descriptor, handle.dataFile());
      if (packs.contains(ObjectIdentity.of(range.location()))) {
        return copies.computeIfAbsent(range, payload -> copy(blob, payload));
      }
    }
    return managed
        ? rewriter.rewrite(descriptor, handle.dataFile(), newDataFile)
        : StagedPlacement.stage(resolver, handle);
  }

  private BlobDescriptor copy(int blob, PayloadRange payload) {
    try {
      return write.copy(blob, new StoredPayload(objects, payload));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    objects.close();
  }

  /** Ranges that several rows share stay shared, as far as memory allows. */
  private static final class Copies extends LinkedHashMap<PayloadRange, BlobDescriptor> {
    private static final long serialVersionUID = 1L;

    @Override
    protected boolean removeEldestEntry(Map.Entry<PayloadRange, BlobDescriptor> eldest) {
      return size() > MAX_REMEMBERED;
    }
  }
}
