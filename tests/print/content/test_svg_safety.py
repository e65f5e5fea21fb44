"""Drawings that ask for far more than they hold: known by their counts, and tried where they can do no harm."""

import pytest

from casekit.print.content.artwork import Picture, read_picture
from casekit.print.content.svg_safety import read_drawing
from casekit.print.typesetting.typesetter import trial
from tests.limits.drawings import (
    CLIPPED,
    FILLED,
    HEAVY_BUT_HARMLESS,
    HOSTILE,
    SHORT,
    STOPS,
    svg,
)

LIGHT = {
    "a gradient in itself": svg(
        '<linearGradient id="m" href="#n"/><linearGradient id="n" href="#m"/>', FILLED.format("url(#m)")
    ),
    "a huge page": svg('<rect width="1e9" height="1"/>').replace(b"300 100", b"1e30 1e29"),
    "some hundred shapes": svg(
        f'<linearGradient id="g">{STOPS}</linearGradient><clipPath id="c"><circle r="9"/></clipPath>',
        FILLED.format("url(#g)") * 100,
        CLIPPED.format("url(#c)") * 50,
        f'<path d="M0 0 {SHORT}"/>' * 5,
    ),
}


@pytest.mark.parametrize("name", LIGHT)
def test_what_cannot_take_long_is_not_tried(name, monkeypatch):
    monkeypatch.setattr("casekit.print.typesetting.typesetter.trial", lambda _: pytest.fail("it was tried"))
    assert isinstance(read_picture(LIGHT[name], trial), Picture)


@pytest.mark.parametrize("name", [*HOSTILE, *HEAVY_BUT_HARMLESS])
def test_what_may_take_long_is_known_by_its_counts(name):
    data = (HOSTILE | HEAVY_BUT_HARMLESS)[name]
    _, is_light = read_drawing(data)
    assert not is_light


@pytest.mark.parametrize(
    "rule",
    ["rect { transform/**/: scale(2) }", "rect { fill: url(#g); clip-path: url(#c) }"],
)
def test_what_style_sheets_draw_may_take_long(rule):
    _, is_light = read_drawing(svg("<style>", rule, '</style><clipPath id="c"><rect/></clipPath>'))
    assert not is_light


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", HEAVY_BUT_HARMLESS)
def test_what_only_might_take_long_is_printed(name):
    assert isinstance(read_picture(HEAVY_BUT_HARMLESS[name], trial), Picture)


def test_what_was_tried_is_not_tried_again(monkeypatch):
    monkeypatch.setattr("casekit.print.typesetting.typesetter.trial", lambda _: pytest.fail("it was tried"))
    assert isinstance(read_picture(HOSTILE["a long path"]), Picture)


def test_a_trial_leaves_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert "" == trial("<p>moon")
    assert [] == list(tmp_path.iterdir())
