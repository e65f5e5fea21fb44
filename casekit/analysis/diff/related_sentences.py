"""Sentences elsewhere that may have to change with one: they have words that are gone, or speak of the same.

Nobody has to declare a subject for that: a revision names it. "From York", where it was "from Leeds", is a
slip if another passage has Leeds still; so is a colour, a number, somebody's aunt.
"""

import re
from collections.abc import Iterator, Mapping, Sequence, Set as AbstractSet
from functools import lru_cache
from itertools import chain, pairwise
from math import fsum
from typing import Any, NamedTuple

from casekit.language.suggestions import name_key
from casekit.language.syntax.dialect import Block, ProseNode, SyntaxTree
from casekit.prose.expressions.recognizer import listed_words, numbers_of, sentences, usual_words, words_of
from casekit.values.list_comparison import best_pairs

_WORD = re.compile(r"[^\W_]+")
_ROOT = 6
"""Words that begin with as many of the same letters are forms of one: "dismissed", "dismissal"."""
_SHORT = 4
"""Usual words of at most as many letters are in most sentences."""
_FEW, _RARE, _MANY = 4, 6, 40
"""In how many other sentences words may be at most.

In ``_FEW``, words that are gone are telling alone; in ``_RARE``, others show that two sentences speak of the
same; words in more than ``_MANY`` are not looked at.
"""
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
    """A sentence of a passage, with its place.

    ``words`` are its words by their roots; ``roots`` are these, and pairs of words beside each other, but
    usual ones.
    """

    heading: str
    line: int
    text: str
    words: tuple[str, ...]
    roots: AbstractSet[str]


def sentences_of(block: Block, heading: str, tree: SyntaxTree, language: str) -> Iterator[SentenceAt]:
    """The sentences of the prose of a block."""
    speaker = [_root(word) for word in heading.split()[:1] if word.isupper()]
    source = tree.source
    for item in block.items:
        if not isinstance(item, ProseNode):
            continue
        places: list[int] = []
        for start, end in item.pieces:
            places += [start + word.start() for word in re.finditer(r"\S+", source.text[start:end])]
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
    denying = " ".join([known["letters"][kind] for kind in "-0n"]) if known else ""
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
    """For each sentence of a passage that changed, those of the new version that may have to change with it.

    ``known`` are the texts of all old sentences.

    They are rows of ``schemas/diff.schema.json``: each has the words that it ``still`` has and the changed
    one has not, or none if it speaks of the same in other words.
    """
    before = {sentence.text for sentence in old}
    after = {sentence.text for sentence in new}
    fresh, lost = after - before, before - after
    if len(lost) == len(before) > _FEWEST:
        return []
    gone = [sentence for sentence in old if sentence.text in lost]
    # Of a sentence that has moved, its old passage shows what goes with it.
    come = [sentence for sentence in new if sentence.text in fresh - known]
    rows: dict[SentenceAt, Mapping[str, Any]] = {}
    for was, now in _changed(gone, come):
        for sentence, still in _related(was, now, having, {was.text, *fresh}, known):
            if sentence not in rows:
                rows[sentence] = {
                    "still": [*_named(sentence, still)],
                    "heading": sentence.heading,
                    "line": sentence.line,
                    "text": sentence.text,
                }
    return [*rows.values()]


def _related(
    was: SentenceAt,
    now: SentenceAt,
    having: Whereabouts,
    but: AbstractSet[str],
    known: AbstractSet[str],
) -> Iterator[tuple[SentenceAt, AbstractSet[str]]]:
    """The sentences that have most in common with one that changed, each with the roots that it still has.

    Sentences with the texts ``but`` are left out.
    """
    roots = sorted(was.roots | now.roots)
    others: dict[str, list[SentenceAt]] = {}
    for root in roots:
        others[root] = [sentence for sentence in having.get(root, ()) if sentence.text not in but]
    gone, come = was.roots - now.roots, now.roots - was.roots
    close = {*_beside(was, gone), *_beside(now, come)}
    few, rare, many = _at_most(_FEW, others), _at_most(_RARE, others), _at_most(_MANY, others)
    related: list[tuple[float, SentenceAt, AbstractSet[str]]] = []
    for sentence in dict.fromkeys(chain.from_iterable(others[root] for root in many)):
        shared = sentence.roots & set(many)
        shares = ((1 + (root in close) + (root in gone)) / max(2, len(others[root])) for root in shared)
        weight, still = fsum(shares), shared & gone
        is_still = bool(still and (not still.isdisjoint(few) or weight >= _ENOUGH))
        rare_shared = (shared & set(rare)) - gone
        is_about_the_same = rare_shared and weight >= _ENOUGH and sentence.text in known
        if is_still or is_about_the_same:
            related.append((weight + is_still, sentence, still))
    related.sort(key=lambda row: (-row[0], row[1].line))
    for _, sentence, still in related[:_MOST_SHOWN]:
        yield sentence, still


def _at_most(most: int, having: Whereabouts) -> list[str]:
    """The roots that at most this number of sentences have."""
    return [root for root, sentences_with_it in having.items() if len(sentences_with_it) <= most]


def _named(sentence: SentenceAt, roots: AbstractSet[str]) -> Iterator[str]:
    """The words of a sentence that have some roots, each once."""
    single = set(chain.from_iterable(root.split() for root in roots))
    wanted = single & sentence.roots
    yield from dict.fromkeys(word for word in _WORD.findall(sentence.text) if _root(word) in wanted)


def _beside(sentence: SentenceAt, changed: AbstractSet[str]) -> Iterator[str]:
    """The roots of the words beside those of a sentence that changed."""
    for at, root in enumerate(sentence.words):
        if root in changed:
            yield from sentence.words[max(0, at - _BESIDE) : at + _BESIDE + 1]


def _changed(
    gone: Sequence[SentenceAt], come: Sequence[SentenceAt]
) -> Iterator[tuple[SentenceAt, SentenceAt]]:
    """Each sentence that changed, before and now; an empty one for one that is new or gone.

    There are none in a passage that is another one now.
    """
    if max(len(gone), len(come)) > _MOST_CHANGED:
        return
    pairs = best_pairs(gone, come, _likeness)
    none = SentenceAt("", 0, "", (), frozenset())
    for place, sentence in enumerate(gone):
        yield sentence, come[pairs[place]] if place in pairs else none
    for place, sentence in enumerate(come):
        if place not in pairs.values():
            yield none, sentence


def _likeness(one: SentenceAt, other: SentenceAt) -> float:
    return 2 * len(one.roots & other.roots) / max(len(one.roots) + len(other.roots), 1)
