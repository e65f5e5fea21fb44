"""Editions of transcripts: the deck from which all of them are dealt, and the thresholds of their levels."""

import json
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Generic, Literal, NamedTuple, get_args

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

_LEVELS: tuple[Level, ...] = get_args(Level)
"""All levels, the easiest first."""

Difficulty = Mapping[str, int]
"""Figures of a transcript and of a smallest proof of its solution, as ``LABELS`` has them."""

LABELS: Mapping[str, str] = {
    "lines": "lines of play",
    "needed": "lines of the smallest proof",
    "steps": "single conclusions of the proof",
    "depth": "suppositions inside each other",
    "together": "lines put together in one conclusion",
}
"""What each figure counts, by its name. Lines are put together where single ones do not suffice."""

THRESHOLDS = frozenset(f"{figure}_min" for figure in LABELS if figure != "together") | frozenset(
    f"{figure}_max" for figure in LABELS
)
"""The names of the thresholds of a level in an edition file."""

PLAYERS_WHO_SEE_EVERY_CARD = 2
"""The number of players at whose table each sees every card that is shown."""


@frozen(slots=True)
class Levels:
    """The least and the most that each figure may be in a transcript of a level."""

    lines: tuple[int, int]
    """The lines of play."""

    needed: tuple[int, int]
    """The lines of the smallest proof, for the numbers of players that ``by_players`` does not have."""

    steps: tuple[int, int]
    """The single conclusions of the proof."""

    depth: tuple[int, int]
    """The suppositions inside each other."""

    together: tuple[int, int] = (0, 1)
    """The lines put together in one conclusion."""

    by_players: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    """The lines of the smallest proof, for some numbers of players."""

    def needed_of(self, players: int) -> tuple[int, int]:
        """The least and the most lines of the smallest proof for a number of players."""
        return self.by_players.get(players, self.needed)

    def bounds(self, figures: Difficulty, players: int) -> tuple[LevelBound, ...]:
        """Each figure of a transcript with its limits.

        Between two players the least depth does not count: they see every card that is shown, so nothing has
        to be supposed.
        """
        least_depth, most_depth = self.depth
        if players == PLAYERS_WHO_SEE_EVERY_CARD:
            least_depth = 0
        limits = (
            self.lines,
            self.needed_of(players),
            self.steps,
            (least_depth, most_depth),
            self.together,
        )
        return tuple(
            LevelBound(name, label, *limit, figures[name])
            for (name, label), limit in zip(LABELS.items(), limits, strict=True)
        )

    def misses(self, figures: Difficulty, players: int) -> tuple[str, ...]:
        """The names of the figures that are beyond their limits."""
        return tuple(bound.name for bound in self.bounds(figures, players) if not bound.met)


_USUAL_LEVELS: dict[Level, Levels] = {
    "apprentice": Levels(lines=(3, 20), needed=(1, 2), steps=(1, 30), depth=(0, 0)),
    "amateur": Levels(lines=(3, 30), needed=(3, 3), steps=(1, 40), depth=(0, 0)),
    "expert": Levels(lines=(4, 40), needed=(4, 12), steps=(1, 60), depth=(0, 2)),
}
"""The levels of a game that has measured none.

A harder level needs more lines of play, and the hardest suppositions too.
"""


@frozen(slots=True)
class NamedRow:
    """A row of an edition."""

    slug: str
    """Its name in formulas and in lines."""

    name: str
    """Its name in print."""


@frozen(slots=True)
class DeckRow(NamedRow):
    """A row of a deck."""

    kind: str
    """Its kind, in the singular."""


@frozen(slots=True)
class DeckName(DeckRow):
    """A name that an edition gives to all its transcripts."""

    part: str
    """The part of lines that it fills."""

    listed: str
    """The heading of the list in which hints have it."""


class InnerTable(NamedTuple):
    """A table inside each row of a table of an edition file."""

    key: str
    """Its key, which is also the attribute of a row that has its rows."""

    part: str
    """The noun for one of its rows, and the part of lines that names it."""

    size: int
    """The number of rows that it has."""


@frozen
class NamedTable(Generic[D]):
    """An array of tables in an edition file, whose rows have names that are translated."""

    table: str
    """Its key, which is also the attribute of a deck that has its rows, unless the deck is the rows."""

    part: str
    """The noun for a row, and the part of lines that names one, unless lines name rows ``by_kind``."""

    row: type = DeckRow
    """The dataclass of its rows."""

    most: int = 60
    """The most rows that there may be."""

    within: InnerTable | None = None
    """The table inside each row, if there is one."""

    by_kind: bool = False
    """Whether the part of lines that names a row has the name of its kind."""

    kinds: Mapping[str, range] = field(default_factory=dict)
    """The numbers of rows that there may be of some kinds."""

    def rows(self, deck: Any) -> Any:
        """The rows of a deck."""
        return getattr(deck, self.table, deck)

    def names(self, deck: D) -> Iterator[DeckName]:
        """The names that a deck gives; those inside a row are listed under its name."""
        for row in self.rows(deck):
            listed = row.kind if row.kind.endswith("s") else f"{row.kind}s"
            yield DeckName(row.slug, row.name, row.kind, row.kind if self.by_kind else self.part, listed)
            if self.within is None:
                continue
            for inner_row in getattr(row, self.within.key):
                yield DeckName(inner_row.slug, inner_row.name, row.name, self.within.part, row.name)

    def faults(self, rows: Sequence[Any], reserved: frozenset[str]) -> Iterator[Fault]:
        """Rows that are too many, or have no name or slug of their own."""
        if len(rows) > self.most:
            message = f"the deck has {len(rows)} {self.table}; at most {self.most} are allowed"
            yield (self.table, self.most), message, "leave some out"
        yield from self._wrong_counts(rows)
        yield from repeated(self.table, "slug", [row.slug for row in rows])
        for index, row in enumerate(rows):
            path = (self.table, index)
            yield from _name_faults(row, self.part, path, reserved)
            if self.within is not None:
                yield from self._inner_faults(self.within, row, path, reserved)

    def _inner_faults(
        self, inner: InnerTable, row: Any, path: DataPath, reserved: frozenset[str]
    ) -> Iterator[Fault]:
        """Rows of the table inside a row that have no name, and a wrong number of them."""
        inner_rows = getattr(row, inner.key)
        for inner_row in inner_rows:
            yield from _name_faults(inner_row, inner.part, path, reserved)
        if len({inner_row.slug for inner_row in inner_rows}) != inner.size:
            message = (
                f"the {self.part} `{row.slug}` has {len(inner_rows)} {inner.key}, "
                f"not {inner.size} with different slugs"
            )
            yield path, message, f"give it {inner.size} {inner.key}, each with a slug of its own"

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


def _name_faults(row: Any, noun: str, path: DataPath, reserved: frozenset[str]) -> Iterator[Fault]:
    """A slug that formulas cannot have, and a name that is empty."""
    if row.slug in reserved:
        yield path, f"`{row.slug}` cannot be a slug", other_name(reserved)
    elif not NAME.fullmatch(row.slug):
        hint = "use letters, digits and hyphens, and no word of the language"
        yield path, f"`{row.slug}` cannot be a slug", hint
    if not row.name.strip():
        yield path, f"the {noun} `{row.slug}` has no name", "write what is printed on it"


def deck_in(file: str, make_deck: Callable[..., D], named_tables: Iterable[NamedTable[D]]) -> D:
    """The deck in an edition file that travels with casekit.

    Args:
        file: the path of the file in the package.
        make_deck: gives the deck of the rows of each table.
        named_tables: the tables.
    """
    content = tomllib.loads(text(file))
    return make_deck(*(tables(content, table.table, table.row) for table in named_tables))


@frozen(kw_only=True)
class EditionSpec(Generic[D]):
    """How editions of a game give their deck, and the names that are the same in all of them."""

    tables: tuple[NamedTable[D], ...] = ()
    """The tables of an edition file with the rows of a deck."""

    made: Callable[..., Any] = lambda rows: rows
    """Gives the deck of the rows of each table; a deck with one table may be its rows."""

    faults: Callable[..., Iterable[Fault]] = lambda *_: ()
    """Finds what keeps the rows of each table from being a deck."""

    usual: D
    """The deck of an edition that brings none."""

    levels: Mapping[Level, Levels] = field(default_factory=_USUAL_LEVELS.copy)
    """The thresholds of each level, where an edition has none of its own."""

    schema: str = "schemas/transcript-edition.schema.json"
    """The schema of an edition file."""

    reserved: frozenset[str] = RESERVED
    """The words that cannot be names."""

    places: Mapping[str, str] = field(default_factory=dict)
    """The places that may hold what a player can hold, by name, each with a description."""

    flaws: Callable[[D], Iterable[tuple[Code, Fault]]] = lambda _: ()
    """Finds what is wrong with a deck that can be dealt."""

    most_players: Callable[[D], int] | None = None
    """Gives the most players that a deck is for, if the deck decides that."""

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
    """The deck that is dealt from."""

    levels: Mapping[Level, Levels] = field(kw_only=True)
    """The thresholds of each level."""


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
    levels = {level: _with_limits(decks.levels[level], limits.get(level, {})) for level in _LEVELS}
    brings_deck = any(rows)
    faults: list[Fault] = []
    if brings_deck:
        for table, table_rows in zip(decks.tables, rows, strict=True):
            faults += table.faults(table_rows, decks.reserved)
        faults += decks.faults(*rows)
    faults += _level_faults(levels)
    deck = decks.made(*rows) if brings_deck and not faults else decks.usual
    return TranscriptEdition(**settings_of(content), file=file, deck=deck, levels=levels), tuple(faults)


def _with_limits(usual: Levels, limits: Mapping[str, float]) -> Levels:
    """The usual thresholds of a level with those of an edition in their places.

    ``{"lines_max": 25}`` replaces the second number of ``lines``.
    """
    changed_fields: dict[str, Any] = {}
    for name, limit in limits.items():
        if type(limit) is not int:
            raise MalformedError("a threshold is a whole number")
        figure, end = name.rsplit("_", 1)
        least, most = changed_fields.get(figure, getattr(usual, figure))
        changed_fields[figure] = (limit, most) if end == "min" else (least, limit)
    if "needed" in changed_fields:
        changed_fields["by_players"] = {}
    return replace(usual, **changed_fields)


def _level_faults(levels: Mapping[Level, Levels]) -> Iterator[Fault]:
    """Figures whose least is above their most."""
    for level, limits in levels.items():
        for figure in LABELS:
            least, most = getattr(limits, figure)
            if least > most:
                message = f"`{level}` wants {least} {figure} at least and {most} at most"
                hint = f"change `{figure}_min` or `{figure}_max`; what is not given is as usual"
                yield ("levels", level), message, hint
