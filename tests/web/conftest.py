"""Pages for testers, made once for each case."""

from pathlib import Path

import pytest

from casekit.kit.code_registry import base_of
from casekit.kit.editions import EditionFinder
from casekit.pipeline.loading import InputFile
from casekit.pipeline.playing import playtest
from tests.browsing import browser, tab  # noqa: F401 - fixtures

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@pytest.fixture(scope="session")
def made():
    """The page of a case file."""
    kept = {}

    def make(file):
        if file not in kept:
            kept[file] = playtest(InputFile.of(Path(file)), EditionFinder())
        return kept[file]

    return make


@pytest.fixture(scope="session")
def page_file(made, tmp_path_factory):
    """A page of an example on a disk."""
    folder = tmp_path_factory.mktemp("pages")

    def write(name="a-drop-of-midnight"):
        target = folder / f"{name}.html"
        if not target.exists():
            target.write_text(made(EXAMPLES / f"{name}.case").result, encoding="utf-8")
        return target

    return write


@pytest.fixture(scope="session")
def small_page(tmp_path_factory):
    """The page of the base case: three suspects, three locations, and no lock file."""
    folder = tmp_path_factory.mktemp("small")
    (folder / "base.case").write_text(base_of(), encoding="utf-8")
    (folder / "edition.toml").write_text(base_of("midnight", "base.toml"), encoding="utf-8")
    (folder / "base.html").write_text(
        playtest(InputFile.of(folder / "base.case"), EditionFinder()).result, encoding="utf-8"
    )
    return folder / "base.html"
