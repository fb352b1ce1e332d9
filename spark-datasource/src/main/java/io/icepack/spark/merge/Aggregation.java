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
package io.icepack.spark.merge;

import java.io.Serializable;

/**
 * How the values of one column become one.
 *
 * @param option the table property that chose the function
 * @param delimiter what {@code listagg} puts between values
 * @param distinct whether {@code collect} keeps equal elements once
 */
record Aggregation(AggregateFunction function, String option, String delimiter, boolean distinct)
    implements Serializable {

  Aggregation withDelimiter(String newDelimiter) {
    return new Aggregation(function, option, newDelimiter, distinct);
  }

  Aggregation withDistinct(boolean newDistinct) {
    return new Aggregation(function, option, delimiter, newDistinct);
  }
}
