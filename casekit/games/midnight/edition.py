"""An edition: the ship, the cast and the topics that all its cases share, and its deck of event cards.

A deck has eighteen cards (rulebook, "Event cards" and "Setup"): four of a calm sea, one for each pile of the deck; one
of full speed, which a full table leaves out; thirteen others. What they are called is up to the deck's file.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from pathlib import Path
from typing import Literal

from casekit.diagnostics import Source
from casekit.games.bindings import BookletSettings, Imprint

CARD_KINDS: Mapping[str, int] = {"calm-sea": 4, "full-speed": 1, "event": 13}
"""How many cards of each kind a deck has."""

ONE_TITLE = "calm-sea"
"""The kind whose cards may share their title."""

SIZE = sum(CARD_KINDS.values())
"""The cards of a deck."""


@dataclass(frozen=True, slots=True)
class CardRule:
    """An effect of a card, in the words of ``VOCABULARY``: ``form`` is a key of it, ``numbers`` are those of its line."""

    form: str
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class RuleForm:
    """How a rule is written and what it means. ``about`` says whether its numbers are zones, a way or neither."""

    example: str
    pattern: str
    meaning: str
    about: str = ""


VOCABULARY: Mapping[str, RuleForm] = {
    "advance": RuleForm("advance 1", r"advance (\d)", "the ship advances so many spaces"),
    "close": RuleForm("close 5-8", r"close (\d+)-(\d+)", "no pawn uses the way between two zones", "way"),
    "bar": RuleForm("bar 2", r"bar (\d+)", "no detective enters a zone", "zones"),
    "first move": RuleForm(
        "first move +1",
        r"first move ([+-]1)",
        "the first zone a detective enters on a turn costs more or less",
    ),
    "open decks": RuleForm(
        "open decks except 2",
        r"open decks(?: except (\d+))?",
        "a detective moves between any two zones of a deck for 1 action point, except to and from one zone",
        "zones",
    ),
    "send suspects": RuleForm(
        "send suspects 1-4",
        r"send suspects (\d+)-(\d+)",
        "every suspect in one zone is moved to another",
        "zones",
    ),
    "hold suspects": RuleForm("hold suspects", r"hold suspects", "nobody moves a suspect"),
    "bar suspects": RuleForm(
        "bar suspects 1", r"bar suspects (\d+)", "nobody moves a suspect into a zone", "zones"
    ),
    "call suspects": RuleForm(
        "call suspects 7",
        r"call suspects (\d+)",
        "a suspect who is moved goes any number of zones, to this one",
        "zones",
    ),
    "open cabins": RuleForm(
        "open cabins", r"open cabins", "a cabin is searched even if its suspect is there"
    ),
    "extract": RuleForm("extract -1", r"extract ([+-]1)", "to extract information costs more or less"),
    "question neighbours": RuleForm(
        "question neighbours",
        r"question neighbours",
        "a detective also questions suspects in a neighbouring zone",
    ),
    "no search": RuleForm(
        "no search 7, 8", r"no search (\d+(?:, ?\d+)*)", "no location of some zones is searched", "zones"
    ),
    "move purser": RuleForm(
        "move purser", r"move purser", "at the end of each turn its player moves the purser one zone"
    ),
}
"""The effects that the cards of a deck can have, by the name of each rule."""


@dataclass(frozen=True, slots=True)
class EventCard:
    """An event. ``kind`` is a key of ``CARD_KINDS``, ``zone`` where the purser goes; flavour and effect are prose.

    ``rules`` are lines that say what the effect does in the simulated game, ``None`` if nobody has said.
    """

    kind: Literal["calm-sea", "full-speed", "event"]
    title: str
    zone: int
    flavour: str
    effect: str
    rules: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Deck:
    """Event cards in the order of their file."""

    source: Source
    cards: tuple[EventCard, ...]


FEWEST, MOST = 2, 5
"""How many detectives can play (rulebook, "Setup")."""

PLAYERS = range(FEWEST, MOST + 1)
"""Any number of them."""

CROWDED = 4
"""The number of players from which the card of full speed is left out."""

POINTS = 3
"""The action points of a turn (rulebook, "Player actions")."""

REWARDS: Mapping[str, tuple[int, int]] = {"culprit": (50, 30), "motive": (30, 20), "method": (20, 10)}
"""The points of each element, in the order in which they are written: as first and as second hypothesis."""

FALSE_REVELATION = 10
"""The cost of each false first hypothesis to the detective who made revelations."""

TRUE_REVELATION = 5
"""The cost of each true one to everybody else."""

Quotations = Literal["free", "required"]

LEVELS = ("amateur", "expert")
"""The levels of cases, from easy to hard."""

GAUGES = ("wrong", "essential", "robustness", "proof", "culprit", "ways", "thin", "suppositions", "solved")
"""Figures that an edition may set thresholds for: ``wrong_max = 0.3`` in ``[levels.amateur]``."""

THRESHOLDS = frozenset(f"{gauge}_{end}" for gauge in GAUGES for end in ("min", "max"))
"""The names of such thresholds."""


@dataclass(frozen=True, slots=True)
class Suspect:
    """One of the cast. ``cabin`` is the number of a location."""

    letter: str
    name: str
    cabin: int


@dataclass(frozen=True, slots=True)
class Zone:
    """A part of a deck. ``ways`` are the numbers of the zones one step away."""

    number: int
    name: str
    deck: str = ""
    ways: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Location:
    """A place that can be searched. ``slug`` is its name in formulas, ``zone`` the number of its zone.

    ``text`` is what it is called within a sentence, such as ``the piano bar``; empty if its ``name`` serves there too.
    ``also`` is what else prose calls it.
    """

    number: int
    slug: str
    name: str
    zone: int
    text: str = ""
    also: tuple[str, ...] = ()

    @property
    def called(self) -> str:
        """Its name within a sentence."""
        return self.text or self.name


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic of questions to a suspect."""

    slug: str
    name: str
    question: str = ""


@dataclass(frozen=True, slots=True)
class TableFigures:
    """The figures of the board (rulebook, "Setup" and "End of the case"): ``[table]`` in an edition.

    ``suite`` is the zone of the luxury suite, ``start`` are the zones where pawns begin, ``revelations`` is the zone
    where they are made and ``port`` the space where the ship arrives. ``ship`` and ``buoys`` are the space of the
    ship and the tokens of each player at the start, for 2, 3, 4 and 5 players. ``opening`` are the numbers of the
    locations to go to first ("Useful tips").
    """

    suite: int = 2
    start: tuple[int, ...] = (4, 5, 6, 7, 8, 9)
    revelations: int = 6
    port: int = 10
    ship: tuple[int, ...] = (1, 2, 3, 4)
    buoys: tuple[int, ...] = (5, 4, 3, 2)
    opening: tuple[int, ...] = (13, 14, 23)


@dataclass(frozen=True, slots=True)
class Setting:
    """The names of the board and its pieces: ``[setting]`` in an edition. Empty ones are as ``words/setting.toml`` has them: a ship's.

    ``when`` somebody dies in every case, after "death came"; ``detectives`` are the readers in the subtitle, ``plan`` is the title of the plan, ``in_port`` says where the ship
    arrives, after "is". The others are nouns, all but ``buoy`` and ``buoys`` with their article.
    """

    detectives: str = ""
    place: str = ""
    plan: str = ""
    suite: str = ""
    ship: str = ""
    port: str = ""
    in_port: str = ""
    purser: str = ""
    buoy: str = ""
    buoys: str = ""
    when: str = ""


@dataclass(frozen=True, slots=True)
class Drawings:
    """Pictures in the edition's folder instead of those of a ship: ``[drawings]`` in an edition. Empty ones are casekit's own.

    ``cover`` is on the title page, ``scene`` at the presentation of a case without an illustration, ``emblems`` are those of
    cases without their own, by turns; ``plan`` is under the rooms of the plan. ``ship``, ``purser`` and ``buoy`` are on the pieces.
    """

    cover: str = ""
    scene: str = ""
    plan: str = ""
    ship: str = ""
    purser: str = ""
    buoy: str = ""
    emblems: tuple[str, ...] = ()

    @property
    def named(self) -> tuple[tuple[str, str], ...]:
        """The files that there are, each with its key."""
        alone = ((each.name, getattr(self, each.name)) for each in fields(self) if each.name != "emblems")
        return (*(pair for pair in alone if pair[1]), *(("emblems", name) for name in self.emblems))


@dataclass(frozen=True, slots=True)
class GeneralRule:
    """A rule of all cases: its formula and the sentence that is printed for it."""

    formula: str
    sentence: str = ""


@dataclass(frozen=True)
class Edition:
    """Everything a case takes for granted (``docs/language.md``, "Editions").

    ``file`` is where it was read from, ``None`` for the built-in edition. ``rules`` are general
    rules, ``quotations`` says whether each statement has to quote its paragraph, ``levels`` the thresholds of each level, ``deck`` the event
    cards' file and ``events`` what was read from it, ``table`` the figures of the board, ``setting`` and ``drawings`` what it is called and looks like. ``abbreviations`` are words in capitals that prose may use though they name nobody.
    """

    title: str
    suspects: tuple[Suspect, ...]
    zones: tuple[Zone, ...]
    locations: tuple[Location, ...]
    topics: tuple[Topic, ...]
    language: str = "en"
    rules: tuple[GeneralRule, ...] = ()
    quotations: Quotations = "free"
    abbreviations: tuple[str, ...] = ()
    booklets: tuple[BookletSettings, ...] = ()
    imprint: Imprint = field(default_factory=Imprint)
    levels: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    deck: str = ""
    table: TableFigures = TableFigures()
    setting: Setting = Setting()
    drawings: Drawings = Drawings()
    file: Path | None = None
    events: Deck | None = field(default=None, compare=False)

    @cached_property
    def suspects_by_name(self) -> dict[str, Suspect]:
        """Suspects under their names in capitals."""
        return {suspect.name: suspect for suspect in self.suspects}

    @cached_property
    def locations_by_number(self) -> dict[int, Location]:
        """Locations under their numbers."""
        return {location.number: location for location in self.locations}

    @cached_property
    def locations_by_slug(self) -> dict[str, Location]:
        """Locations under their slugs."""
        return {location.slug: location for location in self.locations}

    @cached_property
    def cabins(self) -> dict[str, Location]:
        """The cabins of the suspects."""
        return {suspect.name: self.locations_by_number[suspect.cabin] for suspect in self.suspects}

    @cached_property
    def topics_by_slug(self) -> dict[str, Topic]:
        """Topics under their slugs."""
        return {topic.slug: topic for topic in self.topics}

    @cached_property
    def paths(self) -> tuple["CasePath", ...]:
        """Every path of a case of this edition, suspects with their topics first, then locations by number."""
        answers = [AnswerPath(suspect.name, topic.slug) for suspect in self.suspects for topic in self.topics]
        places = [PlacePath(location.number) for location in sorted(self.locations, key=lambda at: at.number)]
        return (*answers, *places)

    def about(self, path: "CasePath") -> str:
        """What there is on a path: the question of a topic, or else its name, or the name of a location."""
        if isinstance(path, AnswerPath):
            topic = self.topics_by_slug[path.topic]
            return topic.question or topic.name
        return self.locations_by_number[path.location].name


@dataclass(frozen=True, slots=True, order=True)
class AnswerPath:
    """The path that asks a suspect about a topic."""

    suspect: str
    topic: str

    def __str__(self) -> str:
        return f"{self.suspect} {self.topic}"


@dataclass(frozen=True, slots=True, order=True)
class PlacePath:
    """The path that searches a location, by its number."""

    location: int

    def __str__(self) -> str:
        return f"{self.location:02}"


CasePath = AnswerPath | PlacePath
