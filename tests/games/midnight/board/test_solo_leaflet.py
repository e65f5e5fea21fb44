"""For one who has only the booklet: how much may be read of each case, and the points to play against."""

from dataclasses import replace
from pathlib import Path

import pytest

from casekit.diagnostics import Source, Span
from casekit.games.midnight.board_figures import TableFigures
from casekit.games.midnight.document import Edition
from casekit.games.midnight.language.edition_file import load
from casekit.games.midnight.language.line_forms import CASE
from casekit.games.midnight.language.resolver import resolve
from casekit.games.midnight.play.solo_leaflet import solo_leaflet
from casekit.language.syntax.parser import parse
from casekit.print.content.pieces import PrintOptions
from casekit.print.produce import print_piece

EXAMPLES = Path(__file__).resolve().parents[4] / "examples"
LOOK = PrintOptions("tour", "Tour", "green", "a5", "a4", Span("edition.toml"))


def edition() -> Edition:
    file = EXAMPLES / "edition.toml"
    return load(file.read_bytes(), file).settings


def case(settings: Edition):
    file = EXAMPLES / "a-drop-of-midnight.case"
    tree, _ = parse(Source(file.name, file.read_text(encoding="utf-8")), CASE)
    return resolve(tree, settings).document


def rows(leaflet, page):
    return [block.cells for block in leaflet.pages[page].blocks if block.kind == "row"]


@pytest.mark.parametrize(("language", "name"), [("en", "Case 2"), ("fr", "Affaire 2"), ("de", "Fall 2")])
def test_each_case_has_its_paragraphs_and_its_par(language, name):
    one = case(replace(edition(), language=language))
    leaflet = solo_leaflet([one, one], LOOK)
    _, first, second = rows(leaflet, 2)
    assert (name, *first[1:]) == second
    _, title, read, par, own = second
    assert ("A Drop of Midnight", "") == (title, own)
    assert 15 <= int(read) <= 40
    assert int(par) in range(0, 101, 5)
    assert int(read) == max(int(cell) for row in rows(leaflet, 3) for cell in row if cell)
    assert () == print_piece(leaflet)[1]


def test_a_case_that_nobody_can_simulate_has_no_par():
    grounded = replace(edition(), table=TableFigures(port=1))
    _, row = rows(solo_leaflet([case(grounded)], LOOK), 2)
    assert ("25", "–") == row[2:4]
