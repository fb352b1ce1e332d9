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
package io.icepack.benchmarks.gc;

import io.icepack.benchmarks.spark.Arguments;
import io.icepack.benchmarks.spark.LocalSpark;
import io.icepack.benchmarks.storage.LocalFiles;
import io.icepack.benchmarks.storage.StorageRequests;
import io.icepack.benchmarks.storage.StorageRequests.Kind;
import java.io.IOException;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Garbage collection of a table of many files: a dry run, the same again with nothing changed, and
 * a real run. Arguments: {@code --data-files --packs --output}.
 */
public final class GcBenchmark {
  static final String DRY_RUN = "dry run";
  static final String SECOND_DRY_RUN = "second dry run";
  static final String RUN = "run";

  private GcBenchmark() {}

  public static void main(String[] args) throws IOException {
    run(System.out, Arguments.parseOrExit(() -> GcOptions.parse(args)));
  }

  static GcReport run(PrintStream out, GcOptions options) throws IOException {
    // Listing local files with checksums is not what a store does.
    try (LocalSpark local = LocalSpark.start(new LocalFiles(false, true, false))) {
      // Otherwise it depends on the time between two runs whether the second one loads the table.
      local.session().conf().set("spark.sql.catalog." + LocalSpark.LAKE + ".cache-enabled", false);
      out.printf("creating %,d data files and %,d packs%n", options.dataFiles(), options.packs());
      GcTable.create(local.session(), options);
      Map<String, GcRun> runs = new LinkedHashMap<>();
      runs.put(DRY_RUN, collect(local.session(), true));
      runs.put(SECOND_DRY_RUN, collect(local.session(), true));
      runs.put(RUN, collect(local.session(), false));
      GcReport report = new GcReport(options, Runtime.getRuntime().maxMemory(), runs);
      report.write(options.output());
      out.printf("%n%s%n", report.text());
      return report;
    }
  }

  private static GcRun collect(SparkSession spark, boolean dryRun) {
    String table = GcTable.NAME.substring(GcTable.NAME.indexOf('.') + 1);
    try (HeapPeak heap = new HeapPeak()) {
      Map<Kind, Long> start = StorageRequests.current();
      long begin = System.nanoTime();
      Row row =
          spark
              .sql(
                  "CALL %s.sys.remove_orphan_blobs(table => '%s', older_than => "
                          .formatted(LocalSpark.LAKE, table)
                      + "TIMESTAMP '2999-01-01 00:00:00', dry_run => "
                      + dryRun
                      + ")")
              .head();
      double seconds = (System.nanoTime() - begin) / 1e9;
      return new GcRun(
          seconds,
          row.getAs("status"),
          row.getAs("deleted_blobs_count"),
          row.getAs("deleted_blob_refs_count"),
          StorageRequests.since(start),
          heap.bytes());
    }
  }
}
