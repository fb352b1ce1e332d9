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
package io.icepack.benchmarks.references;

import io.icepack.benchmarks.spark.Arguments;
import io.icepack.benchmarks.spark.Directories;
import io.icepack.benchmarks.spark.LocalSpark;
import io.icepack.benchmarks.spark.Measurement;
import io.icepack.benchmarks.spark.Payloads;
import io.icepack.benchmarks.spark.Samples;
import io.icepack.benchmarks.spark.Sha256;
import io.icepack.benchmarks.storage.LocalFiles;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.spark.sql.SparkSession;

/**
 * Ingests files by their URIs, beside a plain copy of the same files one after the other and one by
 * as many threads as Spark has, and records references to objects of a store that does not exist,
 * so that any request for one would fail. Arguments: {@code --files --bytes --uris --rounds
 * --warm-up}.
 */
public final class ReferencesBenchmark {
  private static final String INGESTED = LocalSpark.LAKE + ".db.ingested";
  private static final String REFERENCED = LocalSpark.LAKE + ".db.referenced";
  private static final String COPY = "plain copy";
  private static final String PARALLEL_COPY = "parallel copy";
  private static final String INGEST = "ingest";
  private static final String REFERENCE = "reference";
  private static final int THREADS = 2;
  private static final double MEBI = 1 << 20;

  private final SparkSession spark;
  private final Path folder;
  private final Size size;

  private ReferencesBenchmark(SparkSession spark, Path folder, Size size) {
    this.spark = spark;
    this.folder = folder;
    this.size = size;
  }

  /**
   * @param files number of files
   * @param bytes bytes of each
   * @param uris number of references
   * @param rounds how often everything is measured; medians are reported
   * @param warmUp unmeasured rounds before
   */
  record Size(int files, int bytes, int uris, int rounds, int warmUp) {
    static Size parse(String... args) {
      Arguments arguments = new Arguments(args);
      Size size =
          new Size(
              arguments.take("files", 64),
              arguments.take("bytes", 16 << 20),
              arguments.take("uris", 100_000),
              arguments.take("rounds", 5),
              arguments.take("warm-up", 5));
      arguments.requireEmpty();
      return size;
    }
  }

  public static void main(String[] args) throws IOException {
    run(System.out, Arguments.parseOrExit(() -> Size.parse(args)));
  }

  static void run(PrintStream out, Size size) throws IOException {
    out.printf(
        "%d files of %.1f MiB with a heap of %.0f MiB, %,d references%n",
        size.files(), size.bytes() / MEBI, Runtime.getRuntime().maxMemory() / MEBI, size.uris());
    try (LocalSpark local = LocalSpark.start(LocalFiles.STOCK)) {
      ReferencesBenchmark benchmark =
          new ReferencesBenchmark(local.session(), local.directory().resolve("media"), size);
      benchmark.writeFiles();
      Samples unmeasured = new Samples((step, run) -> {});
      for (int round = 0; round < size.warmUp(); round++) {
        benchmark.round(unmeasured);
      }
      Samples samples =
          new Samples(
              (step, run) ->
                  out.printf(
                      "%-13s %7.2f s, %7.2f s CPU%n", step, run.seconds(), run.cpuSeconds()));
      for (int round = 0; round < size.rounds(); round++) {
        benchmark.round(samples);
      }
      LocalFiles.COUNTED.install();
      samples.countBytes();
      benchmark.round(samples);
      benchmark.check();
      benchmark.report(out, samples);
    }
  }

  private void writeFiles() throws IOException {
    Files.createDirectories(folder);
    for (int i = 0; i < size.files(); i++) {
      Files.write(file(i), Payloads.of(i, size.bytes()));
    }
  }

  private Path file(int i) {
    return folder.resolve(i + ".bin");
  }

  private void round(Samples samples) {
    Directories.delete(copies());
    samples.measure(COPY, () -> copy(1));
    Directories.delete(copies());
    samples.measure(PARALLEL_COPY, () -> copy(THREADS));
    create(INGESTED, "'blob.external.mode'='ingest'");
    samples.measure(INGEST, this::ingest);
    create(REFERENCED, "'blob.external.mode'='reference', 'blob.base.1'='nowhere://bucket/media'");
    samples.measure(REFERENCE, this::reference);
  }

  private void create(String table, String properties) {
    spark.sql("DROP TABLE IF EXISTS %s PURGE".formatted(table));
    spark.sql(
        "CREATE TABLE %s (id BIGINT, content STRUCT<data: BINARY, uri: STRING> COMMENT '__BLOB_FIELD') TBLPROPERTIES (%s)"
            .formatted(table, properties));
  }

  private Path copies() {
    return folder.resolveSibling("copy");
  }

  private void copy(int parallelism) {
    Path target = copies();
    ExecutorService threads = Executors.newFixedThreadPool(parallelism);
    try {
      Files.createDirectories(target);
      List<Future<Path>> copies =
          IntStream.range(0, size.files())
              .mapToObj(
                  i ->
                      threads.submit(
                          () -> Files.copy(file(i), target.resolve(file(i).getFileName()))))
              .toList();
      for (Future<Path> copy : copies) {
        copy.get();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException("Cannot copy " + folder, e);
    } finally {
      threads.shutdown();
    }
  }

  private void ingest() {
    insert(INGESTED, "concat('file:%s/', id, '.bin')".formatted(folder), size.files());
  }

  private void reference() {
    insert(REFERENCED, "concat('nowhere://bucket/media/', id)", size.uris());
  }

  private void insert(String table, String uri, int rows) {
    spark.sql(
        "INSERT INTO %s SELECT id, named_struct('data', NULL, 'uri', %s) FROM range(0, %d, 1, %d)"
            .formatted(table, uri, rows, THREADS));
  }

  private void check() {
    List<String> hashes =
        spark
            .sql("SELECT id, sha2(content.data, 256) FROM %s".formatted(INGESTED))
            .collectAsList()
            .stream()
            .sorted(Comparator.comparingLong(row -> row.getLong(0)))
            .map(row -> row.getString(1))
            .toList();
    List<String> expected =
        IntStream.range(0, size.files()).mapToObj(i -> Sha256.of(file(i))).toList();
    long references =
        spark
            .sql(
                "SELECT count(*) FROM %s WHERE _blobs.content.kind = 3 AND _blobs.content.uri = "
                        .formatted(REFERENCED)
                    + "concat('nowhere://bucket/media/', id)")
            .head()
            .getLong(0);
    if (!expected.equals(hashes) || references != size.uris()) {
      throw new IllegalStateException("Wrong content in " + INGESTED + " or " + REFERENCED);
    }
  }

  private void report(PrintStream out, Samples samples) {
    Measurement copy = samples.of(COPY);
    Measurement parallel = samples.of(PARALLEL_COPY);
    Measurement ingest = samples.of(INGEST);
    Measurement reference = samples.of(REFERENCE);
    out.printf("%n%s %.2f s, %.2f s CPU%n", COPY, copy.seconds(), copy.cpuSeconds());
    out.printf("%s %.2f s, %.2f s CPU%n", PARALLEL_COPY, parallel.seconds(), parallel.cpuSeconds());
    out.printf(
        "%s %.2f s, %.2f s CPU, %.2f of a plain copy, %.2f of a parallel one, "
            + "%,.1f MiB of payloads written%n",
        INGEST,
        ingest.seconds(),
        ingest.cpuSeconds(),
        ingest.seconds() / copy.seconds(),
        ingest.seconds() / parallel.seconds(),
        ingest.use().payloadBytesWritten() / MEBI);
    out.printf(
        "%s %.2f s, %,.0f rows a second, %d bytes of payloads written, %d read%n",
        REFERENCE,
        reference.seconds(),
        size.uris() / reference.seconds(),
        reference.use().payloadBytesWritten(),
        reference.use().payloadBytesRead());
  }
}
