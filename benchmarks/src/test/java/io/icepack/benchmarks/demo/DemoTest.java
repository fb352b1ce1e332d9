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
package io.icepack.benchmarks.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoTest {
  @TempDir Path temporary;

  @Test
  void movesNoMorePayloadBytesThanEachStepNeeds() throws IOException {
    Path folder = Files.createDirectories(temporary.resolve("my media 50%"));
    SampleMedia.write(folder);
    List<Long> sizes = sizes(folder);
    long all = sizes.stream().mapToLong(Long::longValue).sum();
    long largest = sizes.stream().mapToLong(Long::longValue).max().orElseThrow();
    Files.createFile(folder.resolve("empty.png"));
    ByteArrayOutputStream text = new ByteArrayOutputStream();

    List<DemoStep> steps =
        Demo.run(
            new PrintStream(text, true, StandardCharsets.UTF_8),
            DemoOptions.parse(folder.toString()));

    Map<String, DemoStep> byName =
        steps.stream().collect(Collectors.toMap(DemoStep::name, Function.identity()));
    assertCost(byName.get("load the folder"), sizes.size(), all, 0);
    assertCost(byName.get("list sizes"), sizes.size(), 0, 0);
    assertCost(byName.get("export one file"), 1, 0, largest);
    assertThat(byName.get("update labels").rows()).isPositive();
    assertCost(byName.get("update labels"), byName.get("update labels").rows(), 0, 0);
    assertCost(byName.get("compact"), sizes.size(), 0, 0);
    DemoStep verification = byName.get("verify every file");
    assertThat(verification.rows()).isEqualTo(sizes.size());
    assertThat(verification.payloadBytesWritten()).isZero();
    assertThat(verification.payloadBytesRead()).isBetween(all, all + all / 10);
    assertThat(text.toString(StandardCharsets.UTF_8))
        .contains("left out 1 files")
        .contains(sizes.size() + " files are byte-identical")
        .contains("payload bytes written");
  }

  @Test
  void refusesWhatIsNoFolder() {
    assertThatThrownBy(() -> DemoOptions.parse(temporary.resolve("none").toString()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("none is not a folder");
    assertThatThrownBy(() -> DemoOptions.parse("--help"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("usage:");
  }

  private static void assertCost(DemoStep step, long rows, long written, long read) {
    assertThat(step.rows()).as(step.name()).isEqualTo(rows);
    assertThat(step.payloadBytesWritten()).as(step.name()).isEqualTo(written);
    assertThat(step.payloadBytesRead()).as(step.name()).isEqualTo(read);
  }

  private static List<Long> sizes(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).map(DemoTest::size).toList();
    }
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
