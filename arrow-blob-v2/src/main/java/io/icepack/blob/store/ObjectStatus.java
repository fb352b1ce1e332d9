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

import java.util.Objects;

/**
 * One listed object.
 *
 * @param location the location by which the store opens or deletes it, never null
 * @param length the length in bytes
 * @param modifiedMillis the time of the last modification, in milliseconds since the epoch
 */
public record ObjectStatus(String location, long length, long modifiedMillis) {

  public ObjectStatus {
    Objects.requireNonNull(location, "location");
  }
}
