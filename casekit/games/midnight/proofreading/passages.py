"""Passages of prose beside their lines, and what is odd about them, for a proofreader."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from casekit.analysis.analyzer import Json
from casekit.analysis.proofreading.marked_text import MarkedText, Note, TextRange, sentences
from casekit.analysis.proofreading.mentions import Mention
from casekit.analysis.proofreading.review import Kind, Mark, Piece, ReviewPassage, Weight, mark_of
from casekit.analysis.proofreading.text_marks import LineContents, MentionMatcher, unsaid
from casekit.deduce.encoding.circuit import NO, YES
from casekit.diagnostics import Finding, Place, Source
from casekit.games.midnight.checks import prose_claims
from casekit.games.midnight.document import Case, CasePassage, Statement
from casekit.games.midnight.proofreading.case_texts import CaseTexts
from casekit.games.midnight.proofreading.line_contents import contents_of, mentions
from casekit.games.midnight.theory import case_analysis
from casekit.logic.formulas import Constant, all_terms
from casekit.logic.theory import Fact
from casekit.prose.claims import claimed_facts, sentences as claims_sentences
from casekit.prose.markup import visible_text
from casekit.resources import Words
from casekit.values import frozen, replace
from casekit.values.grouping import grouped

_MOST_FACTS_BESIDE_LIE = 4
"""The most facts that are named beside a lie."""

_KINDS_UNSAID: tuple[Kind, ...] = ("name", "place", "time", "number", "negation")
"""What words may name that no line says, in the order of the marks."""

_MARKS_OF_CULPRIT_LINES: Mapping[tuple[bool, str], tuple[Weight, str]] = {
    (True, "true"): ("loud", "true_lie"),
    (True, "open"): ("look", "open_lie"),
    (False, "false"): ("loud", "unmarked_lie"),
}
"""The weight and the words of the mark of a culprit's line.

The keys are whether the line is marked as a lie, and its status in truth. Lines of other keys have no mark.
"""

NumberedStatement = tuple[int, Statement]
"""A line after the number by which the prose and the page name it, from 1."""


class _ReviewedText(NamedTuple):
    """A passage, or a stretch of it, as a ``ReviewPassage`` has it."""

    lines: tuple[tuple[int, Json], ...]
    marks: tuple[Mark, ...]
    prose: tuple[tuple[Piece, ...], ...]


@frozen
class PassageReviewer:
    """Puts the passages of one case beside their lines."""

    case: Case

    analysis: case_analysis.CaseAnalysis | None
    """Knows the truth; if it is ``None``, nothing is said of the truth."""

    culprit_lines: Mapping[Place, case_analysis.StatementInForce]
    """The culprit's lines, by their places."""

    texts: CaseTexts

    words: Words
    """The words of reviews (``analysis/words/review.toml``)."""

    headings: Mapping[str, str]
    """The headings of paragraphs, by path."""

    def passage(
        self,
        passage: CasePassage,
        unread: ReviewPassage,
        findings: Sequence[Finding],
        own_names: frozenset[str] = frozenset(),
    ) -> ReviewPassage:
        """A passage as a whole.

        ``unread`` has its headings alone, ``own_names`` are whom and what it means by "I" and "here".
        """
        printed, numbered = self._marked_text(passage), list(enumerate(passage.statements, 1))
        reviewed = self._reviewed_text(own_names, printed, numbered, printed.whole)
        marks = (*reviewed.marks, *self._marks_on_sentences(passage))
        return replace(
            unread, prose=reviewed.prose, lines=reviewed.lines, marks=marks, findings=tuple(findings)
        )

    @cached_property
    def _spoken_passages(self) -> Mapping[Place, claims_sentences.SpokenPassage]:
        """The passages with their speakers, by their places."""
        return {spoken.passage.place: spoken for spoken in prose_claims.spoken_passages(self.case)}

    @cached_property
    def _claim_reader(self) -> claimed_facts.ClaimReader:
        return prose_claims.claim_reader(self.case)

    def _marks_on_sentences(self, passage: CasePassage) -> Iterator[Mark]:
        """The mark that says which facts the sentences of a passage are read to claim, if they claim any."""
        spoken = self._spoken_passages[passage.place]
        claims: list[claimed_facts.FactClaim] = []
        for prose in passage.prose:
            text = claims_sentences.text_of(self.case, prose)
            claims += self._claim_reader.said(text, spoken.speaker, spoken.place)
        facts: list[str] = []
        for claim in claims:
            facts += self._claimed_facts(claim)
        if claims:
            reading = "; ".join(dict.fromkeys(facts))
            yield mark_of("quiet", "sentences", self.words["marks"]["read_as"].format(reading))

    def _claimed_facts(self, claim: claimed_facts.FactClaim) -> Iterator[str]:
        """The claim of a sentence in plain words; of several times at one of which it was so, the first."""
        for formula in claim.formulas if claim.every else claim.formulas[:1]:
            constants = tuple([term.value for term in all_terms(formula) if isinstance(term, Constant)])
            size = len(claim.function.arguments)
            arguments, values = constants[:size], constants[size:]
            fact = Fact(claim.function.name, arguments, values[0] if values else YES)
            yield self.texts.plain.fact(fact, not claim.denied)

    def sentences_of_solution(self, findings: Sequence[Finding]) -> Iterator[ReviewPassage]:
        """The solution, each sentence with the lines that check it.

        Lines that quote nothing come with the last sentence; findings on no line with the first.
        """
        passage = self.case.solution
        printed = self._marked_text(passage)
        quotations = [_quotation(printed, statement) for statement in passage.statements]
        stretches = sentences(printed, quotations)
        remaining: list[NumberedStatement] = list(enumerate(passage.statements, 1))
        findings_on_lines = self._findings_on(passage.statements, findings)
        for number, sentence in enumerate(stretches, 1):
            in_sentence: list[NumberedStatement] = []
            in_others: list[NumberedStatement] = []
            for numbered in remaining:
                quotation = quotations[numbered[0] - 1]
                is_quoted = quotation is not None and sentence.has(quotation)
                if is_quoted or number == len(stretches):
                    in_sentence.append(numbered)
                else:
                    in_others.append(numbered)
            remaining = in_others
            reviewed = self._reviewed_text(frozenset(), printed, in_sentence, sentence)
            marks = reviewed.marks
            if not in_sentence:
                marks = (*marks, mark_of("quiet", "other", self.words["marks"]["unclaimed"]))
            own_findings = self._findings_on([statement for _, statement in in_sentence], findings)
            if number == 1:
                on_no_line = (finding for finding in findings if finding not in findings_on_lines)
                own_findings = (*own_findings, *on_no_line)
            yield ReviewPassage(
                f"s{number}", "", "solution", "", reviewed.prose, reviewed.lines, marks, own_findings
            )

    def _findings_on(
        self, statements: Iterable[Statement], findings: Iterable[Finding]
    ) -> tuple[Finding, ...]:
        """The findings that are on a line of the file where one of the statements begins."""
        rows = [self.case.source.line_of(statement.place.start) for statement in statements]
        return tuple(finding for finding in findings if finding.span.line in rows)

    def _marked_text(self, passage: CasePassage) -> MarkedText:
        return MarkedText([prose.text for prose in passage.prose], self.case.edition.language)

    def _reviewed_text(
        self,
        own_names: frozenset[str],
        printed: MarkedText,
        numbered: Sequence[NumberedStatement],
        stretch: TextRange,
    ) -> _ReviewedText:
        """A stretch of the printed text of a passage, with the lines that belong to it."""
        all_mentions = mentions(self.case.edition, printed, own_names)
        in_stretch = [mention for mention in all_mentions if stretch.meets(mention.stretch)]
        matcher = MentionMatcher(self.words["marks"], self.texts.name, self.words["joined"])
        lines: list[tuple[int, Json]] = []
        in_force: list[LineContents] = []
        in_window: list[Mention] = []
        notes: list[Note] = []
        for number, statement in numbered:
            contents = contents_of(statement, own_names, self.case)
            if contents.force:
                in_force.append(contents)
            quotation = _quotation(printed, statement)
            if quotation is None:
                lines.append((number, self._line(statement, self._marks_without_words(statement))))
                continue
            notes.append(Note(quotation, line=number))
            quoted = [mention for mention in in_stretch if quotation.has(mention.stretch)]
            if contents.window:
                in_window += quoted
            lines.append((number, self._line(statement, matcher.line(contents, quoted, in_stretch))))
        not_in_lines = unsaid(in_force, in_stretch, in_window)
        # A name that no line has is loud if a line that quotes it says something else.
        loud_kinds = _loud_kinds(lines)
        for mention in not_in_lines:
            weight: Weight = "loud" if mention.kind in loud_kinds else "quiet"
            notes.append(Note(mention.stretch, weight=weight))
        marks = tuple(self._marks_on_unsaid(not_in_lines))
        return _ReviewedText(tuple(lines), marks, printed.pieces(notes, stretch))

    def _marks_without_words(self, statement: Statement) -> Iterator[Mark]:
        """The mark of a line whose words are not in the prose, or that has none."""
        words = self.words["marks"]
        if statement.quotation:
            quoted = visible_text(statement.quotation, self.case.edition.language)
            yield mark_of("loud", "other", words["lost"].format(quoted))
        else:
            are_required = self.case.edition.quotations == "required"
            yield mark_of("look" if are_required else "quiet", "other", words["unquoted"])

    def _line(self, statement: Statement, mention_marks: Iterable[Mark]) -> Json:
        """A line read back in plain words.

        Its ``truth`` is what is so instead of a lie, ``by`` the paragraphs that a claim rests on.
        """
        marks: list[Mark] = []
        truth = ""
        culprit_line = self.culprit_lines.get(statement.place)
        if culprit_line is not None:
            key = (statement.mode == "lie", culprit_line.status)
            if key in _MARKS_OF_CULPRIT_LINES:
                weight, words = _MARKS_OF_CULPRIT_LINES[key]
                marks.append(mark_of(weight, "other", self.words["marks"][words]))
            if culprit_line.status == "false":
                truth = self._truth_instead_of(culprit_line.name)
        marks += mention_marks
        return {
            "line": self.case.source.line_of(statement.place.start),
            "kind": statement.mode,
            "says": self.texts.line(statement.place, statement.text),
            "formula": statement.text,
            "quotation": visible_text(statement.quotation, self.case.edition.language),
            "truth": truth,
            "by": [self.headings.get(path, path) for path in map(str, statement.by)],
            "marks": marks,
        }

    def _truth_instead_of(self, line: str) -> str:
        """The truth of the facts that a line speaks of; empty if they are many.

        If they are too many, those that are not so are left out first.
        """
        if self.analysis is None:
            return ""
        encoded = self.analysis.solver.lines.get(line)
        terms = dict.fromkeys(encoded.terms) if encoded else {}
        facts = [Fact(*key, self.analysis.facts[key]) for key in terms if key in self.analysis.facts]
        if len(facts) > _MOST_FACTS_BESIDE_LIE:
            facts = [fact for fact in facts if fact.value != NO]
        if len(facts) > _MOST_FACTS_BESIDE_LIE:
            return ""
        return "; ".join(map(self.texts.plain.fact, facts))

    def _marks_on_unsaid(self, not_in_lines: Sequence[Mention]) -> Iterator[Mark]:
        """A mark per kind of names that no line says."""
        for kind in _KINDS_UNSAID:
            words = dict.fromkeys(mention.words for mention in not_in_lines if mention.kind == kind)
            if words:
                yield mark_of("quiet", kind, self.words["marks"][f"unsaid_{kind}"].format(", ".join(words)))


def _loud_kinds(lines: Sequence[tuple[int, Json]]) -> set[Kind]:
    """The subjects of the loud marks of lines."""
    kinds: set[Kind] = set()
    for _, line in lines:
        kinds.update(mark["about"] for mark in line["marks"] if mark["weight"] == "loud")
    return kinds


def findings_by_block(
    source: Source, block_starts: Collection[int], findings: Iterable[Finding]
) -> Mapping[int, list[Finding]]:
    """The findings in each block that has any, by the offset in the text where the block begins."""
    start_of_row = {source.line_of(start): start for start in block_starts}
    in_blocks: list[tuple[int, Finding]] = []
    for finding in findings:
        if finding.span.file == source.name:
            rows_above = [row for row in start_of_row if row <= finding.span.line]
            if rows_above:
                in_blocks.append((start_of_row[max(rows_above)], finding))
    return grouped(in_blocks)


def _quotation(printed: MarkedText, statement: Statement) -> TextRange | None:
    """Where the words are that a line quotes, if it quotes any and they are there."""
    return printed.find(statement.quotation) if statement.quotation else None
