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

import io.icepack.spark.function.BlobReads
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate.{AggregateExpression, AggregateFunction, Complete, Partial}
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution.{ProjectExec, SparkPlan}
import org.apache.spark.sql.execution.aggregate.{BaseAggregateExec, HashAggregateExec, ObjectHashAggregateExec, SortAggregateExec}
import org.apache.spark.sql.types.BinaryType
import scala.collection.mutable

/**
 * Takes the calls of `read_blob` out of projections and aggregates into an operator that makes them
 * for many rows at a time. A call that not every row makes stays where it is.
 */
object FetchBlobs extends Rule[SparkPlan] {

  override def apply(plan: SparkPlan): SparkPlan = plan.transformUp {
    case project: ProjectExec =>
      val calls = new Calls
      calls.find(project.projectList)
      if (calls.isEmpty) project
      else
        ProjectExec(
          project.projectList.map(calls.take(_).asInstanceOf[NamedExpression]),
          calls.over(project.child))
    case aggregate: HashAggregateExec =>
      fetch(aggregate)((expressions, child) =>
        aggregate.copy(aggregateExpressions = expressions, child = child))
    case aggregate: ObjectHashAggregateExec =>
      fetch(aggregate)((expressions, child) =>
        aggregate.copy(aggregateExpressions = expressions, child = child))
    case aggregate: SortAggregateExec =>
      fetch(aggregate)((expressions, child) =>
        aggregate.copy(aggregateExpressions = expressions, child = child))
  }

  private def fetch(aggregate: BaseAggregateExec)(
      copy: (Seq[AggregateExpression], SparkPlan) => SparkPlan): SparkPlan = {
    val calls = inputs(aggregate.aggregateExpressions)
    if (calls.isEmpty) aggregate
    else copy(aggregate.aggregateExpressions.map(take(calls, _)), calls.over(aggregate.child))
  }

  private def inputs(aggregates: Seq[AggregateExpression]): Calls = {
    val calls = new Calls
    calls.find(aggregates.filter(seesInput).flatMap(_.aggregateFunction.children))
    calls
  }

  // The others work on what these have made, but still tell what that was made of.
  private def seesInput(aggregate: AggregateExpression): Boolean =
    (aggregate.mode == Partial || aggregate.mode == Complete) && aggregate.filter.isEmpty

  private def take(calls: Calls, aggregate: AggregateExpression): AggregateExpression =
    if (seesInput(aggregate)) {
      val function = aggregate.aggregateFunction.mapChildren(calls.take)
      aggregate.copy(aggregateFunction = function.asInstanceOf[AggregateFunction])
    } else {
      aggregate
    }

  private class Calls {
    private val found =
      mutable.LinkedHashMap.empty[Expression, (ApplyFunctionExpression, AttributeReference)]

    def isEmpty: Boolean = found.isEmpty

    /** Finds the calls that every row makes. */
    def find(expressions: Seq[Expression]): Unit = expressions.foreach {
      case call: ApplyFunctionExpression if isCall(call) =>
        found.getOrElseUpdate(
          call.canonicalized,
          (call, AttributeReference("blob", BinaryType)()))
      case conditional: ConditionalExpression => find(conditional.alwaysEvaluatedInputs)
      case And(left, _) => find(Seq(left))
      case Or(left, _) => find(Seq(left))
      case _: SubqueryExpression | _: LambdaFunction =>
      case other => find(other.children)
    }

    private def isCall(call: ApplyFunctionExpression): Boolean =
      BlobReads.isCall(call.function) && call.deterministic && !call.foldable

    /** The expression with results in the place of the calls that were found. */
    def take(expression: Expression): Expression = expression.transformDown {
      case call: ApplyFunctionExpression if found.contains(call.canonicalized) =>
        found(call.canonicalized)._2
    }

    def over(child: SparkPlan): SparkPlan =
      FetchBlobsExec(found.values.map(_._1).toSeq, found.values.map(_._2).toSeq, child)
  }
}
