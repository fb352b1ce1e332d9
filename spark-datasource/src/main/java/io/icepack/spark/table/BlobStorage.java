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
package io.icepack.spark.table;

/** How the values of a blob column stand in data files, and how such a column is declared. */
public enum BlobStorage {
  /** Descriptor structs; the payloads are the table's own. */
  MANAGED("__BLOB_FIELD", TableOptions.BLOB_FIELD, BlobColumns.FIELD_IDS),

  /** Serialised descriptors as they were written; the payloads belong to somebody else. */
  DESCRIPTOR(
      "__BLOB_DESCRIPTOR_FIELD", TableOptions.DESCRIPTOR_FIELD, BlobColumns.DESCRIPTOR_FIELD_IDS);

  private final String directive;
  private final String property;
  private final String fieldIds;

  BlobStorage(String directive, String property, String fieldIds) {
    this.directive = directive;
    this.property = property;
    this.fieldIds = fieldIds;
  }

  /** What the comment of a column begins with that declares it. */
  public String directive() {
    return directive;
  }

  /** The table property that lists the names of such columns. */
  public String property() {
    return property;
  }

  /** The internal table property that lists their field ids. */
  public String fieldIds() {
    return fieldIds;
  }
}
