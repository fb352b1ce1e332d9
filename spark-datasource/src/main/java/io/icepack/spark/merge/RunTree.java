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

import java.io.Closeable;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;

/**
 * Brings runs together key by key, with a tree of losers.
 *
 * <p>Each inner node is a match between the least keys of two halves of the runs; it remembers the
 * run that lost and whether it lost with an equal key, which the older run wins. So the runs that
 * hold the least key are found without comparing again, and a run that goes on compares once on
 * each level. A node is known by the index of the first run of its right half.
 */
final class RunTree implements Closeable {

  private static final int NONE = -1;

  private final RunCursor[] runs;
  private final KeyPrefix prefix;
  private final Comparator<InternalRow> order;

  /** The row each run is at, null when it has ended. */
  private final InternalRow[] heads;

  /** The beginning of the key each run is at, the greatest number when it has ended. */
  private final long[] prefixes;

  /** Whether a run is at its next key already, since looking for duplicates took it there. */
  private final boolean[] ahead;

  private final int[] losers;
  private final boolean[] ties;

  /** Whether other runs have the key of a run in the part of the tree that it has won. */
  private final boolean[] tied;

  private final int[] parentOfRun;
  private final int[] parentOfNode;
  private int winner = NONE;
  private int live;

  /**
   * @param runs oldest first
   * @param prefix compares the beginnings of keys
   * @param order compares keys
   */
  RunTree(List<RunCursor> runs, KeyPrefix prefix, Comparator<InternalRow> order) {
    this.runs = runs.toArray(RunCursor[]::new);
    this.prefix = prefix;
    this.order = order;
    this.heads = new InternalRow[runs.size()];
    this.prefixes = new long[runs.size()];
    this.ahead = new boolean[runs.size()];
    this.losers = new int[runs.size()];
    this.ties = new boolean[runs.size()];
    this.tied = new boolean[runs.size()];
    this.parentOfRun = new int[runs.size()];
    this.parentOfNode = new int[runs.size()];
    this.live = runs.size();
  }

  /**
   * Gives all rows of the next key, oldest first. They stay as they are until the next call.
   *
   * @return false if there is no other key
   */
  boolean next(RowSink sink) throws IOException {
    if (live == 0) {
      return false;
    } else if (winner == NONE) {
      winner = open(0, runs.length, NONE);
    } else if (live == 1) {
      step(winner);
    } else if (tied[winner]) {
      winner = advance(0, runs.length, winner);
    } else {
      winner = advance(winner);
    }
    if (live == 0) {
      return false;
    } else if (live > 1 && tied[winner]) {
      give(0, runs.length, winner, sink);
    } else {
      give(winner, sink);
    }
    return true;
  }

  private int open(int from, int to, int parent) throws IOException {
    if (to - from == 1) {
      parentOfRun[from] = parent;
      step(from);
      return from;
    }
    int middle = (from + to) >>> 1;
    parentOfNode[middle] = parent;
    return play(middle, open(from, middle, middle), open(middle, to, middle));
  }

  /** Moves the one run on that won, and plays its matches again. */
  private int advance(int won) throws IOException {
    step(won);
    int best = won;
    for (int node = parentOfRun[won]; node != NONE; node = parentOfNode[node]) {
      int other = losers[node];
      best = best < other ? play(node, best, other) : play(node, other, best);
    }
    return best;
  }

  /** Moves the runs on whose key won below a node, and plays again what that changes. */
  private int advance(int from, int to, int won) throws IOException {
    if (to - from == 1) {
      step(won);
      return won;
    }
    int middle = (from + to) >>> 1;
    int lost = losers[middle];
    if (won >= middle) {
      return play(middle, lost, advance(middle, to, won));
    }
    int left = advance(from, middle, won);
    return play(middle, left, ties[middle] ? advance(middle, to, lost) : lost);
  }

  private int play(int node, int older, int newer) {
    int compared = compare(older, newer);
    if (compared > 0) {
      losers[node] = older;
      ties[node] = false;
      return newer;
    }
    losers[node] = newer;
    ties[node] = compared == 0;
    tied[older] |= compared == 0;
    return older;
  }

  private int compare(int older, int newer) {
    long left = prefixes[older];
    long right = prefixes[newer];
    if (left != right) {
      return left < right ? -1 : 1;
    } else if (heads[newer] == null) {
      return -1;
    } else if (heads[older] == null) {
      return 1;
    }
    return prefix.isWholeKey(left) ? 0 : order.compare(heads[older], heads[newer]);
  }

  private void step(int run) throws IOException {
    if (ahead[run]) {
      ahead[run] = false;
    } else {
      heads[run] = runs[run].advance() ? runs[run].row() : null;
    }
    tied[run] = false;
    if (heads[run] == null) {
      live--;
      prefixes[run] = Long.MAX_VALUE;
    } else {
      prefixes[run] = prefix.of(heads[run]);
    }
  }

  private void give(int from, int to, int won, RowSink sink) throws IOException {
    if (to - from == 1) {
      give(won, sink);
      return;
    }
    int middle = (from + to) >>> 1;
    if (won >= middle) {
      give(middle, to, won, sink);
      return;
    }
    give(from, middle, won, sink);
    if (ties[middle]) {
      give(middle, to, losers[middle], sink);
    }
  }

  private void give(int index, RowSink sink) throws IOException {
    RunCursor run = runs[index];
    if (run.uniqueKeys()) {
      sink.add(run.kind(), heads[index]);
      return;
    }
    InternalRow first = run.copy();
    sink.add(run.kind(), first);
    boolean more = run.advance();
    while (more && order.compare(first, run.row()) == 0) {
      sink.add(run.kind(), run.copy());
      more = run.advance();
    }
    heads[index] = more ? run.row() : null;
    ahead[index] = true;
  }

  /** Closes all runs, also when one of them fails to. */
  @Override
  public void close() throws IOException {
    Exception failure = null;
    for (RunCursor run : runs) {
      try {
        run.close();
      } catch (IOException | RuntimeException e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure instanceof IOException e) {
      throw e;
    } else if (failure instanceof RuntimeException e) {
      throw e;
    }
  }
}
