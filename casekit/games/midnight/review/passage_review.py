"""Paragraphs of a case beside their lines, with what is odd about them."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from casekit.asking.review.collating import Collator, unsaid
from casekit.asking.review.line_contents import LineContents
from casekit.asking.review.mentions_in_prose import Mention
from casekit.asking.review.printed_text import Note, PrintedText, Stretch
from casekit.asking.review.reviewed import Kind, Link, Mark, Piece, ReviewedLine, ReviewedPassage, Weight
from casekit.asking.review.sentence_split import sentences
from casekit.deduce.encoding.vocabulary import NO
from casekit.diagnostics import Diagnostic
from casekit.games.midnight.asking.case_inquiry import CaseInquiry
from casekit.games.midnight.case import Case, CaseParagraph, CasePassage, Statement
from casekit.games.midnight.edition import CasePath, PlacePath
from casekit.games.midnight.review.case_lines import contents_of
from casekit.games.midnight.review.case_mentions import mentions
from casekit.games.midnight.review.case_speech import CaseSpeech
from casekit.games.midnight.review.customs import Customs
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


@dataclass(frozen=True)
class PassageReviewer:
    """Puts the passages of one case beside their lines. Without an ``inquiry`` nothing is said of the truth."""

    case: Case
    inquiry: CaseInquiry | None
    speech: CaseSpeech
    words: Words
    links: Mapping[CasePath, Link]

    @cached_property
    def _customs(self) -> Customs:
        return Customs(self.case, self.speech, self.words["marks"])

    def given(self, findings: Sequence[Diagnostic], everybody: str) -> ReviewedPassage:
        """The presentation."""
        return self._passage(
            "given", self.words["presentation"], "presentation", everybody, self.case.presentation, findings
        )

    def paragraph(self, paragraph: CaseParagraph, findings: Sequence[Diagnostic]) -> ReviewedPassage:
        """A paragraph; it is odd if it says nothing, or not what others on its question do."""
        found = self._passage(
            self.links[paragraph.paths[0]].id,
            ", ".join(map(self.speech.path, paragraph.paths)),
            paragraph.name,
            " ".join(map(self.speech.knower, paragraph.paths)),
            paragraph,
            findings,
        )
        return replace(found, marks=(*self._customs.marks(paragraph), *found.marks))

    def solution(self, findings: Sequence[Diagnostic]) -> Iterator[ReviewedPassage]:
        """The solution, each sentence with the lines that check it."""
        passage = self.case.solution
        printed = self._printed(passage)
        found = [_quotation(printed, each) for each in passage.statements]
        told = sentences(printed, found)
        left = list(enumerate(passage.statements, 1))
        for number, sentence in enumerate(told, 1):
            here = [(at, each) for at, each in left if (at_ := found[at - 1]) and sentence.has(at_)]
            if number == len(told):
                here = left
            left = [each for each in left if each not in here]
            lines, marks, prose = self._built(passage, printed, here, sentence)
            free = () if here else (Mark("quiet", "other", self.words["marks"]["unclaimed"]),)
            beside = self._in_rows(findings, [self.case.source.line_of(each.place.start) for _, each in here])
            if number == 1:
                beside = (*beside, *(each for each in findings if each not in self._of_statements(findings)))
            yield ReviewedPassage(f"s{number}", "", "solution", "", prose, lines, (*marks, *free), beside)

    def _of_statements(self, findings: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
        rows = [self.case.source.line_of(each.place.start) for each in self.case.solution.statements]
        return self._in_rows(findings, rows)

    def _in_rows(self, findings: Sequence[Diagnostic], rows: Collection[int]) -> tuple[Diagnostic, ...]:
        return tuple(each for each in findings if each.span.line in rows)

    def _printed(self, passage: CasePassage) -> PrintedText:
        return PrintedText([prose.text for prose in passage.prose], self.case.edition.language)

    def _passage(
        self,
        id_: str,
        heading: str,
        path: str,
        knower: str,
        passage: CasePassage,
        findings: Sequence[Diagnostic],
    ) -> ReviewedPassage:
        printed = self._printed(passage)
        lines, marks, prose = self._built(
            passage, printed, list(enumerate(passage.statements, 1)), printed.whole
        )
        return ReviewedPassage(id_, heading, path, knower, prose, lines, marks, tuple(findings))

    def _built(
        self,
        passage: CasePassage,
        printed: PrintedText,
        numbered: Sequence[tuple[int, Statement]],
        within: Stretch,
    ) -> tuple[tuple[ReviewedLine, ...], tuple[Mark, ...], tuple[tuple[Piece, ...], ...]]:
        """Lines, marks and prose of a passage, or of a stretch of it."""
        speaker = passage.speaker if isinstance(passage, CaseParagraph) else None
        around = [
            each for each in mentions(self.case.edition, printed, speaker) if within.meets(each.stretch)
        ]
        own = _own(self.case, passage)
        contents = {number: contents_of(self.case, each, own) for number, each in numbered}
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
        statement: Statement,
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
                    words["lost"].format(plain(statement.quotation, self.case.edition.language)),
                )
            )
        else:
            weight: Weight = "look" if self.case.edition.quotations == "required" else "quiet"
            found.append(Mark(weight, "other", words["unquoted"]))
        truth, marks = self._truth(statement)
        return ReviewedLine(
            number,
            statement.mode,
            self.speech.line(statement.place, statement.text),
            statement.text,
            plain(statement.quotation, self.case.edition.language),
            self.case.source.line_of(statement.place.start),
            truth,
            tuple(self.links.get(path, Link(str(path), "")) for path in statement.by),
            (*marks, *found),
        )

    def _truth(self, statement: Statement) -> tuple[str, tuple[Mark, ...]]:
        """The truth instead of what a line says, and whether it is marked as a lie rightly."""
        if self.inquiry is None or statement.mode in {"hint", "shown"}:
            return "", ()
        told = next(
            (line for line in self.inquiry.told if line.origin.place == statement.place and line.by_culprit),
            None,
        )
        words: Words = self.words["marks"]
        status = told.status if told else None
        marked = statement.mode == "lie"
        if marked and status == "true":
            return "", (Mark("loud", "other", words["true_lie"]),)
        if marked and status == "open":
            return "", (Mark("look", "other", words["open_lie"]),)
        if told is None or status != "false":
            return "", ()
        mark = () if marked else (Mark("loud", "other", words["unmarked_lie"]),)
        return self._instead(told.name), mark

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


def _own(case: Case, passage: CasePassage) -> frozenset[str]:
    """The speaker, or the places that are searched."""
    if not isinstance(passage, CaseParagraph):
        return frozenset()
    if passage.speaker:
        return frozenset((passage.speaker,))
    locations = case.edition.locations_by_number
    return frozenset(locations[path.location].slug for path in passage.paths if isinstance(path, PlacePath))


def _quotation(printed: PrintedText, statement: Statement) -> Stretch | None:
    """Where the words are that a line quotes, if it quotes any and they are there."""
    return printed.find(statement.quotation) if statement.quotation else None


def _quoted(printed: PrintedText, numbered: Sequence[tuple[int, Statement]]) -> Iterator[Note]:
    for number, statement in numbered:
        stretch = _quotation(printed, statement)
        if stretch is not None:
            yield Note(stretch, line=number)


def _named(free: Sequence[Mention], lines: Sequence[ReviewedLine]) -> Iterator[Note]:
    """Names in the prose that no line has; loud where a line that quotes it says something else."""
    loud = {mark.kind for line in lines for mark in line.marks if mark.weight == "loud"}
    for each in free:
        yield Note(each.stretch, kind=each.kind, weight="loud" if each.kind in loud else "quiet")
