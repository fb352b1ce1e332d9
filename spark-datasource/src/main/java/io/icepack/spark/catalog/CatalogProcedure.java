package io.icepack.spark.catalog;

import org.apache.spark.sql.connector.catalog.procedures.UnboundProcedure;

/**
 * A procedure that {@link java.util.ServiceLoader} finds and {@code CALL <catalog>.<namespace>.
 * <name>(…)} reaches. One in the namespace {@code system} takes the place of Iceberg's procedure of
 * that name.
 */
public interface CatalogProcedure {

  /** {@code sys}, or {@code system} to stand in front of a procedure of Iceberg's. */
  default String namespace() {
    return "sys";
  }

  /** The name, in lower case. */
  String name();

  /**
   * The procedure for one catalog.
   *
   * @param catalog the catalog it was called through
   * @param iceberg Iceberg's procedure of the same name, null outside {@code system}
   */
  UnboundProcedure load(BlobCatalog catalog, UnboundProcedure iceberg);
}
