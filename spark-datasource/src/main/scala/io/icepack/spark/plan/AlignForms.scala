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

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.analysis.UnresolvedRelation
import org.apache.spark.sql.catalyst.plans.logical.{InsertIntoStatement, LogicalPlan, V2WriteCommand}
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation
import scala.jdk.CollectionConverters._

/**
 * Lets an INSERT write blobs in any of their forms: the table takes the forms of the query once
 * both are resolved, and before Spark makes a write of the statement that compares their types.
 */
private[spark] object AlignInsert extends Rule[LogicalPlan] {

  override def apply(plan: LogicalPlan): LogicalPlan = plan match {
    case insert: InsertIntoStatement if insert.query.resolved =>
      insert.table match {
        case relation: DataSourceV2Relation =>
          val byName = insert.byName || insert.userSpecifiedCols.nonEmpty
          val aligned = WriteTargets.align(
            relation, columns(insert, relation).asJava, insert.query.output.asJava, byName)
          if (aligned eq relation) insert else insert.copy(table = aligned)
        case _ => insert
      }
    case other => other
  }

  private def columns(insert: InsertIntoStatement, table: DataSourceV2Relation): Seq[String] = {
    val static = insert.partitionSpec.filter(_._2.isDefined).keySet
    if (insert.userSpecifiedCols.nonEmpty) insert.userSpecifiedCols
    else if (insert.byName) insert.query.output.map(_.name)
    else table.output.map(_.name).filterNot(name => static.exists(_.equalsIgnoreCase(name)))
  }
}

/**
 * The same for the write of a DataFrame, whose types Spark compares as soon as it has resolved the
 * table. So this happens before anything is resolved.
 */
private[spark] class AlignWrite(spark: SparkSession) extends Rule[LogicalPlan] {

  override def apply(plan: LogicalPlan): LogicalPlan = plan match {
    case write: V2WriteCommand if !write.resolved =>
      val relation = write.table match {
        case relation: DataSourceV2Relation => relation
        case unresolved: UnresolvedRelation => WriteTargets.load(spark, unresolved)
        case _ => null
      }
      if (relation == null || !WriteTargets.takesForms(relation)) write
      else {
        val values = WriteTargets.output(spark, write.query)
        val columns = if (write.isByName) values.asScala.map(_.name) else relation.output.map(_.name)
        val aligned = WriteTargets.align(relation, columns.asJava, values, write.isByName)
        if (aligned eq relation) write else write.withNewTable(aligned)
      }
    case other => other
  }
}
