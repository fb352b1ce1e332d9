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

import io.icepack.blob.store.ByteRange;
import io.icepack.blob.store.PayloadRange;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Turns requested ranges into merged reads and spreads these over tasks, each of which works on one
 * object.
 *
 * <p>Near ranges are merged as long as the read stays small enough to keep every worker busy.
 * Ranges that overlap are merged in any case, because their union never exceeds what was asked for.
 */
final class ReadPlan {
  private final List<PayloadRange> requests;
  private final ReadOptions options;
  private final long mergedLimit;

  private ReadPlan(List<PayloadRange> requests, ReadOptions options) {
    this.requests = requests;
    this.options = options;
    long fairShare = totalBytes(requests) / options.parallelism() + 1;
    this.mergedLimit = Math.min(options.maxMergedBytes(), Math.max(options.gapBytes(), fairShare));
  }

  /** Some reads of one object. */
  record Task(String location, List<MergedRead> reads) {}

  /**
   * Returns the tasks that fetch the requests.
   *
   * @param requests ranges of known lengths that fit in an array
   */
  static List<Task> of(List<PayloadRange> requests, ReadOptions options) {
    return new ReadPlan(requests, options).tasks();
  }

  static long totalBytes(List<PayloadRange> requests) {
    return requests.stream().mapToLong(PayloadRange::length).sum();
  }

  private List<Task> tasks() {
    Map<String, List<MergedRead>> reads = new LinkedHashMap<>();
    membersByLocation().forEach((location, members) -> reads.put(location, merge(members)));
    int total = reads.values().stream().mapToInt(Collection::size).sum();
    List<Task> tasks = new ArrayList<>();
    reads.forEach((location, merged) -> split(location, merged, total, tasks));
    return tasks;
  }

  private Map<String, List<Integer>> membersByLocation() {
    Map<String, List<Integer>> members = new LinkedHashMap<>();
    for (int i = 0; i < requests.size(); i++) {
      PayloadRange request = requests.get(i);
      if (request.length() > 0) {
        members.computeIfAbsent(request.location(), location -> new ArrayList<>()).add(i);
      }
    }
    return members;
  }

  private List<MergedRead> merge(List<Integer> members) {
    members.sort(
        Comparator.comparingLong((Integer i) -> requests.get(i).position())
            .thenComparingLong(i -> requests.get(i).length()));
    List<MergedRead> reads = new ArrayList<>();
    int first = 0;
    long start = requests.get(members.get(0)).position();
    long end = requests.get(members.get(0)).end();
    for (int i = 1; i < members.size(); i++) {
      PayloadRange request = requests.get(members.get(i));
      long newEnd = Math.max(end, request.end());
      if (!joins(start, end, request.position(), newEnd)) {
        reads.add(read(start, end, members.subList(first, i)));
        first = i;
        start = request.position();
        newEnd = request.end();
      }
      end = newEnd;
    }
    reads.add(read(start, end, members.subList(first, members.size())));
    return reads;
  }

  private boolean joins(long start, long end, long position, long newEnd) {
    long merged = newEnd - start;
    if (position < end) {
      return merged <= PayloadTooLargeException.MAX_BYTES;
    }
    return position - end <= options.gapBytes() && merged <= mergedLimit;
  }

  private MergedRead read(long start, long end, List<Integer> members) {
    int[] indexes = members.stream().mapToInt(Integer::intValue).toArray();
    return new MergedRead(new ByteRange(start, (int) (end - start)), requests, indexes);
  }

  private void split(String location, List<MergedRead> reads, int total, List<Task> tasks) {
    long share = (long) reads.size() * options.parallelism();
    int pieces = (int) Math.min(reads.size(), (share + total - 1) / total);
    for (int i = 0; i < pieces; i++) {
      int from = (int) ((long) reads.size() * i / pieces);
      int to = (int) ((long) reads.size() * (i + 1) / pieces);
      tasks.add(new Task(location, reads.subList(from, to)));
    }
  }
}
