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

import io.icepack.spark.table.PrimaryKey;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.spark.Spark3Util;
import org.apache.spark.sql.connector.distributions.Distribution;
import org.apache.spark.sql.connector.distributions.Distributions;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Expressions;

/**
 * The distribution that a write to a primary-key table asks Spark for: all rows of one partition
 * and bucket in one task, so that they have one order. Tasks sort by key themselves, after payloads
 * are stored, so no ordering is asked for and no payload goes through a sort.
 *
 * @param distribution how rows are clustered
 * @param tasks number of tasks, 0 for any number
 */
public record RunDistribution(Distribution distribution, int tasks) {

  /** The distribution of rows into the runs of a table. */
  public static RunDistribution of(PartitionSpec spec, PrimaryKey key) {
    if (spec.isPartitioned()) {
      return new RunDistribution(Distributions.clustered(Spark3Util.toTransforms(spec)), 0);
    }
    Expression[] columns =
        key.names().stream()
            .map(name -> Expressions.column("`" + name.replace("`", "``") + "`"))
            .toArray(Expression[]::new);
    return new RunDistribution(Distributions.clustered(columns), 1);
  }
}
