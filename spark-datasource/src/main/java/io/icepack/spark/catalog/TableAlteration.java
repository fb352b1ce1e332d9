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

import io.icepack.blob.descriptor.ExternalUri;
import io.icepack.spark.table.BlobColumns;
import io.icepack.spark.table.BlobForm;
import io.icepack.spark.table.BlobStorage;
import io.icepack.spark.table.Capability;
import io.icepack.spark.table.KeyHistory;
import io.icepack.spark.table.PrimaryKey;
import io.icepack.spark.table.TableBases;
import io.icepack.spark.table.TableOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableUtil;
import org.apache.iceberg.Transaction;
import org.apache.iceberg.UpdateProperties;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.spark.Spark3Util;
import org.apache.iceberg.util.LocationUtil;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.types.StructField;

/** An ALTER TABLE, checked and translated to physical changes before anything is committed. */
final class TableAlteration {

  private static final String CURRENT_SNAPSHOT = "current-snapshot-id";

  private final Table table;
  private final BlobColumns blobs;
  private final KeyAlteration key;
  private final List<TableChange> schemaChanges = new ArrayList<>();
  private final List<TableChange> propertyChanges = new ArrayList<>();
  private final Map<String, BlobDeclarations.Blob> addedBlobs = new HashMap<>();
  private final Set<String> columns = new HashSet<>();
  private final Map<String, BlobStorage> blobPaths = new HashMap<>();
  private String location;

  private TableAlteration(Table table) {
    this.table = table;
    this.blobs = BlobColumns.of(table.schema(), table.properties());
    this.key = new KeyAlteration(table);
    table.schema().columns().forEach(field -> columns.add(field.name()));
    if (key.hasKey()) {
      columns.remove(PrimaryKey.ROW_KIND);
    }
    blobs.all().forEach(blob -> blob.paths().forEach(path -> blobPaths.put(path, blob.storage())));
  }

  /** Checks {@code changes} against {@code table}; throws {@link ValidationException}. */
  static TableAlteration of(Table table, TableChange... changes) {
    TableAlteration alteration = new TableAlteration(table);
    for (TableChange change : changes) {
      alteration.add(change);
    }
    alteration.checkResult();
    return alteration;
  }

  /** Whether Iceberg's catalog can carry out what {@link #changes} has. */
  boolean isOrdinary() {
    return addedBlobs.isEmpty() && !movesPayloads() && placement().isEmpty() && !bindsBases();
  }

  private boolean bindsBases() {
    return propertyChanges.stream()
        .anyMatch(
            change ->
                change instanceof TableChange.SetProperty set
                    && TableBases.isBinding(set.property()));
  }

  /**
   * What the statement makes true of all later snapshots: the capability flags come with the commit
   * that opts in, and what opted out leaves its mark. Payloads that are stored stay where they are.
   */
  private Map<String, String> placement() {
    Map<String, String> properties = resultingProperties();
    if (BlobDeclarations.forms(addedBlobs, BlobStorage.MANAGED).isEmpty()
        && !Capability.storesPayloads(table.name(), properties)) {
      return Map.of();
    }
    Map<String, String> placement =
        TableOptions.isManaged(table.name(), properties)
            ? Capability.managed()
            : Map.of(Capability.SIDECAR_OBJECTS, "true");
    return properties.entrySet().containsAll(placement.entrySet()) ? Map.of() : placement;
  }

  private boolean movesPayloads() {
    return location != null && !blobs.all(BlobStorage.MANAGED).isEmpty();
  }

  /** The physical changes, without those that change nothing. */
  TableChange[] changes() {
    List<TableChange> changes = new ArrayList<>(propertyChanges);
    changes.addAll(schemaChanges);
    if (location != null) {
      changes.add(TableChange.setProperty(TableCatalog.PROP_LOCATION, location));
    }
    return changes.toArray(TableChange[]::new);
  }

  private void add(TableChange change) {
    if (change instanceof TableChange.SetProperty set) {
      set(set);
    } else if (change instanceof TableChange.RemoveProperty remove) {
      checkProperty(remove.property(), "unset");
      TableBases.checkBinding(table, "unset", remove.property(), null);
      if (key.takes(remove.property(), null)) {
        propertyChanges.add(remove);
      }
    } else if (change instanceof TableChange.AddColumn add) {
      add(add);
    } else if (change instanceof TableChange.ColumnChange column) {
      change(column);
    } else if (change instanceof TableChange.AddConstraint constraint) {
      key.refuse(constraint);
    } else if (change instanceof TableChange.DropConstraint constraint) {
      key.check(constraint);
    } else {
      throw new ValidationException(
          "Cannot alter table %s: unsupported change %s", table.name(), change);
    }
  }

  private void set(TableChange.SetProperty set) {
    checkProperty(set.property(), "set");
    TableBases.checkBinding(table, "set", set.property(), set.value());
    if (set.property().equalsIgnoreCase(TableCatalog.PROP_LOCATION)) {
      location = set.value();
    } else if (key.takes(set.property(), set.value())) {
      propertyChanges.add(set);
    }
  }

  private void checkProperty(String key, String verb) {
    if (key.equals(BlobColumns.FIELD_IDS)
        || key.equals(BlobColumns.DESCRIPTOR_FIELD_IDS)
        || key.equals(PrimaryKey.FIELD_IDS)
        || key.equals(KeyHistory.SINCE)
        || key.equals(Capability.SIDECAR_OBJECTS)
        || Capability.FLAGS.contains(key)) {
      throw new ValidationException(
          "Cannot %s '%s' on table %s: the property is kept by Icepack and never cleared",
          verb, key, table.name());
    }
    for (BlobStorage storage : BlobStorage.values()) {
      if (key.equals(storage.property())) {
        throw new ValidationException(
            "Cannot %s '%s' on table %s: %s", verb, key, table.name(), addInstead(storage));
      }
    }
  }

  private String addInstead(BlobStorage storage) {
    return String.format(
        "a column becomes a BLOB when it is added; use ALTER TABLE %s ADD COLUMN name BINARY "
            + "COMMENT '%s'",
        table.name(), storage.directive());
  }

  private void add(TableChange.AddColumn add) {
    String[] path = add.fieldNames();
    String name = String.join(".", path);
    checkNotInside(path);
    BlobDeclarations declared =
        BlobDeclarations.of(table.name(), path, add.dataType(), add.comment());
    if (declared.isEmpty()) {
      schemaChanges.add(add);
      if (path.length == 1) {
        columns.add(name);
      }
      return;
    }
    if (add.defaultValue() != null) {
      throw BlobDeclarations.defaultValue(table.name(), name, add.defaultValue().getSql());
    }
    if (path.length == 1) {
      columns.add(name);
    }
    if (key.hasKey()) {
      BlobDeclarations.checkPrimaryKey(table.name(), declared.blobs(), columns);
    }
    StructField field = declared.physical().fields()[0];
    schemaChanges.add(
        TableChange.addColumn(
            path,
            field.dataType(),
            add.isNullable(),
            field.getComment().isDefined() ? field.getComment().get() : null,
            add.position(),
            add.defaultValue()));
    blobPaths.putAll(declared.storages());
    addedBlobs.putAll(declared.blobs());
  }

  private void change(TableChange.ColumnChange change) {
    checkNotInside(change.fieldNames());
    key.check(change);
    String[] path = change.fieldNames();
    String name = String.join(".", path);
    if (change instanceof TableChange.UpdateColumnType type && blobPaths.containsKey(name)) {
      throw new ValidationException(
          "Cannot change column %s of table %s to %s: it is a BLOB; add another column instead",
          name, table.name(), type.newDataType().sql());
    }
    if (change instanceof TableChange.UpdateColumnComment comment) {
      Optional<BlobStorage> storage =
          Directive.parse(table.name(), name, comment.newComment()).storage();
      if (storage.isPresent()) {
        throw new ValidationException(
            "Cannot declare existing column %s of table %s as a BLOB: %s",
            name, table.name(), addInstead(storage.get()));
      }
    }
    if (change instanceof TableChange.DeleteColumn) {
      columns.remove(name);
      BlobPaths.remove(blobPaths, name);
      BlobPaths.remove(addedBlobs, name);
    }
    if (change instanceof TableChange.RenameColumn rename) {
      String newName = name.substring(0, name.lastIndexOf('.') + 1) + rename.newName();
      newName = path.length == 1 ? rename.newName() : newName;
      if (columns.remove(name)) {
        columns.add(newName);
      }
      BlobPaths.rename(blobPaths, name, newName);
      BlobPaths.rename(addedBlobs, name, newName);
    }
    schemaChanges.add(change);
  }

  private void checkNotInside(String[] path) {
    String[] parent = Arrays.copyOf(path, path.length - 1);
    Optional<String> blob = BlobPaths.containing(blobPaths.keySet(), parent);
    if (blob.isPresent()) {
      throw new ValidationException(
          "Cannot alter column %s of table %s: column %s is a BLOB and has no fields of its own",
          String.join(".", path), table.name(), blob.get());
    }
  }

  // The implicit base of a data file outside the table is the table's location at read time.
  private void checkMove() {
    Optional<String> refusal = ExternalUri.refusal(location);
    if (refusal.isPresent()) {
      throw new ValidationException(
          "Cannot move table %s: its location would be the base of its payloads, and %s",
          table.name(), refusal.get());
    }
    String newDataFile = table.locationProvider().newDataLocation("new");
    if (!newDataFile.startsWith(LocationUtil.stripTrailingSlash(table.location()) + "/")) {
      throw new ValidationException(
          "Cannot move table %s to %s: its data files lie outside its location, in %s, and find "
              + "their payloads by the location of the table",
          table.name(), location, newDataFile.substring(0, newDataFile.lastIndexOf('/')));
    }
  }

  private void checkResult() {
    if (movesPayloads()) {
      checkMove();
    }
    BlobDeclarations.check(table.name(), blobPaths.keySet(), columns);
    ReservedNames.check(table.name(), columns, !blobPaths.isEmpty(), key.hasKey());
    Map<String, String> properties = new HashMap<>();
    for (TableChange change : propertyChanges) {
      if (change instanceof TableChange.SetProperty set) {
        properties.put(set.property(), set.value());
      }
    }
    TableOptions.validate(table.name(), properties);
    String snapshot = properties.get(CURRENT_SNAPSHOT);
    if (snapshot != null) {
      KeyHistory.check(table.name(), table.snapshot(Long.parseLong(snapshot)), table.properties());
    }
    if (key.hasKey()) {
      checkKeyOptions();
    }
    int version = TableUtil.formatVersion(table);
    if (!addedBlobs.isEmpty() && version < TableDeclaration.FORMAT_VERSION) {
      throw TableDeclaration.formatVersion(table.name(), version, "BLOB columns");
    }
  }

  private void checkKeyOptions() {
    Schema schema = Spark3Util.applySchemaChanges(table.updateSchema(), schemaChanges).apply();
    Map<String, String> properties = resultingProperties();
    properties.putAll(recordIds(schema));
    KeyOptions.check(table.name(), schema, properties);
  }

  private Map<String, String> resultingProperties() {
    Map<String, String> properties = new HashMap<>(table.properties());
    for (TableChange change : propertyChanges) {
      if (change instanceof TableChange.SetProperty set) {
        properties.put(set.property(), set.value());
      } else if (change instanceof TableChange.RemoveProperty remove) {
        properties.remove(remove.property());
      }
    }
    return properties;
  }

  private Map<String, String> recordIds(Schema schema) {
    Map<String, String> recorded = new HashMap<>();
    for (BlobStorage storage : BlobStorage.values()) {
      Map<String, BlobForm> forms = BlobDeclarations.forms(addedBlobs, storage);
      if (!forms.isEmpty()) {
        recorded.put(
            storage.fieldIds(), BlobColumns.recordIds(storage, table.properties(), schema, forms));
      }
    }
    return recorded;
  }

  /** Carries out the statement in one Iceberg transaction. */
  void commit() {
    Map<String, String> placement = placement();
    Transaction transaction = LayoutGuard.guard(table).newTransaction();
    if (!schemaChanges.isEmpty()) {
      // A transaction with one is not repeated after a conflict.
      Spark3Util.applySchemaChanges(transaction.updateSchema(), schemaChanges).commit();
    }
    UpdateProperties properties =
        Spark3Util.applyPropertyChanges(transaction.updateProperties(), propertyChanges);
    if (!addedBlobs.isEmpty()) {
      recordIds(transaction.table().schema()).forEach(properties::set);
    }
    placement.forEach(properties::set);
    if (movesPayloads()) {
      // Descriptors of kind 4 are relative to the location that they were written under.
      TableBases.register(table).forEach(properties::set);
    }
    properties.commit();
    if (location != null) {
      transaction.updateLocation().setLocation(location).commit();
    }
    transaction.commitTransaction();
  }
}
