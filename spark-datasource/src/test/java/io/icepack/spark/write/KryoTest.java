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

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.PartitionSpec;
import org.apache.spark.SparkConf;
import org.apache.spark.serializer.KryoSerializer;
import org.apache.spark.serializer.SerializerInstance;
import org.junit.jupiter.api.Test;
import scala.reflect.ClassTag$;

/** Results of tasks travel through Kryo in a session that registers nothing with it. */
class KryoTest {

  @Test
  void carriesWhatATaskTellsTheDriver() {
    DataFile file =
        DataFiles.builder(PartitionSpec.unpartitioned())
            .withPath("s3://b/t/data/a.parquet")
            .withFileSizeInBytes(7)
            .withRecordCount(3)
            .build();
    TaskCommit commit =
        new TaskCommit(
            List.of(file), List.of(), List.of(), List.of("s3://b/t/data/b.parquet"), List.of(), 9);

    SerializerInstance kryo = new KryoSerializer(new SparkConf(false)).newInstance();
    ByteBuffer bytes = kryo.serialize(commit, ClassTag$.MODULE$.apply(TaskCommit.class));
    TaskCommit copy = kryo.deserialize(bytes, ClassTag$.MODULE$.apply(TaskCommit.class));

    assertThat(copy.dataFiles()).extracting(DataFile::location).containsExactly(file.location());
    assertThat(copy.referencedDataFiles()).isEqualTo(commit.referencedDataFiles());
    assertThat(copy.payloadBytes()).isEqualTo(9);
  }
}
