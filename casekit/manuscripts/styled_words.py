"""Prose as words with styles, in which what a word processor does to a text by itself does not count.

Words are compared by their letters, emphasis and strength. The form of quotation marks, kinds of spaces, soft
hyphens and the way a letter is put together (NFC, NFD) make no difference, so that text that nobody touched
comes back unchanged.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, zip_longest
from typing import NamedTuple

from casekit.diagnostics.invisible_characters import HIDDEN
from casekit.manuscripts.manuscript_marks import digest
from casekit.prose.markup import with_no_break_spaces, written_runs
from casekit.values import frozen, replace

EMPHASIS = 1
"""The bit of a letter's style for emphasis."""

STRONG = 2
"""The bit of a letter's style for strong emphasis."""

STYLES = {"*": EMPHASIS, "**": STRONG}
"""The bit of each mark of prose."""

BREAK = "\n"
"""The text before the first word of a further paragraph, where others have a space."""

NEXT = "\x05"
"""The first character of the key of such a word; the four before it in Unicode mark styles."""

_LAST_MARK_IN_KEYS = "\x07"
"""The characters of a key up to this one are marks of styles and paragraphs, and no letters."""

TYPOGRAPHIC = re.compile("[“”„«»‘’‚]")
"""Quotation marks of a language: a writer who types them does not leave them to the typesetter."""

_STRAIGHT_QUOTES = {**dict.fromkeys("“”„‟«»", '"'), **dict.fromkeys("‘’‚‛ʼ", "'")}
"""The straight form of each quotation mark."""

_INVISIBLE = "\N{SOFT HYPHEN}\N{ZERO WIDTH SPACE}\N{WORD JOINER}"
"""Characters that are not seen and do not count."""

_NO_BREAK_SPACES = "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"

_FOR_COMPARISON = str.maketrans(
    {**_STRAIGHT_QUOTES, "\N{NON-BREAKING HYPHEN}": "-", **dict.fromkeys(_INVISIBLE, "")}
)
"""Gives characters that make a difference for no reader one form."""

_FOR_TYPING = str.maketrans(_STRAIGHT_QUOTES)
"""Gives quotation marks the form in which they are typed."""

_HIDDEN = re.compile(f"[{_INVISIBLE}]|{HIDDEN.pattern}")
"""Characters that no case may hold."""

_LINE_ENDS = re.compile("[\v\f\x1c-\x1f\x85\u2028\u2029]")
"""Characters that end a line in some program."""


@frozen(slots=True)
class StyledRun:
    """A stretch of text in one style."""

    text: str
    """The text."""

    style: int = 0
    """The style, a sum of ``EMPHASIS`` and ``STRONG``."""

    quoted: bool = False
    """Whether a line of logic quotes it."""


class _Letter(NamedTuple):
    """A letter of prose."""

    shown: str
    """The character that readers see."""

    written: str
    """The characters with which a case writes it, as in ``\\*``."""

    style: int
    """Its style, a sum of ``EMPHASIS`` and ``STRONG``."""


@frozen(slots=True)
class StyledWord:
    """A word of prose."""

    letters: tuple[str, ...]
    """Its letters as they are written in a case, some of them with more than one character."""

    styles: tuple[int, ...]
    """The style of each letter, a sum of ``EMPHASIS`` and ``STRONG``."""

    space: str
    """The text before it: a space, ``BREAK``, or nothing."""

    key: str
    """What counts when words are compared: its letters in one form, with marks where a style begins."""

    @property
    def plain_key(self) -> str:
        """The key without its marks."""
        return "".join(char for char in self.key if char > _LAST_MARK_IN_KEYS)


def words_of_prose(prose: str) -> tuple[StyledWord, ...]:
    """The words of prose as a case has it."""
    letters: list[_Letter] = []
    for shown, written, marks in written_runs(prose):
        style = sum(STYLES[mark] for mark in marks)
        if written != shown:
            letters.append(_Letter(shown, written, style))
        else:
            letters += [_Letter(char, char, style) for char in shown]
    return tuple(_words(letters))


def words_of_runs(paragraphs: Sequence[Sequence[StyledRun]]) -> tuple[StyledWord, ...]:
    """The words of paragraphs of a manuscript."""
    return joined(_words(_letters(runs)) for runs in paragraphs)


def _letters(runs: Iterable[StyledRun]) -> list[_Letter]:
    """The letters of a paragraph of a manuscript."""
    letters: list[_Letter] = []
    for run in runs:
        # The characters that a case may hold, a letter and its accent as one.
        text = unicodedata.normalize("NFC", _HIDDEN.sub("", _LINE_ENDS.sub(" ", run.text)))
        letters += [_Letter(char, f"\\{char}" if char in "*\\" else char, run.style) for char in text]
    return letters


def joined(paragraphs: Iterable[Iterable[StyledWord]]) -> tuple[StyledWord, ...]:
    """The words of several paragraphs, with ``BREAK`` before the first of each further one."""
    all_words: list[StyledWord] = []
    for words in map(list, paragraphs):
        if words and all_words:
            words[0] = replace(words[0], space=BREAK, key=NEXT + words[0].key)
        all_words += words
    return tuple(all_words)


def digest_of(words: Iterable[StyledWord]) -> str:
    """The digest of a text, as its mark has it."""
    return digest(word.key for word in words)


def in_style_of_the_case(word: StyledWord, *, typographic: bool) -> StyledWord:
    """A new word, with straight quotation marks unless the writer uses ``typographic`` ones."""
    if typographic:
        return word
    letters = word.letters
    # Before a word a straight mark would open a quotation: an apostrophe stays what it is.
    begins_with_apostrophe = letters[0] == "’" and len(letters) > 1
    unchanged_count = 1 if begins_with_apostrophe else 0
    straight_letters = [_straight(letter) for letter in letters[unchanged_count:]]
    return replace(word, letters=(*letters[:unchanged_count], *straight_letters))


def space_between(before: StyledWord, word: StyledWord, language: str) -> str:
    """The text between two words in a case.

    It is a no-break space only if the typesetter would not put one there.
    """
    if word.space not in _NO_BREAK_SPACES:
        return word.space
    text = f"{''.join(before.letters)} {''.join(word.letters)}"
    is_set_anyway = with_no_break_spaces(text, language) != text
    return " " if is_set_anyway else word.space


def _straight(letter: str) -> str:
    """A quotation mark as it is typed, without the space that it keeps."""
    if letter.strip(f" {_NO_BREAK_SPACES}") in {"«", "»"}:
        return '"'
    return letter.translate(_FOR_TYPING)


def rendered(words: Sequence[StyledWord]) -> list[str]:
    """Each word as a case has it, with the marks that open and close styles at it."""
    texts: list[str] = []
    style = 0
    for word, following in zip_longest(words, words[1:]):
        text = ""
        for letter, letter_style in zip(word.letters, word.styles, strict=True):
            text += _marks_between(style, letter_style) + letter
            style = letter_style
        last_style = style
        # A style ends with the last word that has it, and goes on over the space between two.
        ends_paragraph = following is None or following.space == BREAK
        style = 0 if ends_paragraph else last_style & following.styles[0]
        texts.append(text + _marks_between(last_style, style))
    return texts


def _marks_between(style: int, next_style: int) -> str:
    """The marks that lead from one style to another."""
    changed_bits = style ^ next_style
    return "".join(mark for mark, bit in STYLES.items() if changed_bits & bit)


def _words(letters: Iterable[_Letter]) -> Iterator[StyledWord]:
    """The words that letters make."""
    space = ""
    for is_space, group in groupby(
        _with_spaces_in_guillemets(letters), lambda letter: letter.shown.isspace()
    ):
        letters_of_group = [*group]
        if not is_space:
            yield _word(letters_of_group, space)
            continue
        no_break_spaces = [letter.shown for letter in letters_of_group if letter.shown in _NO_BREAK_SPACES]
        space = no_break_spaces[-1] if no_break_spaces else " "


def _with_spaces_in_guillemets(letters: Iterable[_Letter]) -> list[_Letter]:
    """Letters in which guillemets have taken in the one space that they keep, if it is there.

    In ``« mot »`` the two guillemets then are two characters each, and belong to the word.
    """
    result: list[_Letter] = []
    spaces: list[_Letter] = []
    for letter in letters:
        if letter.shown.isspace():
            spaces.append(letter)
            continue
        if spaces and result and result[-1].shown == "«":
            guillemet = result.pop()
            first_space = spaces.pop(0)
            result.append(_Letter("«", guillemet.written + first_space.written, guillemet.style))
        space_before = spaces.pop().written if spaces and letter.shown == "»" else ""
        result += [_Letter(space.written, space.written, 0) for space in spaces]
        spaces = []
        result.append(_Letter(letter.shown, space_before + letter.written, letter.style))
    return result


def _word(letters: Sequence[_Letter], space: str) -> StyledWord:
    """The word that letters make, after some space."""
    key = ""
    style = 0
    for letter in letters:
        if letter.style != style:
            # A style is in the key where it begins.
            key += chr(1 + letter.style)
            style = letter.style
        key += letter.shown
    return StyledWord(
        letters=tuple(letter.written for letter in letters),
        styles=tuple(letter.style for letter in letters),
        space=space,
        key=unicodedata.normalize("NFC", key.translate(_FOR_COMPARISON)),
    )
