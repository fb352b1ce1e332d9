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
package io.icepack.spark.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.icepack.blob.descriptor.SerializedDescriptor;
import io.icepack.spark.testing.ProbedFileSystem;
import io.icepack.spark.testing.SparkTest;
import io.icepack.spark.testing.StorageProbe;
import io.icepack.spark.testing.StorageProbe.Operation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.catalyst.analysis.NoSuchNamespaceException;
import org.apache.spark.sql.connector.catalog.FunctionCatalog;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The functions of the namespace {@code sys}. */
class BlobFunctionsTest extends SparkTest {

  private String uri;

  @BeforeAll
  void createObjects() throws IOException {
    ProbedFileSystem.configuration()
        .forEach((key, value) -> spark.conf().set("spark.sql.catalog.lake.hadoop." + key, value));
    Path folder = Files.createDirectories(directory.resolve("outside").resolve("locked"));
    for (Path file : new Path[] {folder.resolveSibling("x.blob"), folder.resolve("y.blob")}) {
      Files.write(file, new byte[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
    }
    uri = "probe://" + folder.resolveSibling("x.blob");
  }

  private static String hex(String uri, long offset, long length) {
    return HexFormat.of()
        .withUpperCase()
        .formatHex(new SerializedDescriptor(uri, offset, length).encode());
  }

  private static String descriptor(String uri, long offset, long length) {
    return "X'" + hex(uri, offset, length) + "'";
  }

  @Test
  void areListedBesideIcebergs() throws NoSuchNamespaceException {
    FunctionCatalog catalog =
        (FunctionCatalog) spark.sessionState().catalogManager().catalog("lake");
    assertThat(catalog.listFunctions(new String[] {"sys"}))
        .extracting(Identifier::toString)
        .containsExactly("sys.descriptor_to_string", "sys.path_to_descriptor", "sys.read_blob");
    assertThat(catalog.listFunctions(new String[] {"system"}))
        .extracting(Identifier::name)
        .contains("bucket", "truncate");
    assertThat(sql("SELECT lake.system.bucket(4, 7) = lake.bucket(4, 7)"))
        .containsExactly(row(true));
    assertThat(catchThrowable(() -> sql("SELECT lake.sys.bucket(4, 7)")))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("Cannot resolve routine `lake`.`sys`.`bucket`");
  }

  @Test
  void makeDescriptorsAndShowThem() {
    assertThat(
            sql(
                "SELECT lake.sys.path_to_descriptor('s3://b/ü'), lake.SYS.Path_To_Descriptor(NULL), "
                    + "lake.sys.descriptor_to_string(%s), lake.sys.descriptor_to_string(NULL)",
                descriptor("s3://b/k", 7, 9)))
        .containsExactly(
            row(
                hex("s3://b/ü", 0, -1),
                null,
                "BlobDescriptor{uri='s3://b/k', offset=7, length=9}",
                null));
    assertThat(
            sql(
                "SELECT lake.sys.descriptor_to_string(lake.sys.path_to_descriptor(u)), count(*) "
                    + "FROM VALUES ('/a'), ('/a'), ('/b') AS v(u) "
                    + "GROUP BY lake.sys.descriptor_to_string(lake.sys.path_to_descriptor(u)) "
                    + "ORDER BY 1"))
        .containsExactly(
            row("BlobDescriptor{uri='/a', offset=0, length=-1}", 2L),
            row("BlobDescriptor{uri='/b', offset=0, length=-1}", 1L));
  }

  @Test
  void readBlobs() {
    String query =
        "SELECT lake.sys.read_blob(%1$s), lake.sys.read_blob(%1$s, 1, 2), "
            + "lake.sys.read_blob(%1$s, 3L, -1), lake.sys.read_blob(%1$s, 1, 0), "
            + "lake.sys.read_blob(NULL), lake.sys.read_blob(%1$s, NULL, 1)";
    assertThat(sql(query.formatted(descriptor(uri, 2, 5))))
        .containsExactly(row("0203040506", "0304", "0506", "", null, null));
    assertThat(sql(query.formatted(descriptor(uri, 4, -1))))
        .containsExactly(row("040506070809", "0506", "070809", "", null, null));
    assertThat(sql(query.formatted(descriptor("data:;base64,AAECAwQF", 1, 5))))
        .containsExactly(row("0102030405", "0203", "0405", "", null, null));
    assertThat(sql("SELECT lake.sys.read_blob(%s)", descriptor(uri, 3, 0)))
        .containsExactly(row(""));
    assertThat(StorageProbe.openStreams()).isZero();
  }

  /** Streams stay open between the rows of one task. */
  @Test
  void readManyPartsThroughOneStream() {
    StorageProbe.reset();
    assertThat(
            sql(
                "SELECT sum(length(lake.sys.read_blob(%s, id %% 10, 1))), "
                    + "sum(conv(hex(lake.sys.read_blob(%s, id %% 10, 1)), 16, 10)) "
                    + "FROM range(0, 50, 1, 1)",
                descriptor(uri, 0, 10), descriptor(uri, 0, 10)))
        .containsExactly(row(50L, 225.0));
    assertThat(StorageProbe.count(Operation.OPEN, "outside")).isLessThanOrEqualTo(2);
    assertThat(StorageProbe.count(Operation.STATUS, "outside")).isZero();
    assertThat(StorageProbe.openStreams()).isZero();
  }

  @Test
  void readWithTheOptionsOfTheSession() {
    String locked = descriptor(uri.replace("x.blob", "locked/y.blob"), 0, 1);
    String option = "spark.sql.catalog.lake.blob-descriptor." + ProbedFileSystem.PASSWORD;
    spark.conf().set(option, "sesame");
    int open = ProbedFileSystem.openInstances();
    try {
      assertThat(
              sql("SELECT count(lake.sys.read_blob(if(id < 9, %s, NULL))) FROM range(9)", locked))
          .containsExactly(row(9L));
      assertThat(ProbedFileSystem.openInstances()).isEqualTo(open);
    } finally {
      spark.conf().unset(option);
    }
    assertFails(
        "SELECT lake.sys.read_blob(" + locked + ")",
        "no password for " + uri.replace("probe://", "probe:").replace("x.blob", "locked/y.blob"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "path_to_descriptor('a/b')|Cannot make a descriptor: uri 'a/b' is not absolute; use one "
            + "with a scheme, such as s3://bucket/key",
        "path_to_descriptor('s3://me:pw@b/k')|Cannot make a descriptor: uri 's3://***@b/k' must "
            + "not be recorded because it has user info; credentials belong to the configuration",
        "descriptor_to_string(X'0102')|Cannot decode blob descriptor of 2 bytes: its version is 1, "
            + "only 2 is known",
        "read_blob(X'')|Cannot decode blob descriptor of 0 bytes: it is cut short, at least 29 "
            + "bytes are needed",
        "read_blob($, -1, 1)|Cannot read 1 bytes at -1 of a blob of 5 bytes: the range is not "
            + "within it",
        "read_blob($, 3, 3)|Cannot read 3 bytes at 3 of a blob of 5 bytes: the range is not within "
            + "it",
        "read_blob($, 6, -1)|Cannot read all bytes at 6 of a blob of 5 bytes: the range is not "
            + "within it",
        "read_blob($, 0, -2)|Cannot read -2 bytes at 0 of a blob of 5 bytes: the range is not "
            + "within it",
        "read_blob(~, 9223372036854775807, 1)|Cannot read 1 bytes at 9223372036854775807 of a blob "
            + "of unknown length: the range is not within it"
      })
  void refuseValues(String call, String message) {
    assertFails(
        "SELECT lake.sys."
            + call.replace("$", descriptor(uri, 2, 5)).replace("~", descriptor(uri, 2, -1)),
        message);
  }

  @Test
  void nameWhatCannotBeRead() {
    String gone = uri.replace("x.blob", "gone");
    assertSays(
        "read_blob(" + descriptor(gone, 0, 3) + ")",
        "Cannot read 3 bytes at 0 of " + gone + ": there is no such object");
    assertSays(
        "read_blob(" + descriptor(uri, 8, -1) + ", 1, 3)",
        "Cannot read 3 bytes at 9 of " + uri + ": the object has 10 bytes");
    assertSays(
        "read_blob(" + descriptor(uri, 0, 1L << 32) + ")",
        "Cannot read 4294967296 bytes at 0 of "
            + uri
            + ": at most 2147483639 bytes fit in one value; read parts of it by "
            + "read_blob(descriptor BINARY [, offset BIGINT, length BIGINT])");
  }

  private void assertSays(String call, String message) {
    Throwable failure = catchThrowable(() -> sql("SELECT lake.sys." + call));
    StringBuilder said = new StringBuilder();
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      said.append(cause.getMessage()).append('\n');
    }
    assertThat(said.toString().lines()).contains(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "path_to_descriptor(1)|Cannot call it with (INT): use path_to_descriptor(uri STRING)",
        "path_to_descriptor('/a', '/b')|Cannot call it with (STRING, STRING): use "
            + "path_to_descriptor(uri STRING)",
        "descriptor_to_string('x')|Cannot call it with (STRING): use "
            + "descriptor_to_string(descriptor BINARY)",
        "read_blob(X'00', 1)|Cannot call it with (BINARY, INT): use read_blob(descriptor BINARY [, "
            + "offset BIGINT, length BIGINT])",
        "read_blob(X'00', 1, 'x')|Cannot call it with (BINARY, INT, STRING): use "
            + "read_blob(descriptor BINARY [, offset BIGINT, length BIGINT])"
      })
  void refuseArguments(String call, String message) {
    assertThat(catchThrowable(() -> sql("SELECT lake.sys." + call)))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining(message);
  }
}
