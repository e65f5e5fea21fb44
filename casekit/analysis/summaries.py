"""A document at a glance: its sources in a table, how far it is written, and the words it may use."""

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from casekit.diagnostics import Code, Prose
from casekit.language.formula.nodes import Scope
from casekit.language.suggestions import in_title_form
from casekit.values import frozen, replace


@frozen(slots=True)
class SourceCell:
    """A source: its name in deduction, what people call it, and where its text is.

    ``start`` and ``end`` are characters of the document's text, -1 for a source that is not written. ``todo``
    if it is there and still to be written.
    """

    source: str
    name: str
    start: int = -1
    end: int = -1
    todo: bool = False

    @property
    def written(self) -> bool:
        """Whether it is there."""
        return self.start >= 0


@frozen(slots=True)
class SourceRow:
    """Sources that belong together, one for each column; ``None`` where there is none."""

    name: str
    cells: tuple[SourceCell | None, ...]


@frozen(slots=True)
class SourceTable:
    """Sources of one kind. Without ``columns`` the cells of a row follow each other, as many as there are."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[SourceRow, ...]


TODO = "TODO"
_FRESH = 4
"""A document is a draft if at least one of this many of its parts holds nothing but what is to do."""


@frozen(slots=True)
class ProgressPart:
    """A part of a document: how many of its texts are written, and which are not; or what it holds."""

    name: str
    written: int = 0
    total: int = 0
    left: tuple[str, ...] = ()
    about: str = ""


@frozen
class WritingProgress:
    """How far a document is.

    ``waiting`` texts are there and hold ``TODO``. Findings of the codes ``explained`` say no more than that.
    """

    title: str
    parts: tuple[ProgressPart, ...]
    waiting: int
    next: str
    explained: frozenset[Code]

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
        return bool(self.waiting) and self.waiting * _FRESH >= self.total

    def in_words(self, file: str, hidden: int, width: int) -> str:
        """The draft as text; ``hidden`` findings are not shown beside it."""
        names = max(len(part.name) for part in self.parts)
        counts = max(len(_count(part)) for part in self.parts)
        lines = [f"{file}: {self.title}: a draft, {self.written} of {self.total} texts written"]
        for part in self.parts:
            start = f"  {'x' if 0 < part.total == part.written else ' '} {part.name:{names}}  {_count(part):{counts}}"
            rest = part.about or (f"to write: {', '.join(part.left)}" if part.left else "")
            room = max(width - len(start) - 2, 20)
            shown = textwrap.shorten(rest, room, placeholder=" ...") if rest else ""
            lines.append(f"{start}  {shown}".rstrip())
        lines += textwrap.wrap(f"Next: {self.next}", width, subsequent_indent="      ")
        if hidden:
            lines.append(
                f"{hidden} findings say that this is a draft; `casekit check --all {file}` shows them."
            )
        return "\n".join(lines)


def is_written(prose: Sequence[Prose]) -> bool:
    """Whether there is prose and nothing in it is still to do."""
    return bool(prose) and not is_waiting(prose)


def is_waiting(prose: Iterable[Prose]) -> bool:
    """Whether something in prose is still to do."""
    return any(TODO in paragraph.text for paragraph in prose)


def _count(part: ProgressPart) -> str:
    return f"{part.written} of {part.total}" if part.total else ""


_WORD = re.compile(r"[^\W\d_]+(?:[’'-][^\W\d_]+)*")
_LEAST_COLUMNS = 40


@frozen(slots=True)
class WordEntry:
    """A name as it is written, what is printed for it, and what to know about it.

    ``printed`` is empty if the name is printed as it is written.
    """

    written: str
    printed: str = ""
    about: str = ""


@frozen(slots=True)
class WordGroup:
    """Names of one kind, and where they may be written.

    Those ``in_a_row`` have nothing but their names to show.
    """

    kind: str
    where: str
    names: tuple[WordEntry, ...]
    in_a_row: bool = False


@frozen(slots=True)
class FactSignature:
    """A fact as formulas write it: the types of its arguments, its type and its values.

    ``type`` is empty for facts that are so or not.
    """

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


@frozen
class WordList:
    """All that may be written.

    A spelling checker is to know the words of the texts in ``spelling``, and the names of ``people``.
    """

    groups: tuple[WordGroup, ...]
    facts: tuple[FactSignature, ...] = ()
    spelling: tuple[str, ...] = ()
    people: tuple[str, ...] = ()

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
        """The same for a spelling checker alone: nothing of it may be written elsewhere."""
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
            known = groups.get(group.kind)
            names = (*(known.names if known else ()), *group.names)
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
    names = [
        WordEntry(sort.name, "", f"{' < ' if sort.ordered else ', '}".join(sort.values))
        for sort in scope.sorts
    ]
    names += [WordEntry(name, "", ", ".join(values)) for name, values in scope.groups.items()]
    return WordGroup("types", "after every, some, no and counts", tuple(names))


def reserved_of(scope: Scope) -> WordGroup:
    """The words of the language."""
    words = tuple(WordEntry(word) for word in sorted(scope.reserved))
    return WordGroup("reserved", "no name may be one of these words", words, in_a_row=True)


def _section(group: WordGroup, width: int) -> str:
    """A kind with its names in columns."""
    if group.in_a_row:
        listed = ", ".join(name.written for name in group.names)
        lines = textwrap.wrap(listed, max(width - 2, _LEAST_COLUMNS), break_long_words=False)
        return "\n  ".join([f"{group.kind} ({group.where})", *lines])
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
