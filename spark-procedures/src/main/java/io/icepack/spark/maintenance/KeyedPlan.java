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
package io.icepack.spark.maintenance;

import io.icepack.spark.scan.MergeRead;
import java.util.List;
import org.apache.iceberg.Snapshot;

/**
 * What a compaction of a primary-key table will do.
 *
 * @param snapshot the snapshot that is read
 * @param read how rows are read and merged
 * @param options how files are chosen and written
 * @param groups runs that become one, often none
 * @param clean whether nothing will have to be merged to read the result
 */
record KeyedPlan(
    Snapshot snapshot,
    MergeRead read,
    KeyedCompactionOptions options,
    List<RunGroup> groups,
    boolean clean) {}
