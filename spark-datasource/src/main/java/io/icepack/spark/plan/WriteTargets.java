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
package io.icepack.spark.plan;

import io.icepack.spark.catalog.BlobCatalog;
import io.icepack.spark.catalog.SeenForms;
import java.util.List;
import org.apache.iceberg.spark.Spark3Util;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.analysis.UnresolvedRelation;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.execution.CommandExecutionMode;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import org.apache.spark.sql.types.DataType;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/** The tables that statements write to, hidden from Scala. */
final class WriteTargets {

  private WriteTargets() {}

  /** Loads the table of a name, null if there is none in a catalog of Icepack. */
  static DataSourceV2Relation load(SparkSession spark, UnresolvedRelation relation) {
    Spark3Util.CatalogAndIdentifier name;
    try {
      name =
          Spark3Util.catalogAndIdentifier(
              spark, CollectionConverters.asJava(relation.multipartIdentifier()));
      return name.catalog() instanceof BlobCatalog catalog
          ? DataSourceV2Relation.create(
              catalog.loadTable(name.identifier()),
              Option.apply(catalog),
              Option.apply(name.identifier()),
              relation.options(),
              Option.empty())
          : null;
    } catch (NoSuchTableException e) {
      return null; // Spark says so
    }
  }

  /** Whether blobs of the table have several forms. */
  static boolean takesForms(DataSourceV2Relation relation) {
    return SeenForms.areIn(relation.table());
  }

  /** The columns of a query that may not have been resolved yet. */
  static List<Attribute> output(SparkSession spark, LogicalPlan query) {
    LogicalPlan resolved =
        query.resolved()
            ? query
            : spark.sessionState().executePlan(query, CommandExecutionMode.SKIP()).analyzed();
    return CollectionConverters.asJava(resolved.output());
  }

  /** The same table in the forms of the values that are written, itself if it has these. */
  static DataSourceV2Relation align(
      DataSourceV2Relation relation, List<String> columns, List<Attribute> values, boolean byName) {
    List<DataType> types = values.stream().map(Attribute::dataType).toList();
    int count = Math.min(columns.size(), types.size());
    Table table =
        SeenForms.ofWriter(
            relation.table(), columns.subList(0, count), types.subList(0, count), byName);
    return table == relation.table()
        ? relation
        : DataSourceV2Relation.create(
            table,
            relation.catalog(),
            relation.identifier(),
            relation.options(),
            relation.timeTravelSpec());
  }
}
