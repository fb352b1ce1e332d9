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
package io.icepack.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icepack.spark.testing.SparkTest;
import org.apache.iceberg.exceptions.ValidationException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class IcepackSourceTest extends SparkTest {

  @BeforeAll
  void createTable() {
    sql("CREATE TABLE lake.db.t (id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    sql("INSERT INTO lake.db.t VALUES (1, X'AA')");
    sql("ALTER TABLE lake.db.t CREATE BRANCH b");
    sql("ALTER TABLE lake.db.t CREATE TAG v1");
    sql("INSERT INTO lake.db.t VALUES (2, X'BB')");
  }

  @Test
  void readsByName() {
    assertThat(rows(spark.read().format("icepack").load("lake.db.t").orderBy("id").collectAsList()))
        .containsExactly(row(1, "AA"), row(2, "BB"));
  }

  @Test
  void readsByPath() {
    String path = warehouse() + "/db/t";
    assertThat(rows(spark.read().format("icepack").load(path).orderBy("id").collectAsList()))
        .containsExactly(row(1, "AA"), row(2, "BB"));
  }

  @Test
  void readsBranchesAndVersions() {
    assertThat(
            rows(
                spark
                    .read()
                    .format("icepack")
                    .option("branch", "b")
                    .load("lake.db.t")
                    .collectAsList()))
        .containsExactly(row(1, "AA"));
    assertThat(
            rows(
                spark
                    .read()
                    .format("icepack")
                    .option("branch", "b")
                    .load(warehouse() + "/db/t")
                    .collectAsList()))
        .containsExactly(row(1, "AA"));
    assertThat(
            rows(
                spark
                    .read()
                    .format("icepack")
                    .option("versionAsOf", "v1")
                    .load("lake.db.t")
                    .collectAsList()))
        .containsExactly(row(1, "AA"));
  }

  @Test
  void appendsAndOverwrites() {
    sql("CREATE TABLE lake.db.w (id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    spark.table("lake.db.t").write().format("icepack").mode("append").save("lake.db.w");
    spark
        .table("lake.db.t")
        .where("id = 2")
        .write()
        .format("icepack")
        .mode("append")
        .save(warehouse() + "/db/w");
    assertThat(sql("SELECT id, pic FROM lake.db.w ORDER BY id"))
        .containsExactly(row(1, "AA"), row(2, "BB"), row(2, "BB"));
    spark
        .table("lake.db.t")
        .where("id = 1")
        .write()
        .format("icepack")
        .mode("overwrite")
        .save("lake.db.w");
    assertThat(sql("SELECT id, pic FROM lake.db.w")).containsExactly(row(1, "AA"));
  }

  @Test
  void refusesOtherCatalogs() {
    spark.conf().set("spark.sql.catalog.stock", "org.apache.iceberg.spark.SparkCatalog");
    spark.conf().set("spark.sql.catalog.stock.type", "hadoop");
    spark.conf().set("spark.sql.catalog.stock.warehouse", warehouse());
    assertThatThrownBy(() -> spark.read().format("icepack").load("stock.db.t"))
        .isInstanceOf(ValidationException.class)
        .hasMessage(
            "Cannot open table stock.db.t with format icepack: catalog stock is a "
                + "org.apache.iceberg.spark.SparkCatalog; set spark.sql.catalog.stock = "
                + "io.icepack.spark.IcepackCatalog");
  }

  @Test
  void refusesToOpenNothing() {
    assertThatThrownBy(() -> spark.read().format("icepack").load())
        .isInstanceOf(ValidationException.class)
        .hasMessage(
            "Cannot open a table: no name or location is given; use load(\"catalog.db.table\")");
  }
}
