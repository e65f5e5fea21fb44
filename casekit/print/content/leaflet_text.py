"""The pages of leaflets, as they are written in a game's files of words.

``leaflet_page`` reads one:

    The second night
    ## What you do
    - Read the *card* aloud.
    1. Each player moves.
    | Doors | at most two |
    [4 *1 A !] [5]

is a page called "The second night", with a heading, an item, a step, a row of a table with two cells, and two
rooms side by side. In room 4 there are three pawns: a dark one with a 1 on it, a light one with an A, and one
that bars the room.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Literal

from casekit.values import frozen

BlockKind = Literal["text", "head", "item", "step", "row", "rooms"]
PawnLook = Literal["dark", "bar", "light"]

_KIND_BY_MARK: Mapping[str, BlockKind] = {"## ": "head", "- ": "item", "1. ": "step", "| ": "row"}
"""What a line is that begins with a mark."""
_LOOK_BY_SIGN: Mapping[str, PawnLook] = {"*": "dark", "!": "bar"}
"""How a pawn looks whose text begins with a sign."""
# A room: its number and its pawns, as in "[4 *1 A !]".
_ROOM = re.compile(r"\[(\d+)([^\]]*)\]")


@frozen(slots=True)
class Pawn:
    """A pawn in a picture."""

    look: PawnLook
    mark: str
    """What is written on it."""


@frozen(slots=True)
class Stage:
    """A room in a picture, with the pawns in it."""

    number: int
    name: str
    pawns: tuple[Pawn, ...]


@frozen(slots=True)
class LeafletBlock:
    """A part of a page."""

    kind: BlockKind
    cells: tuple[str, ...] = ()
    """Its prose: the cells of a row of a table, the number and the text of a step, otherwise one text."""
    rooms: tuple[Stage, ...] = ()
    """The rooms that are side by side, of ``rooms``."""


@frozen(slots=True)
class LeafletPage:
    """A page of a leaflet."""

    heading: str
    """Its heading, which is prose."""
    blocks: tuple[LeafletBlock, ...]
    drawing: str = ""
    """An SVG element below the heading; empty for none."""


def leaflet_page(text: str, room_names: Mapping[int, str], drawing: str = "") -> LeafletPage:
    """The page of a text: its heading is the first line, each other line that is not empty is a block.

    ``room_names`` are the names of rooms, by their numbers.
    """
    heading, _, block_lines = text.strip().partition("\n")
    return LeafletPage(heading, tuple(_blocks(block_lines, room_names)), drawing)


def _blocks(text: str, room_names: Mapping[int, str]) -> Iterator[LeafletBlock]:
    step_count = 0
    for line in filter(None, map(str.strip, text.splitlines())):
        if line.startswith("["):
            rooms = tuple(_stage(match, room_names) for match in _ROOM.finditer(line))
            yield LeafletBlock("rooms", rooms=rooms)
            continue
        mark = next((mark for mark in _KIND_BY_MARK if line.startswith(mark)), "")
        kind = _KIND_BY_MARK.get(mark, "text")
        prose = line.removeprefix(mark)
        if kind == "row":
            yield LeafletBlock(kind, tuple(cell.strip() for cell in prose.split("|")))
        elif kind == "step":
            step_count += 1
            yield LeafletBlock(kind, (str(step_count), prose))
        else:
            yield LeafletBlock(kind, (prose,))


def _stage(match: re.Match[str], room_names: Mapping[int, str]) -> Stage:
    number = int(match[1])
    pawns = []
    for text in match[2].split():
        look = _LOOK_BY_SIGN.get(text[:1], "light")
        pawns.append(Pawn(look, text.lstrip("*!")))
    return Stage(number, room_names.get(number, ""), tuple(pawns))
