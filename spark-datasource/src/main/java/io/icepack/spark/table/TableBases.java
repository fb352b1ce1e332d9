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
package io.icepack.spark.table;

import io.icepack.blob.base.BaseRegistry;
import io.icepack.blob.base.BlobBase;
import io.icepack.blob.base.DescriptorResolver;
import io.icepack.blob.base.ObjectIdentity;
import io.icepack.blob.descriptor.ExternalUri;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import org.apache.iceberg.Table;
import org.apache.iceberg.exceptions.ValidationException;

/** The base registry that a table keeps in its properties {@code blob.base.<id>}. */
public final class TableBases {

  private static final Pattern BASE = Pattern.compile("blob\\.base\\.(\\d+)");
  private static final Pattern ID = Pattern.compile("0|[1-9]\\d{0,9}");
  private static final String DATASET_ROOT = ".dataset-root";
  private static final String OWNER = ".owner";
  private static final long MAX_ID = 0xFFFFFFFFL;

  private TableBases() {}

  /** Finds the objects that descriptors of a table point at. */
  public static DescriptorResolver resolver(Table table) {
    return resolver(table.properties(), table.location());
  }

  /** Finds the objects that descriptors of a table with some properties and a location point at. */
  public static DescriptorResolver resolver(Map<String, String> properties, String location) {
    return new DescriptorResolver(registry(properties), location);
  }

  /** The properties that register the location of a table, which it is about to leave. */
  public static Map<String, String> register(Table table) {
    long id = 1;
    while (table.properties().containsKey(key(id))) {
      id++;
    }
    return Map.of(
        key(id),
        table.location(),
        key(id) + DATASET_ROOT,
        "true",
        key(id) + OWNER,
        table.uuid().toString());
  }

  /**
   * The base that a table has, or gets, for objects below a location that it does not own. The id
   * follows from the location, so that statements which register different bases at one time do not
   * take the same.
   */
  public static BlobBase foreign(Table table, String location) {
    BaseRegistry registry = registry(table.properties());
    CRC32 hash = new CRC32();
    hash.update(ObjectIdentity.of(location).getBytes(StandardCharsets.UTF_8));
    long id = Math.max(1, hash.getValue());
    while (table.properties().containsKey(key(id)) && !isBound(registry.base(id), location)) {
      id = id % MAX_ID + 1;
    }
    return registry
        .boundTo(location)
        .filter(base -> !base.datasetRoot() && base.id() != 0)
        .orElse(new BlobBase(id, location, false));
  }

  private static boolean isBound(BlobBase base, String location) {
    return !base.datasetRoot() && BaseRegistry.of(List.of(base)).boundTo(location).isPresent();
  }

  /** The properties that register a base. */
  public static Map<String, String> properties(BlobBase base) {
    return Map.of(
        key(base.id()),
        base.location(),
        key(base.id()) + DATASET_ROOT,
        Boolean.toString(base.datasetRoot()));
  }

  /** The bases that a table has registered. */
  public static BaseRegistry registry(Table table) {
    return registry(table.properties());
  }

  /**
   * The locations that a table may clean up: its own and those that it has left. A base that is a
   * dataset root may be that of another table; one that names this table as its owner is not.
   */
  public static List<String> ownRoots(Table table) {
    Map<String, String> properties = table.properties();
    List<String> roots = new ArrayList<>(List.of(table.location()));
    for (BlobBase base : registry(properties).bases()) {
      String owner = properties.get(key(base.id()) + OWNER);
      if (base.datasetRoot() && table.uuid().toString().equals(owner)) {
        roots.add(base.location());
      }
    }
    return roots;
  }

  /** Whether a property binds a base id, which is never bound again or released. */
  public static boolean isBinding(String property) {
    return binding(property).matches();
  }

  /** Matches the properties of a base, without its owner; the id is group 1. */
  private static Matcher binding(String property) {
    return BASE.matcher(
        property.endsWith(DATASET_ROOT) ? property.replace(DATASET_ROOT, "") : property);
  }

  /** Why a property cannot have a value, the end of a message; empty if it can, or is no base. */
  static Optional<String> refusal(String property, String value) {
    Matcher base = binding(property);
    if (!base.matches()) {
      return Optional.empty();
    } else if (!ID.matcher(base.group(1)).matches() || Long.parseLong(base.group(1)) > MAX_ID) {
      return Optional.of("use a number from 0 to " + MAX_ID + " as the id, without leading zeros");
    } else if (property.endsWith(DATASET_ROOT)) {
      return value.equals("true") || value.equals("false")
          ? Optional.empty()
          : Optional.of("use true or false");
    }
    return ExternalUri.refusal(value);
  }

  /**
   * Checks a change of one property of a table.
   *
   * @param verb what is done to the property, for the error
   * @param value the new value, null for none
   * @throws ValidationException if an id would get another location, or none
   */
  public static void checkBinding(Table table, String verb, String property, String value) {
    checkBinding(table.name(), table.properties(), verb, property, value);
  }

  /** Checks a change of all properties of a table in the same way. */
  public static void checkBindings(
      String table, Map<String, String> before, Map<String, String> after) {
    for (String property : before.keySet()) {
      String value = after.get(property);
      checkBinding(table, before, value == null ? "unset" : "set", property, value);
    }
  }

  // Descriptors name bases by id.
  private static void checkBinding(
      String table, Map<String, String> properties, String verb, String property, String value) {
    String bound = properties.get(property);
    if (bound != null && !bound.equals(value) && isBinding(property)) {
      throw new ValidationException(
          "Cannot %s '%s' on table %s: it is bound to %s, and stored payloads may be found through "
              + "it; register another location under a new id",
          verb, property, table, bound);
    }
  }

  private static String key(long id) {
    return "blob.base." + id;
  }

  private static BaseRegistry registry(Map<String, String> properties) {
    List<BlobBase> bases = new ArrayList<>();
    properties.forEach(
        (key, location) -> {
          Matcher matcher = BASE.matcher(key);
          if (matcher.matches()) {
            boolean root = Boolean.parseBoolean(properties.get(key + DATASET_ROOT));
            bases.add(new BlobBase(Long.parseLong(matcher.group(1)), location, root));
          }
        });
    return BaseRegistry.of(bases);
  }
}
