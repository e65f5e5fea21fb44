"""A small edition with a booklet, and what makes translations of it."""

from dataclasses import replace

import pytest

from casekit.kit.code_registry import base_of
from casekit.pipeline import translation
from casekit.translation.po import catalogue_text
from casekit.translation.po_reading import read_catalogue
from casekit.translation.work import extracted

BOOKLET = '\n[[booklets]]\nslug = "soup" # the only one\ncases = ["base.case"]\n'


@pytest.fixture
def edition(boat):
    """The folder of the base case with an edition that has a booklet."""
    (boat / "edition.toml").write_text(base_of(name="base.toml") + BOOKLET, encoding="utf-8")
    return boat


@pytest.fixture
def opened(edition):
    """Reads the originals and their catalogues in French."""

    def run(target=edition):
        work, problems, _ = translation.open_translation(target, "fr", lambda _: None)
        assert () == problems
        return work

    return run


@pytest.fixture
def extract(opened):
    """Writes the catalogues as ``translate extract`` does, and gives what was written."""

    def run(target=None):
        files = extracted(opened(*([] if target is None else [target])))
        for path, data in files.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        return files

    return run


@pytest.fixture
def translate(edition):
    """Changes entries of a catalogue: ``change`` is given each and gives the one that shall stand there."""

    def run(change, name="base"):
        path = edition / "translations" / "fr" / f"{name}.po"
        content, _, problems = read_catalogue(path.read_bytes(), path.as_posix())
        assert () == problems
        entries = tuple(change(entry) for entry in content.entries)
        path.write_text(catalogue_text(replace(content, entries=entries)), encoding="utf-8")
        return path

    return run


@pytest.fixture
def translated(extract, translate):
    """An edition that is translated into a language in which every small word begins with "z"."""

    def change(entry):
        words = [word if word.isupper() else f"z{word}" for word in entry.source.split()]
        return replace(entry, translation=" ".join(words))

    def quoted(entry):
        # What is quoted stands in the middle of words that are changed as a whole.
        return change(entry)

    extract()
    for name in ("base", "edition"):
        translate(quoted, name)
