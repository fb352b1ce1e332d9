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

  private val blobs = new HandleSources(operation.table)

  /** Attributes that may hold handles, with what they look like. */
  private val columns = mutable.Map.empty[ExprId, HandleSource]

  scanned.foreach { attribute =>
    blobs.column(attribute.name).foreach(columns(attribute.exprId) = _)
  }

  /**
   * The rewritten query.
   *
   * @param row which outputs of the query become which columns of the rows to write
   */
  def apply(query: LogicalPlan, row: Option[ProjectingInternalRow]): LogicalPlan =
    lookWhereNoHandleGoes(rewrite(query), row)

  /** Only columns with blobs at the same places take handles; a value for any other becomes bytes. */
  private def lookWhereNoHandleGoes(
      query: LogicalPlan,
      row: Option[ProjectingInternalRow]): LogicalPlan = {
    val targets = row.toSeq.flatMap(r => r.colOrdinals.zip(r.schema.fieldNames)).toMap
    val output = query.output.zipWithIndex.map {
      case (attribute, ordinal)
          if columns.contains(attribute.exprId) &&
            targets.get(ordinal).exists(!takes(_, columns(attribute.exprId))) =>
        Alias(look(attribute), attribute.name)()
      case (attribute, _) => attribute
    }
    if (output == query.output) query else Project(output, query)
  }

  private def takes(column: String, value: HandleSource): Boolean =
    blobs.column(column).exists(_.isLike(value))

  private def rewrite(query: LogicalPlan): LogicalPlan = query.transformUp {
    case project: Project =>
      val values = project.projectList.map(pass(_).asInstanceOf[NamedExpression])
      values.foreach(value => mark(value.toAttribute, value))
      project.copy(projectList = values)
    case expand: Expand =>
      val sources = markOutput(expand.output, expand.projections)
      expand.copy(projections = expand.projections.map(passAll(_, sources)))
    case merge: MergeRows =>
      val sources = markOutput(merge.output, merge.outputs)
      merge.copy(
        isSourceRowPresent = look(merge.isSourceRowPresent),
        isTargetRowPresent = look(merge.isTargetRowPresent),
        matchedInstructions = merge.matchedInstructions.map(instruction(_, sources)),
        notMatchedInstructions = merge.notMatchedInstructions.map(instruction(_, sources)),
        notMatchedBySourceInstructions =
          merge.notMatchedBySourceInstructions.map(instruction(_, sources)))
    case leaf: LeafNode => leaf
    case other => other.mapExpressions(look)
  }

  private def instruction(
      instruction: Instruction,
      sources: Seq[Option[HandleSource]]): Instruction = instruction match {
    case Keep(context, condition, output) =>
      Keep(context, look(condition), passAll(output, sources))
    case Discard(condition) => Discard(look(condition))
    case Split(condition, output, other) =>
      Split(look(condition), passAll(output, sources), passAll(other, sources))
  }

  private def passAll(
      row: Seq[Expression],
      sources: Seq[Option[HandleSource]]): Seq[Expression] =
    row.zip(sources).map { case (value, source) => passAs(value, source) }

  /** Marks what several rows become, preferably as what the column of that name looks like. */
  private def markOutput(
      output: Seq[Attribute],
      rows: Seq[Seq[Expression]]): Seq[Option[HandleSource]] =
    output.zipWithIndex.map { case (attribute, ordinal) =>
      val found = rows.flatMap(row => source(row(ordinal)))
      val chosen = found.find(takes(attribute.name, _)).orElse(found.headOption)
      chosen.foreach(columns(attribute.exprId) = _)
      chosen
    }

  private def mark(attribute: Attribute, value: Expression): Unit =
    source(value).foreach(columns(attribute.exprId) = _)

  /** What a value looks like that may have handles. */
  private def source(value: Expression): Option[HandleSource] = value match {
    case attribute: AttributeReference => columns.get(attribute.exprId)
    case field: GetStructField => source(field.child).flatMap(_.field(HandleSource.name(field)))
    case struct: CreateNamedStruct => structSource(struct)
    case Alias(child, _) => source(child)
    case If(_, yes, no) => source(yes).orElse(source(no))
    case CaseWhen(branches, otherwise) =>
      (branches.map(_._2) ++ otherwise).flatMap(source).headOption
    case Coalesce(children) => children.flatMap(source).headOption
    case _ => None
  }

  /** Among the structs of one type the one with blobs where a new one has handles. */
  private def structSource(struct: CreateNamedStruct): Option[HandleSource] = {
    val parts = struct.names.map(_.toString).zip(struct.valExprs.map(source))
    if (parts.forall(_._2.isEmpty)) None
    else
      blobs.ofType(struct.dataType).maxByOption(whole =>
        parts.count { case (name, part) =>
          val place = whole.field(name)
          if (part.isEmpty) place.isEmpty else place.exists(_.isLike(part.get))
        })
  }

  /** Rewrites an expression whose result is passed on. */
  private def pass(value: Expression): Expression = value match {
    case attribute: AttributeReference => attribute
    case alias: Alias => alias.withNewChildren(Seq(pass(alias.child)))
    case If(condition, yes, no) =>
      val whole = source(value)
      If(look(condition), passAs(yes, whole), passAs(no, whole))
    case CaseWhen(branches, otherwise) =>
      val whole = source(value)
      CaseWhen(
        branches.map { case (condition, result) => (look(condition), passAs(result, whole)) },
        otherwise.map(passAs(_, whole)))
    case Coalesce(children) =>
      val whole = source(value)
      Coalesce(children.map(passAs(_, whole)))
    case field: GetStructField if isPart(field) && source(field).isDefined => field
    case struct: CreateNamedStruct if source(struct).isDefined => rebuild(struct)
    case other => look(other)
  }

  /** The same for one of several that become one value: all have handles at the same places. */
  private def passAs(value: Expression, whole: Option[HandleSource]): Expression =
    if (source(value).forall(part => whole.exists(_.isLike(part)))) pass(value) else look(value)

  /** An UPDATE of one field makes the struct anew from all of them. */
  private def rebuild(struct: CreateNamedStruct): Expression = {
    val whole = source(struct).get
    CreateNamedStruct(struct.nameExprs.zip(struct.names).zip(struct.valExprs).flatMap {
      case ((nameExpr, name), value) =>
        val fits = source(value).exists(part => whole.field(name.toString).exists(part.isLike))
        Seq(nameExpr, if (fits) pass(value) else look(value))
    })
  }

  /** Whether an expression is a field of an attribute, or a field of such a field. */
  private def isPart(expression: Expression): Boolean = expression match {
    case _: AttributeReference => true
    case field: GetStructField => isPart(field.child)
    case _ => false
  }

  /** Rewrites an expression that looks inside values; whether one is null a handle tells, too. */
  private def look(expression: Expression): Expression = expression match {
    case IsNull(value) => IsNull(glance(value))
    case IsNotNull(value) => IsNotNull(glance(value))
    case Size(value, legacy) => Size(glance(value), legacy)
    case MapKeys(value) => MapKeys(glance(value))
    case attribute: AttributeReference => read(attribute)
    case field: GetStructField if isPart(field) =>
      source(field.child) match {
        case Some(blob) if blob.isValue =>
          if (blob.isData(HandleSource.name(field))) field.copy(child = read(field.child)) else field
        case Some(_) => read(field)
        case None => field
      }
    case field: GetArrayStructFields
        if isPart(field.child) && !source(field.child).exists(_.hasElement(HandleSource.name(field))) =>
      field
    case other => other.mapChildren(look)
  }

  private def glance(value: Expression): Expression = if (isPart(value)) value else pass(value)

  private def read(part: Expression): Expression = source(part) match {
    case Some(blob) =>
      ApplyFunctionExpression(
        operation.handleReader(blob.shape, blob.dataType, part.nullable),
        Seq(part))
    case None => part
  }
}
