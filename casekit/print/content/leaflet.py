"""Leaflets: small pages of prose, lists, tables and pictures of rooms, which are folded and stapled like a booklet."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from casekit.diagnostics import Span

BlockKind = Literal["text", "head", "item", "step", "row", "rooms"]

_MARKS: Mapping[str, BlockKind] = {"## ": "head", "- ": "item", "1. ": "step", "| ": "row"}
_ROOM = re.compile(r"\[(\d+)([^\]]*)\]")
_PAWNS = {"*": "dark", "!": "bar"}


@dataclass(frozen=True, slots=True)
class Pawn:
    """A pawn in a picture: its ``look`` (``dark``, ``bar`` or ``light``) and what is written on it."""

    look: str
    mark: str


@dataclass(frozen=True, slots=True)
class Stage:
    """A room in a picture, with the pawns in it."""

    number: int
    name: str
    pawns: tuple[Pawn, ...]


@dataclass(frozen=True, slots=True)
class LeafletBlock:
    """A part of a page: prose, several of it in the cells of a row of a table; or ``rooms`` side by side."""

    kind: BlockKind
    cells: tuple[str, ...] = ()
    rooms: tuple[Stage, ...] = ()


@dataclass(frozen=True, slots=True)
class LeafletPage:
    """A page: its heading, which is prose too, its blocks, and an SVG ``drawing`` below the heading, empty for none."""

    heading: str
    blocks: tuple[LeafletBlock, ...]
    drawing: str = ""


def page_of(text: str, rooms: Mapping[int, str], drawing: str = "") -> LeafletPage:
    """A page as it is written: its heading on the first line, then blocks with empty lines between them.

    ``##`` begins a heading, ``-`` an item, ``1.`` a step, ``|`` a row of a table with ``|`` between its cells. ``[4 *1 A !]`` is the room
    of a number, named in ``rooms``, with pawns: ``*1`` a dark one, ``!`` one that bars the room, anything else a light one.
    """
    heading, _, rest = text.strip().partition("\n")
    return LeafletPage(heading, tuple(_blocks(rest, rooms)), drawing)


def _blocks(text: str, rooms: Mapping[int, str]) -> Iterator[LeafletBlock]:
    steps = 0
    for line in filter(None, map(str.strip, text.splitlines())):
        mark = next((mark for mark in _MARKS if line.startswith(mark)), "")
        kind = _MARKS.get(mark, "text")
        prose = line.removeprefix(mark)
        if line.startswith("["):
            yield LeafletBlock("rooms", rooms=tuple(_stage(found, rooms) for found in _ROOM.finditer(line)))
        elif kind == "row":
            yield LeafletBlock(kind, tuple(cell.strip() for cell in prose.split("|")))
        else:
            steps += kind == "step"
            yield LeafletBlock(kind, (f"{steps}", prose) if kind == "step" else (prose,))


def _stage(found: re.Match[str], rooms: Mapping[int, str]) -> Stage:
    number = int(found[1])
    pawns = ((_PAWNS.get(each[:1], "light"), each) for each in found[2].split())
    return Stage(number, rooms.get(number, ""), tuple(Pawn(look, each.lstrip("*!")) for look, each in pawns))


@dataclass(frozen=True, slots=True)
class Leaflet:
    """Pages of a small paper, a multiple of four, in a colour as ``#rrggbb``."""

    title: str
    pages: tuple[LeafletPage, ...]
    accent: str
    language: str
    paper: str
    span: Span
