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

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.Test;

class KeyOrderTest {

  @Test
  void sortsNullsFirst() {
    assertOrdered(DataTypes.IntegerType, null, Integer.MIN_VALUE, -1, 0, Integer.MAX_VALUE);
    assertOrdered(DataTypes.LongType, null, Long.MIN_VALUE, -1L, 0L, Long.MAX_VALUE);
    assertOrdered(DataTypes.DateType, null, -1, 0, 1);
    assertOrdered(DataTypes.TimestampType, null, -1L, 0L, 1L);
    assertOrdered(DataTypes.BooleanType, null, false, true);
    assertOrdered(DataTypes.DoubleType, null, Double.NEGATIVE_INFINITY, 0.0, 1e300, Double.NaN);
    assertOrdered(DataTypes.createDecimalType(5, 2), null, decimal("-1.50"), decimal("2.25"));
  }

  @Test
  void comparesStringsAndBytesUnsigned() {
    assertOrdered(
        DataTypes.StringType,
        Stream.of(
                null,
                "",
                "A",
                "AA",
                "a",
                "abcdefgh",
                "abcdefgh!",
                "abcdefgi",
                "\u007f",
                "\u0080",
                "\uffff",
                "\ud83d\ude00")
            .map(UTF8String::fromString)
            .toArray());
    assertOrdered(
        DataTypes.BinaryType, null, bytes(), bytes(0), bytes(0, 0), bytes(127), bytes(128));
  }

  @Test
  void comparesOnlyKeyColumnsOfRowsOfAnyWidth() {
    StructType type =
        new StructType()
            .add("a", DataTypes.IntegerType)
            .add("b", DataTypes.StringType)
            .add("c", DataTypes.IntegerType);
    InternalRow key = new GenericInternalRow(new Object[] {1, UTF8String.fromString("x")});
    InternalRow row = new GenericInternalRow(new Object[] {1, UTF8String.fromString("x"), 9});
    InternalRow next = new GenericInternalRow(new Object[] {1, UTF8String.fromString("y"), 0});
    assertThat(KeyOrder.of(type, 2).compare(key, row)).isZero();
    assertThat(KeyOrder.of(type, 2).compare(row, next)).isNegative();
    assertThat(KeyOrder.on(type, 2, 0).compare(row, next)).isPositive();
  }

  @Test
  void knowsKeysByPrefixOnlyIfNothingFollows() {
    StructType type = new StructType().add("a", DataTypes.LongType).add("b", DataTypes.StringType);
    assertThat(KeyPrefix.of(type, 1).isWholeKey(5)).isTrue();
    assertThat(KeyPrefix.of(type, 2).isWholeKey(5)).isFalse();
    assertThat(KeyPrefix.of(new StructType().add("b", DataTypes.StringType), 1).isWholeKey(5))
        .isFalse();
  }

  private static void assertOrdered(DataType type, Object... values) {
    StructType rowType = new StructType().add("k", type);
    List<InternalRow> sorted = new ArrayList<>();
    for (Object value : values) {
      sorted.add(new GenericInternalRow(new Object[] {value}));
    }
    List<InternalRow> shuffled = new ArrayList<>(sorted);
    Collections.shuffle(shuffled, new Random(1));
    shuffled.sort(KeyOrder.of(rowType, 1));
    assertThat(shuffled).isEqualTo(sorted);
    for (int i = 1; i < sorted.size(); i++) {
      assertPrefixesAgree(rowType, sorted.get(i - 1), sorted.get(i));
    }
  }

  private static void assertPrefixesAgree(StructType type, InternalRow less, InternalRow greater) {
    KeyPrefix prefix = KeyPrefix.of(type, 1);
    assertThat(prefix.of(less)).isLessThanOrEqualTo(prefix.of(greater));
    assertThat(prefix.of(less) == prefix.of(greater) && prefix.isWholeKey(prefix.of(less)))
        .as("%s and %s are one key", less, greater)
        .isFalse();
  }

  private static Decimal decimal(String value) {
    return Decimal.apply(new BigDecimal(value), 5, 2);
  }

  private static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }
}
