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

/**
 * What a rewrite of packs did, or would do in a dry run.
 *
 * @param packs packs that the main branch does not need any more
 * @param packBytes their bytes
 * @param copiedValues values copied out of them
 * @param copiedBytes the bytes of these
 * @param rewrittenDataFiles data files replaced
 * @param addedDataFiles data files written, 0 in a dry run
 */
public record PackRewriteReport(
    long packs,
    long packBytes,
    long copiedValues,
    long copiedBytes,
    long rewrittenDataFiles,
    long addedDataFiles) {

  static final PackRewriteReport NOTHING = new PackRewriteReport(0, 0, 0, 0, 0, 0);

  PackRewriteReport with(long rewritten, long added) {
    return new PackRewriteReport(packs, packBytes, copiedValues, copiedBytes, rewritten, added);
  }
}
