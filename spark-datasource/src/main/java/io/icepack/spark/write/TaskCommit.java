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

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;
import java.util.List;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.spark.sql.connector.write.WriterCommitMessage;

/**
 * What a finished task tells the driver.
 *
 * @param dataFiles files with rows
 * @param deleteFiles deletion vectors
 * @param rewrittenDeleteFiles what the deletion vectors take the place of
 * @param referencedDataFiles locations of the data files that the deletion vectors point at
 * @param created locations of every object that the task wrote, to be deleted if the job fails
 * @param payloadBytes bytes of payload that it wrote
 */
@DefaultSerializer(JavaSerializer.class)
public record TaskCommit(
    List<DataFile> dataFiles,
    List<DeleteFile> deleteFiles,
    List<DeleteFile> rewrittenDeleteFiles,
    List<String> referencedDataFiles,
    List<String> created,
    long payloadBytes)
    implements WriterCommitMessage, Serializable {

  /** What a task tells of whose payloads nobody asks. */
  public TaskCommit(
      List<DataFile> dataFiles,
      List<DeleteFile> deleteFiles,
      List<DeleteFile> rewrittenDeleteFiles,
      List<String> referencedDataFiles,
      List<String> created) {
    this(dataFiles, deleteFiles, rewrittenDeleteFiles, referencedDataFiles, created, 0);
  }

  static TaskCommit rows(List<DataFile> dataFiles, List<String> created) {
    return new TaskCommit(dataFiles, List.of(), List.of(), List.of(), created);
  }
}
