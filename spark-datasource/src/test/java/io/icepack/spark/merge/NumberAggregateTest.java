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

import static io.icepack.spark.merge.KeyedTable.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

/** {@code sum}, {@code product} and {@code count} with every type of number. */
class NumberAggregateTest {

  @Test
  void takesSumsBackBeforeTheyCame() {
    assertThat(table("BIGINT", "sum").fold(row("-D", 3L, 1), row("+I", 5L, 2)))
        .containsExactly(2L, 2);
    assertThat(table("BIGINT", "count").fold(row("-D", 3L, 1), row("+I", 5L, 2)))
        .containsExactly(0L, 2);
    assertThat(table("DOUBLE", "sum").fold(row("-D", 3.0, 1), row("+I", 5.5, 2)))
        .containsExactly(2.5, 2);
    assertThat(table("DECIMAL(5,2)", "sum").fold(row("-D", dec("3"), 1), row("+I", dec("5.5"), 2)))
        .containsExactly(dec("2.50"), 2);
  }

  @Test
  void addsEveryKindOfNumber() {
    assertThat(table("BIGINT", "sum").fold(row("+I", 1L << 40, 1), row("+I", 1L, 2)))
        .containsExactly((1L << 40) + 1, 2);
    assertThat(table("FLOAT", "sum").fold(row("+I", 1e8f, 1), row("+I", 1f, 2), row("+I", 1f, 3)))
        .containsExactly(1e8f, 3);
    assertThat(table("DOUBLE", "product").fold(row("+I", 1.5, 1), row("+I", 2.0, 2)))
        .containsExactly(3.0, 2);
    assertThat(table("DECIMAL(5,2)", "sum").fold(row("+I", dec("1.25"), 1), row("+I", dec("2"), 2)))
        .containsExactly(dec("3.25"), 2);
    assertThat(
            table("DECIMAL(5,2)", "product")
                .fold(row("+I", dec("1.01"), 1), row("+I", dec("1.01"), 2)))
        .containsExactly(dec("1.02"), 2);
    assertThat(
            table("DECIMAL(5,2)", "product")
                .fold(row("+I", dec("2.50"), 1), row("+I", dec("4"), 2), row("-D", dec("4"), 3)))
        .containsExactly(dec("2.50"), 3);
    assertThat(
            table("DOUBLE", "product")
                .fold(row("+I", 1.5, 1), row("+I", 4.0, 2), row("-D", 4.0, 3)))
        .containsExactly(1.5, 3);
  }

  @Test
  void refusesNumbersOutOfRange() {
    assertOverflow(table("INT", "sum"), Integer.MAX_VALUE, 1, "2147483647 + 1", "INT");
    assertOverflow(table("INT", "product"), 65536, 65536, "65536 * 65536", "INT");
    assertOverflow(table("BIGINT", "sum"), Long.MIN_VALUE, -1L, Long.MIN_VALUE + " + -1", "BIGINT");
    assertOverflow(
        table("BIGINT", "product"), Long.MAX_VALUE, 2L, Long.MAX_VALUE + " * 2", "BIGINT");
    assertOverflow(
        table("DECIMAL(5,2)", "sum"), dec("999.99"), dec("0.01"), "999.99 + 0.01", "DECIMAL(5,2)");
    assertOverflow(
        table("DECIMAL(5,2)", "product"), dec("100"), dec("10"), "100.00 * 10.00", "DECIMAL(5,2)");
    assertThatThrownBy(
            () -> table("INT", "sum").fold(row("+I", Integer.MIN_VALUE, 1), row("-D", 1, 1)))
        .isInstanceOf(ArithmeticException.class)
        .hasMessage(
            "Cannot merge rows of column 'v' of table db.t: -2147483648 - 1 is out of the range "
                + "of INT; give the column a wider type");
  }

  private static void assertOverflow(
      KeyedTable table, Object first, Object second, String operation, String type) {
    assertThatThrownBy(() -> table.fold(row("+I", first, 1), row("+I", second, 1)))
        .isInstanceOf(ArithmeticException.class)
        .hasMessage(
            "Cannot merge rows of column 'v' of table db.t: "
                + operation
                + " is out of the range of "
                + type
                + "; give the column a wider type");
  }

  @Test
  void takesOnlyFactorsOutOfProducts() {
    assertNoFactor(table("INT", "product"), 6, 4, "4 is no factor of the product 6");
    assertNoFactor(table("INT", "product"), 6, 0, "0 is no factor of the product 6");
    assertNoFactor(table("INT", "product"), null, 3, "3 is no factor of the product NULL");
    assertNoFactor(table("DOUBLE", "product"), 6.0, 0.0, "0.0 is no factor of the product 6.0");
    assertNoFactor(table("DOUBLE", "product"), null, 2.0, "2.0 is no factor of the product NULL");
    assertNoFactor(
        table("DECIMAL(5,2)", "product"),
        dec("1"),
        dec("0"),
        "0.00 is no factor of the product 1.00");
    assertNoFactor(
        table("DECIMAL(5,2)", "product"), null, dec("2"), "2.00 is no factor of the product NULL");
  }

  private static void assertNoFactor(KeyedTable table, Object value, Object taken, String why) {
    assertThatThrownBy(() -> table.fold(row("+I", value, 1), row("-D", taken, 1)))
        .isInstanceOf(ArithmeticException.class)
        .hasMessage(
            "Cannot merge a deletion of column 'v' of table db.t: "
                + why
                + "; set 'fields.v.ignore-retract' = 'true' to keep the product");
  }

  private static KeyedTable table(String type, String function) {
    return AggregateTest.table(type, function);
  }

  private static BigDecimal dec(String value) {
    return new BigDecimal(value).setScale(2);
  }
}
