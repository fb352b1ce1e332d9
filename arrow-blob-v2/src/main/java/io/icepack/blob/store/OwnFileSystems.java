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
package io.icepack.blob.store;

import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * One file system for each scheme and authority, opened for this owner alone. Hadoop's cache is
 * passed by, because it hands out a file system that others opened with another configuration.
 */
final class OwnFileSystems implements HadoopBlobStore.FileSystems {
  private final Configuration configuration;
  private final Map<String, FileSystem> open = new HashMap<>();

  OwnFileSystems(Configuration configuration) {
    this.configuration = configuration;
  }

  @Override
  public synchronized FileSystem get(Path path) throws IOException {
    URI uri = path.toUri();
    String key = uri.getScheme() + "://" + uri.getAuthority();
    FileSystem fileSystem = open.get(key);
    if (fileSystem == null) {
      fileSystem = FileSystem.newInstance(uri, configuration);
      open.put(key, fileSystem);
    }
    return fileSystem;
  }

  @Override
  public synchronized void close() throws IOException {
    IOException failure = null;
    for (FileSystem fileSystem : open.values()) {
      try {
        fileSystem.close();
      } catch (IOException e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    open.clear();
    if (failure != null) {
      throw failure;
    }
  }
}
