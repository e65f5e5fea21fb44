"""A document at a glance: its sources in a table, how far it is written, and the words it may use."""

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from casekit.diagnostics import Code, Prose
from casekit.language.formula.nodes import Scope
from casekit.language.suggestions import in_title_form
from casekit.values import frozen, replace

TODO = "TODO"
"""The word that marks prose which is still to be written."""

_DRAFT_PART = 4
"""A document is a draft if at least one of this many of its texts holds ``TODO``."""

_LEAST_ABOUT_COLUMNS = 20
"""The least width of what is written about a part of a draft."""

_LEAST_COLUMNS = 40
"""The least width of a list of words."""

_WORD = re.compile(r"[^\W\d_]+(?:[’'-][^\W\d_]+)*")
"""A word of prose, with its apostrophes and hyphens: ``d'Anna``, ``half-past``."""


# --- sources in a table ---------------------------------------------------------------------------


@frozen(slots=True)
class SourceCell:
    """A source in a table of all of them."""

    source: str
    """Its name in deduction."""

    name: str
    """The name that people call it by."""

    start: int = -1
    """Where its text begins, in characters of the document's text; -1 if it is not written."""

    end: int = -1
    """Where its text ends, in characters too; -1 if it is not written."""

    todo: bool = False
    """Whether it is there and still to be written."""

    @property
    def written(self) -> bool:
        """Whether it is there."""
        return self.start >= 0


@frozen(slots=True)
class SourceRow:
    """Sources that belong together."""

    name: str
    """What they are called."""

    cells: tuple[SourceCell | None, ...]
    """The source in each column; ``None`` where there is none."""


@frozen(slots=True)
class SourceTable:
    """Sources of one kind."""

    title: str
    """What they are called."""

    columns: tuple[str, ...]
    """The headings of the columns. Without any, a row has as many cells as there are, one after the other."""

    rows: tuple[SourceRow, ...]
    """The rows, in the order of the document."""


# --- how far a document is written ----------------------------------------------------------------


@frozen(slots=True)
class ProgressPart:
    """A part of a document: how many of its texts are written, or what it holds."""

    name: str
    """What it is called."""

    written: int = 0
    """How many of its texts are written."""

    total: int = 0
    """How many texts it is to have; 0 if they are not counted."""

    left: tuple[str, ...] = ()
    """The names of the texts that are not written."""

    about: str = ""
    """What it holds, in words; then the names are not shown."""


@frozen
class WritingProgress:
    """How far a document is written."""

    title: str
    """The title of the document."""

    parts: tuple[ProgressPart, ...]
    """Its parts, in order."""

    waiting: int
    """How many texts are there and hold ``TODO``."""

    next: str
    """What the writer is to do next, as a sentence."""

    explained: frozenset[Code]
    """The codes of findings that say no more than that the document is a draft."""

    @property
    def written(self) -> int:
        """How many texts are written."""
        return sum(part.written for part in self.parts)

    @property
    def total(self) -> int:
        """How many texts there are to be."""
        return sum(part.total for part in self.parts)

    @property
    def fresh(self) -> bool:
        """Whether enough is still to do that a list of findings would hide what is next."""
        return bool(self.waiting) and self.waiting * _DRAFT_PART >= self.total

    def in_words(self, file: str, hidden: int, width: int) -> str:
        """The draft as text; ``hidden`` findings are not shown beside it."""
        name_columns = max(len(part.name) for part in self.parts)
        count_columns = max(len(_count(part)) for part in self.parts)
        lines = [f"{file}: {self.title}: a draft, {self.written} of {self.total} texts written"]
        for part in self.parts:
            tick = "x" if 0 < part.total == part.written else " "
            start = f"  {tick} {part.name:{name_columns}}  {_count(part):{count_columns}}"
            about = part.about or (f"to write: {', '.join(part.left)}" if part.left else "")
            about_columns = max(width - len(start) - 2, _LEAST_ABOUT_COLUMNS)
            if about:
                about = textwrap.shorten(about, about_columns, placeholder=" ...")
            lines.append(f"{start}  {about}".rstrip())
        lines += textwrap.wrap(f"Next: {self.next}", width, subsequent_indent="      ")
        if hidden:
            say, them = ("finding says", "it") if hidden == 1 else ("findings say", "them")
            lines.append(f"{hidden} {say} that this is a draft; `casekit check --all {file}` shows {them}.")
        return "\n".join(lines)


def is_written(prose: Sequence[Prose]) -> bool:
    """Whether there is prose and nothing in it is still to do."""
    return bool(prose) and not is_waiting(prose)


def is_waiting(prose: Iterable[Prose]) -> bool:
    """Whether something in prose is still to do."""
    return any(TODO in paragraph.text for paragraph in prose)


def _count(part: ProgressPart) -> str:
    """How many texts of a part are written: ``3 of 8``; empty if they are not counted."""
    return f"{part.written} of {part.total}" if part.total else ""


# --- the words that a document may use ------------------------------------------------------------


@frozen(slots=True)
class WordEntry:
    """A name that a document may use."""

    written: str
    """The name as it is written."""

    printed: str = ""
    """What is printed for it; empty if it is printed as it is written."""

    about: str = ""
    """What to know about it."""


@frozen(slots=True)
class WordGroup:
    """Names of one kind."""

    kind: str
    """What they are called."""

    where: str
    """Where they may be written."""

    names: tuple[WordEntry, ...]
    """The names."""

    in_a_row: bool = False
    """Whether they are listed in one row, because there is nothing to know about them."""


@frozen(slots=True)
class FactSignature:
    """A fact as formulas write it."""

    name: str
    """The name of its function."""

    arguments: tuple[str, ...]
    """The names of the types of its arguments."""

    type: str
    """The name of the type of its values; empty for a fact that is so or not."""

    optional: bool
    """Whether it may have no value."""

    values: tuple[str, ...]
    """Its values."""

    about: str = ""
    """The writer's comment on it."""

    @property
    def written(self) -> str:
        """The fact as it is declared."""
        arguments = f"({', '.join(self.arguments)})" if self.arguments else ""
        if not self.type:
            return f"{self.name}{arguments}"
        question_mark = "?" if self.optional else ""
        return f"{self.name}{arguments}: {self.type}{question_mark}"


@frozen
class WordList:
    """All names that a document may use."""

    groups: tuple[WordGroup, ...]
    """The names, by kind."""

    facts: tuple[FactSignature, ...] = ()
    """The facts that formulas may use."""

    spelling: tuple[str, ...] = ()
    """Texts whose words a spelling checker is to know too."""

    people: tuple[str, ...] = ()
    """The names of people, which a spelling checker is to know in capitals and as others write them."""

    def in_words(self, width: int) -> str:
        """The list as text."""
        sections = [_section(group, width) for group in self.groups if group.names]
        if self.facts:
            names = tuple(WordEntry(fact.written, "", fact.about) for fact in self.facts)
            sections.append(_section(WordGroup("facts", "in formulas", names), width))
        return "\n\n".join(sections)

    def as_json(self) -> dict[str, Any]:
        """The list as members of an answer (``schemas/words.schema.json``)."""
        return {
            "groups": list(map(_group_as_json, self.groups)),
            "facts": list(map(_fact_as_json, self.facts)),
        }

    @property
    def for_spelling(self) -> "WordList":
        """A list for a spelling checker alone, with these words: none of them may be written elsewhere."""
        return WordList((), (), (*self.spelling, *filter(None, self._printed())), self.people)

    def _printed(self) -> Iterator[str]:
        """The printed form of each name, empty for names that are printed as they are written."""
        for group in self.groups:
            for name in group.names:
                yield name.printed

    def dictionary(self, language: str) -> str:
        """A personal dictionary of hunspell: a word per line, in the order of the alphabet.

        People are there in capitals and as others write them, in English with a genitive too.
        """
        words: set[str] = set()
        for text in (*self._printed(), *self.spelling):
            words.update(_WORD.findall(text))
        for person in self.people:
            for form in (person, in_title_form(person)):
                parts = _WORD.findall(form)
                words.update(parts)
                if language.startswith("en"):
                    words.update(f"{part}'s" for part in parts)
        return "".join(f"{word}\n" for word in sorted(words, key=lambda word: (word.casefold(), word)))


def _group_as_json(group: WordGroup) -> dict[str, Any]:
    names: list[dict[str, str]] = []
    for name in group.names:
        row = {"written": name.written, "printed": name.printed or name.written, "about": name.about}
        names.append(row)
    return {"kind": group.kind, "where": group.where, "names": names}


def _fact_as_json(fact: FactSignature) -> dict[str, Any]:
    return {
        "name": fact.name,
        "written": fact.written,
        "arguments": list(fact.arguments),
        "type": fact.type or None,
        "optional": fact.optional,
        "values": list(fact.values),
        "about": fact.about,
    }


def merged_lists(lists: Sequence[WordList]) -> WordList:
    """Several lists as one, each name and each fact once."""
    groups: dict[str, WordGroup] = {}
    facts: dict[FactSignature, None] = {}
    spelling: dict[str, None] = {}
    people: dict[str, None] = {}
    for words in lists:
        for group in words.groups:
            names = list(group.names)
            if group.kind in groups:
                names = [*groups[group.kind].names, *names]
            groups[group.kind] = replace(group, names=tuple(dict.fromkeys(names)))
        facts |= dict.fromkeys(words.facts)
        spelling |= dict.fromkeys(words.spelling)
        people |= dict.fromkeys(words.people)
    return WordList(tuple(groups.values()), tuple(facts), tuple(spelling), tuple(people))


def facts_of(scope: Scope, glosses: Mapping[str, str]) -> Iterator[FactSignature]:
    """The facts that formulas may use, with what the writer says about them."""
    for function in scope.functions:
        values = function.values.values if function.values else ()
        yield FactSignature(
            function.name,
            tuple(sort.name for sort in function.arguments),
            function.values.name if function.values else "",
            function.optional,
            (*values, *(["none"] if function.optional else [])),
            glosses.get(function.name, ""),
        )


def types_of(scope: Scope) -> WordGroup:
    """The types of quantifiers, and named groups of values."""
    names: list[WordEntry] = []
    for sort in scope.sorts:
        separator = " < " if sort.ordered else ", "
        names.append(WordEntry(sort.name, about=separator.join(sort.values)))
    names += [WordEntry(name, about=", ".join(values)) for name, values in scope.groups.items()]
    return WordGroup("types", "after every, some, no and counts", tuple(names))


def reserved_of(scope: Scope) -> WordGroup:
    """The words of the language."""
    words = tuple(WordEntry(word) for word in sorted(scope.reserved))
    return WordGroup("reserved", "no name may be one of these words", words, in_a_row=True)


def _section(group: WordGroup, width: int) -> str:
    """A kind with its names in columns."""
    if group.in_a_row:
        all_names = ", ".join(name.written for name in group.names)
        lines = textwrap.wrap(all_names, max(width - 2, _LEAST_COLUMNS), break_long_words=False)
        return "\n  ".join([f"{group.kind} ({group.where})", *lines])
    written_columns = max(len(name.written) for name in group.names)
    printed_columns = max(len(name.printed) for name in group.names)
    lines = [f"{group.kind} ({group.where})"]
    for name in group.names:
        start = f"  {name.written:{written_columns}}"
        if printed_columns:
            start += f"  {name.printed:{printed_columns}}"
        indent = " " * (len(start) + 2)
        about_columns = max(width - len(indent), _LEAST_COLUMNS)
        first, *others = textwrap.wrap(name.about, about_columns, break_long_words=False) or [""]
        lines.append(f"{start}  {first}".rstrip())
        lines += [indent + line for line in others]
    return "\n".join(lines)
