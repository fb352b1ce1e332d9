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

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 in the notation of SQL's {@code sha2(…, 256)}. */
public final class Sha256 {
  private Sha256() {}

  public static String of(byte[] bytes) {
    return text(digest().digest(bytes));
  }

  public static String of(Path file) {
    try (InputStream in = Files.newInputStream(file);
        DigestInputStream hashing = new DigestInputStream(in, digest())) {
      hashing.transferTo(OutputStream.nullOutputStream());
      return text(hashing.getMessageDigest().digest());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String text(byte[] hash) {
    return HexFormat.of().formatHex(hash);
  }
}
