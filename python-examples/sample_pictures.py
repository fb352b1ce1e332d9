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
"""Makes pictures for the examples to work on."""

from pathlib import Path

from PIL import Image, ImageDraw

SIZES = [(64, 48), (320, 240), (800, 600), (1280, 960)]
SHAPES = ["circle", "square", "triangle"]


def write(folder):
    """Writes one picture for each shape and size, below a folder for each shape; returns their number."""
    for shape in SHAPES:
        Path(folder, shape).mkdir(parents=True, exist_ok=True)
        for number, size in enumerate(SIZES):
            suffix = "png" if number % 2 == 0 else "jpg"
            draw(shape, size).save(Path(folder, shape, f"{shape}-{size[0]}.{suffix}"))
    return len(SHAPES) * len(SIZES)


def draw(shape, size):
    width, height = size
    picture = Image.radial_gradient("L").resize(size).convert("RGB")
    canvas = ImageDraw.Draw(picture)
    left, top, right, bottom = width // 4, height // 4, width * 3 // 4, height * 3 // 4
    if shape == "circle":
        canvas.ellipse((left, top, right, bottom), fill="tomato")
    elif shape == "square":
        canvas.rectangle((left, top, right, bottom), fill="steelblue")
    else:
        canvas.polygon([(left, bottom), (right, bottom), (width // 2, top)], fill="seagreen")
    return picture
