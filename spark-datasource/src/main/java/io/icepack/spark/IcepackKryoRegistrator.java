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
package io.icepack.spark;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.util.List;
import org.apache.spark.serializer.KryoRegistrator;

/**
 * Registers what Icepack and Iceberg send between driver and executors, for sessions with {@code
 * spark.kryo.registrationRequired}. Set {@code spark.kryo.registrator} to this class.
 */
public class IcepackKryoRegistrator implements KryoRegistrator {

  private static final List<String> BROADCAST =
      List.of(
          "org.apache.iceberg.spark.source.SerializableTableWithSize",
          "org.apache.iceberg.spark.source.SerializableTableWithSize"
              + "$SerializableMetadataTableWithSize",
          "org.apache.iceberg.spark.source.SerializableFileIOWithSize",
          "io.icepack.spark.io.ExternalStorage",
          "io.icepack.spark.rowlevel.PreviousDeletes");

  private static final List<String> TASK_RESULTS =
      List.of(
          "io.icepack.spark.write.TaskCommit",
          "org.apache.iceberg.spark.source.SparkWrite$TaskCommit",
          "org.apache.iceberg.spark.source.SparkPositionDeltaWrite$DeltaTaskCommit");

  @Override
  public void registerClasses(Kryo kryo) {
    BROADCAST.forEach(name -> register(kryo, name));
    TASK_RESULTS.forEach(name -> register(kryo, name));
  }

  // Iceberg promises Java serialization of its graphs of objects, and some classes are not public.
  private static void register(Kryo kryo, String name) {
    try {
      Class<?> type = Class.forName(name, false, IcepackKryoRegistrator.class.getClassLoader());
      kryo.register(type, new JavaSerializer());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("Cannot register " + name + " with Kryo: no such class", e);
    }
  }
}
