"""Texts of puzzles that are made to measure."""

from dataclasses import replace

import pytest

from casekit.cli.commands.new import draft_of
from casekit.games.clue.document import DECKS
from casekit.kit.registry import game_called
from casekit.kit.transcripts.codes import PLAYER_COUNT, REFUSED_SEED
from casekit.kit.transcripts.generator import MOST_GAMES
from casekit.pipeline.conversion import format_bytes
from tests.games.clue.making import draft

GAME = game_called("clue")
CLASSIC_EDITION = GAME.language.default_edition()


def made(**given):
    return draft_of(GAME, "The Bell", CLASSIC_EDITION, given or {"seed": 1})


def test_the_text_is_canonical_and_the_same_for_a_seed():
    one, two, other = (made(seed=seed)[0].text for seed in (2, 2, 3))
    assert one == two != other
    assert one == format_bytes(one.encode(), "x.case")[0]


def test_each_game_is_a_step():
    steps = []
    draft("T", CLASSIC_EDITION, 4, "expert", 7, steps.append)
    assert [f"game {number}" for number in range(1, len(steps) + 1)] == steps
    assert MOST_GAMES >= len(steps) > 0


def test_a_refused_seed_says_why_and_what_to_do(monkeypatch):
    monkeypatch.setattr("casekit.kit.transcripts.generator.MOST_GAMES", 2)
    never = replace(DECKS.levels["amateur"], lines=(1, 1))
    edition = replace(CLASSIC_EDITION, levels=DECKS.levels | {"amateur": never})
    text, (refused,) = draft("T", edition, 3, "amateur", 5, lambda _: None)
    assert None is text
    assert REFUSED_SEED == refused.code
    assert (
        "no game of this seed makes a puzzle of the level amateur: too few or too many lines"
        in refused.message
    )
    assert "--seed 6" in refused.hint


def test_more_players_than_the_deck_has_suspects():
    small = replace(CLASSIC_EDITION.deck, cards=CLASSIC_EDITION.deck.cards[2:])
    text, (found,) = draft("T", replace(CLASSIC_EDITION, deck=small), 6, "amateur", 1, lambda _: None)
    assert (None, PLAYER_COUNT) == (text, found.code)
    assert "this deck is for at most 4" in found.message


@pytest.mark.parametrize("title", ["// nothing", "  ", "== play", "A // b", 'With "quotes"'])
def test_odd_titles_give_a_text_all_the_same(title):
    text, problems = draft(title, CLASSIC_EDITION, 3, "amateur", 1, lambda _: None)
    assert () == problems
    assert "== solution" in text
