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
package io.icepack.blob.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class MemoryBlobStoreTest extends BlobStoreContract {
  private final MemoryBlobStore store = new MemoryBlobStore();

  @Override
  protected BlobStore store() {
    return store;
  }

  @Override
  protected String root() {
    return "mem://store/root";
  }

  @Test
  void takesTheTimeFromItsClock() throws IOException {
    Clock clock = Clock.fixed(Instant.ofEpochMilli(1_234), ZoneOffset.UTC);
    MemoryBlobStore old = new MemoryBlobStore(clock);
    old.create("mem://a/b").close();
    assertThat(old.list("mem://a")).containsExactly(new ObjectStatus("mem://a/b", 0, 1_234));
  }

  @Test
  void showsNothingBeforeTheEnd() throws IOException {
    BlobOutput output = store.create("mem://a/b");
    output.write(1);
    assertThat(store.list("mem://a")).isEmpty();
    output.close();
    assertThat(store.length("mem://a/b")).isEqualTo(1);
  }

  @Test
  void letsOneOfTwoWritersWin() throws IOException {
    BlobOutput first = store.create("mem://a/b");
    BlobOutput second = store.create("mem://a/b");
    second.close();
    assertThatThrownBy(first::close)
        .isInstanceOf(FileAlreadyExistsException.class)
        .hasMessage("mem://a/b: it exists already");
  }

  @Test
  void refusesClosedStreams() throws IOException {
    BlobOutput output = store.create("mem://a/b");
    output.close();
    assertThatThrownBy(() -> output.write(1))
        .hasMessage("Cannot write mem://a/b: the output is closed");
    BlobInput input = store.open("mem://a/b");
    input.close();
    assertThatThrownBy(() -> input.readFully(0, new byte[1], 0, 1))
        .hasMessage("Cannot read mem://a/b: the input is closed");
  }
}
