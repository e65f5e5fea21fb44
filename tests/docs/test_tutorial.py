"""The tutorial, done step by step: its files are written, its commands run, and its outputs are what they print.

``--rewrite`` writes the outputs and the finished files in ``docs/tutorial/`` again.
"""

import re

import pytest

from tests.walking import TUTORIAL, walked

FINISHED = "docs/tutorial"
CASE, EDITION = "the-silent-bell.case", "edition.toml"


@pytest.fixture(scope="module")
def done(tmp_path_factory, awake):
    """The folder of somebody who did everything, and the page with what was printed to them."""
    folder = tmp_path_factory.mktemp("wagtail")
    return folder, walked(folder, TUTORIAL.read_text(encoding="utf-8"), awake)


def test_what_is_printed_at_each_step(golden, done):
    _, page = done
    golden(TUTORIAL, page)


def test_the_finished_files_are_in_the_project(root, golden, done):
    folder, _ = done
    for name in (EDITION, CASE):
        golden(root / FINISHED / name, (folder / name).read_text(encoding="utf-8"))


def test_the_finished_case_is_clean_and_meets_its_level(root, casekit, done):
    checked = casekit("check", "--strict", root / FINISHED)
    assert (0, b"") == (checked.returncode, checked.stderr)
    assert "TODO" not in (root / FINISHED / CASE).read_text(encoding="utf-8")
    _, page = done
    first, last = re.findall(r"^  claims to be amateur, measures as (.*)$", page, re.MULTILINE)
    assert ("neither amateur nor expert", "amateur") == (first, last)


def test_the_booklet_is_there(done):
    folder, _ = done
    assert {"the-silent-bell-booklet.pdf", "the-silent-bell-sheet.pdf"} <= {
        file.name for file in (folder / "build").iterdir()
    }
