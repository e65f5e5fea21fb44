"""What the list of printable parts of SVG promises: it prints as a browser shows it, and nothing else is let through."""

import io
from base64 import b64encode
from collections.abc import Iterator
from importlib.metadata import version

import numpy as np
import pypdfium2
import pytest
from PIL import Image

from casekit.diagnostics import codes
from casekit.print.content.artwork import Flaw, Picture, read_picture
from casekit.print.content.printable_parts import Parts, printable
from casekit.print.typesetting.typesetter import typeset
from tests.browsing import browser  # noqa: F401 -- a fixture

SIDE = 200
"""Pixels of a sample on each side, of which a unit of the drawing has two."""
MOST_UNLIKE = 25
"""Pixels that differ and whose neighbours do: more than the edges of shapes, which no two programs smooth alike."""

GRADIENT = '<stop stop-color="#f00"/><stop offset="100%" stop-color="#00f"/>'
LINEAR = f'<linearGradient id="g" {{}}>{GRADIENT}</linearGradient>'
RADIAL = f'<radialGradient id="g" {{}}>{GRADIENT}</radialGradient>'
FILLED = '<rect x="10" y="20" width="70" height="50" fill="url(#g)"/>'
RECT = '<rect x="10" y="20" width="70" height="50" {}/>'
LINE = '<path d="M10 80L50 20L90 80" fill="none" stroke="red" {}/>'
CLIP = '<clipPath id="c" {}><circle cx="50" cy="40" r="30"/></clipPath>'
MARKER = '<marker id="k" {}><path d="M0 0L9 5L0 9z" fill="blue"/></marker>'
MARKED = '<path d="M20 20L60 30V80" fill="none" stroke="red" stroke-width="2" {}/>'
PLACED = 'markerWidth="10" markerHeight="10" refX="5" refY="5"'
SYMBOL = '<symbol id="a" {}><circle cx="5" cy="5" r="6"/></symbol>'

SAMPLES = {
    "groups and clones": '<defs><g id="a"><rect width="20" height="9"/></g></defs>'
    '<use href="#a" x="40" y="40" fill="red"/><use xlink:href="#a"/>',
    "a link": '<a href="#b" target="x"><rect id="b" width="30" height="30"/></a>',
    "notes": '<title>A</title><desc>B</desc><metadata><n:b xmlns:n="urn:n"/></metadata><circle r="50"/>',
    "a symbol": SYMBOL.format('viewBox="0 0 10 10"') + '<use href="#a" x="9" y="9" width="40" height="30"/>',
    "a symbol that is stretched": SYMBOL.format('viewBox="0 0 9 9" preserveAspectRatio="none"')
    + '<use href="#a" width="90" height="30"/>',
    "a symbol that is not cut off": SYMBOL.format('viewBox="0 0 10 10" overflow="visible"')
    + '<use href="#a" x="20" y="20" width="30" height="30"/>',
    "a drawing within": '<svg x="20" y="10" width="40" height="30" viewBox="0 0 9 9" overflow="hidden" '
    'preserveAspectRatio="xMinYMax slice"><circle r="9"/></svg>',
    "shapes": '<rect x="5" y="5%" width="1cm" height="20px" rx="5" ry="9"/><circle cx="50%" cy="9mm" r="5pt"/>'
    '<ellipse cx="80" cy="20" rx="10" ry="1pc"/><line x1="5" y1="60" x2=".5in" y2="90" stroke="red"/>'
    '<polyline points="50,60 70-40 90 90" fill="none" stroke="red"/><polygon points="60,90 70 99 80 60"/>',
    "paths": '<path d="M10 50C20 0 60 0 50 50s20 40 30 0M5 80Q25 40 40 80t30 0M80 5a9 5 20 1 1-5 9zH60V30Z"/>',
    "colours": "".join(
        f'<rect y="{at * 10}" width="90" height="9" fill="{colour}"/>'
        for at, colour in enumerate(
            ("teal", "#0a5", "#0a58", "rgb(9,200,30)", "rgba(9 200 30 / 50%)", "hsl(120, 50%, 40%)", "none")
        )
    ),
    "colours that are taken over": '<g color="red" fill="currentColor" stroke="inherit"><circle r="60"/></g>',
    "colours in the newest words": "".join(
        f'<rect y="{at * 10}" width="90" height="9" fill="{colour}"/>'
        for at, colour in enumerate(
            (
                "hwb(194 0% 0%)",
                "hsla(9, 50%, 40%, .5)",
                "lab(50% 40 59)",
                "oklab(50% .1 .1)",
                "lch(50% 30 90)",
            )
        )
    )
    + '<rect y="60" width="90" height="9" fill="oklch(60% 0.15 50)"/>',
    "see-through fills and lines": RECT.format('fill="red" fill-opacity="40%"')
    + LINE.format('stroke-opacity=".5" stroke-width="9"'),
    "a rule of filling": '<path fill-rule="evenodd" d="M10 10H90V90H10ZM30 30H70V70H30Z"/>',
    "another rule of filling": '<path fill-rule="nonzero" d="M10 10H90V90H10ZM30 30H70V70H30Z"/>',
    "filled by rules from around": '<g fill-rule="evenodd"><path fill-rule="inherit" d="M9 9H90V90H9ZM30 30H70V70H30Z"/></g>',
    "broken lines": LINE.format(
        'stroke-width="5" stroke-dasharray="9 4,2" stroke-dashoffset="3" stroke-linecap="butt"'
    ),
    "round ends": LINE.format('stroke-width="9" stroke-linecap="round" stroke-linejoin="round"'),
    "square ends": LINE.format('stroke-width="9" stroke-linecap="square" stroke-linejoin="bevel"'),
    "sharp corners": LINE.format('stroke-width="9" stroke-linejoin="miter" stroke-miterlimit="1"'),
    "ends from around": '<g stroke-linecap="round" stroke-linejoin="round">'
    + LINE.format('stroke-width="9" stroke-linecap="inherit" stroke-linejoin="inherit"')
    + "</g>",
    "a group that is seen through": '<g opacity=".5"><rect width="50" height="50" fill="red"/>'
    '<rect x="30" y="30" width="50" height="50" fill="blue"/></g>',
    "hidden things": '<g visibility="hidden"><rect width="50" height="50"/><circle r="30" visibility="inherit"/>'
    '<rect x="50" y="50" width="30" height="30" visibility="visible"/></g>'
    '<rect width="90" height="9" display="none"/><circle cx="90" r="9" display="inline"/>',
    "moved": RECT.format(
        'transform="translate(9) rotate(10 50 50) scale(.5 .8) skewX(10), matrix(1 .1 0 1 0 3)"'
    ),
    "moved by a style": RECT.format('style="transform: translateX(5px) skewY(5deg) translateY(3px)"'),
    "turned about a place": RECT.format('transform="rotate(20)" transform-origin="50 50px"'),
    "cut out": CLIP.format('clipPathUnits="userSpaceOnUse" transform="translate(9 9)"')
    + RECT.format('clip-path="url(#c)"'),
    "cut out by a clone": '<circle id="b" r="40"/><clipPath id="c"><use href="#b" x="30" y="30"/></clipPath>'
    + RECT.format('fill="red" clip-path="url(#c)"'),
    "cut out, with a rule": CLIP.format("").replace("<circle", '<circle clip-rule="nonzero"')
    + RECT.format('clip-path="url(#c)" clip-rule="inherit"'),
    "a rule of cutting where nothing is cut": '<path clip-rule="evenodd" d="M10 10H90V90H10ZM30 30H70V70H30Z"/>',
    "a gradient": LINEAR.format('x1="10%" y1="0" x2="1" y2="80%"') + FILLED,
    "a gradient in the drawing's units": LINEAR.format(
        'gradientUnits="userSpaceOnUse" x1="9" y1="9" x2="80" y2="60"'
    )
    + FILLED,
    "a gradient that is moved": LINEAR.format(
        'gradientUnits="userSpaceOnUse" x2="80" gradientTransform="translate(9 5) scale(.5), matrix(1 0 0 2 3 4)"'
    )
    + FILLED,
    "a gradient that is repeated": LINEAR.format('x2=".3" spreadMethod="repeat"') + FILLED,
    "a gradient that is reflected": LINEAR.format('x2=".3" spreadMethod="reflect"') + FILLED,
    "a gradient that is not": LINEAR.format('x2=".3" spreadMethod="pad" gradientUnits="objectBoundingBox"')
    + FILLED,
    "the colours of a gradient": LINEAR.format("")
    + '<linearGradient id="h" href="#g" x2="0" y2="1"/>'
    + RECT.format('fill="url(#h) red"'),
    "a gradient that vanishes": '<linearGradient id="g"><stop style="stop-color:#080"/>'
    '<stop offset="1" stop-color="#080" stop-opacity="0"/></linearGradient>' + FILLED,
    "a round gradient": RADIAL.format('r=".5" cx=".4" cy="40%" fx=".3" fy=".4" fr=".1"') + FILLED,
    "a round gradient in the drawing's units": RADIAL.format(
        'gradientUnits="userSpaceOnUse" cx="40" cy="50" r="30" gradientTransform="matrix(1 0 0 .5 0 20)"'
    )
    + FILLED,
    "a round gradient that is repeated": RADIAL.format('r=".2" spreadMethod="repeat"') + FILLED,
    "a round gradient that is reflected": RADIAL.format('r=".2" spreadMethod="reflect"') + FILLED,
    "a round gradient that is not": RADIAL.format(
        'r=".2" spreadMethod="pad" gradientUnits="objectBoundingBox"'
    )
    + FILLED,
    "the colours of another gradient": LINEAR.format("")
    + '<radialGradient id="h" href="#g" r=".5"/>'
    + RECT.format('fill="url(#h)"'),
    "marks at ends": MARKER.format(f'{PLACED} orient="auto"')
    + MARKED.format('marker-start="url(#k)" marker-mid="url(#k)" marker-end="url(#k)"'),
    "marks that are turned": MARKER.format(f'{PLACED} orient="auto-start-reverse" overflow="visible"')
    + MARKED.format('marker-start="url(#k)"'),
    "marks of their own size": MARKER.format(f'{PLACED} orient="45" markerUnits="userSpaceOnUse"')
    + MARKED.format('marker-end="url(#k)"'),
    "marks on a line": MARKER.format(
        'markerWidth="8" markerHeight="5" refX="5" refY="5" viewBox="0 0 10 10" preserveAspectRatio="none" '
        'markerUnits="strokeWidth"'
    )
    + '<line x1="20" y1="20" x2="80" y2="50" stroke="red" stroke-width="2" marker-start="url(#k)" marker-end="url(#k)"/>',
    "a style sheet": '<style type="text/css">/* b */ .a, #b > rect { fill: red }'
    "g rect:not(.a) { stroke: blue; stroke-width: 3px !important } #b > :first-child { opacity: .7 }</style>"
    f'<g id="b">{RECT.format("")}</g><circle class="a" r="20"/>',
    "a style sheet for all": f'<style media="all"><![CDATA[rect {{ fill: red }}]]></style>{RECT.format("")}',
    "the notes of a drawing program": RECT.format(
        'style="fill:red;mix-blend-mode:normal;paint-order:normal;vector-effect:none;marker:none;filter:none;mask:none;'
        "mask-type:luminance;color-interpolation:auto;isolation:auto;-inkscape-stroke:none;solid-color:#000;"
        'line-height:1.2;transform-box:view-box;x:20px" data-a="b" xml:space="preserve" color-interpolation="sRGB" '
        'aria-label="c" marker-start="none" marker-mid="none" marker-end="none"'
    ),
    "overflow from around": '<g overflow="inherit"><circle r="50"/></g>',
}

OPEN = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
    'viewBox="0 0 100 100" width="100" height="100">'
)


def svg(inner: str) -> bytes:
    return f"{OPEN}{inner}</svg>".encode()


def page_of(inner: str) -> str:
    """An HTML page with a sample in the largest size."""
    url = f"data:image/svg+xml;base64,{b64encode(svg(inner)).decode()}"
    size = f"width: {SIDE}px; height: {SIDE}px"
    style = f"@page {{ size: {SIDE}px {SIDE}px; margin: 0 }} html, body {{ margin: 0 }} img {{ {size}; display: block }}"
    return f'<!DOCTYPE html><html lang="en"><style>{style}</style><img alt="" src="{url}"/></html>'


def as_printed(inner: str) -> np.ndarray:
    """The pixels of a sample in the PDF."""
    (page,) = pypdfium2.PdfDocument(typeset(page_of(inner)))
    return np.asarray(page.render(scale=96 / 72).to_pil().convert("RGB").resize((SIDE, SIDE)), int)


@pytest.fixture(scope="module")
def as_shown(browser):  # noqa: F811 -- the fixture
    """Gives the pixels of a sample in a browser."""
    page = browser.new_page(viewport={"width": SIDE, "height": SIDE})
    page.emulate_media(media="print")

    def show(inner: str) -> np.ndarray:
        page.set_content(page_of(inner))
        page.wait_for_function("document.images[0].complete")
        return np.asarray(Image.open(io.BytesIO(page.screenshot())).convert("RGB"), int)

    yield show
    page.close()


def unlike(one: np.ndarray, other: np.ndarray) -> int:
    """How many pixels differ together with the four beside them."""
    differs = np.abs(one - other).max(axis=2) > 40
    inner = differs[1:-1, 1:-1]
    return int(
        (inner & differs[:-2, 1:-1] & differs[2:, 1:-1] & differs[1:-1, :-2] & differs[1:-1, 2:]).sum()
    )


@pytest.mark.parametrize("name", SAMPLES)
def test_what_the_list_has_prints_as_a_browser_shows_it(name, as_shown):
    assert isinstance(read_picture(svg(SAMPLES[name])), Picture)
    shown = as_shown(SAMPLES[name])
    assert shown.min() < 200
    assert unlike(as_printed(SAMPLES[name]), shown) <= MOST_UNLIKE


def asked_of_the_list() -> Iterator[tuple[str, str, str]]:
    """Each element, attribute and value that the list has, as the samples have to hold them."""
    content = printable()
    for element, attributes in content["elements"].items():
        yield element, "", ""
        for name, values in attributes.items():
            for value in values if isinstance(values, list) else [""]:
                yield element, name, value
    for name, values in content["properties"].items():
        for value in values if isinstance(values, list) else [""]:
            yield "", name, value


class Noting(Parts):
    """Notes which elements, attributes and values a drawing has."""

    def __init__(self, noted: set[tuple[str, str, str]]) -> None:
        super().__init__()
        self.noted = noted

    def _element(self, name, own):
        self.noted.add((name, "", ""))
        self.noted.update((name, key, "") for key in own)
        super()._element(name, own)

    def _property(self, element, name, value):
        plain = value.replace("!important", "").strip()
        self.noted.update({(element, name, ""), (element, name, plain), ("", name, ""), ("", name, plain)})
        super()._property(element, name, value)


def test_each_entry_of_the_list_is_in_a_sample(monkeypatch):
    noted: set[tuple[str, str, str]] = set()
    monkeypatch.setattr("casekit.print.content.svg_safety.Parts", lambda: Noting(noted))
    for inner in SAMPLES.values():
        read_picture(svg(inner))
    assert [] == [entry for entry in asked_of_the_list() if entry not in noted]


def test_each_function_of_the_list_is_in_a_sample():
    together = "".join(SAMPLES.values())
    assert [] == [name for name in printable()["functions"] if f"{name}(" not in together]


def test_the_list_is_for_the_typesetter_that_is_installed():
    assert ("WeasyPrint", version("weasyprint")) == (printable()["renderer"], printable()["version"])


UNPRINTABLE = {
    "`flowRoot`": "<flowRoot><flowRegion><rect/></flowRegion><flowPara>x</flowPara></flowRoot>",
    "`mask`": '<mask id="m" mask-type="alpha"><rect/></mask><rect mask="url(#m)"/>',
    "`mask-type: alpha`": '<g style="mask-type: alpha"/>',
    "`feGaussianBlur`": '<filter id="f"><feGaussianBlur stdDeviation="4"/></filter>',
    "`feOffset`": '<filter id="f"><feOffset dx="4"/></filter>',
    "`filter: blur(2px)`": '<rect style="filter: blur(2px)"/>',
    "`mix-blend-mode: multiply`": '<rect style="mix-blend-mode:multiply"/>',
    "`mix-blend-mode: screen`": "<style>.a { mix-blend-mode: screen }</style>",
    "`switch`": '<switch><rect systemLanguage="fr"/><rect/></switch>',
    "`systemLanguage` on `g`": '<g systemLanguage="fr"/>',
    "`pattern`": '<pattern id="p"/>',
    "`image`": '<image href="#a"/>',
    "`mesh`": "<mesh/>",
    "`Rect`": "<Rect/>",
    "`rect` in notes": "<metadata><rect/></metadata>",
    "`rect` in another namespace": '<b:rect xmlns:b="urn:b"/>',
    "`circle` in notes": '<b:c xmlns:b="urn:b"><circle/></b:c>',
    "`fill: var(--a)`": '<rect style="--a: red; fill: var(--a)"/>',
    "`stroke-width: calc(1px + 2px)`": '<rect style="stroke-width: calc(1px + 2px)"/>',
    "`fill: color-mix(in srgb, red, blue)`": '<rect fill="color-mix(in srgb, red, blue)"/>',
    "`fill: unset`": '<rect style="fill: unset"/>',
    "`fill: currentcolor`": '<rect fill="currentcolor"/>',
    "`stroke: url(#g)`": LINEAR.format("") + LINE.format('stroke-width="9"').replace('"red"', '"url(#g)"'),
    "`paint-order: stroke`": '<rect paint-order="stroke"/>',
    "`vector-effect: non-scaling-stroke`": '<rect vector-effect="non-scaling-stroke"/>',
    "`visibility: collapse`": '<rect visibility="collapse"/>',
    "`transform-origin: center`": '<rect transform-origin="center"/>',
    "`transform: rotate3d(0,0,1,9deg)`": '<rect style="transform: rotate3d(0,0,1,9deg)"/>',
    "`rotate` on `rect`": '<rect style="rotate: 9deg"/>',
    "`d` in its styles": "<style>path { d: path('M0 0') }</style>",
    "`d: path('M0 0')`": "<path style=\"d: path('M0 0')\"/>",
    "`clip-path: circle(9px)`": '<rect style="clip-path: circle(9px)"/>',
    "`clipPathUnits: objectBoundingBox`": '<clipPath clipPathUnits="objectBoundingBox"/>',
    "`g` in `clipPath`": "<clipPath><g/></clipPath>",
    "several shapes of which one is moved": '<clipPath><rect/><rect transform="scale(2)"/></clipPath>',
    "of more than a shape in `clipPath`": '<g id="a"/><clipPath><use href="#a"/></clipPath>',
    "`clip-rule: evenodd`": '<g clip-rule="evenodd"><clipPath><path d="M0 0"/></clipPath></g>',
    "`gradientTransform: rotate(30)`": LINEAR.format('gradientTransform="rotate(30)"'),
    "`radialGradient` without `r`": "<radialGradient/>",
    "`r: 50%`": '<radialGradient r="50%"/>',
    "percentages in `linearGradient`": LINEAR.format('gradientUnits="userSpaceOnUse" x2="50%"'),
    "`title` in `linearGradient`": "<linearGradient><title>a</title></linearGradient>",
    "`ellipse` without `ry`": '<ellipse rx="9"/>',
    "`r` on `g`": '<g r="9"><circle/></g>',
    "a marker on a path": MARKED.format('marker-end="url(#k)"').replace("L60", "Q9 9 60"),
    "`marker-end: url(#k)`": '<polygon marker-end="url(#k)"/>',
    "`use` of a `symbol`": '<symbol id="a" viewBox="0 0 9 9"/><use href="#a"/>',
    "`svg` within": '<svg viewBox="0 0 9 9"/>',
    "`opacity` on `svg`": '<svg opacity=".5"/>',
    "around an element without one": '<svg preserveAspectRatio="none"><svg/></svg>',
    "`@media` in its styles": "<style>@media print { rect { fill: red } }</style>",
    "rules within rules": "<style>g { rect { fill: red } }</style>",
    "`:nth-col` in its styles": "<style>rect:nth-col(2) { fill: red }</style>",
    "`media: screen`": '<style media="screen">rect { fill: red }</style>',
    "`pathLength` on `path`": '<path pathLength="9"/>',
    "`stroke-dashoffset: -3`": '<rect stroke-dashoffset="-3"/>',
    "`-webkit-mask` on `rect`": '<rect style="-webkit-mask: none"/>',
    "`a-property-of-2040` on `rect`": '<rect style="a-property-of-2040: yes"/>',
}


@pytest.mark.parametrize("what", UNPRINTABLE)
def test_what_is_not_in_the_list_is_named_and_refused(what):
    flaw = read_picture(svg(UNPRINTABLE[what]))
    assert isinstance(flaw, Flaw)
    assert (codes.UNPRINTABLE_DRAWING, True) == (flaw.code, what in flaw.reason)


def test_other_values_than_those_of_the_list_are_refused():
    for name, values in printable()["properties"].items():
        if isinstance(values, list):
            assert isinstance(read_picture(svg(f'<g {name}="other"/>')), Flaw), name


def test_many_faults_are_counted():
    flaw = read_picture(svg("".join(f"<x{at}/>" for at in range(7))))
    assert isinstance(flaw, Flaw)
    assert "would not print as it is drawn: `x0`, `x1`, `x2`, `x3`, `x4` and 2 more" == flaw.reason


def test_what_it_is_not_safe_to_print_is_said_first():
    flaw = read_picture(svg("<switch/><script/>"))
    assert isinstance(flaw, Flaw)
    assert codes.UNSAFE_ILLUSTRATION is flaw.code
