"""Changes between two versions of a document: header, names, and block by block prose and lines of logic."""

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import chain
from typing import Any, Literal, TypeVar

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


def renames(
    old: Sequence[str], new: Sequence[str], old_names: Iterable[str], new_names: Iterable[str]
) -> dict[str, str]:
    """The new names of what was renamed, by the old ones.

    Args:
        old: the lines of logic of one version, with headings.
        new: those of the other.
        old_names: which names the formulas of the one may use.
        new_names: likewise of the other.
    """
    before = [names_in(line) for line in old]
    after = [names_in(line) for line in new]
    gone = _only(before, set(old_names), set(new_names))
    come = _only(after, set(new_names), set(old_names))
    if max(len(gone), len(come)) > _MOST_PAIRED:
        return {}
    strange = {*gone, *come}
    then = [_masked(old, before, name, strange) for name in gone]
    now = [_masked(new, after, name, strange) for name in come]
    pairs = best_pairs(
        then, now, lambda one, other: (one & other).total() / max(one.total(), other.total(), 1)
    )
    return {gone[at]: come[pairs[at]] for at in sorted(pairs)}


def renamed(line: str, names: Mapping[str, str]) -> str:
    """A line of logic under new names; quotations stay."""
    if not names:
        return line
    pieces, at = [], 0
    for quotation in _QUOTED.finditer(line):
        pieces += [_with_names(line[at : quotation.start()], names), quotation.group()]
        at = quotation.end()
    return "".join((*pieces, _with_names(line[at:], names)))


def names_in(line: str) -> set[str]:
    """The names of a line of logic outside quotations."""
    return set(_NAME.findall(_QUOTED.sub("", line)))


def _with_names(text: str, names: Mapping[str, str]) -> str:
    return _NAME.sub(lambda found: names.get(found.group(), found.group()), text)


def _only(lines: Sequence[set[str]], own: set[str], others: set[str]) -> list[str]:
    """The names that lines use and the other version does not know, in the order of their first use."""
    unknown = own - others
    in_order: dict[str, None] = {}
    for names in lines:
        in_order |= dict.fromkeys(sorted(names & unknown))
    return list(in_order)


def _masked(lines: Sequence[str], names: Sequence[set[str]], name: str, strange: set[str]) -> Counter[str]:
    """The lines that use a name, without it and without whatever else only one version has."""
    mask = {**dict.fromkeys(strange, "?"), name: "!"}
    using = [line for line, used in zip(lines, names, strict=True) if name in used]
    return Counter([_QUOTED.sub("", renamed(line, mask)) for line in using])


Kind = Literal["same", "gone", "new"]
K = TypeVar("K", bound=Hashable)
Json = Mapping[str, Any]

_MOST = 3_000
"""Longer lists are compared from both ends only: the way between takes time that grows with its square."""


def stretches(old: Sequence[K], new: Sequence[K]) -> list[tuple[Kind, Sequence[K]]]:
    """Two lists as one: the old one is what is not ``new``, the new one what is not ``gone``."""
    found: list[tuple[Kind, Sequence[K]]] = []
    for tag, start, end, first, last in changes(old, new, lambda *lengths: max(lengths) > _MOST):
        if tag == "equal":
            found.append(("same", old[start:end]))
        else:
            found += [("gone", old[start:end]), ("new", new[first:last])]
    return [(kind, pieces) for kind, pieces in found if pieces]


def likeness(old: str, new: str) -> float:
    """How much two lines have in common, from 0 to 1."""
    return SequenceMatcher(None, old.split()[:_MOST], new.split()[:_MOST], autojunk=False).ratio()


@frozen(slots=True)
class DiffSide:
    """A version of a document.

    ``names`` are those that its formulas may use; ``words`` say lines in plain words; ``language`` is that of
    its prose.
    """

    tree: SyntaxTree
    dialect: Dialect
    names: frozenset[str] = frozenset()
    words: Verbalizer | None = None
    language: str = ""


def differences(old: DiffSide, new: DiffSide) -> Mapping[str, Any]:
    """The ``header``, ``renamed`` and ``blocks`` that changed, as in ``schemas/diff.schema.json``.

    Layout does not count. ``renamed`` are new names by old ones; lines that differ in nothing else are not
    listed.
    """
    names = renames(_all_lines(old), _all_lines(new), old.names, new.names)
    return {
        "header": list(_fields(old.tree.header, new.tree.header)),
        "renamed": dict(names),
        "blocks": list(_blocks(old, new, names)),
    }


# --- the header ----------------------------------------------------------------------------------


def _fields(old: Iterable[Item], new: Iterable[Item]) -> Iterator[Json]:
    before, now = _values(old), _values(new)
    for key in dict.fromkeys((*now, *before)):
        if before.get(key) != now.get(key):
            yield {"key": key, "before": before.get(key), "now": now.get(key)}


def _values(header: Iterable[Item]) -> dict[str, str]:
    return {item.key.text: item.value.text for item in header if isinstance(item, FieldNode)}


# --- blocks --------------------------------------------------------------------------------------


@frozen(slots=True)
class _Content:
    """A block taken apart: words of prose, lines of logic with comments, and sentences."""

    heading: str
    line: int
    words: tuple[str, ...]
    lines: tuple[Json, ...]
    sentences: tuple[SentenceAt, ...] = ()

    @property
    def body(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return self.words, tuple(line["text"] for line in self.lines)


def _blocks(old: DiffSide, new: DiffSide, names: Mapping[str, str]) -> Iterator[Json]:
    """The blocks that are new, gone or changed. A gone one is at its line of the old version."""
    contents = list(_contents(new, {}))
    having = _sentences_by_root(contents)
    earlier = list(_contents(old, names))
    known = {text for _, text in _texts_by_heading(earlier)}
    gone_from = _gone_from(earlier, contents)
    nothing = _Content("", 0, (), ())
    for was, content in _pairs(earlier, contents):
        before, now = was or nothing, content or nothing
        runs = stretches(before.words, now.words) if before.words != now.words else []
        lines = list(_line_changes(before.lines, now.lines))
        if not runs and not lines and before.heading == now.heading:
            continue
        yield {
            "before": was and was.heading,
            "now": content and content.heading,
            "line": now.line if content else before.line,
            "prose": list(map(_run_as_json, runs)),
            "lines": lines,
            "moved_from": _moved_from(now, gone_from) if was else [],
            "elsewhere": elsewhere(before.sentences, now.sentences, having, known) if runs else [],
        }


def _run_as_json(run: tuple[Kind, Sequence[str]]) -> Json:
    kind, words = run
    return {"kind": kind, "text": " ".join(words)}


def _sentences_by_root(contents: Iterable[_Content]) -> dict[str, list[SentenceAt]]:
    """The sentences of blocks that have each root."""
    having: dict[str, list[SentenceAt]] = {}
    for content in contents:
        for sentence in content.sentences:
            for root in sentence.roots:
                having.setdefault(root, []).append(sentence)
    return having


def _gone_from(earlier: Iterable[_Content], contents: Iterable[_Content]) -> dict[str, str]:
    """The sentences that are not in their blocks any more, each with the heading of its block."""
    said_now = set(_texts_by_heading(contents))
    said_before = _texts_by_heading(earlier)
    return {text: heading for heading, text in said_before if (heading, text) not in said_now}


def _moved_from(content: _Content, gone_from: Mapping[str, str]) -> list[str]:
    """The headings of the blocks where sentences of a block were before."""
    texts = [sentence.text for sentence in content.sentences]
    return list(dict.fromkeys(gone_from[text] for text in texts if text in gone_from))


def _texts_by_heading(contents: Iterable[_Content]) -> Iterator[tuple[str, str]]:
    """The sentences of blocks, each with the heading of its block."""
    for content in contents:
        for sentence in content.sentences:
            yield content.heading, sentence.text


def _pairs(
    before: Sequence[_Content], now: Sequence[_Content]
) -> Iterator[tuple[_Content | None, _Content | None]]:
    """Each block of the new version with the one that it was, by heading or by content; then gone ones."""
    left = grouped((content.heading, content) for content in before)
    partner: dict[int, _Content] = {}
    for index, content in enumerate(now):
        if left.get(content.heading):
            partner[index] = left[content.heading].pop(0)
    rest = list(chain.from_iterable(left.values()))
    for index, content in enumerate(now):
        same = next((block for block in rest if any(block.body) and block.body == content.body), None)
        if index not in partner and same is not None:
            partner[index] = same
            rest.remove(same)
    for index, content in enumerate(now):
        yield partner.get(index), content
    gone = set(map(id, rest))
    for content in before:
        if id(content) in gone:
            yield content, None


def _line_changes(before: Sequence[Json], now: Sequence[Json]) -> Iterator[Json]:
    """Lines that one version lacks, those that are like each other in pairs, and those in another place."""
    gone, come = _numbered(before), _numbered(now)
    in_both = gone.keys() & come.keys()
    ordered = stretches([key for key in gone if key in in_both], [key for key in come if key in in_both])
    in_place = set(chain.from_iterable(keys for kind, keys in ordered if kind == "same"))
    removed = [line for key, line in gone.items() if key not in in_both]
    was = _changed(removed, [line for key, line in come.items() if key not in in_both])
    for key, line in come.items():
        if key in in_both and key not in in_place:
            yield {"before": gone[key], "now": line}
        elif key not in in_both:
            yield {"before": was.get(line["line"]), "now": line}
    paired = [line["line"] for line in was.values()]
    yield from ({"before": line, "now": None} for line in removed if line["line"] not in paired)


def _numbered(lines: Sequence[Json]) -> dict[tuple[str, int], Json]:
    """Lines by their text, and by how often it occurred above."""
    seen: Counter[str] = Counter()
    numbered: dict[tuple[str, int], Json] = {}
    for line in lines:
        numbered[line["text"], seen[line["text"]]] = line
        seen[line["text"]] += 1
    return numbered


def _changed(removed: Sequence[Json], added: Sequence[Json]) -> dict[int, Json]:
    """For lines that are new, by their number, those that they were: the most alike first."""
    if len(removed) > _MOST_PAIRED or len(added) > _MOST_PAIRED:
        return {}
    pairs = best_pairs([one["text"] for one in removed], [one["text"] for one in added], likeness)
    return {added[place]["line"]: removed[at] for at, place in pairs.items()}


# --- the content of blocks -----------------------------------------------------------------------


def _contents(side: DiffSide, names: Mapping[str, str]) -> Iterator[_Content]:
    for block in side.tree.blocks:
        heading = renamed(heading_text(block.heading, side.dialect), names)
        words: list[str] = []
        for item in block.items:
            if isinstance(item, ProseNode | NoteNode):
                words += item.text.split()
        lines = tuple(_line(item, block.heading, side, names) for item in _logic(block))
        spoken = tuple(sentences_of(block, heading, side.tree, side.language))
        yield _Content(heading, side.tree.source.line_of(block.start), tuple(words), lines, spoken)


def _logic(block: Block) -> list[Item]:
    return [*block.lead, *(item for item in block.items if not isinstance(item, ProseNode | NoteNode))]


def _line(item: Item, heading: Heading, side: DiffSide, names: Mapping[str, str]) -> Json:
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
