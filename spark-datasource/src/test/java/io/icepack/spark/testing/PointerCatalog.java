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

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.iceberg.BaseMetastoreTableOperations;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.hadoop.Configurable;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.io.FileIO;

/**
 * A catalog as metastores are: it knows where the metadata of each table lies, tables can be
 * renamed and moved, and what is dropped stays in storage unless Iceberg purges it. Files are on
 * disk, seen by {@link StorageProbe}.
 */
public class PointerCatalog extends InMemoryCatalog implements Configurable<Object> {

  private final Map<TableIdentifier, String> tables = new ConcurrentHashMap<>();
  private Object configuration;
  private FileIO io;

  @Override
  public void setConf(Object newConfiguration) {
    this.configuration = newConfiguration;
  }

  @Override
  public void initialize(String name, Map<String, String> properties) {
    super.initialize(name, properties);
    this.io = CatalogUtil.loadFileIO(ProbedFileIo.class.getName(), properties, configuration);
  }

  @Override
  protected TableOperations newTableOps(TableIdentifier identifier) {
    return new Operations(identifier);
  }

  @Override
  public List<TableIdentifier> listTables(Namespace namespace) {
    return tables.keySet().stream()
        .filter(identifier -> identifier.namespace().equals(namespace))
        .toList();
  }

  @Override
  public boolean dropTable(TableIdentifier identifier, boolean purge) {
    return tables.remove(identifier) != null;
  }

  @Override
  public synchronized void renameTable(TableIdentifier from, TableIdentifier to) {
    tables.put(to, tables.remove(from));
  }

  private final class Operations extends BaseMetastoreTableOperations {
    private final TableIdentifier identifier;

    Operations(TableIdentifier identifier) {
      this.identifier = identifier;
    }

    @Override
    protected void doRefresh() {
      String location = tables.get(identifier);
      if (location != null) {
        refreshFromMetadataLocation(location);
      } else if (currentMetadataLocation() != null) {
        throw new NoSuchTableException("Cannot find table %s: it was dropped", identifier);
      } else {
        disableRefresh();
      }
    }

    @Override
    protected void doCommit(TableMetadata base, TableMetadata metadata) {
      String location = writeNewMetadataIfRequired(base == null, metadata);
      boolean committed =
          base == null
              ? tables.putIfAbsent(identifier, location) == null
              : tables.replace(identifier, base.metadataFileLocation(), location);
      if (!committed) {
        throw new CommitFailedException("Cannot commit to table %s: it has changed", identifier);
      }
    }

    @Override
    protected String tableName() {
      return identifier.toString();
    }

    @Override
    public FileIO io() {
      return io;
    }
  }
}
