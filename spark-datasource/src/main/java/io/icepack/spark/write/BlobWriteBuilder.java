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
package io.icepack.spark.write;

import io.icepack.spark.merge.MergeOptions;
import io.icepack.spark.table.BlobTable;
import java.util.Arrays;
import org.apache.iceberg.Schema;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.ExpressionUtil;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.spark.SparkSchemaUtil;
import org.apache.iceberg.spark.SparkTableUtil;
import org.apache.iceberg.spark.SparkUtil;
import org.apache.iceberg.spark.SparkV2Filters;
import org.apache.iceberg.spark.SparkWriteConf;
import org.apache.iceberg.types.TypeUtil;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.SupportsDynamicOverwrite;
import org.apache.spark.sql.connector.write.SupportsOverwriteV2;
import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Plans INSERT INTO and INSERT OVERWRITE. */
public final class BlobWriteBuilder
    implements WriteBuilder, SupportsDynamicOverwrite, SupportsOverwriteV2 {

  private final SparkSession spark;
  private final BlobTable table;
  private final String catalog;
  private final String branch;
  private final LogicalWriteInfo info;
  private final SparkWriteConf conf;
  private final StagedObjects staged;
  private final String kindColumn;
  private RowCommit commit;
  private boolean replaces;

  /**
   * Starts planning.
   *
   * @param catalog name of the catalog, for session settings
   * @param branch branch to write to, null for the main one
   * @param staged notes what is created for a table whose transaction commits later
   * @param kindColumn the last of the written columns if it tells row kinds, else null
   */
  public BlobWriteBuilder(
      SparkSession spark,
      BlobTable table,
      String catalog,
      String branch,
      LogicalWriteInfo info,
      StagedObjects staged,
      String kindColumn) {
    this.spark = spark;
    this.table = table;
    this.catalog = catalog;
    this.branch = SparkTableUtil.determineWriteBranch(spark, table.table(), branch, info.options());
    this.info = info;
    this.staged = staged;
    this.kindColumn = kindColumn;
    this.conf = new SparkWriteConf(spark, table.table(), info.options());
    this.commit = table.primaryKey().isPresent() ? RowCommit::upsert : RowCommit::append;
  }

  @Override
  public WriteBuilder overwriteDynamicPartitions() {
    commit = RowCommit::dynamicOverwrite;
    replaces = true;
    return this;
  }

  @Override
  public WriteBuilder overwrite(Predicate[] predicates) {
    for (Predicate predicate : predicates) {
      for (NamedReference reference : predicate.references()) {
        String[] column = asStored(reference.fieldNames());
        if (table.columns().isBlob(column)) {
          throw new ValidationException(
              "Cannot overwrite rows of table %s where %s: column %s is a BLOB; use a condition "
                  + "on other columns",
              table.name(), predicate, column[0]);
        }
      }
    }
    Expression filter = SparkV2Filters.convert(predicates);
    table.primaryKey().ifPresent(key -> checkSelectsPartitions(filter));
    replaces = true;
    boolean everything = filter == Expressions.alwaysTrue();
    commit =
        everything && "dynamic".equals(conf.overwriteMode())
            ? RowCommit::dynamicOverwrite
            : RowCommit.overwrite(filter);
    return this;
  }

  // Spark hands over names as the statement spells them.
  private String[] asStored(String[] path) {
    String[] stored = path.clone();
    DataType type = table.sparkSchema();
    for (int i = 0; i < path.length && type instanceof StructType struct; i++) {
      type = null;
      for (StructField field : struct.fields()) {
        boolean exact = field.name().equals(path[i]);
        if (exact
            || type == null && !conf.caseSensitive() && field.name().equalsIgnoreCase(path[i])) {
          stored[i] = field.name();
          type = field.dataType();
        }
      }
    }
    return stored;
  }

  // Replacing some rows of a key would bring older ones to light.
  private void checkSelectsPartitions(Expression filter) {
    if (filter != Expressions.alwaysTrue()
        && !ExpressionUtil.selectsPartitions(filter, table.table().spec(), conf.caseSensitive())) {
      throw new ValidationException(
          "Cannot overwrite rows of table %s where %s: rows of a primary-key table are replaced by "
              + "whole partitions; use MERGE INTO, or DELETE and then INSERT",
          table.name(), ExpressionUtil.toSanitizedString(filter));
    }
  }

  @Override
  public Write build() {
    Schema logical = SparkSchemaUtil.convert(table.logicalSchema(), columns());
    TypeUtil.validateWriteSchema(
        table.logicalSchema(), logical, conf.checkNullability(), conf.checkOrdering());
    SparkUtil.validatePartitionTransforms(table.table().spec());
    WriteContext context =
        WriteContext.of(
                table,
                WriteContext.physical(table, logical),
                null,
                conf,
                conf.writeRequirements(),
                info.queryId())
            .withUris(UriPolicy.of(spark, table, catalog, info.options()))
            .withSource(SourceTable.of(spark, table, catalog, info.options()));
    if (table.primaryKey().isPresent()) {
      context = context.withRuns(new RunContext(table.primaryKey().get(), !replaces, rowKinds()));
    }
    return new BlobWrite(spark, table, branch, conf, context, commit, staged);
  }

  private StructType columns() {
    StructType written = info.schema();
    return kindColumn == null
        ? written
        : new StructType(Arrays.copyOf(written.fields(), written.length() - 1));
  }

  private RowKindColumn rowKinds() {
    if (kindColumn == null) {
      return null;
    }
    if (!replaces) {
      EarlierPartitioning.refuseDeletions(table, branch, "write rows with their kinds");
    }
    return RowKindColumn.of(
        table.name(), kindColumn, info.schema().length() - 1, MergeOptions.of(table));
  }
}
