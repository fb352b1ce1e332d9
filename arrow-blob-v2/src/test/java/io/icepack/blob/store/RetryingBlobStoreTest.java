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

import io.icepack.blob.store.FailingBlobStore.Operation;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.util.List;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RetryingBlobStoreTest extends BlobStoreContract {
  private static final RetryPolicy AT_ONCE = new RetryPolicy(8, 0, 0);
  private static final String LOCATION = "mem://store/object";

  private final MemoryBlobStore memory = new MemoryBlobStore();
  private final BlobStore throttled =
      new RetryingBlobStore(
          new FailingBlobStore(memory, call -> call.number() % 5 < 2 && isRead(call.operation())),
          AT_ONCE);

  @Override
  protected BlobStore store() {
    return throttled;
  }

  @Override
  protected String root() {
    return "mem://store/root";
  }

  @Test
  void createsEachObjectOnceUnderThrottling() throws IOException {
    FailingBlobStore failing = FailingBlobStore.throttling(memory);
    BlobStore store = new RetryingBlobStore(failing, AT_ONCE);
    for (int i = 0; i < 20; i++) {
      try (BlobOutput output = store.create(LOCATION + i)) {
        output.write(i);
      }
    }
    assertThat(failing.failures()).isGreaterThan(5);
    assertThat(memory.list("mem://store")).hasSize(20).allMatch(object -> object.length() == 1);
  }

  @ParameterizedTest
  @EnumSource(names = {"OPEN", "READ", "CREATE", "LENGTH", "LIST", "DELETE"})
  void givesUpAfterTheLastRepetition(Operation operation) throws IOException {
    memory.create("mem://store/other").close();
    FailingBlobStore failing = new FailingBlobStore(memory, call -> call.operation() == operation);
    BlobStore store = new RetryingBlobStore(failing, new RetryPolicy(3, 0, 0));
    assertThatThrownBy(() -> perform(store, operation))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("503 Slow Down: " + operation);
    assertThat(failing.failures()).isEqualTo(4);
  }

  @ParameterizedTest
  @EnumSource(names = {"WRITE", "CLOSE_OUTPUT"})
  void neverRepeatsWhatIsWritten(Operation operation) {
    FailingBlobStore failing = new FailingBlobStore(memory, call -> call.operation() == operation);
    assertThatThrownBy(() -> write(new RetryingBlobStore(failing, AT_ONCE)))
        .hasMessage("503 Slow Down: " + operation + " " + LOCATION);
    assertThat(failing.failures()).isEqualTo(1);
  }

  @Test
  void doesNotTakeWhatAFailedAttemptLeftForANewObject() {
    BlobStore leaving =
        new ForwardingBlobStore(memory) {
          @Override
          public BlobOutput create(String location) throws IOException {
            super.create(location).close();
            throw new IOException("connection reset");
          }
        };
    assertThatThrownBy(() -> write(new RetryingBlobStore(leaving, AT_ONCE)))
        .isExactlyInstanceOf(IOException.class)
        .hasMessage("connection reset");
  }

  @Test
  void opensAFreshInputAfterAFailedRead() throws IOException {
    write(memory);
    CountingBlobStore counting =
        new CountingBlobStore(FailingBlobStore.onNth(memory, Operation.READ, 1));
    byte[] buffer = new byte[3];
    try (BlobInput input = new RetryingBlobStore(counting, AT_ONCE).open(LOCATION)) {
      input.readFully(0, buffer, 0, 3);
    }
    assertThat(buffer).containsExactly(1, 2, 3);
    assertThat(counting.opens()).isEqualTo(2);
    assertThat(counting.maxOpenStreams()).isEqualTo(1);
    assertThat(counting.openStreams()).isZero();
  }

  @Test
  void startsAnewAfterAFailedReadOfTheStart() throws IOException {
    write(memory);
    CountingBlobStore counting =
        new CountingBlobStore(FailingBlobStore.onNth(memory, Operation.READ, 1));
    try (BlobInput input = new RetryingBlobStore(counting, AT_ONCE).open(LOCATION)) {
      assertThat(input.readStart(2)).containsExactly(1, 2);
    }
    assertThat(counting.opens()).isEqualTo(2);
    assertThat(counting.maxOpenStreams()).isEqualTo(1);
    assertThat(counting.openStreams()).isZero();
  }

  @Test
  void knowsWhatMayPass() {
    assertThat(List.of(new IOException("503"), new SocketTimeoutException("slow")))
        .allMatch(RetryPolicy::mayPass);
    assertThat(
            List.of(
                new FileNotFoundException(),
                new EOFException(),
                new AccessDeniedException("/x"),
                new AccessControlException("no"),
                new IOException(
                    "wrapped", new UncheckedIOException(new AccessDeniedException("f"))),
                new ChecksumException("damaged", 0),
                new UnsupportedFileSystemException("no"),
                new InterruptedIOException(),
                new ClosedByInterruptException()))
        .noneMatch(RetryPolicy::mayPass);
  }

  @Test
  void refusesInvalidPolicies() {
    assertThatThrownBy(() -> new RetryPolicy(-1, 0, 0))
        .hasMessage(
            "Cannot use -1 retries with delays of 0 to 0 ms: one is negative or they descend");
    assertThatThrownBy(() -> new RetryPolicy(1, 5, 4))
        .hasMessage(
            "Cannot use 1 retries with delays of 5 to 4 ms: one is negative or they descend");
  }

  @Test
  void stopsWaitingWhenInterrupted() {
    FailingBlobStore failing = new FailingBlobStore(memory, call -> true);
    BlobStore store = new RetryingBlobStore(failing, new RetryPolicy(8, 60_000, 60_000));
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> store.length(LOCATION))
        .isInstanceOf(InterruptedIOException.class)
        .hasMessage("Cannot repeat request: the thread was interrupted");
    assertThat(Thread.interrupted()).isTrue();
  }

  private static boolean isRead(Operation operation) {
    return switch (operation) {
      case OPEN, READ, LENGTH, LIST, DELETE -> true;
      case CREATE, WRITE, CLOSE_OUTPUT -> false;
    };
  }

  private void perform(BlobStore store, Operation operation) throws IOException {
    switch (operation) {
      case OPEN, READ -> {
        try (BlobInput input = store.open("mem://store/other")) {
          input.readFully(0, new byte[1], 0, 1);
        }
      }
      case CREATE -> write(store);
      case LENGTH -> store.length(LOCATION);
      case LIST -> store.list(LOCATION).close();
      case DELETE -> store.delete(LOCATION);
      default -> throw new AssertionError(operation);
    }
  }

  private static void write(BlobStore store) throws IOException {
    try (BlobOutput output = store.create(LOCATION)) {
      output.write(new byte[] {1, 2, 3});
    }
  }
}
