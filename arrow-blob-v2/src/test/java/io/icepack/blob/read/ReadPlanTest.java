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
package io.icepack.blob.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.icepack.blob.store.ByteRange;
import io.icepack.blob.store.PayloadRange;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReadPlanTest {
  private static final ReadOptions ONE_WORKER = new ReadOptions(10, 100, 1, 1_000, 0);

  @Test
  void mergesWhatIsNear() {
    assertThat(reads(ONE_WORKER, at(0, 5), at(15, 5), at(31, 5), at(36, 5)))
        .containsExactly(new ByteRange(0, 20), new ByteRange(31, 10));
  }

  @Test
  void sortsBeforeItMerges() {
    assertThat(reads(ONE_WORKER, at(36, 5), at(15, 5), at(0, 5), at(31, 5)))
        .containsExactly(new ByteRange(0, 20), new ByteRange(31, 10));
  }

  @Test
  void keepsObjectsApart() {
    List<ReadPlan.Task> tasks =
        ReadPlan.of(
            List.of(
                new PayloadRange("b", 0, 5),
                new PayloadRange("a", 5, 5),
                new PayloadRange("b", 5, 5)),
            ONE_WORKER);
    assertThat(tasks).extracting(ReadPlan.Task::location).containsExactly("b", "a");
    assertThat(tasks.get(0).reads())
        .extracting(MergedRead::range)
        .containsExactly(new ByteRange(0, 10));
  }

  @Test
  void readsDuplicatesAndOverlapsOnce() {
    assertThat(reads(ONE_WORKER, at(0, 50), at(0, 50), at(10, 5), at(40, 30), at(69, 1)))
        .containsExactly(new ByteRange(0, 70));
  }

  @Test
  void endsAMergedReadAtTheBound() {
    assertThat(reads(ONE_WORKER, at(0, 60), at(60, 40), at(100, 60), at(160, 41)))
        .containsExactly(new ByteRange(0, 100), new ByteRange(100, 60), new ByteRange(160, 41));
  }

  @Test
  void readsALargeRangeAsOne() {
    assertThat(reads(ONE_WORKER, at(0, 5_000), at(5_000, 5)))
        .containsExactly(new ByteRange(0, 5_000), new ByteRange(5_000, 5));
  }

  @Test
  void mergesOverlapsBeyondTheBound() {
    assertThat(reads(ONE_WORKER, at(0, 90), at(80, 90), at(160, 90)))
        .containsExactly(new ByteRange(0, 250));
  }

  @Test
  void neverMergesBeyondAnArray() {
    int half = 1_500_000_000;
    assertThat(reads(ONE_WORKER, at(0, half), at(half - 1, half)))
        .containsExactly(new ByteRange(0, half), new ByteRange(half - 1, half));
  }

  @Test
  void leavesOutWhatIsEmpty() {
    assertThat(reads(ONE_WORKER, at(0, 0), at(1_000, 5), at(5, 0)))
        .containsExactly(new ByteRange(1_000, 5));
    assertThat(ReadPlan.of(List.of(), ONE_WORKER)).isEmpty();
    assertThat(ReadPlan.of(List.of(at(3, 0)), ONE_WORKER)).isEmpty();
  }

  @Test
  void splitsNeighboursSoThatEveryWorkerHasSome() {
    ReadOptions eight = new ReadOptions(10, 1_000, 8, 1_000, 0);
    List<PayloadRange> neighbours = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      neighbours.add(at(i * 100L, 100));
    }
    assertThat(ReadPlan.of(neighbours, eight))
        .hasSize(8)
        .allMatch(task -> task.reads().size() == 1);
  }

  @Test
  void doesNotSplitWhatCostsLessThanARequest() {
    ReadOptions eight = new ReadOptions(1_000, 10_000, 8, 10_000, 0);
    List<PayloadRange> neighbours = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      neighbours.add(at(i * 100L, 100));
    }
    assertThat(reads(eight, neighbours.toArray(PayloadRange[]::new)))
        .containsExactly(new ByteRange(0, 800));
  }

  @Test
  void spreadsReadsEvenly() {
    ReadOptions four = new ReadOptions(0, 1, 4, 10_000, 0);
    List<PayloadRange> ranges = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      ranges.add(at(i * 100L, 10));
    }
    for (int i = 0; i < 10; i++) {
      ranges.add(new PayloadRange("other", i * 100L, 10));
    }
    List<ReadPlan.Task> tasks = ReadPlan.of(ranges, four);
    assertThat(tasks).extracting(ReadPlan.Task::location).containsExactly("o", "o", "o", "other");
    assertThat(tasks).allMatch(task -> task.reads().size() == 10);
  }

  private static PayloadRange at(long position, long length) {
    return new PayloadRange("o", position, length);
  }

  private static List<ByteRange> reads(ReadOptions options, PayloadRange... ranges) {
    return ReadPlan.of(List.of(ranges), options).stream()
        .flatMap(task -> task.reads().stream())
        .map(MergedRead::range)
        .toList();
  }
}
