"""A corrected paragraph put in the place of the old one: only its lines change, wrapped as the formatter wraps them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from casekit.diagnostics import Source
from casekit.language.document.canonical import prose_lines
from casekit.language.document.document_builder import prose_text
from casekit.language.document.tree import ProseNode
from casekit.manuscripts.styled_words import (
    BREAK,
    StyledWord,
    in_style_of_the_case,
    rendered,
    space_between,
    words_of_prose,
)


@dataclass(frozen=True, slots=True)
class CaseStyle:
    """How the prose of a case is written: its language, and whether it has the quotation marks of this language."""

    language: str
    typographic: bool


@dataclass(frozen=True, slots=True)
class Replacement:
    """A new text for the characters of a source from ``start`` to ``end``."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class _Placed:
    """A word and the piece of the old paragraph that it is to be in."""

    word: StyledWord
    piece: int


def reworded(
    source: Source, node: ProseNode, wanted: Sequence[StyledWord], prose: CaseStyle, *, whole: bool = False
) -> tuple[Replacement, ...]:
    """The replacements that give a paragraph other words.

    Lines of logic and comments between its lines stay where they are, and so do pieces between them that do not change,
    unless the ``whole`` paragraph is to be written.
    """
    before = _placed(source, node)
    after = _matched(before, wanted, prose)
    old, new = (_texts(words, len(node.pieces)) for words in (before, after))
    found = []
    for piece, texts in enumerate(new):
        if texts != old[piece] or whole:
            found.append(_replacement(source, node.pieces[piece], texts))
    return tuple(found)


def _placed(source: Source, node: ProseNode) -> list[_Placed]:
    """The words of a paragraph, each with the piece that it is in."""
    lengths = [len(prose_text(source.text[start:end].replace("\r", " "))) for start, end in node.pieces]
    ends, at = [], 0
    for length in lengths:
        at += length + 1
        ends.append(at)
    placed, at = [], 0
    for word, start in zip(words_of_prose(node.text), _starts(node.text), strict=True):
        while start >= ends[at]:
            at += 1
        placed.append(_Placed(word, at))
    return placed


def _starts(prose: str) -> Iterator[int]:
    """Where each word of prose begins, to the letter."""
    at = 0
    for word in words_of_prose(prose):
        for letter in word.letters:
            at = prose.index(letter, at) + len(letter)
        yield at - 1


def _matched(before: Sequence[_Placed], wanted: Sequence[StyledWord], prose: CaseStyle) -> list[_Placed]:
    """The wanted words: as they were written where they are the same, each in the piece that it belongs in."""
    opcodes = _opcodes([each.word.key for each in before], [word.key for word in wanted])
    found: list[_Placed] = []
    for tag, first, last, start, end in opcodes:
        for number in range(start, end):
            word = wanted[number]
            space = space_between(wanted[number - 1], word, prose.language) if number else ""
            if tag == "equal":
                old = before[first + number - start]
                same = number > start and word.space != BREAK
                found.append(_Placed(replace(old.word, space=old.word.space if same else space), old.piece))
                continue
            fresh = replace(in_style_of_the_case(word, typographic=prose.typographic), space=space)
            if last > first:
                old = before[first + (number - start) * (last - first) // (end - start)]
                found.append(_Placed(_in_another_style(old.word, fresh), old.piece))
            else:
                found.append(_Placed(fresh, before[max(0, first - 1)].piece))
    return found


_MOST_PAIRS = 4_000_000
"""Texts with more pairs of words to compare are not aligned between their first and last difference."""


def _opcodes(old: Sequence[str], new: Sequence[str]) -> list[tuple[str, int, int, int, int]]:
    """How one list of words becomes another, as ``difflib`` says it."""
    shorter = min(len(old), len(new))
    head = next((at for at in range(shorter) if old[at] != new[at]), shorter)
    tail = next((at for at in range(shorter - head) if old[-1 - at] != new[-1 - at]), shorter - head)
    left, right = old[head : len(old) - tail], new[head : len(new) - tail]
    found: list[tuple[str, int, int, int, int]] = [("equal", 0, head, 0, head)]
    if len(left) * len(right) > _MOST_PAIRS:
        found.append(("replace", head, head + len(left), head, head + len(right)))
    else:
        middle = SequenceMatcher(None, left, right, autojunk=False).get_opcodes()
        found += [(tag, a + head, b + head, c + head, d + head) for tag, a, b, c, d in middle]
    ends = (len(old) - tail, len(old), len(new) - tail, len(new))
    return [*found, ("equal", *ends)]


def _in_another_style(old: StyledWord, word: StyledWord) -> StyledWord:
    """A new word, with the letters of the old one if only its style is new."""
    same = old.plain_key == word.plain_key and len(old.letters) == len(word.letters)
    return replace(word, letters=old.letters) if same else word


def _texts(words: Sequence[_Placed], pieces: int) -> list[list[str]]:
    """For each piece the paragraphs that its words make."""
    found: list[list[str]] = [[] for _ in range(pieces)]
    texts = rendered([each.word for each in words])
    for each, text in zip(words, texts, strict=True):
        paragraphs = found[each.piece]
        if not paragraphs or each.word.space == BREAK:
            paragraphs.append(text)
        else:
            paragraphs[-1] += (each.word.space or " ") + text
    return found


def _replacement(source: Source, piece: tuple[int, int], paragraphs: Sequence[str]) -> Replacement:
    """New lines for a piece; its indentation and the white space after it stay, unless nothing is left of it."""
    start, end = piece
    text = source.text
    line_end = text.find("\n", start)
    end_of_line = "\r\n" if text[:line_end].endswith("\r") and line_end > 0 else "\n"
    if not paragraphs:
        start = text.rfind("\n", 0, start) + 1
        behind = text.find("\n", end)
        return Replacement(start, len(text) if behind < 0 else behind + 1, "")
    body = text[start:end]
    kept = body[len(body.rstrip()) :]
    lines = (end_of_line * 2).join(end_of_line.join(prose_lines(each)) for each in paragraphs)
    return Replacement(start, end, lines + kept)
