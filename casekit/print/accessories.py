"""What lies in the box beside booklet and sheet: page content of cards, flap, stickers and plan.

Each is a value that any game can fill in; ``cards``, ``flap``, ``stickers`` and ``ship_plan`` print them.
"""

from dataclasses import dataclass

from casekit.diagnostics import Span
from casekit.print.ship import Ship


@dataclass(frozen=True, slots=True)
class Palette:
    """Shades of one colour as ``#rrggbb``, ``deep`` the darkest, ``glow`` the lightest."""

    accent: str
    deep: str
    night: str
    dusk: str
    mist: str
    glow: str


@dataclass(frozen=True, slots=True)
class Card:
    """A card's front. ``number`` is that of a room of the ship; flavour and effect are prose."""

    number: int
    title: str
    flavour: str
    effect: str
    span: Span


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards with one back. ``label`` says what their number means, ``ship`` shows where it is."""

    title: str
    label: str
    back: str
    cards: tuple[Card, ...]
    ship: Ship
    palette: Palette
    language: str
    paper: str
    span: Span


@dataclass(frozen=True, slots=True)
class Flap:
    """The card between the pages of a spread. ``booklet_paper`` is that of the booklet, ``paper`` that to print on."""

    title: str
    use: str
    palette: Palette
    language: str
    booklet_paper: str
    paper: str
    span: Span


@dataclass(frozen=True, slots=True)
class Stickers:
    """Round stickers; each of ``letters`` is printed ``copies`` times."""

    title: str
    letters: tuple[str, ...]
    copies: int
    palette: Palette
    language: str
    paper: str
    span: Span


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of a ship. ``door``, ``stairs`` and ``passage`` are the words of its legend."""

    title: str
    subtitle: str
    ship: Ship
    door: str
    stairs: str
    passage: str
    palette: Palette
    language: str
    paper: str
    span: Span
