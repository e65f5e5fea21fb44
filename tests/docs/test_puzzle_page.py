"""The examples of the page about Clue are what it says they are."""

import re
from pathlib import Path

import pytest

from casekit.diagnostics.overlay import overlay
from casekit.games import game_called
from casekit.games.all_codes import base_of
from casekit.games.editions import Editions
from casekit.pipeline import checking, given_documents

PAGE = "docs/clue.md"


@pytest.fixture(scope="module")
def examples(root, fences):
    return fences(root / PAGE, "puzzle")


@pytest.fixture(scope="module")
def base(examples):
    (whole,) = [text for _, kind, text in examples if kind == "puzzle whole"]
    return whole


@pytest.fixture(scope="module")
def codes_of():
    """The codes of what is found in a puzzle of the classic deck."""

    def run(text, shelf=None):
        shelf = shelf or Editions().of(Path("/"), "clue")
        return [found.code.id for found in checking.check_bytes(text.encode(), "x.case", shelf).diagnostics]

    return run


def test_the_whole_puzzle_is_clean_and_is_that_of_the_catalogue(base, codes_of):
    assert [] == codes_of(base)
    assert base == base_of("clue")


def test_each_example_is_clean_or_gets_the_findings_it_names(examples, base, codes_of):
    fragments = [(line, kind.split()[1:], text) for line, kind, text in examples if kind != "puzzle whole"]
    assert len(fragments) >= 7
    got = {line: set(codes_of(overlay(base, text))) for line, _, text in fragments}
    assert {line: set(codes) for line, codes, _ in fragments} == got


def test_each_line_of_the_table_of_play_can_be_read(root):
    lines = re.findall(
        r"^\| `(\w+ (?:suggests|accuses) [^`]+)` \|", (root / PAGE).read_text("utf-8"), re.MULTILINE
    )
    assert 4 == len(lines)
    text = "game: clue\n== play\n" + "\n".join(lines)
    assert () == given_documents.parse_bytes(text.encode(), "x.case").diagnostics


def test_each_formula_can_be_asked(root, fences, base):
    ((_, _, formulas),) = fences(root / PAGE, "formulas")
    shelf = Editions().of(Path("/"), "clue")
    examined = given_documents.examine_bytes(base.encode(), "x.case", shelf)
    for formula in formulas.splitlines():
        answer, problems = examined.interrogation.ask(formula, None, bare=True)
        assert ((), True) == (problems, answer is not None)


def test_the_edition_is_sound(root, fences, tmp_path):
    ((_, kind, text),) = fences(root / PAGE, "toml")
    assert "toml edition" == kind
    loaded = game_called("clue").load(text.encode(), tmp_path / "edition.toml")
    assert () == loaded.diagnostics
    assert 6 == len(loaded.settings.deck.cards)


def test_the_page_names_every_field_block_card_key_and_threshold(root):
    from casekit.games.clue.deck import CLASSIC, RESERVED_IN_PUZZLES
    from casekit.games.clue.puzzle_forms import PUZZLE
    from casekit.games.transcripts.decks import THRESHOLDS
    from casekit.games.transcripts.resolving import story_blocks
    from casekit.games.usual.plain_edition import KEYS
    from casekit.language.formula.scope import RESERVED

    words = set(re.findall(r"[\w-]+", (root / PAGE).read_text(encoding="utf-8")))
    assert {*PUZZLE.fields, *story_blocks(PUZZLE), *CLASSIC.slugs} <= words
    assert KEYS | THRESHOLDS | {"cards", "levels"} <= words
    assert RESERVED_IN_PUZZLES - RESERVED <= words
