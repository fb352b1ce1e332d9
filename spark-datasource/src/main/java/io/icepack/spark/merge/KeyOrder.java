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
package io.icepack.spark.merge;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Ascending$;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.BoundReference;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.RowOrdering;
import org.apache.spark.sql.catalyst.expressions.SortOrder;
import org.apache.spark.sql.catalyst.expressions.SortOrder$;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * The order in which runs are sorted: that of Spark's ascending sort. Nulls come first; strings and
 * binary values compare by their unsigned bytes.
 */
public final class KeyOrder {

  private KeyOrder() {}

  /** Orders rows by their first {@code keyColumns} columns, generated as code. */
  public static Comparator<InternalRow> of(StructType rowType, int keyColumns) {
    return on(rowType, IntStream.range(0, keyColumns).toArray());
  }

  /** Orders rows by the columns at some ordinals, the first of them counting most. */
  static Comparator<InternalRow> on(StructType rowType, int... ordinals) {
    return of(
        Arrays.stream(ordinals)
            .mapToObj(ordinal -> ascending(ordinal, rowType.fields()[ordinal].dataType()))
            .toList());
  }

  /** Orders rows by the one column at an ordinal. */
  static Comparator<InternalRow> on(DataType type, int ordinal) {
    return of(List.of(ascending(ordinal, type)));
  }

  private static Comparator<InternalRow> of(List<SortOrder> orders) {
    return RowOrdering.create(seq(orders), seq(List.<Attribute>of()));
  }

  private static SortOrder ascending(int ordinal, DataType type) {
    Expression column = new BoundReference(ordinal, type, true);
    return SortOrder$.MODULE$.apply(column, Ascending$.MODULE$, seq(List.<Expression>of()));
  }

  private static <T> Seq<T> seq(List<T> list) {
    return CollectionConverters.asScala(list).toSeq();
  }
}
