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
/**
 * Blob columns in Arrow batches: {@link io.icepack.blob.arrow.BlobSchemas} recognises them and
 * derives the descriptor and materialised schemas, {@link io.icepack.blob.arrow.BlobConverter}
 * turns one batch into another. A conversion shares every buffer of the batch except those of the
 * blob values themselves, so containers keep their structure. {@link io.icepack.blob.arrow.IpcFile}
 * and {@link io.icepack.blob.arrow.IpcWriter} read and write such batches in storage, one at a
 * time.
 */
package io.icepack.blob.arrow;
