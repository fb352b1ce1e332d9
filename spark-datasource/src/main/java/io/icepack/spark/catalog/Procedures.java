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

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.apache.spark.sql.connector.catalog.Identifier;

/** The procedures on the class path, found once. */
final class Procedures {

  static final String ICEBERG_NAMESPACE = "system";

  private static final List<CatalogProcedure> ALL =
      ServiceLoader.load(CatalogProcedure.class, Procedures.class.getClassLoader()).stream()
          .map(ServiceLoader.Provider::get)
          .toList();

  private Procedures() {}

  /** The procedure of that name, or null. */
  static CatalogProcedure find(Identifier ident) {
    return in(ident.namespace())
        .filter(procedure -> procedure.name().equals(ident.name().toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElse(null);
  }

  static Stream<Identifier> list(String[] namespace) {
    return in(namespace).map(procedure -> Identifier.of(namespace, procedure.name()));
  }

  private static Stream<CatalogProcedure> in(String[] namespace) {
    List<String> levels =
        Arrays.stream(namespace).map(level -> level.toLowerCase(Locale.ROOT)).toList();
    return ALL.stream().filter(procedure -> levels.equals(List.of(procedure.namespace())));
  }
}
