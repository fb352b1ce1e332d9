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

import java.util.regex.Pattern;
import org.apache.spark.network.util.JavaUtils;

/** Sizes in options: a number of bytes, or a number with a unit, with or without a blank. */
public final class ByteSize {

  private static final Pattern SIZE = Pattern.compile("\\s*[0-9]+\\s*[a-zA-Z]*\\s*");

  private ByteSize() {}

  /**
   * Parses a size.
   *
   * @return bytes
   * @throws NumberFormatException if it is none, or not below 8 EiB
   */
  public static long parse(String text) {
    if (!SIZE.matcher(text).matches()) {
      throw new NumberFormatException("Cannot parse size '" + text + "'");
    }
    try {
      return JavaUtils.byteStringAsBytes(text.replaceAll("\\s", ""));
    } catch (NumberFormatException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw new NumberFormatException(e.getMessage());
    }
  }
}
