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

import java.io.Serializable;

/**
 * What a rebuild of sidecars found and did.
 *
 * @param checked data files whose sidecar was looked at
 * @param missing data files without one
 * @param corrupt sidecars that cannot be read, or lack what their data file references
 * @param written sidecars written, in place of corrupt ones as well
 */
public record BlobRefsReport(long checked, long missing, long corrupt, long written)
    implements Serializable {

  static final BlobRefsReport NOTHING = new BlobRefsReport(0, 0, 0, 0);

  BlobRefsReport plus(BlobRefsReport other) {
    return new BlobRefsReport(
        checked + other.checked,
        missing + other.missing,
        corrupt + other.corrupt,
        written + other.written);
  }
}
