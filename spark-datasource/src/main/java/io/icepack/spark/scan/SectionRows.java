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
package io.icepack.spark.scan;

import io.icepack.spark.merge.KeyMerge;
import io.icepack.spark.merge.RunCursor;
import java.io.Closeable;
import java.io.IOException;
import org.apache.spark.sql.catalyst.InternalRow;

/** The rows of a section as the merge engine leaves them, in the order of their keys. */
public final class SectionRows implements Closeable {

  private final KeyMerge merge;
  private final RunCursor clean;

  /** Opens a section. */
  public SectionRows(RunRows runs, MergeRead read, Section section) throws IOException {
    boolean single = section.isClean();
    this.clean = single ? runs.open(section.runs().get(0)) : null;
    this.merge =
        single
            ? null
            : new KeyMerge(
                runs.open(section),
                read.type(),
                read.keyColumns(),
                read.options().function(read.type()));
  }

  /** Goes to the next row; false if there is none. */
  public boolean next() throws IOException {
    return merge == null ? clean.advance() : merge.next();
  }

  /** The row, valid until the next. */
  public InternalRow row() {
    return merge == null ? clean.row() : merge.row();
  }

  /** The row as a run that stands in for all of the section has to hold it. */
  public InternalRow storedRow() {
    return merge == null ? clean.row() : merge.storedRow();
  }

  @Override
  public void close() throws IOException {
    if (merge == null) {
      clean.close();
    } else {
      merge.close();
    }
  }
}
