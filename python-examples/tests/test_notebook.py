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
import json
from pathlib import Path

import icepack_session

NOTEBOOK = Path(icepack_session.__file__).parent / "quickstart.ipynb"


def code_cells():
    cells = json.loads(NOTEBOOK.read_text())["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


def session_in(spark, warehouse):
    """A session of the running Spark, whose catalog keeps its tables elsewhere."""
    session = spark.newSession()
    session.conf.set("spark.sql.catalog.lake.warehouse", f"file:{warehouse}")
    return session


def test_quickstart(spark, monkeypatch):
    monkeypatch.setattr(icepack_session, "start", lambda warehouse: session_in(spark, warehouse))
    names = {}
    for number, cell in enumerate(code_cells(), start=1):
        exec(compile(cell, f"{NOTEBOOK.name}, code cell {number}", "exec"), names)

    assert names["media"].count() == 12
    assert names["largest"].bytes == len(names["row"].content)
    assert names["identical"]
    assert names["packs"]
    assert names["untouched"]
    assert names["labels_then"] == {"circle", "square", "triangle"}
    assert names["labels_now"] == {"round", "square", "triangle"}
