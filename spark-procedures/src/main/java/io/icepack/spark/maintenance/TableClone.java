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
package io.icepack.spark.maintenance;

import io.icepack.spark.table.Capability;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.Transaction;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.spark.sql.SparkSession;

/** Makes a table with the rows that the main branch of another one shows. */
public final class TableClone {

  private static final Set<String> TIED_TO_A_PLACE =
      Set.of(
          TableProperties.WRITE_DATA_LOCATION,
          TableProperties.WRITE_METADATA_LOCATION,
          "write.object-storage.path",
          "write.folder-storage.path",
          TableProperties.GC_ENABLED);

  private final SparkSession spark;
  private final Catalog catalog;
  private final Table source;
  private final TableIdentifier target;

  /** What a clone shares with its source. */
  public enum Mode {
    /** Data files and objects. They stay for as long as the source keeps a tag. */
    SHALLOW,

    /** Nothing. */
    DEEP;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** The mode of a name, empty if there is none. */
    public static Optional<Mode> of(String name) {
      return Arrays.stream(values())
          .filter(mode -> mode.name().equals(name.toUpperCase(Locale.ROOT)))
          .findFirst();
    }
  }

  /**
   * Prepares a clone.
   *
   * @param catalog the catalog of both tables
   * @param target the name of the new table
   */
  public TableClone(SparkSession spark, Catalog catalog, Table source, TableIdentifier target) {
    this.spark = spark;
    this.catalog = catalog;
    this.source = source;
    this.target = target;
  }

  /**
   * Clones the table.
   *
   * @throws ValidationException if the target exists or the source cannot be cloned in that way
   */
  public TableCloneReport run(Mode mode) {
    source.refresh();
    if (!Capability.storesPayloads(source.name(), source.properties())) {
      throw refused("the table has never had BLOB columns", null);
    }
    try {
      return switch (mode) {
        case SHALLOW -> new ShallowClone(this).run();
        case DEEP -> new DeepClone(spark, this).run();
      };
    } catch (AlreadyExistsException e) {
      throw refused("it exists already", e);
    }
  }

  Catalog catalog() {
    return catalog;
  }

  Table source() {
    return source;
  }

  TableIdentifier target() {
    return target;
  }

  /** Properties of the source that its clone has too. */
  Map<String, String> properties() {
    Map<String, String> properties = new HashMap<>(source.properties());
    properties.keySet().removeAll(TIED_TO_A_PLACE);
    return properties;
  }

  /** Starts to create the target, which gives it a location. */
  Transaction stage(Map<String, String> properties) {
    return catalog
        .buildTable(target, source.schema())
        .withPartitionSpec(source.spec())
        .withSortOrder(source.sortOrder())
        .withProperties(properties)
        .createTransaction();
  }

  ValidationException refused(String reason, Exception cause) {
    return new ValidationException(
        cause, "Cannot clone table %s to %s: %s", source.name(), target, reason);
  }
}
