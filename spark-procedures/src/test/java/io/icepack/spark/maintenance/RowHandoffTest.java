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

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.util.ArrayBasedMapData;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RowHandoffTest {

  private static final StructType TYPE =
      StructType.fromDDL(
          "id INT, name STRING, pic STRUCT<uri STRING, size BIGINT>, pics ARRAY<STRUCT<uri STRING>>, "
              + "named MAP<STRING, BINARY>");

  /** What a reader uses again for every row. */
  private static final class Reused {
    final byte[] letter = new byte[1];
    final GenericInternalRow pic = new GenericInternalRow(2);
    final GenericInternalRow row = new GenericInternalRow(5);

    InternalRow fill(int id) {
      letter[0] = (byte) ('a' + id % 26);
      UTF8String name = UTF8String.fromBytes(letter);
      pic.update(0, name);
      pic.update(1, (long) id);
      row.update(0, id);
      row.update(1, id % 3 == 0 ? null : name);
      row.update(2, pic);
      row.update(
          3, new GenericArrayData(new Object[] {new GenericInternalRow(new Object[] {name})}));
      row.update(
          4,
          new ArrayBasedMapData(
              new GenericArrayData(new Object[] {name}),
              new GenericArrayData(new Object[] {null})));
      return row;
    }
  }

  private static String text(InternalRow row) {
    return row.getInt(0)
        + (row.isNullAt(1) ? "-" : row.getString(1))
        + row.getStruct(2, 2).getString(0)
        + row.getStruct(2, 2).getLong(1)
        + row.getArray(3).getStruct(0, 1).getString(0)
        + row.getMap(4).keyArray().getUTF8String(0)
        + row.getMap(4).valueArray().isNullAt(0);
  }

  @Test
  void keepsOrderAndCopiesInFull() throws IOException {
    List<String> written = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    Reused reused = new Reused();
    try (RowHandoff rows = new RowHandoff(TYPE, "writer", row -> written.add(text(row)))) {
      for (int id = 0; id < 10_500; id++) {
        InternalRow row = reused.fill(id);
        expected.add(text(row));
        rows.add(row);
      }
      rows.finish();
    }
    assertThat(written).isEqualTo(expected);
  }

  @Test
  void handsLargeRowsOverOneByOne() throws IOException {
    CountDownLatch second = new CountDownLatch(1);
    AtomicInteger written = new AtomicInteger();
    StructType type = StructType.fromDDL("data BINARY");
    try (RowHandoff rows =
        new RowHandoff(
            type,
            "writer",
            row -> {
              await(second);
              written.incrementAndGet();
            })) {
      InternalRow large = new GenericInternalRow(new Object[] {new byte[2 << 20]});
      // One waits in the other thread, four in between.
      for (int i = 0; i < 5; i++) {
        rows.add(large);
      }
      second.countDown();
      rows.finish();
    }
    assertThat(written).hasValue(5);
  }

  @Test
  void passesFailuresOn() throws IOException {
    IOException full = new IOException("disk full");
    try (RowHandoff rows =
        new RowHandoff(
            TYPE,
            "writer",
            row -> {
              throw full;
            })) {
      rows.add(new Reused().fill(1));
      assertThatThrownBy(rows::finish).isSameAs(full);
    }
    AtomicInteger added = new AtomicInteger();
    UncheckedIOException broken = new UncheckedIOException(full);
    try (RowHandoff rows =
        new RowHandoff(
            TYPE,
            "writer",
            row -> {
              throw broken;
            })) {
      assertThatThrownBy(
              () -> {
                for (; ; added.incrementAndGet()) {
                  rows.add(new Reused().fill(1));
                }
              })
          .isSameAs(broken);
    }
    assertThat(added.get()).isLessThan(10_000);
  }

  @Test
  void stopsWhenItIsClosedEarly() throws IOException {
    CountDownLatch started = new CountDownLatch(1);
    Thread[] writer = new Thread[1];
    try (RowHandoff rows =
        new RowHandoff(
            TYPE,
            "writer",
            row -> {
              writer[0] = Thread.currentThread();
              started.countDown();
              await(new CountDownLatch(1));
            })) {
      for (int id = 0; id < 1_000; id++) {
        rows.add(new Reused().fill(id));
      }
      await(started);
    }
    assertThat(writer[0].isAlive()).isFalse();
  }

  @Test
  void leavesAnInterruptedTaskInterrupted() throws IOException {
    try (RowHandoff rows = new RowHandoff(TYPE, "writer", row -> {})) {
      rows.add(new Reused().fill(1));
      Thread.currentThread().interrupt();
      assertThatThrownBy(rows::finish).isInstanceOf(InterruptedIOException.class);
    }
    assertThat(Thread.interrupted()).isTrue();
  }

  private static void await(CountDownLatch latch) throws IOException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new InterruptedIOException();
    }
  }
}
