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
import io

from PIL import Image

import packs
import thumbnails


def test_thumbnails(spark, table, warehouse):
    originals = packs.of(warehouse, table)
    thumbnails.add_thumbnails(spark, table)
    rows = spark.table(table).collect()
    assert len(rows) == 12
    for row in rows:
        small = Image.open(io.BytesIO(row.thumbnail))
        large = Image.open(io.BytesIO(row.content))
        assert max(small.size) == thumbnails.EDGE
        assert large.size[0] == int(row.name.split("-")[1].split(".")[0])

    stored = packs.of(warehouse, table)
    added = {pack: stored[pack] for pack in stored.keys() - originals.keys()}
    assert originals.items() <= stored.items()
    assert packs.total_bytes(added) == sum(len(row.thumbnail) for row in rows)
