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
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every {@link BlobStore} promises. A subclass runs it against one implementation. */
public abstract class BlobStoreContract {

  /** The store under test. */
  protected abstract BlobStore store();

  /** An absolute location, without a trailing slash, below which the test may do what it likes. */
  protected abstract String root();

  @Test
  void returnsWhatWasWritten() throws IOException {
    byte[] bytes = randomBytes(2_500_000);
    String location = at("data/object");
    try (BlobOutput output = store().create(location)) {
      assertThat(output.location()).isEqualTo(location);
      assertThat(output.position()).isZero();
      output.write(bytes[0]);
      output.write(bytes, 1, 1_000);
      assertThat(output.position()).isEqualTo(1_001);
      output.flush();
      output.write(bytes, 1_001, bytes.length - 1_001);
      assertThat(output.position()).isEqualTo(bytes.length);
    }
    assertThat(store().length(location)).isEqualTo(bytes.length);
    assertThat(readAll(location)).isEqualTo(bytes);
  }

  @Test
  void keepsAnEmptyObject() throws IOException {
    write(at("empty"), new byte[0]);
    assertThat(store().length(at("empty"))).isZero();
    assertThat(readAll(at("empty"))).isEmpty();
  }

  @Test
  void closesAnOutputTwice() throws IOException {
    BlobOutput output = store().create(at("twice"));
    output.write(7);
    output.close();
    assertThatCode(output::close).doesNotThrowAnyException();
    assertThat(readAll(at("twice"))).containsExactly(7);
  }

  @Test
  void refusesToCreateWhatExists() throws IOException {
    write(at("taken"), bytes("first"));
    assertThatThrownBy(() -> write(at("taken"), bytes("second")))
        .isInstanceOf(FileAlreadyExistsException.class)
        .hasMessageContaining(at("taken"));
    assertThat(readAll(at("taken"))).isEqualTo(bytes("first"));
  }

  @Test
  void namesWhatIsMissing() {
    assertThatThrownBy(() -> readAt(at("missing"), 0, 1))
        .isInstanceOf(FileNotFoundException.class)
        .hasMessageContaining(at("missing"));
    assertThatThrownBy(
            () -> {
              try (BlobInput input = store().open(at("missing"))) {
                input.readStart(1);
              }
            })
        .isInstanceOf(FileNotFoundException.class)
        .hasMessageContaining(at("missing"));
    assertThatThrownBy(() -> store().length(at("missing")))
        .isInstanceOf(FileNotFoundException.class)
        .hasMessageContaining(at("missing"));
  }

  @Test
  void readsPartsIntoPartsOfAnArray() throws IOException {
    write(at("digits"), bytes("0123456789"));
    byte[] buffer = bytes("..........");
    try (BlobInput input = store().open(at("digits"))) {
      input.readFully(7, buffer, 1, 3);
      input.readFully(2, buffer, 6, 2);
      input.readFully(0, buffer, 9, 1);
    }
    assertThat(new String(buffer, StandardCharsets.US_ASCII)).isEqualTo(".789..23.0");
  }

  @Test
  void readsTheStartOfAnObjectOfUnknownLength() throws IOException {
    byte[] large = randomBytes(300_000);
    write(at("large"), large);
    write(at("nothing"), new byte[0]);
    try (BlobInput input = store().open(at("large"))) {
      assertThat(input.readStart(Integer.MAX_VALUE)).isEqualTo(large);
      assertThat(input.readStart(200_001)).isEqualTo(Arrays.copyOf(large, 200_001));
      assertThat(input.readStart(0)).isEmpty();
      assertThatThrownBy(() -> input.readStart(-1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("Cannot read at most -1 bytes: it is negative");
    }
    try (BlobInput input = store().open(at("nothing"))) {
      assertThat(input.readStart(10)).isEmpty();
    }
  }

  @Test
  void acceptsTheKnownLength() throws IOException {
    write(at("known"), bytes("0123456789"));
    byte[] buffer = new byte[4];
    try (BlobInput input = store().open(at("known"), 10)) {
      input.readFully(6, buffer, 0, 4);
    }
    assertThat(buffer).isEqualTo(bytes("6789"));
  }

  @Test
  void readsNothingAnywhere() throws IOException {
    write(at("short"), bytes("abc"));
    try (BlobInput input = store().open(at("short"))) {
      byte[] buffer = bytes("xy");
      for (long position : new long[] {0, 3, 4, Long.MAX_VALUE}) {
        input.readFully(position, buffer, 2, 0);
      }
      assertThat(buffer).isEqualTo(bytes("xy"));
    }
  }

  @Test
  void failsBeyondTheEnd() throws IOException {
    write(at("short"), bytes("abc"));
    for (long[] range : new long[][] {{0, 4}, {2, 2}, {3, 1}, {1_000, 7}, {5_000_000_000L, 1}}) {
      assertThatThrownBy(() -> readAt(at("short"), range[0], (int) range[1]))
          .isInstanceOf(EOFException.class)
          .hasMessage(
              "Cannot read %d bytes at %d of %s: the object has 3 bytes",
              range[1], range[0], at("short"));
    }
  }

  @Test
  void refusesInvalidArguments() throws IOException {
    write(at("short"), bytes("abc"));
    try (BlobInput input = store().open(at("short"))) {
      assertThatThrownBy(() -> input.readFully(-1, new byte[1], 0, 1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("Cannot read at position -1: it is negative");
      for (int[] part : new int[][] {{-1, 1}, {0, 3}, {2, 1}, {0, -1}}) {
        assertThatThrownBy(() -> input.readFully(0, new byte[2], part[0], part[1]))
            .isInstanceOf(IndexOutOfBoundsException.class);
      }
    }
  }

  @Test
  void readsSeveralRangesAtOnce() throws Exception {
    byte[] bytes = randomBytes(3_000_000);
    write(at("large"), bytes);
    List<ByteRange> ranges =
        List.of(
            new ByteRange(2_000_000, 900_000),
            new ByteRange(0, 5),
            new ByteRange(1_000_000, 0),
            new ByteRange(5, 100));
    try (BlobInput input = store().open(at("large"))) {
      List<CompletableFuture<ByteBuffer>> results = input.readVectored(ranges);
      for (int i = 0; i < ranges.size(); i++) {
        ByteBuffer result = results.get(i).get();
        assertThat(result.hasArray()).isTrue();
        assertThat(result.remaining()).isEqualTo(ranges.get(i).length());
        int start = (int) ranges.get(i).position();
        assertThat(result).isEqualTo(ByteBuffer.wrap(bytes, start, ranges.get(i).length()));
      }
      assertThat(input.readVectored(List.of())).isEmpty();
    }
  }

  @Test
  void failsTheRangeBeyondTheEnd() throws IOException {
    write(at("short"), bytes("abc"));
    assertThatThrownBy(() -> readVectored(at("short"), new ByteRange(0, 2), new ByteRange(2, 5)))
        .isInstanceOf(EOFException.class)
        .hasMessageContaining(at("short"));
  }

  @Test
  void copiesRangesIntoAnObject() throws IOException {
    byte[] bytes = randomBytes(9_000_000);
    write(at("source"), bytes);
    try (BlobInput input = store().open(at("source"));
        BlobOutput output = store().create(at("copy"))) {
      output.write(bytes("first"));
      input.copyTo(output, 1_000, 8_900_000);
      assertThat(output.position()).isEqualTo(8_900_005);
      input.copyTo(output, 7, 0);
      input.copyTo(output, 0, 3);
      output.write(bytes("last"));
      assertThat(output.position()).isEqualTo(8_900_012);
    }
    ByteBuffer copy = ByteBuffer.wrap(readAll(at("copy")));
    assertThat(copy.slice(0, 5)).isEqualTo(ByteBuffer.wrap(bytes("first")));
    assertThat(copy.slice(5, 8_900_000)).isEqualTo(ByteBuffer.wrap(bytes, 1_000, 8_900_000));
    assertThat(copy.slice(8_900_005, 3)).isEqualTo(ByteBuffer.wrap(bytes, 0, 3));
    assertThat(copy.slice(8_900_008, 4)).isEqualTo(ByteBuffer.wrap(bytes("last")));
  }

  @Test
  void failsToCopyBeyondTheEnd() throws IOException {
    write(at("short"), bytes("abc"));
    for (long[] range : new long[][] {{3, 1}, {1_000, 7}, {5_000_000_000L, 1}}) {
      assertThatThrownBy(() -> copy(at("short"), range[0], range[1]))
          .isInstanceOf(EOFException.class)
          .hasMessage(
              "Cannot read %d bytes at %d of %s: the object has 3 bytes",
              range[1], range[0], at("short"));
    }
    assertThatThrownBy(() -> copy(at("short"), 1, 6_000_000_000L))
        .isInstanceOf(EOFException.class)
        .hasMessageEndingWith(" of %s: the object has 3 bytes", at("short"));
    assertThatThrownBy(() -> copy(at("short"), 1, Long.MAX_VALUE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Cannot copy 9223372036854775807 bytes at 1: the range is negative or overflows");
  }

  private void copy(String location, long position, long length) throws IOException {
    try (BlobInput input = store().open(location);
        BlobOutput output = store().create(at("copy"))) {
      input.copyTo(output, position, length);
    } finally {
      store().delete(at("copy"));
    }
  }

  @Test
  void listsAtAnyDepthAsTheDirectoryIsSpelled() throws IOException {
    long before = System.currentTimeMillis();
    write(at("list/a"), bytes("1"));
    write(at("list/deep/er/b"), bytes("22"));
    write(at("listing/c"), bytes("333"));
    for (String directory : List.of(at("list"), at("list/"))) {
      try (Stream<ObjectStatus> objects = store().list(directory)) {
        List<ObjectStatus> listed = objects.toList();
        assertThat(listed)
            .extracting(ObjectStatus::location, ObjectStatus::length)
            .containsExactlyInAnyOrder(tuple(at("list/a"), 1L), tuple(at("list/deep/er/b"), 2L));
        assertThat(listed)
            .allSatisfy(
                object ->
                    assertThat(object.modifiedMillis())
                        .isBetween(before - 5_000, System.currentTimeMillis() + 5_000));
      }
    }
  }

  @Test
  void listsNothingBelowWhatIsNoDirectory() throws IOException {
    write(at("object"), bytes("x"));
    for (String location : List.of(at("nowhere"), at("object"))) {
      try (Stream<ObjectStatus> objects = store().list(location)) {
        assertThat(objects).isEmpty();
      }
    }
  }

  @Test
  void deletesAlsoWhatIsMissing() throws IOException {
    write(at("gone"), bytes("x"));
    store().delete(at("gone"));
    assertThatThrownBy(() -> readAt(at("gone"), 0, 1)).isInstanceOf(FileNotFoundException.class);
    store().delete(at("gone"));
    store().delete(at("never/there"));
    try (Stream<ObjectStatus> objects = store().list(root())) {
      assertThat(objects).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a b",
        "a%20b",
        "a+b",
        "100%",
        "%",
        "x#y",
        "what?",
        "k=v",
        "k=a%2Fb",
        "图片.png",
        "é",
        "e\u0301",
        "a&b;c",
        "~tilde",
        "'quoted'",
        "[x]{y}*",
        "a:b",
        "@at",
        "$dollar",
        "😀",
        " lead",
        ".hidden",
        "_under"
      })
  void takesNamesLiterally(String name) throws IOException {
    String location = at(name + "/" + name);
    write(at("plain"), bytes("decoy"));
    write(location, bytes(name));
    assertThat(readAll(location)).isEqualTo(bytes(name));
    try (Stream<ObjectStatus> objects = store().list(at(name))) {
      assertThat(objects).extracting(ObjectStatus::location).containsExactly(location);
    }
    store().delete(location);
    assertThatThrownBy(() -> store().length(location)).isInstanceOf(FileNotFoundException.class);
    assertThat(readAll(at("plain"))).isEqualTo(bytes("decoy"));
  }

  @Test
  void tellsNamesApartThatDecodeToOneAnother() throws IOException {
    List<String> names = List.of("a b", "a%20b", "a+b", "a%2520b");
    for (String name : names) {
      write(at(name), bytes(name));
    }
    for (String name : names) {
      assertThat(readAll(at(name))).isEqualTo(bytes(name));
    }
  }

  @Test
  void servesManyThreads() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Future<Boolean>> results = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        results.add(threads.submit(roundTrip("parallel/" + i)));
      }
      for (Future<Boolean> result : results) {
        assertThat(result.get()).isTrue();
      }
    } finally {
      threads.shutdown();
    }
    try (Stream<ObjectStatus> objects = store().list(at("parallel"))) {
      assertThat(objects).hasSize(40);
    }
  }

  private Callable<Boolean> roundTrip(String name) {
    return () -> {
      byte[] bytes = randomBytes(10_000);
      write(at(name), bytes);
      assertThat(readAll(at(name))).isEqualTo(bytes);
      return true;
    };
  }

  private String at(String name) {
    return root() + "/" + name;
  }

  private void write(String location, byte[] bytes) throws IOException {
    try (BlobOutput output = store().create(location)) {
      output.write(bytes);
    }
  }

  private byte[] readAll(String location) throws IOException {
    return readAt(location, 0, (int) store().length(location));
  }

  private byte[] readAt(String location, long position, int length) throws IOException {
    byte[] bytes = new byte[length];
    try (BlobInput input = store().open(location)) {
      input.readFully(position, bytes, 0, length);
    }
    return bytes;
  }

  private void readVectored(String location, ByteRange... ranges) throws Throwable {
    try (BlobInput input = store().open(location)) {
      for (CompletableFuture<ByteBuffer> result : input.readVectored(List.of(ranges))) {
        result.get();
      }
    } catch (ExecutionException e) {
      throw e.getCause();
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] randomBytes(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }
}
