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
package io.icepack.benchmarks.spark;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.types.DataTypes;

/**
 * Bytes that no compressor can shrink and that depend on an id alone. Making them costs a fraction
 * of a second per GiB, so that it does not weigh on what is measured.
 */
public final class Payloads {
  /** The SQL function {@code payload(id BIGINT, bytes INT)}. */
  public static final String FUNCTION = "payload";

  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private Payloads() {}

  /** The payload of {@code id}, {@code length} bytes long. */
  public static byte[] of(long id, int length) {
    byte[] bytes = new byte[length];
    long state = mix(id + GOLDEN_GAMMA);
    int offset = 0;
    for (; offset + Long.BYTES <= length; offset += Long.BYTES) {
      state += GOLDEN_GAMMA;
      LONGS.set(bytes, offset, mix(state));
    }
    long last = mix(state + GOLDEN_GAMMA);
    for (; offset < length; offset++, last >>>= Byte.SIZE) {
      bytes[offset] = (byte) last;
    }
    return bytes;
  }

  /** Makes {@link #FUNCTION} known to {@code spark}. */
  public static void register(SparkSession spark) {
    UDF2<Long, Integer, byte[]> payload = Payloads::of;
    spark.udf().register(FUNCTION, payload, DataTypes.BinaryType);
  }

  /** The output function of SplitMix64. */
  private static long mix(long value) {
    long mixed = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }
}
