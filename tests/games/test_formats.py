"""Formats of files: this one is read, a newer one is refused with the casekit that reads it, and nothing else is a format."""

import json
import re

import pytest

from casekit import __version__
from casekit.kit.code_registry import base_of
from casekit.kit.editions import EditionFinder
from casekit.language.data.schema import FORMAT
from casekit.pipeline.conversion import import_bytes
from tests.conftest import ROOT

EDITION = base_of("midnight", "base.toml")


@pytest.fixture
def read(tmp_path):
    def run(text):
        file = tmp_path / "edition.toml"
        file.write_bytes(text.encode())
        found = EditionFinder().read(file)
        return found.settings, [(each.code.id, each.span.line) for each in found.diagnostics]

    return run


WRITTEN = {
    "format = 1": [],
    "'format'=1  # of casekit 0.1": [],
    "format = 1\r": [],
    "": [("CK806", 1)],
    "format = 2": [("CK805", 2)],
    "format = 99": [("CK805", 2)],
    'format = 2\ngame = "unheard-of"\nwhat = is this': [("CK805", 2)],
}
NO_FORMATS = ('"x"', '"1"', "-1", "0", "1e99", "1.0", "100", "9" * 5_000, "true", "[1]", "nan", '"""')
WRITTEN |= {f"format = {value}": [("CK801", 2)] for value in NO_FORMATS}


@pytest.mark.parametrize("line", WRITTEN, ids=lambda line: repr(line[:30]))
def test_what_an_edition_says_of_its_format(line, read):
    edition, found = read("# An edition.\n" + EDITION.replace("format = 1", line))
    assert WRITTEN[line] == found
    assert (edition is None) == any(code != "CK806" for code, _ in found)


def test_a_newer_format_is_told_with_the_casekit_that_reads_it(tmp_path):
    file = tmp_path / "edition.toml"
    file.write_text(EDITION.replace("format = 1", "format = 3"), encoding="utf-8")
    (found,) = EditionFinder().read(file).diagnostics
    assert (
        f"this edition has format 3, which casekit 3.0 and later read; this one ({__version__}) reads format 1"
        == found.message
    )
    assert "update casekit to 3.0 or later" == found.hint


def test_a_format_after_the_first_table_is_none_of_the_edition(read):
    assert ["CK801"] == [
        code for code, _ in read(EDITION.replace("format = 1\n", "") + "\n[imprint]\nformat = 2\n")[1]
    ]


@pytest.mark.parametrize(
    ("version", "code"),
    [(2, "CK805"), (99, "CK805"), (-1, "CK906"), ("x", "CK906"), (1e99, "CK906"), (True, "CK906")],
)
def test_a_document_of_another_format_is_refused(version, code):
    data = {"casekit": version, "game": "midnight", "header": {}, "blocks": [], "new": "key"}
    text, found = import_bytes(json.dumps(data).encode(), "some.json")
    assert (None, code) == (text, found[0].code.id)


def test_every_schema_says_its_format():
    for file in sorted((ROOT / "schemas").glob("*.json")):
        name = file.name.removesuffix(".schema.json")
        version = 2 if name == "manifest" else FORMAT
        assert f"urn:casekit:schema:{name}:{version}" == json.loads(file.read_text(encoding="utf-8"))["$id"]


def test_every_edition_that_is_brought_along_says_its_format():
    for folder in ("casekit", "docs", "examples"):
        for file in (ROOT / folder).rglob("edition.toml"):
            assert re.search(rf"^format = {FORMAT}$", file.read_text(encoding="utf-8"), re.MULTILINE), file
