# Copyright 2026 the Icepack authors
#
# Licensed under the Apache License, Version 2.0 (the "License");
# you may not use this file except in compliance with the License.
# You may obtain a copy of the License at
#
#     http://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS,
# WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and
# limitations under the License.
"""What PyIceberg, which knows nothing of Icepack, sees of primary-key tables."""
import pathlib

import pytest
from pyiceberg.table import StaticTable


# PyIceberg refuses equality deletes with the one or the other, by where it meets them.
REFUSED = (NotImplementedError, ValueError)


def load(warehouse, name):
    """The Iceberg table as PyIceberg reads it, by its newest metadata file."""
    folder = pathlib.Path(warehouse, *name.split(".")[1:], "metadata")
    newest = max(folder.glob("v*.metadata.json"), key=lambda file: int(file.name[1:].split(".")[0]))
    return StaticTable.from_metadata(str(newest))


def rows(scan):
    found = scan.to_arrow().select(["id", "name"]).to_pylist()
    return sorted((row["id"], row["name"]) for row in found)


def create(spark, name, *properties):
    spark.sql(
        f"CREATE TABLE {name} (id INT, name STRING, picture BINARY COMMENT '__BLOB_FIELD', "
        "PRIMARY KEY (id) NOT ENFORCED) TBLPROPERTIES ("
        + ", ".join(f"'{key}'='{value}'" for key, value in properties)
        + ")"
    )
    spark.sql(f"INSERT INTO {name} VALUES (1, 'a', X'01'), (2, 'b', X'02'), (3, 'c', NULL)")
    spark.sql(f"INSERT INTO {name} VALUES (2, 'd', X'03')")
    spark.sql(f"DELETE FROM {name} WHERE id = 1")


def compact(spark, name, strategy):
    spark.sql(f"CALL lake.sys.compact(table => '{name.split('.', 1)[1]}', strategy => '{strategy}')")


def test_upserts_are_never_read_wrong(spark, warehouse):
    name = "lake.examples.upserts"
    create(spark, name, ("bucket", "2"))
    with pytest.raises(REFUSED, match="equality deletes"):
        rows(load(warehouse, name).scan())
    compact(spark, name, "minor")
    try:
        seen = rows(load(warehouse, name).scan())
    except REFUSED:
        seen = None
    assert seen in (None, [(2, "d"), (3, "c")])
    compact(spark, name, "full")
    assert rows(load(warehouse, name).scan()) == [(2, "d"), (3, "c")]


def test_other_engines_have_a_tag(spark, warehouse):
    name = "lake.examples.partial"
    create(spark, name, ("merge-engine", "partial-update"))
    compact(spark, name, "full")
    spark.sql(f"INSERT INTO {name} VALUES (3, 'e', NULL)")
    table = load(warehouse, name)
    compacted = table.snapshot_by_name("compacted").snapshot_id
    assert rows(table.scan(snapshot_id=compacted)) == [(2, "d"), (3, "c")]
    assert len(rows(table.scan())) > 2
