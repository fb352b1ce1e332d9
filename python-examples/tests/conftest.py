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
import pytest

import icepack_session
import load_images
import sample_pictures


@pytest.fixture(scope="session")
def warehouse(tmp_path_factory):
    return tmp_path_factory.mktemp("warehouse")


@pytest.fixture(scope="session")
def spark(warehouse):
    session = icepack_session.start(warehouse)
    yield session
    session.stop()


@pytest.fixture(scope="session")
def pictures(tmp_path_factory):
    folder = tmp_path_factory.mktemp("some pictures")
    sample_pictures.write(folder)
    return folder


@pytest.fixture
def table(spark, pictures, request):
    """A table with the pictures, of the test's own name."""
    name = f"lake.examples.{request.node.name}"
    load_images.create(spark, name)
    load_images.load(spark, pictures, name)
    return name
