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

import io.icepack.spark.io.FileIoBlobStore;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.io.FileIO;
import org.apache.spark.sql.connector.write.WriterCommitMessage;

/** The objects that writes to a staged table have created, which its transaction may give up. */
public final class StagedObjects {

  private final List<String> locations = new ArrayList<>();

  void add(WriterCommitMessage[] messages) {
    JobCommit.commits(messages).forEach(commit -> locations.addAll(commit.created()));
  }

  /** Deletes the objects of a transaction that certainly was not committed. */
  public void deleteAll(FileIO io) {
    TaskFiles.deleteAll(FileIoBlobStore.of(io), locations);
  }
}
