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

import io.icepack.spark.table.TableOptions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.spark.SparkSchemaUtil;
import org.apache.iceberg.transforms.Transforms;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;

/**
 * The partitioning of a primary-key table: what its declaration says, by key columns only, and
 * after it the buckets, a transform of one key column.
 *
 * @param key names of the key columns
 * @param schema columns with their declared types
 * @param declared the partitioning that the user asks for
 */
record KeyLayout(String table, List<String> key, StructType schema, Transform[] declared) {

  /**
   * The partitioning for Iceberg.
   *
   * @throws ValidationException if rows of one key could get into several partitions, or no column
   *     can make the buckets
   */
  Transform[] partitions(Map<String, String> properties) {
    for (Transform transform : declared) {
      for (NamedReference reference : transform.references()) {
        checkInKey(transform, reference.fieldNames()[0]);
      }
    }
    String bucketKey = properties.get(TableOptions.BUCKET_KEY);
    if (bucketKey != null) {
      checkBucketKey(bucketKey);
    }
    int buckets = TableOptions.of(table, properties).buckets();
    if (buckets == 1) {
      return declared;
    }
    Transform bucket =
        Expressions.bucket(buckets, quoted(bucketKey == null ? firstFree(buckets) : bucketKey));
    checkBucket(bucket, buckets);
    return Stream.concat(Arrays.stream(declared), Stream.of(bucket)).toArray(Transform[]::new);
  }

  private void checkInKey(Transform transform, String column) {
    if (!key.contains(column)) {
      throw new ValidationException(
          "Cannot partition table %s by %s: column %s is not in the primary key (%s), and rows of "
              + "one key must stay in one partition; partition by key columns",
          table, transform.describe(), column, String.join(", ", key));
    }
  }

  private void checkBucketKey(String column) {
    if (!key.contains(column) || isPartition(column)) {
      throw new ValidationException(
          "Cannot set '%s' = '%s' on table %s: %s; name one column of the primary key (%s)",
          TableOptions.BUCKET_KEY,
          column,
          table,
          key.contains(column)
              ? "each partition has one value of it, so one bucket"
              : "it is not in the primary key",
          String.join(", ", key));
    }
  }

  private String firstFree(int buckets) {
    return key.stream()
        .filter(column -> !isPartition(column))
        .findFirst()
        .orElseThrow(
            () ->
                new ValidationException(
                    "Cannot set '%s' = '%s' on table %s: the table is partitioned by all columns "
                        + "of the primary key (%s), so a partition has one row; leave the option "
                        + "out",
                    TableOptions.BUCKET, buckets, table, String.join(", ", key)));
  }

  private boolean isPartition(String column) {
    return Arrays.stream(declared)
        .filter(transform -> transform.name().equals("identity"))
        .anyMatch(transform -> transform.references()[0].fieldNames()[0].equals(column));
  }

  private void checkBucket(Transform bucket, int buckets) {
    String column = bucket.references()[0].fieldNames()[0];
    DataType type = schema.apply(column).dataType();
    if (!Transforms.bucket(buckets).canTransform(SparkSchemaUtil.convert(type))) {
      throw noBuckets(buckets, column, "it has the type " + type.sql() + ", which has no hash");
    }
    for (Transform transform : declared) {
      if (transform.name().equals("bucket")
          && transform.references()[0].fieldNames()[0].equals(column)) {
        throw noBuckets(
            buckets, column, "the table is partitioned by " + transform.describe() + " already");
      }
    }
  }

  private ValidationException noBuckets(int buckets, String column, String reason) {
    return new ValidationException(
        "Cannot set '%s' = '%s' on table %s: buckets would be those of column %s, but %s; name "
            + "another column of the primary key in '%s'",
        TableOptions.BUCKET, buckets, table, column, reason, TableOptions.BUCKET_KEY);
  }

  private static String quoted(String column) {
    return '`' + column.replace("`", "``") + '`';
  }
}
