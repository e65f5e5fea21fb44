"""A text looked over again and again while it is written: parsed by its blocks, typed, and checked without deduction."""

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from casekit.diagnostics import Diagnostic, Source, Span
from casekit.games import DEFAULT, game_called
from casekit.games.editions import Editions, Shelf
from casekit.games.game import AnyGame, Document
from casekit.language.document.dialect import Block, SyntaxTree
from casekit.language.document.reparsing import Reparser
from casekit.language.formula.scope import Scope
from casekit.language.offers import NameMention
from casekit.pipeline.checking import LookedOver, look_over
from casekit.pipeline.given_documents import parse_bytes, typed

_MARK = "\ufeff"


@dataclass(frozen=True)
class View:
    """A text as it was looked over.

    ``text`` is what the editor has. Offsets of nodes are those of ``source``, from which a byte order mark was taken:
    ``shift`` is what has to be added.
    """

    text: str
    looked: LookedOver
    shelf: Shelf

    @property
    def tree(self) -> SyntaxTree:
        """Its syntax tree."""
        return self.looked.tree

    @property
    def source(self) -> Source:
        """Its text, as casekit reads it."""
        return self.looked.tree.source

    @property
    def document(self) -> Document | None:
        """The typed document, if it could be typed."""
        return self.looked.document

    @property
    def game(self) -> AnyGame:
        """Its game."""
        return self.looked.game

    @cached_property
    def shift(self) -> int:
        """How many characters of the editor's text are before the source."""
        return int(self.text.startswith(_MARK))

    @property
    def settings(self) -> Any:
        """The edition that counts: its own, or the built-in one where that cannot be used."""
        return self.shelf.edition or self.game.built_in()

    @property
    def scope(self) -> Scope | None:
        """The names that formulas may use, if the text could be typed."""
        return None if self.document is None else self.document.scope

    @cached_property
    def mentions(self) -> tuple[NameMention, ...]:
        """Every name in the text, in order."""
        found = self.game.mentions(self.tree, self.scope, self.settings)
        return tuple(sorted(dict.fromkeys(found), key=lambda each: (each.start, each.end)))

    @cached_property
    def places_of(self) -> Mapping[tuple[str, str, int], tuple[NameMention, ...]]:
        """All mentions of each thing."""
        found: dict[tuple[str, str, int], list[NameMention]] = {}
        for each in self.mentions:
            found.setdefault(each.key, []).append(each)
        return {key: tuple(each) for key, each in found.items()}

    def mention_at(self, offset: int) -> NameMention | None:
        """The name at a place of the source, or right before it."""
        at = bisect_right(self.mentions, offset, key=lambda each: each.start)
        for each in self.mentions[max(0, at - 2) : at][::-1]:
            if each.start <= offset <= each.end:
                return each
        return None

    def block_at(self, offset: int) -> Block | None:
        """The block that a place of the source is in; ``None`` in the header."""
        at = bisect_right(self.tree.blocks, offset, key=lambda each: each.start)
        return self.tree.blocks[at - 1] if at else None

    def part(self, span: Span) -> tuple[int, int]:
        """The characters of the editor's text at a place that a finding names."""
        # A file that cannot be read at all has an empty source; its findings are at the beginning.
        source = self.source if self.source.text else Source(span.file, self.text[self.shift :])
        start, end = source.part(span)
        return start + self.shift, max(start, end) + self.shift


class Onlooker:
    """Looks over the versions of one text, and keeps what it made of the blocks of the last one."""

    def __init__(self, name: str, path: Path) -> None:
        self.name, self.path = name, path
        self._pieces: dict[str, Reparser] = {}

    def look(self, text: str, editions: Editions) -> View:
        """Look over a version of the text."""
        data = text.encode("utf-8", "surrogatepass")
        parsed = parse_bytes(data, self.name, self._parse)
        shelf = editions.of(self.path.parent, parsed.game.name)
        case = typed(parsed, shelf, shelf.other_titles(self.path))
        return View(text, look_over(case), shelf)

    def glance(self, text: str, editions: Editions) -> View:
        """A version that is too long to be looked over here: nothing is read of it but whose it is."""
        source = Source(self.name, text.removeprefix(_MARK))
        game = game_called(DEFAULT)
        shelf = editions.of(self.path.parent, game.name)
        return View(text, LookedOver(game, SyntaxTree(source), None, ()), shelf)

    def _parse(self, game: AnyGame, source: Source) -> tuple[SyntaxTree, tuple[Diagnostic, ...]]:
        return self._pieces.setdefault(game.name, Reparser()).parse(source, game.dialect)
