"""Editions of every row in another language: each name is asked for, with what it is, and the deck stays what it is."""

import tomllib
from pathlib import Path

import pytest

from casekit.diagnostics import Source
from casekit.kit.registry import game_called
from casekit.kit.transcripts.editions import read_edition
from casekit.kit.transcripts.translation import walk_edition
from tests.kit.transcripts.rows import ROWS

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.game)
@pytest.mark.parametrize("own", [False, True], ids=["its usual deck", "the deck of its examples"])
def test_an_edition_with_every_name_in_another_language(row, own):
    file = EXAMPLES / row.game / "edition.toml"
    source = (
        Source(str(file), file.read_text(encoding="utf-8"))
        if own
        else game_called(row.game).language.edition_template()
    )
    content, texts = tomllib.loads(source.text), []

    def visit(text):
        texts.append(text)
        return f"{text.source} neu"

    before, _ = read_edition(row.parts, tomllib.loads(source.text), file)
    walk_edition(row.parts.decks(), content, source, visit)
    after, faults = read_edition(row.parts, content, file)
    assert () == tuple(faults)
    named = [[*row.parts.decks().names(each.deck)] for each in (before, after)]
    assert [f"{each.name} neu" for each in named[0]] == [each.name for each in named[1]]
    assert [each.slug for each in named[0]] == [each.slug for each in named[1]]
    assert 1 + len(named[0]) == len({text.context for text in texts}) == len(texts)
