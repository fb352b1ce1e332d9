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
package io.icepack.spark.procedures;

import static org.assertj.core.api.Assertions.assertThat;

import io.icepack.spark.testing.ProbedFileSystem;
import io.icepack.spark.testing.StorageProbe;
import io.icepack.spark.testing.StorageProbe.Operation;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Payloads that are missing, cut short or unreadable are found. */
class VerifyBlobsTest extends ProcedureTest {

  @Test
  void findsNothingWrong() {
    createSample("sound");
    sql("UPDATE lake.db.sound SET pic = X'0102' WHERE id = 1");
    sql("ALTER TABLE lake.db.sound DROP COLUMN imgs");
    compact("'db.sound'");
    int packs = stored("sound").packs().size();
    StorageProbe.reset();

    assertThat(verify("'db.sound'")).isEmpty();

    assertThat(StorageProbe.payloadBytesRead()).isZero();
    assertThat(StorageProbe.count(Operation.STATUS, ".managed.blob")).isEqualTo(packs);
    assertThat(verify("'db.sound', deep => true")).isEmpty();
    assertThat(StorageProbe.payloadBytesRead()).isEqualTo(15);
  }

  @Test
  void findsWhatIsWrong() throws IOException {
    sql("CREATE TABLE lake.db.wrong (id INT, pic BINARY COMMENT '__BLOB_FIELD')");
    sql(
        "INSERT INTO lake.db.wrong SELECT /*+ COALESCE(1) */ * FROM VALUES (1, X'0102'), (2, X'03'), (3, X'')");
    Object first = scalar("SELECT snapshot_id FROM lake.db.wrong.snapshots");
    Path pack = stored("wrong").packs().get(0);
    String file = dataFiles("wrong").iterator().next();
    sql("INSERT INTO lake.db.wrong VALUES (4, X'04')");
    sql("ALTER TABLE lake.db.wrong RENAME COLUMN pic TO picture");
    Path other =
        stored("wrong").packs().stream()
            .filter(path -> !path.equals(pack))
            .findFirst()
            .orElseThrow();

    StorageProbe.inject(
        access -> {
          if (access.operation() == Operation.READ
              && access.location().endsWith(other.getFileName().toString())) {
            throw new AccessDeniedException(access.location());
          }
        });
    assertThat(verify("'db.wrong'")).isEmpty();
    assertThat(verify("'db.wrong', deep => true").stream().map(row -> row.subList(0, 4)))
        .containsExactly(row("unreadable", other.toString(), 1L, "picture"));
    StorageProbe.reset();

    Files.write(pack, new byte[2]);
    Files.deleteIfExists(pack.resolveSibling("." + pack.getFileName() + ".crc"));
    assertThat(verify("'db.wrong'"))
        .containsExactly(
            row(
                "truncated",
                pack.toString(),
                1L,
                "picture",
                file,
                "Cannot read 1 bytes at 2 of " + pack + ": the object has 2 bytes"));

    Files.delete(pack);
    Files.delete(other);
    assertThat(verify("'db.wrong'").stream().map(row -> row.subList(0, 4)))
        .containsExactlyInAnyOrder(
            row("missing", pack.toString(), 2L, "picture"),
            row("missing", other.toString(), 1L, "picture"));
    assertThat(verify("'db.wrong', %s", first))
        .containsExactly(
            row(
                "missing",
                pack.toString(),
                2L,
                "pic",
                file,
                "Cannot measure " + pack + ": there is no such object"));
    sql("DELETE FROM lake.db.wrong WHERE id < 3");
    Object last = scalar("SELECT snapshot_id FROM lake.db.wrong.refs");
    assertThat(verify("'db.wrong', %s", last).stream().map(row -> row.get(1)))
        .containsExactly(other.toString());
  }

  /** External objects are looked at as queries read them, wherever the table keeps its own. */
  @Test
  void looksAtExternalObjectsInTheirFileSystem() throws IOException {
    ProbedFileSystem.configuration()
        .forEach((key, value) -> spark.conf().set("spark.sql.catalog.lake.hadoop." + key, value));
    Path folder = Files.createDirectories(directory.resolve("outside/locked"));
    Files.write(folder.resolve("a.blob"), new byte[] {1, 2, 3});
    String uri = "probe:" + folder + "/";
    sql(
        "CREATE TABLE lake.db.external (id INT, pic STRUCT<data: BINARY, uri: STRING, position: "
            + "BIGINT, size: BIGINT> COMMENT '__BLOB_FIELD') TBLPROPERTIES "
            + "('blob.external.mode'='reference', 'blob.base.7'='%s')",
        uri);
    sql(
        "INSERT INTO lake.db.external SELECT /*+ COALESCE(1) */ id, named_struct('data', bytes, 'uri', '%s' || name, "
            + "'position', position, 'size', size) FROM VALUES (1, NULL, 'a.blob', NULL, NULL), "
            + "(2, NULL, 'a.blob', 1L, 2L), (3, NULL, 'a.blob', 2L, 2L), (4, NULL, 'b.blob', NULL, "
            + "NULL), (5, X'AA', NULL, NULL, NULL) AS v(id, bytes, name, position, size)",
        uri);
    String file = dataFiles("external").iterator().next();
    assertThat(verify("'db.external'").stream().map(row -> row.subList(0, 3)))
        .containsExactly(
            row("unreadable", uri + "a.blob", 3L), row("unreadable", uri + "b.blob", 1L));
    sql(
        "ALTER TABLE lake.db.external SET TBLPROPERTIES ('blob-descriptor.%s'='sesame')",
        ProbedFileSystem.PASSWORD);
    int instances = ProbedFileSystem.openInstances();
    StorageProbe.reset();
    assertThat(verify("'db.external', deep => true"))
        .containsExactly(
            row(
                "missing",
                uri + "b.blob",
                1L,
                "pic",
                file,
                "Cannot measure " + uri + "b.blob: there is no such object"),
            row(
                "truncated",
                uri + "a.blob",
                1L,
                "pic",
                file,
                "Cannot read 2 bytes at 2 of " + uri + "a.blob: the object has 3 bytes"));
    assertThat(StorageProbe.count(Operation.STATUS, "/locked/a.blob")).isEqualTo(1);
    assertThat(StorageProbe.payloadBytesRead()).isEqualTo(6);
    assertThat(ProbedFileSystem.openInstances()).isEqualTo(instances);
    assertThat(StorageProbe.openStreams()).isZero();
  }

  @Test
  void needsASnapshotAndBlobs() {
    sql("CREATE TABLE lake.db.bare (id INT)");
    assertThat(verify("'db.bare'")).isEmpty();
    createSample("unknown");
    assertFails(
        "CALL lake.sys.verify_blobs('db.unknown', 7)",
        "Cannot verify table lake.db.unknown: it has no snapshot 7");
  }

  private List<List<Object>> verify(String arguments, Object... args) {
    return sql("CALL lake.sys.verify_blobs(" + arguments + ")", args);
  }
}
