"""The record of a first hour, done again: its mistakes are made, its clue is broken, its commands print what it says.

``--rewrite`` writes the outputs again.
"""

import re

import pytest

from tests.walking import walked

PAGE = "docs/first-hour.md"


@pytest.fixture(scope="module")
def done(root, tmp_path_factory, awake):
    """The folder at the end, and the page with what was printed."""
    folder = tmp_path_factory.mktemp("wagtail")
    return folder, walked(folder, (root / PAGE).read_text(encoding="utf-8"), awake)


def test_what_is_printed_at_each_step(root, golden, done):
    golden(root / PAGE, done[1])


def answers(page, heading):
    section = page.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return re.findall(r"^```console\n(.*?)^```$", section, re.DOTALL | re.MULTILINE)


def test_the_story_is_still_that_of_the_page(done):
    folder, page = done
    quote, file = answers(page, "An empty folder")
    assert "has no end on this line" in quote
    assert "write `the-silent-bell.case`" in file
    (slips,) = answers(page, "The case")
    assert "bracket is not closed" in slips
    assert "write `DIRK`" in slips
    still, broken, asked = answers(page, "A clue broken on purpose")
    assert "CORA: certain" in still
    assert "it could also be DIRK" in broken
    assert "Nothing rules out that DIRK is the culprit" in asked
    assert "BENNO did not do it" in asked
    too_well, well = answers(page, "The cure")
    assert "this follows from 1 of 12 paths" in too_well
    assert "this follows from 2 of 12 paths" in well
    assert (folder / "build/the-silent-bell-booklet.pdf").stat().st_size


def test_every_other_way_to_give_away_the_culprit_is_warned_of(casekit, done, tmp_path):
    """The page says what ``--balance`` would say of the log of the pump."""
    folder, _ = done
    case = (folder / "the-silent-bell.case").read_text(encoding="utf-8")
    edition = (folder / "edition.toml").read_text(encoding="utf-8")
    (tmp_path / "edition.toml").write_text(edition, encoding="utf-8")
    logged = case.replace('engine "Eleven"\n', 'engine "Eleven"\n~ place(DIRK, 23:00) = saloon "Eleven"\n')
    assert logged != case
    (tmp_path / "log.case").write_text(logged, encoding="utf-8")
    warned = casekit("check", "--balance", "log.case", cwd=tmp_path).stdout.decode()
    assert "CK603 lone-accuser" in warned
