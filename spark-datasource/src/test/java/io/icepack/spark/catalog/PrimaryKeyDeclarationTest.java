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

import static org.assertj.core.api.Assertions.assertThat;

import io.icepack.spark.table.PrimaryKey;
import io.icepack.spark.testing.SparkTest;
import java.util.List;
import org.apache.iceberg.Table;
import org.junit.jupiter.api.Test;

/** CREATE TABLE with a primary key, and what users and Iceberg see of it. */
class PrimaryKeyDeclarationTest extends SparkTest {

  @Test
  void meansTheSameAsConstraintAndAsProperty() {
    String byConstraint =
        create(
            "(name STRING, id INT, n INT, PRIMARY KEY (ID, name) NOT ENFORCED) "
                + "PARTITIONED BY (name) TBLPROPERTIES ('bucket'='4')");
    String byProperty =
        create(
            "(name STRING, id INT, n INT) PARTITIONED BY (name) "
                + "TBLPROPERTIES ('bucket'='4', 'primary-key'=' id,Name ')");
    for (String table : List.of(byConstraint, byProperty)) {
      Table iceberg = iceberg(table);
      assertThat(iceberg.properties())
          .containsEntry(PrimaryKey.FIELD_IDS, "2,1")
          .doesNotContainKeys("primary-key", "blob.reader-feature-flags");
      assertThat(iceberg.schema().identifierFieldIds()).containsExactlyInAnyOrder(1, 2);
      assertThat(iceberg.schema().asStruct())
          .hasToString("struct<1: name: required string, 2: id: required int, 3: n: optional int>");
      assertThat(iceberg.spec().fields().toString())
          .isEqualTo("[1000: name: identity(1), 1001: id_bucket: bucket[4](2)]");
      assertThat(classOf(table)).isEqualTo(IcepackTable.class);
      assertThat(spark.table(table).schema().sql())
          .isEqualTo("STRUCT<name: STRING NOT NULL, id: INT NOT NULL, n: INT>");
      assertThat(sql("SHOW TBLPROPERTIES %s ('primary-key')", table))
          .containsExactly(row("primary-key", "id,name"));
    }
  }

  @Test
  void hidesTheRowKind() {
    String table =
        create(
            "(id INT, ts INT, pic BINARY COMMENT '__BLOB_FIELD', PRIMARY KEY (id) NOT ENFORCED) "
                + "TBLPROPERTIES ('sequence.field'='ts')");
    assertThat(iceberg(table).schema().columns().get(3)).hasToString("4: _row_kind: optional int");
    assertThat(spark.table(table).columns()).containsExactly("id", "ts", "pic");
    assertThat(iceberg(table).properties()).containsEntry("blob.reader-feature-flags", "16384");
  }
}
