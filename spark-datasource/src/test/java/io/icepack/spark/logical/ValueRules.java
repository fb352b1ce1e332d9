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
package io.icepack.spark.logical;

import static io.icepack.spark.logical.ConformanceRule.rule;
import static io.icepack.spark.logical.ConformanceRule.value;

import java.util.List;

/** The rules of Blob v2 on values that are written, with values that keep and that break them. */
final class ValueRules {

  private static final String LOGICAL = "Logical Input Values";
  private static final String SHAPES = "Table Schema";
  private static final String POLICY = "Writer Policy";
  private static final String COMBINATION =
      "; a value has either data, or a uri with position and size or without both";

  private ValueRules() {}

  static List<ConformanceRule> all() {
    return List.of(
        rule(LOGICAL, "exactly one of data and uri is set")
            .takes(value("data=X'AA'"), "AA")
            .takes(value("uri='<object>'"), "0102030405")
            .refuses(
                value("data=X'AA', uri='<object>'"),
                "data of 1 bytes and uri '<object>' are both set" + COMBINATION)
            .refuses(value(""), "data and uri are both null" + COMBINATION),
        rule(LOGICAL, "empty data is valid").takes(value("data=X''"), ""),
        rule(LOGICAL, "uri is not empty").refuses(value("uri=''"), "uri is empty" + COMBINATION),
        rule(LOGICAL, "a uri without a range is the whole object")
            .takes(value("uri='<object>'"), "0102030405"),
        rule(LOGICAL, "position and size are both null or both set")
            .takes(value("uri='<object>', position=0, size=5"), "0102030405")
            .refuses(
                value("uri='<object>', position=0"),
                "uri '<object>' has half a range, position 0 and size null" + COMBINATION)
            .refuses(
                value("uri='<object>', size=3"),
                "uri '<object>' has half a range, position null and size 3" + COMBINATION),
        rule(LOGICAL, "a range requires a uri")
            .refuses(
                value("data=X'AA', position=0, size=1"),
                "data of 1 bytes has a range, position 0 and size 1" + COMBINATION),
        rule(LOGICAL, "the size of a range is above 0")
            .takes(value("uri='<object>', position=4, size=1"), "05")
            .refuses(
                value("uri='<object>', position=1, size=0"),
                "uri '<object>' has an empty range, position 1 and size 0" + COMBINATION),
        rule(LOGICAL, "the end of a range does not overflow")
            .refuses(
                value("uri='<object>', position=9223372036854775807, size=1"),
                "uri '<object>' has a range beyond 9223372036854775807, position "
                    + "9223372036854775807 and size 1"
                    + COMBINATION)
            .refuses(
                value("uri='<object>', position=-1, size=1"),
                "uri '<object>' has a range beyond 9223372036854775807, position "
                    + "18446744073709551615 and size 1"
                    + COMBINATION),
        rule(LOGICAL, "an input range selects bytes from position on")
            .takes(value("uri='<object>', position=1, size=3"), "020304"),
        rule(LOGICAL, "nullness is that of the outer struct").takes("NULL", null),
        rule("External Resolution", "credentials are not stored")
            .refuses(
                value("uri='s3://key:secret@bucket/x'"),
                "uri 's3://***@bucket/x' must not be recorded because it has user info; "
                    + "credentials belong to the configuration")
            .refuses(
                value("uri='https://host/x?X-Amz-Signature=abc'"),
                "uri 'https://host/x?***' must not be recorded because its query is signed; "
                    + "credentials belong to the configuration"),
        rule("External Resolution", "a uri is absolute")
            .refuses(
                value("uri='a/b'"),
                "uri 'a/b' is not absolute; use one with a scheme, such as s3://bucket/key"),
        rule(POLICY, "ingest mode fails where the source is missing or short")
            .refuses(value("uri='<missing>'"), "Cannot measure <missing>: there is no such object")
            .refuses(
                value("uri='<object>', position=3, size=3"),
                "Cannot read 3 bytes at 3 of <object>: the object has 5 bytes"),
        rule(SHAPES, "null, empty and absent values stay distinct")
            .takes("NULL", null)
            .takes(value("data=X''"), ""));
  }

  /** Types of blob columns, and what is said of others. */
  static List<ConformanceRule> types() {
    String use =
        "; use BINARY, STRUCT<data: BINARY, uri: STRING> or STRUCT<data: BINARY, uri: STRING, "
            + "position: BIGINT, size: BIGINT>, ARRAYs of these, or at top level MAP<K, BINARY> "
            + "with K an integer type, BOOLEAN, DECIMAL, DATE, BINARY, STRING, CHAR or VARCHAR";
    return List.of(
        rule(SHAPES, "the minimal and the complete shape are valid")
            .takes("STRUCT<data: BINARY, uri: STRING>", null)
            .takes("STRUCT<data: BINARY, uri: STRING, position: BIGINT, size: BIGINT>", null),
        rule(SHAPES, "children are in order").refuses("STRUCT<uri: STRING, data: BINARY>", use),
        rule(SHAPES, "there are no other children")
            .refuses("STRUCT<data: BINARY, uri: STRING, note: STRING>", use)
            .refuses("STRUCT<data: BINARY>", use),
        rule(SHAPES, "children have no other types")
            .refuses("STRUCT<data: STRING, uri: STRING>", use)
            .refuses("STRUCT<data: BINARY, uri: STRING, position: INT, size: INT>", use),
        rule(SHAPES, "position and size are declared both or not at all")
            .refuses("STRUCT<data: BINARY, uri: STRING, position: BIGINT>", use),
        rule(SHAPES, "data and uri are nullable")
            .refuses("STRUCT<data: BINARY NOT NULL, uri: STRING>", use),
        rule(SHAPES, "blobs may be beneath lists")
            .takes("ARRAY<STRUCT<data: BINARY, uri: STRING>>", null)
            .takes("ARRAY<ARRAY<BINARY>>", null));
  }
}
