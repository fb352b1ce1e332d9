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
package io.icepack.spark.maintenance;

import io.icepack.blob.base.OwnedObject;
import io.icepack.blob.base.SidecarObjects;
import io.icepack.blob.pack.BlobRefs;
import io.icepack.blob.pack.CorruptBlobRefsException;
import io.icepack.blob.store.BlobStore;
import io.icepack.spark.io.FileIoBlobStore;
import io.icepack.spark.scan.PhysicalRows;
import io.icepack.spark.table.TableBases;
import io.icepack.spark.write.PackReferences;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.SortedSet;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.spark.sql.catalyst.InternalRow;

/**
 * Writes the sidecar of a data file from the descriptors in it. It lists what all rows reference,
 * also rows deleted since, because older snapshots show them.
 */
final class SidecarRebuild {

  private final Table table;
  private final BlobStore store;
  private final BlobHistory history;
  private final PhysicalRows rows;

  SidecarRebuild(Table table) {
    this.table = table;
    this.store = FileIoBlobStore.of(table.io());
    this.history = BlobHistory.of(table);
    this.rows = new PhysicalRows(table, history.schema());
  }

  /** The state of the sidecar of a data file. */
  enum State {
    SOUND,
    MISSING,

    /** It cannot be read, as one whose writer died. */
    CORRUPT,

    /** It is of an unknown version, and may be readable for a later release. */
    UNKNOWN,

    /** It lacks what the data file references. */
    INCOMPLETE;

    BlobRefsReport report() {
      boolean corrupt = this != SOUND && this != MISSING;
      return new BlobRefsReport(1, this == MISSING ? 1 : 0, corrupt ? 1 : 0, 0);
    }
  }

  /**
   * Looks at a sidecar. None is missed of a data file that is gone, as expiry takes both.
   *
   * @param compare whether to look into the data file as well
   */
  State state(DataFile file, boolean compare) throws IOException {
    SortedSet<OwnedObject> listed;
    try {
      listed = BlobRefs.read(store, SidecarObjects.references(file.location()));
    } catch (CorruptBlobRefsException e) {
      return e.isUnknownVersion() ? State.UNKNOWN : State.CORRUPT;
    } catch (ChecksumException e) {
      return State.CORRUPT;
    } catch (FileNotFoundException e) {
      return exists(file) ? State.MISSING : State.SOUND;
    }
    return compare && exists(file) && !listed.containsAll(references(file))
        ? State.INCOMPLETE
        : State.SOUND;
  }

  private boolean exists(DataFile file) {
    return table.io().newInputFile(file.location()).exists();
  }

  /**
   * Writes a sidecar.
   *
   * @return false if another has written it meanwhile
   */
  boolean write(DataFile file, State state) throws IOException {
    SortedSet<OwnedObject> objects = references(file);
    String location = SidecarObjects.references(file.location());
    if (state != State.MISSING) {
      store.delete(location);
    }
    boolean mine = true;
    boolean written = false;
    try {
      BlobRefs.write(store, location, objects);
      written = true;
    } catch (FileAlreadyExistsException e) {
      mine = false;
    } finally {
      if (mine && !written) {
        store.delete(location);
      }
    }
    return written;
  }

  private SortedSet<OwnedObject> references(DataFile file) throws IOException {
    PackReferences references = new PackReferences(history.sources(), TableBases.resolver(table));
    try (CloseableIterable<InternalRow> all = rows.all(file)) {
      all.forEach(row -> references.add(row, file.location()));
    }
    return references.objects();
  }
}
