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
"""Whether each statement has to quote its paragraph."""

Level = Literal["amateur", "expert"]

Liar = Literal["may", "never", "must"]
"""Whether the culprit lies."""

Certainty = Literal["certain", "supported"]
"""Whether readers must be certain of an answer, or hints may support it best."""

PictureSize = Literal["quarter", "third", "half"]
"""The height that a picture may have, as a part of its page."""

LEVELS = ("amateur", "expert")
"""The levels of cases, from easy to hard."""

GAUGES = ("wrong", "essential", "robustness", "proof", "culprit", "ways", "thin", "suppositions", "solved")
"""Figures that an edition may set thresholds for: ``wrong_max = 0.3`` in ``[levels.amateur]``."""

THRESHOLDS = frozenset((*(f"{gauge}_min" for gauge in GAUGES), *(f"{gauge}_max" for gauge in GAUGES)))
"""The names of all thresholds."""

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
class Suspect:
    """One of the cast."""

    letter: str
    """The letter on the pawn."""

    name: str
    """The name in capitals."""

    cabin: int | None = None
    """The number of the location; ``None`` without a cabin."""


@frozen(slots=True)
class Zone:
    """A part of a deck."""

    number: int
    name: str

    deck: str = ""
    """The name of its deck; empty if it is on none."""

    ways: tuple[int, ...] = ()
    """The numbers of the zones one step away."""


@frozen(slots=True)
class Location:
    """A place that can be searched."""

    number: int

    slug: str
    """Its name in formulas."""

    name: str

    zone: int
    """The number of its zone."""

    text: str = ""
    """Its name within a sentence, such as ``the piano bar``; empty if ``name`` serves there too."""

    also: tuple[str, ...] = ()
    """Other names that prose has for it."""

    @property
    def called(self) -> str:
        """Its name within a sentence."""
        return self.text or self.name


@frozen(slots=True)
class Topic:
    """A topic of questions to a suspect."""

    slug: str
    """Its name in headings."""

    name: str

    question: str = ""
    """The question in words; empty if nobody has written it."""


@frozen(slots=True)
class Drawings:
    """Pictures in the edition's folder: ``[drawings]`` in an edition.

    If one is empty, casekit's own is printed: that of a ship, or plain shapes.
    """

    cover: str = ""
    """On the title page."""

    scene: str = ""
    """At the presentation of a case without an illustration."""

    plan: str = ""
    """Under the rooms of the plan."""

    # On the pieces.
    ship: str = ""
    purser: str = ""
    buoy: str = ""

    emblems: tuple[str, ...] = ()
    """Those of cases without their own, by turns."""

    @property
    def named(self) -> tuple[tuple[str, str], ...]:
        """Each file after its key."""
        keys = [field.name for field in fields(self) if field.name != "emblems"]
        single_files = [(key, getattr(self, key)) for key in keys if getattr(self, key)]
        return (*single_files, *(("emblems", name) for name in self.emblems))


@frozen(slots=True)
class GeneralRule:
    """A rule of all cases."""

    formula: str

    sentence: str = ""
    """The sentence that is printed for it; empty if none is."""


@frozen
class Edition:
    """Everything a case takes for granted (``docs/language.md``, "Editions")."""

    title: str
    suspects: tuple[Suspect, ...]
    zones: tuple[Zone, ...]
    locations: tuple[Location, ...]
    topics: tuple[Topic, ...]

    language: str = "en"
    """A language tag of IETF BCP 47."""

    rules: tuple[GeneralRule, ...] = ()
    quotations: Quotations = "free"

    abbreviations: tuple[str, ...] = ()
    """Words in capitals that prose may use though they name nobody."""

    booklets: tuple[BookletSettings, ...] = ()
    imprint: Imprint = field(default_factory=Imprint)

    levels: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    """The thresholds of each level, by their names."""

    deck: str = ""
    """The file of the event cards, seen from the folder of the edition; empty if there are none."""

    table: TableFigures = field(default_factory=TableFigures)
    """The figures of the board."""

    setting: Mapping[str, str] = field(default_factory=dict)
    """What the board and its pieces are called, by the keys of ``SETTING``; usual names are not here."""

    drawings: Drawings = Drawings()

    file: Path | None = None
    """Where it was read from; ``None`` for the built-in edition."""

    events: Deck | None = field(default=None, compare=False)
    """The deck that was read from the file of event cards."""

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


Statement = ProseStatement[CasePath]
"""A line of a paragraph for its reader, or a claim of the solution."""

CasePassage = ProsePassage[CasePath]
"""A block of prose with its statements."""


@frozen(slots=True)
class Rule:
    """A line of the rules or the truth, or a general rule of the edition."""

    formula: Formula

    text: str
    """Its canonical text."""

    place: Place = field(default_factory=Place, compare=False)
    """Where it is in the case; a general rule has the default."""

    told: str = ""
    """The words of the presentation that say it, or the sentence printed for a general rule."""

    common: bool = False
    """Whether every reader takes it for granted, by the writer's word."""

    @property
    def is_general(self) -> bool:
        """Whether it is a rule of the edition."""
        return self.place == Place()


@frozen(slots=True)
class AnswerOption:
    """A motive or a modus operandi that the deduction sheet allows."""

    slug: str
    """Its name in formulas."""

    label: str
    """Its name on the sheet."""

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
    """The element that a formula settles, and its value: ``culprit = ANNA``; ``none`` for no motive.

    ``None`` if the formula settles none.
    """
    match formula:
        case Equal(Apply(function, ()), Constant(value)) if function.name in ELEMENTS:
            return function.name, value
        case Equal(Apply(function, ()), Nothing()) if function.name in ELEMENTS:
            return function.name, "none"
    return None


@frozen
class Case:
    """A typed case. What the text leaves out is empty here; the checks of completeness report it."""

    source: Source = field(compare=False)
    """The text of its file."""

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
    """The label of the motive ``none``."""

    scope: Scope
    """Every name that formulas of the case may use."""

    presentation: CasePassage
    rules: tuple[Rule, ...]
    truth: tuple[Rule, ...]
    paragraphs: tuple[CaseParagraph, ...]
    solution: CasePassage

    blocks: frozenset[str]
    """Which of the blocks that occur once there are."""

    headings: Mapping[str, Place] = field(default_factory=dict, compare=False)
    """The places of their headings."""

    fields: Mapping[str, Place] = field(default_factory=dict, compare=False)
    """The places of the fields of the header."""

    glosses: Mapping[str, str] = field(default_factory=dict, compare=False)
    """The comments on declared facts: what the writer means by them."""

    illustration: str = ""
    """The file of the picture at the presentation; empty if there is none."""

    sentences: Mapping[str, FactSentences] = field(default_factory=dict)
    """The sentences of facts that are declared with some."""

    illustration_size: PictureSize = "third"

    emblem: str = ""
    """The file of the small picture of the case; empty if there is none."""

    content_notes: str = ""

    unplaced: int = field(default=0, compare=False)
    """How many paragraphs may be one of the missing ones under a misspelt heading."""

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
        """The words that each rule and statement quotes, if any, its logic, and its place."""
        quoting = [(rule.told, rule.text, rule.place) for rule in self.rules if not rule.is_general]
        for passage in self.passages:
            quoting += [(line.quotation, line.text, line.place) for line in passage.statements]
        return tuple(quoting)

    def keeping(self, kept: Sequence[bool]) -> "Case":
        """The case with some of its ``passages``; ``kept`` says of each in turn whether it stays."""
        return replace(
            self,
            presentation=self.presentation if kept[0] else CasePassage(),
            paragraphs=tuple(compress(self.paragraphs, kept[1:])),
            solution=self.solution if kept[-1] else CasePassage(),
        )

    @cached_property
    def answers(self) -> Mapping[str, str]:
        """The true answers to the three questions that the truth gives; ``none`` for no motive."""
        settled = [answer_in(line.formula) for line in self.truth]
        values = grouped([answer for answer in settled if answer is not None])
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
