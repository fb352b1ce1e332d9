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
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/** One read request, and the requested ranges that it answers, by ascending position. */
final class MergedRead {
  private final ByteRange range;
  private final List<PayloadRange> requests;
  private final int[] members;

  /**
   * A read for some of the requests.
   *
   * @param members indexes of those requests
   */
  MergedRead(ByteRange range, List<PayloadRange> requests, int[] members) {
    this.range = range;
    this.requests = requests;
    this.members = members;
  }

  ByteRange range() {
    return range;
  }

  /**
   * Whether some request is for all of this read, so that it may keep the array that was read into.
   */
  boolean isWanted() {
    for (int member : members) {
      if (requests.get(member).length() == range.length()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Gives each request its bytes: an array of its own, or one shared by requests for the same
   * range.
   */
  void deliver(ByteBuffer data, ByteBuffer[] results) {
    PayloadRange previous = null;
    byte[] bytes = null;
    for (int member : members) {
      PayloadRange request = requests.get(member);
      if (!request.equals(previous)) {
        bytes = bytes(data, (int) (request.position() - range.position()), (int) request.length());
        previous = request;
      }
      results[member] = ByteBuffer.wrap(bytes);
    }
  }

  /**
   * The first request that an object of the given length in bytes does not cover, or else the first
   * one.
   */
  PayloadRange culprit(long objectLength) {
    return Arrays.stream(members)
        .mapToObj(requests::get)
        .filter(request -> request.end() > objectLength)
        .findFirst()
        .orElse(requests.get(members[0]));
  }

  private static byte[] bytes(ByteBuffer data, int start, int length) {
    if (data.remaining() == length && data.hasArray() && data.array().length == length) {
      return data.array();
    }
    byte[] bytes = new byte[length];
    data.get(start, bytes);
    return bytes;
  }
}
