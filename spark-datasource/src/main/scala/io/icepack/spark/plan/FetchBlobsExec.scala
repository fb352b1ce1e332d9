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

import io.icepack.blob.read.ReadStats
import io.icepack.spark.function.BlobReads
import org.apache.spark.TaskContext
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.plans.physical.Partitioning
import org.apache.spark.sql.execution.{SparkPlan, UnaryExecNode}
import org.apache.spark.sql.execution.metric.{SQLMetric, SQLMetrics}
import scala.jdk.CollectionConverters._

/** The rows of a child with the results of calls of `read_blob` behind their columns. */
case class FetchBlobsExec(
    calls: Seq[ApplyFunctionExpression],
    blobs: Seq[Attribute],
    child: SparkPlan)
    extends UnaryExecNode {

  override lazy val metrics: Map[String, SQLMetric] = Map(
    "payloadBytesRead" -> SQLMetrics.createMetric(sparkContext, "payload bytes read"),
    "payloadRequests" -> SQLMetrics.createMetric(sparkContext, "payload read requests"))

  override def output: Seq[Attribute] = child.output ++ blobs

  override def outputPartitioning: Partitioning = child.outputPartitioning

  override def outputOrdering: Seq[SortOrder] = child.outputOrdering

  override protected def doExecute(): RDD[InternalRow] = {
    val made = calls
    val input = child.output
    val all = output
    val bytes = longMetric("payloadBytesRead")
    val requests = longMetric("payloadRequests")
    child.execute().mapPartitions { rows =>
      val reads = made.map { call =>
        val arguments = UnsafeProjection.create(call.children, input)
        new BlobReads.Read(call.function, row => arguments(row))
      }
      val fetched = new BlobReads(
        rows.asJava,
        UnsafeProjection.create(input, input),
        reads.asJava,
        (stats: ReadStats) => {
          bytes.set(stats.bytesRead)
          requests.set(stats.requests)
        })
      TaskContext.get().addTaskCompletionListener[Unit](_ => fetched.close())
      val unsafe = UnsafeProjection.create(all, all)
      fetched.asScala.map(unsafe)
    }
  }

  override protected def withNewChildInternal(newChild: SparkPlan): FetchBlobsExec =
    copy(child = newChild)
}
