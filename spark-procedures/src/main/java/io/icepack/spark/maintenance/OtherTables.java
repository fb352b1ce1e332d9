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

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.max_by;

import io.icepack.blob.base.ObjectIdentity;
import io.icepack.spark.table.TableBases;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadataParser;
import org.apache.spark.api.java.function.FilterFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Other tables below the roots of a table. What lies there is theirs, as far as the roots alone can
 * tell: a table may have been created below another one, or where another one was before it moved.
 *
 * @param directories identities of their locations
 */
record OtherTables(List<String> directories) {

  private static final int MAX = 1000;

  /**
   * Finds all tables by their metadata.
   *
   * @throws UnprovenException if there are too many
   */
  static OtherTables remaining(Dataset<Row> stored) throws UnprovenException {
    return new OtherTables(newestMetadata(stored).stream().map(row -> row.getString(0)).toList());
  }

  /**
   * Finds the other tables by their metadata.
   *
   * @param stored what lies below the roots of {@code table}
   * @throws UnprovenException if there are too many
   */
  static OtherTables within(Table table, Dataset<Row> stored) throws UnprovenException {
    List<String> directories = new ArrayList<>();
    for (Row row : newestMetadata(stored)) {
      if (!isOwn(table, row.getString(0), row.getString(1))) {
        directories.add(row.getString(0));
      }
    }
    return new OtherTables(directories);
  }

  private static List<Row> newestMetadata(Dataset<Row> stored) throws UnprovenException {
    List<Row> found =
        stored
            .filter(col(StoredObjects.TYPE).equalTo(ObjectType.TABLE_METADATA.name()))
            .groupBy(StoredObjects.DIRECTORY)
            .agg(max_by(col(StoredObjects.LOCATION), col(StoredObjects.MODIFIED)))
            .limit(MAX + 1)
            .collectAsList();
    if (found.size() > MAX) {
      throw new UnprovenException(
          RemovalStatus.UNSAFE, "more than %d other tables lie below its locations".formatted(MAX));
    }
    return found;
  }

  /**
   * Whether metadata tells of the table itself. It does in the location of the table, and where the
   * table has been before unless another one came after it.
   */
  private static boolean isOwn(Table table, String directory, String newestMetadata) {
    if (directory.equals(ObjectIdentity.of(table.location()))) {
      return true;
    }
    if (TableBases.ownRoots(table).stream().map(ObjectIdentity::of).noneMatch(directory::equals)) {
      return false;
    }
    String uuid = TableMetadataParser.read(table.io(), newestMetadata).uuid();
    return table.uuid().toString().equals(uuid);
  }

  /** Leaves out of some of the stored objects what may belong to other tables. */
  Dataset<Row> exclude(Dataset<Row> objects) {
    return directories.isEmpty() ? objects : objects.filter(new Outside(directories));
  }

  private record Outside(List<String> directories) implements FilterFunction<Row> {
    @Override
    public boolean call(Row object) {
      String identity = object.getAs(StoredObjects.IDENTITY);
      return directories.stream().noneMatch(directory -> identity.startsWith(directory + "/"));
    }
  }
}
