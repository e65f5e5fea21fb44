"""What a change leaves behind: sentences elsewhere that have the words which are gone, or speak of the same.

Nobody has to declare what they are about: a revision names it. "From York", where it was "from Leeds", is a slip if another passage has
Leeds still; so is a colour, a number, somebody's aunt.
"""

import re
from collections.abc import Iterator, Mapping, Sequence, Set as AbstractSet
from typing import Any, NamedTuple

from casekit.language.document.dialect import Block, ProseNode, SyntaxTree
from casekit.language.spoken.spoken_words import numbers_of, sentences, usual_words
from casekit.values import best_pairs

_WORD = re.compile(r"[^\W_]+")
_ROOT = 6
"""Words that begin with as many of the same letters are forms of one: "dismissed", "dismissal"."""
_RARE, _FEW = 6, 4
"""Words of at most as many sentences show that two speak of the same, and alone that one has what is gone."""
_BESIDE = 6
"""Words at most as far from those that changed count twice."""
_ENOUGH = 0.45
"""The weight of words that two sentences have in common: of each, one part of the sentences that have it."""
_MOST_CHANGED = 4
"""A passage with more new sentences has been written anew."""
_MOST_SHOWN = 3


class Sentence(NamedTuple):
    """A sentence of a passage, with its place and the roots of its words."""

    heading: str
    line: int
    text: str
    roots: AbstractSet[str]


def sentences_of(block: Block, heading: str, tree: SyntaxTree) -> Iterator[Sentence]:
    """The sentences of the prose of a block."""
    for item in block.items:
        if isinstance(item, ProseNode):
            source = tree.source
            places = [
                start + word.start()
                for start, end in item.pieces
                for word in re.finditer(r"\S+", source.text[start:end])
            ]
            for first, last in sentences(item.text):
                text = item.text[first:last].strip()
                line = source.line_of(places[len(item.text[:first].split())] if places else item.start)
                yield Sentence(heading, line, text, frozenset(map(_root, _WORD.findall(text))))


def _root(word: str) -> str:
    return word.casefold()[:_ROOT].removesuffix("s")


Whereabouts = Mapping[str, Sequence[Sentence]]
"""The sentences of a document that have each root."""


def elsewhere(
    old: Sequence[Sentence], new: Sequence[Sentence], having: Whereabouts, language: str
) -> Iterator[Mapping[str, Any]]:
    """For each sentence of a passage that changed, those of the new version that may have to change with it.

    They are rows of ``schemas/diff.schema.json``: each has the words that it ``still`` has and the changed one has not, or none if it
    speaks of the same in other words.
    """
    usual, numbers = (frozenset(map(_root, words)) for words in (usual_words(language), numbers_of(language)))
    before, after = ({each.text for each in one} for one in (old, new))
    fresh, lost = after - before, before - after
    for was, now in _changed(
        [each for each in old if each.text in lost], [each for each in new if each.text in fresh]
    ):
        others = {
            root: [each for each in having.get(root, ()) if each.text not in fresh]
            for root in was.roots | now.roots
        }
        gone, come = was.roots - now.roots, now.roots - was.roots
        close = {*_beside(was, gone), *_beside(now, come)}
        about = {root for root in (was.roots & now.roots) or others if len(others[root]) <= _RARE} - usual
        telling = {root for root in gone - usual if len(others[root]) <= _FEW}
        found = []
        for each in dict.fromkeys(each for root in sorted(about | telling) for each in others[root]):
            still, near = each.roots & gone, each.roots & (about | telling)
            weight = sum((1 + (root in close)) / max(2, len(others[root])) for root in sorted(near))
            is_still = bool(near & telling or still & (numbers | (gone - usual)))
            if is_still or (weight >= _ENOUGH and each.roots.isdisjoint(come - usual)):
                found.append((is_still, weight, each, still - usual or still))
        for is_still, _, each, still in sorted(found, key=lambda row: (not row[0], -row[1], row[2].line))[
            :_MOST_SHOWN
        ]:
            words = [word for word in _WORD.findall(each.text) if is_still and _root(word) in still]
            said = {"heading": each.heading, "line": each.line, "text": each.text}
            yield {"still": [*dict.fromkeys(words)], **said}


def _beside(sentence: Sentence, changed: AbstractSet[str]) -> Iterator[str]:
    """The roots of the words beside those of a sentence that changed."""
    roots = [*map(_root, _WORD.findall(sentence.text))]
    for at, root in enumerate(roots):
        if root in changed:
            yield from roots[max(0, at - _BESIDE) : at + _BESIDE + 1]


def _changed(gone: Sequence[Sentence], come: Sequence[Sentence]) -> Iterator[tuple[Sentence, Sentence]]:
    """Each sentence that changed, before and now; an empty one for one that is new or gone. A passage that was written anew has none."""
    if max(len(gone), len(come)) <= _MOST_CHANGED:
        pairs = best_pairs(gone, come, _likeness)
        none = Sentence("", 0, "", frozenset())
        yield from ((each, come[pairs[at]] if at in pairs else none) for at, each in enumerate(gone))
        yield from ((none, each) for at, each in enumerate(come) if at not in pairs.values())


def _likeness(one: Sentence, other: Sentence) -> float:
    return 2 * len(one.roots & other.roots) / max(len(one.roots) + len(other.roots), 1)
