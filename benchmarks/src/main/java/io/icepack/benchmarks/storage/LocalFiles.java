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
import org.apache.hadoop.fs.RawLocalFileSystem;

/**
 * How Hadoop treats local files in this JVM.
 *
 * <p>Counters sit below everything that reaches storage through Hadoop, so that nothing can pass
 * them by. Code that treats Hadoop's own local file system in a way of its own does not do so with
 * a counted one; hence time is measured on {@link #STOCK}.
 *
 * @param checksums whether files have Hadoop's checksums, as they have by default
 * @param counted whether {@link StorageCounters} count the bytes
 * @param forking whether a process sets the permissions of each new file, as it does wherever
 *     Hadoop's native library is missing; takes a few milliseconds
 */
public record LocalFiles(boolean checksums, boolean counted, boolean forking) {
  public static final LocalFiles STOCK = new LocalFiles(true, false, true);
  public static final LocalFiles COUNTED = new LocalFiles(true, true, true);

  private static final URI ROOT = URI.create("file:///");

  /** Holds from now on, wherever a file system is asked for. */
  public void install() {
    Configuration configuration = new Configuration();
    FileSystem fileSystem = create();
    try {
      fileSystem.initialize(ROOT, configuration);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    replaceCached(fileSystem, configuration);
  }

  public LocalFiles withCounters() {
    return new LocalFiles(checksums, true, forking);
  }

  private FileSystem create() {
    RawLocalFileSystem raw = raw();
    return checksums ? new LocalFileSystem(raw) : raw;
  }

  private RawLocalFileSystem raw() {
    if (counted) {
      return new CountingRawFileSystem(forking);
    }
    return checksums && forking ? new RawLocalFileSystem() : new NamedRawFileSystem(forking);
  }

  /** Hadoop keeps one file system for each scheme, and lets its own tests alone replace it. */
  private static void replaceCached(FileSystem fileSystem, Configuration configuration) {
    try {
      var replace =
          FileSystem.class.getDeclaredMethod(
              "addFileSystemForTesting", URI.class, Configuration.class, FileSystem.class);
      replace.setAccessible(true);
      replace.invoke(null, ROOT, configuration, fileSystem);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("Cannot replace the local file system of Hadoop", e);
    }
  }
}
