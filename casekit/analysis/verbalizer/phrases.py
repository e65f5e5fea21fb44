"""The words that lines are read back in: those of a document, and those of ``english_and_french.py``."""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal

from casekit.language.formula.nodes import FactSentences, Scope
from casekit.values import field, frozen


@frozen(slots=True)
class Noun:
    """The noun for a value of some type."""

    one: str
    """Its singular, without an article."""

    many: str
    """Its plural."""

    feminine: bool = False
    """Its gender, in languages that have genders."""


@frozen
class Lexicon:
    """The words of one document."""

    scope: Scope
    """The names that its formulas may use."""

    values: Mapping[str, str] = field(default_factory=dict)
    """The texts of values within a sentence, by name; any other value is read as its name."""

    nouns: Mapping[str, Noun] = field(default_factory=dict)
    """The nouns for values, by the name of their type."""

    people: frozenset[str] = frozenset()
    """The names of the types whose values are persons."""

    sentences: Mapping[str, FactSentences] = field(default_factory=dict)
    """The sentences of functions, by name: ``(1) had a key`` for ``key``."""

    exceptions: Mapping[tuple[str, str], FactSentences] = field(default_factory=dict)
    """The sentences of a function with one of its values, by the names of both."""

    measures: Mapping[str, str] = field(default_factory=dict)
    """The sentences of what is counted, by name; ``(value)`` in them becomes "at most 2"."""

    terms: Mapping[str, str] = field(default_factory=dict)
    """The noun phrases of functions without arguments, by name."""

    glosses: Mapping[str, str] = field(default_factory=dict)
    """The writer's comments on functions, by name."""


ClauseKind = Literal["clause", "and", "or", "implies", "open"]
"""What a clause is made of. An ``open`` one begins with a quantifier and a colon."""

JOINT = "\0"
"""The place in a text where a phrase is filled in: it is there while ``joints`` look what meets what.

"she was in the \\0the bar" becomes "she was in the bar".
"""

OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "!=", "!=": "="}
"""For each comparison the one that is true exactly if it is false."""

_PAIR = 2


@frozen(slots=True)
class VerbalizedClause:
    """A formula in words, and how it can be joined to others."""

    text: str
    """Its words, without a capital and without a full stop."""

    kind: ClauseKind = "clause"
    """What it is made of."""

    def closed(self, *ambiguous: ClauseKind) -> str:
        """The text for a place where something follows: in brackets, if that would seem to be part of it.

        ``implies`` and ``open`` clauses have no end of their own; those of the ``ambiguous`` kinds have none
        in this place.
        """
        return f"({self.text})" if self.kind in {"implies", "open", *ambiguous} else self.text


class Phrases(ABC):
    """The words of one language. Clauses have no capital and no full stop."""

    joints: ClassVar[Sequence[tuple[re.Pattern[str], str]]]
    """Words that meet at a ``JOINT``, and their replacement: "the \\0a" is "\\0a", "de \\0le" is "du \\0"."""

    clock: ClassVar[Noun]
    """The noun of types whose values are times."""

    said: ClassVar[Mapping[str, str]]
    """Phrases by name, with ``{}`` for what is filled in; a ``JOINT`` is before what is to fit.

    The names of denials begin with "not", those of the forms for feminine nouns end in ", feminine".
    """

    determiners: ClassVar[Mapping[tuple[str, bool], tuple[str, bool]]]
    """For a quantifier whose variable is the subject of one clause: the phrase that takes its place.

    The key is the quantifier, and whether the clause is affirmed; the value is the name of the phrase, and
    whether the clause is affirmed beside it. ``("every", False): ("not one", True)`` reads "every guest: not,
    the guest had a key" as "no guest had a key". A pair is missing if the language cannot put it so without
    a doubt.
    """

    singular: ClassVar[frozenset[int]] = frozenset((1,))
    """The numbers whose nouns are in the singular."""

    def say(self, name: str, *items: object, holds: bool = True) -> str:
        """A phrase of the table filled in; its denial unless it ``holds``."""
        return self.fitted(self.said[name if holds else f"not {name}"].format(*items))

    def fitting(self, name: str, noun: Noun, *items: object, holds: bool = True) -> str:
        """A phrase filled in as ``say`` does it, in the form for feminine nouns if it has one."""
        feminine_name = f"{name}, feminine"
        has_form = (feminine_name if holds else f"not {feminine_name}") in self.said
        return self.say(feminine_name if noun.feminine and has_form else name, *items, holds=holds)

    # --- names -----------------------------------------------------------------------------------

    @abstractmethod
    def noun(self, name: str) -> Noun:
        """The noun of a type that a document declares, by its name."""

    def time(self, text: str) -> str:
        """A time as it is read, given as formulas have it: ``23:50``."""
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
        """The value of a function as a noun phrase, by its sentence, in which ``(value)`` is left.

        ``ANNA was in (value)`` becomes "the place in which ANNA was". ``None`` if the language cannot turn
        this sentence.
        """

    def same_as(self, noun: Noun, other: str) -> str:
        """The value that something else has too: "the same place as Bruno"."""
        return self.fitting("same", noun, noun.one, other)

    def none_of(self, items: Sequence[str]) -> str | None:
        """The subject or object of a clause that is false of each; ``None`` if the language has none."""
        if "none of" not in self.said:
            return None
        if len(items) == _PAIR:
            return self.say("neither", *items)
        return self.say("none of", self.listed(items, "and"))

    # --- clauses ---------------------------------------------------------------------------------

    def joined(self, parts: Sequence[VerbalizedClause], word: Literal["and", "or"]) -> VerbalizedClause:
        """Clauses joined by a word; a single one stays as it is."""
        *first, last = parts
        if not first:
            return last
        texts = [self._part(clause, word) for clause in first]
        ending = self._part(last, word, last=True)
        # A comma parts clauses that are lists themselves.
        has_lists = any(re.search(self.said["list"], text) for text in (*texts, ending))
        comma = "," if has_lists else ""
        return VerbalizedClause(f"{', '.join(texts)}{comma} {self.said[word]} {ending}", word)

    def _part(self, clause: VerbalizedClause, word: Literal["and", "or"], *, last: bool = False) -> str:
        """A clause among others that are joined by a word."""
        if word == "and" and clause.kind == "or":
            return self.say("either", clause.text)
        if word == "or" and clause.kind == "and":
            return f"({clause.text})"
        return clause.text if last else clause.closed()

    # --- quantifiers -----------------------------------------------------------------------------

    def headed(self, head: str, body: VerbalizedClause) -> str:
        """A quantifier and the clause about the values that it counts: "for every guest: that guest lied"."""
        # Quantifiers that follow each other share a colon.
        shares_colon = body.kind == "open" and body.text.startswith(self.said["for"])
        return f"{head}, {body.text}" if shares_colon else self.say("headed", head, body.text)

    def that_one(self, noun: Noun) -> str:
        """The words for a quantifier's variable after its colon."""
        return self.say("that", noun.one)

    # --- joints ----------------------------------------------------------------------------------

    def fitted(self, text: str) -> str:
        """A text with its phrases filled in after joints, so that the words that meet there fit."""
        for pattern, fitting in self.joints:
            text = pattern.sub(fitting, text)
        return text.replace(JOINT, "")

    def sentence(self, clause: str) -> str:
        """A clause as a sentence of its own."""
        end = "" if clause.endswith((".", "!", "?", "…")) else "."
        return f"{clause[:1].upper()}{clause[1:]}{end}"
