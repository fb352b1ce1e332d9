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
package io.icepack.spark.testing;

import io.icepack.spark.table.ForwardingTableOperations;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.ForbiddenException;
import org.apache.iceberg.hadoop.HadoopCatalog;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;

/** A catalog that hands out credentials by table: the FileIO of one reads nothing else. */
public class ScopedCatalog extends HadoopCatalog {

  @Override
  protected TableOperations newTableOps(TableIdentifier identifier) {
    TableOperations operations = super.newTableOps(identifier);
    ScopedFileIo io = new ScopedFileIo("/" + identifier.name() + "/");
    io.setConf(getConf());
    return new ScopedOperations(operations, io);
  }

  /** Reads what lies in the directory of one table. */
  public static final class ScopedFileIo extends ProbedFileIo {
    private final String directory;

    ScopedFileIo(String directory) {
      this.directory = directory;
    }

    @Override
    public InputFile newInputFile(String path) {
      check(path);
      return super.newInputFile(path);
    }

    @Override
    public InputFile newInputFile(String path, long length) {
      check(path);
      return super.newInputFile(path, length);
    }

    private void check(String path) {
      if (!(path + "/").contains(directory)) {
        throw new ForbiddenException("Credentials for %s do not open %s", directory, path);
      }
    }
  }

  private static final class ScopedOperations extends ForwardingTableOperations {
    private final FileIO io;

    ScopedOperations(TableOperations operations, FileIO io) {
      super(operations);
      this.io = io;
    }

    @Override
    public FileIO io() {
      return io;
    }
  }
}
