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
 * Bases, paths and the resolution of descriptors.
 *
 * <p>A descriptor says where a payload lies relative to something: a data file, its implicit base,
 * or a registered base. {@link io.icepack.blob.base.DescriptorResolver} finds the object, and
 * {@link io.icepack.blob.base.DescriptorRewriter} keeps finding it when the row moves to another
 * data file.
 */
package io.icepack.blob.base;
