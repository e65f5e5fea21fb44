"""A corrected manuscript merged into the text of its case, paragraph by paragraph, by the marks.

Of a corrected paragraph only the lines change that have other words, wrapped as the formatter wraps them.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Literal

from casekit.diagnostics import Finding, Source, Span, codes
from casekit.language.syntax import canonical_form, tree_builder
from casekit.language.syntax.dialect import Block, ProseNode, SyntaxTree
from casekit.manuscripts.allowed_markup import SIGN, STRUCTURES
from casekit.manuscripts.manuscript_parts import Manuscript, ReturnedManuscript, ReturnedText, SentParagraph
from casekit.manuscripts.styled_words import (
    BREAK,
    MANUSCRIPT,
    NEXT,
    ManuscriptMark,
    StyledWord,
    digest_of,
    head_mark,
    in_style_of_the_case,
    joined,
    rendered,
    space_between,
    words_of_prose,
    words_of_runs,
)
from casekit.prose.markup import styled_runs
from casekit.values import frozen, replace
from casekit.values.list_comparison import changes


@frozen(slots=True)
class Replacement:
    """A new text for the characters of a source from ``start`` to ``end``."""

    start: int
    end: int
    text: str


@frozen(slots=True)
class _Placed:
    """A word and the piece of the old paragraph that it is to be in."""

    word: StyledWord
    piece: int


def _reworded(
    manuscript: Manuscript, node: ProseNode, wanted: Sequence[StyledWord], *, whole: bool
) -> tuple[Replacement, ...]:
    """The replacements that give a paragraph other words.

    Lines of logic and comments between its lines stay where they are, and so do pieces between them that do
    not change, unless the ``whole`` paragraph is to be written.
    """
    shown = (
        tree_builder.prose_text(manuscript.source.text[start:end].replace("\r", " "))
        for start, end in node.pieces
    )
    ends = [*accumulate(len(text) + 1 for text in shown)]
    found = zip(words_of_prose(node.text), _starts(node.text), strict=True)
    before = [_Placed(word, bisect_right(ends, start)) for word, start in found]
    after = _matched(before, wanted, manuscript)
    pieces = node.pieces
    old, new = (_texts(words, len(pieces)) for words in (before, after))
    changed = [piece for piece, texts in enumerate(new) if texts != old[piece] or whole]
    return tuple(_replacement(manuscript.source, pieces[piece], new[piece]) for piece in changed)


def _starts(prose: str) -> Iterator[int]:
    """Where each word of prose begins, to the letter."""
    at = 0
    for word in words_of_prose(prose):
        for letter in word.letters:
            at = prose.index(letter, at) + len(letter)
        yield at - 1


def _matched(
    before: Sequence[_Placed], wanted: Sequence[StyledWord], manuscript: Manuscript
) -> list[_Placed]:
    """The wanted words, each in the piece that it belongs in.

    Where they are the same, they are as they were written.
    """
    opcodes = changes(
        [each.word.key for each in before],
        [word.key for word in wanted],
        lambda old, new: old * new > _MOST_PAIRS,
    )
    placed: list[_Placed] = []
    for tag, first, last, start, end in opcodes:
        for number in range(start, end):
            word = wanted[number]
            space = space_between(wanted[number - 1], word, manuscript.language) if number else ""
            if tag == "equal":
                old = before[first + number - start]
                same = number > start and word.space != BREAK
                placed.append(_Placed(replace(old.word, space=old.word.space if same else space), old.piece))
                continue
            fresh = replace(in_style_of_the_case(word, typographic=manuscript.typographic), space=space)
            old = before[max(0, first - 1)]
            if last > first:
                old = before[first + (number - start) * (last - first) // (end - start)]
                if old.word.plain_key == fresh.plain_key and len(old.word.letters) == len(fresh.letters):
                    # Only its style is new.
                    fresh = replace(fresh, letters=old.word.letters)
            placed.append(_Placed(fresh, old.piece))
    return placed


_MOST_PAIRS = 4_000_000
"""Texts with more pairs of words to compare are not aligned between their first and last difference."""


def _texts(words: Sequence[_Placed], pieces: int) -> list[list[str]]:
    """For each piece the paragraphs that its words make."""
    by_piece: list[list[str]] = [[] for _ in range(pieces)]
    for placed, text in zip(words, rendered([placed.word for placed in words]), strict=True):
        paragraphs = by_piece[placed.piece]
        if not paragraphs or placed.word.space == BREAK:
            paragraphs.append(text)
        else:
            paragraphs[-1] += (placed.word.space or " ") + text
    return by_piece


def _replacement(source: Source, piece: tuple[int, int], paragraphs: Sequence[str]) -> Replacement:
    """New lines for a piece.

    Its indentation and the white space after it stay, unless nothing is left of it.
    """
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
    lines = (end_of_line * 2).join(end_of_line.join(canonical_form.prose_lines(each)) for each in paragraphs)
    return Replacement(start, end, lines + kept)


Outcome = Literal["merged", "same", "newer", "conflict", "gone", "unreadable"]
"""``newer``: only the case has changed since.

``gone``: changed in the manuscript, and no longer in the case.
"""


@frozen
class ParagraphMerge:
    """The fate of a paragraph of a manuscript: its text there, and in the case if it is still there."""

    name: str
    outcome: Outcome
    theirs: str
    ours: str = ""
    node: ProseNode | None = None


@frozen
class Merge:
    """The fate of each paragraph, and the text of the case with the changes that can be made."""

    fates: tuple[ParagraphMerge, ...]
    text: str

    def of(self, *outcomes: Outcome) -> tuple[ParagraphMerge, ...]:
        """The paragraphs with some outcomes."""
        return tuple(fate for fate in self.fates if fate.outcome in outcomes)


def damage_of(returned: ReturnedManuscript, manuscript: Manuscript, place: Span) -> Iterator[Finding]:
    """Findings that keep a manuscript from being merged.

    It is of another case, or not all marks are there that were sent out, each once and with a text.
    """
    messages = ["the mark of the manuscript, in its first lines, is not there"]
    if returned.head is not None:
        marks = [text.mark for text in returned.texts]
        file = returned.head.name.removeprefix(MANUSCRIPT).strip()
        complete = head_mark(file, marks).digest == returned.head.digest
        if other := _is_other(file, marks, manuscript, complete=complete):
            yield codes.OTHER_MANUSCRIPT.at(
                place,
                f"this is a manuscript of {other} as it is not here: hardly a paragraph is that of {manuscript.source.name}",
                hint=f"name the case that it was written from, or {_NEW_ONE}",
            )
            return
        messages = _damages(returned, manuscript, complete=complete)
    hint = f"put headings and grey lines back as they were, each on a line of its own, or {_NEW_ONE}"
    for message in messages:
        yield codes.DAMAGED_MARKS.at(place, message, hint=hint)


def unknown_markup(returned: ReturnedManuscript, manuscript: Manuscript, place: Span) -> Iterator[Finding]:
    """Findings on markup in corrected prose that prose does not have, and that would be printed or lost.

    A paragraph that comes back as it was sent out has none, however it was written; and what a text has
    already may be there as often as it is.
    """
    corrected = {text.mark.name for text in returned.texts if _is_corrected(text, manuscript)}
    left = {name: _signs(manuscript.by_mark.get(name), manuscript.language) for name in corrected}
    for unknown in returned.markup:
        if unknown.where not in corrected:
            continue
        if left[unknown.where][unknown.markup] > 0:
            left[unknown.where][unknown.markup] -= 1
            continue
        what = unknown.markup if unknown.markup in STRUCTURES.values() else f'"{unknown.markup}"'
        yield codes.UNKNOWN_MARKUP.at(
            place,
            f'prose has no markup such as {what}, which is in {unknown.where}: "{unknown.around}"',
            hint="remove it; put a backslash before each character that is to be printed, or write a comment"
            " as `{>>comment<<}`",
        )


def _is_corrected(text: ReturnedText, manuscript: Manuscript) -> bool:
    """Whether a text differs from the one that was sent out and from that of the case."""
    sent = manuscript.by_mark.get(text.mark.name)
    known = {text.mark.digest} | ({sent.mark.digest} if sent else set())
    return digest_of(words_of_runs(text.paragraphs)) not in known


def _signs(sent: SentParagraph | None, language: str) -> Counter[str]:
    """How often a paragraph has each sign that other programs take for markup."""
    text = "".join(run.text for run in styled_runs(sent.node.text, language)) if sent else ""
    return Counter(sign.group() for sign in SIGN.finditer(text))


_NEW_ONE = "write a new manuscript with `casekit proofread out` and make the corrections in it"


def _damages(returned: ReturnedManuscript, manuscript: Manuscript, *, complete: bool) -> list[str]:
    counts = Counter(text.mark.name for text in returned.texts)
    doubled = [name for name, count in counts.items() if count > 1]
    lost = [name for name in manuscript.by_mark if name not in counts]
    empty = [text.mark.name for text in returned.texts if not words_of_runs(text.paragraphs)]
    damages: list[str] = []
    if not complete and not doubled:
        damages += [f"the mark of {name} is not there" for name in lost]
        if not lost:
            # It is the mark of a paragraph that the case has no more.
            damages.append("a mark is not there")
    damages += [f"the mark of {name} is there more than once" for name in doubled]
    damages += [f'a mark or heading is within a paragraph: "{text}"' for text in returned.damaged]
    damages += [f"there is no text below the mark of {name}" for name in empty]
    if not returned.ended:
        damages.append("the heading at the end is not there: the manuscript is cut off")
    return damages


def _is_other(file: str, marks: Sequence[ManuscriptMark], manuscript: Manuscript, *, complete: bool) -> str:
    """The file that a manuscript is of, if it is not of this case."""
    known = manuscript.by_mark
    alike = sum(mark.name in known and known[mark.name].mark.digest == mark.digest for mark in marks)
    if file == manuscript.file:
        # If a file is a different one now, hardly a paragraph is left.
        return file if complete and not alike and len(marks) > _FEW and known else ""
    return "" if alike * 2 > len(marks) else file


_FEW = 2


def merge(returned: ReturnedManuscript, manuscript: Manuscript) -> Merge:
    """Merge what is not damaged. Where both sides have changed, the case stays as it is."""
    words = {text.mark.name: words_of_runs(text.paragraphs) for text in returned.texts}
    fates = [_fate(text, words[text.mark.name], manuscript) for text in returned.texts]
    fates = list(_already_split(fates, words, manuscript))
    by_mark = manuscript.by_mark
    lost: set[str] = set()
    replacements: list[Replacement] = []
    for fate in fates:
        if fate.outcome == "merged":
            changes = _changes(manuscript, by_mark[fate.name], words[fate.name])
            if changes is None:
                lost.add(fate.name)
            else:
                replacements += changes
    fates = [replace(fate, outcome="unreadable") if fate.name in lost else fate for fate in fates]
    return Merge(tuple(fates), _applied(manuscript.source.text, replacements))


def _fate(text: ReturnedText, words: Sequence[StyledWord], manuscript: Manuscript) -> ParagraphMerge:
    name, returned = text.mark.name, digest_of(words)
    sent = manuscript.by_mark.get(name)
    wanted = _prose([in_style_of_the_case(word, typographic=manuscript.typographic) for word in words])
    if sent is None:
        return ParagraphMerge(name, "same" if returned == text.mark.digest else "gone", wanted)
    today = sent.mark.digest
    changed: Outcome = "merged" if today == text.mark.digest else "conflict"
    unchanged: Mapping[str, Outcome] = {text.mark.digest: "newer", today: "same"}
    return ParagraphMerge(name, unchanged.get(returned, changed), wanted, _prose(sent.words), sent.node)


def _already_split(
    fates: Iterable[ParagraphMerge], words: Mapping[str, Sequence[StyledWord]], manuscript: Manuscript
) -> Iterator[ParagraphMerge]:
    """The same, but for parts that have the text of the manuscript already under other numbers."""
    merged: set[str] = set()
    for part in manuscript.parts:
        names = [name for name in words if name == part.name or name.startswith(f"{part.name} (")]
        returned: list[str] = []
        count = 0
        for name in names:
            returned += [word.key.removeprefix(NEXT) for word in words[name]]
            count += 1 + sum(word.space == BREAK for word in words[name])
        today: list[str] = []
        for paragraph in part.paragraphs:
            today += [word.key for word in paragraph.words]
        if returned == today and count == len(part.paragraphs):
            merged.update(names)
    for fate in fates:
        yield replace(fate, outcome="same") if fate.name in merged else fate


def _changes(
    manuscript: Manuscript, sent: SentParagraph, words: Sequence[StyledWord]
) -> tuple[Replacement, ...] | None:
    """The replacements for a paragraph by which it is read as it was wanted; ``None`` if there are none."""
    for whole in (False, True):
        changes = _reworded(manuscript, sent.node, words, whole=whole)
        if digest_of(_read_again(manuscript.source, sent, changes)) == digest_of(words):
            return changes
    return None


def _read_again(
    source: Source, sent: SentParagraph, changes: Sequence[Replacement]
) -> tuple[StyledWord, ...]:
    """The words of the lines that a paragraph would have."""
    paragraphs: list[str] = []
    for start, end in sent.node.pieces:
        unchanged = Replacement(start, end, source.text[start:end])
        piece = next((change for change in changes if change.start <= start < change.end), unchanged)
        first, *others = piece.text.replace("\r", "").split("\n\n")
        if paragraphs and first.strip():
            paragraphs[-1] += f" {tree_builder.prose_text(first)}"
        elif first.strip():
            paragraphs.append(tree_builder.prose_text(first))
        paragraphs += [tree_builder.prose_text(other) for other in others]
    return joined(map(words_of_prose, paragraphs))


def _applied(text: str, changes: Iterable[Replacement]) -> str:
    for change in sorted(changes, key=lambda change: change.start, reverse=True):
        text = text[: change.start] + change.text + text[change.end :]
    return text


def _prose(words: Sequence[StyledWord]) -> str:
    """Words as a case has them, with a blank line between paragraphs."""
    parts: list[str] = []
    for word, text in zip(words, rendered(words), strict=True):
        parts += ["\n\n" if word.space == BREAK else " " if parts else "", text]
    return "".join(parts)


def same_but_for_prose(before: SyntaxTree, after: SyntaxTree) -> bool:
    """Whether two trees differ in nothing but the words and the number of their prose paragraphs."""
    return before.header == after.header and [_bare(block) for block in before.blocks] == [
        _bare(block) for block in after.blocks
    ]


def _bare(block: Block) -> Block:
    return replace(block, items=tuple(item for item in block.items if not isinstance(item, ProseNode)))
