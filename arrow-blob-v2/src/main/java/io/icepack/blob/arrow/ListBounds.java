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

import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.ListVector;

/** Where the elements of each list lie in its data vector, for List and LargeList alike. */
interface ListBounds {

  long start(int position);

  long end(int position);

  static ListBounds of(FieldVector lists) {
    return lists instanceof LargeListVector large ? of(large) : of((ListVector) lists);
  }

  private static ListBounds of(LargeListVector lists) {
    return new ListBounds() {
      @Override
      public long start(int position) {
        return lists.getElementStartIndex(position);
      }

      @Override
      public long end(int position) {
        return lists.getElementEndIndex(position);
      }
    };
  }

  private static ListBounds of(ListVector lists) {
    return new ListBounds() {
      @Override
      public long start(int position) {
        return lists.getElementStartIndex(position);
      }

      @Override
      public long end(int position) {
        return lists.getElementEndIndex(position);
      }
    };
  }
}
