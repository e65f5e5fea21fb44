"""Passages of prose beside their lines, what each line has that its words may name too, and what is odd about them."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set as AbstractSet

from casekit.asking.inquiry import Inquiry
from casekit.asking.review.printed_text import (
    Collator,
    LineContents,
    Mention,
    Note,
    PrintedText,
    Stretch,
    sentences,
    unsaid,
)
from casekit.asking.review.reviewed import Kind, Link, Mark, Piece, ReviewedLine, ReviewedPassage, Weight
from casekit.deduce.encoding.vocabulary import NO
from casekit.deduce.solving.knowledge import Standing
from casekit.diagnostics import Diagnostic, Place, Source
from casekit.frozen import frozen
from casekit.games.prose.claims.agreement import times_named
from casekit.games.prose.claims.names_said import left_out
from casekit.games.prose.prose_document import AnyLine, AnyPassage
from casekit.games.prose.whereabouts import PlainSpeech
from casekit.language.formula.nodes import NAME
from casekit.language.spoken.readings import window
from casekit.language.spoken.spoken_words import spoken_numbers, spoken_times
from casekit.model.logic import (
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
    parts,
)
from casekit.model.theory import Fact
from casekit.print.text.prose import plain
from casekit.resources import Words

_LISTED = 2
"""The number of values that make a list that can be counted."""


@frozen
class NamedValues:
    """The values that lines of a document name as people and as places, the questions of its game, its glosses and its language."""

    people: AbstractSet[str]
    places: AbstractSet[str]
    elements: Collection[str]
    glosses: Mapping[str, str]
    language: str


def contents_of(line: AnyLine, own: frozenset[str], named: NamedValues) -> LineContents:
    """The contents of a line of a paragraph; ``own`` is the speaker there, or the places that are searched."""
    formula = line.formula
    terms = (*all_terms(formula), *(term for each in line.speakers for term in all_terms(each.term)))
    values = frozenset(term.value for term in terms if isinstance(term, Constant))
    excepted = frozenset(left_out(formula))
    clock = frozenset(time for named, _ in times_named(line.text) for time in named)
    glossed = _glossed(named, formula)
    return LineContents(
        names=(values - excepted) & named.people,
        excepted=excepted,
        own=own,
        places=values & named.places,
        counts=frozenset((*_counts(formula), *_spelt(named, values))),
        rest=frozenset(_left(formula)),
        numbers=frozenset(_sizes(formula)),
        clock=clock,
        times=clock | {reading for time in glossed for reading in time},
        window=window(glossed),
        negative=_denies(formula),
        denies=_denies(formula) and not functions_of(formula) & {*named.elements},
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


def _left(formula: Formula) -> Iterator[int]:
    """How many there are beside those that a formula counts: "not one of the other ten"."""
    for part in _inside(formula):
        if isinstance(part, Quantified):
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


def _spelt(named: NamedValues, values: frozenset[str]) -> Iterator[int]:
    """The numbers in names of values, such as ``fourth_reel``."""
    for value in sorted(values - named.people - named.places):
        if NAME.fullmatch(value):
            yield from (number.number for number in spoken_numbers(value.replace("_", " "), named.language))


def _sizes(formula: Formula) -> Iterator[int]:
    """How many values the types have that a formula speaks of, without those that are excepted too."""
    for part in _inside(formula):
        if isinstance(part, Quantified):
            size = len(part.variable.sort.values)
            yield from (size, size - len(part.excluded))


def _glossed(named: NamedValues, formula: Formula) -> tuple[frozenset[int], ...]:
    """The times in what the writer says of the facts that a formula speaks of."""
    glosses = (named.glosses[name] for name in sorted(functions_of(formula)) if name in named.glosses)
    return tuple(time.readings for gloss in glosses for time in spoken_times(gloss, named.language))


def functions_of(formula: Formula, about: str = "") -> set[str]:
    """The names of the facts that a formula speaks of, or of those about one value; who says "all" speaks of it too."""
    terms = [term for term in all_terms(formula) if isinstance(term, Apply)]
    everybody: Iterator[Term] = (
        part.variable
        for part in _inside(formula)
        if isinstance(part, Quantified) and part.quantifier in {"every", "no"}
        if about in part.variable.sort.values and Constant(about) not in part.excluded
    )
    named = {Constant(about), *everybody}
    return {term.function.name for term in terms if not about or named.intersection(term.arguments)}


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

_UNSAID: tuple[tuple[Kind, str], ...] = (
    ("name", "unsaid_name"),
    ("place", "unsaid_place"),
    ("time", "unsaid_time"),
    ("number", "unsaid_number"),
    ("negation", "unsaid_negation"),
)


@frozen(slots=True)
class PassagePlace:
    """Where a passage is: its ``id`` on the page, its heading, its name, who reads it, and whom and what it means by "I" and "here"."""

    id: str
    heading: str
    path: str
    knower: str
    own: frozenset[str] = frozenset()


@frozen
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
