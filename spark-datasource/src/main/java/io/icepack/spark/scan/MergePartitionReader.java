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
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.ProjectingInternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.JoinedRow;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import scala.jdk.javaapi.CollectionConverters;

/** Reads sections one after the other. */
final class MergePartitionReader implements PartitionReader<InternalRow> {

  private final RunRows runs;
  private final MergeRead read;
  private final Iterator<Section> sections;
  private final UnaryOperator<InternalRow> view;
  private SectionRows section;
  private InternalRow row;

  private MergePartitionReader(
      RunRows runs, MergeRead read, List<Section> sections, UnaryOperator<InternalRow> view) {
    this.runs = runs;
    this.read = read;
    this.sections = sections.iterator();
    this.view = view;
  }

  /** A reader of the data file that descriptors are relative to and of all columns. */
  static MergePartitionReader withFile(RunRows runs, MergeRead read, List<Section> sections) {
    JoinedRow joined = new JoinedRow();
    // What deletes need may follow the columns of a row, so the data file comes first.
    joined.withLeft(new GenericInternalRow(new Object[] {UTF8String.fromString(runs.dataFile())}));
    return new MergePartitionReader(runs, read, sections, joined::withRight);
  }

  /** A reader of some columns of {@code read}. */
  static MergePartitionReader of(
      RunRows runs, MergeRead read, List<Section> sections, StructType columns) {
    List<Object> ordinals =
        Arrays.stream(columns.fieldNames()).<Object>map(read.type()::fieldIndex).toList();
    ProjectingInternalRow projected =
        ProjectingInternalRow.apply(columns, CollectionConverters.asScala(ordinals).toIndexedSeq());
    return new MergePartitionReader(
        runs,
        read,
        sections,
        row -> {
          projected.project(row);
          return projected;
        });
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
    row = view.apply(section.row());
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
