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
package io.icepack.spark.io;

import io.icepack.blob.store.BlobStore;
import io.icepack.blob.store.BlobStoreContract;
import io.icepack.spark.testing.ProbedFileIo;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.io.TempDir;

/** The storage contract over an Iceberg {@code FileIO} that Icepack does not know. */
class FileIoBlobStoreTest extends BlobStoreContract {

  @TempDir private Path directory;

  @Override
  protected BlobStore store() {
    // The checksum layer of Hadoop cannot create a file with a colon in its name.
    Configuration configuration = new Configuration();
    configuration.set("fs.file.impl", RawLocalFileSystem.class.getName());
    configuration.setBoolean("fs.file.impl.disable.cache", true);
    ProbedFileIo io = new ProbedFileIo();
    io.setConf(configuration);
    return FileIoBlobStore.of(io);
  }

  @Override
  protected String root() {
    return directory.toString();
  }
}
