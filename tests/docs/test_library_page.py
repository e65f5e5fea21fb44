"""The examples of the page on the library print what it says; ``tests/library`` checks their types."""

import os
import re
import shutil
import subprocess
import sys

import pytest

PAGE = "docs/library.md"
# A program, and what it prints.
EXAMPLE = re.compile(r"(^```python\n(.*?)^```\n\n```text\n)(.*?)(?=^```$)", re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def folder(root, tmp_path_factory):
    """A folder as the page's readers have it."""
    place = tmp_path_factory.mktemp("library")
    shutil.copytree(root / "docs/tour", place / "boat")
    shutil.copytree(root / "examples", place / "examples")
    return place


def test_what_the_examples_print(root, folder, golden):
    def run(example):
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", example[2]],
            cwd=folder,
            env={**os.environ, "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        assert "" == done.stderr
        return f"{example[1]}{done.stdout}"

    text = (root / PAGE).read_text(encoding="utf-8")
    golden(root / PAGE, EXAMPLE.sub(run, text))


def test_every_example_says_what_it_prints(root, fences):
    text = (root / PAGE).read_text(encoding="utf-8")
    written = [body for _, _, body in fences(root / PAGE, "python")]
    assert len(written) >= 8
    assert written == [example[2] for example in EXAMPLE.finditer(text)]


def test_the_page_names_all_that_is_public(root):
    import casekit
    import casekit.deduce

    text = (root / PAGE).read_text(encoding="utf-8")
    words = set(re.findall(r"\w+", text))
    assert {"__version__"} == {*casekit.__all__, *casekit.deduce.__all__} - words
    asked = {name for name in vars(casekit.CaseFile) if not name.startswith("_")}
    assert set() == asked - words
