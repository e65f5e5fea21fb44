"""Changes between two versions of a document: header, names, and block by block prose and lines of logic."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Literal

from casekit.asking.versions.renames import renamed, renames
from casekit.language.document.dialect import Dialect
from casekit.language.document.tree import (
    Block,
    Comment,
    FieldNode,
    Heading,
    Item,
    NoteNode,
    ProseNode,
    SyntaxTree,
)

if TYPE_CHECKING:
    from casekit.asking.plain.plain_words import PlainWords


Kind = Literal["same", "gone", "new"]

_MOST = 3_000
"""Longer lists are compared from both ends only: the way between takes time that grows with its square."""


@dataclass(frozen=True, slots=True)
class WordRun:
    """Some pieces that follow each other, and whether both versions have them."""

    kind: Kind
    pieces: tuple[str, ...]


def stretches(old: Sequence[str], new: Sequence[str]) -> Iterator[WordRun]:
    """Two lists as one: the old one is what is not ``new``, the new one what is not ``gone``."""
    head = _common(old, new)
    tail = _common(old[head:][::-1], new[head:][::-1])
    before, after = old[head : len(old) - tail], new[head : len(new) - tail]
    yield from _stretch("same", old[:head])
    if max(len(before), len(after)) > _MOST:
        yield from _stretch("gone", before)
        yield from _stretch("new", after)
    else:
        for tag, start, end, first, last in SequenceMatcher(
            None, before, after, autojunk=False
        ).get_opcodes():
            yield from _stretch("same" if tag == "equal" else "gone", before[start:end])
            yield from _stretch("new", () if tag == "equal" else after[first:last])
    yield from _stretch("same", old[len(old) - tail :] if tail else ())


def likeness(old: str, new: str) -> float:
    """How much two lines have in common, from 0 to 1."""
    return SequenceMatcher(None, old.split()[:_MOST], new.split()[:_MOST], autojunk=False).ratio()


def _stretch(kind: Kind, pieces: Sequence[str]) -> Iterator[WordRun]:
    if pieces:
        yield WordRun(kind, tuple(pieces))


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    """How many pieces at the beginning are alike."""
    count = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        count += 1
    return count


_LIKE = 0.5
"""The part that two lines must have in common to be one line that changed."""

_MOST_PAIRED = 200
"""Among more lines of a block that changed, none is looked for that became another."""


@dataclass(frozen=True, slots=True)
class VersionSide:
    """A version of a document. ``names`` are those that its formulas may use; ``words`` say lines in plain words."""

    tree: SyntaxTree
    dialect: Dialect
    names: frozenset[str] = frozenset()
    words: "PlainWords | None" = None


@dataclass(frozen=True, slots=True)
class LineOf:
    """A line of logic as it is written, its place, and what it says in plain words if the game has such words."""

    text: str
    line: int
    plain: str = ""


@dataclass(frozen=True, slots=True)
class LineChange:
    """A line of logic that is new, gone, changed or in another place; ``None`` where a version does not have it."""

    before: LineOf | None
    now: LineOf | None

    @property
    def marked(self) -> tuple[tuple[str, LineOf], ...]:
        """The line of each version with its mark; of one that is only in another place, that of the new one."""
        if self.before is not None and self.now is not None and self.before.text == self.now.text:
            return (("moved", self.now),)
        return tuple((mark, line) for mark, line in (("-", self.before), ("+", self.now)) if line is not None)


@dataclass(frozen=True, slots=True)
class BlockChange:
    """A block that is new, gone or changed. ``None`` is the heading in a version that does not have it.

    ``prose`` are its words in both versions, empty if they are the same. ``line`` is its place in the new version, or
    where that has it no longer in the old one.
    """

    before: str | None
    now: str | None
    line: int
    prose: tuple[WordRun, ...] = ()
    lines: tuple[LineChange, ...] = ()

    @property
    def heading(self) -> str:
        """Its name now, or its last one."""
        return self.now if self.now is not None else self.before or ""


@dataclass(frozen=True, slots=True)
class Difference:
    """All that changed. ``renamed`` are new names by old ones; lines that differ in nothing else are not listed.

    ``fields`` are those of the header: key, earlier value, present value; ``None`` where a version does not have it.
    """

    fields: tuple[tuple[str, str | None, str | None], ...] = ()
    renamed: Mapping[str, str] = field(default_factory=dict)
    blocks: tuple[BlockChange, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.fields or self.renamed or self.blocks)


def differences(old: VersionSide, new: VersionSide) -> Difference:
    """Compare two versions of a document of one game. Layout does not count."""
    names = renames(_all_lines(old), _all_lines(new), old.names, new.names)
    return Difference(
        tuple(_fields(old.tree.header, new.tree.header)), names, tuple(_blocks(old, new, names))
    )


# --- the header ----------------------------------------------------------------------------------


def _fields(old: Iterable[Item], new: Iterable[Item]) -> Iterator[tuple[str, str | None, str | None]]:
    before, now = (
        {item.key.text: item.value.text for item in header if isinstance(item, FieldNode)}
        for header in (old, new)
    )
    for key in dict.fromkeys((*now, *before)):
        if before.get(key) != now.get(key):
            yield key, before.get(key), now.get(key)


# --- blocks --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Content:
    """A block taken apart: words of prose, and lines of logic with comments."""

    heading: str
    block: Block
    words: tuple[str, ...]
    lines: tuple[LineOf, ...]

    @property
    def body(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return self.words, tuple(line.text for line in self.lines)


def _blocks(old: VersionSide, new: VersionSide, names: Mapping[str, str]) -> Iterator[BlockChange]:
    before, now = list(_contents(old, names)), list(_contents(new, {}))
    partner, unpaired = _pairs(before, now)
    for index, content in enumerate(now):
        place = new.tree.source.line_of(content.block.start)
        was = partner.get(index)
        if was is None:
            yield BlockChange(None, content.heading, place, *_changes(None, content))
            continue
        prose, lines = _changes(was, content)
        if prose or lines or was.heading != content.heading:
            yield BlockChange(was.heading, content.heading, place, prose, lines)
    for content in unpaired:
        place = old.tree.source.line_of(content.block.start)
        yield BlockChange(content.heading, None, place, *_changes(content, None))


def _pairs(before: Sequence[_Content], now: Sequence[_Content]) -> tuple[dict[int, _Content], list[_Content]]:
    """For blocks of the new version those that they were, by heading or else by content; and those that are gone."""
    left: dict[str, list[_Content]] = {}
    for content in before:
        left.setdefault(content.heading, []).append(content)
    partner = {
        index: left[content.heading].pop(0) for index, content in enumerate(now) if left.get(content.heading)
    }
    rest = [content for contents in left.values() for content in contents]
    for index, content in enumerate(now):
        same = next((one for one in rest if any(one.body) and one.body == content.body), None)
        if index not in partner and same is not None:
            partner[index] = same
            rest.remove(same)
    return partner, [content for content in before if any(content is one for one in rest)]


def _changes(
    before: _Content | None, now: _Content | None
) -> tuple[tuple[WordRun, ...], tuple[LineChange, ...]]:
    old_words, new_words = (content.words if content else () for content in (before, now))
    prose = () if old_words == new_words else tuple(stretches(old_words, new_words))
    old_lines, new_lines = (content.lines if content else () for content in (before, now))
    return prose, tuple(_line_changes(old_lines, new_lines))


def _line_changes(before: Sequence[LineOf], now: Sequence[LineOf]) -> Iterator[LineChange]:
    """Lines that one version lacks, those that are like each other in pairs, and those in another place."""
    gone, come = _numbered(before), _numbered(now)
    in_both = gone.keys() & come.keys()
    in_place = _in_place([key for key in gone if key in in_both], [key for key in come if key in in_both])
    removed = [line for key, line in gone.items() if key not in in_both]
    added = [line for key, line in come.items() if key not in in_both]
    was = _changed(removed, added)
    for key, line in come.items():
        if key in in_both and key not in in_place:
            yield LineChange(gone[key], line)
        elif key not in in_both:
            yield LineChange(was.get(line.line), line)
    paired = [line.line for line in was.values()]
    yield from (LineChange(line, None) for line in removed if line.line not in paired)


def _numbered(lines: Sequence[LineOf]) -> dict[tuple[str, int], LineOf]:
    """Lines by their text, and by how often it occurred above."""
    seen: Counter[str] = Counter()
    found = {}
    for line in lines:
        found[line.text, seen[line.text]] = line
        seen[line.text] += 1
    return found


def _in_place(old: Sequence[tuple[str, int]], new: Sequence[tuple[str, int]]) -> set[tuple[str, int]]:
    """The lines that both versions have and that follow each other as before."""
    keys = {f"{text}\0{number}": (text, number) for text, number in old}
    one, other = ([f"{text}\0{number}" for text, number in lines] for lines in (old, new))
    return {
        keys[piece] for stretch in stretches(one, other) if stretch.kind == "same" for piece in stretch.pieces
    }


def _changed(removed: Sequence[LineOf], added: Sequence[LineOf]) -> dict[int, LineOf]:
    """For lines that are new, by their number, those that they were: the most alike first."""
    if len(removed) > _MOST_PAIRED or len(added) > _MOST_PAIRED:
        return {}
    scores = sorted(
        (-likeness(one.text, other.text), place, index)
        for place, one in enumerate(removed)
        for index, other in enumerate(added)
    )
    found: dict[int, LineOf] = {}
    taken: set[int] = set()
    for score, place, index in scores:
        if -score >= _LIKE and place not in taken and added[index].line not in found:
            found[added[index].line] = removed[place]
            taken.add(place)
    return found


# --- the content of blocks -----------------------------------------------------------------------


def _contents(side: VersionSide, names: Mapping[str, str]) -> Iterator[_Content]:
    for block in side.tree.blocks:
        heading = renamed(side.dialect.format_heading(block.heading), names)
        lines = tuple(_line(item, block.heading, side, names) for item in _logic(block))
        yield _Content(heading, block, tuple(_words(block)), lines)


def _words(block: Block) -> Iterator[str]:
    for item in block.items:
        if isinstance(item, ProseNode | NoteNode):
            yield from item.text.split()


def _logic(block: Block) -> Iterator[Item]:
    yield from block.lead
    yield from (item for item in block.items if not isinstance(item, ProseNode | NoteNode))


def _line(item: Item, heading: Heading, side: VersionSide, names: Mapping[str, str]) -> LineOf:
    text = _text(item, side.dialect)
    text = text if isinstance(item, Comment) else renamed(text, names)
    plain = ""
    if side.words is not None and not isinstance(item, Comment):
        plain = side.words.statement(item, heading)
    return LineOf(text, side.tree.source.line_of(item.start), plain)


def _text(item: Item, dialect: Dialect) -> str:
    """The canonical text of an item, on one line."""
    if isinstance(item, Comment):
        return f"// {item.text}"
    if isinstance(item, FieldNode):
        return f"{item.key.text}: {item.value.text}"
    return " ".join(line.strip() for line in dialect.format_item(item))


def _all_lines(side: VersionSide) -> list[str]:
    """The headings and lines of logic of a version."""
    return [
        text
        for block in side.tree.blocks
        for text in (
            side.dialect.format_heading(block.heading),
            *(_text(item, side.dialect) for item in _logic(block) if not isinstance(item, Comment)),
        )
    ]
