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
package io.icepack.spark.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableUtil;
import org.apache.iceberg.spark.Spark3Util;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import scala.collection.Map;
import scala.collection.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * A test with a Spark session of its own on the one Spark context of the JVM, and a catalog {@code
 * lake} over a fresh warehouse.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class SparkTest {

  private static final AtomicInteger TABLES = new AtomicInteger();

  @TempDir protected static Path directory;

  protected SparkSession spark;

  @BeforeAll
  protected void startSession() {
    spark = newSession();
    configure("lake", warehouse());
    SparkSession.setActiveSession(spark);
    sql("CREATE NAMESPACE IF NOT EXISTS lake.db");
  }

  /** The session of the class, on the one Spark context. */
  protected SparkSession newSession() {
    return Sessions.withExtension().newSession();
  }

  @BeforeEach
  void resetProbe() {
    SparkSession.setActiveSession(spark);
    StorageProbe.reset();
  }

  /** Location of the warehouse of {@code lake}. */
  protected String warehouse() {
    return directory.resolve("warehouse").toString();
  }

  /** Adds a Hadoop-type catalog with a probed {@code FileIO} to the session. */
  protected void configure(String catalog, String warehouse) {
    String prefix = "spark.sql.catalog." + catalog;
    spark.conf().set(prefix, "io.icepack.spark.IcepackCatalog");
    spark.conf().set(prefix + ".type", "hadoop");
    spark.conf().set(prefix + ".warehouse", warehouse);
    spark.conf().set(prefix + ".io-impl", ProbedFileIo.class.getName());
    spark.conf().set(prefix + ".cache-enabled", "false");
  }

  /** Creates a table in {@code lake.db} and returns its name. */
  protected String create(String columnsAndMore) {
    String table = "lake.db.t" + TABLES.incrementAndGet();
    sql("CREATE TABLE " + table + " " + columnsAndMore);
    return table;
  }

  /** Runs a statement and returns its rows, bytes as hexadecimal strings. */
  protected List<List<Object>> sql(String statement, Object... args) {
    return rows(
        spark.sql(args.length == 0 ? statement : statement.formatted(args)).collectAsList());
  }

  /** Expects a statement to fail, whatever wraps it, with exactly this message at its root. */
  protected void assertFails(String statement, String message) {
    Throwable failure = catchThrowable(() -> sql(statement));
    assertThat(failure).as(statement).isNotNull();
    assertThat(rootOf(failure).getMessage()).isEqualTo(message);
  }

  /** The innermost cause. */
  protected static Throwable rootOf(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }

  /** The first column of the first row. */
  protected Object scalar(String statement, Object... args) {
    return sql(statement, args).get(0).get(0);
  }

  protected static List<List<Object>> rows(List<Row> rows) {
    return rows.stream().map(SparkTest::row).toList();
  }

  protected static List<Object> row(Object... values) {
    return Arrays.asList(values);
  }

  private static List<Object> row(Row row) {
    Object[] values = new Object[row.length()];
    for (int i = 0; i < values.length; i++) {
      values[i] = plain(row.get(i));
    }
    return Arrays.asList(values);
  }

  private static Object plain(Object value) {
    if (value instanceof byte[] bytes) {
      return HexFormat.of().withUpperCase().formatHex(bytes);
    } else if (value instanceof Row nested) {
      return row(nested);
    } else if (value instanceof Seq<?> sequence) {
      return CollectionConverters.asJava(sequence).stream().map(SparkTest::plain).toList();
    } else if (value instanceof Map<?, ?> map) {
      LinkedHashMap<Object, Object> plain = new LinkedHashMap<>();
      CollectionConverters.asJava(map).forEach((key, entry) -> plain.put(plain(key), plain(entry)));
      return plain;
    } else {
      return value;
    }
  }

  /** The class of what the catalog {@code lake} gives Spark for a table of {@code lake.db}. */
  protected Class<?> classOf(String name) {
    return load(name).getClass();
  }

  /** What the catalog {@code lake} gives Spark for a table of {@code lake.db}. */
  protected org.apache.spark.sql.connector.catalog.Table load(String name) {
    TableCatalog catalog = (TableCatalog) spark.sessionState().catalogManager().catalog("lake");
    Identifier identifier = Identifier.of(new String[] {"db"}, name.substring("lake.db.".length()));
    try {
      return catalog.loadTable(identifier);
    } catch (NoSuchTableException e) {
      throw new IllegalArgumentException("Cannot load table " + name, e);
    }
  }

  /** What a table has in storage. */
  protected TableFiles files(String name) {
    return new TableFiles(iceberg(name).location());
  }

  /** Location of the metadata that a table has now, which every commit changes. */
  protected String metadataOf(String name) {
    return TableUtil.metadataFileLocation(iceberg(name));
  }

  /** The Iceberg table behind a name such as {@code lake.db.t}. */
  protected Table iceberg(String name) {
    try {
      return Spark3Util.loadIcebergTable(spark, name);
    } catch (Exception e) {
      throw new IllegalStateException("Cannot load table " + name, e);
    }
  }
}
