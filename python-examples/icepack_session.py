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
"""Starts the Spark session that the examples share."""

import os
from pathlib import Path

from pyspark.sql import SparkSession

JARS = Path(__file__).parent / "target" / "jars"


def start(warehouse):
    """A local session with an Icepack catalog named lake, whose tables are kept in the folder warehouse.

    The two jars come from the comma-separated ICEPACK_JARS, or else from a build of this project.
    """
    return (
        SparkSession.builder.master("local[2]")
        .appName("icepack")
        .config("spark.jars", os.environ.get("ICEPACK_JARS") or built_jars())
        .config(
            "spark.sql.extensions",
            "org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions,"
            "io.icepack.spark.IcepackSparkSessionExtensions",
        )
        .config("spark.sql.catalog.lake", "io.icepack.spark.IcepackCatalog")
        .config("spark.sql.catalog.lake.type", "hadoop")
        .config("spark.sql.catalog.lake.warehouse", f"file:{Path(warehouse).resolve()}")
        .config("spark.ui.enabled", "false")
        .getOrCreate()
    )


def built_jars():
    jars = sorted(str(jar) for jar in JARS.glob("*.jar"))
    if not jars:
        raise FileNotFoundError(f"Cannot start Spark: no jars in {JARS}; build them with: mvn -DskipTests package")
    return ",".join(jars)
