"""A reading of a document: what readers took from its paragraphs (``schemas/reading.schema.json``)."""

from collections.abc import Mapping
from typing import Literal

from casekit.values import field, frozen

PRESENTATION = "presentation"
"""The key of what is read aloud at the start."""

SOLUTION = "solution"
"""The key of the solution."""

WHOLE = "whole prose"
"""The key of the request for pairs of quotations that cannot both be true. No paragraph has such a name."""

Grade = Literal["says", "implies", "suggests"]
"""How surely words give something: expressly, by no other sensible reading, or as a hint."""

GRADES: tuple[Grade, ...] = ("says", "implies", "suggests")
"""All grades, the surest first."""


@frozen(slots=True)
class FreeFact:
    """Something that a reader took and that no formula of the document can say."""

    thing: str
    """The person or thing that it is about: ``the stage manager``."""

    property: str
    """The property that it has: ``cues``."""

    value: str
    """The value of that property: ``the moon``."""

    def __str__(self) -> str:
        return f"{self.thing}, {self.property}: {self.value}"


@frozen(slots=True)
class ReadClaim:
    """Something that a reader took from some words: a formula, a free fact, or an accusation alone."""

    quote: str
    """The words, as they are in the prose."""

    grade: Grade
    """How surely the words give it."""

    formula: str = ""
    """What they give, as a formula of the document; empty if no formula can say it."""

    free: FreeFact | None = None
    """What they give otherwise."""

    said_by: tuple[str, ...] = ()
    """Those whose word it is beside the speaker of the paragraph, outermost first."""

    accuses: str = ""
    """Whom these words alone make a reader suspect of the deed; empty if nobody."""


@frozen(slots=True)
class PassageReading:
    """The claims that one reader took from one paragraph."""

    reader: str
    """The name of the reader."""

    digest: str
    """The digest of the prose that was read (``reading_copy.digest_of``)."""

    context: str = ""
    """The digest of what was beside it: presentation, cast and vocabulary; empty if that is not known."""

    claims: tuple[ReadClaim, ...] = ()
    """What was taken, in the order of the words."""


@frozen(slots=True)
class ClashingWords:
    """Two places of the prose that cannot both be true, in the eyes of a reader."""

    reader: str
    """The name of the reader."""

    quotes: tuple[tuple[str, str], tuple[str, str]]
    """The two places: the key of a paragraph, and words of it."""

    why: str
    """The reason, as a sentence."""


@frozen(slots=True)
class AcceptedWords:
    """Words that the writer has accepted: whatever readers take from them, or do not take, is meant so."""

    path: str
    """The key of the paragraph."""

    quote: str
    """The words."""

    why: str
    """The reason, as a sentence."""


@frozen
class Reading:
    """All that readers took from a document."""

    passages: Mapping[str, tuple[PassageReading, ...]] = field(default_factory=dict)
    """What each reader took from each paragraph, by the key of the paragraph."""

    clashes: tuple[ClashingWords, ...] = ()
    """Pairs of places that cannot both be true."""

    accepted: tuple[AcceptedWords, ...] = ()
    """Words about which nothing is to be reported."""

    @property
    def readers(self) -> tuple[str, ...]:
        """The names of all readers, in the order in which they come up."""
        names: dict[str, None] = {}
        for readings in self.passages.values():
            names |= dict.fromkeys(reading.reader for reading in readings)
        names |= dict.fromkeys(clash.reader for clash in self.clashes)
        return tuple(names)
