"""A small booklet: two cases of three suspects with two topics and four locations on two decks."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

import casekit.print.pages.booklet_pages as booklet_module
from casekit.diagnostics import Span
from casekit.print.content.booklet import (
    AnswerList,
    Booklet,
    CasePages,
    Group,
    Paragraph,
    Passage,
    Question,
    Sheet,
    TableRow,
)
from casekit.print.content.leaflet_text import leaflet_page
from casekit.print.content.papers import ACCESSIBLE, PLAIN, PRINT_SHOP
from casekit.print.content.pieces import (
    Card,
    Cards,
    CutSheet,
    Face,
    Flap,
    Floor,
    FloorPlan,
    Leaflet,
    Palette,
    PlanPage,
    Room,
    Spot,
    Stickers,
    TrackPage,
    Wrap,
)
from casekit.print.pages.measuring import measure_booklet
from casekit.print.produce import print_piece
from tests.print.booklets import print_booklet

SUSPECTS = {"A": "ANNA", "B": "BRUNO", "C": "CELESTE"}
TOPICS = ("Alibi", "Witness")
DECKS = {
    "Upper deck": [("01", "Cabin of ANNA", "1"), ("02", "Wheelhouse", "3")],
    "Hold": [("03", "Hold", "4"), ("04", "Hold of the officers and stewards", "4")],
}
TEXT = (
    "the steward fiddled a waffle off his office shelf while nobody counted *eleven* bells, and a “flaky” "
    "half-drawn **curtain** fell over 14 fine first-class chairs by the officers' affable finance minister"
)

NUMBERS = (17, 7, 19, 1, 5, 15, 9, 3, 13, 11, 8, 18, 16, 6, 20, 2, 14, 4, 12, 10)
"""Those of the booklet's paragraphs, as a lock file would keep them: what damages do depends on where each text is."""


def _prose(seed: str, words: int) -> str:
    rng = random.Random(seed)  # noqa: S311
    return f"{seed.capitalize()} knows: " + " ".join(rng.choice(TEXT.split()) for _ in range(words)) + "."


def _groups(prefix: str) -> tuple[Group, ...]:
    suspects = tuple(
        TableRow(code, name, tuple(f"{prefix}/{name} {topic}" for topic in TOPICS))
        for code, name in SUSPECTS.items()
    )
    decks = tuple(
        Group(deck, tuple(TableRow(code, name, (f"{prefix}/{code}",), zone) for code, name, zone in rows))
        for deck, rows in DECKS.items()
    )
    return (Group("Suspects", suspects, TOPICS), *decks)


def _case(number: int, title: str, solution: tuple[int, ...]) -> CasePages:
    prefix, file = str(number), f"{number}.case"
    groups = _groups(prefix)
    keys = [key for group in groups for row in group.rows for key in row.keys]
    return CasePages(
        heading=f"Case {number}",
        title=title,
        level="Amateur",
        presentation=Passage(
            (_prose(f"opening {number}", 60), _prose(f"second {number}", 20)), Span(file, 3)
        ),
        answers=(AnswerList("Motives", ("Greed", "Revenge")), AnswerList("Methods", ("Poison",))),
        groups=groups,
        paragraphs=tuple(
            Paragraph(
                key,
                Passage((_prose(f"text {key}", 30 + 7 * at % 40),), Span(file, 10 + at)),
                key.split(" ")[0] if " " in key else "",
                (key.removeprefix(f"{prefix}/"),),
            )
            for at, key in enumerate(keys)
        ),
        solution_heading=f"Solution of case {number}",
        solution=Passage(
            tuple(_prose(f"end {number} {at}", words) for at, words in enumerate(solution)), Span(file, 90)
        ),
        drawing='<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"><rect width="2" height="1"/></svg>',
        file=file,
    )


@pytest.fixture(scope="session")
def booklet() -> Booklet:
    return Booklet(
        slug="green",
        title="Two Bells",
        subtitle="Two cases",
        notice="Read *aloud*.",
        solutions_title="Solutions",
        solutions_notice="Not yet.",
        language="en",
        paper="a5",
        accent="#1d4d3f",
        cases=(_case(1, "The Last Toast", (60, 40)), _case(2, "Eleven Bells", (250, 240, 90))),
        span=Span("edition.toml"),
        gap_notice="Not in *use* any more.",
    )


@dataclass(frozen=True)
class Print:
    """A printed booklet, and its HTML in one piece."""

    booklet: Booklet
    numbers: dict[str, int]
    html: str
    pdf: bytes


@pytest.fixture(scope="session")
def printed(booklet: Booklet) -> Print:
    numbers = dict(zip((each.key for each in booklet.paragraphs()), NUMBERS, strict=True))
    pages: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        lay_out: Callable = booklet_module.lay_out_pages

        def spy(html: str) -> object:
            pages.append(html)
            return lay_out(html)

        patch.setattr(booklet_module, "lay_out_pages", spy)
        booklet_module.paint_booklet(booklet, numbers, PLAIN, measure_booklet(booklet, PLAIN))
    pdf, findings = print_booklet(booklet, numbers)
    assert findings == ()
    assert pdf is not None
    return Print(booklet, numbers, pages[-1], pdf)


@pytest.fixture
def unembed() -> Callable:
    """Takes the outlines of its fonts out of an open file."""

    def take_out(file: Any) -> None:
        for font in file.pages[0].Resources.Font.values():
            descriptor = font.DescendantFonts[0].FontDescriptor
            for key in ("/FontFile2", "/FontFile3"):
                if key in descriptor:
                    del descriptor[key]

    return take_out


@pytest.fixture(scope="session")
def sheet() -> Sheet:
    return Sheet(
        title="Two Bells",
        language="en",
        paper="a4",
        notebook_title="Notebook",
        deduction_title="Deduction",
        fields=("Case", "Detective"),
        groups=_groups("x"),
        readers=5,
        notes="Notes",
        verdicts=("Can be dismissed", "Suspicious"),
        marks=tuple(SUSPECTS),
        hypotheses_title="Hypotheses",
        hypotheses=("First", "Second"),
        questions=(Question("Culprit", (50, 30)), Question("Motive", (30, 20))),
        rule="They must differ.",
        score="Score",
        span=Span("edition.toml"),
    )


PALETTE = Palette("#1d4d3f", "#102420", "#183a31", "#386157", "#a9bab5", "#e8edeb")
PLAN = FloorPlan(
    (
        Floor("bridge", (Room(1, "Cabins", (Spot("01", "Bath"), Spot("02", "Suite"))), Room(2, "Bar"))),
        Floor("hold", (Room(3, "Hold", (Spot("03", "Coal"),)),)),
    ),
    ((1, 2), (1, 3)),
)
RULES = """\
A turn

Do **what** you like.

- Go

1. Read

| Points | for
| 1 | going

## Zones

[4 *1 A !] [5]
"""
DRAWING = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 11"><path d="M0 0h10v11z"/>'
    '<path d="M0 6H10" stroke="#386157" stroke-linecap="round" stroke-width="0.3" stroke-dasharray="0 0.5"/></svg>'
)


@pytest.fixture(scope="session")
def pieces(sheet) -> dict[str, Any]:
    """What goes with the small booklet, by the name of the product."""
    span = Span("edition.toml")
    cards = tuple(
        Card(1 + at % 2, f"Wave {chr(65 + at)}", f"*Wet* number {at}.", f"Wait {at} rounds.", Span("d", at))
        for at in range(11)
    )
    return {
        "sheet": sheet,
        "flap": Flap("A Ferry", "en", "a4", span, PALETTE, "Slide me.", "a5"),
        "cards": Cards("A Ferry", "en", "a4", span, PALETTE, "Purser", "Event", cards, PLAN),
        "stickers": Stickers("Suspects", "en", "a4", span, PALETTE, tuple("ABCDEFGHIJKL"), 4),
        "plan": PlanPage("A Ferry", "en", "a4", span, PALETTE, "Plan", PLAN, "Door", "Stairs", "Way to"),
        "track": TrackPage(
            title="A Ferry",
            subtitle="Track",
            spaces=("", "2 players", "", "Port"),
            places=("Deck", "Event"),
            store="Spent",
            rows=(("Players", "Ship"), ("2", "2")),
            notes=("All begin in zone 3.",),
            palette=PALETTE,
            language="en",
            paper="a4",
            span=span,
        ),
        "pieces": CutSheet(
            title="A Ferry",
            faces=(Face("A", "ANNA"), Face("1", "Detective", dark=True), Face("", "Ship", drawing=DRAWING)),
            width=22,
            height=35,
            palette=PALETTE,
            language="en",
            paper="a4",
            span=span,
            foot=9,
            tokens=(Face("", "Buoy", drawing=DRAWING),) * 4,
        ),
        "rules": Leaflet(
            "How to play",
            "en",
            "a5",
            span,
            tuple(leaflet_page(RULES, {4: "Pool", 5: "Bar"}) for _ in range(4)),
            "#1d4d3f",
        ),
        "cover": Wrap(
            title="Two Bells",
            subtitle="Two cases",
            drawing=DRAWING,
            back=("All on board are *late*.", "One is dead."),
            spine="",
            number="978-0-306-40615-7",
            numbered="ISBN 978-0-306-40615-7",
            pages=160,
            thickness=0.1,
            palette=PALETTE,
            language="en",
            paper="a5",
            span=span,
        ),
    }


@pytest.fixture(scope="session")
def product(printed, pieces) -> Callable[[str], bytes]:
    """Makes a product once: ``booklet``, ``booklet-accessible``, ``cards``, ``cards-print-shop`` and so on."""
    made = {"booklet": printed.pdf}

    def make(name: str) -> bytes:
        if name not in made:
            kind, _, suffix = name.partition("-")
            variant = {"print-shop": PRINT_SHOP, "accessible": ACCESSIBLE}.get(suffix)
            options = () if variant is None else (variant,)
            pdf, findings = (
                print_booklet(printed.booklet, printed.numbers, *options)
                if kind == "booklet"
                else print_piece(pieces[kind], *options)
            )
            assert () == findings
            made[name] = pdf
        return made[name]

    return make
