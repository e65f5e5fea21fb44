"""Passages of prose beside their lines, what each line has that its words may name too, and what is odd about them."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
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
from casekit.diagnostics import Diagnostic, Place, Source
from casekit.games.midnight.checks import prose as prose_and_lines
from casekit.games.midnight.document import Case, CasePassage, Edition, Statement
from casekit.games.midnight.language.prose_names import names_of
from casekit.games.midnight.language.scope import NOBODY
from casekit.games.midnight.proofreading.summaries import CaseTexts
from casekit.games.midnight.theory import case_analysis as case_inquiry, wording as case_wording
from casekit.language.formula.nodes import NAME
from casekit.logic.formulas import (
    Apply,
    Constant,
    Equal,
    Formula,
    Iff,
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
    name_checks as names_said,
    quotation_checks as agreement,
    sentences as sentence_words,
)
from casekit.prose.expressions import recognizer as spoken_words, time_and_number_words as readings
from casekit.prose.markup import plain
from casekit.resources import Words
from casekit.values import frozen, grouped

_LISTED = 2
"""The number of values that make a list that can be counted."""


def contents_of(line: Statement, own: frozenset[str], case: Case) -> LineContents:
    """The contents of a line of a paragraph; ``own`` is the speaker there, or the places that are searched."""
    formula, edition = line.formula, case.edition
    terms = (*all_terms(formula), *(term for each in line.speakers for term in all_terms(each.term)))
    values = frozenset(term.value for term in terms if isinstance(term, Constant))
    excepted = frozenset(names_said.left_out(formula))
    clock = frozenset(time for named, _ in agreement.times_named(line.text) for time in named)
    people, places = edition.suspects_by_name.keys(), edition.locations_by_slug.keys()
    others = sorted(value for value in values - people - places - {NOBODY} if NAME.fullmatch(value))
    spelt = (spoken_words.spoken_numbers(value.replace("_", " "), edition.language) for value in others)
    glosses = [case.glosses[name] for name in sorted(functions_in(formula)) if name in case.glosses]
    glossed = tuple(
        time.readings for gloss in glosses for time in spoken_words.spoken_times(gloss, edition.language)
    )
    quantified = [part for part in _inside(formula) if isinstance(part, Quantified)]
    sizes = [(len(part.variable.sort.values), len(part.excluded)) for part in quantified]
    return LineContents(
        names=(values - excepted) & people,
        excepted=excepted,
        own=own,
        places=values & places,
        counts=frozenset((*_counts(formula), *(each.number for numbers in spelt for each in numbers))),
        rest=frozenset(_left(quantified)),
        # The values of the types that a formula speaks of, without those that are excepted too.
        numbers=frozenset(number for size, left_out in sizes for number in (size, size - left_out)),
        clock=clock,
        times=clock | {reading for time in glossed for reading in time},
        window=readings.window(glossed),
        negative=_denies(formula),
        denies=_denies(formula) and not functions_in(formula) & {*case_wording.TARGETS},
        force=line.mode != "hint",
    )


def _inside(formula: Formula) -> Iterator[Formula]:
    yield formula
    for part in parts(formula):
        yield from _inside(part)


def _counts(formula: Formula) -> Iterator[int]:
    """Numbers that a formula has: those of its quantifiers, and how many values it lists."""
    for part in _inside(formula):
        if isinstance(part, Quantified) and part.quantifier in {"exactly", "at least", "at most"}:
            yield part.count
        if isinstance(part, Or) and len(_alternatives(part)) >= _LISTED:
            yield len(_alternatives(part))


def _left(quantified: Iterable[Quantified]) -> Iterator[int]:
    """How many there are beside those that are counted: "not one of the other ten"."""
    for part in quantified:
        size = len(part.variable.sort.values)
        counted = (*_counts(part.body), *([part.count] if part.count else ()))
        yield from (size - len(part.excluded) - count for count in counted)


def _alternatives(formula: Or) -> set[str]:
    """The values of ``X in { ... }``."""
    return {
        part.right.value
        for part in formula.parts
        if isinstance(part, Equal) and isinstance(part.right, Constant)
    }


def functions_about(formula: Formula, value: str) -> set[str]:
    """The names of the facts about a value that a formula speaks of; who says "all" speaks of it too."""
    terms = [term for term in all_terms(formula) if isinstance(term, Apply)]
    everybody: Iterator[Term] = (
        part.variable
        for part in _inside(formula)
        if isinstance(part, Quantified) and part.quantifier in {"every", "no"}
        if value in part.variable.sort.values and Constant(value) not in part.excluded
    )
    named = {Constant(value), *everybody}
    return {term.function.name for term in terms if named.intersection(term.arguments)}


def _denies(formula: Formula) -> bool:
    """Whether a formula says that something is not so."""
    return any(
        isinstance(part, Not)
        or (isinstance(part, Quantified) and (part.quantifier == "no" and not part.excluded))
        or (isinstance(part, Equal) and isinstance(part.right, Nothing))
        for part in _inside(formula)
        if not isinstance(part, Iff)
    )


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
        for start, end, slug in spoken_words.named_places(printed.text, speaker, names)
    )
    return (*named_in(printed, names.people), *places, *spoken_mentions(printed, edition.language))


@frozen
class PassageReviewer:
    """Puts the passages of one case beside their lines.

    ``told`` are the culprit's lines, by their places; without an ``inquiry`` nothing is known of the truth. ``headings`` are
    those of paragraphs, by path.
    """

    case: Case
    inquiry: case_inquiry.CaseAnalysis | None
    told: Mapping[Place, case_inquiry.StatementInForce]
    speech: CaseTexts
    words: Words
    headings: Mapping[str, str]

    def passage(
        self,
        passage: CasePassage,
        at: ReviewPassage,
        findings: Sequence[Diagnostic],
        own: frozenset[str] = frozenset(),
    ) -> ReviewPassage:
        """A passage as a whole; ``own`` are whom and what it means by "I" and "here"."""
        printed = self._printed(passage)
        lines, marks, prose = self._built(own, printed, list(enumerate(passage.statements, 1)), printed.whole)
        marks = (*marks, *self._read(passage))
        return replace(at, prose=prose, lines=lines, marks=marks, findings=tuple(findings))

    @cached_property
    def _voices(self) -> Mapping[Place, sentence_words.SpokenPassage]:
        """The passages with their speakers, by their places."""
        return {each.passage.place: each for each in prose_and_lines.voices(self.case)}

    @cached_property
    def _facts(self) -> claimed_facts.ClaimReader:
        return prose_and_lines.facts_of(self.case)

    def _read(self, passage: CasePassage) -> Iterator[Mark]:
        """The reading of the sentences of a passage, so that a writer sees which are compared with lines and truth."""
        voice = self._voices[passage.place]
        texts = [sentence_words.text_of(self.case, prose) for prose in passage.prose]
        claims = [claim for text in texts for claim in self._facts.said(text, voice.speaker, voice.place)]
        if claims:
            read = "; ".join(dict.fromkeys([word for claim in claims for word in self._claimed(claim)]))
            yield mark_of("quiet", "sentences", self.words["marks"]["read_as"].format(read))

    def _claimed(self, claim: claimed_facts.FactClaim) -> Iterator[str]:
        """The claim of a sentence in plain words; of several times at one of which it was so, the first."""
        for formula in claim.formulas if claim.every else claim.formulas[:1]:
            about = tuple([each.value for each in all_terms(formula) if isinstance(each, Constant)])
            size = len(claim.function.arguments)
            fact = Fact(claim.function.name, about[:size], about[size] if about[size:] else YES)
            yield self.speech.plain.fact(fact, not claim.denied)

    def by_sentence(self, findings: Sequence[Diagnostic]) -> Iterator[ReviewPassage]:
        """The solution, each sentence with the lines that check it."""
        passage = self.case.solution
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
            free = () if here else (mark_of("quiet", "other", self.words["marks"]["unclaimed"]),)
            beside = self._in_rows(findings, [each for _, each in here])
            if number == 1:
                beside = (*beside, *(each for each in findings if each not in of_lines))
            yield ReviewPassage(f"s{number}", "", "solution", "", prose, lines, (*marks, *free), beside)

    def _in_rows(self, findings: Sequence[Diagnostic], lines: Iterable[Statement]) -> tuple[Diagnostic, ...]:
        rows = [self.case.source.line_of(each.place.start) for each in lines]
        return tuple(each for each in findings if each.span.line in rows)

    def _printed(self, passage: CasePassage) -> MarkedText:
        return MarkedText([prose.text for prose in passage.prose], self.case.edition.language)

    def _built(
        self,
        own: frozenset[str],
        printed: MarkedText,
        numbered: Sequence[tuple[int, Statement]],
        within: TextRange,
    ) -> tuple[tuple[tuple[int, Json], ...], tuple[Mark, ...], tuple[tuple[Piece, ...], ...]]:
        """Lines, marks and prose of a passage, or of a stretch of it."""
        around = [each for each in mentions(self.case.edition, printed, own) if within.meets(each.stretch)]
        contents = [contents_of(each, own, self.case) for _, each in numbered]
        quoted = [_quotation(printed, each) for _, each in numbered]
        collator = MentionMatcher(self.words["marks"], self.speech.name, self.words["joined"])
        lines: list[tuple[int, Json]] = []
        spanned: list[Mention] = []
        for (number, statement), says, stretch in zip(numbered, contents, quoted, strict=True):
            named = [each for each in around if stretch is not None and stretch.has(each.stretch)]
            spanned += named if says.window else []
            found = collator.line(says, named, around) if stretch is not None else self._unquoted(statement)
            lines.append((number, self._line(statement, found)))
        free = unsaid([each for each in contents if each.force], around, spanned)
        # A name that no line has is loud where a line that quotes it says something else.
        loud = {mark["about"] for _, line in lines for mark in line["marks"] if mark["weight"] == "loud"}
        notes = [
            Note(at, line=number) for (number, _), at in zip(lines, quoted, strict=True) if at is not None
        ]
        notes += [Note(each.stretch, weight="loud" if each.kind in loud else "quiet") for each in free]
        return tuple(lines), tuple(self._unsaid(free)), printed.pieces(notes, within)

    def _unquoted(self, statement: Statement) -> Iterator[Mark]:
        """The mark of a line whose words are not in the prose, or that has none."""
        words, quoted = self.words["marks"], plain(statement.quotation, self.case.edition.language)
        weight: Weight = "look" if self.case.edition.quotations == "required" else "quiet"
        yield (
            mark_of("loud", "other", words["lost"].format(quoted))
            if statement.quotation
            else mark_of(weight, "other", words["unquoted"])
        )

    def _line(self, statement: Statement, found: Iterable[Mark]) -> Json:
        """A line read back in plain words; ``truth`` is what is so instead of a lie, ``by`` the paragraphs that a claim rests on."""
        told, marked = self.told.get(statement.place), statement.mode == "lie"
        wrong = _LIES.get((marked, told.status)) if told else None
        marks = [mark_of(wrong[0], "other", self.words["marks"][wrong[1]])] if wrong else []
        return {
            "line": self.case.source.line_of(statement.place.start),
            "kind": statement.mode,
            "says": self.speech.line(statement.place, statement.text),
            "formula": statement.text,
            "quotation": plain(statement.quotation, self.case.edition.language),
            "truth": self._instead(told.name) if told is not None and told.status == "false" else "",
            "by": [self.headings.get(path, path) for path in map(str, statement.by)],
            "marks": [*marks, *found],
        }

    def _instead(self, line: str) -> str:
        """The truth of the facts that a line speaks of, unless they are many."""
        if self.inquiry is None:
            return ""
        encoded = self.inquiry.knowledge.lines.get(line)
        terms = dict.fromkeys(encoded.terms) if encoded else {}
        facts = [Fact(*key, self.inquiry.facts[key]) for key in terms if key in self.inquiry.facts]
        if len(facts) > _MOST_FACTS:
            facts = [fact for fact in facts if fact.value != NO]
        return "; ".join(map(self.speech.plain.fact, facts)) if len(facts) <= _MOST_FACTS else ""

    def _unsaid(self, free: Sequence[Mention]) -> Iterator[Mark]:
        for kind in _UNSAID:
            named = dict.fromkeys(each.words for each in free if each.kind == kind)
            if named:
                yield mark_of("quiet", kind, self.words["marks"][f"unsaid_{kind}"].format(", ".join(named)))


def by_block(
    source: Source, starts: Collection[int], findings: Iterable[Diagnostic]
) -> Mapping[int, list[Diagnostic]]:
    """The findings in each block, by the places where blocks begin, as far as there are any."""
    rows = {source.line_of(start): start for start in starts}
    inside = [
        each
        for each in findings
        if each.span.file == source.name and any(row <= each.span.line for row in rows)
    ]
    return grouped((rows[max(row for row in rows if row <= each.span.line)], each) for each in inside)


def _quotation(printed: MarkedText, statement: Statement) -> TextRange | None:
    """Where the words are that a line quotes, if it quotes any and they are there."""
    return printed.find(statement.quotation) if statement.quotation else None
