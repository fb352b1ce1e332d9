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
package io.icepack.blob.read;

/**
 * What a reader has done so far.
 *
 * @param requests read requests, each of one merged range
 * @param bytesRead bytes that those requests fetched
 * @param bytesAsked bytes of the ranges that callers asked for; gaps make this less than {@code
 *     bytesRead}, duplicates and overlaps make it more
 */
public record ReadStats(long requests, long bytesRead, long bytesAsked) {

  /** What two readers have done together. */
  public ReadStats plus(ReadStats other) {
    return new ReadStats(
        requests + other.requests, bytesRead + other.bytesRead, bytesAsked + other.bytesAsked);
  }
}
