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
package io.icepack.blob.base;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The roots of a table, past and present. The implicit base of a data file is the longest of them
 * that is a path-component prefix of its location, else the table's current location; a past root
 * counts if it is a registered dataset root.
 */
public final class TableLocations implements Serializable {
  private static final long serialVersionUID = 1L;

  private final BaseRegistry registry;
  private final String tableLocation;

  /**
   * The roots of a table.
   *
   * @param tableLocation the current location of the table, absolute
   */
  public TableLocations(BaseRegistry registry, String tableLocation) {
    this.registry = Objects.requireNonNull(registry, "registry");
    this.tableLocation = Objects.requireNonNull(tableLocation, "tableLocation");
  }

  public BaseRegistry registry() {
    return registry;
  }

  public String tableLocation() {
    return tableLocation;
  }

  /** Returns the location of the implicit base of a data file. */
  public String implicitBase(String dataFileLocation) {
    Optional<String> past = registry.datasetRoot(dataFileLocation).map(BlobBase::location);
    return past.filter(root -> !currentIsLonger(root, dataFileLocation)).orElse(tableLocation);
  }

  /**
   * Whether a row keeps the meaning of a kind 4 descriptor when it moves from one data file to
   * another.
   */
  public boolean sameImplicitBase(String oneDataFile, String otherDataFile) {
    return Location.parse(implicitBase(oneDataFile))
        .equals(Location.parse(implicitBase(otherDataFile)));
  }

  /** Returns those of some locations that lie below no other of them, each place once. */
  public static List<String> outermost(Collection<String> locations) {
    List<String> outermost = new ArrayList<>();
    for (String location : locations) {
      Location parsed = Location.parse(location);
      if (outermost.stream().noneMatch(other -> Location.parse(other).contains(parsed))) {
        outermost.removeIf(other -> parsed.contains(Location.parse(other)));
        outermost.add(location);
      }
    }
    return outermost;
  }

  /** Whether an object lies below the current location of the table or a past one. */
  public boolean owns(String location) {
    return Location.parse(tableLocation).contains(Location.parse(location))
        || registry.datasetRoot(location).isPresent();
  }

  /**
   * Whether an object is named like one that holds payloads of the table: a pack, or a sidecar
   * object of a data file.
   */
  public boolean isPayload(String location) {
    List<String> components = Location.parse(location).components();
    int last = components.size() - 1;
    return last > 0
        && components.get(last).endsWith(".blob")
        && components.get(last - 1).startsWith("_")
        && owns(location);
  }

  private boolean currentIsLonger(String root, String dataFileLocation) {
    Location current = Location.parse(tableLocation);
    return current.contains(Location.parse(dataFileLocation))
        && current.components().size() > Location.parse(root).components().size();
  }
}
