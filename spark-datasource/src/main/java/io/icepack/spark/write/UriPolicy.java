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
package io.icepack.spark.write;

import io.icepack.blob.base.TableLocations;
import io.icepack.blob.store.BlobStore;
import io.icepack.spark.column.Ingestion;
import io.icepack.spark.column.References;
import io.icepack.spark.column.UriStore;
import io.icepack.spark.io.ExternalStorage;
import io.icepack.spark.table.BlobForm;
import io.icepack.spark.table.BlobTable;
import io.icepack.spark.table.UriOptions;
import java.io.Serializable;
import java.util.Map;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * What the tasks of one statement do with URIs; sent to executors.
 *
 * @param external how to read objects that the table does not own, null if none are read
 */
public record UriPolicy(UriOptions options, Broadcast<ExternalStorage> external)
    implements Serializable {

  /**
   * The policy of one statement, null if no column of the table can have a URI.
   *
   * @param catalog name of the catalog, for session settings
   * @param options write options
   */
  public static UriPolicy of(
      SparkSession spark, BlobTable table, String catalog, CaseInsensitiveStringMap options) {
    boolean possible =
        table.columns().all().stream()
            .flatMap(column -> column.shape().values())
            .map(blob -> blob.form())
            .anyMatch(BlobForm::isStruct);
    if (!possible) {
      return null;
    }
    Map<String, String> properties = table.table().properties();
    UriOptions uris = UriOptions.of(table.name(), properties, options);
    if (!uris.ingest()) {
      return new UriPolicy(uris, null);
    }
    ExternalStorage storage = ExternalStorage.of(spark, catalog, properties, options);
    return new UriPolicy(
        uris, JavaSparkContext.fromSparkContext(spark.sparkContext()).broadcast(storage));
  }

  /**
   * What one task does.
   *
   * @param newDataFile a location as new data files have it
   * @param source whose storage counts before that of the policy, null for none
   * @param managed whether payloads of the table are managed
   * @param own storage of objects of the table
   */
  UriStore open(
      TableLocations locations,
      String newDataFile,
      BlobStore own,
      boolean managed,
      SourceTable source) {
    return options.ingest()
        ? new Ingestion(locations, own, external::value, source == null ? null : source.store())
        : new References(locations, newDataFile, options.allowOutsideBases(), managed);
  }
}
