"""``casekit lock``."""

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from casekit.cli.main import main
from casekit.print.numbers.lock_reading import load_lock

EXAMPLES = Path(__file__).parents[2] / "examples"
OLD, NEW = "a-drop-of-midnight.case", "drop.case"


@pytest.fixture
def edition(tmp_path):
    for name in ("edition.toml", "deck.toml", "corisande.lock.json"):
        shutil.copy(EXAMPLES / name, tmp_path / name)
    return tmp_path


def lock(*arguments):
    return CliRunner().invoke(main, ["lock", "rename", *map(str, arguments)])


@pytest.mark.parametrize("place", ["", "edition.toml", "corisande.lock.json"])
def test_the_numbers_go_with_the_file(edition, place):
    file = edition / "corisande.lock.json"
    before, _, _ = load_lock(file, "before")
    result = lock(OLD, NEW, edition / place)
    assert (0, 1) == (result.exit_code, len(result.stdout.splitlines()))
    after, _, problems = load_lock(file, "after")
    assert () == problems
    assert before.cases[OLD] == after.cases[NEW]
    assert before.texts[OLD] == after.texts[NEW]
    assert OLD not in after.cases
    assert before.seed == after.seed
    assert json.loads(file.read_text())["seal"] == json.loads((EXAMPLES / file.name).read_text())["seal"]


def test_names_may_be_as_seen_from_here(edition):
    assert 0 == lock(edition / OLD, edition / NEW, edition).exit_code
    assert NEW in load_lock(edition / "corisande.lock.json", "after")[0].cases


@pytest.mark.parametrize(("old", "new", "expected"), [
    ("a-drop-of-midnigt.case", NEW, ("CK716", f"write `{OLD}`")),
    (OLD, "the-rest-is-silence.case", ("CK717", "choose another name")),
    (OLD, "../drop.case", ("CK816", "outside the edition's folder")),
    (OLD, "aux.case", ("CK816", "give it another name")),
])  # fmt: skip
def test_what_cannot_be_renamed(edition, old, new, expected):
    result = lock(old, new, edition)
    assert 1 == result.exit_code
    assert all(words in result.stderr for words in expected)
    assert (EXAMPLES / "corisande.lock.json").read_bytes() == (edition / "corisande.lock.json").read_bytes()


def test_a_folder_without_lock_files(tmp_path):
    result = lock(OLD, NEW, tmp_path)
    assert 2 == result.exit_code
    assert "CK901" in result.stderr
