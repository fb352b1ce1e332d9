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
import io.icepack.blob.base.DescriptorRewriter;
import io.icepack.blob.base.SidecarObjects;
import io.icepack.blob.descriptor.BlobDescriptor;
import io.icepack.blob.pack.BlobRefs;
import io.icepack.blob.pack.PackFile;
import io.icepack.blob.pack.PackWriter;
import io.icepack.blob.pack.SidecarWriter;
import io.icepack.blob.store.BlobStore;
import io.icepack.spark.column.DataFilePlacement;
import io.icepack.spark.column.PackPlacement;
import io.icepack.spark.column.PayloadPlacement;
import io.icepack.spark.column.PayloadStore;
import io.icepack.spark.column.PendingSources;
import io.icepack.spark.column.SourcePayloads;
import io.icepack.spark.column.StagedPlacement;
import io.icepack.spark.column.StoredPayload;
import io.icepack.spark.column.UriStore;
import io.icepack.spark.io.FileIoBlobStore;
import io.icepack.spark.io.RecordingFileIo;
import io.icepack.spark.table.Capability;
import io.icepack.spark.table.RunFile;
import io.icepack.spark.table.TableBases;
import io.icepack.spark.table.TableOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.ClusteredDataWriter;
import org.apache.iceberg.io.ClusteredEqualityDeleteWriter;
import org.apache.iceberg.io.DataWriteResult;
import org.apache.iceberg.io.DeleteWriteResult;
import org.apache.iceberg.io.FanoutDataWriter;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.OutputFileFactory;
import org.apache.iceberg.io.PartitioningWriter;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything that one task attempt writes apart from Iceberg's own work: open packs, rows with
 * descriptors, sidecars. Objects become durable in this order: payloads, data files, sidecars.
 */
public final class TaskWrite {

  private static final Logger LOG = LoggerFactory.getLogger(TaskWrite.class);

  private final BlobStore store;
  private final BlobStore stored;
  private final TaskFiles files = new TaskFiles();
  private final List<PackWriter> packs = new ArrayList<>();
  private final List<DataFilePlacement> placements = new ArrayList<>();
  private final SourcePayloads source;
  private final PendingSources pending = new PendingSources();
  private final List<PayloadStore> payloads = new ArrayList<>();
  private final DataFileWriters writers;
  private final Table table;
  private final WriteContext context;
  private final int partitionId;
  private final long taskId;
  private final UriStore uris;
  private final RowEncoder encoder;
  private boolean failed;
  private boolean rolledBack;

  public TaskWrite(Table table, WriteContext context, int partitionId, long taskId) {
    this(table, context, partitionId, taskId, table.io());
  }

  /**
   * Begins to write rows of another table.
   *
   * @param stored reads what payloads the rows had before
   */
  public TaskWrite(Table table, WriteContext context, int partitionId, long taskId, FileIO stored) {
    this.table = table;
    this.context = context;
    this.partitionId = partitionId;
    this.taskId = taskId;
    this.store = FileIoBlobStore.of(table.io());
    this.stored = FileIoBlobStore.of(stored);
    this.source = context.source() == null ? null : context.source().open(table.name());
    DescriptorResolver resolver = TableBases.resolver(table);
    String newDataFile = table.locationProvider().newDataLocation("new");
    for (WrittenBlob blob : context.blobs()) {
      PayloadPlacement placement =
          isManaged() ? pack(resolver, newDataFile) : new StagedPlacement(resolver, pending);
      payloads.add(new PayloadStore(blob.name(), placement, context.mark(), source));
    }
    this.writers =
        new DataFileWriters(table, context, resolver, isManaged() ? null : this::placement);
    this.uris =
        context.uris() == null
            ? null
            : context
                .uris()
                .open(resolver.locations(), newDataFile, store, isManaged(), context.source());
    this.encoder = new RowEncoder(table.name(), context, payloads, uris);
  }

  private PackPlacement pack(DescriptorResolver resolver, String newDataFile) {
    String root = resolver.locations().implicitBase(newDataFile);
    PackWriter writer = new PackWriter(store, root, context.options().targetFileSize());
    packs.add(writer);
    return new PackPlacement(
        writer, context.options().inlineThreshold(), new DescriptorRewriter(resolver), newDataFile);
  }

  private DataFilePlacement placement(String dataFile) {
    TableOptions options = context.options();
    SidecarWriter objects =
        new SidecarWriter(store, dataFile, options.dedicatedThreshold(), options.targetFileSize());
    DataFilePlacement placement =
        new DataFilePlacement(objects, options.inlineThreshold(), stored, pending);
    placements.add(placement);
    return placement;
  }

  /** Opens Iceberg's writer for data files: with one file per partition open, or one at a time. */
  public PartitioningWriter<InternalRow, DataWriteResult> openDataFiles() {
    OutputFileFactory files = newFiles(context.format(), null);
    boolean partitioned = table.specs().get(context.specId()).isPartitioned();
    return context.fanout() && partitioned
        ? new FanoutDataWriter<>(writers, files, table.io(), context.targetFileSize())
        : new ClusteredDataWriter<>(writers, files, table.io(), context.targetFileSize());
  }

  /** Opens Iceberg's writer for the data files of runs, one file at a time. */
  PartitioningWriter<InternalRow, DataWriteResult> openRun(RunFile file) {
    OutputFileFactory files = newFiles(context.format(), file.suffix());
    return new ClusteredDataWriter<>(writers, files, table.io(), context.targetFileSize());
  }

  /** Opens Iceberg's writer for the equality deletes of runs, one file at a time. */
  PartitioningWriter<InternalRow, DeleteWriteResult> openDeletedKeys(RunFile file) {
    OutputFileFactory files = newFiles(context.format(), file.suffix());
    return new ClusteredEqualityDeleteWriter<>(
        writers, files, table.io(), context.targetFileSize());
  }

  /**
   * Names new files of this attempt and notes them.
   *
   * @param suffix end of the names, null for none
   */
  public OutputFileFactory newFiles(FileFormat format, String suffix) {
    RecordingFileIo io = new RecordingFileIo(table.io(), files::add);
    return OutputFileFactory.builderFor(table, partitionId, taskId)
        .format(format)
        .operationId(context.queryId())
        .suffix(suffix)
        .ioSupplier(() -> io)
        .build();
  }

  /** Sets the blob values that the row to be encoded next had before, null if there were none. */
  public void origins(ArrayData origins) {
    payloads.forEach(payload -> payload.origins(origins));
  }

  /** Stores the payloads of a row and returns the row for a data file. */
  public InternalRow encode(InternalRow row, Object... lineage) throws IOException {
    return encoder.encode(row, lineage);
  }

  /** Returns the row for a data file that keeps no payload of it, as of a retraction. */
  InternalRow encodeWithoutBlobs(InternalRow row, Object... trailing) {
    return encoder.encodeWithoutBlobs(row, trailing);
  }

  /**
   * Stores a payload that is read from elsewhere.
   *
   * @param blob the blob column, as its place in the context
   */
  public BlobDescriptor copy(int blob, StoredPayload source) throws IOException {
    return payloads.get(blob).copy(source);
  }

  /**
   * Whether payloads are managed. If not, rows carry them to their data file as {@link
   * StagedPlacement} does.
   */
  public boolean isManaged() {
    return context.options().managed() || context.blobs().isEmpty();
  }

  /** Bytes of payload put into storage so far. */
  public long payloadBytes() {
    return payloads.stream().mapToLong(PayloadStore::bytesStored).sum()
        + placements.stream().mapToLong(DataFilePlacement::bytesStored).sum();
  }

  /** Does a step of the work; after one has failed nothing of this attempt can be committed. */
  public void step(Step step) throws IOException {
    boolean done = false;
    try {
      step.run();
      done = true;
    } finally {
      failed |= !done;
    }
  }

  /**
   * Completes packs, then data files, then sidecars.
   *
   * @param closeDataFiles closes Iceberg's writers
   * @throws IllegalStateException if an earlier row failed
   */
  public List<String> complete(Step closeDataFiles) throws IOException {
    if (failed) {
      throw new IllegalStateException(
          "Cannot commit task: writing one of its rows failed, so not all of its rows are there");
    }
    step(
        () -> {
          for (PackWriter writer : packs) {
            writer.close();
            note(writer.packs());
          }
          closeDataFiles.run();
          placements.forEach(placement -> note(placement.objects().objects()));
          writeSidecars();
        });
    return files.locations();
  }

  private void note(List<PackFile> objects) {
    objects.stream().map(PackFile::location).forEach(files::add);
  }

  private void writeSidecars() throws IOException {
    if (!Capability.storesPayloads(table.name(), table.properties())) {
      return;
    }
    for (Map.Entry<String, PackReferences> file : writers.references().entrySet()) {
      String location = SidecarObjects.references(file.getKey());
      files.add(location);
      BlobRefs.write(store, location, file.getValue().objects());
    }
  }

  /** Closes Iceberg's writers, unless the attempt was rolled back: closing again may write. */
  public void close(Step closeDataFiles) throws IOException {
    try {
      if (!rolledBack) {
        closeDataFiles.run();
      }
    } finally {
      closeSources();
    }
  }

  private void closeSources() throws IOException {
    try {
      if (uris != null) {
        uris.close();
      }
    } finally {
      if (source != null) {
        source.close();
      }
    }
  }

  /** Deletes what this attempt has written, and nothing else. */
  public void rollBack(Step closeDataFiles) {
    failed = true;
    rolledBack = true;
    // A killed task is interrupted, and storage refuses to work for an interrupted thread.
    boolean interrupted = Thread.interrupted();
    try {
      deleteEverything(closeDataFiles);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void deleteEverything(Step closeDataFiles) {
    try {
      closeDataFiles.run();
    } catch (IOException | RuntimeException e) {
      LOG.warn("Cannot close the data files of a failed task, deleting them as they are", e);
    }
    for (PackWriter writer : packs) {
      try {
        writer.abort();
      } catch (IOException | RuntimeException e) {
        LOG.warn("Cannot delete the packs of a failed task; garbage collection will", e);
      }
    }
    for (DataFilePlacement placement : placements) {
      try {
        placement.abort();
      } catch (IOException | RuntimeException e) {
        LOG.warn("Cannot delete the objects of a failed task; garbage collection will", e);
      }
    }
    files.deleteAll(store);
  }

  /** One step of a task's work. */
  @FunctionalInterface
  public interface Step {
    void run() throws IOException;
  }
}
