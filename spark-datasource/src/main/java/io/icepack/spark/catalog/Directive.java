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

import java.util.Locale;
import org.apache.iceberg.exceptions.ValidationException;

/**
 * A column comment of the form {@code __BLOB_FIELD[; text]}.
 *
 * @param blob whether the comment marks a blob column
 * @param comment what stays as the column's comment, null if nothing does
 */
record Directive(boolean blob, String comment) {

  private static final String PREFIX = "__BLOB_";
  private static final String MANAGED = "__BLOB_FIELD";

  /**
   * Splits a comment.
   *
   * @param comment the declared comment, may be null
   * @throws ValidationException if the comment starts like a directive that is unknown or that this
   *     version does not support
   */
  static Directive parse(String table, String column, String comment) {
    if (comment == null || !comment.strip().toUpperCase(Locale.ROOT).startsWith(PREFIX)) {
      return new Directive(false, comment);
    }
    int separator = comment.indexOf(';');
    String name = (separator < 0 ? comment : comment.substring(0, separator)).trim();
    String text = separator < 0 ? "" : comment.substring(separator + 1).trim();
    switch (name) {
      case MANAGED:
        return new Directive(true, text.isEmpty() ? null : text);
      case "__BLOB_DESCRIPTOR_FIELD", "__BLOB_VIEW_FIELD":
        throw new ValidationException(
            "Cannot declare column %s of table %s: this version of Icepack does not support the "
                + "directive %s",
            column, table, name);
      default:
        throw new ValidationException(
            "Cannot declare column %s of table %s: unknown directive '%s'; use __BLOB_FIELD, "
                + "optionally followed by '; text'",
            column, table, name);
    }
  }
}
