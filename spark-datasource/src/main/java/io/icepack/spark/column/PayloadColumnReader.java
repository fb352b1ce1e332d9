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
package io.icepack.spark.column;

import java.io.IOException;
import org.apache.spark.sql.catalyst.InternalRow;

/** Reads a blob column with the bytes of its values. */
final class PayloadColumnReader implements ColumnReader {

  private final BlobSource source;
  private final PayloadBatch batch;

  PayloadColumnReader(BlobSource source, ReadSession session) {
    this.source = source;
    this.batch = new PayloadBatch(session, source.name());
  }

  @Override
  public void expect(InternalRow physical, String dataFile) {
    source.forEachOpen(
        physical,
        dataFile,
        (blob, handle) -> {
          if (SeenBlob.hasData(blob)) {
            batch.expect(blob.path(), handle);
          }
        });
  }

  @Override
  public void measure() throws IOException {
    batch.measure();
  }

  @Override
  public long ask(InternalRow physical, String dataFile) {
    long[] bytes = {0};
    source.forEach(
        physical,
        dataFile,
        (blob, handle) -> {
          if (SeenBlob.hasData(blob)) {
            bytes[0] += batch.ask(blob.path(), handle);
          }
        });
    return bytes[0];
  }

  @Override
  public void fetch() throws IOException {
    batch.fetch();
  }

  @Override
  public Object build(InternalRow physical, String dataFile, InternalRow built) {
    return source.map(
        physical,
        dataFile,
        (blob, handle) -> SeenBlob.ofData(blob, SeenBlob.hasData(blob) ? batch.take() : null));
  }
}
