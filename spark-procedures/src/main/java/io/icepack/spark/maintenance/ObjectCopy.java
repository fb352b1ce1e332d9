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

import io.icepack.blob.base.DescriptorResolver;
import io.icepack.blob.descriptor.BlobDescriptor;
import io.icepack.blob.pack.PackNames;
import io.icepack.blob.store.BlobInput;
import io.icepack.blob.store.BlobOutput;
import io.icepack.blob.store.BlobStore;
import io.icepack.spark.column.Handle;
import io.icepack.spark.column.RowMover;
import io.icepack.spark.io.FileIoBlobStore;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.UUID;
import org.apache.iceberg.Table;
import org.apache.spark.TaskContext;

/**
 * Copies objects to packs of another table, whose names depend on the location of the object alone.
 * A copy that is complete already, from an earlier attempt, is left as it is.
 *
 * @param source the table that has the objects, as executors see it
 * @param target the table to copy to
 * @param root the implicit base of new data files of the target
 */
record ObjectCopy(Table source, Table target, String root)
    implements TaskJob.Work<String, ObjectCopy.Result> {

  private static final byte[] NO_BYTES = {};

  /**
   * What has been copied.
   *
   * @param copied objects copied
   * @param reused objects that were there already
   */
  record Result(ObjectCounts copied, long reused) implements Serializable {

    static final Result NONE = new Result(ObjectCounts.NONE, 0);

    Result plus(Result other) {
      return new Result(copied.plus(other.copied), reused + other.reused);
    }
  }

  /** What makes a descriptor in the source one of the copy, or leaves it if nothing is copied. */
  static RowMover.Rule mover(DescriptorResolver source) {
    return (blob, handle) -> copied(source, handle);
  }

  private static BlobDescriptor copied(DescriptorResolver source, Handle handle) {
    BlobDescriptor descriptor = handle.descriptor();
    if (!descriptor.kind().isManaged() && !descriptor.kind().isSidecar()) {
      return descriptor;
    } else if (descriptor.isEmpty()) {
      return BlobDescriptor.inline(NO_BYTES);
    }
    String object = source.uri(descriptor, handle.dataFile());
    return BlobDescriptor.managed(path(object), descriptor.position(), descriptor.size());
  }

  private static String path(String object) {
    UUID name = UUID.nameUUIDFromBytes(object.getBytes(StandardCharsets.UTF_8));
    return PackNames.DIRECTORY + "/" + name + PackNames.SUFFIX;
  }

  @Override
  public Result run(Iterator<String> objects, TaskContext task) throws Exception {
    SparkJobs.closeAfterTask(source, task);
    SparkJobs.closeAfterTask(target, task);
    BlobStore from = FileIoBlobStore.of(source.io());
    BlobStore to = FileIoBlobStore.of(target.io());
    Result result = Result.NONE;
    boolean permitted = false;
    while (objects.hasNext()) {
      task.killTaskIfInterrupted();
      String object = objects.next();
      String copy = (root.endsWith("/") ? root : root + "/") + path(object);
      long length = from.length(object);
      long present = length(to, copy);
      if (present == length) {
        result = result.plus(new Result(ObjectCounts.NONE, 1));
        continue;
      }
      if (!permitted) {
        // Two attempts must not write the same copy.
        CommitPermission.request(task);
        permitted = true;
      }
      if (present >= 0) {
        to.delete(copy);
      }
      copy(from, object, length, to, copy);
      result = result.plus(new Result(ObjectCounts.of(ObjectType.PACK, 1, length), 0));
    }
    return result;
  }

  private static long length(BlobStore store, String location) throws IOException {
    try {
      return store.length(location);
    } catch (FileNotFoundException e) {
      return -1;
    }
  }

  private static void copy(BlobStore from, String object, long length, BlobStore to, String copy)
      throws IOException {
    boolean done = false;
    try {
      try (BlobInput input = from.open(object, length);
          BlobOutput output = to.create(copy)) {
        input.copyTo(output, 0, length);
      }
      done = true;
    } finally {
      if (!done) {
        to.delete(copy);
      }
    }
  }
}
