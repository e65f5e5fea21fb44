from dataclasses import replace

import pytest

from casekit.cli.commands.new import draft_of
from casekit.diagnostics import Source
from casekit.games.clue.document import Deck, DeckCard
from casekit.games.clue.game import GAME
from casekit.kit.transcripts.checks import illegal
from casekit.language.syntax.canonical_form import format_document
from casekit.language.syntax.parser import parse

CLASSIC_EDITION = GAME.language.default_edition()


def edition_of(**kinds):
    cards = [DeckCard(slug, slug, kind) for kind, slugs in kinds.items() for slug in slugs.split()]
    return replace(CLASSIC_EDITION, title="Own", deck=Deck(tuple(cards)))


EDITIONS = {
    "classic": CLASSIC_EDITION,
    "capitals": edition_of(suspect="A B C D", weapon="ax bow", room="x y z"),
    "small": edition_of(suspect="a b", weapon="ax", room="x y"),
    "another script": edition_of(suspect="赤 青 白", weapon="縄 槍", room="台所 書斎 玄関"),
}


@pytest.mark.parametrize("name", EDITIONS)
def test_a_first_draft_is_read_and_says_what_is_to_be_done(name):
    edition = EDITIONS[name]
    draft, _ = draft_of(GAME, "  The\nEmpty  Chair ", edition, {})
    tree, problems = parse(Source("x", draft.text), GAME.dialect)
    assert () == problems
    assert draft.text == format_document(tree, GAME.dialect)
    reading = GAME.language.resolve(tree, edition)
    assert ((), True, "The Empty Chair") == (
        reading.diagnostics,
        reading.is_complete,
        reading.document.title,
    )
    assert "TODO" in draft.text
    assert draft.to_do


@pytest.mark.parametrize("name", EDITIONS)
def test_the_deal_of_a_first_draft_is_legal(name):
    edition = EDITIONS[name]
    draft, _ = draft_of(GAME, "T", edition, {})
    tree, _ = parse(Source("x", draft.text), GAME.dialect)
    assert () == illegal(GAME.language.resolve(tree, edition).document.puzzle)
