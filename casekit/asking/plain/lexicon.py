"""The lexicon of a document: its names of values and sentences of facts, all that its plain words need to know of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from casekit.language.formula.scope import Scope
from casekit.language.sentences import Sentences


@dataclass(frozen=True, slots=True)
class Noun:
    """The noun for a value of some type. Only languages with genders ask whether it is ``feminine``."""

    one: str
    many: str
    feminine: bool = False


@dataclass(frozen=True)
class Lexicon:
    """The words of one document.

    ``language`` is a tag of IETF BCP 47. ``values`` are the texts of values within a sentence; of others their names are
    read. ``nouns`` are those of types, ``people`` the types whose values are persons. ``sentences`` belong to functions by
    name, ``exceptions`` to a function with one of its values, ``measures`` to what is counted: ``(value)`` is then
    "at most 2". ``terms`` are the noun phrases of functions without arguments. ``glosses`` are the writer's comments on
    functions.
    """

    language: str
    scope: Scope
    values: Mapping[str, str] = field(default_factory=dict)
    nouns: Mapping[str, Noun] = field(default_factory=dict)
    people: frozenset[str] = frozenset()
    sentences: Mapping[str, Sentences] = field(default_factory=dict)
    exceptions: Mapping[tuple[str, str], Sentences] = field(default_factory=dict)
    measures: Mapping[str, str] = field(default_factory=dict)
    terms: Mapping[str, str] = field(default_factory=dict)
    glosses: Mapping[str, str] = field(default_factory=dict)
