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

import static org.apache.spark.sql.functions.col;

import io.icepack.blob.base.TableLocations;
import io.icepack.spark.table.Capability;
import io.icepack.spark.table.TableBases;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.util.PropertyUtil;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes the packs, sidecar objects and sidecars of a table that no retained snapshot needs any
 * more and that are older than a cutoff.
 *
 * <p>It first lists what might be deleted, and then collects twice what the snapshots of all
 * branches and tags reference. If the two collections differ, the table changed meanwhile, or a
 * data file does not say what it references, nothing at all is deleted.
 */
public final class OrphanBlobRemoval {

  private static final Logger LOG = LoggerFactory.getLogger(OrphanBlobRemoval.class);
  private static final Duration DEFAULT_AGE = Duration.ofDays(1);
  private static final String ORPHAN = "orphan";

  private final SparkSession spark;
  private final Table table;
  private final Clock clock;
  private Instant olderThan;
  private boolean dryRun;
  private int parallelism;

  public OrphanBlobRemoval(SparkSession spark, Table table) {
    this.spark = spark;
    this.table = table;
    this.clock = Clock.systemUTC();
    this.parallelism = SparkJobs.defaultParallelism(spark);
  }

  /**
   * Sets the cutoff: only objects that were last modified before it are deleted. The default is one
   * day before the run starts, and a later instant than its start counts as that. Writers whose
   * objects are older when they commit must not run at the same time.
   */
  public OrphanBlobRemoval olderThan(Instant newOlderThan) {
    this.olderThan = newOlderThan;
    return this;
  }

  /** Sets whether to find out only. */
  public OrphanBlobRemoval dryRun(boolean newDryRun) {
    this.dryRun = newDryRun;
    return this;
  }

  /** Sets the number of tasks that read sidecars and delete objects. */
  public OrphanBlobRemoval parallelism(int newParallelism) {
    this.parallelism = newParallelism;
    return this;
  }

  /** Removes orphan blobs. What keeps it from doing so is in the report. */
  public OrphanBlobReport run() {
    Instant start = clock.instant();
    Instant cutoff = olderThan == null ? start.minus(DEFAULT_AGE) : olderThan;
    OrphanBlobReport report;
    try {
      report = remove(cutoff.isAfter(start) ? start : cutoff);
    } catch (UnprovenException e) {
      report = OrphanBlobReport.nothing(e.status(), e.getMessage());
    } catch (Exception e) {
      LOG.warn("Cannot collect the references of table {}", table.name(), e);
      report = OrphanBlobReport.unreadable(e);
    }
    LOG.info("Removal of orphan blobs of table {}: {}", table.name(), report);
    return report;
  }

  private OrphanBlobReport remove(Instant cutoff) throws UnprovenException {
    table.refresh();
    if (!Capability.storesPayloads(table.name(), table.properties())) {
      throw new UnprovenException(RemovalStatus.NO_BLOBS, "the table has never had BLOB columns");
    }
    if (!isCollectable()) {
      throw new UnprovenException(
          RemovalStatus.DISABLED,
          TableProperties.GC_ENABLED + " is false, since other tables may need its objects");
    }
    Dataset<Row> stored =
        SparkJobs.keep(
            spark,
            describe("list storage"),
            StoredObjects.list(spark, table, TableLocations.outermost(TableBases.ownRoots(table))));
    Dataset<Row> candidates = candidates(stored, cutoff);
    Topology topology = refresh();
    Dataset<Row> referenced = collect(stored, topology);
    ReferencedObjects.requireSame(referenced, collect(stored, topology));
    Dataset<Row> judged = SparkJobs.keep(spark, describe("join"), judge(candidates, referenced));
    OrphanBlobReport report = count(judged, topology);
    requireSame(topology);
    return dryRun ? report : delete(judged.filter(ORPHAN), report);
  }

  private boolean isCollectable() {
    return PropertyUtil.propertyAsBoolean(
        table.properties(), TableProperties.GC_ENABLED, TableProperties.GC_ENABLED_DEFAULT);
  }

  private Dataset<Row> candidates(Dataset<Row> stored, Instant cutoff) throws UnprovenException {
    // A store that does not know the time of an object reports 0.
    Dataset<Row> old =
        stored
            .filter(col(StoredObjects.TYPE).notEqual(ObjectType.TABLE_METADATA.name()))
            .filter(col(StoredObjects.MODIFIED).gt(0))
            .filter(col(StoredObjects.MODIFIED).lt(cutoff.toEpochMilli()))
            .dropDuplicates(StoredObjects.IDENTITY);
    return OtherTables.within(table, stored).exclude(old);
  }

  private Dataset<Row> collect(Dataset<Row> stored, Topology topology) throws UnprovenException {
    Dataset<Row> referenced =
        SparkJobs.keep(
            spark,
            describe("collect references"),
            ReferencedObjects.collect(spark, table, stored, parallelism));
    requireSame(topology);
    return referenced;
  }

  private void requireSame(Topology topology) throws UnprovenException {
    Topology now = refresh();
    if (!now.equals(topology)) {
      throw new UnprovenException(
          RemovalStatus.CHANGED,
          topology.difference(now) + " while references were collected; run again");
    }
  }

  private Topology refresh() {
    table.refresh();
    return Topology.of(table);
  }

  /** Adds to candidates whether nothing references them. */
  private static Dataset<Row> judge(Dataset<Row> candidates, Dataset<Row> referenced) {
    Dataset<Row> objects = referenced.withColumnRenamed(ReferencedObjects.IDENTITY, "object");
    Dataset<Row> owners = referenced.withColumnRenamed(ReferencedObjects.IDENTITY, "owner");
    return candidates
        .join(objects.hint("merge"), col(StoredObjects.IDENTITY).equalTo(col("object")), "left")
        .join(owners.hint("merge"), col(StoredObjects.DIRECTORY).equalTo(col("owner")), "left")
        .select(
            col(StoredObjects.TYPE),
            col(StoredObjects.LOCATION),
            col(StoredObjects.SIZE),
            col("object").isNull().and(col("owner").isNull()).as(ORPHAN));
  }

  private static OrphanBlobReport count(Dataset<Row> judged, Topology topology) {
    ObjectCounts orphans = ObjectCounts.NONE;
    long candidates = 0;
    for (Row row :
        judged
            .groupBy(StoredObjects.TYPE, ORPHAN)
            .agg(functions.count("*"), functions.sum(StoredObjects.SIZE))
            .collectAsList()) {
      candidates += row.getLong(2);
      if (row.getBoolean(1)) {
        ObjectType type = ObjectType.valueOf(row.getString(0));
        orphans = orphans.plus(ObjectCounts.of(type, row.getLong(2), row.getLong(3)));
      }
    }
    return new OrphanBlobReport(
        RemovalStatus.DRY_RUN, null, topology.snapshots().size(), candidates, orphans);
  }

  private OrphanBlobReport delete(Dataset<Row> orphans, OrphanBlobReport found) {
    ObjectDeletion.Result result =
        found.deleted().total() == 0
            ? ObjectDeletion.Result.NONE
            : ObjectDeletion.run(
                spark, describe("delete"), orphans.repartition(parallelism), table);
    long left = found.deleted().total() - result.deleted().total();
    return new OrphanBlobReport(
        left == 0 ? RemovalStatus.DONE : RemovalStatus.INCOMPLETE,
        left == 0
            ? null
            : "%d objects could not be deleted (%s); run again".formatted(left, result.failure()),
        found.snapshots(),
        found.candidates(),
        result.deleted());
  }

  private String describe(String step) {
    return "Remove orphan blobs of " + table.name() + ": " + step;
  }
}
