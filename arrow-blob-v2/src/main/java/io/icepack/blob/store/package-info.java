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
 * The storage interface of the payload layer and its Hadoop and in-memory implementations.
 *
 * <p>A {@link io.icepack.blob.store.BlobStore} knows immutable objects by their location, a string
 * that is taken literally: created once, read by position, listed and deleted. Nothing else is
 * asked of storage.
 */
package io.icepack.blob.store;
