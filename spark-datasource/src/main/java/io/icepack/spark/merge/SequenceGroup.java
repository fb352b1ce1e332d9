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
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Columns that change together, where the greatest sequence wins.
 *
 * @param order the columns that make the sequence, the first counting most
 * @param fields the columns that it protects
 */
record SequenceGroup(List<String> order, List<String> fields) implements Serializable {

  SequenceGroup {
    order = List.copyOf(order);
    fields = List.copyOf(fields);
  }

  /** Whether any column of the group, of either side, is among {@code names}. */
  boolean meets(Set<String> names) {
    return Stream.concat(order.stream(), fields.stream()).anyMatch(names::contains);
  }
}
