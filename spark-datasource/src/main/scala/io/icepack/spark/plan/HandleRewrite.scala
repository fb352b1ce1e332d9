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

import io.icepack.spark.rowlevel.BlobDeltaOperation
import org.apache.spark.sql.catalyst.ProjectingInternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.catalyst.plans.logical.MergeRows.{Discard, Instruction, Keep, Split}
import scala.collection.mutable

/**
 * Rewrites the query of one statement whose scan returns handles.
 *
 * An expression that only passes a value on may return a handle. Any other sees bytes: each
 * attribute that may hold a handle is wrapped there.
 */
private[plan] class HandleRewrite(operation: BlobDeltaOperation, scanned: Seq[Attribute]) {

  /** Attributes that may hold handles, with the blob column that they come from. */
  private val columns = mutable.Map.empty[ExprId, String]

  scanned
    .filter(attribute => operation.table.columns.findManaged(attribute.name).isPresent)
    .foreach(attribute => columns(attribute.exprId) = attribute.name)

  /**
   * The rewritten query.
   *
   * @param row which outputs of the query become which columns of the rows to write
   */
  def apply(query: LogicalPlan, row: Option[ProjectingInternalRow]): LogicalPlan =
    lookWhereNoHandleGoes(rewrite(query), row)

  /** Only columns of descriptor structs take handles; a value for any other becomes bytes. */
  private def lookWhereNoHandleGoes(
      query: LogicalPlan,
      row: Option[ProjectingInternalRow]): LogicalPlan = {
    val targets = row.toSeq.flatMap(r => r.colOrdinals.zip(r.schema.fieldNames)).toMap
    val output = query.output.zipWithIndex.map {
      case (attribute, ordinal)
          if columns.contains(attribute.exprId) && targets.get(ordinal).exists(isPlain) =>
        Alias(look(attribute), attribute.name)()
      case (attribute, _) => attribute
    }
    if (output == query.output) query else Project(output, query)
  }

  private def isPlain(column: String): Boolean =
    operation.table.columns.findManaged(column).isEmpty

  private def rewrite(query: LogicalPlan): LogicalPlan = query.transformUp {
    case project: Project =>
      val values = project.projectList.map(pass(_).asInstanceOf[NamedExpression])
      values.foreach(value => mark(value.toAttribute, value))
      project.copy(projectList = values)
    case expand: Expand =>
      val projections = expand.projections.map(_.map(pass))
      markOutput(expand.output, projections)
      expand.copy(projections = projections)
    case merge: MergeRows =>
      val rewritten = merge.copy(
        isSourceRowPresent = look(merge.isSourceRowPresent),
        isTargetRowPresent = look(merge.isTargetRowPresent),
        matchedInstructions = merge.matchedInstructions.map(instruction),
        notMatchedInstructions = merge.notMatchedInstructions.map(instruction),
        notMatchedBySourceInstructions = merge.notMatchedBySourceInstructions.map(instruction))
      markOutput(rewritten.output, rewritten.outputs)
      rewritten
    case leaf: LeafNode => leaf
    case other => other.mapExpressions(look)
  }

  private def instruction(instruction: Instruction): Instruction = instruction match {
    case Keep(context, condition, output) => Keep(context, look(condition), output.map(pass))
    case Discard(condition) => Discard(look(condition))
    case Split(condition, output, other) =>
      Split(look(condition), output.map(pass), other.map(pass))
  }

  private def markOutput(output: Seq[Attribute], values: Seq[Seq[Expression]]): Unit =
    for (row <- values; (attribute, value) <- output.zip(row)) mark(attribute, value)

  private def mark(attribute: Attribute, value: Expression): Unit =
    column(value).foreach(columns(attribute.exprId) = _)

  /** The blob column whose handle an expression may return. */
  private def column(value: Expression): Option[String] = value match {
    case attribute: AttributeReference => columns.get(attribute.exprId)
    case Alias(child, _) => column(child)
    case If(_, yes, no) => column(yes).orElse(column(no))
    case CaseWhen(branches, otherwise) =>
      (branches.map(_._2) ++ otherwise).flatMap(column).headOption
    case Coalesce(children) => children.flatMap(column).headOption
    case _ => None
  }

  /** Rewrites an expression whose result is passed on. */
  private def pass(value: Expression): Expression = value match {
    case attribute: AttributeReference => attribute
    case alias: Alias => alias.withNewChildren(Seq(pass(alias.child)))
    case If(condition, yes, no) => If(look(condition), pass(yes), pass(no))
    case CaseWhen(branches, otherwise) =>
      CaseWhen(
        branches.map { case (condition, result) => (look(condition), pass(result)) },
        otherwise.map(pass))
    case Coalesce(children) => Coalesce(children.map(pass))
    case other => look(other)
  }

  /** Rewrites an expression that looks inside values; whether one is null a handle tells, too. */
  private def look(expression: Expression): Expression = expression match {
    case IsNull(_: AttributeReference) | IsNotNull(_: AttributeReference) => expression
    case Size(_: AttributeReference, _) => expression
    case attribute: AttributeReference =>
      columns.get(attribute.exprId) match {
        case Some(name) =>
          ApplyFunctionExpression(
            operation.handleReader(name, attribute.nullable),
            Seq(attribute))
        case None => attribute
      }
    case other => other.mapChildren(look)
  }
}
