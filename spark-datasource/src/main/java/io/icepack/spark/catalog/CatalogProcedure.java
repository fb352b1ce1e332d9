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
