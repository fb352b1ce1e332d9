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
package io.icepack.spark.plan

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate.{AggregateExpression, AggregateFunction, Count}
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation

/** The questions in expressions that descriptors answer. */
private[plan] class DescriptorQuestions(blobs: Seq[DescribedBlobs]) extends PredicateHelper {

  def isEmpty: Boolean = blobs.isEmpty

  /** The same for the tables alone that a plan asks. */
  def askedIn(plan: LogicalPlan): DescriptorQuestions = {
    val references = AttributeSet(plan.collect { case node => node.references.toSeq }.flatten)
    new DescriptorQuestions(blobs.filter(table => references.contains(table.descriptors)))
  }

  /** The blob columns among attributes. */
  def among(attributes: AttributeSet): Set[ExprId] =
    attributes.iterator.map(_.exprId).filter(id => blobs.exists(_.has(id))).toSet

  /** Whether a value in the list of a projection is a blob column, maybe under another name. */
  def isColumn(value: NamedExpression): Boolean = blobs.exists(_.has(value.exprId))

  /** The columns of descriptors that a projection is to have beside its blob columns. */
  def descriptors(values: Seq[NamedExpression]): Seq[AttributeReference] = blobs
    .filter(table => values.exists(value => table.has(value.exprId)))
    .map(_.descriptors)
    .filterNot(values.contains)

  /** A relation with the column of descriptors. */
  def describe(relation: DataSourceV2Relation): DataSourceV2Relation =
    blobs.foldLeft(relation)((same, table) => table.describe(same))

  /** Asks descriptors. */
  def rewrite(expression: Expression): Expression = expression match {
    case IsNull(part) => IsNull(described(part))
    case IsNotNull(part) => IsNotNull(described(part))
    case Size(part, legacy) => Size(described(part), legacy)
    case MapKeys(part) => MapKeys(described(part))
    case Length(part) => length(part).getOrElse(Length(rewrite(part)))
    case OctetLength(part) => length(part).getOrElse(OctetLength(rewrite(part)))
    case aggregate: AggregateExpression if aggregate.isDistinct =>
      val function = aggregate.aggregateFunction.mapChildren(rewrite)
      aggregate.copy(aggregateFunction = function.asInstanceOf[AggregateFunction])
    case Count(parts) => Count(parts.map(described))
    case _: SubqueryExpression => expression
    case other => other.mapChildren(rewrite)
  }

  private def length(part: Expression): Option[Expression] = blobs.flatMap(_.length(part)).headOption

  private def described(part: Expression): Expression =
    blobs.flatMap(_.descriptor(part)).headOption.getOrElse(rewrite(part))

  /** Asks descriptors what the scan itself does not. */
  def rewriteUnlessPushed(condition: Expression): Expression = condition match {
    case both: And => both.mapChildren(rewriteUnlessPushed)
    case part => if (isPushed(part)) part else rewrite(part)
  }

  private def isPushed(condition: Expression): Boolean = condition match {
    case IsNull(part) => isDescribed(part)
    case IsNotNull(part) => isDescribed(part)
    case _ => false
  }

  private def isDescribed(part: Expression): Boolean = blobs.exists(_.descriptor(part).isDefined)

  /** The attributes whose values an expression looks at. */
  def needed(expression: Expression): Seq[Attribute] = expression match {
    case subquery: SubqueryExpression => subquery.references.toSeq
    case attribute: Attribute => Seq(attribute)
    case field: GetStructField if blobs.exists(_.isPlain(field)) => Nil
    case other => other.children.flatMap(needed)
  }

  /** The same without conditions that the scan evaluates. */
  def neededUnlessPushed(condition: Expression): Seq[Attribute] =
    splitConjunctivePredicates(condition).filterNot(isPushed).flatMap(needed)
}
