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

import io.icepack.spark.scan.Bucket;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.ManifestReader;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.util.ContentFileUtil;
import org.apache.iceberg.util.PartitionMap;
import org.apache.iceberg.util.PartitionSet;

/**
 * The delete files of a snapshot that belong to a partition rather than to one data file, also
 * those that apply to nothing, which no scan shows.
 */
final class BucketDeletes {

  private final Map<Integer, PartitionSpec> specs;
  private final PartitionMap<List<DeleteFile>> files;

  private BucketDeletes(Map<Integer, PartitionSpec> specs, PartitionMap<List<DeleteFile>> files) {
    this.specs = specs;
    this.files = files;
  }

  static BucketDeletes of(Table table, Snapshot snapshot) {
    PartitionMap<List<DeleteFile>> files = PartitionMap.create(table.specs());
    for (ManifestFile manifest : snapshot.deleteManifests(table.io())) {
      try (ManifestReader<DeleteFile> deletes =
          ManifestFiles.readDeleteManifest(manifest, table.io(), table.specs())) {
        for (DeleteFile file : deletes) {
          if (!ContentFileUtil.isFileScoped(file)) {
            files
                .computeIfAbsent(file.specId(), file.partition(), ArrayList::new)
                .add(file.copyWithoutStats());
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException("Cannot read the delete files of " + table.name(), e);
      }
    }
    return new BucketDeletes(table.specs(), files);
  }

  /** The delete files of one partition. */
  List<DeleteFile> of(int specId, StructLike partition) {
    return files.containsKey(specId, partition) ? files.get(specId, partition) : List.of();
  }

  /** The delete files that apply to nothing, since their partition has no data. */
  List<DeleteFile> outside(List<Bucket> buckets) {
    PartitionSet partitions = PartitionSet.create(specs);
    buckets.forEach(bucket -> partitions.add(bucket.specId(), bucket.partition()));
    return all().stream()
        .filter(file -> !partitions.contains(file.specId(), file.partition()))
        .filter(file -> buckets.isEmpty() || specs.get(file.specId()).isPartitioned())
        .toList();
  }

  /** The delete files of all partitions. */
  List<DeleteFile> all() {
    return files.values().stream().flatMap(List::stream).toList();
  }
}
