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
package io.icepack.blob.base;

import io.icepack.blob.descriptor.BlobDescriptor;
import io.icepack.blob.descriptor.BlobKind;
import io.icepack.blob.descriptor.ExternalUri;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Finds the payloads of a Lance dataset, which stay where they are, and describes them as External
 * ones: the dataset owns their bytes, whoever refers to them (Blob v2, "Descriptor Kinds", "Sidecar
 * Resolution", "Managed Resolution", "External Resolution"). No I/O happens here.
 */
public final class LanceDataset implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final String DATA_FILE_SUFFIX = ".lance";

  private final String root;
  private final Map<Long, String> bases;

  /**
   * A dataset.
   *
   * @param root the location of the dataset, absolute
   * @param bases the locations of {@code manifest.base_paths} by id, as far as descriptors name
   *     them; all of them if Managed values without a base have absolute data files
   */
  public LanceDataset(String root, Map<Long, String> bases) {
    this.root = Objects.requireNonNull(root, "root");
    this.bases = Map.copyOf(bases);
  }

  /**
   * A stored descriptor, as a scan of the dataset gives it.
   *
   * @param kind null for a null blob, like the other values that the kind does not use
   * @param dataFile the data file that holds the row: {@code DataFile.path}, which is relative to
   *     {@code data/}, or an absolute location
   */
  public record Stored(
      Integer kind, Long position, Long size, Long blobId, String blobUri, String dataFile) {

    /** The values for a message, without credentials. */
    @Override
    public String toString() {
      return "kind=%d, position=%d, size=%d, blob_id=%d, blob_uri=%s, data file=%s"
          .formatted(kind, position, size, blobId, redacted(blobUri), redacted(dataFile));
    }

    private static String redacted(String uri) {
      return uri == null ? null : ExternalUri.redact(uri);
    }
  }

  /**
   * Returns an External descriptor of the same payload with an absolute URI, an Inline one if it is
   * empty, and null for a null blob.
   *
   * @throws IllegalArgumentException if the descriptor is invalid, names an unknown base, or needs
   *     a data file that is not given
   */
  public BlobDescriptor describe(Stored stored) {
    if (stored.kind() == null) {
      return null;
    }
    BlobKind kind = BlobKind.fromCode(stored.kind());
    if (kind != BlobKind.EXTERNAL && require("size", kind, stored.size()) == 0) {
      return BlobDescriptor.inline(new byte[0]);
    }
    return BlobDescriptor.external(
        location(kind, stored),
        require("position", kind, stored.position()),
        require("size", kind, stored.size()));
  }

  private String location(BlobKind kind, Stored stored) {
    return switch (kind) {
      case INLINE -> dataFile(kind, stored);
      case PACKED, DEDICATED -> sidecar(kind, stored);
      case EXTERNAL ->
          require("blob_id", kind, stored.blobId()) == 0
              ? ExternalUri.check("blob_uri", require("blob_uri", kind, stored.blobUri()))
              : Location.join(base(stored.blobId()), require("blob_uri", kind, stored.blobUri()));
      case MANAGED -> Location.join(implicitBase(stored), path(kind, stored));
      case MANAGED_BASE ->
          Location.join(base(require("blob_id", kind, stored.blobId())), path(kind, stored));
    };
  }

  private static String path(BlobKind kind, Stored stored) {
    return CanonicalPath.check(require("blob_uri", kind, stored.blobUri()));
  }

  private String base(long id) {
    String base = bases.get(id);
    if (base == null) {
      throw new IllegalArgumentException(
          "Cannot find base %d of the dataset: known bases are %s"
              .formatted(id, bases.keySet().stream().sorted().toList()));
    }
    return base;
  }

  /**
   * The base of a data file: the dataset itself if it is relative, else the one among the dataset
   * and its bases that it lies in.
   */
  private String implicitBase(Stored stored) {
    String file = stored.dataFile();
    if (file == null || !isAbsolute(file)) {
      return root;
    }
    Location location = Location.parse(file);
    List<String> found =
        Stream.concat(Stream.of(root), bases.values().stream())
            .filter(base -> Location.parse(base).contains(location))
            .distinct()
            .toList();
    if (found.size() != 1) {
      throw new IllegalArgumentException(
          "Cannot find the base of data file %s: it lies in %s of the dataset and its bases %s"
              .formatted(
                  file,
                  found.isEmpty() ? "none" : "several",
                  bases.values().stream().sorted().toList()));
    }
    return found.get(0);
  }

  private String dataFile(BlobKind kind, Stored stored) {
    String file = require("data file", kind, stored.dataFile());
    return isAbsolute(file)
        ? file
        : Location.join(Location.join(root, "data"), CanonicalPath.check(file));
  }

  private String sidecar(BlobKind kind, Stored stored) {
    String file = dataFile(kind, stored);
    String directory =
        isAbsolute(stored.dataFile())
            ? file.substring(0, file.lastIndexOf('/'))
            : Location.join(root, "data");
    String name = file.substring(file.lastIndexOf('/') + 1);
    String key =
        name.endsWith(DATA_FILE_SUFFIX)
            ? name.substring(0, name.length() - DATA_FILE_SUFFIX.length())
            : name;
    String object = SidecarObjects.fileName(require("blob_id", kind, stored.blobId()));
    return Location.join(Location.join(directory, key), object);
  }

  private static boolean isAbsolute(String file) {
    return file.startsWith("/") || file.contains("://") || file.startsWith("file:/");
  }

  private static <T> T require(String name, BlobKind kind, T value) {
    if (value == null) {
      throw new IllegalArgumentException(
          "Cannot use %s descriptor: its %s is null".formatted(kind, name));
    }
    return value;
  }
}
