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
package io.icepack.benchmarks.endtoend;

/**
 * What is measured, in this order. The target is the highest ratio of Icepack's wall time to the
 * baseline's that we accept.
 */
enum Step {
  INSERT("insert", 0.5),
  LABEL_SCAN("5 label scans", 1.0),
  CONTENT_SCAN("content scan", 0.5),
  LOOKUP("5 one-row lookups", 1.0),
  UPDATE("update 1 % of labels", 0.15),
  COMPACT("compact", 0.15);

  private final String title;
  private final double target;

  Step(String title, double target) {
    this.title = title;
    this.target = target;
  }

  String title() {
    return title;
  }

  double target() {
    return target;
  }
}
