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
package io.icepack.spark.function;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.functions.UnboundFunction;

/** The functions that every catalog has in the namespace {@code sys}. */
public final class BlobFunctions {

  private static final String NAMESPACE = "sys";

  private BlobFunctions() {}

  /**
   * The function of a name, empty if there is none.
   *
   * @param catalog name of the catalog through which it is called
   */
  public static Optional<UnboundFunction> find(String catalog, Identifier name) {
    return isNamespace(name.namespace())
        ? all(catalog)
            .filter(function -> function.name().equals(name.name().toLowerCase(Locale.ROOT)))
            .findFirst()
        : Optional.empty();
  }

  /** Whether a namespace is that of the functions. */
  public static boolean isNamespace(String[] namespace) {
    return namespace.length == 1 && namespace[0].equalsIgnoreCase(NAMESPACE);
  }

  /** The names of all functions. */
  public static List<String> names() {
    return all("").map(UnboundFunction::name).toList();
  }

  private static Stream<UnboundFunction> all(String catalog) {
    return Stream.of(
        new DescriptorToString(), new PathToDescriptor(), new ReadBlob.Unbound(catalog));
  }
}
