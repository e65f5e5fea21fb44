"""The difference of a document between two versions: the values that reports of a diff are written from.

The dictionaries are rows of ``schemas/diff.schema.json``, which JSON shows as they are.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Literal, NamedTuple, TypedDict

from casekit.analysis.figures.metric_changes import MetricChange
from casekit.diagnostics import Finding
from casekit.prose.phrasing import listed
from casekit.values import frozen

_WORDS_AROUND_CHANGE = 6
"""How many words are shown on each side of a change."""

_MOST_VALUES = 6
"""At most this many possible values of an answer are named."""

StretchKind = Literal["same", "gone", "new"]
"""Whether words are in both versions, in the old one or in the new one."""


class HeaderChange(TypedDict):
    """A field of the header whose value is not as before."""

    key: str
    """The name of the field."""

    before: str | None
    """Its old value; ``None`` if it was not there."""

    now: str | None
    """Its new value; ``None`` if it is gone."""


class WordStretch(TypedDict):
    """Words of a block's prose that follow each other."""

    kind: StretchKind
    """In which version they are."""

    text: str
    """The words, with spaces between them."""


class LogicLine(TypedDict):
    """A line of logic in one version."""

    text: str
    """The line as it is written, under the new names."""

    line: int
    """Its number in the text of its version."""

    plain: str
    """The line in plain words; empty if the game has none."""


class LineChange(TypedDict):
    """A line of logic that is new, gone, changed, or in another place."""

    before: LogicLine | None
    """The line in the old version; ``None`` if it is new."""

    now: LogicLine | None
    """The line in the new version; ``None`` if it is gone. One with the same text has another place."""


class RelatedSentence(TypedDict):
    """A sentence of another block that may have to change with a block."""

    still: list[str]
    """Words that it still has and that are gone from the block; none if it is only about the same."""

    heading: str
    """The heading of its block."""

    line: int
    """Its line in the new version."""

    text: str
    """The sentence."""


class BlockChange(TypedDict):
    """A block that is new, gone or changed."""

    before: str | None
    """Its heading in the old version; ``None`` if it is new."""

    now: str | None
    """Its heading in the new version; ``None`` if it is gone."""

    line: int
    """The line of its heading: in the new version, or in the old one if it is gone."""

    prose: list[WordStretch]
    """All of its prose, if that has changed."""

    lines: list[LineChange]
    """Its lines that have changed."""

    moved_from: list[str]
    """The headings of blocks that had some of its sentences before."""

    elsewhere: Sequence[RelatedSentence]
    """Sentences of other blocks that may have to change too."""


class TextChanges(TypedDict):
    """The differences in the text of a document."""

    header: list[HeaderChange]
    """The fields of the header."""

    renamed: dict[str, str]
    """The new names of what was renamed, by the old ones."""

    blocks: list[BlockChange]
    """The blocks."""


class VersionAnswer(TypedDict):
    """The answer that readers of one version can know, as an element of a verdict has it."""

    value: str | None
    """The true answer."""

    proved: str | None
    """The answer that readers can prove."""

    status: str
    """How far they get, such as ``certain``."""

    rivals: list[str]
    """The other answers that are possible."""


class AnswerChange(TypedDict):
    """A question of which readers can know something else than before."""

    element: str
    """The name of the question."""

    before: VersionAnswer | None
    """What they could know; ``None`` if the old version has no verdict."""

    now: VersionAnswer | None
    """What they can know; ``None`` if the new version has no verdict."""

    opened: bool
    """Whether they could prove an answer before, and cannot prove any now."""


@frozen(slots=True)
class DocumentDiff:
    """A document in two versions. It is false if nothing has changed."""

    path: str
    """The file of the document."""

    title: str
    """What it is called."""

    before: str | None
    """The name of the old version; ``None`` if the document is new."""

    now: str | None
    """The name of the new version; ``None`` if the document is gone."""

    text: TextChanges
    """What changed in its text."""

    figures: tuple[MetricChange, ...] = ()
    """Its figures in both versions, those that are as before included."""

    answers: tuple[AnswerChange, ...] = ()
    """The questions of which readers can know something else."""

    appeared: tuple[Finding, ...] = ()
    """The errors and warnings that only the new version has."""

    fixed: tuple[Finding, ...] = ()
    """The errors and warnings that only the old version has."""

    @property
    def in_both(self) -> bool:
        """Whether it is neither new nor gone."""
        return self.before is not None and self.now is not None

    @property
    def changed_figures(self) -> tuple[MetricChange, ...]:
        """The figures that are not as before."""
        return tuple(row for row in self.figures if row.differs)

    def __bool__(self) -> bool:
        return bool(
            any(self.text.values())
            or self.changed_figures
            or self.answers
            or self.appeared
            or self.fixed
            or not self.in_both
        )


class MarkedLine(NamedTuple):
    """A line of logic as a report shows it."""

    mark: Literal["moved", "-", "+"]
    """Whether it is only in another place, in the old version, or in the new one."""

    line: LogicLine
    """The line; of one that is only in another place, that of the new version."""


class TitledRows(NamedTuple):
    """Rows of a report under a title."""

    title: str
    rows: Sequence[str]


def name_change(document: DocumentDiff) -> str:
    """The name of a document, and whether it is new, gone or renamed."""
    before, now = document.before, document.now
    if before is None:
        return f"new: {now}"
    if now is None:
        return f"gone: {before}"
    return now if before == now else f"{before} -> {now}"


def lost_answers(document: DocumentDiff) -> str:
    """Which questions readers could answer before and cannot answer now, as a sentence; empty without one."""
    opened = [answer for answer in document.answers if answer["opened"]]
    if not opened:
        return ""
    elements = listed(answer["element"] for answer in opened)
    verb, answers = ("is", "an answer") if len(opened) == 1 else ("are", "answers")
    return f"The {elements} {verb} open now: readers could prove {answers} before, and cannot any more."


def answer_in_words(answer: VersionAnswer | None) -> str:
    """The status of a question for readers, and the values that are possible."""
    if answer is None:
        return "no verdict"
    values = [value for value in [answer["proved"] or answer["value"], *answer["rivals"]] if value]
    if not values:
        return answer["status"]
    ellipsis = ", ..." if len(values) > _MOST_VALUES else ""
    return f"{answer['status']} ({', '.join(values[:_MOST_VALUES])}{ellipsis})"


def value_in_words(value: str | None) -> str:
    """The value of a field of the header."""
    return "(none)" if value is None else value


def block_title(block: BlockChange) -> str:
    """The heading of a block, and what happened to it as a whole."""
    before, now = block["before"], block["now"]
    if before is None:
        return f"{now} (new)"
    if now is None:
        return f"{before} (gone)"
    return now if before == now else f"{before} -> {now}"


def where_sentences_were(block: BlockChange) -> str:
    """Where sentences of a block were before, as a sentence."""
    return f"With words that were in {listed(block['moved_from'])} before."


def related_sentences(block: BlockChange) -> Iterator[TitledRows]:
    """Sentences elsewhere that may have to change with a block.

    First come those that still have words which are gone, then those that are only about the same.
    """
    titles = {
        True: "Still so elsewhere; change it there too, or take this change back:",
        False: "About the same elsewhere:",
    }
    for has_words, title in titles.items():
        rows: list[str] = []
        for sentence in block["elsewhere"]:
            if bool(sentence["still"]) == has_words:
                words = "".join(f', "{word}"' for word in sentence["still"])
                rows.append(f"{sentence['heading']}, line {sentence['line']}{words}: {sentence['text']}")
        if rows:
            yield TitledRows(title, rows)


def marked_lines(block: BlockChange) -> Iterator[MarkedLine]:
    """The changed lines of a block: of each the old version, then the new one."""
    for change in block["lines"]:
        before, now = change["before"], change["now"]
        if before and now and before["text"] == now["text"]:
            yield MarkedLine("moved", now)
            continue
        if before:
            yield MarkedLine("-", before)
        if now:
            yield MarkedLine("+", now)


def excerpt(
    prose: Sequence[WordStretch],
    gone: str = "[-{}-]",
    new: str = "{{+{}+}}",
    ellipsis: str = "...",
    escape: Callable[[str], str] = str,
) -> str:
    """Prose word by word: ``She took [-the train-] {+a boat+} to ... the island``.

    Args:
        prose: all of the prose.
        gone: a format for words that are gone.
        new: a format for words that are new.
        ellipsis: replaces the middle of long parts that are the same.
        escape: escapes words for the report.
    """
    formats = {"same": "{}", "gone": gone, "new": new}
    stretches: list[str] = []
    for index, stretch in enumerate(prose):
        words = stretch["text"].split(" ")
        if stretch["kind"] == "same":
            is_first, is_last = index == 0, index == len(prose) - 1
            words_after_change = [] if is_first else words[:_WORDS_AROUND_CHANGE]
            words_before_change = [] if is_last else words[-_WORDS_AROUND_CHANGE:]
            if len(words) > len(words_after_change) + len(words_before_change):
                words = [*words_after_change, ellipsis, *words_before_change]
        stretches.append(formats[stretch["kind"]].format(escape(" ".join(words))))
    return " ".join(stretches)
