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
package io.icepack.spark.catalog;

import io.icepack.blob.base.ObjectIdentity;
import io.icepack.spark.table.BlobColumns;
import io.icepack.spark.table.BlobForm;
import io.icepack.spark.table.BlobStorage;
import io.icepack.spark.table.Capability;
import io.icepack.spark.table.KeyHistory;
import io.icepack.spark.table.PrimaryKey;
import io.icepack.spark.table.TableBases;
import io.icepack.spark.table.TableOptions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.UpdateProperties;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.spark.sql.connector.catalog.CatalogV2Util;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.TableInfo;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * A CREATE, CTAS or RTAS as Iceberg's catalog has to carry it out.
 *
 * @param physical physical columns, partitioning and properties, without {@code keyOptions} and
 *     without field ids, which Iceberg has yet to assign
 * @param blobs the blob columns, often none
 * @param key names of the columns of the primary key in order, empty for an append table
 * @param keyOptions properties that have a meaning for primary-key tables only
 */
record TableDeclaration(
    TableInfo physical, BlobDeclarations blobs, List<String> key, Map<String, String> keyOptions) {

  static final int FORMAT_VERSION = 3;

  // Each upsert adds a manifest of rows and one of deletes, and every query reads them all.
  private static final String KEYED_MANIFESTS = "10";

  /** Checks and translates a declaration; throws {@link ValidationException} before any effect. */
  static TableDeclaration of(String table, TableInfo info) {
    Map<String, String> properties = new HashMap<>(info.properties());
    properties.computeIfPresent(
        TableCatalog.PROP_PROVIDER,
        (key, provider) -> provider.equalsIgnoreCase("icepack") ? "iceberg" : provider);
    checkProperties(table, properties);
    BlobDeclarations declared = BlobDeclarations.of(table, info.schema(), properties);
    Set<String> blobs = declared.names();
    List<String> key = KeyDeclaration.columns(table, info, blobs, properties);
    ReservedNames.check(
        table, Set.of(info.schema().fieldNames()), !blobs.isEmpty(), !key.isEmpty());
    checkPartitioning(table, blobs, info.partitions());
    KeyOptions.check(table, !key.isEmpty(), properties);
    StructType schema = declared.physical();
    Transform[] partitions = info.partitions();
    if (!key.isEmpty()) {
      BlobDeclarations.checkPrimaryKey(table, declared.blobs(), Set.of(info.schema().fieldNames()));
      KeyOptions.check(table, info.schema(), declared.storages(), key, properties);
      partitions = new KeyLayout(table, key, info.schema(), partitions).partitions(properties);
      schema = withKey(schema, key, properties);
      properties.putIfAbsent(TableProperties.MANIFEST_MIN_MERGE_COUNT, KEYED_MANIFESTS);
    }
    if (!blobs.isEmpty() || !key.isEmpty()) {
      checkFormatVersion(table, properties, blobs.isEmpty() ? "a primary key" : "BLOB columns");
    }
    return of(schema, partitions, properties, declared, key);
  }

  private static TableDeclaration of(
      StructType schema,
      Transform[] partitions,
      Map<String, String> properties,
      BlobDeclarations blobs,
      List<String> key) {
    Map<String, String> keyOptions = new HashMap<>(properties);
    keyOptions.keySet().removeIf(property -> !TableOptions.needsPrimaryKey(property));
    properties.keySet().removeAll(keyOptions.keySet());
    properties.remove(TableOptions.PRIMARY_KEY);
    for (BlobStorage storage : BlobStorage.values()) {
      properties.remove(storage.property());
    }
    if (!blobs.names(BlobStorage.MANAGED).isEmpty()) {
      properties.putAll(
          TableOptions.isManaged(blobs.table(), properties)
              ? Capability.managed()
              : Map.of(Capability.SIDECAR_OBJECTS, "true"));
    }
    return of(schema, partitions, properties, blobs, key, keyOptions);
  }

  private static void checkProperties(String table, Map<String, String> properties) {
    TableOptions.validate(table, properties);
    refuse(table, properties, BlobColumns.FIELD_IDS);
    refuse(table, properties, BlobColumns.DESCRIPTOR_FIELD_IDS);
    refuse(table, properties, PrimaryKey.FIELD_IDS);
    refuse(table, properties, KeyHistory.SINCE);
    refuse(table, properties, Capability.SIDECAR_OBJECTS);
    Capability.checkDeclared(table, properties);
  }

  private static StructType withKey(
      StructType schema, List<String> key, Map<String, String> properties) {
    StructType physical = new StructType();
    for (StructField field : schema.fields()) {
      boolean nullable = field.nullable() && !key.contains(field.name());
      physical =
          physical.add(new StructField(field.name(), field.dataType(), nullable, field.metadata()));
    }
    return PrimaryKey.of(List.of(), properties).storesRowKind()
        ? physical.add(PrimaryKey.ROW_KIND, DataTypes.IntegerType, true)
        : physical;
  }

  /** Whether it says where payloads lie. */
  boolean setsBases() {
    return physical.properties().containsKey(TableCatalog.PROP_LOCATION)
        || physical.properties().keySet().stream().anyMatch(TableBases::isBinding);
  }

  /**
   * The same for a table that takes the place of another, whose older snapshots stay readable.
   *
   * @throws ValidationException if it binds a base of that one to another location
   */
  TableDeclaration replacing(Table replaced) {
    Map<String, String> properties = new HashMap<>(physical.properties());
    properties.forEach((key, value) -> TableBases.checkBinding(replaced, "set", key, value));
    String location = properties.get(TableCatalog.PROP_LOCATION);
    boolean moves =
        location != null
            && !ObjectIdentity.of(location).equals(ObjectIdentity.of(replaced.location()));
    if (moves && Capability.isManaged(replaced.name(), replaced.properties())) {
      properties.putAll(TableBases.register(replaced));
    }
    return of(physical.schema(), physical.partitions(), properties, blobs, key, keyOptions);
  }

  private static TableDeclaration of(
      StructType schema,
      Transform[] partitions,
      Map<String, String> properties,
      BlobDeclarations blobs,
      List<String> key,
      Map<String, String> keyOptions) {
    TableInfo physical =
        new TableInfo.Builder()
            .withColumns(CatalogV2Util.structTypeToV2Columns(schema))
            .withPartitions(partitions)
            .withProperties(properties)
            .build();
    return new TableDeclaration(physical, blobs, key, keyOptions);
  }

  /** Whether Iceberg's table needs no more than {@link #physical}. */
  boolean isOrdinary() {
    return blobs.isEmpty() && key.isEmpty();
  }

  /** Records what needs the field ids of the staged table, and forgets what it replaces. */
  void complete(Table staged) {
    TableMetadata replaced = ((HasTableOperations) staged).operations().current();
    new FreshIds(blobs.table(), replaced, blobs.names(BlobStorage.DESCRIPTOR)).assign(staged);
    if (!key.isEmpty()) {
      staged.updateSchema().setIdentifierFields(key).commit();
    }
    Map<String, String> properties = new HashMap<>(keyOptions);
    for (BlobStorage storage : BlobStorage.values()) {
      Map<String, BlobForm> forms = BlobDeclarations.forms(blobs.blobs(), storage);
      if (!forms.isEmpty()) {
        properties.put(
            storage.fieldIds(),
            BlobColumns.recordIds(storage, replaced.properties(), staged.schema(), forms));
      }
    }
    if (!key.isEmpty()) {
      properties.put(PrimaryKey.FIELD_IDS, PrimaryKey.recordIds(staged.schema(), key));
    }
    KeyHistory.since(replaced, properties)
        .ifPresent(since -> properties.put(KeyHistory.SINCE, since));
    UpdateProperties update = staged.updateProperties();
    replaced.properties().keySet().stream()
        .filter(property -> isOfKey(property) && !properties.containsKey(property))
        .forEach(update::remove);
    if (!key.isEmpty() && !physical.properties().containsKey(TableOptions.MANAGED)) {
      update.remove(TableOptions.MANAGED);
    }
    properties.forEach(update::set);
    update.commit();
  }

  private static boolean isOfKey(String property) {
    return property.equals(PrimaryKey.FIELD_IDS) || TableOptions.needsPrimaryKey(property);
  }

  private static void refuse(String table, Map<String, String> properties, String key) {
    if (properties.containsKey(key)) {
      throw new ValidationException(
          "Cannot set '%s' on table %s: the property is kept by Icepack; declare columns with "
              + "COMMENT '__BLOB_FIELD' or '%s', and a key with PRIMARY KEY or '%s'",
          key, table, TableOptions.BLOB_FIELD, TableOptions.PRIMARY_KEY);
    }
  }

  private static void checkPartitioning(String table, Set<String> blobs, Transform[] transforms) {
    for (Transform transform : transforms) {
      for (NamedReference reference : transform.references()) {
        Optional<String> blob = BlobPaths.containing(blobs, reference.fieldNames());
        if (blob.isPresent()) {
          throw new ValidationException(
              "Cannot partition table %s by %s: column %s is a BLOB; partition by another column",
              table, transform.describe(), blob.get());
        }
      }
    }
  }

  private static void checkFormatVersion(
      String table, Map<String, String> properties, String what) {
    String version =
        properties.computeIfAbsent(
            TableProperties.FORMAT_VERSION, key -> String.valueOf(FORMAT_VERSION));
    if (version.equals("1") || version.equals("2")) {
      throw formatVersion(table, version, what);
    }
  }

  static ValidationException formatVersion(String table, Object version, String what) {
    return new ValidationException(
        "Cannot have %s in table %s: its format version is %s; set 'format-version' = '%s', which "
            + "has deletion vectors",
        what, table, version, FORMAT_VERSION);
  }
}
