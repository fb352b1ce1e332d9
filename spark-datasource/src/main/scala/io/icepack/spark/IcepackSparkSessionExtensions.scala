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
package io.icepack.spark

import _root_.io.icepack.spark.plan.{AlignInsert, AlignWrite, AskDescriptors, CarryHandles, FetchBlobs}
import org.apache.spark.sql.SparkSessionExtensions
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.execution.{ColumnarRule, SparkPlan}

/** The session extension, for `spark.sql.extensions` beside Iceberg's own. */
class IcepackSparkSessionExtensions extends (SparkSessionExtensions => Unit) {
  override def apply(extensions: SparkSessionExtensions): Unit = {
    extensions.injectHintResolutionRule(new AlignWrite(_))
    extensions.injectResolutionRule(_ => AlignInsert)
    extensions.injectOptimizerRule(_ => CarryHandles)
    extensions.injectOptimizerRule(_ => AskDescriptors)
    extensions.injectColumnar(_ =>
      new ColumnarRule {
        override def preColumnarTransitions: Rule[SparkPlan] = FetchBlobs
      })
  }
}
