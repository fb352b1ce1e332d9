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
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * Local files without Hadoop's checksum layer, which otherwise is the one that knows the scheme.
 */
class NamedRawFileSystem extends RawLocalFileSystem {

  private final boolean forking;

  /**
   * @param forking whether a process sets the permissions of each new file
   */
  NamedRawFileSystem(boolean forking) {
    this.forking = forking;
  }

  @Override
  public String getScheme() {
    return "file";
  }

  @Override
  public void setPermission(Path path, FsPermission permission) throws IOException {
    if (forking) {
      super.setPermission(path, permission);
    } else {
      Files.setPosixFilePermissions(
          pathToFile(path).toPath(), PosixFilePermissions.fromString(permission.toString()));
    }
  }
}
