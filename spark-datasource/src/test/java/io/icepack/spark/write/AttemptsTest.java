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
package io.icepack.spark.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.icepack.spark.testing.SparkTest;
import io.icepack.spark.testing.StorageProbe;
import io.icepack.spark.testing.StorageProbe.Operation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.LogicalWriteInfoImpl;
import org.apache.spark.sql.connector.write.PhysicalWriteInfoImpl;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Attempts of one task that fail, are tried again, or race each other. */
class AttemptsTest extends SparkTest {

  private String table;

  @BeforeEach
  void createTable() {
    table = create("(id INT, pic BINARY COMMENT '__BLOB_FIELD')");
  }

  private BatchWrite startWrite() throws Exception {
    TableCatalog catalog = (TableCatalog) spark.sessionState().catalogManager().catalog("lake");
    SupportsWrite loaded =
        (SupportsWrite)
            catalog.loadTable(
                Identifier.of(new String[] {"db"}, table.substring("lake.db.".length())));
    return loaded
        .newWriteBuilder(
            new LogicalWriteInfoImpl(
                "query",
                spark.table(table).schema(),
                CaseInsensitiveStringMap.empty(),
                Optional.empty(),
                Optional.empty()))
        .build()
        .toBatch();
  }

  private static DataWriter<InternalRow> attempt(DataWriterFactory factory, long taskId)
      throws IOException {
    DataWriter<InternalRow> writer = factory.createWriter(0, taskId);
    writer.write(row(1, (byte) 0xAA));
    writer.write(row(2, (byte) 0xBB));
    return writer;
  }

  private static InternalRow row(int id, byte payload) {
    return new GenericInternalRow(new Object[] {id, new byte[] {payload}});
  }

  private void assertTwoRows() {
    assertThat(sql("SELECT id, pic FROM %s ORDER BY id", table))
        .containsExactly(row(1, "AA"), row(2, "BB"));
    assertThat(files(table).packs()).hasSize(1);
    assertThat(files(table).dataFiles()).hasSize(1);
    assertThat(files(table).sidecars()).hasSize(1);
  }

  @Test
  void keepsTheWinnerWhenTheLoserAborts() throws Exception {
    BatchWrite write = startWrite();
    DataWriterFactory factory = write.createBatchWriterFactory(PhysicalWriteInfoImpl.apply(1));
    DataWriter<InternalRow> winner = attempt(factory, 1);
    DataWriter<InternalRow> loser = attempt(factory, 2);
    WriterCommitMessage message = winner.commit();
    loser.abort();
    loser.close();
    winner.close();
    write.commit(new WriterCommitMessage[] {message});
    assertTwoRows();
  }

  @Test
  void keepsTheWinnerWhenTheLoserWasComplete() throws Exception {
    BatchWrite write = startWrite();
    DataWriterFactory factory = write.createBatchWriterFactory(PhysicalWriteInfoImpl.apply(1));
    DataWriter<InternalRow> loser = attempt(factory, 1);
    DataWriter<InternalRow> winner = attempt(factory, 2);
    WriterCommitMessage message = winner.commit();
    loser.commit();
    loser.abort();
    loser.close();
    winner.close();
    write.commit(new WriterCommitMessage[] {message});
    assertTwoRows();
  }

  @Test
  void deletesOnlyWhatTheJobWrote() throws Exception {
    sql("INSERT INTO %s VALUES (1, X'AA'), (2, X'BB')", table);
    List<Path> before = files(table).all();
    BatchWrite write = startWrite();
    DataWriterFactory factory = write.createBatchWriterFactory(PhysicalWriteInfoImpl.apply(2));
    WriterCommitMessage message = attempt(factory, 1).commit();
    assertThat(files(table).all().size()).isGreaterThan(before.size());
    write.abort(new WriterCommitMessage[] {message, null});
    assertThat(files(table).all()).containsExactlyInAnyOrderElementsOf(before);
    assertThat(sql("SELECT count(pic) FROM %s", table)).containsExactly(row(2L));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ", PRIMARY KEY (id) NOT ENFORCED"})
  void commitsNothingOfATaskThatLostARow(String constraint) throws Exception {
    table = create("(id INT NOT NULL, pic BINARY COMMENT '__BLOB_FIELD'" + constraint + ")");
    DataWriterFactory factory =
        startWrite().createBatchWriterFactory(PhysicalWriteInfoImpl.apply(1));
    // The runs of a primary-key table are sorted in the memory of a task.
    List<List<String>> failures =
        JavaSparkContext.fromSparkContext(spark.sparkContext())
            .parallelize(List.of(factory), 1)
            .map(AttemptsTest::loseARow)
            .collect();
    assertThat(failures)
        .containsExactly(
            List.of(
                "the source ends early",
                "Cannot commit task: writing one of its rows failed, so not all of its rows are "
                    + "there"));
    assertThat(files(table).all()).isEmpty();
  }

  /** Writes three rows although the second one fails, and tells how this and the commit fail. */
  private static List<String> loseARow(DataWriterFactory factory) throws IOException {
    DataWriter<InternalRow> writer = factory.createWriter(0, 1);
    writer.write(row(1, (byte) 0xAA));
    InternalRow broken =
        new GenericInternalRow(new Object[] {2, null}) {
          private static final long serialVersionUID = 1L;

          @Override
          public boolean isNullAt(int ordinal) {
            return false;
          }

          @Override
          public Object genericGet(int ordinal) {
            if (ordinal == 1) {
              throw new IllegalStateException("the source ends early");
            }
            return super.genericGet(ordinal);
          }
        };
    Throwable lost = catchThrowable(() -> writer.write(broken));
    writer.write(row(3, (byte) 0xCC));
    Throwable refused = catchThrowable(writer::commit);
    writer.abort();
    writer.close();
    return List.of(lost.getMessage(), refused.getMessage());
  }

  @Test
  void triesAFailedTaskAgain() {
    StorageProbe.inject(
        StorageProbe.onNth(
            1,
            access ->
                access.operation() == Operation.CREATE && access.location().endsWith(".blobref"),
            "the first attempt fails late"));
    sql("INSERT INTO %s SELECT /*+ COALESCE(1) */ * FROM VALUES (1, X'AA'), (2, X'BB')", table);
    assertTwoRows();
    StorageProbe.inject(
        StorageProbe.onNth(
            1,
            access ->
                access.operation() == Operation.CREATE && access.location().endsWith(".puffin"),
            "the first attempt fails late"));
    sql("UPDATE %s SET pic = concat(pic, X'00') WHERE id = 1", table);
    assertThat(sql("SELECT id, pic FROM %s ORDER BY id", table))
        .containsExactly(row(1, "AA00"), row(2, "BB"));
    assertThat(files(table).packs()).hasSize(2);
    assertThat(files(table).sidecars()).hasSize(2);
  }
}
