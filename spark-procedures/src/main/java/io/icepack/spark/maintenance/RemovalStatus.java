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

import java.util.Locale;

/** How a removal of orphan blobs ended. Only the first and the last have deleted anything. */
public enum RemovalStatus {
  /** All that was found has been deleted; often there was nothing. */
  DONE,

  /** Nothing was to be deleted; the figures say what would have been. */
  DRY_RUN,

  /** The table changed during the run. */
  CHANGED,

  /** A data file does not say what it references, so nothing can be proven dead. */
  UNSAFE,

  /** Something that is needed for the proof could not be read. */
  UNREADABLE,

  /** The table property {@code gc.enabled} is false. */
  DISABLED,

  /** The table has never had blobs. */
  NO_BLOBS,

  /** Some of what was found could not be deleted. */
  INCOMPLETE;

  /** The name as a result shows it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
