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

import java.io.OutputStream;

/** The bytes of an object that is being created. Not safe for use by several threads at once. */
public abstract class BlobOutput extends OutputStream {

  /** The number of bytes written so far. */
  public abstract long position();

  /** The location of the object, as it was given to {@link BlobStore#create}. */
  public abstract String location();
}
