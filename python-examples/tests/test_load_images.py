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
import load_images
import packs


def files(folder):
    return {str(file.relative_to(folder)): file for file in folder.rglob("*.*")}


def test_every_picture_is_stored_once(table, warehouse, pictures):
    given = sum(file.stat().st_size for file in files(pictures).values())
    assert packs.total_bytes(packs.of(warehouse, table)) == given


def test_counts(spark, table):
    assert load_images.counts(spark, table) == {"circle": 4, "square": 4, "triangle": 4}


def test_sizes_are_those_of_the_files(spark, table, pictures):
    expected = [
        (name, file.stat().st_size) for name, file in files(pictures).items() if file.parent.name == "square"
    ]
    assert load_images.sizes(spark, table, "square") == sorted(expected, key=lambda entry: -entry[1])


def test_export_is_byte_identical(spark, table, pictures, tmp_path):
    for name, file in files(pictures).items():
        target = tmp_path / file.name
        load_images.export(spark, table, name, target)
        assert target.read_bytes() == file.read_bytes()


def test_read_as_a_data_source(spark, table, pictures):
    contents = spark.read.format("icepack").load(table).select("name", "content").collect()
    assert {row.name: bytes(row.content) for row in contents} == {
        name: file.read_bytes() for name, file in files(pictures).items()
    }


def test_descriptors_instead_of_bytes(spark, table):
    rows = spark.read.format("icepack").option("blob-as-descriptor", True).load(table).select("content").collect()
    assert len(rows) == 12
    assert all(bytes(row.content[:9]) == b"\x02CSEDBOLB" for row in rows)
