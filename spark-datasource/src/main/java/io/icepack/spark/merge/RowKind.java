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
package io.icepack.spark.merge;

import java.util.Arrays;
import java.util.Optional;

/** What a row of a primary-key table means; data files hold the code, null for an insertion. */
public enum RowKind {
  INSERT(0, "+I"),
  UPDATE_BEFORE(1, "-U"),
  UPDATE_AFTER(2, "+U"),
  DELETE(3, "-D"),

  /** The row as an UPDATE statement leaves it, whatever was there before. */
  REPLACE(4, "=U"),

  /** The key of a row that a DELETE statement removes, whatever was there before. */
  REMOVE(5, "=D");

  private static final RowKind[] BY_CODE = values();

  private final int code;
  private final String symbol;

  RowKind(int code, String symbol) {
    this.code = code;
    this.symbol = symbol;
  }

  /** The number that stands for the kind in data files. */
  public int code() {
    return code;
  }

  /** How change streams write the kind. */
  public String symbol() {
    return symbol;
  }

  /** Whether the row takes something back. */
  public boolean isRetract() {
    return this == UPDATE_BEFORE || this == DELETE || this == REMOVE;
  }

  /**
   * The kind that a code stands for.
   *
   * @throws IllegalArgumentException if it stands for none
   */
  public static RowKind ofCode(int code) {
    if (code < 0 || code >= BY_CODE.length) {
      throw new IllegalArgumentException("Cannot read row kind " + code + ": no such kind");
    }
    return BY_CODE[code];
  }

  /** The kind of a change stream that a symbol stands for, empty if it stands for none. */
  public static Optional<RowKind> ofSymbol(String symbol) {
    return Arrays.stream(BY_CODE)
        .filter(kind -> kind != REPLACE && kind != REMOVE && kind.symbol.equals(symbol))
        .findFirst();
  }
}
