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
package io.icepack.benchmarks.storage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;

/**
 * Makes Hadoop count the bytes of local files in this JVM.
 *
 * <p>The counters sit below Hadoop's local file system, which stays of its own class: whoever asks
 * for that class, or for the raw file system inside, finds what it finds without counters. So
 * nothing takes another way because it is counted, and nothing that reaches storage through Hadoop
 * can pass the counters by.
 */
public final class CountedLocalFiles {
  private static final URI LOCAL = URI.create("file:///");

  private CountedLocalFiles() {}

  /** Counts from now on, wherever a file system is asked for. */
  public static void install() {
    use(new LocalFileSystem(new CountingRawFileSystem()));
  }

  /**
   * Counts from now on, and writes and checks no checksums, which are Hadoop's own way with local
   * files alone.
   */
  public static void installWithoutChecksums() {
    use(new CountingRawFileSystem());
  }

  private static void use(FileSystem counted) {
    Configuration configuration = new Configuration();
    try {
      counted.initialize(LOCAL, configuration);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    replaceCached(counted, configuration);
  }

  /** Hadoop keeps one file system for each scheme, and lets its own tests alone replace it. */
  private static void replaceCached(FileSystem fileSystem, Configuration configuration) {
    try {
      var replace =
          FileSystem.class.getDeclaredMethod(
              "addFileSystemForTesting", URI.class, Configuration.class, FileSystem.class);
      replace.setAccessible(true);
      replace.invoke(null, LOCAL, configuration, fileSystem);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("Cannot count bytes: Hadoop keeps its own file system", e);
    }
  }
}
