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

import _root_.io.icepack.spark.table.{BlobColumn, BlobForm, BlobShape, BlobTable}
import org.apache.spark.sql.catalyst.expressions.{GetArrayStructFields, GetStructField}
import org.apache.spark.sql.types.{ArrayType, DataType, StructType}
import scala.jdk.CollectionConverters._
import scala.jdk.OptionConverters._

/** What a value with handles looks like: a blob column, or a part of one. */
private[plan] case class HandleSource(shape: BlobShape, dataType: DataType) {

  /** Whether the value is one blob. */
  def isValue: Boolean = shape.isInstanceOf[BlobShape.Value]

  /** The path of the value if it is one blob that looks like its bytes. */
  def bytes: Option[String] = shape match {
    case value: BlobShape.Value if value.form == BlobForm.BYTES => Some(value.path)
    case _ => None
  }

  /** Whether the value is a struct with blobs within. */
  def hasFields: Boolean = shape.isInstanceOf[BlobShape.Fields]

  /** Whether a field of a struct-shaped blob is the one that has the handle. */
  def isData(field: String): Boolean =
    dataType.asInstanceOf[StructType].fieldNames(BlobForm.DATA) == field

  /** A field of a struct, if there are blobs in it. */
  def field(name: String): Option[HandleSource] = shape match {
    case fields: BlobShape.Fields =>
      for {
        field <- fields.fields.asScala.find(_.name == name) if field.shape != null
      } yield HandleSource(field.shape, dataType.asInstanceOf[StructType](name).dataType)
    case _ => None
  }

  /** Whether the elements of an array have a field with blobs in it. */
  def hasElement(name: String): Boolean = shape match {
    case elements: BlobShape.Elements =>
      elements.element match {
        case fields: BlobShape.Fields =>
          fields.fields.asScala.exists(field => field.name == name && field.shape != null)
        case _ => true
      }
    case _ => true
  }

  /** Whether both have blobs at the same places. */
  def isLike(other: HandleSource): Boolean = HandleSource.areLike(shape, other.shape)
}

private[plan] object HandleSource {

  /** The name of a field as the schema has it: the expression has that of the query. */
  def name(field: GetStructField): String = field.childSchema(field.ordinal).name

  /** The name of a field of the elements of an array as the schema has it. */
  def name(field: GetArrayStructFields): String =
    field.child.dataType.asInstanceOf[ArrayType].elementType
      .asInstanceOf[StructType](field.ordinal).name

  private def areLike(one: BlobShape, other: BlobShape): Boolean = (one, other) match {
    case (a: BlobShape.Value, b: BlobShape.Value) => a.form == b.form
    case (a: BlobShape.Elements, b: BlobShape.Elements) => areLike(a.element, b.element)
    case (a: BlobShape.Entries, b: BlobShape.Entries) => areLike(a.value, b.value)
    case (a: BlobShape.Fields, b: BlobShape.Fields) =>
      a.fields.size == b.fields.size && a.fields.asScala.zip(b.fields.asScala).forall {
        case (x, y) =>
          (x.shape == null) == (y.shape == null) && (x.shape == null || areLike(x.shape, y.shape))
      }
    case _ => false
  }
}

/** The blob columns of a table, and the structs within them. */
private[plan] class HandleSources(table: BlobTable) {

  private val types = table.sparkSchema

  /** A column, if there are blobs in it that take handles. */
  def column(name: String): Option[HandleSource] =
    table.columns.findManaged(name).toScala.map(source)

  /** A column, if there are blobs in it. */
  def shown(name: String): Option[HandleSource] = table.columns.find(name).toScala.map(source)

  private def source(column: BlobColumn): HandleSource =
    HandleSource(column.shape, types(column.name).dataType)

  private lazy val structs: Seq[HandleSource] = types.fieldNames.toSeq.flatMap(column).flatMap(within)

  private def within(source: HandleSource): Seq[HandleSource] = source.shape match {
    case fields: BlobShape.Fields =>
      source +: fields.fields.asScala.toSeq.flatMap(f => source.field(f.name)).flatMap(within)
    case _ => Nil
  }

  /** All structs of a type. */
  def ofType(dataType: DataType): Seq[HandleSource] =
    structs.filter(struct => DataType.equalsIgnoreNullability(struct.dataType, dataType))
}
