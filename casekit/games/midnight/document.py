"""An edition and a case of it, typed.

An edition is the ship, the cast and the topics that all its cases share, and its deck of event cards.
A case is complete enough to be reasoned about and printed.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import compress
from pathlib import Path
from typing import Literal

from casekit.diagnostics import Place, Source, Span
from casekit.games.midnight.board_figures import ELEMENTS, Deck, TableFigures
from casekit.kit.edition_settings import BookletSettings, Imprint
from casekit.language.formula.nodes import FactSentences, Scope
from casekit.logic.formulas import Apply, Constant, Equal, Formula, Nothing
from casekit.prose.passages import ProsePassage, ProseStatement
from casekit.values import field, fields, frozen, replace
from casekit.values.grouping import grouped

Quotations = Literal["free", "required"]

LEVELS = ("amateur", "expert")
"""The levels of cases, from easy to hard."""

GAUGES = ("wrong", "essential", "robustness", "proof", "culprit", "ways", "thin", "suppositions", "solved")
"""Figures that an edition may set thresholds for: ``wrong_max = 0.3`` in ``[levels.amateur]``."""

THRESHOLDS = frozenset((*(f"{gauge}_min" for gauge in GAUGES), *(f"{gauge}_max" for gauge in GAUGES)))


@frozen(slots=True)
class Suspect:
    """One of the cast. ``cabin`` is the number of a location, ``None`` where nobody has one."""

    letter: str
    name: str
    cabin: int | None = None


@frozen(slots=True)
class Zone:
    """A part of a deck. ``ways`` are the numbers of the zones one step away."""

    number: int
    name: str
    deck: str = ""
    ways: tuple[int, ...] = ()


@frozen(slots=True)
class Location:
    """A place that can be searched. ``slug`` is its name in formulas, ``zone`` the number of its zone.

    ``text`` is what it is called within a sentence, such as ``the piano bar``; empty if its ``name`` serves
    there too. ``also`` is what else prose calls it.
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


@frozen(slots=True)
class Topic:
    """A topic of questions to a suspect."""

    slug: str
    name: str
    question: str = ""


SETTING = frozenset(
    (
        *("detectives", "place", "plan", "suite", "ship", "port", "in_port"),
        *("purser", "buoy", "buoys", "when"),
    )
)
"""The board and its pieces, which ``[setting]`` in an edition may name otherwise.

``words/setting.toml`` has the usual names, those on a ship. ``when`` somebody dies in every case, after
"death came"; ``detectives`` are the readers in the subtitle; ``plan`` is the title of the plan; ``in_port``
says where the ship arrives, after "is". The others are nouns, all but ``buoy`` and ``buoys`` with their
article.
"""


@frozen(slots=True)
class Drawings:
    """Pictures in the edition's folder: ``[drawings]`` in an edition.

    Empty ones are casekit's own: those of a ship, or plain shapes. ``cover`` is on the title page, ``scene``
    at the presentation of a case without an illustration, ``emblems`` are those of cases without their own,
    by turns, and ``plan`` is under the rooms of the plan. ``ship``, ``purser`` and ``buoy`` are on the
    pieces.
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
        keys = [field.name for field in fields(self) if field.name != "emblems"]
        alone = [(key, getattr(self, key)) for key in keys if getattr(self, key)]
        return (*alone, *(("emblems", name) for name in self.emblems))


@frozen(slots=True)
class GeneralRule:
    """A rule of all cases: its formula and the sentence that is printed for it."""

    formula: str
    sentence: str = ""


@frozen
class Edition:
    """Everything a case takes for granted (``docs/language.md``, "Editions").

    ``file`` is where it was read from, ``None`` for the built-in edition. ``rules`` are general rules,
    ``quotations`` says whether each statement has to quote its paragraph, ``levels`` are the thresholds of
    each level, ``deck`` is the file of the event cards and ``events`` what was read from it, ``table`` are
    the figures of the board, ``setting`` and ``drawings`` what it is called and looks like.
    ``abbreviations`` are words in capitals that prose may use though they name nobody.
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
    table: TableFigures = field(default_factory=TableFigures)
    setting: Mapping[str, str] = field(default_factory=dict)
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

    @property
    def is_aboard(self) -> bool:
        """Whether it is set on a ship: what moves along the track has no other name in its ``[setting]``."""
        return "ship" not in self.setting

    @cached_property
    def cabins(self) -> dict[str, Location]:
        """The cabins of the suspects who have one."""
        cabins: dict[str, Location] = {}
        for suspect in self.suspects:
            if suspect.cabin is not None:
                cabins[suspect.name] = self.locations_by_number[suspect.cabin]
        return cabins

    @cached_property
    def topics_by_slug(self) -> dict[str, Topic]:
        """Topics under their slugs."""
        return {topic.slug: topic for topic in self.topics}

    @cached_property
    def paths(self) -> tuple["CasePath", ...]:
        """Every path of a case of this edition: suspects with their topics, then locations by number."""
        answers: list[AnswerPath] = []
        for suspect in self.suspects:
            answers += [AnswerPath(suspect.name, topic.slug) for topic in self.topics]
        numbers = sorted(location.number for location in self.locations)
        return (*answers, *(PlacePath(number) for number in numbers))

    def about(self, path: "CasePath") -> str:
        """The words for a path: the question of a topic, or else its name, or the name of a location."""
        if isinstance(path, AnswerPath):
            topic = self.topics_by_slug[path.topic]
            return topic.question or topic.name
        return self.locations_by_number[path.location].name


@frozen(slots=True, order=True)
class AnswerPath:
    """The path that asks a suspect about a topic."""

    suspect: str
    topic: str

    def __str__(self) -> str:
        return f"{self.suspect} {self.topic}"


@frozen(slots=True, order=True)
class PlacePath:
    """The path that searches a location, by its number."""

    location: int

    def __str__(self) -> str:
        return f"{self.location:02}"


CasePath = AnswerPath | PlacePath


Level = Literal["amateur", "expert"]
Liar = Literal["may", "never", "must"]
Certainty = Literal["certain", "supported"]
PictureSize = Literal["quarter", "third", "half"]
"""The height that a picture may have, as a part of its page."""


Statement = ProseStatement[CasePath]
"""A line of a paragraph for its reader, or a claim of the solution."""

CasePassage = ProsePassage[CasePath]
"""A block of prose with its statements."""


@frozen(slots=True)
class Rule:
    """A line of the rules or the truth, or a general rule of the edition, which has no place in the case.

    ``text`` is its canonical text. ``told`` are the words of the presentation that say it, or the sentence
    printed for a general rule. A ``common`` rule is what every reader takes for granted, by the writer's
    word.
    """

    formula: Formula
    text: str
    place: Place = field(default_factory=Place, compare=False)
    told: str = ""
    common: bool = False

    @property
    def is_general(self) -> bool:
        """Whether it is a rule of the edition."""
        return self.place == Place()


@frozen(slots=True)
class AnswerOption:
    """A motive or a modus operandi that the deduction sheet allows."""

    slug: str
    label: str
    place: Place = field(default_factory=Place, compare=False)


@frozen
class CaseParagraph(ProsePassage[CasePath]):
    """The text of one path, or of several that share it."""

    paths: tuple[CasePath, ...] = ()

    @cached_property
    def name(self) -> str:
        """The paths as they are named in answers: ``KATRINA alibi``, ``13``, ``05, 07``."""
        return ", ".join(str(path) for path in self.paths)

    @property
    def speaker(self) -> str | None:
        """The suspect whose answer it is, ``None`` at a location."""
        first = self.paths[0]
        return first.suspect if isinstance(first, AnswerPath) else None


def answer_in(formula: Formula) -> tuple[str, str] | None:
    """The question of the game that a formula answers, and the answer: ``none`` for no motive."""
    match formula:
        case Equal(Apply(function, ()), Constant(value)) if function.name in ELEMENTS:
            return function.name, value
        case Equal(Apply(function, ()), Nothing()) if function.name in ELEMENTS:
            return function.name, "none"
    return None


@frozen
class Case:
    """A typed case. What the text leaves out is empty here; the checks of completeness report it.

    ``scope`` holds every name that formulas of the case may use. ``accident`` is the label of the motive
    ``none``. Of the blocks that occur once, ``blocks`` names those that are there, and ``headings`` holds
    the places of their headings; ``fields`` holds those of the header's fields. ``glosses`` are the comments
    on declared facts: what the writer means by them. ``sentences`` are those of facts that are declared with
    some. ``unplaced`` counts paragraphs that may be one of the missing ones under a misspelt heading.
    """

    source: Source = field(compare=False)
    edition: Edition
    title: str
    level: Level
    author: str
    victim: str
    liar: Liar
    certainty: Certainty
    motives: tuple[AnswerOption, ...]
    methods: tuple[AnswerOption, ...]
    accident: str
    scope: Scope
    presentation: CasePassage
    rules: tuple[Rule, ...]
    truth: tuple[Rule, ...]
    paragraphs: tuple[CaseParagraph, ...]
    solution: CasePassage
    blocks: frozenset[str]
    headings: Mapping[str, Place] = field(default_factory=dict, compare=False)
    fields: Mapping[str, Place] = field(default_factory=dict, compare=False)
    glosses: Mapping[str, str] = field(default_factory=dict, compare=False)
    illustration: str = ""
    sentences: Mapping[str, FactSentences] = field(default_factory=dict)
    illustration_size: PictureSize = "third"
    emblem: str = ""
    content_notes: str = ""
    unplaced: int = field(default=0, compare=False)

    @property
    def settings(self) -> Edition:
        """Its edition."""
        return self.edition

    @property
    def pictures(self) -> tuple[str, ...]:
        """The files of the pictures that it names, each once."""
        return tuple(dict.fromkeys(filter(None, (self.illustration, self.emblem))))

    @property
    def passages(self) -> tuple[CasePassage, ...]:
        """Everything that is printed: presentation, paragraphs, solution."""
        return (self.presentation, *self.paragraphs, self.solution)

    @property
    def quoting(self) -> tuple[tuple[str, str, Place], ...]:
        """Each rule and statement: the words it quotes, empty if it has none, its logic, and where it is."""
        quoting = [(rule.told, rule.text, rule.place) for rule in self.rules if not rule.is_general]
        for passage in self.passages:
            quoting += [(line.quotation, line.text, line.place) for line in passage.statements]
        return tuple(quoting)

    def keeping(self, kept: Sequence[bool]) -> "Case":
        """The case with those of its passages that are to be kept."""
        return replace(
            self,
            presentation=self.presentation if kept[0] else CasePassage(),
            paragraphs=tuple(compress(self.paragraphs, kept[1:])),
            solution=self.solution if kept[-1] else CasePassage(),
        )

    @cached_property
    def answers(self) -> Mapping[str, str]:
        """The true answers to the three questions that the truth gives; ``none`` for no motive."""
        values = grouped([*filter(None, [answer_in(line.formula) for line in self.truth])])
        return {element: values[element][0] for element in ELEMENTS if len({*values.get(element, ())}) == 1}

    def span(self, place: Place) -> Span:
        """The place of something of this case in its file."""
        return self.source.span(place.start, place.end)

    def field_span(self, key: str) -> Span:
        """The place of a field of the header, or the file's beginning without it."""
        return self.span(self.fields[key]) if key in self.fields else self.source.whole()

    def heading_span(self, block: str) -> Span:
        """The place of the heading of a block that occurs once, or the file's beginning without it."""
        return self.span(self.headings[block]) if block in self.headings else self.source.whole()

    @cached_property
    def paragraph_of(self) -> dict[CasePath, CaseParagraph]:
        """The paragraph each path leads to."""
        paragraph_of: dict[CasePath, CaseParagraph] = {}
        for paragraph in self.paragraphs:
            for path in paragraph.paths:
                paragraph_of[path] = paragraph
        return paragraph_of
