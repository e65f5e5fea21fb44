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
from casekit.manuscripts.manuscript_marks import MANUSCRIPT, ManuscriptMark, head_mark
from casekit.manuscripts.manuscript_parts import Manuscript, SentParagraph
from casekit.manuscripts.returned_manuscripts import ReturnedManuscript, ReturnedText
from casekit.manuscripts.styled_words import (
    BREAK,
    NEXT,
    StyledWord,
    digest_of,
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

_MOST_PAIRS_ALIGNED = 4_000_000
"""The most pairs of words of two texts that are aligned between their first and last difference."""

_FEW_PARAGRAPHS = 2
"""The number of paragraphs of a manuscript that may all have changed without its file being another one."""

_NEW_ONE = "write a new manuscript with `casekit proofread out` and make the corrections in it"
"""The end of hints on manuscripts that cannot be merged."""

Outcome = Literal["merged", "same", "newer", "conflict", "gone", "unreadable"]
"""What becomes of a paragraph of a manuscript.

* ``merged``: it has changed in the manuscript alone, so the case gets its text.
* ``same``: it is as the case has it.
* ``newer``: it has changed in the case alone.
* ``conflict``: it has changed in both.
* ``gone``: it has changed in the manuscript, and is no longer in the case.
* ``unreadable``: its text cannot be written so that it would be read again.
"""


@frozen
class ParagraphMerge:
    """The outcome for a paragraph of a manuscript."""

    name: str
    """The name of its mark."""

    outcome: Outcome
    """What becomes of it."""

    theirs: str
    """Its text in the manuscript, as a case would have it."""

    ours: str = ""
    """Its text in the case, if it is still there."""

    node: ProseNode | None = None
    """The paragraph in the syntax tree of the case, if it is still there."""


@frozen
class Merge:
    """A manuscript merged into its case."""

    fates: tuple[ParagraphMerge, ...]
    """What becomes of each paragraph."""

    text: str
    """The text of the case with the changes that can be made."""

    def of(self, *outcomes: Outcome) -> tuple[ParagraphMerge, ...]:
        """The paragraphs with some outcomes."""
        return tuple(paragraph for paragraph in self.fates if paragraph.outcome in outcomes)


# --- what changes in a paragraph -----------------------------------------------------------------


@frozen(slots=True)
class Replacement:
    """A new text for some characters of a source."""

    start: int
    """Where they begin."""

    end: int
    """Where they end."""

    text: str
    """The new text."""


@frozen(slots=True)
class _PlacedWord:
    """A word of a paragraph, which lines of logic and comments may cut into pieces."""

    word: StyledWord
    """The word."""

    piece: int
    """The index of the piece that it is in."""


def _replacements(
    manuscript: Manuscript, node: ProseNode, new_words: Sequence[StyledWord], *, whole: bool
) -> tuple[Replacement, ...]:
    """The replacements that give a paragraph other words.

    Lines of logic and comments between its lines stay where they are, and so do pieces between them that do
    not change, unless the ``whole`` paragraph is written again.
    """
    pieces = node.pieces
    texts_of_pieces = (
        tree_builder.prose_text(manuscript.source.text[start:end].replace("\r", " ")) for start, end in pieces
    )
    ends_of_pieces = [*accumulate(len(text) + 1 for text in texts_of_pieces)]
    old_words: list[_PlacedWord] = []
    for word, place in zip(words_of_prose(node.text), _places_of_words(node.text), strict=True):
        old_words.append(_PlacedWord(word, bisect_right(ends_of_pieces, place)))
    old_texts = _texts_of_pieces(old_words, len(pieces))
    new_texts = _texts_of_pieces(_placed(new_words, old_words, manuscript), len(pieces))
    replacements: list[Replacement] = []
    for piece, old_paragraphs, new_paragraphs in zip(pieces, old_texts, new_texts, strict=True):
        if whole or new_paragraphs != old_paragraphs:
            replacements.append(_replacement(manuscript.source, piece, new_paragraphs))
    return tuple(replacements)


def _places_of_words(prose: str) -> Iterator[int]:
    """The place of each word in prose: that of its last character."""
    end = 0
    for word in words_of_prose(prose):
        for letter in word.letters:
            end = prose.index(letter, end) + len(letter)
        yield end - 1


def _placed(
    new_words: Sequence[StyledWord], old_words: Sequence[_PlacedWord], manuscript: Manuscript
) -> list[_PlacedWord]:
    """New words, each in the piece that it belongs in.

    Those that an old paragraph has too are as they were written there.
    """
    opcodes = changes(
        [old.word.key for old in old_words],
        [word.key for word in new_words],
        lambda old_count, new_count: old_count * new_count > _MOST_PAIRS_ALIGNED,
    )
    placed: list[_PlacedWord] = []
    for tag, old_start, old_end, new_start, new_end in opcodes:
        for index in range(new_start, new_end):
            word = new_words[index]
            space = space_between(new_words[index - 1], word, manuscript.language) if index else ""
            if tag == "equal":
                old = old_words[old_start + index - new_start]
                if index > new_start and word.space != BREAK:
                    space = old.word.space
                placed.append(_PlacedWord(replace(old.word, space=space), old.piece))
                continue
            new_word = in_style_of_the_case(word, typographic=manuscript.typographic)
            new_word = replace(new_word, space=space)
            old = old_words[max(0, old_start - 1)]
            if old_end > old_start:
                # New words are spread evenly over those that they replace.
                old_count, new_count = old_end - old_start, new_end - new_start
                old = old_words[old_start + (index - new_start) * old_count // new_count]
                if _differ_in_style_alone(old.word, new_word):
                    new_word = replace(new_word, letters=old.word.letters)
            placed.append(_PlacedWord(new_word, old.piece))
    return placed


def _differ_in_style_alone(old: StyledWord, new: StyledWord) -> bool:
    return old.plain_key == new.plain_key and len(old.letters) == len(new.letters)


def _texts_of_pieces(words: Sequence[_PlacedWord], piece_count: int) -> list[list[str]]:
    """The paragraphs that the words of each piece make."""
    paragraphs_of_pieces: list[list[str]] = [[] for _ in range(piece_count)]
    for placed, text in zip(words, rendered([placed.word for placed in words]), strict=True):
        paragraphs = paragraphs_of_pieces[placed.piece]
        if not paragraphs or placed.word.space == BREAK:
            paragraphs.append(text)
        else:
            paragraphs[-1] += (placed.word.space or " ") + text
    return paragraphs_of_pieces


def _replacement(source: Source, piece: tuple[int, int], paragraphs: Sequence[str]) -> Replacement:
    """New lines for a piece.

    Its indentation and the white space after it stay, unless nothing is left of it.
    """
    start, end = piece
    text = source.text
    first_line_end = text.find("\n", start)
    has_carriage_returns = first_line_end > 0 and text[:first_line_end].endswith("\r")
    newline = "\r\n" if has_carriage_returns else "\n"
    if not paragraphs:
        start_of_line = text.rfind("\n", 0, start) + 1
        last_line_end = text.find("\n", end)
        return Replacement(start_of_line, len(text) if last_line_end < 0 else last_line_end + 1, "")
    old_text = text[start:end]
    space_after = old_text[len(old_text.rstrip()) :]
    new_texts = [newline.join(canonical_form.prose_lines(paragraph)) for paragraph in paragraphs]
    return Replacement(start, end, (newline * 2).join(new_texts) + space_after)


# --- what keeps a manuscript from being merged ---------------------------------------------------


def damage_of(returned: ReturnedManuscript, manuscript: Manuscript, place: Span) -> Iterator[Finding]:
    """Findings that keep a manuscript from being merged.

    It is of another case, or not all marks are there that were sent out, each once and with a text.
    """
    messages = ["the mark of the manuscript, in its first lines, is not there"]
    if returned.head is not None:
        marks = [text.mark for text in returned.texts]
        file = returned.head.name.removeprefix(MANUSCRIPT).strip()
        is_complete = head_mark(file, marks).digest == returned.head.digest
        if file and _is_of_another_case(file, marks, manuscript, is_complete=is_complete):
            yield codes.OTHER_MANUSCRIPT.at(
                place,
                f"this is a manuscript of {file} as it is not here: hardly a paragraph is that of {manuscript.source.name}",
                hint=f"name the case that it was written from, or {_NEW_ONE}",
            )
            return
        messages = _damages(returned, manuscript, is_complete=is_complete)
    hint = f"put headings and grey lines back as they were, each on a line of its own, or {_NEW_ONE}"
    for message in messages:
        yield codes.DAMAGED_MARKS.at(place, message, hint=hint)


def unknown_markup(returned: ReturnedManuscript, manuscript: Manuscript, place: Span) -> Iterator[Finding]:
    """Findings on markup in corrected prose that prose does not have, and that would be printed or lost.

    A paragraph that comes back as it was sent out has none, however it was written; and what a text has
    already may be there as often as it is.
    """
    corrected = {text.mark.name for text in returned.texts if _is_corrected(text, manuscript)}
    allowed_counts = {
        name: _sign_counts(manuscript.by_mark.get(name), manuscript.language) for name in corrected
    }
    for unknown in returned.markup:
        if unknown.where not in corrected:
            continue
        if allowed_counts[unknown.where][unknown.markup] > 0:
            allowed_counts[unknown.where][unknown.markup] -= 1
            continue
        markup = unknown.markup if unknown.markup in STRUCTURES.values() else f'"{unknown.markup}"'
        yield codes.UNKNOWN_MARKUP.at(
            place,
            f'prose has no markup such as {markup}, which is in {unknown.where}: "{unknown.around}"',
            hint="remove it; put a backslash before each character that is to be printed, or write a comment"
            " as `{>>comment<<}`",
        )


def _is_corrected(text: ReturnedText, manuscript: Manuscript) -> bool:
    """Whether a text differs from the one that was sent out and from that of the case."""
    case_paragraph = manuscript.by_mark.get(text.mark.name)
    known_digests = {text.mark.digest}
    if case_paragraph is not None:
        known_digests.add(case_paragraph.mark.digest)
    return digest_of(words_of_runs(text.paragraphs)) not in known_digests


def _sign_counts(paragraph: SentParagraph | None, language: str) -> Counter[str]:
    """The number of times that a paragraph has each sign that other programs take for markup."""
    if paragraph is None:
        return Counter()
    text = "".join(run.text for run in styled_runs(paragraph.node.text, language))
    return Counter(sign.group() for sign in SIGN.finditer(text))


def _damages(returned: ReturnedManuscript, manuscript: Manuscript, *, is_complete: bool) -> list[str]:
    """The faults in the marks of a manuscript, which all are there if it ``is_complete``."""
    counts = Counter(text.mark.name for text in returned.texts)
    repeated = [name for name, count in counts.items() if count > 1]
    missing = [name for name in manuscript.by_mark if name not in counts]
    empty = [text.mark.name for text in returned.texts if not words_of_runs(text.paragraphs)]
    damages: list[str] = []
    if not is_complete and not repeated:
        damages += [f"the mark of {name} is not there" for name in missing]
        if not missing:
            # It is the mark of a paragraph that is no longer in the case.
            damages.append("a mark is not there")
    damages += [f"the mark of {name} is there more than once" for name in repeated]
    damages += [f'a mark or heading is within a paragraph: "{text}"' for text in returned.damaged]
    damages += [f"there is no text below the mark of {name}" for name in empty]
    if not returned.ended:
        damages.append("the heading at the end is not there: the manuscript is cut off")
    return damages


def _is_of_another_case(
    file: str, marks: Sequence[ManuscriptMark], manuscript: Manuscript, *, is_complete: bool
) -> bool:
    """Whether a manuscript that was written from a file is not one of this case."""
    case_paragraphs = manuscript.by_mark
    unchanged_count = 0
    for mark in marks:
        paragraph = case_paragraphs.get(mark.name)
        unchanged_count += paragraph is not None and paragraph.mark.digest == mark.digest
    if file == manuscript.file:
        # If a file is a different one now, hardly a paragraph is left.
        is_long_enough = len(marks) > _FEW_PARAGRAPHS and len(case_paragraphs) > 0
        return is_complete and is_long_enough and not unchanged_count
    return unchanged_count * 2 <= len(marks)


# --- merging -------------------------------------------------------------------------------------


def merge(returned: ReturnedManuscript, manuscript: Manuscript) -> Merge:
    """Merge what is not damaged. Where both sides have changed, the case stays as it is."""
    words_by_mark = {text.mark.name: words_of_runs(text.paragraphs) for text in returned.texts}
    already_merged = _already_merged_under_other_numbers(words_by_mark, manuscript)
    case_paragraphs = manuscript.by_mark
    merges: list[ParagraphMerge] = []
    replacements: list[Replacement] = []
    for text in returned.texts:
        name = text.mark.name
        paragraph = _paragraph_merge(text, words_by_mark[name], manuscript)
        if name in already_merged:
            paragraph = replace(paragraph, outcome="same")
        if paragraph.outcome == "merged":
            changes_of_paragraph = _readable_replacements(
                manuscript, case_paragraphs[name], words_by_mark[name]
            )
            if changes_of_paragraph is None:
                paragraph = replace(paragraph, outcome="unreadable")
            else:
                replacements += changes_of_paragraph
        merges.append(paragraph)
    return Merge(tuple(merges), _with_replacements(manuscript.source.text, replacements))


def _paragraph_merge(
    text: ReturnedText, words: Sequence[StyledWord], manuscript: Manuscript
) -> ParagraphMerge:
    """The merge of a paragraph by the digests of its text: as sent, as returned, and in the case."""
    name = text.mark.name
    returned_digest, sent_digest = digest_of(words), text.mark.digest
    theirs = _prose([in_style_of_the_case(word, typographic=manuscript.typographic) for word in words])
    case_paragraph = manuscript.by_mark.get(name)
    outcome: Outcome
    if case_paragraph is None:
        outcome = "same" if returned_digest == sent_digest else "gone"
        return ParagraphMerge(name, outcome, theirs)
    case_digest = case_paragraph.mark.digest
    if returned_digest == case_digest:
        outcome = "same"
    elif returned_digest == sent_digest:
        outcome = "newer"
    elif case_digest == sent_digest:
        outcome = "merged"
    else:
        outcome = "conflict"
    return ParagraphMerge(name, outcome, theirs, _prose(case_paragraph.words), case_paragraph.node)


def _already_merged_under_other_numbers(
    words_by_mark: Mapping[str, Sequence[StyledWord]], manuscript: Manuscript
) -> set[str]:
    """The names of the marks of parts whose text the case has already, in paragraphs with other numbers."""
    already_merged: set[str] = set()
    for part in manuscript.parts:
        names = [name for name in words_by_mark if name == part.name or name.startswith(f"{part.name} (")]
        returned_keys: list[str] = []
        paragraph_count = 0
        for name in names:
            returned_keys += [word.key.removeprefix(NEXT) for word in words_by_mark[name]]
            paragraph_count += 1 + sum(word.space == BREAK for word in words_by_mark[name])
        case_keys: list[str] = []
        for paragraph in part.paragraphs:
            case_keys += [word.key for word in paragraph.words]
        if returned_keys == case_keys and paragraph_count == len(part.paragraphs):
            already_merged.update(names)
    return already_merged


def _readable_replacements(
    manuscript: Manuscript, paragraph: SentParagraph, new_words: Sequence[StyledWord]
) -> tuple[Replacement, ...] | None:
    """The replacements by which a paragraph is read with its new words; ``None`` if there are none."""
    for whole in (False, True):
        replacements = _replacements(manuscript, paragraph.node, new_words, whole=whole)
        words = _words_with_replacements(manuscript.source, paragraph, replacements)
        if digest_of(words) == digest_of(new_words):
            return replacements
    return None


def _words_with_replacements(
    source: Source, paragraph: SentParagraph, replacements: Sequence[Replacement]
) -> tuple[StyledWord, ...]:
    """The words that would be read of a paragraph with some replacements."""
    texts: list[str] = []
    for start, end in paragraph.node.pieces:
        piece_text = source.text[start:end]
        for replacement in replacements:
            if replacement.start <= start < replacement.end:
                piece_text = replacement.text
                break
        first, *others = piece_text.replace("\r", "").split("\n\n")
        if texts and first.strip():
            texts[-1] += f" {tree_builder.prose_text(first)}"
        elif first.strip():
            texts.append(tree_builder.prose_text(first))
        texts += [tree_builder.prose_text(other) for other in others]
    return joined(map(words_of_prose, texts))


def _with_replacements(text: str, replacements: Iterable[Replacement]) -> str:
    """A text with its replacements, made from the end on so that places stay what they are."""
    for replacement in sorted(replacements, key=lambda replacement: replacement.start, reverse=True):
        text = text[: replacement.start] + replacement.text + text[replacement.end :]
    return text


def _prose(words: Sequence[StyledWord]) -> str:
    """Words as a case has them, with a blank line between paragraphs."""
    prose = ""
    for word, text in zip(words, rendered(words), strict=True):
        if word.space == BREAK:
            prose += "\n\n"
        elif prose:
            prose += " "
        prose += text
    return prose


def same_but_for_prose(one: SyntaxTree, other: SyntaxTree) -> bool:
    """Whether two trees differ in nothing but the words and the number of their prose paragraphs."""
    blocks = [_without_prose(block) for block in one.blocks]
    return one.header == other.header and blocks == [_without_prose(block) for block in other.blocks]


def _without_prose(block: Block) -> Block:
    return replace(block, items=tuple(item for item in block.items if not isinstance(item, ProseNode)))
