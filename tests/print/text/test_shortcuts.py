"""Shortcuts change no byte of a page."""

from contextlib import nullcontext

import pytest

from casekit.print.text import typesetter

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
