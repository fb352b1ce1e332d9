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
"""Looks at the pack files themselves."""

from pathlib import Path


def of(warehouse, table):
    """Size and modification time of each pack of a table, by path."""
    location = Path(warehouse, *table.split(".")[1:])
    return {pack: (pack.stat().st_size, pack.stat().st_mtime_ns) for pack in location.glob("_blobs/*.managed.blob")}


def total_bytes(packs):
    return sum(size for size, _ in packs.values())
