"""A document as its readers get it: its prose in pieces, and what they know beside it.

A game makes it (``kit.interface.ProofreadingRoom``). It holds no lines, no truth and, but for the passage
itself, no solution.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import sha256

from casekit.analysis.summaries import FactSignature, WordEntry, WordList
from casekit.diagnostics import Place, Prose
from casekit.readings.reading import PRESENTATION, SOLUTION, Reading
from casekit.values import frozen

_DIGEST_LETTERS = 16
"""How many hexadecimal digits of a digest are kept: enough that no two texts of a document share one."""


@frozen(slots=True)
class ReadingPassage:
    """A piece of prose that is read by itself: the presentation, a paragraph, a speech, the solution."""

    key: str
    """Its name, as JSON has it: ``ANNA alibi``, ``04``, ``presentation``."""

    heading: str
    """What it is, as a sentence for a reader: ``ANNA answers the question: Where were you?``"""

    prose: tuple[Prose, ...]
    """Its paragraphs."""

    source: str = ""
    """Its name as a source of the theory; empty if it is not one."""

    lines: tuple[Place, ...] = ()
    """The places of its lines, in the order of the text."""

    speaker: str = ""
    """The person whose words all of it are; empty if it describes a place."""

    def voices(self, said_by: Sequence[str]) -> tuple[str, ...]:
        """All whose word a claim is, the outermost first: the speaker, and those whose words are reported."""
        return (self.speaker, *said_by) if self.speaker else tuple(said_by)

    @property
    def text(self) -> str:
        """The prose, with an empty line between paragraphs."""
        return "\n\n".join(paragraph.text for paragraph in self.prose)


@frozen
class ReadingCopy:
    """A document for its readers."""

    title: str
    """Its title."""

    language: str
    """The language of its prose, as a tag of IETF BCP 47."""

    rules: tuple[str, ...]
    """The rules of the game that a reader knows, as sentences."""

    words: WordList
    """The names and facts that formulas may use."""

    sentences: Mapping[str, tuple[str, ...]]
    """Sentences that say a fact, by the name of the fact: what is so, and its contrary."""

    speakers: tuple[str, ...]
    """The names that may be in ``said_by`` and ``accuses``."""

    passages: tuple[ReadingPassage, ...]
    """All its prose, in the order of the text."""

    @cached_property
    def by_key(self) -> dict[str, ReadingPassage]:
        """The passages by their keys."""
        return {passage.key: passage for passage in self.passages}

    @property
    def presentation(self) -> str:
        """The prose of the presentation; empty if there is none."""
        passage = self.by_key.get(PRESENTATION)
        return passage.text if passage is not None else ""

    @cached_property
    def context(self) -> str:
        """The digest of all that a reader has beside a passage."""
        vocabulary = vocabulary_lines(self.words, self.sentences)
        return text_digest((self.presentation, *self.rules, *vocabulary))


def unread_keys(copy: ReadingCopy, reading: Reading) -> tuple[str, ...]:
    """The passages, the solution apart, that nobody has read as they are now."""
    keys: list[str] = []
    for passage in copy.passages:
        digests = {known.digest for known in reading.passages.get(passage.key, ())}
        if passage.key != SOLUTION and digest_of(passage) not in digests:
            keys.append(passage.key)
    return tuple(keys)


def digest_of(passage: ReadingPassage) -> str:
    """The digest of the prose of a passage; how its lines are broken in the file does not count."""
    return text_digest([paragraph.text for paragraph in passage.prose])


def text_digest(texts: Sequence[str]) -> str:
    """The digest of some texts in this order, in hexadecimal digits."""
    joined = "\n\n".join(texts).encode("utf-8", "surrogatepass")
    return sha256(joined).hexdigest()[:_DIGEST_LETTERS]


_LEFT_OUT = ("topics", "reserved")
"""Kinds of names that say nothing to a reader."""


def vocabulary_lines(words: WordList, sentences: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    """The names and facts that formulas may use, a line for each kind of name and for each fact.

    ``places: pool (Swimming pool), hold (Hold)``; ``room(suspect): location -- "(1) was in (value)"``.
    """
    for group in words.groups:
        if group.kind not in _LEFT_OUT and group.names:
            yield f"{group.kind}: {', '.join(map(_named, group.names))}"
    for fact in words.facts:
        yield _fact_line(fact, sentences.get(fact.name, ()))


def _named(name: WordEntry) -> str:
    """A name as it is written, with what is printed for it or what is to be known about it."""
    shown = name.printed or name.about
    return f"{name.written} ({shown})" if shown else name.written


def _fact_line(fact: FactSignature, sentences: Sequence[str]) -> str:
    """A fact as it is declared, with the sentences or the comment that say what it means."""
    meaning = " / ".join(f'"{sentence}"' for sentence in sentences) or fact.about
    return f"{fact.written} -- {meaning}" if meaning else fact.written
