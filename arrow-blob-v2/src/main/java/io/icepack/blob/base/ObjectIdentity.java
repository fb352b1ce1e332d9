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

/**
 * The identity of an owned object for garbage collection: the normalised path of its URI, without
 * scheme and authority. Two spellings of one location never differ. Objects of two stores with one
 * path do not differ either, which can only keep an object that could have been deleted.
 */
public final class ObjectIdentity {
  private ObjectIdentity() {}

  /**
   * Returns the path of a location with a leading slash, no repeated or trailing slash, and no dot
   * components.
   */
  public static String of(String location) {
    return Location.parse(location).path();
  }
}
