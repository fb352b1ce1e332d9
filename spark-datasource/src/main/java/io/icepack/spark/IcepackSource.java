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
package io.icepack.spark;

import io.icepack.spark.catalog.TableReference;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.spark.SparkReadOptions;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.SessionConfigSupport;
import org.apache.spark.sql.connector.catalog.SupportsCatalogOptions;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * {@code format("icepack")} of readers and writers. What is loaded or saved is the name of a table
 * in an {@link IcepackCatalog} or, if it has a slash, the location of a table.
 */
public class IcepackSource
    implements DataSourceRegister, SupportsCatalogOptions, SessionConfigSupport {

  @Override
  public String shortName() {
    return "icepack";
  }

  @Override
  public String keyPrefix() {
    return shortName();
  }

  @Override
  public StructType inferSchema(CaseInsensitiveStringMap options) {
    return null;
  }

  @Override
  public Transform[] inferPartitioning(CaseInsensitiveStringMap options) {
    return TableReference.of(options).load().partitioning();
  }

  @Override
  public boolean supportsExternalMetadata() {
    return true;
  }

  @Override
  public Table getTable(
      StructType schema, Transform[] partitioning, Map<String, String> properties) {
    return TableReference.of(new CaseInsensitiveStringMap(properties)).load();
  }

  @Override
  public Identifier extractIdentifier(CaseInsensitiveStringMap options) {
    return TableReference.of(options).identifier();
  }

  @Override
  public String extractCatalog(CaseInsensitiveStringMap options) {
    return TableReference.of(options).catalog().name();
  }

  @Override
  public Optional<String> extractTimeTravelVersion(CaseInsensitiveStringMap options) {
    return Optional.ofNullable(options.get(SparkReadOptions.VERSION_AS_OF));
  }

  @Override
  public Optional<String> extractTimeTravelTimestamp(CaseInsensitiveStringMap options) {
    return Optional.ofNullable(options.get(SparkReadOptions.TIMESTAMP_AS_OF));
  }
}
