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
"""Loads a folder of pictures into a table, queries it, and writes one picture out again.

    python load_images.py FOLDER [WAREHOUSE]
"""

import sys
import tempfile
from pathlib import Path

from pyspark.sql import functions as F

import icepack_session


def create(spark, table):
    spark.sql(
        f"""
        CREATE TABLE {table} (
          name STRING NOT NULL,
          label STRING,
          content BINARY COMMENT '__BLOB_FIELD; the picture, byte for byte')
        """
    )


def load(spark, folder, table):
    """Adds every file below the folder; the name of the folder that a file is in becomes its label."""
    root = f"file:{Path(folder).resolve()}/"
    files = spark.read.format("binaryFile").option("recursiveFileLookup", True).load(root)
    (
        files.select(
            F.substring("path", len(root) + 1, 1 << 16).alias("name"),
            F.element_at(F.split("path", "/"), -2).alias("label"),
            "content",
        )
        .writeTo(table)
        .append()
    )


def counts(spark, table):
    """How many pictures each label has. Reads no picture."""
    return {row.label: row["count"] for row in spark.table(table).groupBy("label").count().collect()}


def sizes(spark, table, label):
    """Name and size of the pictures of a label, largest first. Reads no picture: sizes are part of the rows."""
    rows = spark.sql(
        f"""
        SELECT name, _blobs.content.size AS bytes, _blobs.content.blob_uri AS pack FROM {table}
        WHERE label = :label ORDER BY bytes DESC
        """,
        {"label": label},
    )
    return [(row.name, row.bytes) for row in rows.collect()]


def export(spark, table, name, target):
    """Writes one picture into a file. Reads that picture alone."""
    row = spark.table(table).where(F.col("name") == name).select("content").first()
    Path(target).write_bytes(row.content)


def main(folder, warehouse):
    spark = icepack_session.start(warehouse)
    table = "lake.gallery.pictures"
    create(spark, table)
    load(spark, folder, table)
    for label, count in sorted(counts(spark, table).items()):
        print(f"{label}: {count} pictures")
        for name, size in sizes(spark, table, label):
            print(f"  {name}: {size} bytes")
    spark.stop()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else tempfile.mkdtemp(prefix="icepack"))
