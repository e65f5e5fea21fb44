"""Pages that WeasyPrint sets with replaced functions: no line ends after a word because of a space that nobody sees, and shortcuts change no byte."""

import io
from contextlib import nullcontext
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from casekit.diagnostics import Source
from casekit.games.midnight.language.line_forms import CASE
from casekit.language.syntax.dialect import ProseNode
from casekit.language.syntax.parser import parse
from casekit.print.content.papers import LEADING, PAPERS
from casekit.print.typesetting import typesetter, weasyprint_patches
from casekit.print.typesetting.fonts import render_template
from casekit.print.typesetting.typesetter import FONT_FILES, FONTS
from casekit.print.typesetting.weasyprint_patches import reduced
from casekit.prose.markup import paragraph_to_html

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
PROSE = (
    "Where does one look for the sun? I was upon the stage of the theatre, at the concert for the seamen's orphans, from"
    " half past eleven until past midnight, and gave them Phaedra's confession entire. They had put me directly after a"
    " musical saw. On the stroke of twelve I was still dying; I do not hurry it; the poor children have paid. A bishop slept"
    " in the second row. I died at him until he woke, and then, my dears, I died *again*."
)
SHORT = 0.55
"""A line inside a paragraph that has less than this of the longest one's letters has broken too early."""


def lines_of(texts, paper="a5"):
    """The lines of each text as a paragraph of a booklet."""
    page = PAPERS[paper]
    size = f"{page.width}mm {page.height}mm"
    margin = f"{page.top}mm {page.outer}mm {page.bottom}mm {page.inner}mm"
    html = f"""<html lang="en"><head><style>{render_template("fonts.css")}
@page {{ size: {size}; margin: {margin} }}
html {{ font: {page.text}pt/{LEADING} "casekit text"; font-variant-numeric: oldstyle-nums; text-align: justify;
  hyphens: auto; hyphenate-limit-chars: 6 3 3 }}
body, p {{ margin: 0; padding: 0; break-inside: avoid }}
</style></head><body>{"".join(f"<p>{paragraph_to_html(each)}</p>" for each in texts)}</body></html>"""
    laid_out = typesetter.lay_out_pages(html)
    return [
        [text_of(line) for line in box.children if type(line).__name__ == "LineBox"]
        for page in laid_out.sheets
        for box in page._page_box.descendants()
        if box.element_tag == "p" and type(box).__name__ == "BlockBox"
    ]


def text_of(box):
    return getattr(box, "text", "") + "".join(map(text_of, getattr(box, "children", ())))


def test_a_text_that_is_too_long_by_a_space_alone_is_one_line():
    (lines,) = lines_of([PROSE])
    assert (
        "A bishop slept in the second row. I died at him until he woke, and then, my dears, I"
        == lines[-2].strip()
    )
    assert "died again." == lines[-1]


def test_without_this_it_would_break_after_a_word(monkeypatch):
    # If this fails, WeasyPrint is right now, and `hanging_spaces` can go.
    monkeypatch.setattr(
        weasyprint_patches, "hanging_spaces", lambda before, *given, **options: before(*given, **options)
    )
    (lines,) = lines_of([PROSE])
    assert "A" in lines


@pytest.mark.parametrize("paper", ["a5", "letter"])
def test_no_line_of_the_examples_breaks_too_early(paper):
    texts = [
        " ".join(item.text.split())
        for file in sorted(EXAMPLES.glob("*.case"))
        for block in parse(Source(file.name, file.read_text(encoding="utf-8")), CASE)[0].blocks
        for item in block.items
        if isinstance(item, ProseNode)
    ]
    set_lines = lines_of(texts, paper)
    assert len(texts) == len(set_lines) > 300
    for lines in set_lines:
        longest = max(map(len, lines))
        assert [] == [line for line in lines[:-1] if len(line.strip()) < SHORT * longest]


@pytest.fixture(params=FONT_FILES)
def font(request) -> bytes:
    return (FONTS / request.param).read_bytes()


def glyphs_of(font: bytes, text: str) -> list[int]:
    """The numbers of the glyphs of characters."""
    file = TTFont(io.BytesIO(font))
    return [file.getGlyphID(file.getBestCmap()[ord(letter)]) for letter in text]


def has_outline(font: TTFont, glyph: int) -> bool:
    from fontTools.pens.recordingPen import RecordingPen

    pen = RecordingPen()
    font.getGlyphSet()[font.getGlyphName(glyph)].draw(pen)
    return bool(pen.value)


def test_only_the_wanted_glyphs_keep_their_outlines_and_all_keep_their_numbers(font):
    kept, dropped = glyphs_of(font, "aQ"), glyphs_of(font, "b")
    small = TTFont(io.BytesIO(reduced(font, kept, hinting=False)))
    assert all(has_outline(small, glyph) for glyph in kept)
    assert not any(has_outline(small, glyph) for glyph in dropped if glyph <= max(kept))


def test_there_is_nothing_behind_the_last_glyph(font):
    kept = glyphs_of(font, "aQ")
    assert max(kept) + 1 == len(TTFont(io.BytesIO(reduced(font, kept, hinting=False))).getGlyphOrder())


def test_tables_that_lay_out_text_are_dropped(font):
    small = TTFont(io.BytesIO(reduced(font, glyphs_of(font, "a"), hinting=False)))
    assert not {"GPOS", "GSUB"} & set(small.keys())


def test_the_order_of_the_glyphs_does_not_matter(font):
    kept = glyphs_of(font, "aQb")
    assert reduced(font, kept, hinting=False) == reduced(font, kept[::-1], hinting=False)


STYLES = """<style>
@page { size: 60mm 70mm; margin: 8mm; @top-left { content: counter(page) } @bottom-right { content: string(title) } }
@page :left { margin-left: 14mm }
@page :first { margin-top: 20mm }
@page wide { size: 90mm 70mm; @bottom-left { content: "wide" counter(page); color: #123456 } }
@page :blank { @top-right { content: "blank" } }
html { font: 10pt/1.3 serif; hyphens: auto }
h1 { string-set: title content(); break-before: page }
section { break-before: right; margin-inline-start: 4mm; padding-block: 2mm }
.wide { page: wide; direction: rtl; margin-inline-start: 9mm }
p::before { content: "» " }
em { text-decoration: underline }
td { border: 1px solid; inline-size: 20mm }
</style>"""
BODY = """<body><h1 id="one">One &amp; all</h1><p>Some <em>text <strong>with</strong> marks</em>, and enough of it for lines.</p>
<section><ul><li>a point</li><li style="float: right">another</li></ul><h1>Two</h1></section>
<section class="wide"><table><tbody><tr><td>a</td><td>b</td></tr></tbody></table><p dir="rtl">the end</p></section>
<section class="wide"><h1>Three</h1><p>More</p></section></body>"""
HTML = f'<!DOCTYPE html>\n<html lang="en"><head><title>All</title>{STYLES}</head>{BODY}</html>'


@pytest.fixture
def the_long_way(monkeypatch):
    def typeset(html: str) -> bytes:
        with monkeypatch.context() as patched:
            patched.setattr(typesetter, "shortcuts", nullcontext)
            return typesetter.typeset(html)

    return typeset


@pytest.mark.parametrize("declaration", ["", '<?xml version="1.0"?>\n'], ids=["html", "xml"])
@pytest.mark.parametrize("html", [HTML, HTML.replace("</li>", "")], ids=["well-formed", "slips"])
def test_pages_are_the_same_with_shortcuts(the_long_way, html, declaration):
    assert the_long_way(html) == typesetter.typeset(declaration + html)


def test_a_document_without_a_table_body_gets_one(the_long_way):
    html = HTML.replace("<tbody>", "").replace("</tbody>", "")
    assert the_long_way(html) == typesetter.typeset(html)
