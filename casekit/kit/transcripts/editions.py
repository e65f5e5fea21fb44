"""Editions of transcripts: the deck that all of them share, the names that are dealt, and levels, which are thresholds for figures of a proof."""

import json
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, field, replace
from itertools import chain, islice
from pathlib import Path
from typing import Any, Generic, Literal, get_args

from casekit.analysis.level_report import LevelBound
from casekit.diagnostics import Code, Diagnostic, Source
from casekit.kit.defaults.document import KEYS, PlainEdition, load_edition, settings_of
from casekit.kit.edition_settings import Fault, disguised, repeated
from casekit.kit.interface import LoadedSettings, nothing
from casekit.kit.transcripts.game import D, TranscriptGame
from casekit.language.data.toml import MOST_FINDINGS, MalformedError, limits_of, only_keys, place_in, tables
from casekit.language.formula.nodes import NAME, RESERVED, other_name
from casekit.resources import text
from casekit.values import frozen

Level = Literal["apprentice", "amateur", "expert"]

TWO = 2


Difficulty = Mapping[str, int]
"""Figures of a transcript and of a smallest proof of its solution, as ``LABELS`` has them."""

LABELS: Mapping[str, str] = {
    "lines": "lines of play",
    "needed": "lines of the smallest proof",
    "steps": "single conclusions of the proof",
    "depth": "suppositions inside each other",
    "together": "lines put together in one conclusion",
}
"""The name of each figure. Lines are put together where single ones do not suffice."""


@frozen(slots=True)
class Levels:
    """The limits of the figures of a level; see ``LABELS``. For some numbers of players other lines are ``needed``: ``by_players``."""

    lines: tuple[int, int]
    needed: tuple[int, int]
    steps: tuple[int, int]
    depth: tuple[int, int]
    together: tuple[int, int] = (0, 1)
    by_players: Mapping[int, tuple[int, int]] = field(default_factory=dict)

    def needed_of(self, players: int) -> tuple[int, int]:
        """The lines that a proof needs at a table."""
        return self.by_players.get(players, self.needed)

    def bounds(self, figures: Difficulty, players: int) -> tuple[LevelBound, ...]:
        """Each figure between its limits.

        Between two players the least depth does not count: they see every card that is shown, so nothing has to be
        supposed.
        """
        least = 0 if players == TWO else self.depth[0]
        limits = (self.lines, self.needed_of(players), self.steps, (least, self.depth[1]), self.together)
        return tuple(
            LevelBound(name, label, *limit, figures[name])
            for (name, label), limit in zip(LABELS.items(), limits, strict=True)
        )

    def misses(self, figures: Difficulty, players: int) -> tuple[str, ...]:
        """The names of the figures that are outside."""
        return tuple(bound.name for bound in self.bounds(figures, players) if not bound.met)


THRESHOLDS = frozenset(f"{gauge}_{end}" for gauge in LABELS for end in ("min", "max")) - {"together_min"}
"""The thresholds of a level in an edition file."""
_LEVELS: tuple[Level, ...] = get_args(Level)


_USUAL: dict[Level, Levels] = {
    "apprentice": Levels(lines=(3, 20), needed=(1, 2), steps=(1, 30), depth=(0, 0)),
    "amateur": Levels(lines=(3, 30), needed=(3, 3), steps=(1, 40), depth=(0, 0)),
    "expert": Levels(lines=(4, 40), needed=(4, 12), steps=(1, 60), depth=(0, 2)),
}
"""The levels of a game that has measured none: more lines of play are needed, and then there are suppositions."""


@frozen(slots=True)
class NamedRow:
    """A row of an edition: its ``slug`` in formulas and in lines, its ``name`` in print."""

    slug: str
    name: str


@frozen(slots=True)
class DeckRow(NamedRow):
    """A row of a deck, with its kind, in the singular."""

    kind: str


@frozen(slots=True)
class DeckName(DeckRow):
    """A name that an edition gives to all its transcripts: of a ``part`` of lines and of a kind, ``listed`` with others."""

    part: str
    listed: str


@frozen
class NamedTable(Generic[D]):
    """An array of tables in an edition file, each of which is a ``row``, a dataclass; names of rows are translated.

    A deck has them as an attribute of this name, or is them. ``part`` is what a row is called; lines call its name so too, or by the
    kind of the row. There are ``most`` at most, and of some ``kinds`` as many as these say. Rows may have a table ``within``, of a
    number of names that lines call something else.
    """

    table: str
    part: str
    row: type = DeckRow
    most: int = 60
    within: tuple[str, str, int] = ("", "", 0)
    by_kind: bool = False
    kinds: Mapping[str, range] = field(default_factory=dict)

    def rows(self, deck: Any) -> Any:
        """The rows of a deck."""
        return getattr(deck, self.table, deck)

    def names(self, deck: D) -> Iterator[DeckName]:
        """The names that a deck gives; those within a row are listed under its name."""
        table, part, _ = self.within
        for row in self.rows(deck):
            listed = row.kind if row.kind.endswith("s") else f"{row.kind}s"
            yield DeckName(row.slug, row.name, row.kind, row.kind if self.by_kind else self.part, listed)
            for each in getattr(row, table) if table else ():
                yield DeckName(each.slug, each.name, row.name, part, row.name)

    def faults(self, rows: Sequence[Any], reserved: frozenset[str]) -> Iterator[Fault]:
        """Rows that are too many, or have no name or slug of their own."""
        if len(rows) > self.most:
            told = f"the deck has {len(rows)} {self.table}; at most {self.most} are allowed"
            yield (self.table, self.most), told, "leave some out"
        for kind, allowed in self.kinds.items():
            count = sum(row.kind == kind for row in rows)
            few = f"it needs {allowed.start} at least", f'add a {self.part} with `kind = "{kind}"`'
            many = f"at most {allowed.stop - 1} are allowed", "leave some out"
            if count not in allowed:
                wrong, hint = few if count < allowed.start else many
                yield (self.table, len(rows) - 1), f"the deck has {count or 'no'} {kind}; {wrong}", hint
        table, part, wanted = self.within
        yield from repeated(self.table, "slug", [row.slug for row in rows])
        for index, row in enumerate(rows):
            place, inside = (self.table, index), tuple(getattr(row, table) if table else ())
            for named, each in ((self.part, row), *((part, each) for each in inside)):
                if each.slug in reserved or not NAME.fullmatch(each.slug):
                    hint = "use letters, digits and hyphens, and no word of the language"
                    hint = other_name(reserved) if each.slug in reserved else hint
                    yield place, f"`{each.slug}` cannot be a slug", hint
                if not each.name.strip():
                    yield place, f"the {named} `{each.slug}` has no name", "write what is printed on it"
            if len({each.slug for each in inside}) != wanted:
                message = f"the {self.part} `{row.slug}` has {len(inside)} {table}, not {wanted} with different slugs"
                yield place, message, f"give it {wanted} {table}, each with a slug of its own"


def deck_in(file: str, made: Callable[..., D], named: Iterable[NamedTable[D]]) -> D:
    """The deck in an edition file that travels with casekit."""
    content = tomllib.loads(text(file))
    return made(*(tables(content, each.table, each.row) for each in named))


@frozen(kw_only=True)
class EditionSpec(Generic[D]):
    """How editions of a game give their deck, and the names that are the same in all of them.

    ``made`` gives a deck of the rows of each of its ``tables``; a deck with one table may be its rows. ``faults`` what keeps them from being one, ``flaws`` what is
    wrong with one that can be dealt. ``usual`` is the
    deck of an edition that brings none, ``levels`` are the usual ones; ``schema`` is that of an edition file. ``reserved`` words cannot be names; ``places`` may hold
    what a player can hold, each with what is said of it. ``most_players`` are those that a deck is for, if it decides that.
    """

    tables: tuple[NamedTable[D], ...] = ()
    made: Callable[..., Any] = lambda rows: rows
    faults: Callable[..., Iterable[Fault]] = nothing
    usual: D
    levels: Mapping[Level, Levels] = field(default_factory=_USUAL.copy)
    schema: str = "schemas/transcript-edition.schema.json"
    reserved: frozenset[str] = RESERVED
    places: Mapping[str, str] = field(default_factory=dict)
    flaws: Callable[[D], Iterable[tuple[Code, Fault]]] = nothing
    most_players: Callable[[D], int] | None = None

    def names(self, deck: D) -> Iterator[DeckName]:
        """Every name that a deck gives."""
        return (named for table in self.tables for named in table.names(deck))

    def usual_rows(self) -> dict[str, Any]:
        """The data of the usual deck, by table, as a file has them."""
        rows = {table.table: [asdict(row) for row in table.rows(self.usual)] for table in self.tables}
        return dict(json.loads(json.dumps(rows)))


@frozen
class TranscriptEdition(PlainEdition, Generic[D]):
    """Everything that a transcript takes for granted."""

    deck: D = field(kw_only=True)
    levels: Mapping[Level, Levels] = field(kw_only=True)


def built_in(game: TranscriptGame[D]) -> TranscriptEdition[D]:
    """The edition of a transcript that has none of its own."""
    decks = game.decks()
    return TranscriptEdition(game.title, deck=decks.usual, levels=decks.levels)


def load(game: TranscriptGame[D], data: bytes, file: Path) -> LoadedSettings[TranscriptEdition[D]]:
    """Read an edition whose file is, or would be, at ``file``."""
    decks = game.decks()
    found = load_edition(data, file, decks.schema, lambda content: read_edition(game, content, file))
    if found.settings is None or found.settings.deck == decks.usual:
        return found
    flaws = (
        Diagnostic(code, message, place_in(found.sources[0], path), hint=hint)
        for code, (path, message, hint) in decks.flaws(found.settings.deck)
    )
    letters = _disguised(decks, found.settings.deck, found.sources[0])
    return replace(found, diagnostics=(*found.diagnostics, *islice(chain(flaws, letters), MOST_FINDINGS)))


def _disguised(decks: EditionSpec[D], deck: D, source: Source) -> Iterator[Diagnostic]:
    """Names of a deck that are not what they look like."""
    for each in decks.tables:
        for column in ("slug", "name"):
            yield from disguised(
                source, each.table, column, [getattr(row, column) for row in each.rows(deck)]
            )


def read_edition(
    game: TranscriptGame[D], content: Mapping[str, Any], file: Path
) -> tuple[TranscriptEdition[D], tuple[Fault, ...]]:
    """An edition from its data, and what does not fit together in it.

    Raises:
        MalformedError: if the data are not in the shape of the schema.
    """
    decks = game.decks()
    only_keys(content, KEYS | {"levels", *(table.table for table in decks.tables)})
    if content.get("game") != game.name:
        raise MalformedError(f"an edition of {game.title} names its game")
    rows: list[tuple[Any, ...]] = [tables(content, table.table, table.row, least=0) for table in decks.tables]
    limits = limits_of(content.get("levels", {}), _LEVELS, THRESHOLDS)
    levels = {level: _level(decks.levels[level], limits.get(level, {})) for level in _LEVELS}
    own = any(rows)
    named = zip(decks.tables, rows, strict=True) if own else ()
    of_rows = (fault for table, each in named for fault in table.faults(each, decks.reserved))
    faults = (*of_rows, *(decks.faults(*rows) if own else ()), *_level_faults(levels))
    deck = decks.made(*rows) if own and not faults else decks.usual
    return TranscriptEdition(**settings_of(content), file=file, deck=deck, levels=levels), faults


def _level(usual: Levels, limits: Mapping[str, float]) -> Levels:
    """The thresholds of a level: the usual ones, with those of the edition in their places."""
    changed: dict[str, Any] = {}
    for name, limit in limits.items():
        if type(limit) is not int:
            raise MalformedError("a threshold is a whole number")
        gauge, end = name.rsplit("_", 1)
        least, most = changed.get(gauge, getattr(usual, gauge))
        changed[gauge] = (limit, most) if end == "min" else (least, limit)
    if "needed" in changed:
        changed["by_players"] = {}
    return replace(usual, **changed)


def _level_faults(levels: Mapping[Level, Levels]) -> Iterator[Fault]:
    for level, limits in levels.items():
        for gauge in LABELS:
            least, most = getattr(limits, gauge)
            if least > most:
                message = f"`{level}` wants {least} {gauge} at least and {most} at most"
                hint = f"change `{gauge}_min` or `{gauge}_max`; what is not given is as usual"
                yield ("levels", level), message, hint
