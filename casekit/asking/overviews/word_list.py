"""The words of a document: names with what is printed for them, types, facts and their values."""

import re
import textwrap
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from casekit.language.formula.scope import Scope
from casekit.model.logic import Function

_WORD = re.compile(r"[^\W\d_]+(?:[’'-][^\W\d_]+)*")
_LEAST_COLUMNS = 40


@dataclass(frozen=True, slots=True)
class WritableName:
    """A name as it is written, what is printed for it (empty if it is printed as it is), and what to know about it."""

    written: str
    printed: str = ""
    about: str = ""


@dataclass(frozen=True, slots=True)
class WritableGroup:
    """Names of one kind, and where they may be written."""

    kind: str
    where: str
    names: tuple[WritableName, ...]


@dataclass(frozen=True, slots=True)
class WritableFact:
    """A fact: the types of its arguments, its type (empty for yes or no) and its values, as it is written in a formula."""

    name: str
    arguments: tuple[str, ...]
    type: str
    optional: bool
    values: tuple[str, ...]
    about: str = ""

    @property
    def written(self) -> str:
        """The fact as it is declared."""
        arguments = f"({', '.join(self.arguments)})" if self.arguments else ""
        return f"{self.name}{arguments}" + (f": {self.type}{'?' * self.optional}" if self.type else "")


@dataclass(frozen=True)
class WordList:
    """All that may be written; ``spelling`` are texts whose words a spelling checker is to know, ``people`` names of people."""

    groups: tuple[WritableGroup, ...]
    facts: tuple[WritableFact, ...] = ()
    spelling: tuple[str, ...] = ()
    people: tuple[str, ...] = ()

    def in_words(self, width: int) -> str:
        """The list as text."""
        sections = [_section(group, width) for group in self.groups if group.names]
        if self.facts:
            names = tuple(WritableName(fact.written, "", fact.about) for fact in self.facts)
            sections.append(_section(WritableGroup("facts", "in formulas", names), width))
        return "\n\n".join(sections)

    def as_json(self) -> dict[str, Any]:
        """The list as members of an answer (``schemas/words.schema.json``)."""
        return {
            "groups": [
                {
                    "kind": group.kind,
                    "where": group.where,
                    "names": [
                        {
                            "written": name.written,
                            "printed": name.printed or name.written,
                            "about": name.about,
                        }
                        for name in group.names
                    ],
                }
                for group in self.groups
            ],
            "facts": [
                {
                    "name": fact.name,
                    "written": fact.written,
                    "arguments": list(fact.arguments),
                    "type": fact.type or None,
                    "optional": fact.optional,
                    "values": list(fact.values),
                    "about": fact.about,
                }
                for fact in self.facts
            ],
        }

    @property
    def for_spelling(self) -> "WordList":
        """The same for a spelling checker alone: nothing of it may be written elsewhere."""
        printed = tuple(name.printed for group in self.groups for name in group.names if name.printed)
        return WordList((), (), (*self.spelling, *printed), self.people)

    def dictionary(self, language: str) -> str:
        """A personal dictionary of hunspell: a word per line, in the order of the alphabet.

        People are there in capitals and as others write them, in English with a genitive too.
        """
        printed = (name.printed for group in self.groups for name in group.names)
        words = {word for text in (*printed, *self.spelling) for word in _WORD.findall(text)}
        for person in self.people:
            for form in (person, person.title()):
                parts = _WORD.findall(form)
                words |= {*parts}
                words |= {f"{part}'s" for part in parts} if language.startswith("en") else set()
        return "".join(f"{word}\n" for word in sorted(words, key=lambda word: (word.casefold(), word)))


def merged_lists(lists: Iterable[WordList]) -> WordList:
    """Several lists as one, each name and each fact once."""
    lists = tuple(lists)
    groups: dict[str, WritableGroup] = {}
    for group in (group for each in lists for group in each.groups):
        known = groups.get(group.kind)
        names = (*(known.names if known else ()), *group.names)
        groups[group.kind] = WritableGroup(group.kind, group.where, tuple(dict.fromkeys(names)))
    return WordList(
        tuple(groups.values()),
        tuple(dict.fromkeys(fact for each in lists for fact in each.facts)),
        tuple(dict.fromkeys(text for each in lists for text in each.spelling)),
        tuple(dict.fromkeys(person for each in lists for person in each.people)),
    )


def facts_of(scope: Scope, glosses: Mapping[str, str]) -> Iterator[WritableFact]:
    """The facts that formulas may use, with what the writer says about them."""
    for function in scope.functions:
        yield WritableFact(
            function.name,
            tuple(sort.name for sort in function.arguments),
            function.values.name if function.values else "",
            function.optional,
            _values(function),
            glosses.get(function.name, ""),
        )


def types_of(scope: Scope, without: Collection[str] = ()) -> WritableGroup:
    """The types of quantifiers, and named groups of values."""
    names = [
        WritableName(sort.name, "", f"{' < ' if sort.ordered else ', '}".join(sort.values))
        for sort in scope.sorts
        if sort.name not in without
    ]
    names += [WritableName(name, "", ", ".join(values)) for name, values in scope.groups.items()]
    return WritableGroup("types", "after every, some, no and counts", tuple(names))


def _values(function: Function) -> tuple[str, ...]:
    values = function.values.values if function.values else ()
    return (*values, "none") if function.optional else values


def _section(group: WritableGroup, width: int) -> str:
    """A kind with its names in columns."""
    written = max(len(name.written) for name in group.names)
    printed = max(len(name.printed) for name in group.names)
    lines = [f"{group.kind} ({group.where})"]
    for name in group.names:
        columns = [f"{name.written:{written}}"] + ([f"{name.printed:{printed}}"] if printed else [])
        start = "  " + "  ".join(columns)
        indent = " " * (len(start) + 2)
        about = textwrap.wrap(name.about, max(width - len(indent), _LEAST_COLUMNS), break_long_words=False)
        lines.append(f"{start}  {about[0]}".rstrip() if about else start.rstrip())
        lines += [indent + line for line in about[1:]]
    return "\n".join(lines)
