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
package io.icepack.spark.scan;

import java.util.List;
import java.util.stream.Stream;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.ExpressionVisitors;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.expressions.Literal;
import org.apache.iceberg.expressions.UnboundPredicate;
import org.apache.iceberg.expressions.UnboundTerm;

/** Makes both zeros of a floating-point type one, as they are for Spark but not for Iceberg. */
final class SignedZeros extends ExpressionVisitors.ExpressionVisitor<Expression> {

  private SignedZeros() {}

  /** The expression that selects by Iceberg's order what {@code filter} selects by Spark's. */
  static Expression equated(Expression filter) {
    return ExpressionVisitors.visit(filter, new SignedZeros());
  }

  @Override
  public Expression alwaysTrue() {
    return Expressions.alwaysTrue();
  }

  @Override
  public Expression alwaysFalse() {
    return Expressions.alwaysFalse();
  }

  @Override
  public Expression not(Expression result) {
    return Expressions.not(result);
  }

  @Override
  public Expression and(Expression left, Expression right) {
    return Expressions.and(left, right);
  }

  @Override
  public Expression or(Expression left, Expression right) {
    return Expressions.or(left, right);
  }

  @Override
  public <T> Expression predicate(UnboundPredicate<T> predicate) {
    if (predicate.literals() == null || predicate.literals().stream().noneMatch(this::isZero)) {
      return predicate;
    }
    UnboundTerm<T> term = predicate.term();
    return switch (predicate.op()) {
      case LT -> Expressions.lessThan(term, zero(predicate.literal(), true));
      case LT_EQ -> Expressions.lessThanOrEqual(term, zero(predicate.literal(), false));
      case GT -> Expressions.greaterThan(term, zero(predicate.literal(), false));
      case GT_EQ -> Expressions.greaterThanOrEqual(term, zero(predicate.literal(), true));
      case EQ, IN -> Expressions.in(term, withBothZeros(predicate.literals()));
      case NOT_EQ, NOT_IN -> Expressions.notIn(term, withBothZeros(predicate.literals()));
      default -> predicate;
    };
  }

  private <T> List<T> withBothZeros(List<Literal<T>> literals) {
    return literals.stream()
        .flatMap(
            literal ->
                isZero(literal)
                    ? Stream.of(zero(literal, true), zero(literal, false))
                    : Stream.of(literal.value()))
        .distinct()
        .toList();
  }

  private boolean isZero(Literal<?> literal) {
    return literal.value() instanceof Double number && number == 0
        || literal.value() instanceof Float single && single == 0;
  }

  @SuppressWarnings("unchecked") // a zero of the type of the literal
  private static <T> T zero(Literal<T> literal, boolean negative) {
    return literal.value() instanceof Double
        ? (T) Double.valueOf(negative ? -0.0 : 0.0)
        : (T) Float.valueOf(negative ? -0.0f : 0.0f);
  }
}
