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
"""Changes labels, deletes rows, compacts, and shows that no picture was read or written for it.

    python update_and_compact.py FOLDER [WAREHOUSE]
"""

import sys
import tempfile

import icepack_session
import load_images


def relabel(spark, table, old, new):
    spark.sql(f"UPDATE {table} SET label = :new WHERE label = :old", {"old": old, "new": new})


def delete(spark, table, label):
    spark.sql(f"DELETE FROM {table} WHERE label = :label", {"label": label})


def compact(spark, table):
    """Rewrites small data files, descriptor by descriptor. Returns the figures of the procedure by name."""
    catalog, name = table.split(".", 1)
    return spark.sql(f"CALL {catalog}.sys.compact(table => '{name}')").first().asDict()


def places(spark, table):
    """Where the bytes of each picture lie: pack, position and size. Reads no picture."""
    rows = spark.sql(f"SELECT name, _blobs.content AS place FROM {table}").collect()
    return {row.name: (row.place.uri, row.place.position, row.place["size"]) for row in rows}


def data_files(spark, table):
    return spark.table(f"{table}.files").count()


def main(folder, warehouse):
    spark = icepack_session.start(warehouse)
    table = "lake.gallery.labelled"
    load_images.create(spark, table)
    load_images.load(spark, folder, table)
    before = places(spark, table)

    label = min(load_images.counts(spark, table))
    relabel(spark, table, label, f"{label}, reviewed")
    print(f"{data_files(spark, table)} files before the compaction")
    print(compact(spark, table))
    print(f"{data_files(spark, table)} files after it")
    print(f"every picture lies where it lay: {places(spark, table) == before}")
    spark.stop()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else tempfile.mkdtemp(prefix="icepack"))
