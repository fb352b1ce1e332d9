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

import io.icepack.spark.catalog.BlobCatalog;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.iceberg.BaseMetadataTable;
import org.apache.iceberg.SnapshotRef;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.spark.Spark3Util;
import org.apache.iceberg.spark.source.SparkTable;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.procedures.ProcedureParameter;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation;
import scala.Option;

/**
 * One {@code CALL} statement: who calls, through which catalog, with which arguments.
 *
 * @param procedure name of the procedure, for errors
 * @param identifier the table that the argument {@code table} names
 */
record ProcedureCall(
    SparkSession spark,
    BlobCatalog catalog,
    String procedure,
    Identifier identifier,
    Map<String, Integer> ordinals,
    InternalRow arguments) {

  static final String BRANCH = "branch";

  private static final Pattern SNAPSHOT =
      Pattern.compile("(snapshot_id_|at_timestamp_)\\d+|tag_.+");

  static ProcedureCall of(
      BlobCatalog catalog, String procedure, ProcedureParameter[] parameters, InternalRow args) {
    return of(catalog, procedure, SysProcedure.TABLE, parameters, args);
  }

  /** A call whose table another argument than {@code table} names. */
  static ProcedureCall of(
      BlobCatalog catalog,
      String procedure,
      String tableParameter,
      ProcedureParameter[] parameters,
      InternalRow args) {
    ProcedureCall call = unresolved(catalog, procedure, parameters, args);
    return call.on(
        TableName.resolve(
            call.spark, catalog, procedure, tableParameter, call.string(tableParameter)));
  }

  /** The table to make that an argument names. */
  Identifier newTable(String parameter) {
    return TableName.resolveNew(spark, catalog, procedure, parameter, string(parameter));
  }

  /** One call for each table that the argument {@code table} means, which may be {@code db.*}. */
  static List<ProcedureCall> each(
      BlobCatalog catalog, String procedure, ProcedureParameter[] parameters, InternalRow args) {
    ProcedureCall call = unresolved(catalog, procedure, parameters, args);
    String name = call.string(SysProcedure.TABLE);
    return TableName.resolveAll(call.spark, catalog, procedure, name).stream()
        .map(call::on)
        .toList();
  }

  private static ProcedureCall unresolved(
      BlobCatalog catalog, String procedure, ProcedureParameter[] parameters, InternalRow args) {
    Map<String, Integer> ordinals = new LinkedHashMap<>();
    for (ProcedureParameter parameter : parameters) {
      ordinals.put(parameter.name(), ordinals.size());
    }
    return new ProcedureCall(SparkSession.active(), catalog, procedure, null, ordinals, args);
  }

  private ProcedureCall on(Identifier table) {
    return new ProcedureCall(spark, catalog, procedure, table, ordinals, arguments);
  }

  /** Whether the argument {@code table} is the name of this table, and not {@code db.*}. */
  boolean namesOneTable() {
    return !TableName.isEvery(string(SysProcedure.TABLE));
  }

  /** A string, null if the argument is NULL or left out. */
  String string(String name) {
    int ordinal = ordinals.get(name);
    return arguments.isNullAt(ordinal) ? null : arguments.getString(ordinal);
  }

  /** A switch. NULL is refused, because nobody can tell whether it means a dry run. */
  boolean flag(String name) {
    int ordinal = ordinals.get(name);
    if (arguments.isNullAt(ordinal)) {
      throw new ValidationException(
          "Cannot run %s: %s is NULL; use true or false", procedure, name);
    }
    return arguments.getBoolean(ordinal);
  }

  /** A whole number, null if the argument is NULL or left out. */
  Long number(String name) {
    int ordinal = ordinals.get(name);
    return arguments.isNullAt(ordinal) ? null : arguments.getLong(ordinal);
  }

  /** A fraction, null if the argument is NULL or left out. */
  Double ratio(String name) {
    int ordinal = ordinals.get(name);
    return arguments.isNullAt(ordinal) ? null : arguments.getDouble(ordinal);
  }

  /** A number above 0, null if the argument is NULL or left out. */
  Integer positive(String name) {
    int ordinal = ordinals.get(name);
    if (arguments.isNullAt(ordinal)) {
      return null;
    }
    int number = arguments.getInt(ordinal);
    if (number < 1) {
      throw new ValidationException(
          "Cannot run %s: %s is %s; use a number above 0", procedure, name, number);
    }
    return number;
  }

  /** An instant, null if the argument is NULL or left out. */
  Instant timestamp(String name) {
    int ordinal = ordinals.get(name);
    return arguments.isNullAt(ordinal)
        ? null
        : Instant.EPOCH.plus(arguments.getLong(ordinal), ChronoUnit.MICROS);
  }

  /** A map of strings, empty if the argument is NULL or left out. */
  Map<String, String> map(String name) {
    Map<String, String> map = new LinkedHashMap<>();
    int ordinal = ordinals.get(name);
    if (!arguments.isNullAt(ordinal)) {
      MapData data = arguments.getMap(ordinal);
      for (int i = 0; i < data.numElements(); i++) {
        if (data.valueArray().isNullAt(i)) {
          throw new ValidationException(
              "Cannot run %s: %s has no value for '%s'",
              procedure, name, data.keyArray().getUTF8String(i));
        }
        map.put(
            data.keyArray().getUTF8String(i).toString(),
            data.valueArray().getUTF8String(i).toString());
      }
    }
    return map;
  }

  /** The table that the argument {@code table} names, without any part of it in the name. */
  SparkTable wholeTable() {
    SparkTable table = table();
    if (table.branch() != null) {
      throw partOf("branch " + table.branch());
    }
    return table;
  }

  /** The table that the argument {@code table} names, maybe with a branch. */
  SparkTable table() {
    try {
      Table table = catalog.loadTable(identifier);
      if (table instanceof SparkTable sparkTable) {
        if (sparkTable.table() instanceof BaseMetadataTable) {
          throw partOf("the metadata");
        } else if (isSnapshot(sparkTable)) {
          throw partOf("a snapshot");
        }
        return sparkTable;
      }
    } catch (NoSuchTableException e) {
      throw new ValidationException(
          e, "Cannot run %s: there is no table %s", procedure, fullName());
    }
    throw new ValidationException(
        "Cannot run %s on %s: it is not an Iceberg table", procedure, fullName());
  }

  /** Whether the last part of the name chooses a snapshot, rather than being that of the table. */
  private boolean isSnapshot(SparkTable table) {
    return SNAPSHOT.matcher(identifier.name()).matches()
        && !table.table().name().endsWith("." + identifier.name());
  }

  private ValidationException partOf(String part) {
    return new ValidationException(
        "Cannot run %s on %s: this means %s of a table; name the table itself",
        procedure, fullName(), part);
  }

  /** The branch to work on: that of the argument, else that in the name of the table, else main. */
  String branch(SparkTable table) {
    String branch = string(BRANCH);
    if (branch != null) {
      return branch;
    }
    return table.branch() != null ? table.branch() : SnapshotRef.MAIN_BRANCH;
  }

  String fullName() {
    return Spark3Util.quotedFullIdentifier(catalog.name(), identifier);
  }

  /** Makes cached plans of a table read it anew. */
  void refresh(SparkTable table) {
    spark
        .sharedState()
        .cacheManager()
        .recacheByPlan(
            spark,
            DataSourceV2Relation.create(table, Option.apply(catalog), Option.apply(identifier)));
  }
}
