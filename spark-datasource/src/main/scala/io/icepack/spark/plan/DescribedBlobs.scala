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

import _root_.io.icepack.spark.catalog.BlobTables
import _root_.io.icepack.spark.column.{BlobLength, BlobsColumn}
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.plans.logical.{LogicalPlan, Project}
import org.apache.spark.sql.catalyst.util.MetadataColumnHelper
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation
import org.apache.spark.sql.types.StructType
import scala.jdk.CollectionConverters._

/**
 * Blob columns of a relation under all names that a plan gives them, and the column `_blobs` that
 * has their descriptors.
 */
private[plan] class DescribedBlobs private (
    relation: DataSourceV2Relation,
    val descriptors: AttributeReference,
    private val columns: Map[ExprId, DescribedBlobs.Column]) {

  import DescribedBlobs.Column

  def has(column: ExprId): Boolean = columns.contains(column)

  /** The relation with the column of descriptors, if it is the one with these columns. */
  def describe(other: DataSourceV2Relation): DataSourceV2Relation =
    if ((other ne relation) || other.outputSet.contains(descriptors)) other
    else other.copy(output = other.output :+ descriptors)

  /** What `_blobs` has for a column or a field in one that is a blob or has blobs within. */
  def descriptor(part: Expression): Option[Expression] = described(part).map(_.descriptor)

  /** The length of a blob in bytes. */
  def length(part: Expression): Option[Expression] =
    for {
      blob <- described(part) if blob.managed
      path <- blob.source.bytes
      function <- Option(BlobTables.length(relation.table, path, relation.options))
    } yield ApplyFunctionExpression(
      function,
      BlobLength.ARGUMENTS.asScala.map(DescribedBlobs.field(blob.descriptor, _)).toSeq)

  /** Whether a field lies in a struct that has blobs, but has none itself. */
  def isPlain(field: GetStructField): Boolean =
    described(field.child).exists(_.source.hasFields) && described(field).isEmpty

  private def described(part: Expression): Option[Column] = part match {
    case column: AttributeReference => columns.get(column.exprId)
    case field: GetStructField => described(field.child).flatMap(_.field(HandleSource.name(field)))
    case _ => None
  }

  /** The same with the names that a plan gives columns, except some. */
  private def follow(plan: LogicalPlan, except: Set[ExprId]): DescribedBlobs = {
    var followed = new DescribedBlobs(relation, descriptors, columns -- except)
    plan.foreachUp {
      case project: Project =>
        val names = project.projectList.collect {
          case name @ Alias(part, _) if !except(name.exprId) =>
            followed.described(part).map(name.exprId -> _)
        }
        followed = new DescribedBlobs(relation, descriptors, followed.columns ++ names.flatten)
      case _ =>
    }
    followed
  }
}

private[plan] object DescribedBlobs {

  private case class Column(source: HandleSource, descriptor: Expression, managed: Boolean) {
    def field(name: String): Option[Column] =
      source.field(name).map(Column(_, DescribedBlobs.field(descriptor, name), managed))
  }

  /** The blobs of all relations in a plan, without columns that are excepted. */
  def in(plan: LogicalPlan, except: Set[ExprId]): Seq[DescribedBlobs] =
    plan
      .collect { case relation: DataSourceV2Relation => relation }
      .flatMap(of)
      .map(_.follow(plan, except))

  private def of(relation: DataSourceV2Relation): Option[DescribedBlobs] =
    for {
      table <- Option(BlobTables.behind(relation.table))
      descriptors <- (relation.output ++ relation.metadataOutput)
        .find(column => column.name == BlobsColumn.NAME && column.isMetadataCol)
    } yield {
      val sources = new HandleSources(table)
      val columns = for {
        column <- relation.output
        source <- sources.shown(column.name)
        managed = sources.column(column.name).isDefined
      } yield column.exprId -> Column(source, field(descriptors, column.name), managed)
      new DescribedBlobs(relation, descriptors, columns.toMap)
    }

  private def field(struct: Expression, name: String): Expression =
    GetStructField(struct, struct.dataType.asInstanceOf[StructType].fieldIndex(name), Some(name))
}
