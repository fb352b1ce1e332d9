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

import org.apache.spark.sql.catalyst.expressions.{AttributeSet, SubqueryExpression}
import org.apache.spark.sql.catalyst.plans.logical.{LogicalPlan, WriteDelta}
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.connector.write.RowLevelOperation.Command
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation

/**
 * Lets UPDATE and MERGE carry handles in the place of blob bytes, from the scan of the target to
 * its write. Bytes are read only where an expression looks inside a value.
 */
object CarryHandles extends Rule[LogicalPlan] {

  override def apply(plan: LogicalPlan): LogicalPlan = plan.transformDown {
    case write: WriteDelta => carry(write)
  }

  private def carry(write: WriteDelta): LogicalPlan = {
    val targets = write.query.collect { case r: DataSourceV2Relation if isCandidate(r) => r }
    targets match {
      case Seq(target) if !seenBySubquery(write.query, target) => rewrite(write, target)
      case _ => write
    }
  }

  private def isCandidate(relation: DataSourceV2Relation): Boolean = {
    val operation = RowLevelTables.operation(relation.table)
    operation != null && operation.command != Command.DELETE && !operation.usesHandles
  }

  // A correlated subquery would see handles through its outer references.
  private def seenBySubquery(query: LogicalPlan, target: DataSourceV2Relation): Boolean = {
    val attributes = AttributeSet(target.output)
    query.exists(_.expressions.exists(_.exists {
      case subquery: SubqueryExpression => subquery.references.intersect(attributes).nonEmpty
      case _ => false
    }))
  }

  private def rewrite(write: WriteDelta, target: DataSourceV2Relation): LogicalPlan = {
    val operation = RowLevelTables.operation(target.table).withHandles()
    val table = RowLevelTables.`with`(target.table, operation)
    val rewrite = new HandleRewrite(operation, target.output)
    val query = rewrite(
      write.query.transformUp {
        case relation: DataSourceV2Relation if relation eq target => relation.copy(table = table)
      },
      write.projections.rowProjection)
    write.table match {
      case relation: DataSourceV2Relation =>
        write.copy(table = relation.copy(table = table), query = query)
      case _ => write
    }
  }
}
