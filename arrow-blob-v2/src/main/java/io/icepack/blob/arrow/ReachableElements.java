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
package io.icepack.blob.arrow;

import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.ArrowType.FixedSizeList;
import org.apache.arrow.vector.types.pojo.ArrowType.LargeList;

/**
 * Which elements belong to a list that is there. Between those, and beneath a null list, a data
 * vector may have anything.
 */
final class ReachableElements {

  private ReachableElements() {}

  /**
   * Answers a bit for each element; the caller owns it.
   *
   * @param type of the lists: List, Map, LargeList or FixedSizeList
   * @param buffers of the lists as they are stored, validity first
   * @param lists the number of lists
   * @param validity of the lists and of the structs around them, where they have nulls
   * @param elements the number of elements
   */
  static ArrowBuf of(
      ArrowType type,
      List<ArrowBuf> buffers,
      long lists,
      List<ArrowBuf> validity,
      long elements,
      BufferAllocator allocator) {
    ArrowBuf reachable = allocator.buffer((elements + Byte.SIZE - 1) / Byte.SIZE);
    boolean complete = false;
    try {
      reachable.setZero(0, reachable.capacity());
      for (int list = 0; list < lists; list++) {
        if (SignedBuffers.isValid(validity, list)) {
          long end = Math.min(bound(type, buffers, list + 1L), elements);
          for (long i = Math.max(bound(type, buffers, list), 0); i < end; i++) {
            BitVectorHelper.setBit(reachable, i);
          }
        }
      }
      complete = true;
      return reachable;
    } finally {
      if (!complete) {
        reachable.close();
      }
    }
  }

  private static long bound(ArrowType type, List<ArrowBuf> buffers, long list) {
    if (type instanceof FixedSizeList fixed) {
      return list * fixed.getListSize();
    }
    return type instanceof LargeList
        ? buffers.get(1).getLong(list * Long.BYTES)
        : buffers.get(1).getInt(list * Integer.BYTES);
  }
}
