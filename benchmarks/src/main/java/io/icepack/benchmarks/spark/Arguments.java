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
package io.icepack.benchmarks.spark;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Arguments of the form {@code --name value}; each may be taken once, and none may be left over.
 */
public final class Arguments {
  private static final String MARK = "--";

  private final Map<String, String> values = new LinkedHashMap<>();

  public Arguments(String... args) {
    if (args.length % 2 != 0) {
      throw new IllegalArgumentException(
          "Cannot read arguments: no value for " + args[args.length - 1]);
    }
    for (int i = 0; i < args.length; i += 2) {
      if (!args[i].startsWith(MARK)) {
        throw new IllegalArgumentException(
            "Cannot read arguments: expected --name, found " + args[i]);
      }
      values.put(args[i].substring(MARK.length()), args[i + 1]);
    }
  }

  /**
   * What {@code parse} makes of the arguments of a program; ends the program where it refuses them.
   */
  public static <T> T parseOrExit(Supplier<T> parse) {
    try {
      return parse.get();
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.exit(2);
      throw e;
    }
  }

  public String take(String name, String otherwise) {
    String value = values.remove(name);
    return value == null ? otherwise : value;
  }

  public int take(String name, int otherwise) {
    String value = values.remove(name);
    try {
      return value == null ? otherwise : Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("Cannot read --" + name + ": not a number: " + value, e);
    }
  }

  /** Refuses what nobody took. */
  public void requireEmpty() {
    if (!values.isEmpty()) {
      throw new IllegalArgumentException(
          "Cannot read arguments: unknown --" + values.keySet().iterator().next());
    }
  }
}
