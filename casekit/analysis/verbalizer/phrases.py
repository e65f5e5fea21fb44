"""The words that lines are read back in: those of a document, and those of ``english_and_french.py``."""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal

from casekit.language.formula.nodes import FactSentences, Scope
from casekit.values import field, frozen


@frozen(slots=True)
class Noun:
    """The noun for a value of some type. Only languages with genders ask whether it is ``feminine``."""

    one: str
    many: str
    feminine: bool = False


@frozen
class Lexicon:
    """The words of one document.

    ``values`` are the texts of values within a sentence; of others their names are read. ``nouns`` are those
    of types, ``people`` the types whose values are persons. ``sentences`` belong to functions by name,
    ``exceptions`` to a function with one of its values, ``measures`` to what is counted: ``(value)`` is then
    "at most 2". ``terms`` are the noun phrases of functions without arguments. ``glosses`` are the writer's
    comments on functions.
    """

    scope: Scope
    values: Mapping[str, str] = field(default_factory=dict)
    nouns: Mapping[str, Noun] = field(default_factory=dict)
    people: frozenset[str] = frozenset()
    sentences: Mapping[str, FactSentences] = field(default_factory=dict)
    exceptions: Mapping[tuple[str, str], FactSentences] = field(default_factory=dict)
    measures: Mapping[str, str] = field(default_factory=dict)
    terms: Mapping[str, str] = field(default_factory=dict)
    glosses: Mapping[str, str] = field(default_factory=dict)


Kind = Literal["clause", "and", "or", "implies", "open"]

JOINT = "\0"
"""The place in a text where a phrase is filled in."""

_PAIR = 2
OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "!=", "!=": "="}


@frozen(slots=True)
class VerbalizedClause:
    """A formula in words, and how it can be joined to others.

    ``implies`` and ``open`` ones (a quantifier, with a colon) have no end of their own, so something after
    them would seem to be part of them.
    """

    text: str
    kind: Kind = "clause"

    def closed(self, *joined: Kind) -> str:
        """The text with something after it: in brackets unless it has an end or its kind is ``joined``."""
        return f"({self.text})" if self.kind in {"implies", "open", *joined} else self.text


class Phrases(ABC):
    """The words of one language. Clauses have no capital and no full stop."""

    joints: ClassVar[Sequence[tuple[re.Pattern[str], str]]]
    """Words that meet where a phrase is filled in, and the words that replace them: one article, elisions."""

    clock: ClassVar[Noun]
    """The noun of types whose values are times."""

    said: ClassVar[Mapping[str, str]]
    """Phrases by name, with ``{}`` for what is filled in, which is to fit after a ``JOINT``.

    Denials begin with "not", and forms of feminine nouns end in ", feminine".
    """

    determiners: ClassVar[Mapping[tuple[str, bool], tuple[str, bool]]]
    """For a quantifier as the subject of a clause: its phrase, and whether the clause is then said to be so.

    There is none where the language cannot put it so without a doubt.
    """

    singular: ClassVar[frozenset[int]] = frozenset((1,))
    """The numbers whose nouns are in the singular."""

    def say(self, name: str, *items: object, so: bool = True) -> str:
        """A phrase of the table filled in, or its denial."""
        return self.fitted(self.said[name if so else f"not {name}"].format(*items))

    def fitting(self, name: str, noun: Noun, *items: object, so: bool = True) -> str:
        """The same in the form that goes with a noun."""
        feminine = f"{name}, feminine"
        known = noun.feminine and (feminine if so else f"not {feminine}") in self.said
        return self.say(feminine if known else name, *items, so=so)

    # --- names -----------------------------------------------------------------------------------

    @abstractmethod
    def noun(self, name: str) -> Noun:
        """The noun of a type that a document declares, by its name."""

    def time(self, text: str) -> str:
        """A time, from how formulas have it: ``23:50``."""
        return text

    def named(self, name: str) -> str:
        """A name as words: the marks that join its parts are spaces."""
        return name.replace("_", " ").replace("-", " ").strip()

    # --- noun phrases ----------------------------------------------------------------------------

    def listed(self, items: Sequence[str], joined: Literal["and", "or"]) -> str:
        """Items as a list; there is at least one."""
        *first, last = items
        return f"{', '.join(first)} {self.said[joined]} {last}" if first else last

    @abstractmethod
    def relative(self, sentence: str, noun: Noun, *, person: bool) -> str | None:
        """The value of a function by its sentence, where ``(value)`` is left; ``None`` if there is none."""

    def same_as(self, noun: Noun, other: str) -> str:
        """The value that something else has too."""
        return self.fitting("same", noun, noun.one, other)

    def none_of(self, items: Sequence[str]) -> str | None:
        """The subject or object of a clause that is false of each; ``None`` if the language has none."""
        if "none of" not in self.said:
            return None
        if len(items) == _PAIR:
            return self.say("neither", *items)
        return self.say("none of", self.listed(items, "and"))

    # --- clauses ---------------------------------------------------------------------------------

    def joined(self, parts: Sequence[VerbalizedClause], *, so: bool) -> VerbalizedClause:
        """Clauses that are so together or, if not ``so``, one of which is; one alone stays as it is."""
        *first, last = parts
        if not first:
            return last
        kind: Kind = "and" if so else "or"
        texts = [self._part(each, kind) for each in first]
        ending = self._part(last, kind, last=True)
        # A comma parts clauses that are lists themselves.
        comma = "," if any(re.search(self.said["list"], text) for text in (*texts, ending)) else ""
        return VerbalizedClause(f"{', '.join(texts)}{comma} {self.said[kind]} {ending}", kind)

    def _part(self, clause: VerbalizedClause, kind: Kind, *, last: bool = False) -> str:
        """A clause among others that are joined."""
        if (kind, clause.kind) == ("and", "or"):
            return self.say("either", clause.text)
        if (kind, clause.kind) == ("or", "and"):
            return f"({clause.text})"
        return clause.text if last else clause.closed()

    # --- quantifiers -----------------------------------------------------------------------------

    def headed(self, head: str, body: VerbalizedClause) -> str:
        """A quantifier and what is so for the values that it counts."""
        # Quantifiers that follow each other share a colon.
        shared = body.kind == "open" and body.text.startswith(self.said["for"])
        return f"{head}, {body.text}" if shared else self.say("headed", head, body.text)

    def that_one(self, noun: Noun) -> str:
        """The words for a quantifier's variable after its colon."""
        return self.say("that", noun.one)

    # --- joints ----------------------------------------------------------------------------------

    def fitted(self, text: str) -> str:
        """A text whose joints are filled in, so that all of it fits."""
        for pattern, fitting in self.joints:
            text = pattern.sub(fitting, text)
        return text.replace(JOINT, "")

    def sentence(self, clause: str) -> str:
        """A clause as a sentence of its own."""
        end = "" if clause.endswith((".", "!", "?", "…")) else "."
        return f"{clause[:1].upper()}{clause[1:]}{end}"
