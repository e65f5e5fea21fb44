"""Sentences elsewhere that may have to change with one: they have words that are gone, or speak of the same.

Nobody has to declare a subject for that: a revision names it. "From York", where it was "from Leeds", is a
slip if another passage has Leeds still; so is a colour, a number, somebody's aunt.
"""

import re
from collections.abc import Iterator, Mapping, Sequence, Set as AbstractSet
from functools import lru_cache
from itertools import chain, pairwise
from math import fsum
from typing import NamedTuple

from casekit.analysis.diff.document_diff import RelatedSentence
from casekit.language.suggestions import name_key
from casekit.language.syntax.dialect import Block, ProseNode, SyntaxTree
from casekit.prose.expressions.recognizer import listed_words, numbers_of, sentences, usual_words, words_of
from casekit.values.list_comparison import best_pairs

_WORD = re.compile(r"[^\W_]+")
_ROOT_LETTERS = 6
"""Words that begin with as many of the same letters are forms of one: "dismissed", "dismissal"."""

_MOST_LETTERS_OF_USUAL_WORDS = 4
"""Usual words of at most as many letters are in most sentences."""

_MOST_SENTENCES_WITH_TELLING_ROOT = 4
"""The most other sentences with a root that is gone, for that root alone to show that one is related."""

_MOST_SENTENCES_WITH_RARE_ROOT = 6
"""The most others that may have a root, for two sentences that share it to be about the same."""

_MOST_SENTENCES_WITH_ROOT = 40
"""Roots that more sentences have are not looked at."""

_WORDS_BESIDE = 6
"""Words at most as far from those that changed count twice, those that are gone three times."""

_LEAST_WEIGHT = 0.45
"""The least weight of words that related sentences share: of each, one part of the sentences that have it."""

_MOST_CHANGED = 4
"""A passage with more new sentences is another one."""

_SENTENCES_OF_SHORT_PASSAGE = 2
"""So is a passage of more sentences than this, if not one of them is as it was."""

_MOST_SHOWN = 4
"""At most this many related sentences are shown for one that changed."""


class SentenceAt(NamedTuple):
    """A sentence of a passage, with its place."""

    heading: str
    """The heading of its block."""

    line: int
    """The line on which it begins."""

    text: str
    """The sentence."""

    words: tuple[str, ...]
    """The roots of all its words, in order."""

    roots: AbstractSet[str]
    """The roots of its words that name something, and of pairs of words beside each other: ``aunt clara``."""


class _RelatedAt(NamedTuple):
    """A sentence that may have to change with another one."""

    sentence: SentenceAt
    """The sentence."""

    still: AbstractSet[str]
    """The roots that it still has, and that are gone from the other one."""


SentencesByRoot = Mapping[str, Sequence[SentenceAt]]
"""The sentences of a document that have each root."""


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
            roots = frozenset((*_naming_roots(words, _usual_roots(language)), *speaker))
            yield SentenceAt(heading, line, text, words, roots)


def _root(word: str) -> str:
    """The part that the forms of a word have in common: ``dismis`` for "dismissed" and for "dismissal"."""
    return name_key(word)[:_ROOT_LETTERS].removesuffix("s")


@lru_cache(maxsize=4)
def _usual_roots(language: str) -> frozenset[str]:
    """The roots of words that name nothing: short ones, pronouns and negations, but no numbers."""
    words = words_of(language)
    negations = " ".join([words["letters"][kind] for kind in "-0n"]) if words else ""
    pronouns = " ".join(listed_words(language, "pronouns"))
    usual = usual_words(language) - numbers_of(language).keys()
    short_words = [word for word in usual if len(word) <= _MOST_LETTERS_OF_USUAL_WORDS]
    return frozenset(map(_root, (*short_words, *_WORD.findall(f"{negations} {pronouns}"))))


def _naming_roots(words: Sequence[str], usual_roots: frozenset[str]) -> Iterator[str]:
    """The roots that are not usual, and pairs of roots beside each other that are not both usual."""
    for word in words:
        if word not in usual_roots:
            yield word
    for word, next_word in pairwise(words):
        if word not in usual_roots or next_word not in usual_roots:
            yield f"{word} {next_word}"


def elsewhere(
    old: Sequence[SentenceAt],
    new: Sequence[SentenceAt],
    sentences_by_root: SentencesByRoot,
    old_texts: AbstractSet[str],
) -> Sequence[RelatedSentence]:
    """The sentences of the new version that may have to change with a passage that changed.

    Args:
        old: the sentences of the passage in the old version.
        new: its sentences in the new version.
        sentences_by_root: all sentences of the new version.
        old_texts: the texts of all sentences of the old version.
    """
    texts_before = {sentence.text for sentence in old}
    texts_now = {sentence.text for sentence in new}
    added, removed = texts_now - texts_before, texts_before - texts_now
    if len(removed) == len(texts_before) > _SENTENCES_OF_SHORT_PASSAGE:
        return []
    removed_sentences = [sentence for sentence in old if sentence.text in removed]
    # Of a sentence that has moved, its old passage shows what goes with it.
    added_sentences = [sentence for sentence in new if sentence.text in added - old_texts]
    rows: dict[SentenceAt, RelatedSentence] = {}
    for before, now in _changed_sentences(removed_sentences, added_sentences):
        own_texts = {before.text, *added}
        for sentence, still in _related(before, now, sentences_by_root, own_texts, old_texts):
            if sentence not in rows:
                rows[sentence] = {
                    "still": [*_words_with_roots(sentence, still)],
                    "heading": sentence.heading,
                    "line": sentence.line,
                    "text": sentence.text,
                }
    return [*rows.values()]


def _related(
    before: SentenceAt,
    now: SentenceAt,
    sentences_by_root: SentencesByRoot,
    own_texts: AbstractSet[str],
    old_texts: AbstractSet[str],
) -> Iterator[_RelatedAt]:
    """The sentences that have most in common with one that changed, without those in its ``own_texts``."""
    others: dict[str, list[SentenceAt]] = {}
    for root in sorted(before.roots | now.roots):
        sentences_with_root = sentences_by_root.get(root, ())
        others[root] = [sentence for sentence in sentences_with_root if sentence.text not in own_texts]
    gone, added = before.roots - now.roots, now.roots - before.roots
    beside_change = {*_roots_beside(before, gone), *_roots_beside(now, added)}
    telling_roots = _roots_of_at_most(_MOST_SENTENCES_WITH_TELLING_ROOT, others)
    rare_roots = _roots_of_at_most(_MOST_SENTENCES_WITH_RARE_ROOT, others)
    roots = _roots_of_at_most(_MOST_SENTENCES_WITH_ROOT, others)
    related: list[tuple[float, _RelatedAt]] = []
    for sentence in dict.fromkeys(chain.from_iterable(others[root] for root in roots)):
        shared = sentence.roots & set(roots)
        weights = [
            (1 + (root in beside_change) + (root in gone)) / max(2, len(others[root])) for root in shared
        ]
        weight = fsum(weights)
        still = shared & gone
        has_gone_words = bool(still and (not still.isdisjoint(telling_roots) or weight >= _LEAST_WEIGHT))
        shares_rare_root = bool((shared & set(rare_roots)) - gone)
        is_about_the_same = shares_rare_root and weight >= _LEAST_WEIGHT and sentence.text in old_texts
        if has_gone_words or is_about_the_same:
            related.append((weight + has_gone_words, _RelatedAt(sentence, still)))
    related.sort(key=lambda entry: (-entry[0], entry[1].sentence.line))
    for _, related_at in related[:_MOST_SHOWN]:
        yield related_at


def _roots_of_at_most(most: int, sentences_by_root: SentencesByRoot) -> list[str]:
    """The roots that at most this number of sentences have."""
    return [
        root for root, sentences_with_root in sentences_by_root.items() if len(sentences_with_root) <= most
    ]


def _words_with_roots(sentence: SentenceAt, roots: AbstractSet[str]) -> Iterator[str]:
    """The words of a sentence that have some roots, each once; a pair of roots stands for both."""
    single_roots = set(chain.from_iterable(root.split() for root in roots)) & sentence.roots
    yield from dict.fromkeys(word for word in _WORD.findall(sentence.text) if _root(word) in single_roots)


def _roots_beside(sentence: SentenceAt, changed: AbstractSet[str]) -> Iterator[str]:
    """The roots of the words near those of a sentence that changed."""
    for index, root in enumerate(sentence.words):
        if root in changed:
            yield from sentence.words[max(0, index - _WORDS_BESIDE) : index + _WORDS_BESIDE + 1]


def _changed_sentences(
    removed: Sequence[SentenceAt], added: Sequence[SentenceAt]
) -> Iterator[tuple[SentenceAt, SentenceAt]]:
    """Each sentence that changed, before and now; an empty one for one that is new or gone.

    There are none in a passage that is another one now.
    """
    if max(len(removed), len(added)) > _MOST_CHANGED:
        return
    pairs = best_pairs(removed, added, _likeness)
    no_sentence = SentenceAt("", 0, "", (), frozenset())
    for index, sentence in enumerate(removed):
        yield sentence, added[pairs[index]] if index in pairs else no_sentence
    for index, sentence in enumerate(added):
        if index not in pairs.values():
            yield no_sentence, sentence


def _likeness(one: SentenceAt, other: SentenceAt) -> float:
    """How many roots two sentences have in common, from 0 to 1."""
    return 2 * len(one.roots & other.roots) / max(len(one.roots) + len(other.roots), 1)
