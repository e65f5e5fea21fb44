"""The pictures of the documentation: they are there, show something, are small, and say what they show to whoever cannot see them.

`make pictures` takes those of pages in a browser again; whether casekit still looks like that, a person has to see.
"""

import ast
import re

import pytest
from PIL import Image

PICTURE = re.compile(r"!\[(?P<words>[^\]]*)\]\((?P<file>[^)]+)\)")
LARGEST = 150_000
"""Bytes, so that a page loads soon."""
DESCRIBED = 20
"""The fewest letters of an alternative text that says something."""


@pytest.fixture(scope="session")
def named(root):
    """Each picture that a page shows, with the alternative text of each time."""
    found = {}
    for page in (root / "README.md", root / "CONTRIBUTING.md", *(root / "docs").glob("*.md")):
        for each in PICTURE.finditer(page.read_text(encoding="utf-8")):
            found.setdefault((page.parent / each["file"]).resolve(), []).append(each["words"])
    return found


def test_every_picture_is_there_and_shows_something(named):
    assert len(named) > 5
    for file in named:
        with Image.open(file) as picture:
            colours = picture.convert("RGB").getcolors(picture.width * picture.height)
            assert picture.width >= 400, file.name
            assert len(colours) > 8, file.name
            assert max(count for count, _ in colours) < 0.97 * picture.width * picture.height, file.name


def test_no_picture_is_large(named):
    assert [] == [file.name for file in named if file.stat().st_size >= LARGEST]


def test_every_picture_has_an_alternative_text(named):
    short = {file.name: words for file, words in named.items() if len(min(words, key=len)) < DESCRIBED}
    assert {} == short


def test_no_picture_is_left_that_no_page_shows(root, named):
    assert {*(root / "docs/images").glob("*.png")} == {*named}


def test_the_script_takes_every_picture_of_the_first_hour(root, named):
    script = ast.parse((root / ".ci/pictures.py").read_text(encoding="utf-8"))
    (taken,) = (
        [key.value for key in node.value.keys]
        for node in script.body
        if isinstance(node, ast.AnnAssign) and node.target.id == "PICTURES"
    )
    shown = {file.stem for file in named if file.stem.startswith("first-hour-")}
    assert shown == {name for name in taken if name.startswith("first-hour-")}
    assert {*taken} <= {file.stem for file in named}
