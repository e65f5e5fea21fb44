"""A case of Midnight Murder Mysteries, typed and complete enough to be reasoned about and printed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import compress
from typing import Literal

from casekit.diagnostics import Place, Source, Span
from casekit.games.midnight.edition import AnswerPath, CasePath, Edition
from casekit.games.prose.prose_document import ProsePassage, QuotingLine
from casekit.language.formula.nodes import Scope, Sentences
from casekit.model.logic import Apply, Constant, Equal, Formula, Nothing

Level = Literal["amateur", "expert"]
Liar = Literal["may", "never", "must"]
Certainty = Literal["certain", "supported"]
PictureSize = Literal["quarter", "third", "half"]
"""The height that a picture may have, as a part of its page."""


Statement = QuotingLine[CasePath]
"""A line of a paragraph for its reader, or a claim of the solution."""

CasePassage = ProsePassage[CasePath]
"""A block of prose with its statements."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A line of the rules or the truth, or a general rule of the edition, which has no place in the case. ``text`` is its canonical text.

    ``told`` are the words of the presentation that say it, or the sentence printed for a general rule. A ``common`` rule is
    what every reader takes for granted, by the writer's word.
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


@dataclass(frozen=True, slots=True)
class AnswerOption:
    """A motive or a modus operandi that the deduction sheet allows."""

    slug: str
    label: str
    place: Place = field(default_factory=Place, compare=False)


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class Case:
    """A typed case. What the text leaves out is empty here; the checks of completeness report it.

    ``scope`` holds every name that formulas of the case may use. ``accident`` is the label of the motive ``none``,
    ``blocks`` names those of the blocks that occur once which are there, ``headings`` holds the places of their
    headings and ``fields`` those of the header's fields. ``glosses`` are the comments on declared facts: what the
    writer means by them. ``sentences`` are those of facts that are declared with some. ``unplaced`` counts paragraphs that may
    be one of the missing ones under a misspelt heading.
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
    sentences: Mapping[str, Sentences] = field(default_factory=dict)
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
        rules = [(rule.told, rule.text, rule.place) for rule in self.rules if not rule.is_general]
        statements = [one for passage in self.passages for one in passage.statements]
        return (*rules, *((one.quotation, one.text, one.place) for one in statements))

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
        """The true answers to the three questions, as far as lines of the truth give one: ``none`` for no motive."""
        found: dict[str, set[str]] = {}
        for line in self.truth:
            match line.formula:
                case Equal(Apply(function, ()), Constant(value)):
                    found.setdefault(function.name, set()).add(value)
                case Equal(Apply(function, ()), Nothing()):
                    found.setdefault(function.name, set()).add("none")
        elements = (name for name in ("culprit", "motive", "method") if len(found.get(name, ())) == 1)
        return {name: min(found[name]) for name in elements}

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
        return {path: paragraph for paragraph in self.paragraphs for path in paragraph.paths}
