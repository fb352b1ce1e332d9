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
import packs
import update_and_compact


def contents(spark, table):
    return {row.name: bytes(row.content) for row in spark.table(table).select("name", "content").collect()}


def test_relabel_leaves_payloads_alone(spark, table, warehouse):
    before = packs.of(warehouse, table)
    update_and_compact.relabel(spark, table, "circle", "round")
    assert spark.table(table).where("label = 'round'").count() == 4
    assert spark.table(table).where("label = 'circle'").count() == 0
    assert packs.of(warehouse, table) == before


def test_compact_leaves_payloads_alone(spark, table, warehouse):
    stored = packs.of(warehouse, table)
    places = update_and_compact.places(spark, table)
    values = contents(spark, table)
    update_and_compact.relabel(spark, table, "circle", "round")
    files = update_and_compact.data_files(spark, table)

    figures = update_and_compact.compact(spark, table)

    assert update_and_compact.data_files(spark, table) < files
    assert [value for name, value in figures.items() if "payload" in name] == [0]
    assert packs.of(warehouse, table) == stored
    assert update_and_compact.places(spark, table) == places
    assert contents(spark, table) == values


def test_second_compaction_finds_nothing(spark, table):
    update_and_compact.relabel(spark, table, "circle", "round")
    update_and_compact.compact(spark, table)
    files = update_and_compact.data_files(spark, table)
    snapshots = spark.table(f"{table}.snapshots").count()

    update_and_compact.compact(spark, table)

    assert update_and_compact.data_files(spark, table) == files
    assert spark.table(f"{table}.snapshots").count() == snapshots


def test_delete(spark, table, warehouse):
    stored = packs.of(warehouse, table)
    update_and_compact.delete(spark, table, "triangle")
    assert sorted({row.label for row in spark.table(table).collect()}) == ["circle", "square"]
    assert packs.of(warehouse, table) == stored
