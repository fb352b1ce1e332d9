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

import io.icepack.spark.testing.Sessions;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Procedures under a strict Kryo serializer. */
class CompactKryoIsolatedTest extends ProcedureTest {

  @BeforeAll
  @Override
  protected void startSession() {
    Sessions.configure(
        Map.of(
            "spark.serializer", "org.apache.spark.serializer.KryoSerializer",
            "spark.kryo.registrationRequired", "true",
            "spark.kryo.registrator", "io.icepack.spark.IcepackKryoRegistrator"));
    super.startSession();
  }

  @Test
  void compactsRebuildsAndCollects() throws Exception {
    createSample("t");
    List<List<Object>> content = content("t");
    for (String dataFile : dataFiles("t")) {
      Files.delete(sidecarPath(dataFile));
    }

    assertThat(sql("CALL lake.sys.rebuild_blob_refs('db.t')")).containsExactly(row(7L, 7L, 0L, 7L));
    assertSidecarsExact("t");
    assertThat(compact("'db.t'").subList(0, 2)).isEqualTo(row(7, 1));
    assertSidecarsExact("t");
    sql("CALL lake.system.rewrite_data_files('db.t', options => map('rewrite-all', 'true'))");
    assertThat(content("t")).isEqualTo(content);
    assertSidecarsExact("t");
    Files.write(stored("t").packs().get(0).resolveSibling("dead.managed.blob"), new byte[1]);
    expire("t");
    assertThat(collectGarbage("t").subList(0, 3)).isEqualTo(row("done", null, 1L));
    assertThat(content("t")).isEqualTo(content);
  }
}
