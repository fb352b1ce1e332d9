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

import io.icepack.blob.base.SidecarObjects;
import io.icepack.blob.pack.BlobRefs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What a table has in local storage.
 *
 * @param location the table's location, a path
 */
public record TableFiles(String location) {

  /** Packs, in no order. */
  public List<Path> packs() {
    return find("_blobs", file -> true);
  }

  /** Sidecars of data files. */
  public List<Path> sidecars() {
    return find("data", file -> file.getFileName().toString().endsWith(".blobref"));
  }

  /** Data files and deletion vectors. */
  public List<Path> dataFiles() {
    return find(
        "data",
        file ->
            !file.getFileName().toString().startsWith("_")
                && !SidecarObjects.isObject(file.toString()));
  }

  /** Objects that belong to one data file each. */
  public List<Path> objects() {
    return find("data", file -> SidecarObjects.isObject(file.toString()));
  }

  /** Everything except metadata. */
  public List<Path> all() {
    return Stream.of(packs(), sidecars(), dataFiles(), objects()).flatMap(List::stream).toList();
  }

  /** Locations of the packs that the sidecar of a data file lists. */
  public static List<String> references(String dataFile) {
    Path file = Path.of(dataFile);
    Path sidecar = file.resolveSibling("_" + file.getFileName() + ".blobref");
    try {
      return BlobRefs.decode(Files.readAllBytes(sidecar)).stream()
          .map(object -> object.location())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<Path> find(String directory, Predicate<Path> matching) {
    Path root = Path.of(location, directory);
    if (!Files.exists(root)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> !file.getFileName().toString().endsWith(".crc"))
          .filter(matching)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
