"""Editions of transcripts: the deck that all share, the names that are dealt, and levels.

A level is a set of thresholds for figures of a proof.
"""

import json
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Generic, Literal, get_args

from casekit.analysis.level_report import LevelBound
from casekit.diagnostics import Code, Finding, Source
from casekit.kit.defaults.document import KEYS, PlainEdition, load_edition, settings_of
from casekit.kit.edition_settings import DataPath, Fault, disguised, repeated
from casekit.kit.interface import LoadedSettings
from casekit.kit.transcripts.game import D, TranscriptGame
from casekit.language.data.toml import MOST_FINDINGS, MalformedError, limits_of, only_keys, place_in, tables
from casekit.language.formula.nodes import NAME, RESERVED, other_name
from casekit.resources import text
from casekit.values import asdict, field, frozen, replace

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
    """The limits of the figures of a level; see ``LABELS``.

    ``by_players`` has the limits of ``needed`` for the numbers of players that have limits of their own.
    """

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

        Between two players the least depth does not count: they see every card that is shown, so nothing has
        to be supposed.
        """
        least_depth = 0 if players == TWO else self.depth[0]
        depth = (least_depth, self.depth[1])
        limits = (self.lines, self.needed_of(players), self.steps, depth, self.together)
        return tuple(
            LevelBound(name, label, *limit, figures[name])
            for (name, label), limit in zip(LABELS.items(), limits, strict=True)
        )

    def misses(self, figures: Difficulty, players: int) -> tuple[str, ...]:
        """The names of the figures that are outside."""
        return tuple(bound.name for bound in self.bounds(figures, players) if not bound.met)


THRESHOLDS = frozenset(f"{figure}_min" for figure in LABELS if figure != "together") | frozenset(
    f"{figure}_max" for figure in LABELS
)
"""The thresholds of a level in an edition file."""
_LEVELS: tuple[Level, ...] = get_args(Level)


_USUAL: dict[Level, Levels] = {
    "apprentice": Levels(lines=(3, 20), needed=(1, 2), steps=(1, 30), depth=(0, 0)),
    "amateur": Levels(lines=(3, 30), needed=(3, 3), steps=(1, 40), depth=(0, 0)),
    "expert": Levels(lines=(4, 40), needed=(4, 12), steps=(1, 60), depth=(0, 2)),
}
"""The levels of a game that has measured none: more lines of play are needed, and then there are
suppositions."""


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
    """A name that an edition gives to all its transcripts; ``part`` is the part of lines that it fills."""

    part: str
    listed: str


@frozen
class NamedTable(Generic[D]):
    """An array of tables in an edition file, each of which is a ``row``, a dataclass.

    Names of rows are translated.

    A deck has an attribute ``table`` with the rows, or is the rows. ``part`` is the noun for a row. It is
    also the part of lines that names a row, unless lines name rows ``by_kind``. ``most`` is how many rows
    there may be, ``kinds`` how many of some kinds. ``within`` describes a table inside each row: its key, the
    part of lines that names its rows, and how many rows it has.
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
        _, inner_part, _ = self.within
        for row in self.rows(deck):
            listed = row.kind if row.kind.endswith("s") else f"{row.kind}s"
            yield DeckName(row.slug, row.name, row.kind, row.kind if self.by_kind else self.part, listed)
            for inner_row in self._rows_within(row):
                yield DeckName(inner_row.slug, inner_row.name, row.name, inner_part, row.name)

    def _rows_within(self, row: Any) -> tuple[Any, ...]:
        """The rows of the table inside a row; none if rows have no such table."""
        table, _, _ = self.within
        return tuple(getattr(row, table)) if table else ()

    def faults(self, rows: Sequence[Any], reserved: frozenset[str]) -> Iterator[Fault]:
        """Rows that are too many, or have no name or slug of their own."""
        if len(rows) > self.most:
            message = f"the deck has {len(rows)} {self.table}; at most {self.most} are allowed"
            yield (self.table, self.most), message, "leave some out"
        yield from self._wrong_counts(rows)
        yield from repeated(self.table, "slug", [row.slug for row in rows])
        inner_table, inner_part, wanted = self.within
        for index, row in enumerate(rows):
            path, inner_rows = (self.table, index), self._rows_within(row)
            yield from _misnamed(row, self.part, path, reserved)
            for inner_row in inner_rows:
                yield from _misnamed(inner_row, inner_part, path, reserved)
            if len({inner_row.slug for inner_row in inner_rows}) != wanted:
                message = (
                    f"the {self.part} `{row.slug}` has {len(inner_rows)} {inner_table}, "
                    f"not {wanted} with different slugs"
                )
                yield path, message, f"give it {wanted} {inner_table}, each with a slug of its own"

    def _wrong_counts(self, rows: Sequence[Any]) -> Iterator[Fault]:
        """Kinds of which there are too few or too many rows."""
        for kind, allowed in self.kinds.items():
            count = sum(row.kind == kind for row in rows)
            if count in allowed:
                continue
            if count < allowed.start:
                limit, hint = (
                    f"it needs {allowed.start} at least",
                    f'add a {self.part} with `kind = "{kind}"`',
                )
            else:
                limit, hint = f"at most {allowed.stop - 1} are allowed", "leave some out"
            yield (self.table, len(rows) - 1), f"the deck has {count or 'no'} {kind}; {limit}", hint


def _misnamed(row: Any, noun: str, path: DataPath, reserved: frozenset[str]) -> Iterator[Fault]:
    """A slug that formulas cannot have, and a name that is empty."""
    if row.slug in reserved:
        yield path, f"`{row.slug}` cannot be a slug", other_name(reserved)
    elif not NAME.fullmatch(row.slug):
        hint = "use letters, digits and hyphens, and no word of the language"
        yield path, f"`{row.slug}` cannot be a slug", hint
    if not row.name.strip():
        yield path, f"the {noun} `{row.slug}` has no name", "write what is printed on it"


def deck_in(file: str, made: Callable[..., D], named: Iterable[NamedTable[D]]) -> D:
    """The deck in an edition file that travels with casekit."""
    content = tomllib.loads(text(file))
    return made(*(tables(content, table.table, table.row) for table in named))


@frozen(kw_only=True)
class EditionSpec(Generic[D]):
    """How editions of a game give their deck, and the names that are the same in all of them.

    ``made`` makes a deck of the rows of each of its ``tables``; a deck with one table may be its rows.
    ``faults`` finds what keeps rows from being a deck, ``flaws`` what is wrong with a deck that can be dealt.
    ``usual`` is the deck of an edition that brings none, ``levels`` are its levels; ``schema`` is the schema
    of an edition file. ``reserved`` words cannot be names. ``places`` may hold what a player can hold; each
    has a description. ``most_players`` is how many players a deck is for, if the deck decides that.
    """

    tables: tuple[NamedTable[D], ...] = ()
    made: Callable[..., Any] = lambda rows: rows
    faults: Callable[..., Iterable[Fault]] = lambda *_: ()
    usual: D
    levels: Mapping[Level, Levels] = field(default_factory=_USUAL.copy)
    schema: str = "schemas/transcript-edition.schema.json"
    reserved: frozenset[str] = RESERVED
    places: Mapping[str, str] = field(default_factory=dict)
    flaws: Callable[[D], Iterable[tuple[Code, Fault]]] = lambda _: ()
    most_players: Callable[[D], int] | None = None

    def names(self, deck: D) -> Iterator[DeckName]:
        """Every name that a deck gives."""
        for table in self.tables:
            yield from table.names(deck)

    def usual_rows(self) -> dict[str, Any]:
        """The data of the usual deck, by table, as a file has them."""
        rows_by_table = {table.table: list(map(asdict, table.rows(self.usual))) for table in self.tables}
        # What is written and read again has lists in the place of tuples, as data from a file do.
        return dict(json.loads(json.dumps(rows_by_table)))


@frozen
class TranscriptEdition(PlainEdition, Generic[D]):
    """Everything that a transcript takes for granted."""

    deck: D = field(kw_only=True)
    levels: Mapping[Level, Levels] = field(kw_only=True)


def default_edition(game: TranscriptGame[D]) -> TranscriptEdition[D]:
    """The edition of a transcript that has none of its own."""
    decks = game.decks()
    return TranscriptEdition(game.title, deck=decks.usual, levels=decks.levels)


def load(game: TranscriptGame[D], data: bytes, file: Path) -> LoadedSettings[TranscriptEdition[D]]:
    """Read an edition whose file is, or would be, at ``file``."""
    decks = game.decks()
    loaded = load_edition(data, file, decks.schema, lambda content: read_edition(game, content, file))
    if loaded.settings is None or loaded.settings.deck == decks.usual:
        return loaded
    findings = islice(_deck_findings(decks, loaded.settings.deck, loaded.sources[0]), MOST_FINDINGS)
    return replace(loaded, diagnostics=(*loaded.diagnostics, *findings))


def _deck_findings(decks: EditionSpec[D], deck: D, source: Source) -> Iterator[Finding]:
    """Findings about a deck that can be dealt, and names of it that are not what they look like."""
    for code, (path, message, hint) in decks.flaws(deck):
        yield code.at(place_in(source, path), message, hint=hint)
    for table in decks.tables:
        for column in ("slug", "name"):
            names = [getattr(row, column) for row in table.rows(deck)]
            yield from disguised(source, table.table, column, names)


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
    brings_deck = any(rows)
    faults: list[Fault] = []
    if brings_deck:
        for table, table_rows in zip(decks.tables, rows, strict=True):
            faults += table.faults(table_rows, decks.reserved)
        faults += decks.faults(*rows)
    faults += _level_faults(levels)
    deck = decks.made(*rows) if brings_deck and not faults else decks.usual
    return TranscriptEdition(**settings_of(content), file=file, deck=deck, levels=levels), tuple(faults)


def _level(usual: Levels, limits: Mapping[str, float]) -> Levels:
    """The thresholds of a level: the usual ones, with those of the edition in their places."""
    changed: dict[str, Any] = {}
    for name, limit in limits.items():
        if type(limit) is not int:
            raise MalformedError("a threshold is a whole number")
        figure, end = name.rsplit("_", 1)
        least, most = changed.get(figure, getattr(usual, figure))
        changed[figure] = (limit, most) if end == "min" else (least, limit)
    if "needed" in changed:
        changed["by_players"] = {}
    return replace(usual, **changed)


def _level_faults(levels: Mapping[Level, Levels]) -> Iterator[Fault]:
    for level, limits in levels.items():
        for figure in LABELS:
            least, most = getattr(limits, figure)
            if least > most:
                message = f"`{level}` wants {least} {figure} at least and {most} at most"
                hint = f"change `{figure}_min` or `{figure}_max`; what is not given is as usual"
                yield ("levels", level), message, hint
