"""Sentences elsewhere that may have to change with one: they have the words that are gone, or speak of the same.

Nobody has to declare a subject for that: a revision names it. "From York", where it was "from Leeds", is a
slip if another passage has Leeds still; so is a colour, a number, somebody's aunt.
"""

import re
from collections.abc import Iterator, Mapping, Sequence, Set as AbstractSet
from functools import lru_cache
from itertools import pairwise
from math import fsum
from typing import Any, NamedTuple

from casekit.language.suggestions import name_key
from casekit.language.syntax.dialect import Block, ProseNode, SyntaxTree
from casekit.prose.expressions.recognizer import listed_words, numbers_of, sentences, usual_words, words_of
from casekit.values import best_pairs

_WORD = re.compile(r"[^\W_]+")
_ROOT = 6
"""Words that begin with as many of the same letters are forms of one: "dismissed", "dismissal"."""
_SHORT = 4
"""Usual words of at most as many letters are in most sentences."""
_FEW, _RARE, _MANY = 4, 6, 40
"""In at most as many other sentences, words that are gone are telling alone, others show that two sentences speak of the same, and any are looked at."""
_BESIDE = 6
"""Words at most as far from those that changed count twice, those that are gone three times."""
_ENOUGH = 0.45
"""The weight of words that two sentences have in common: of each, one part of the sentences that have it."""
_MOST_CHANGED = 4
"""A passage with more new sentences is another one."""
_FEWEST = 2
"""So is one of more sentences, none of which is as it was."""
_MOST_SHOWN = 4


class SentenceAt(NamedTuple):
    """A sentence of a passage, with its place; its words by their roots, and these with those of two words beside each other, but usual ones."""

    heading: str
    line: int
    text: str
    words: tuple[str, ...]
    roots: AbstractSet[str]


def sentences_of(block: Block, heading: str, tree: SyntaxTree, language: str) -> Iterator[SentenceAt]:
    """The sentences of the prose of a block."""
    speaker = [_root(each) for each in heading.split()[:1] if each.isupper()]
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
                words = tuple(map(_root, _WORD.findall(text)))
                roots = frozenset((*_telling(words, _usual(language)), *speaker))
                yield SentenceAt(heading, line, text, words, roots)


def _root(word: str) -> str:
    return name_key(word)[:_ROOT].removesuffix("s")


@lru_cache(maxsize=4)
def _usual(language: str) -> frozenset[str]:
    """The roots of words that name nothing: short ones, pronouns and negations, but no numbers."""
    known = words_of(language)
    denying = " ".join([known["letters"][each] for each in "-0n"]) if known else ""
    pronouns = " ".join(listed_words(language, "pronouns"))
    short = [word for word in usual_words(language) - numbers_of(language).keys() if len(word) <= _SHORT]
    return frozenset(map(_root, (*short, *_WORD.findall(f"{denying} {pronouns}"))))


def _telling(words: Sequence[str], usual: frozenset[str]) -> Iterator[str]:
    yield from (word for word in words if word not in usual)
    yield from (f"{one} {other}" for one, other in pairwise(words) if not usual.issuperset((one, other)))


Whereabouts = Mapping[str, Sequence[SentenceAt]]
"""The sentences of a document that have each root."""


def elsewhere(
    old: Sequence[SentenceAt], new: Sequence[SentenceAt], having: Whereabouts, known: AbstractSet[str]
) -> Sequence[Mapping[str, Any]]:
    """For each sentence of a passage that changed, those of the new version that may have to change with it; ``known`` are the texts of all old ones.

    They are rows of ``schemas/diff.schema.json``: each has the words that it ``still`` has and the changed
    one has not, or none if it speaks of the same in other words.
    """
    before, after = ({each.text for each in one} for one in (old, new))
    fresh, lost = after - before, before - after
    if len(lost) == len(before) > _FEWEST:
        return []
    # Of a sentence that has moved, its old passage shows what goes with it.
    gone, come = (
        [each for each in old if each.text in lost],
        [each for each in new if each.text in fresh - known],
    )
    shown: dict[SentenceAt, Mapping[str, Any]] = {}
    for was, now in _changed(gone, come):
        for each, still in _related(was, now, having, {was.text, *fresh}, known):
            said = {"heading": each.heading, "line": each.line, "text": each.text}
            shown.setdefault(each, {"still": [*_named(each, still)], **said})
    return [*shown.values()]


def _related(
    was: SentenceAt,
    now: SentenceAt,
    having: Whereabouts,
    but: AbstractSet[str],
    known: AbstractSet[str],
) -> Iterator[tuple[SentenceAt, AbstractSet[str]]]:
    """The sentences that have most in common with one that changed, ``but`` some texts, each with the roots that it still has."""
    roots = sorted(was.roots | now.roots)
    others = {root: [each for each in having.get(root, ()) if each.text not in but] for root in roots}
    gone, come = was.roots - now.roots, now.roots - was.roots
    close = {*_beside(was, gone), *_beside(now, come)}
    few, rare, many = ({root for root in roots if len(others[root]) <= most} for most in (_FEW, _RARE, _MANY))
    found = []
    for each in dict.fromkeys(each for root in roots if root in many for each in others[root]):
        shared = each.roots & many
        shares = ((1 + (root in close) + (root in gone)) / max(2, len(others[root])) for root in shared)
        weight, still = fsum(shares), shared & gone
        is_still = bool(still and (still & few or weight >= _ENOUGH))
        if is_still or (shared & rare - gone and weight >= _ENOUGH and each.text in known):
            found.append((weight + is_still, each, still))
    best = sorted(found, key=lambda row: (-row[0], row[1].line))
    yield from ((each, still) for _, each, still in best[:_MOST_SHOWN])


def _named(sentence: SentenceAt, roots: AbstractSet[str]) -> Iterator[str]:
    """The words of a sentence that have some roots, each once."""
    wanted = {root for pair in roots for root in pair.split()} & sentence.roots
    yield from dict.fromkeys(word for word in _WORD.findall(sentence.text) if _root(word) in wanted)


def _beside(sentence: SentenceAt, changed: AbstractSet[str]) -> Iterator[str]:
    """The roots of the words beside those of a sentence that changed."""
    for at, root in enumerate(sentence.words):
        if root in changed:
            yield from sentence.words[max(0, at - _BESIDE) : at + _BESIDE + 1]


def _changed(
    gone: Sequence[SentenceAt], come: Sequence[SentenceAt]
) -> Iterator[tuple[SentenceAt, SentenceAt]]:
    """Each sentence that changed, before and now; an empty one for one that is new or gone. A passage that is another one now has none."""
    if max(len(gone), len(come)) <= _MOST_CHANGED:
        pairs = best_pairs(gone, come, _likeness)
        none = SentenceAt("", 0, "", (), frozenset())
        yield from ((each, come[pairs[at]] if at in pairs else none) for at, each in enumerate(gone))
        yield from ((none, each) for at, each in enumerate(come) if at not in pairs.values())


def _likeness(one: SentenceAt, other: SentenceAt) -> float:
    return 2 * len(one.roots & other.roots) / max(len(one.roots) + len(other.roots), 1)
