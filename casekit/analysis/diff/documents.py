"""Changes between two versions of a document: header, names, and block by block prose and lines of logic."""

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import chain
from typing import TypeVar

from casekit.analysis.diff.document_diff import (
    BlockChange,
    HeaderChange,
    LineChange,
    LogicLine,
    RelatedSentence,
    StretchKind,
    TextChanges,
)
from casekit.analysis.diff.related_sentences import SentenceAt, elsewhere, sentences_of
from casekit.analysis.verbalizer.verbalizer import Verbalizer
from casekit.language.syntax.canonical_form import heading_text, item_lines
from casekit.language.syntax.dialect import (
    Block,
    Comment,
    Dialect,
    FieldNode,
    Heading,
    Item,
    NoteNode,
    ProseNode,
    SyntaxTree,
)
from casekit.values import frozen
from casekit.values.grouping import grouped
from casekit.values.list_comparison import best_pairs, changes

_NAME = re.compile(r"[^\W\d_]\w*(?:-\w+)*")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_MOST_PAIRED = 200
"""Among more new names or lines of a block, none is one that was renamed: something else was written."""

_MOST_COMPARED = 3_000
"""Longer lists are compared from both ends only: the way between takes time that grows with its square."""

K = TypeVar("K", bound=Hashable)


def renames(
    old: Sequence[str], new: Sequence[str], old_names: Iterable[str], new_names: Iterable[str]
) -> dict[str, str]:
    """The new names of what was renamed, by the old ones.

    Args:
        old: the lines of logic of the old version, with headings.
        new: those of the new version.
        old_names: the names that formulas of the old version may use.
        new_names: the names that formulas of the new version may use.
    """
    old_names_by_line = [names_in(line) for line in old]
    new_names_by_line = [names_in(line) for line in new]
    gone_names = _names_of_one_version(old_names_by_line, set(old_names), set(new_names))
    added_names = _names_of_one_version(new_names_by_line, set(new_names), set(old_names))
    if max(len(gone_names), len(added_names)) > _MOST_PAIRED:
        return {}
    names_of_one_version = {*gone_names, *added_names}
    old_uses = [_uses_of(name, old, old_names_by_line, names_of_one_version) for name in gone_names]
    new_uses = [_uses_of(name, new, new_names_by_line, names_of_one_version) for name in added_names]
    pairs = best_pairs(old_uses, new_uses, _part_in_common)
    return {gone_names[index]: added_names[pairs[index]] for index in sorted(pairs)}


def renamed(line: str, names: Mapping[str, str]) -> str:
    """A line of logic under new names; quotations stay."""
    if not names:
        return line
    pieces: list[str] = []
    end_of_last = 0
    for quotation in _QUOTED.finditer(line):
        pieces += [_with_names(line[end_of_last : quotation.start()], names), quotation.group()]
        end_of_last = quotation.end()
    return "".join((*pieces, _with_names(line[end_of_last:], names)))


def names_in(line: str) -> set[str]:
    """The names of a line of logic outside quotations."""
    return set(_NAME.findall(_QUOTED.sub("", line)))


def _with_names(text: str, names: Mapping[str, str]) -> str:
    return _NAME.sub(lambda match: names.get(match.group(), match.group()), text)


def _names_of_one_version(lines: Sequence[set[str]], own: set[str], others: set[str]) -> list[str]:
    """The names that lines use and the other version does not know, in the order of their first use."""
    unknown = own - others
    in_order: dict[str, None] = {}
    for names in lines:
        in_order |= dict.fromkeys(sorted(names & unknown))
    return list(in_order)


def _uses_of(
    name: str, lines: Sequence[str], names_by_line: Sequence[set[str]], names_of_one_version: set[str]
) -> Counter[str]:
    """The lines that use a name, with ``!`` in its place and ``?`` in that of others of one version only."""
    mask = {**dict.fromkeys(names_of_one_version, "?"), name: "!"}
    lines_with_name = [line for line, names in zip(lines, names_by_line, strict=True) if name in names]
    return Counter([_QUOTED.sub("", renamed(line, mask)) for line in lines_with_name])


def _part_in_common(old: Counter[str], new: Counter[str]) -> float:
    """How many of the lines of two names are the same, from 0 to 1."""
    return (old & new).total() / max(old.total(), new.total(), 1)


def stretches(old: Sequence[K], new: Sequence[K]) -> list[tuple[StretchKind, Sequence[K]]]:
    """Two lists as one: the old one is what is not ``new``, the new one what is not ``gone``."""
    merged: list[tuple[StretchKind, Sequence[K]]] = []
    for tag, start, end, first, last in changes(old, new, lambda *lengths: max(lengths) > _MOST_COMPARED):
        if tag == "equal":
            merged.append(("same", old[start:end]))
        else:
            merged += [("gone", old[start:end]), ("new", new[first:last])]
    return [(kind, pieces) for kind, pieces in merged if pieces]


def likeness(old: str, new: str) -> float:
    """How much two lines have in common, from 0 to 1."""
    return SequenceMatcher(
        None, old.split()[:_MOST_COMPARED], new.split()[:_MOST_COMPARED], autojunk=False
    ).ratio()


@frozen(slots=True)
class DiffSide:
    """A version of a document."""

    tree: SyntaxTree
    """Its blocks and lines."""

    dialect: Dialect
    """How its lines are written."""

    names: frozenset[str] = frozenset()
    """The names that its formulas may use."""

    words: Verbalizer | None = None
    """Says its lines in plain words, if the game has any."""

    language: str = ""
    """The language of its prose, as a tag of IETF BCP 47."""


def differences(old: DiffSide, new: DiffSide) -> TextChanges:
    """The differences in the text of a document.

    Layout does not count, and neither do lines in which only names differ that were renamed.
    """
    names = renames(_all_lines(old), _all_lines(new), old.names, new.names)
    return {
        "header": list(_fields(old.tree.header, new.tree.header)),
        "renamed": dict(names),
        "blocks": list(_blocks(old, new, names)),
    }


# --- the header ----------------------------------------------------------------------------------


def _fields(old: Iterable[Item], new: Iterable[Item]) -> Iterator[HeaderChange]:
    """The fields whose values have changed."""
    before, now = _values(old), _values(new)
    for key in dict.fromkeys((*now, *before)):
        if before.get(key) != now.get(key):
            yield {"key": key, "before": before.get(key), "now": now.get(key)}


def _values(header: Iterable[Item]) -> dict[str, str]:
    return {item.key.text: item.value.text for item in header if isinstance(item, FieldNode)}


# --- blocks --------------------------------------------------------------------------------------


@frozen(slots=True)
class _Content:
    """A block of one version, taken apart."""

    heading: str
    """Its heading, under the new names."""

    line: int
    """The line of its heading."""

    words: tuple[str, ...]
    """The words of its prose."""

    lines: tuple[LogicLine, ...]
    """Its lines of logic and its comments."""

    sentences: tuple[SentenceAt, ...] = ()
    """The sentences of its prose."""

    @property
    def body(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Its words and the texts of its lines, by which it is known under another heading."""
        return self.words, tuple(line["text"] for line in self.lines)


def _changed_runs(before: Sequence[str], now: Sequence[str]) -> list[tuple[StretchKind, Sequence[str]]]:
    """Two lists of words as one, if they differ."""
    return stretches(before, now) if before != now else []


def _blocks(old: DiffSide, new: DiffSide, names: Mapping[str, str]) -> Iterator[BlockChange]:
    """The blocks that are new, gone or changed. A gone one is at its line of the old version."""
    new_contents = list(_contents(new, {}))
    old_contents = list(_contents(old, names))
    sentences_by_root = _sentences_by_root(new_contents)
    old_sentences = {text for _, text in _texts_by_heading(old_contents)}
    old_headings = _old_headings_of_moved_sentences(old_contents, new_contents)
    nothing = _Content("", 0, (), ())
    for old_content, new_content in _pairs(old_contents, new_contents):
        before, now = old_content or nothing, new_content or nothing
        runs = _changed_runs(before.words, now.words)
        lines = list(_line_changes(before.lines, now.lines))
        if not runs and not lines and before.heading == now.heading:
            continue
        related: Sequence[RelatedSentence] = []
        if runs:
            related = elsewhere(before.sentences, now.sentences, sentences_by_root, old_sentences)
        yield {
            "before": old_content.heading if old_content else None,
            "now": new_content.heading if new_content else None,
            "line": now.line if new_content else before.line,
            "prose": [{"kind": kind, "text": " ".join(words)} for kind, words in runs],
            "lines": lines,
            "moved_from": _moved_from(now, old_headings) if old_content else [],
            "elsewhere": related,
        }


def _sentences_by_root(contents: Iterable[_Content]) -> dict[str, list[SentenceAt]]:
    """The sentences of blocks by each root that they have a word of."""
    sentences: dict[str, list[SentenceAt]] = {}
    for content in contents:
        for sentence in content.sentences:
            for root in sentence.roots:
                sentences.setdefault(root, []).append(sentence)
    return sentences


def _old_headings_of_moved_sentences(
    old_contents: Iterable[_Content], new_contents: Iterable[_Content]
) -> dict[str, str]:
    """For each sentence that is not in its block any more the heading of that block."""
    new_texts = set(_texts_by_heading(new_contents))
    old_texts = _texts_by_heading(old_contents)
    return {text: heading for heading, text in old_texts if (heading, text) not in new_texts}


def _moved_from(content: _Content, old_headings: Mapping[str, str]) -> list[str]:
    """The headings of the blocks where sentences of a block were before."""
    headings: dict[str, None] = {}
    for sentence in content.sentences:
        if sentence.text in old_headings:
            headings[old_headings[sentence.text]] = None
    return list(headings)


def _texts_by_heading(contents: Iterable[_Content]) -> Iterator[tuple[str, str]]:
    """The sentences of blocks, each with the heading of its block."""
    for content in contents:
        for sentence in content.sentences:
            yield content.heading, sentence.text


def _pairs(
    before: Sequence[_Content], now: Sequence[_Content]
) -> Iterator[tuple[_Content | None, _Content | None]]:
    """Each block of the new version with the one that it was, by heading or by content; then gone ones."""
    unpaired_by_heading = grouped((content.heading, content) for content in before)
    old_block_of: dict[int, _Content] = {}
    for index, content in enumerate(now):
        if unpaired_by_heading.get(content.heading):
            old_block_of[index] = unpaired_by_heading[content.heading].pop(0)
    unpaired = list(chain.from_iterable(unpaired_by_heading.values()))
    for index, content in enumerate(now):
        if index in old_block_of:
            continue
        old_block = next(
            (block for block in unpaired if any(block.body) and block.body == content.body), None
        )
        if old_block is not None:
            old_block_of[index] = old_block
            unpaired.remove(old_block)
    for index, content in enumerate(now):
        yield old_block_of.get(index), content
    gone = set(map(id, unpaired))
    for content in before:
        if id(content) in gone:
            yield content, None


def _line_changes(before: Sequence[LogicLine], now: Sequence[LogicLine]) -> Iterator[LineChange]:
    """Lines that one version lacks, those that are like each other in pairs, and those in another place."""
    old_lines, new_lines = _by_text_and_repetition(before), _by_text_and_repetition(now)
    in_both = old_lines.keys() & new_lines.keys()
    old_order = [key for key in old_lines if key in in_both]
    new_order = [key for key in new_lines if key in in_both]
    in_place = set(
        chain.from_iterable(keys for kind, keys in stretches(old_order, new_order) if kind == "same")
    )
    removed = [line for key, line in old_lines.items() if key not in in_both]
    added = [line for key, line in new_lines.items() if key not in in_both]
    old_line_of = _pair_like_lines(removed, added)
    for key, line in new_lines.items():
        if key in in_both and key not in in_place:
            yield {"before": old_lines[key], "now": line}
        elif key not in in_both:
            yield {"before": old_line_of.get(line["line"]), "now": line}
    paired_numbers = [line["line"] for line in old_line_of.values()]
    for line in removed:
        if line["line"] not in paired_numbers:
            yield {"before": line, "now": None}


def _by_text_and_repetition(lines: Sequence[LogicLine]) -> dict[tuple[str, int], LogicLine]:
    """Lines by their text, and by how often it occurred above."""
    occurrences: Counter[str] = Counter()
    lines_by_key: dict[tuple[str, int], LogicLine] = {}
    for line in lines:
        lines_by_key[line["text"], occurrences[line["text"]]] = line
        occurrences[line["text"]] += 1
    return lines_by_key


def _pair_like_lines(removed: Sequence[LogicLine], added: Sequence[LogicLine]) -> dict[int, LogicLine]:
    """For added lines, by their number, the removed lines that they were: the most alike first."""
    if len(removed) > _MOST_PAIRED or len(added) > _MOST_PAIRED:
        return {}
    pairs = best_pairs([line["text"] for line in removed], [line["text"] for line in added], likeness)
    return {added[new]["line"]: removed[old] for old, new in pairs.items()}


# --- the content of blocks -----------------------------------------------------------------------


def _contents(side: DiffSide, names: Mapping[str, str]) -> Iterator[_Content]:
    """The blocks of a version, taken apart, with lines of logic under new names."""
    for block in side.tree.blocks:
        heading = renamed(heading_text(block.heading, side.dialect), names)
        words: list[str] = []
        for item in block.items:
            if isinstance(item, ProseNode | NoteNode):
                words += item.text.split()
        lines = tuple(_line(item, block.heading, side, names) for item in _logic(block))
        sentences = tuple(sentences_of(block, heading, side.tree, side.language))
        yield _Content(heading, side.tree.source.line_of(block.start), tuple(words), lines, sentences)


def _logic(block: Block) -> list[Item]:
    """The lines of a block that are not prose."""
    return [*block.lead, *(item for item in block.items if not isinstance(item, ProseNode | NoteNode))]


def _line(item: Item, heading: Heading, side: DiffSide, names: Mapping[str, str]) -> LogicLine:
    """A line of logic as it is written, its place, and what it says in plain words, if the game has such."""
    text, plain = _text(item, side.dialect), ""
    if not isinstance(item, Comment):
        text = renamed(text, names)
        plain = side.words.statement(item, heading) if side.words is not None else ""
    return {"text": text, "line": side.tree.source.line_of(item.start), "plain": plain}


def _text(item: Item, dialect: Dialect) -> str:
    """The canonical text of an item, on one line."""
    if isinstance(item, Comment):
        return f"// {item.text}"
    if isinstance(item, FieldNode):
        return f"{item.key.text}: {item.value.text}"
    return " ".join(line.strip() for line in item_lines(item, dialect))


def _all_lines(side: DiffSide) -> list[str]:
    """The headings and lines of logic of a version."""
    lines: list[str] = []
    for block in side.tree.blocks:
        lines.append(heading_text(block.heading, side.dialect))
        lines += [_text(item, side.dialect) for item in _logic(block) if not isinstance(item, Comment)]
    return lines
