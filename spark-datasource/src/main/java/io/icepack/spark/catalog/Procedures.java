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
