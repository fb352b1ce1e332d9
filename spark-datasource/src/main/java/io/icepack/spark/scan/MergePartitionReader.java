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

import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.JoinedRow;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.unsafe.types.UTF8String;

/** Reads sections one after the other. */
final class MergePartitionReader implements PartitionReader<InternalRow> {

  private final RunRows runs;
  private final MergeRead read;
  private final Iterator<Section> sections;
  private final JoinedRow row = new JoinedRow();
  private SectionRows section;

  // What deletes need may follow the columns of a row, so the data file comes first.
  MergePartitionReader(RunRows runs, MergeRead read, List<Section> sections) {
    this.runs = runs;
    this.read = read;
    this.sections = sections.iterator();
    row.withLeft(new GenericInternalRow(new Object[] {UTF8String.fromString(runs.dataFile())}));
  }

  @Override
  public boolean next() throws IOException {
    while (section == null || !section.next()) {
      close();
      if (!sections.hasNext()) {
        return false;
      }
      section = new SectionRows(runs, read, sections.next());
    }
    row.withRight(section.row());
    return true;
  }

  @Override
  public InternalRow get() {
    return row;
  }

  @Override
  public void close() throws IOException {
    if (section != null) {
      SectionRows done = section;
      section = null;
      done.close();
    }
  }
}
