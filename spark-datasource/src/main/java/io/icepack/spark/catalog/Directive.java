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
package io.icepack.spark.catalog;

import io.icepack.spark.table.BlobStorage;
import java.util.Locale;
import java.util.Optional;
import org.apache.iceberg.exceptions.ValidationException;

/**
 * A column comment of the form {@code __BLOB_FIELD[; text]}.
 *
 * @param storage how the comment says that the values of the column are stored, empty if it marks
 *     no blob column
 * @param comment what stays as the column's comment, null if nothing does
 */
record Directive(Optional<BlobStorage> storage, String comment) {

  private static final String PREFIX = "__BLOB_";

  /**
   * Splits a comment.
   *
   * @param comment the declared comment, may be null
   * @throws ValidationException if the comment starts like a directive that is unknown or that this
   *     version does not support
   */
  static Directive parse(String table, String column, String comment) {
    if (comment == null || !comment.strip().toUpperCase(Locale.ROOT).startsWith(PREFIX)) {
      return new Directive(Optional.empty(), comment);
    }
    int separator = comment.indexOf(';');
    String name = (separator < 0 ? comment : comment.substring(0, separator)).trim();
    String text = separator < 0 ? "" : comment.substring(separator + 1).trim();
    for (BlobStorage storage : BlobStorage.values()) {
      if (name.equals(storage.directive())) {
        return new Directive(Optional.of(storage), text.isEmpty() ? null : text);
      }
    }
    if (name.equals("__BLOB_VIEW_FIELD")) {
      throw new ValidationException(
          "Cannot declare column %s of table %s: this version of Icepack does not support the "
              + "directive %s",
          column, table, name);
    }
    throw new ValidationException(
        "Cannot declare column %s of table %s: unknown directive '%s'; use %s or %s, optionally "
            + "followed by '; text'",
        column, table, name, BlobStorage.MANAGED.directive(), BlobStorage.DESCRIPTOR.directive());
  }

  /** Whether the comment marks a blob column. */
  boolean blob() {
    return storage.isPresent();
  }
}
