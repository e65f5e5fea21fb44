import re

import pytest

from casekit.kit.code_registry import base_of
from casekit.kit.editions import LoadedEdition
from casekit.pipeline import checking, loading

GAMES = ("abbey", "clue", "deception", "nightfall")
NAME = re.compile(r"\b[A-Z]{3,}\b")
UNKNOWN = "WALDO"


def renamed(text):
    """A text with one name of a player replaced by an unknown one, for each name below `== play` and after it."""
    start = text.index("\n== play")
    for match in NAME.finditer(text, start):
        yield text[: match.start()] + UNKNOWN + text[match.end() :]


def codes_of(text):
    parsed = loading.parse_bytes(text.encode(), "some.case")
    loaded_edition = LoadedEdition(parsed.game.language.default_edition(), game=parsed.game.name)
    typed = loading.resolve_document(parsed, loaded_edition)
    return {finding.code.id for finding in checking.check_document(typed).diagnostics}


@pytest.mark.parametrize("game", GAMES)
def test_a_player_whom_nobody_knows_is_no_fault_of_casekit(game):
    texts = list(dict.fromkeys(renamed(base_of(game))))
    assert texts
    assert [] == [text for text in texts if "CK910" in codes_of(text)]


@pytest.mark.parametrize("name", ["ALICE", "EMMA"])
def test_a_player_whom_nobody_knows_is_named_wherever_a_night_names_one(name):
    text = base_of("nightfall")
    night = "night: ALICE stays, meets EMMA"
    assert night in text
    assert "CK201" in codes_of(text.replace(night, night.replace(name, UNKNOWN)))
