"""Passages of prose beside their lines, what the words of each line may name, and what is odd about them."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from casekit.analysis.analyzer import Json
from casekit.analysis.proofreading.review import Kind, Mark, Piece, ReviewPassage, Weight, mark_of
from casekit.analysis.proofreading.text_marks import (
    LineContents,
    MarkedText,
    Mention,
    MentionMatcher,
    Note,
    TextRange,
    named_in,
    sentences,
    spoken_mentions,
    unsaid,
)
from casekit.deduce.encoding.circuit import NO, YES
from casekit.diagnostics import Finding, Place, Source
from casekit.games.midnight.checks import prose as checks_prose
from casekit.games.midnight.document import Case, CasePassage, Edition, Statement
from casekit.games.midnight.language.prose_names import names_of
from casekit.games.midnight.language.scope import NOBODY
from casekit.games.midnight.proofreading.summaries import CaseTexts
from casekit.games.midnight.theory import case_analysis, wording
from casekit.language.formula.nodes import NAME
from casekit.logic.formulas import (
    QUANTIFIERS,
    Apply,
    Constant,
    Equal,
    Formula,
    Not,
    Nothing,
    Or,
    Quantified,
    Term,
    all_terms,
    functions_in,
    parts,
)
from casekit.logic.theory import Fact
from casekit.prose.claims import (
    claimed_facts,
    name_checks,
    quotation_checks,
    sentences as claims_sentences,
)
from casekit.prose.expressions import recognizer, time_and_number_words
from casekit.prose.markup import visible_text
from casekit.resources import Words
from casekit.values import frozen, replace
from casekit.values.grouping import grouped

_LISTED = 2
"""The number of values that make a list that can be counted."""


def contents_of(line: Statement, own: frozenset[str], case: Case) -> LineContents:
    """The contents of a line of a paragraph; ``own`` is its speaker, or the places that are searched."""
    formula, edition = line.formula, case.edition
    terms = list(all_terms(formula))
    for speaker in line.speakers:
        terms += all_terms(speaker.term)
    values = frozenset(term.value for term in terms if isinstance(term, Constant))
    excepted = frozenset(name_checks.left_out(formula))
    people, places = edition.suspects_by_name.keys(), edition.locations_by_slug.keys()
    others = values - people - places - {NOBODY}
    clock = _clock_times(line)
    glossed = _glossed_times(formula, case)
    quantified = [part for part in _all_parts(formula) if isinstance(part, Quantified)]
    negative = _denies(formula)
    return LineContents(
        names=(values - excepted) & people,
        excepted=excepted,
        own=own,
        places=values & places,
        counts=frozenset((*_counts(formula), *_spelt_numbers(others, edition.language))),
        rest=frozenset(_counts_of_rest(quantified)),
        numbers=frozenset(_sizes(quantified)),
        clock=clock,
        times=clock.union(*glossed),
        window=time_and_number_words.window(glossed),
        negative=negative,
        denies=negative and not functions_in(formula) & {*wording.TARGETS},
        force=line.mode != "hint",
    )


def _clock_times(line: Statement) -> frozenset[int]:
    """The times that a line names, in minutes since the day began."""
    times: set[int] = set()
    for named, _ in quotation_checks.times_named(line.text):
        times |= named
    return frozenset(times)


def _glossed_times(formula: Formula, case: Case) -> tuple[time_and_number_words.Readings, ...]:
    """The times in the comments on the facts that a formula speaks of."""
    times: list[time_and_number_words.Readings] = []
    for name in sorted(functions_in(formula)):
        if name in case.glosses:
            spoken = recognizer.find_times(case.glosses[name], case.edition.language)
            times += [time.readings for time in spoken]
    return tuple(times)


def _spelt_numbers(values: Iterable[str], language: str) -> Iterator[int]:
    """The numbers in the names of values, such as ``two_keys``."""
    for value in sorted(values):
        if NAME.fullmatch(value):
            for spoken in recognizer.find_numbers(value.replace("_", " "), language):
                yield spoken.number


def _sizes(quantified: Iterable[Quantified]) -> Iterator[int]:
    """How many values the types have that a formula speaks of, also without those that are excepted."""
    for part in quantified:
        size = len(part.variable.sort.values)
        yield size
        yield size - len(part.excluded)


def _all_parts(formula: Formula) -> Iterator[Formula]:
    yield formula
    for part in parts(formula):
        yield from _all_parts(part)


def _counts(formula: Formula) -> Iterator[int]:
    """Numbers that a formula has: those of its quantifiers, and how many values it lists."""
    for part in _all_parts(formula):
        if isinstance(part, Quantified) and QUANTIFIERS[part.quantifier].has_number:
            yield part.count
        if isinstance(part, Or) and len(_alternatives(part)) >= _LISTED:
            yield len(_alternatives(part))


def _counts_of_rest(quantified: Iterable[Quantified]) -> Iterator[int]:
    """How many there are beside those that are counted: "not one of the other ten"."""
    for part in quantified:
        size = len(part.variable.sort.values)
        counted = (*_counts(part.body), *([part.count] if part.count else ()))
        yield from (size - len(part.excluded) - count for count in counted)


def _alternatives(formula: Or) -> set[str]:
    """The values of ``X in { ... }``."""
    values = set()
    for part in formula.parts:
        if isinstance(part, Equal) and isinstance(part.right, Constant):
            values.add(part.right.value)
    return values


def functions_about(formula: Formula, value: str) -> set[str]:
    """The names of the facts about a value that a formula speaks of; who says "all" speaks of it too."""
    named: set[Term] = {Constant(value)}
    for part in _all_parts(formula):
        if not isinstance(part, Quantified) or part.quantifier not in {"every", "no"}:
            continue
        if value in part.variable.sort.values and Constant(value) not in part.excluded:
            named.add(part.variable)
    terms = [term for term in all_terms(formula) if isinstance(term, Apply)]
    return {term.function.name for term in terms if named.intersection(term.arguments)}


def _denies(formula: Formula) -> bool:
    """Whether a formula says that something is not so."""
    for part in _all_parts(formula):
        if isinstance(part, Not):
            return True
        if isinstance(part, Quantified) and part.quantifier == "no" and not part.excluded:
            return True
        if isinstance(part, Equal) and isinstance(part.right, Nothing):
            return True
    return False


_MOST_FACTS = 4
"""The most facts that are named beside a lie."""

_UNSAID: tuple[Kind, ...] = ("name", "place", "time", "number", "negation")

_LIES: Mapping[tuple[bool, str], tuple[Weight, str]] = {
    (True, "true"): ("loud", "true_lie"),
    (True, "open"): ("look", "open_lie"),
    (False, "false"): ("loud", "unmarked_lie"),
}
"""The marks of lines of the culprit that are marked as lies or not, by their status in truth."""


def mentions(edition: Edition, printed: MarkedText, own: frozenset[str]) -> tuple[Mention, ...]:
    """Everything that a text names; ``own`` is its speaker, if it has one."""
    names = names_of(edition)
    speaker = next((name for name in names.people if name in own), None)
    places = (
        Mention("place", printed.text[start:end], TextRange(start, end), frozenset((slug,)))
        for start, end, slug in recognizer.named_places(printed.text, speaker, names)
    )
    return (*named_in(printed, names.people), *places, *spoken_mentions(printed, edition.language))


@frozen
class PassageReviewer:
    """Puts the passages of one case beside their lines.

    ``culprit_lines`` are the culprit's lines, by their places; without an ``analysis`` nothing is known of the
    truth. ``headings`` are those of paragraphs, by path.
    """

    case: Case
    analysis: case_analysis.CaseAnalysis | None
    culprit_lines: Mapping[Place, case_analysis.StatementInForce]
    speech: CaseTexts
    words: Words
    headings: Mapping[str, str]

    def passage(
        self,
        passage: CasePassage,
        at: ReviewPassage,
        findings: Sequence[Finding],
        own: frozenset[str] = frozenset(),
    ) -> ReviewPassage:
        """A passage as a whole; ``own`` are whom and what it means by "I" and "here"."""
        printed, numbered = self._marked_text(passage), list(enumerate(passage.statements, 1))
        lines, marks, prose = self._stretch(own, printed, numbered, printed.whole)
        marks = (*marks, *self._reading(passage))
        return replace(at, prose=prose, lines=lines, marks=marks, findings=tuple(findings))

    @cached_property
    def _voices(self) -> Mapping[Place, claims_sentences.SpokenPassage]:
        """The passages with their speakers, by their places."""
        return {voice.passage.place: voice for voice in checks_prose.voices(self.case)}

    @cached_property
    def _facts(self) -> claimed_facts.ClaimReader:
        return checks_prose.facts_of(self.case)

    def _reading(self, passage: CasePassage) -> Iterator[Mark]:
        """How the sentences of a passage are read: which of them are compared with lines and truth."""
        voice = self._voices[passage.place]
        claims: list[claimed_facts.FactClaim] = []
        for prose in passage.prose:
            text = claims_sentences.text_of(self.case, prose)
            claims += self._facts.said(text, voice.speaker, voice.place)
        facts: list[str] = []
        for claim in claims:
            facts += self._claimed_facts(claim)
        if claims:
            reading = "; ".join(dict.fromkeys(facts))
            yield mark_of("quiet", "sentences", self.words["marks"]["read_as"].format(reading))

    def _claimed_facts(self, claim: claimed_facts.FactClaim) -> Iterator[str]:
        """The claim of a sentence in plain words; of several times at one of which it was so, the first."""
        for formula in claim.formulas if claim.every else claim.formulas[:1]:
            about = tuple([term.value for term in all_terms(formula) if isinstance(term, Constant)])
            size = len(claim.function.arguments)
            fact = Fact(claim.function.name, about[:size], about[size] if about[size:] else YES)
            yield self.speech.plain.fact(fact, not claim.denied)

    def by_sentence(self, findings: Sequence[Finding]) -> Iterator[ReviewPassage]:
        """The solution, each sentence with the lines that check it."""
        passage = self.case.solution
        printed = self._marked_text(passage)
        quotations = [_quotation(printed, statement) for statement in passage.statements]
        stretches = sentences(printed, quotations)
        left = list(enumerate(passage.statements, 1))
        of_lines = self._in_rows(findings, passage.statements)
        for number, sentence in enumerate(stretches, 1):
            here, elsewhere = [], []
            for numbered in left:
                quotation = quotations[numbered[0] - 1]
                is_quoted = quotation is not None and sentence.has(quotation)
                # Lines that quote nothing come with the last sentence.
                if is_quoted or number == len(stretches):
                    here.append(numbered)
                else:
                    elsewhere.append(numbered)
            left = elsewhere
            lines, marks, prose = self._stretch(frozenset(), printed, here, sentence)
            if not here:
                marks = (*marks, mark_of("quiet", "other", self.words["marks"]["unclaimed"]))
            beside = self._in_rows(findings, [statement for _, statement in here])
            if number == 1:
                beside = (*beside, *(finding for finding in findings if finding not in of_lines))
            yield ReviewPassage(f"s{number}", "", "solution", "", prose, lines, marks, beside)

    def _in_rows(self, findings: Sequence[Finding], lines: Iterable[Statement]) -> tuple[Finding, ...]:
        rows = [self.case.source.line_of(line.place.start) for line in lines]
        return tuple(finding for finding in findings if finding.span.line in rows)

    def _marked_text(self, passage: CasePassage) -> MarkedText:
        return MarkedText([prose.text for prose in passage.prose], self.case.edition.language)

    def _stretch(
        self,
        own: frozenset[str],
        printed: MarkedText,
        numbered: Sequence[tuple[int, Statement]],
        within: TextRange,
    ) -> tuple[tuple[tuple[int, Json], ...], tuple[Mark, ...], tuple[tuple[Piece, ...], ...]]:
        """Lines, marks and prose of a passage, or of a stretch of it."""
        named = mentions(self.case.edition, printed, own)
        around = [mention for mention in named if within.meets(mention.stretch)]
        matcher = MentionMatcher(self.words["marks"], self.speech.name, self.words["joined"])
        lines: list[tuple[int, Json]] = []
        in_force: list[LineContents] = []
        spanned: list[Mention] = []
        notes: list[Note] = []
        for number, statement in numbered:
            contents = contents_of(statement, own, self.case)
            if contents.force:
                in_force.append(contents)
            quotation = _quotation(printed, statement)
            if quotation is None:
                lines.append((number, self._line(statement, self._unquoted(statement))))
                continue
            notes.append(Note(quotation, line=number))
            quoted = [mention for mention in around if quotation.has(mention.stretch)]
            if contents.window:
                spanned += quoted
            lines.append((number, self._line(statement, matcher.line(contents, quoted, around))))
        free = unsaid(in_force, around, spanned)
        # A name that no line has is loud where a line that quotes it says something else.
        loud = _loud_kinds(lines)
        notes += [Note(name.stretch, weight="loud" if name.kind in loud else "quiet") for name in free]
        return tuple(lines), tuple(self._unsaid_marks(free)), printed.pieces(notes, within)

    def _unquoted(self, statement: Statement) -> Iterator[Mark]:
        """The mark of a line whose words are not in the prose, or that has none."""
        words, quoted = self.words["marks"], visible_text(statement.quotation, self.case.edition.language)
        weight: Weight = "look" if self.case.edition.quotations == "required" else "quiet"
        if statement.quotation:
            yield mark_of("loud", "other", words["lost"].format(quoted))
        else:
            yield mark_of(weight, "other", words["unquoted"])

    def _line(self, statement: Statement, mention_marks: Iterable[Mark]) -> Json:
        """A line read back in plain words.

        ``truth`` is what is so instead of a lie, ``by`` the paragraphs that a claim rests on.
        """
        marks: list[Mark] = []
        truth = ""
        culprit_line = self.culprit_lines.get(statement.place)
        if culprit_line is not None:
            is_marked = statement.mode == "lie"
            if (is_marked, culprit_line.status) in _LIES:
                weight, words = _LIES[is_marked, culprit_line.status]
                marks.append(mark_of(weight, "other", self.words["marks"][words]))
            if culprit_line.status == "false":
                truth = self._instead(culprit_line.name)
        marks += mention_marks
        return {
            "line": self.case.source.line_of(statement.place.start),
            "kind": statement.mode,
            "says": self.speech.line(statement.place, statement.text),
            "formula": statement.text,
            "quotation": visible_text(statement.quotation, self.case.edition.language),
            "truth": truth,
            "by": [self.headings.get(path, path) for path in map(str, statement.by)],
            "marks": marks,
        }

    def _instead(self, line: str) -> str:
        """The truth of the facts that a line speaks of, unless they are many."""
        if self.analysis is None:
            return ""
        encoded = self.analysis.solver.lines.get(line)
        terms = dict.fromkeys(encoded.terms) if encoded else {}
        facts = [Fact(*key, self.analysis.facts[key]) for key in terms if key in self.analysis.facts]
        if len(facts) > _MOST_FACTS:
            facts = [fact for fact in facts if fact.value != NO]
        return "; ".join(map(self.speech.plain.fact, facts)) if len(facts) <= _MOST_FACTS else ""

    def _unsaid_marks(self, free: Sequence[Mention]) -> Iterator[Mark]:
        """The marks of names that no line says."""
        for kind in _UNSAID:
            named = dict.fromkeys(mention.words for mention in free if mention.kind == kind)
            if named:
                yield mark_of("quiet", kind, self.words["marks"][f"unsaid_{kind}"].format(", ".join(named)))


def _loud_kinds(lines: Sequence[tuple[int, Json]]) -> set[Kind]:
    """The subjects of the loud marks of lines."""
    kinds: set[Kind] = set()
    for _, line in lines:
        kinds.update(mark["about"] for mark in line["marks"] if mark["weight"] == "loud")
    return kinds


def by_block(
    source: Source, starts: Collection[int], findings: Iterable[Finding]
) -> Mapping[int, list[Finding]]:
    """The findings in each block, by the places where blocks begin, as far as there are any."""
    rows = {source.line_of(start): start for start in starts}
    in_blocks: list[tuple[int, Finding]] = []
    for finding in findings:
        if finding.span.file == source.name:
            above = [row for row in rows if row <= finding.span.line]
            if above:
                in_blocks.append((rows[max(above)], finding))
    return grouped(in_blocks)


def _quotation(printed: MarkedText, statement: Statement) -> TextRange | None:
    """Where the words are that a line quotes, if it quotes any and they are there."""
    return printed.find(statement.quotation) if statement.quotation else None
