"""Pages in parts beside the same pages in one piece, as a reader sees them."""

import io

import pikepdf
import pytest

from casekit.print.pages import booklet_pages
from casekit.print.pages.booklet_pages import second_part_begun
from casekit.print.preflight.file_checks import fonts_of
from casekit.print.preflight.page_texts import read_pages
from casekit.print.typesetting.typesetter import (
    FONTS,
    INLAY,
    PLACE,
    lay_out_pages,
    painted_inlays,
    ready_pages,
    typeset,
)

STYLES = f"""<style>
{(FONTS.parent / "templates" / "fonts.css").read_text(encoding="utf-8")}
@page {{ size: 60mm 70mm; margin: 8mm 14mm 8mm 8mm }}
@page :left {{ margin-left: 14mm; margin-right: 8mm }}
@page numbered:left {{ @top-left {{ content: string(spread) }} }}
@page numbered:right {{ @top-right {{ content: string(spread) }} }}
body {{ font: 10pt/1.3 "casekit text"; margin: 0 }}
section {{ break-before: page }}
.numbered {{ page: numbered }}
article {{ break-inside: avoid }}
h3 {{ font-size: 1em; margin: 0; string-set: number content() }}
p {{ margin: 0 }}
.held {{ line-height: 0 }}
.held span {{ display: inline-block; width: 100%; vertical-align: top }}
</style>"""
TEXTS = [f"<em>Text</em> {'of some length ' * at}<strong>{at}</strong>" for at in (2, 9, 1, 14, 5, 3, 11)]
FRONT = "<section>In front</section>"


def articles(held=None) -> str:
    return "".join(
        f'<article data-name="place-{at}"><h3>{at}</h3>'
        + (
            f'<div class="held"><span data-name="{INLAY}{at}" style="height: {held[at].height}px"></span></div>'
            if held
            else f"<div><p>{text}</p></div>"
        )
        + "</article>"
        for at, text in enumerate(TEXTS)
    )


def page(body: str, side: str = "") -> str:
    begins = f' style="break-before: {side}"' if side else ""
    return f'<html lang="en"{begins}><title>Parts</title>{STYLES}<body>{body}</body></html>'


@pytest.fixture(scope="module")
def inlays():
    run = "".join(f'<div data-name="{INLAY}{at}"><p>{text}</p></div>' for at, text in enumerate(TEXTS))
    tall = "<style>@page { size: 60mm 900mm; margin: 8mm 8mm 8mm 14mm }</style>"
    return painted_inlays(lay_out_pages(page(tall + run)), {f"{INLAY}{at}" for at in range(len(TEXTS))})


def seen(pdf: bytes) -> list[list[tuple[str, float, float, float]]]:
    """What is on each page and where, from the top."""
    return [
        sorted((f.text, round(f.x, 2), round(f.y, 2), round(f.width, 2)) for f in each.fragments)
        for each in read_pages(pdf)
    ]


def in_parts(inlays, front: str):
    held = {at: inlays.inlays[f"{INLAY}{at}"] for at in range(len(TEXTS))}

    def rest(side: str) -> str:
        return page(f'<section class="numbered">{articles(held)}</section>', side)

    with second_part_begun(rest, inlays) as lay_out:
        return lay_out(page(front))


@pytest.mark.parametrize("pages", [1, 2])
def test_pages_in_parts_look_like_those_in_one_piece(inlays, pages):
    whole = typeset(page(FRONT * pages + f'<section class="numbered">{articles()}</section>'))
    joined = in_parts(inlays, FRONT * pages).pdf()
    assert seen(whole) == seen(joined)
    assert len(seen(whole)) > pages + 2


def test_places_are_those_of_one_piece(inlays):
    whole = lay_out_pages(page(FRONT + f'<section class="numbered">{articles()}</section>'))
    joined = in_parts(inlays, FRONT)
    places = [
        {name: each.boxes[name].page for name in each.boxes if name.startswith(PLACE)}
        for each in (whole, joined)
    ]
    assert len(TEXTS) == len(places[0])
    assert (whole.pages, places[0]) == (joined.pages, places[1])


def test_each_font_is_in_the_file_once_and_inlays_leave_no_mark(inlays):
    pdf = in_parts(inlays, FRONT).pdf()
    with pikepdf.open(io.BytesIO(pdf)) as file:
        names = [name.partition("+")[2] for name, _ in fonts_of(file)]
    assert len(names) == len(set(names))
    assert INLAY.encode() not in pdf


def test_pictures_do_not_travel():
    with pytest.raises(ValueError, match="pictures"):
        ready_pages(page('<svg width="9" height="9"><rect width="9" height="9" opacity="0.5"/></svg>'))


def test_the_second_part_is_set_again_only_on_the_other_side(inlays, monkeypatch):
    sides = []
    set_rest = booklet_pages._set_rest
    monkeypatch.setattr(booklet_pages, "_set_rest", lambda rest: sides.append(rest[1]) or set_rest(rest))
    in_parts(inlays, FRONT)
    assert ["left"] == sides
    in_parts(inlays, FRONT * 2)
    assert ["left", "right"] == sides
