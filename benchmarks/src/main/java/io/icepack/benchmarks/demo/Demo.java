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
package io.icepack.benchmarks.demo;

import io.icepack.benchmarks.report.TextTable;
import io.icepack.benchmarks.spark.Arguments;
import io.icepack.benchmarks.spark.LocalSpark;
import io.icepack.benchmarks.spark.Measurement;
import io.icepack.benchmarks.spark.Sha256;
import io.icepack.benchmarks.storage.LocalFiles;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Takes a folder of media through a blob table and back, and says what every step cost. */
public final class Demo {
  private static final int LARGEST = 5;

  private final PrintStream out;
  private final MediaTable table;
  private final Path folder;
  private final List<DemoStep> steps = new ArrayList<>();

  private Demo(PrintStream out, SparkSession spark, Path folder) {
    this.out = out;
    this.table = new MediaTable(spark);
    this.folder = folder;
  }

  public static void main(String[] args) {
    run(System.out, Arguments.parseOrExit(() -> DemoOptions.parse(args)));
  }

  /** Runs the demo in a directory of its own, which is gone afterwards. */
  static List<DemoStep> run(PrintStream out, DemoOptions options) {
    try (LocalSpark spark = LocalSpark.start(LocalFiles.COUNTED)) {
      Path folder = options.folder();
      if (folder == null) {
        folder = spark.directory().resolve("media");
        SampleMedia.write(folder);
      }
      return new Demo(out, spark.session(), folder).take(spark.directory().resolve("export"));
    }
  }

  private List<DemoStep> take(Path exports) {
    table.create();
    step("load the folder", this::load);
    step("list sizes", this::list);
    step("export one file", () -> export(exports));
    step("update labels", this::relabel);
    step("compact", this::compact);
    step("verify every file", this::verify);
    summary();
    return List.copyOf(steps);
  }

  private void step(String name, LongSupplier action) {
    out.printf("%n== %s%n", name);
    long[] rows = new long[1];
    Measurement cost = Measurement.of(() -> rows[0] = action.getAsLong());
    steps.add(new DemoStep(name, rows[0], cost));
  }

  private long load() {
    table.load(folder);
    long rows = table.count();
    long files = countFiles();
    if (rows == 0) {
      throw new IllegalStateException(
          "Cannot show anything: no row came of %d files in %s".formatted(files, folder));
    }
    out.printf("%d files from %s%n", rows, folder);
    if (rows < files) {
      out.printf("Spark's binaryFile source left out %d files, empty or hidden%n", files - rows);
    }
    return rows;
  }

  private long countFiles() {
    try (Stream<Path> tree = Files.walk(folder)) {
      return tree.filter(Files::isRegularFile).count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private long list() {
    TextTable labels = new TextTable("label", "files", "smallest", "largest", "bytes");
    long rows = 0;
    for (Row row : table.sizes().collectAsList()) {
      labels.row(row.get(0), row.get(1), row.get(2), row.get(3), row.get(4));
      rows += row.getLong(1);
    }
    TextTable largest = new TextTable("name", "label", "bytes", "position in its pack");
    for (Row row : table.largest(LARGEST).collectAsList()) {
      largest.row(row.get(0), row.get(1), row.get(2), row.get(3));
    }
    out.println(labels);
    out.println();
    out.println(largest);
    return rows;
  }

  private long export(Path exports) {
    String name = largestName();
    Path copy = exports.resolve(name);
    try {
      Files.createDirectories(copy.getParent());
      Files.write(copy, table.content(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String hash = Sha256.of(copy);
    requireEqual(name, Sha256.of(folder.resolve(name)), hash);
    out.printf("%s is byte-identical, sha256 %s%n", name, hash);
    return 1;
  }

  private long relabel() {
    String label = table.largest(1).first().getString(1);
    long rows = table.count(label);
    table.relabel(label, label + ", reviewed");
    out.printf("%s -> %s, reviewed: %d rows%n", label, label, rows);
    return rows;
  }

  private long compact() {
    Row figures = table.compact();
    for (int i = 0; i < figures.length(); i++) {
      out.printf("%s: %s%n", figures.schema().fieldNames()[i], figures.get(i));
    }
    return table.count();
  }

  private long verify() {
    Map<String, String> hashes = table.hashes();
    hashes.forEach((name, hash) -> requireEqual(name, Sha256.of(folder.resolve(name)), hash));
    out.printf("%d files are byte-identical%n", hashes.size());
    return hashes.size();
  }

  private void summary() {
    TextTable summary =
        new TextTable("step", "rows", "payload bytes written", "payload bytes read", "seconds");
    for (DemoStep step : steps) {
      summary.row(
          step.name(),
          step.rows(),
          "%,d".formatted(step.payloadBytesWritten()),
          "%,d".formatted(step.payloadBytesRead()),
          "%.2f".formatted(step.cost().seconds()));
    }
    out.println();
    out.println(summary);
  }

  private String largestName() {
    return table.largest(1).first().getString(0);
  }

  private static void requireEqual(String name, String expected, String actual) {
    if (!expected.equals(actual)) {
      throw new IllegalStateException(
          "Cannot verify %s: sha256 is %s, expected %s".formatted(name, actual, expected));
    }
  }
}
