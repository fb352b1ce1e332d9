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

import org.apache.spark.sql.catalyst.expressions.{AttributeSet, Expression, ExprId}
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation
import scala.annotation.tailrec

/**
 * Lets descriptors answer what they can: whether a blob is null, how many are not, how long it
 * or an array of them is, and which keys a map has. A query that asks no more of a column reads its
 * descriptors in `_blobs`, and no payload.
 */
object AskDescriptors extends Rule[LogicalPlan] {

  override def apply(plan: LogicalPlan): LogicalPlan = ask(plan, Set.empty)

  @tailrec
  private def ask(plan: LogicalPlan, others: Set[ExprId]): LogicalPlan = {
    val questions = new DescriptorQuestions(DescribedBlobs.in(plan, others))
    val asked = if (questions.isEmpty) plan else rewrite(plan, questions)
    if (asked fastEquals plan) plan
    else {
      val needed = this.needed(asked, questions)
      if (needed.isEmpty) withDescriptors(asked, questions.askedIn(asked))
      else ask(plan, others ++ needed)
    }
  }

  private def rewrite(plan: LogicalPlan, questions: DescriptorQuestions): LogicalPlan =
    plan.transformUp {
      // The scan answers these before it reads the payloads of other columns.
      case filter: Filter if isOnRelation(filter) =>
        filter.copy(condition = questions.rewriteUnlessPushed(filter.condition))
      case node if passesOn(node) => node.mapExpressions(questions.rewrite)
    }

  @tailrec
  private def isOnRelation(filter: Filter): Boolean = filter.child match {
    case below: Filter => isOnRelation(below)
    case child => child.isInstanceOf[DataSourceV2Relation]
  }

  /** Whether a node has columns of its children in its output as they are, or has expressions. */
  private def passesOn(node: LogicalPlan): Boolean = node match {
    case _: Project | _: Filter | _: Join | _: Sort | _: Aggregate | _: Window | _: GlobalLimit |
        _: LocalLimit | _: Repartition | _: RepartitionByExpression =>
      true
    case _ => false
  }

  /** The columns that a plan needs for other things than what was rewritten. */
  private def needed(plan: LogicalPlan, questions: DescriptorQuestions): Set[ExprId] = {
    val seen = plan.collect {
      case filter: Filter if isOnRelation(filter) => questions.neededUnlessPushed(filter.condition)
      case node if passesOn(node) => passed(node, questions).flatMap(questions.needed)
      case node => node.references.toSeq ++ node.children.flatMap(_.output)
    }
    questions.among(AttributeSet(seen.flatten ++ plan.output))
  }

  /** The expressions of a node that are more than another name of a column for the nodes above. */
  private def passed(node: LogicalPlan, questions: DescriptorQuestions): Seq[Expression] =
    node match {
      case project: Project => project.projectList.filterNot(questions.isColumn)
      case other => other.expressions
    }

  private def withDescriptors(plan: LogicalPlan, questions: DescriptorQuestions): LogicalPlan =
    plan.transformUp {
      case relation: DataSourceV2Relation => questions.describe(relation)
      case project: Project =>
        val missing = questions.descriptors(project.projectList)
        if (missing.isEmpty) project else project.copy(projectList = project.projectList ++ missing)
    }
}
