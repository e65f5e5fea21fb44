"""Prose as words with styles, in which what a word processor does to a text by itself does not count.

And marks.

Words are compared by their letters, emphasis and strength. The form of quotation marks, kinds of spaces, soft
hyphens and the way a letter is put together (NFC, NFD) make no difference, so that text that nobody touched
comes back unchanged.

Marks are visible text, since word processors rename, split or lose everything else. A heading begins with
``§``. A line ``[presentation · 3f9c2a1b]`` begins the text of a paragraph, which goes on to the next heading
or mark; the digits are the digest of the text that was sent out. ``[manuscript: the-last-soup.case ·
5d41402a]`` names the file, with a digest of all other marks. The last line is a heading of its own, so that
half a file is noticed.
"""

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, zip_longest

from casekit.diagnostics.invisible_characters import HIDDEN
from casekit.prose.markup import with_no_break_spaces, written_runs
from casekit.values import frozen, replace

SECTION = "§"
MANUSCRIPT = "manuscript:"
ESCAPE = "\\"
"""Goes before prose that would begin like a mark."""

_DIGITS = 8
_MARK = re.compile(rf"\[\s*(?P<name>[^\[\]·]{{1,300}}?)\s*·\s*(?P<digest>[0-9a-f]{{{_DIGITS}}})\s*\]")


@frozen(slots=True)
class ManuscriptMark:
    """The name of a paragraph and the digest of its text.

    Or the file of the manuscript and the digest of all its marks.
    """

    name: str
    digest: str

    def __str__(self) -> str:
        return f"[{self.name} · {self.digest}]"


def digest(parts: Iterable[str]) -> str:
    """A short digest of texts in their order."""
    return hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]


def head_mark(file: str, marks: Iterable[ManuscriptMark]) -> ManuscriptMark:
    """The mark of a whole manuscript. The order of its paragraphs does not count."""
    return ManuscriptMark(f"{MANUSCRIPT} {file}", digest(sorted(map(str, marks))))


def numbered(name: str, number: int) -> str:
    """The name of a paragraph's mark.

    It is the heading that the paragraph is under and, from the second paragraph on, a number.
    """
    return name if number == 1 else f"{name} ({number})"


def mark_at_start(text: str) -> tuple[ManuscriptMark, str] | None:
    """The mark that a line begins with, and the text after it."""
    mark = _MARK.match(text)
    if mark is None:
        return None
    return ManuscriptMark(" ".join(mark["name"].split()), mark["digest"]), text[mark.end() :].strip()


def marks_inside(text: str) -> tuple[ManuscriptMark, ...]:
    """The marks anywhere in a text."""
    return tuple(
        ManuscriptMark(" ".join(found["name"].split()), found["digest"]) for found in _MARK.finditer(text)
    )


def is_section(text: str) -> bool:
    """Whether a line is a heading."""
    return text.startswith(SECTION)


def looks_like_a_mark(text: str) -> bool:
    """Whether prose begins like a mark or a heading, or like prose that was guarded."""
    bare = text.lstrip(ESCAPE)
    return is_section(bare) or mark_at_start(bare) is not None


EMPHASIS, STRONG = 1, 2
"""Bits of a letter's style."""
STYLES = {"*": EMPHASIS, "**": STRONG}

BREAK = "\n"
"""The text before the first word of a further paragraph, where others have a space."""
NEXT = "\x05"
"""The first character of the key of such a word; the four before it in Unicode mark styles."""

_NOTHING = "\N{SOFT HYPHEN}\N{ZERO WIDTH SPACE}\N{WORD JOINER}"
_EVEN = str.maketrans(
    {
        **dict.fromkeys("“”„‟«»", '"'),
        **dict.fromkeys("‘’‚‛ʼ", "'"),
        "\N{NON-BREAKING HYPHEN}": "-",
        **dict.fromkeys(_NOTHING, ""),
    }
)
_UNSEEN = re.compile(f"[{_NOTHING}]|{HIDDEN.pattern}")
_ENDS = re.compile("[\v\f\x1c-\x1f\x85\u2028\u2029]")
TYPOGRAPHIC = re.compile("[“”„«»‘’‚]")
"""Quotation marks of a language: a writer who types them does not leave them to the typesetter."""
_STRAIGHT = str.maketrans({**dict.fromkeys("“”„‟«»", '"'), **dict.fromkeys("‘’‚‛ʼ", "'")})
_NO_BREAK = "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"


@frozen(slots=True)
class StyledRun:
    """A stretch of text in one style, a sum of `EMPHASIS` and `STRONG`.

    ``quoted`` if a line of logic quotes it.
    """

    text: str
    style: int = 0
    quoted: bool = False


@frozen(slots=True)
class StyledWord:
    """A word: its letters as they are written in a case, the style of each, and what is before it.

    ``key`` is what counts when words are compared. A letter may be written with more than one character.
    """

    letters: tuple[str, ...]
    styles: tuple[int, ...]
    space: str
    key: str

    @property
    def plain_key(self) -> str:
        """The key, but for the style."""
        return "".join(char for char in self.key if char > "\x07")


def words_of_prose(prose: str) -> tuple[StyledWord, ...]:
    """The words of prose as a case has it."""
    letters: list[tuple[str, str, int]] = []
    for text, raw, marks in written_runs(prose):
        style = sum(STYLES[mark] for mark in marks)
        letters += [(text, raw, style)] if raw != text else [(char, char, style) for char in text]
    return tuple(_words(letters))


def words_of_runs(paragraphs: Sequence[Sequence[StyledRun]]) -> tuple[StyledWord, ...]:
    """The words of paragraphs of a manuscript."""
    return joined(_words(_letters(runs)) for runs in paragraphs)


def _letters(runs: Iterable[StyledRun]) -> list[tuple[str, str, int]]:
    """The letters of a paragraph: each as it is seen, as a case writes it, and its style."""
    letters: list[tuple[str, str, int]] = []
    for run in runs:
        # The characters that a case may hold, a letter and its accent as one.
        text = unicodedata.normalize("NFC", _UNSEEN.sub("", _ENDS.sub(" ", run.text)))
        letters += [(char, f"\\{char}" if char in "*\\" else char, run.style) for char in text]
    return letters


def joined(paragraphs: Iterable[Iterable[StyledWord]]) -> tuple[StyledWord, ...]:
    """The words of several paragraphs."""
    together: list[StyledWord] = []
    for words in map(list, paragraphs):
        if words and together:
            words[0] = replace(words[0], space=BREAK, key=NEXT + words[0].key)
        together += words
    return tuple(together)


def digest_of(words: Iterable[StyledWord]) -> str:
    """The digest of a text, as its mark has it."""
    return digest(word.key for word in words)


def in_style_of_the_case(word: StyledWord, *, typographic: bool) -> StyledWord:
    """A new word, with straight quotation marks unless the writer uses others."""
    letters = word.letters
    if not typographic:
        # Before a word a straight mark would open a quotation: an apostrophe stays what it is.
        apostrophe = letters[0] == "’" and len(letters) > 1
        kept = letters[:1] if apostrophe else ()
        letters = (*kept, *(_straight(letter) for letter in letters[len(kept) :]))
    return replace(word, letters=letters)


def space_between(before: StyledWord, word: StyledWord, language: str) -> str:
    """The text between two words in a case.

    It is a no-break space only if the typesetter would not put one there.
    """
    if word.space not in _NO_BREAK:
        return word.space
    parted = " ".join("".join(each.letters) for each in (before, word))
    return " " if with_no_break_spaces(parted, language) != parted else word.space


def _straight(letter: str) -> str:
    """A quotation mark as it is typed, without the space that it keeps."""
    return '"' if letter.strip(f" {_NO_BREAK}") in {"«", "»"} else letter.translate(_STRAIGHT)


def rendered(words: Sequence[StyledWord]) -> list[str]:
    """Each word as a case has it, with the marks that open and close styles at it."""
    texts: list[str] = []
    style = 0
    for word, following in zip_longest(words, words[1:]):
        own = word.styles
        letters = zip((style, *own), own, word.letters, strict=False)
        text = "".join(_marks_between(before, now) + letter for before, now, letter in letters)
        # A style ends with the last word that has it, and goes on over the space between two.
        style = 0 if following is None or following.space == BREAK else own[-1] & following.styles[0]
        texts.append(text + _marks_between(own[-1], style))
    return texts


def _marks_between(before: int, after: int) -> str:
    """The marks that lead from one style to another."""
    return "".join(mark for mark, bit in STYLES.items() if (before ^ after) & bit)


def _words(letters: Iterable[tuple[str, str, int]]) -> Iterator[StyledWord]:
    """Words of letters, each as it is shown, as it is written, and its style."""
    space = ""
    for is_space, held in groupby(_guillemets_closed(letters), lambda letter: letter[0].isspace()):
        if is_space:
            space = next((shown for shown, _, _ in [*held][::-1] if shown in _NO_BREAK), " ")
        else:
            yield _word([*held], space)


def _guillemets_closed(letters: Iterable[tuple[str, str, int]]) -> list[tuple[str, str, int]]:
    """Letters in which guillemets have taken in the one space that they keep, if it is there."""
    closed: list[tuple[str, str, int]] = []
    held: list[tuple[str, str, int]] = []
    for letter in letters:
        if letter[0].isspace():
            held.append(letter)
            continue
        if held and closed and closed[-1][0] == "«":
            opening = closed.pop()
            closed.append(("«", opening[1] + held.pop(0)[1], opening[2]))
        own = held.pop()[1] if held and letter[0] == "»" else ""
        closed += [(raw, raw, 0) for _, raw, _ in held]
        held = []
        closed.append((letter[0], own + letter[1], letter[2]))
    return closed


def _word(letters: Sequence[tuple[str, str, int]], space: str) -> StyledWord:
    styles = tuple(style for _, _, style in letters)
    # A style is in the key where it begins.
    pairs = zip(letters, (0, *styles), strict=False)
    key = "".join(
        (shown if style == before else chr(1 + style) + shown) for (shown, _, style), before in pairs
    )
    folded = unicodedata.normalize("NFC", key.translate(_EVEN))
    return StyledWord(tuple(raw for _, raw, _ in letters), styles, space, folded)
