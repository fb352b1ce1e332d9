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
"""Adds a second blob column with a thumbnail of every picture, made by Python workers.

    python thumbnails.py FOLDER [WAREHOUSE]
"""

import io
import sys
import tempfile

from PIL import Image
from pyspark.sql import functions as F
from pyspark.sql.types import BinaryType

import icepack_session
import load_images

EDGE = 32


@F.udf(BinaryType())
def thumbnail(content):
    picture = Image.open(io.BytesIO(content)).convert("RGB")
    picture.thumbnail((EDGE, EDGE))
    small = io.BytesIO()
    picture.save(small, "PNG")
    return small.getvalue()


def add_thumbnails(spark, table):
    """The pictures themselves are read once and not written again."""
    spark.sql(f"ALTER TABLE {table} ADD COLUMN thumbnail BINARY COMMENT '__BLOB_FIELD'")
    spark.table(table).select("name", thumbnail("content").alias("thumbnail")).createOrReplaceTempView("thumbnails")
    spark.sql(
        f"""
        MERGE INTO {table} AS pictures USING thumbnails ON pictures.name = thumbnails.name
        WHEN MATCHED THEN UPDATE SET pictures.thumbnail = thumbnails.thumbnail
        """
    )


def main(folder, warehouse):
    spark = icepack_session.start(warehouse)
    table = "lake.gallery.with_thumbnails"
    load_images.create(spark, table)
    load_images.load(spark, folder, table)
    add_thumbnails(spark, table)
    spark.sql(f"SELECT name, _blobs.content.size, _blobs.thumbnail.size FROM {table}").show(truncate=False)
    spark.stop()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else tempfile.mkdtemp(prefix="icepack"))
