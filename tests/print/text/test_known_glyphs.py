"""Lines with glyphs that were drawn before are the same bytes, and WeasyPrint draws the others."""

from importlib import import_module

import pytest

from casekit.print.text import shortcuts, typesetter
from casekit.print.text.page_templates import render_template
from casekit.print.text.shortcuts import known_glyphs

PAGE = (
    f"<style>{render_template('fonts.css')}</style>"
    """<style>
@page { size: 60mm 90mm; margin: 8mm }
html { font: 10pt/1.3 "casekit text"; text-align: justify }
.short { white-space: nowrap; overflow: hidden; text-overflow: ellipsis }
sup { font-size: 7pt }
</style>"""
)
LINE = "<p>To AVA, <em>fjord</em> <strong>and Ty</strong>: “waffle” 1<sup>st</sup>, Te fi ffl.</p>"


@pytest.fixture
def drawn(monkeypatch):
    """The texts of lines that WeasyPrint draws."""
    drawing = import_module("weasyprint.draw.text")
    before, texts = drawing.draw_first_line, []

    def counted(stream, textbox, *rest):
        if textbox.text.strip():
            texts.append(textbox.text)
        return before(stream, textbox, *rest)

    monkeypatch.setattr(drawing, "draw_first_line", counted)
    return texts


@pytest.mark.parametrize(
    "body",
    [
        LINE * 3,
        LINE + LINE.replace("<p>", '<p style="font-size: 12.5pt">') * 2,
        LINE + "<p>\u202eAVA To\u202c</p>",
    ],
    ids=["again", "larger", "backwards"],
)
def test_bytes_are_those_of_weasyprint(monkeypatch, body):
    made = typesetter.typeset(PAGE + body)
    monkeypatch.setattr(shortcuts, "known_glyphs", lambda before: before)
    assert made == typesetter.typeset(PAGE + body)


def test_weasyprint_draws_what_is_new_alone(drawn):
    typesetter.typeset(PAGE + LINE)
    once = len(drawn)
    assert once
    drawn.clear()
    typesetter.typeset(PAGE + LINE * 5)
    assert once == len(drawn)


def test_weasyprint_draws_what_is_cut_off(drawn):
    text = "To AVA, to AVA, to AVA, to AVA, to AVA, to AVA, to AVA, to AVA"
    typesetter.typeset(f'{PAGE}<p>{text}</p><p class="short">{text}</p><p class="short">{text}</p>')
    assert 2 == sum("…" in each or each.startswith("To AVA, to AVA, to") for each in drawn[-2:])


def test_an_old_pango_draws_everything_itself(monkeypatch):
    drawing = import_module("weasyprint.draw.text")

    class Old:
        @staticmethod
        def pango_version() -> int:
            return 1_48_01

    monkeypatch.setattr(drawing, "pango", Old)
    assert drawing.draw_first_line is known_glyphs(drawing.draw_first_line)
