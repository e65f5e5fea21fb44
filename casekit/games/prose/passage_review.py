"""Passages of prose beside their lines, with what is odd about them."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from casekit.asking.inquiry import Inquiry
from casekit.asking.review.collating import Collator, LineContents, unsaid
from casekit.asking.review.printed_text import Mention, Note, PrintedText, Stretch, sentences
from casekit.asking.review.reviewed import Kind, Link, Mark, Piece, ReviewedLine, ReviewedPassage, Weight
from casekit.deduce.encoding.vocabulary import NO
from casekit.deduce.solving.knowledge import Standing
from casekit.diagnostics import Diagnostic, Source
from casekit.games.prose.line_names import NamedValues, contents_of
from casekit.games.prose.plain_speech import PlainSpeech
from casekit.games.prose.prose_document import AnyLine, AnyPassage
from casekit.model.place import Place
from casekit.model.theory import Fact
from casekit.print.text.prose import plain
from casekit.resources import Words

_MOST_FACTS = 4
"""The most facts that are named beside a lie."""

_UNSAID: tuple[tuple[Kind, str], ...] = (
    ("name", "unsaid_name"),
    ("place", "unsaid_place"),
    ("time", "unsaid_time"),
    ("number", "unsaid_number"),
    ("negation", "unsaid_negation"),
)


@dataclass(frozen=True, slots=True)
class PassagePlace:
    """Where a passage is: its ``id`` on the page, its heading, its name, who reads it, and whom and what it means by "I" and "here"."""

    id: str
    heading: str
    path: str
    knower: str
    own: frozenset[str] = frozenset()


@dataclass(frozen=True)
class PassageReviewer:
    """Puts the passages of one document beside their lines.

    ``told`` gives the identifier of a line that may be a lie, by its place, and its status in truth; without an ``inquiry`` nothing
    is said of that. ``mentions`` may depend on who speaks. A line that quotes nothing has a mark of the weight ``unquoted``.
    """

    source: Source
    inquiry: Inquiry | None
    told: Callable[[Place], tuple[str, Standing] | None]
    speech: PlainSpeech
    words: Words
    named: NamedValues
    mentions: Callable[[PrintedText, frozenset[str]], Sequence[Mention]]
    links: Mapping[str, Link]
    unquoted: Weight

    def passage(
        self, passage: AnyPassage, at: PassagePlace, findings: Sequence[Diagnostic]
    ) -> ReviewedPassage:
        """A passage as a whole."""
        printed = self._printed(passage)
        numbered = list(enumerate(passage.statements, 1))
        lines, marks, prose = self._built(at.own, printed, numbered, printed.whole)
        return ReviewedPassage(at.id, at.heading, at.path, at.knower, prose, lines, marks, tuple(findings))

    def by_sentence(self, passage: AnyPassage, findings: Sequence[Diagnostic]) -> Iterator[ReviewedPassage]:
        """The solution, each sentence with the lines that check it."""
        printed = self._printed(passage)
        found = [_quotation(printed, each) for each in passage.statements]
        told = sentences(printed, found)
        left = list(enumerate(passage.statements, 1))
        of_lines = self._in_rows(findings, passage.statements)
        for number, sentence in enumerate(told, 1):
            here = [(at, each) for at, each in left if (at_ := found[at - 1]) and sentence.has(at_)]
            if number == len(told):
                here = left
            left = [each for each in left if each not in here]
            lines, marks, prose = self._built(frozenset(), printed, here, sentence)
            free = () if here else (Mark("quiet", "other", self.words["marks"]["unclaimed"]),)
            beside = self._in_rows(findings, [each for _, each in here])
            if number == 1:
                beside = (*beside, *(each for each in findings if each not in of_lines))
            yield ReviewedPassage(f"s{number}", "", "solution", "", prose, lines, (*marks, *free), beside)

    def _in_rows(self, findings: Sequence[Diagnostic], lines: Iterable[AnyLine]) -> tuple[Diagnostic, ...]:
        rows = [self.source.line_of(each.place.start) for each in lines]
        return tuple(each for each in findings if each.span.line in rows)

    def _printed(self, passage: AnyPassage) -> PrintedText:
        return PrintedText([prose.text for prose in passage.prose], self.named.language)

    def _built(
        self,
        own: frozenset[str],
        printed: PrintedText,
        numbered: Sequence[tuple[int, AnyLine]],
        within: Stretch,
    ) -> tuple[tuple[ReviewedLine, ...], tuple[Mark, ...], tuple[tuple[Piece, ...], ...]]:
        """Lines, marks and prose of a passage, or of a stretch of it."""
        around = [each for each in self.mentions(printed, own) if within.meets(each.stretch)]
        contents = {number: contents_of(each, own, self.named) for number, each in numbered}
        lines = tuple(
            self._line(number, each, contents[number], printed, around) for number, each in numbered
        )
        spanned = [
            each
            for number, statement in numbered
            if contents[number].window and (stretch := _quotation(printed, statement))
            for each in around
            if stretch.has(each.stretch)
        ]
        free = unsaid([each for each in contents.values() if each.force], around, spanned)
        notes = [*_quoted(printed, numbered), *_named(free, lines)]
        return lines, tuple(self._unsaid(free)), printed.pieces(notes, within)

    def _line(
        self,
        number: int,
        statement: AnyLine,
        contents: LineContents,
        printed: PrintedText,
        around: Sequence[Mention],
    ) -> ReviewedLine:
        stretch = _quotation(printed, statement)
        quoted = [each for each in around if stretch is not None and stretch.has(each.stretch)]
        words: Words = self.words["marks"]
        found: list[Mark] = []
        if stretch is not None:
            collator = Collator(words, self.speech.name, self.words["joined"])
            found += collator.line(contents, quoted, around)
        elif statement.quotation:
            found.append(
                Mark(
                    "loud",
                    "other",
                    words["lost"].format(plain(statement.quotation, self.named.language)),
                )
            )
        else:
            found.append(Mark(self.unquoted, "other", words["unquoted"]))
        truth, marks = self._truth(statement)
        return ReviewedLine(
            number,
            statement.mode,
            self.speech.line(statement.place, statement.text),
            statement.text,
            plain(statement.quotation, self.named.language),
            self.source.line_of(statement.place.start),
            truth,
            tuple(self.links.get(str(path), Link(str(path), "")) for path in statement.by),
            (*marks, *found),
        )

    def _truth(self, statement: AnyLine) -> tuple[str, tuple[Mark, ...]]:
        """The truth instead of what a line says, and whether it is marked as a lie rightly."""
        if self.inquiry is None or statement.mode in {"hint", "shown"}:
            return "", ()
        told = self.told(statement.place)
        words: Words = self.words["marks"]
        status = told[1] if told else None
        marked = statement.mode == "lie"
        if marked and status == "true":
            return "", (Mark("loud", "other", words["true_lie"]),)
        if marked and status == "open":
            return "", (Mark("look", "other", words["open_lie"]),)
        if told is None or status != "false":
            return "", ()
        mark = () if marked else (Mark("loud", "other", words["unmarked_lie"]),)
        return self._instead(told[0]), mark

    def _instead(self, line: str) -> str:
        """The truth of the facts that a line speaks of, unless they are many."""
        if self.inquiry is None:
            return ""
        encoded = self.inquiry.knowledge.lines.get(line)
        terms = dict.fromkeys(encoded.terms) if encoded else {}
        facts = [Fact(*key, self.inquiry.facts[key]) for key in terms if key in self.inquiry.facts]
        if len(facts) > _MOST_FACTS:
            facts = [fact for fact in facts if fact.value != NO]
        if not facts or len(facts) > _MOST_FACTS:
            return ""
        return "; ".join(map(self.speech.fact, facts))

    def _unsaid(self, free: Sequence[Mention]) -> Iterator[Mark]:
        words: Words = self.words["marks"]
        for kind, name in _UNSAID:
            named = dict.fromkeys(each.words for each in free if each.kind == kind)
            if named:
                yield Mark("quiet", kind, words[name].format(", ".join(named)))


def by_block(
    source: Source, starts: Collection[int], findings: Iterable[Diagnostic]
) -> Mapping[int, list[Diagnostic]]:
    """The findings in each block, by the places where blocks begin."""
    at_start = sorted(starts)
    rows = [source.line_of(start) for start in at_start]
    found: dict[int, list[Diagnostic]] = defaultdict(list)
    for each in findings:
        at = bisect_right(rows, each.span.line) - 1
        if at >= 0 and each.span.file == source.name:
            found[at_start[at]].append(each)
    return found


def _quotation(printed: PrintedText, statement: AnyLine) -> Stretch | None:
    """Where the words are that a line quotes, if it quotes any and they are there."""
    return printed.find(statement.quotation) if statement.quotation else None


def _quoted(printed: PrintedText, numbered: Sequence[tuple[int, AnyLine]]) -> Iterator[Note]:
    for number, statement in numbered:
        stretch = _quotation(printed, statement)
        if stretch is not None:
            yield Note(stretch, line=number)


def _named(free: Sequence[Mention], lines: Sequence[ReviewedLine]) -> Iterator[Note]:
    """Names in the prose that no line has; loud where a line that quotes it says something else."""
    loud = {mark.kind for line in lines for mark in line.marks if mark.weight == "loud"}
    for each in free:
        yield Note(each.stretch, kind=each.kind, weight="loud" if each.kind in loud else "quiet")
