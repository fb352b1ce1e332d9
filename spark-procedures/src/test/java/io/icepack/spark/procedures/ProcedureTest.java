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
package io.icepack.spark.procedures;

import static org.assertj.core.api.Assertions.assertThat;

import io.icepack.blob.base.ObjectIdentity;
import io.icepack.blob.base.SidecarObjects;
import io.icepack.spark.testing.SparkTest;
import io.icepack.spark.testing.TableFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import scala.jdk.javaapi.CollectionConverters;

/** Tables with blob columns of every shape, and what lies in storage. */
abstract class ProcedureTest extends SparkTest {

  static final String COLUMNS =
      "(id INT, name STRING, pic BINARY COMMENT '__BLOB_FIELD', "
          + "imgs ARRAY<BINARY> COMMENT '__BLOB_FIELD', "
          + "m MAP<STRING, BINARY> COMMENT '__BLOB_FIELD')";

  /** Blob values with nulls and empty ones at every level, one per {@code id % 7}. */
  private static final String VALUES =
      """
      SELECT * FROM VALUES
        (0, 'a', X'AA', array(X'01', NULL, X''), map('a', X'01', 'n', NULL, 'e', X'')),
        (1, 'b', NULL, array(), map()),
        (2, 'c', X'', NULL, NULL),
        (3, 'd', X'BB', array(NULL), map('n', NULL)),
        (4, 'e', X'', array(X''), map('', X'')),
        (5, NULL, NULL, array(X'0203', X'0203'), map('x', X'04')),
        (6, 'g', X'CC', array(X'05'), map('y', X'05', 'z', X'06'))
        AS v(id, name, pic, imgs, m)
      """;

  /** Creates a table and gives it 7 rows in 7 data files. */
  void createSample(String table, String... clauses) {
    sql("CREATE TABLE lake.db.%s %s %s", table, COLUMNS, String.join(" ", clauses));
    insertSample(table);
  }

  void insertSample(String table) {
    sql(
        "INSERT INTO lake.db.%s SELECT /*+ REPARTITION_BY_RANGE(7, id) */ * FROM (%s)",
        table, VALUES);
  }

  /** Bytes and descriptors of all rows. */
  List<List<Object>> content(String table) {
    return sql("SELECT id, name, pic, imgs, m, _blobs FROM lake.db.%s ORDER BY id", table);
  }

  /** Row lineage of all rows. */
  List<List<Object>> lineage(String table) {
    return sql(
        "SELECT id, _row_id, _last_updated_sequence_number FROM lake.db.%s ORDER BY id", table);
  }

  /** Checks what a table has in storage, once tasks of failed jobs have taken back their files. */
  void assertFiles(String table, Set<Path> files) {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    while (!Set.copyOf(stored(table).all()).equals(files) && System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    assertThat(Set.copyOf(stored(table).all())).isEqualTo(files);
  }

  List<Object> compact(String arguments, Object... args) {
    return sql("CALL lake.sys.compact(" + arguments.formatted(args) + ")").get(0);
  }

  /** Runs garbage collection on a table and returns its one row by column. */
  Map<String, Object> removeOrphans(String arguments, Object... args) {
    Row row =
        spark
            .sql("CALL lake.sys.remove_orphan_blobs(" + arguments.formatted(args) + ")")
            .collectAsList()
            .get(0);
    return CollectionConverters.asJava(
        row.getValuesMap(CollectionConverters.asScala(List.of(row.schema().fieldNames())).toSeq()));
  }

  /** Sets the time of everything that a table has in storage to ten days ago. */
  void age(String table) {
    FileTime old = FileTime.from(Instant.now().minus(Duration.ofDays(10)));
    try (Stream<Path> paths = Files.walk(Path.of(stored(table).location()))) {
      for (Path path : paths.toList()) {
        Files.setLastModifiedTime(path, old);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ages a table, runs garbage collection, and returns its status, reason and two counts. */
  List<Object> collectGarbage(String table) {
    age(table);
    Map<String, Object> row = removeOrphans("'db.%s'", table);
    return row(
        row.get("status"),
        row.get("reason"),
        row.get("deleted_blobs_count"),
        row.get("deleted_blob_refs_count"));
  }

  /** Expires all snapshots of a table that no branch or tag needs. */
  void expire(String table) {
    sql(
        "CALL lake.system.expire_snapshots(table => 'db.%s', older_than => "
            + "TIMESTAMP '2999-01-01 00:00:00', retain_last => 1)",
        table);
  }

  /** Live data files of the current snapshot. */
  Set<String> dataFiles(String table) {
    Table iceberg = iceberg("lake.db." + table);
    iceberg.refresh();
    Set<String> locations = new TreeSet<>();
    try (CloseableIterable<FileScanTask> tasks = iceberg.newScan().planFiles()) {
      tasks.forEach(task -> locations.add(task.file().location()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return locations;
  }

  /** Checks that each live data file has a sidecar that lists what its rows reference. */
  void assertSidecarsExact(String table) {
    Map<String, Set<String>> expected = new TreeMap<>();
    dataFiles(table).forEach(file -> expected.put(file, new TreeSet<>()));
    for (List<Object> row :
        sql(
            "SELECT _file, _blobs.pic.uri, _blobs.imgs.uri, "
                + "transform(map_values(_blobs.m), blob -> blob.uri) FROM lake.db."
                + table)) {
      row.subList(1, 4).stream()
          .flatMap(value -> value instanceof List<?> list ? list.stream() : Stream.of(value))
          .filter(Objects::nonNull)
          .forEach(uri -> expected.get(row.get(0)).add(ObjectIdentity.of((String) uri)));
    }
    Map<String, Set<String>> actual = new TreeMap<>();
    expected.keySet().forEach(file -> actual.put(file, sidecar(file)));
    assertThat(actual).isEqualTo(expected);
  }

  /** Checks the same of a table with {@code pic} only. */
  void assertSidecars(String table) {
    Map<String, Set<String>> expected = new TreeMap<>();
    for (List<Object> row : sql("SELECT _file, _blobs.pic.uri FROM lake.db." + table)) {
      Set<String> objects = expected.computeIfAbsent((String) row.get(0), file -> new TreeSet<>());
      if (row.get(1) != null) {
        objects.add(ObjectIdentity.of((String) row.get(1)));
      }
    }
    Map<String, Set<String>> actual = new TreeMap<>();
    dataFiles(table).forEach(file -> actual.put(file, sidecar(file)));
    assertThat(actual).isEqualTo(expected);
  }

  /** Checks the sidecar of each live data file against the descriptors that are stored in it. */
  void assertSidecarsOfFiles(String table) {
    Map<String, Set<String>> expected = new TreeMap<>();
    Map<String, Set<String>> actual = new TreeMap<>();
    String root = iceberg("lake.db." + table).location() + "/";
    for (String file : dataFiles(table)) {
      StructType type = spark.read().parquet(file).schema();
      String uris = "array()";
      for (String column : type.fieldNames()) {
        uris =
            switch (column) {
              case "pic" -> "concat(%s, array(pic.blob_uri))".formatted(uris);
              case "imgs" -> "concat(%s, coalesce(imgs.blob_uri, array()))".formatted(uris);
              case "m" -> "concat(%s, coalesce(map_values(m).blob_uri, array()))".formatted(uris);
              default -> uris;
            };
      }
      Set<String> references = new TreeSet<>();
      spark
          .read()
          .parquet(file)
          .selectExpr("explode(" + uris + ") AS uri")
          .where("uri <> ''")
          .collectAsList()
          .forEach(row -> references.add(ObjectIdentity.of(root + row.getString(0))));
      expected.put(file, references);
      actual.put(file, sidecar(file));
    }
    assertThat(actual).isEqualTo(expected);
  }

  /** Identities of what the sidecar of a data file lists. */
  static Set<String> sidecar(String dataFile) {
    return TableFiles.references(dataFile).stream()
        .map(ObjectIdentity::of)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Path of the sidecar of a data file. */
  static Path sidecarPath(String dataFile) {
    return Path.of(SidecarObjects.references(dataFile));
  }

  /** What a table has in storage. */
  TableFiles stored(String table) {
    return new TableFiles(warehouse() + "/db/" + table);
  }

  /** The packs of a table with their bytes. */
  Map<String, String> packs(String table) {
    Map<String, String> packs = new TreeMap<>();
    for (Path pack : stored(table).packs()) {
      try {
        packs.put(pack.toString(), HexFormat.of().formatHex(Files.readAllBytes(pack)));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return packs;
  }
}
