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

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.icepack.blob.base.DescriptorResolver;
import io.icepack.blob.base.ObjectIdentity;
import io.icepack.spark.table.TableBases;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.UUID;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.CleanableFailure;
import org.apache.iceberg.io.CloseableIterable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A table that shares a snapshot with its source: the metadata of the source under another name and
 * location, with that snapshot alone. A tag keeps the snapshot in the source, and the location of
 * the source is registered as a base, because descriptors are relative to it. The clone has garbage
 * collection disabled, so that no client ever deletes what it shares.
 */
final class ShallowClone {

  private static final Logger LOG = LoggerFactory.getLogger(ShallowClone.class);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final TableClone clone;
  private final Table source;

  ShallowClone(TableClone clone) {
    this.clone = clone;
    this.source = clone.source();
  }

  TableCloneReport run() {
    Table staged = clone.stage(Map.of()).table();
    Map<String, String> properties = clone.properties();
    properties.putAll(TableBases.register(source));
    properties.put(TableProperties.GC_ENABLED, "false");
    Snapshot snapshot = source.currentSnapshot();
    UUID uuid = UUID.randomUUID();
    if (snapshot == null) {
      register(staged, write(uuid, staged, properties, null));
      return new TableCloneReport(null, null, 0, ObjectCounts.NONE, 0);
    }
    long dataFiles = checkRoots(snapshot, TableBases.resolver(properties, staged.location()));
    String tag = "clone-" + uuid;
    source
        .manageSnapshots()
        .createTag(tag, snapshot.snapshotId())
        .setMaxRefAgeMs(tag, Long.MAX_VALUE)
        .commit();
    boolean registering = false;
    try {
      String metadata = write(uuid, staged, properties, snapshot);
      registering = true;
      register(staged, metadata);
    } catch (RuntimeException e) {
      if (!registering || isCertain(e)) {
        source.manageSnapshots().removeTag(tag).commit();
      }
      throw e;
    }
    return new TableCloneReport(snapshot.snapshotId(), tag, dataFiles, ObjectCounts.NONE, 0);
  }

  /** Checks that descriptors mean the same in the clone, and counts data files. */
  private long checkRoots(Snapshot snapshot, DescriptorResolver cloned) {
    DescriptorResolver original = TableBases.resolver(source);
    long count = 0;
    try (CloseableIterable<FileScanTask> tasks =
        source.newScan().useSnapshot(snapshot.snapshotId()).planFiles()) {
      for (FileScanTask task : tasks) {
        String dataFile = task.file().location();
        String root = original.locations().implicitBase(dataFile);
        if (!ObjectIdentity.of(root)
            .equals(ObjectIdentity.of(cloned.locations().implicitBase(dataFile)))) {
          throw clone.refused(
              "data file %s lies outside of %s, which its blobs are relative to; use a deep clone"
                  .formatted(dataFile, root),
              null);
        }
        count++;
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot plan a scan of table " + source.name(), e);
    }
    return count;
  }

  private static boolean isCertain(RuntimeException failure) {
    return failure instanceof CleanableFailure || failure instanceof AlreadyExistsException;
  }

  /** Writes the metadata of the clone and returns where it is. */
  private String write(UUID uuid, Table staged, Map<String, String> properties, Snapshot snapshot) {
    TableMetadata metadata = ((HasTableOperations) source).operations().current();
    String location =
        "%s/metadata/00000-%s.metadata.json".formatted(staged.location(), UUID.randomUUID());
    TableMetadata cloned =
        TableMetadataParser.fromJson(
            rewrite(TableMetadataParser.toJson(metadata), uuid, staged, properties, snapshot));
    boolean written = false;
    try {
      TableMetadataParser.write(cloned, staged.io().newOutputFile(location));
      written = true;
    } finally {
      if (!written) {
        delete(staged, location);
      }
    }
    return location;
  }

  private void register(Table staged, String location) {
    Table registered;
    try {
      registered = clone.catalog().registerTable(clone.target(), location);
    } catch (RuntimeException e) {
      if (isCertain(e)) {
        delete(staged, location);
      }
      throw e;
    }
    TableMetadata current = ((HasTableOperations) registered).operations().current();
    if (!location.equals(current.metadataFileLocation())) {
      delete(staged, location);
    }
  }

  private static void delete(Table staged, String location) {
    try {
      staged.io().deleteFile(location);
    } catch (RuntimeException e) {
      LOG.warn("Cannot delete {}, left behind by a clone", location, e);
    }
  }

  private String rewrite(
      String json, UUID uuid, Table staged, Map<String, String> properties, Snapshot snapshot) {
    try {
      ObjectNode metadata = (ObjectNode) JSON.readTree(json);
      metadata.put("table-uuid", uuid.toString());
      metadata.put("location", staged.location());
      metadata.set("properties", JSON.valueToTree(properties));
      metadata.putArray("statistics");
      metadata.putArray("partition-statistics");
      metadata.putArray("metadata-log");
      ArrayNode snapshots = (ArrayNode) metadata.get("snapshots");
      ArrayNode kept = JSON.createArrayNode();
      ArrayNode log = JSON.createArrayNode();
      ObjectNode refs = JSON.createObjectNode();
      if (snapshot != null) {
        snapshots.forEach(
            node -> {
              if (node.get("snapshot-id").longValue() == snapshot.snapshotId()) {
                kept.add(node);
              }
            });
        log.addObject()
            .put("timestamp-ms", snapshot.timestampMillis())
            .put("snapshot-id", snapshot.snapshotId());
        refs.putObject("main").put("snapshot-id", snapshot.snapshotId()).put("type", "branch");
      }
      metadata.set("snapshots", kept);
      metadata.set("snapshot-log", log);
      metadata.set("refs", refs);
      return JSON.writeValueAsString(metadata);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("Cannot parse the metadata of table " + source.name(), e);
    }
  }
}
