"""From an ``edition.toml`` of puzzles to an edition, or to what is wrong with it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from itertools import chain
from pathlib import Path
from typing import Any, get_args

from casekit.diagnostics import Diagnostic, Source, codes, has_errors
from casekit.games.bindings import BookletSettings, Imprint, check_bar_codes, check_file_names
from casekit.games.clue.deck import CLASSIC, KINDS, Deck, DeckCard, Kind
from casekit.games.clue.edition import PuzzleEdition
from casekit.games.clue.levels import DEFAULTS
from casekit.games.clue.puzzle import Level
from casekit.games.clue.signature import RESERVED_IN_PUZZLES
from casekit.games.faults import Fault, faults_found, repeated, repeated_slugs, unmakeable
from casekit.games.game import Loaded
from casekit.games.transcripts.thresholds import Levels
from casekit.language.data.shapes import (
    MalformedError,
    limits_of,
    only_keys,
    read_shaped,
    table,
    tables,
    text_of,
)
from casekit.language.formula.scope import NAME
from casekit.language.reading import decode

PUZZLE_EDITION_SCHEMA = "schemas/clue-edition.schema.json"

MOST_CARDS = 60
"""The most cards of a deck: what can be deduced grows with their number times that of the players."""

_FEWEST: Mapping[Kind, int] = {"suspect": 2, "weapon": 1, "room": 1}
"""One of each kind is in the envelope, and there are at most as many players as suspects."""

_KEYS = frozenset(("game", "title", "language", "cards", "levels", "booklets", "imprint"))
_GAUGES = tuple(field.name for field in fields(Levels))
_THRESHOLDS = frozenset(f"{gauge}_{end}" for gauge in _GAUGES for end in ("min", "max")) - {"together_min"}
_LEVELS: tuple[Level, ...] = get_args(Level)


@dataclass(frozen=True)
class _Content:
    """Settings in shape, before anybody has looked whether they fit together."""

    edition: PuzzleEdition
    cards: tuple[DeckCard, ...]


def load(data: bytes, file: Path) -> Loaded[PuzzleEdition]:
    """Read an edition whose file is, or would be, at ``file``."""
    source, problems = decode(data, str(file))
    if problems:
        return Loaded(None, problems, (source,))
    content, problems = read_shaped(
        source, codes.INVALID_EDITION, PUZZLE_EDITION_SCHEMA, lambda read: _content(read, file)
    )
    if content is None:
        return Loaded(None, problems, (source,))
    edition = content.edition
    problems = (
        *_faults(content, source),
        *check_file_names(edition.booklets, source),
        *check_bar_codes(edition.booklets, source),
    )
    if has_errors(problems):
        return Loaded(None, problems, (source,))
    deck = Deck(content.cards) if content.cards else CLASSIC
    return Loaded(replace(edition, deck=deck), problems, (source,))


def _content(content: Mapping[str, Any], file: Path) -> _Content:
    only_keys(content, _KEYS)
    if content.get("game") != "clue":
        raise MalformedError("an edition of puzzles names its game")
    cards = tables(content, "cards", DeckCard, least=0)
    limits = limits_of(content.get("levels", {}), _LEVELS, _THRESHOLDS)
    edition = PuzzleEdition(
        title=text_of(content.get("title", "")),
        language=text_of(content.get("language", "en")),
        levels={level: _level(level, limits.get(level, {})) for level in _LEVELS},
        booklets=tables(content, "booklets", BookletSettings, least=0),
        imprint=table(content, "imprint", Imprint),
        file=file,
    )
    return _Content(edition, cards)


def _level(level: Level, limits: Mapping[str, float]) -> Levels:
    """The thresholds of a level: the usual ones, with those of the edition in their places."""
    changed: dict[str, Any] = {}
    for name, limit in limits.items():
        if type(limit) is not int:
            raise MalformedError("a threshold is a whole number")
        gauge, end = name.rsplit("_", 1)
        if gauge == "together":
            changed[gauge] = limit
        else:
            least, most = changed.get(gauge, getattr(DEFAULTS[level], gauge))
            changed[gauge] = (limit, most) if end == "min" else (least, limit)
    return replace(DEFAULTS[level], **changed)


# --- consistency ---------------------------------------------------------------------------------


def _faults(content: _Content, source: Source) -> tuple[Diagnostic, ...]:
    """The parts of an edition that do not fit together."""
    booklets = content.edition.booklets
    faults = chain(
        _deck_faults(content.cards),
        _level_faults(content.edition),
        repeated_slugs(booklets),
        unmakeable(booklets),
    )
    return faults_found(faults, source)


def _deck_faults(cards: tuple[DeckCard, ...]) -> Iterator[Fault]:
    if len(cards) > MOST_CARDS:
        message = f"the deck has {len(cards)} cards; at most {MOST_CARDS} are allowed"
        yield ("cards", MOST_CARDS), message, "leave some out"
    yield from repeated("cards", "slug", [card.slug for card in cards])
    for index, card in enumerate(cards):
        if card.slug in RESERVED_IN_PUZZLES or not NAME.fullmatch(card.slug):
            hint = "use letters, digits and hyphens, and no word of the language"
            yield ("cards", index), f"`{card.slug}` cannot be a slug", hint
        if not card.name.strip():
            yield ("cards", index), f"the card `{card.slug}` has no name", "write what is printed on it"
    for kind in KINDS if cards else ():
        count = sum(card.kind == kind for card in cards)
        if count < _FEWEST[kind]:
            message = f"the deck has {count or 'no'} {kind}; it needs {_FEWEST[kind]} at least"
            yield ("cards", len(cards) - 1), message, f'add a card with `kind = "{kind}"`'


def _level_faults(edition: PuzzleEdition) -> Iterator[Fault]:
    for level, limits in edition.levels.items():
        for gauge in _GAUGES:
            bounds = getattr(limits, gauge)
            if isinstance(bounds, tuple) and bounds[0] > bounds[1]:
                message = f"`{level}` wants {bounds[0]} {gauge} at least and {bounds[1]} at most"
                hint = f"change `{gauge}_min` or `{gauge}_max`; what is not given is as usual"
                yield ("levels", level), message, hint
