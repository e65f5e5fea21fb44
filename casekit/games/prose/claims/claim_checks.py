"""The claims of prose, held against the truth and against the lines of its paragraph."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from casekit.asking.inquiry import Inquiry
from casekit.asking.wording import listed
from casekit.diagnostics import Code, Diagnostic, Edit, Related, codes
from casekit.games.prose.claims.agreement import agrees, other_time, times_named
from casekit.games.prose.claims.claimed_facts import Claimed, ClaimedFacts
from casekit.games.prose.claims.sentence_claims import (
    Namer,
    first_places,
    presences,
    sentences,
    third_person,
    words_of,
)
from casekit.games.prose.prose_document import AnyLine, AnyPassage, ProseDocument, as_written
from casekit.language.formula.formatting import format_typed
from casekit.language.spoken.spoken_words import spoken_times
from casekit.model.logic import (
    And,
    Apply,
    Constant,
    Equal,
    Formula,
    Holds,
    Quantified,
    Term,
    all_terms,
    parts,
    subterms,
    terms,
)
from casekit.model.passages import USUAL, Place, Prose


@dataclass(frozen=True)
class Voice:
    """A passage, whose word it is if somebody speaks there, the places where it is found, and whether all of it is true."""

    passage: AnyPassage
    speaker: str | None = None
    here: frozenset[str] = frozenset()
    honest: bool = True


# --- against truth and lines -------------------------------------------------------------------------


def contrary(
    inquiry: Inquiry, document: ProseDocument, voices: Iterable[Voice], facts: ClaimedFacts
) -> Iterator[Diagnostic]:
    """Sentences that say otherwise than the truth, where nobody lies, or than a line of their paragraph; and those that no line says."""
    for voice in voices:
        lines = dict(_literals(each.formula for each in voice.passage.statements if each.mode != "hint"))
        spoken = _spoken(voice.passage)
        for prose in voice.passage.prose:
            wrong: set[int] = set()
            for claim in _claims(_text(document, prose), voice.speaker, facts):
                at = ProseSentence(document, prose, claim.start, claim.end)
                other = _other_line(claim, lines)
                if not other and voice.honest and _is_false(inquiry, claim):
                    other = f"the truth has {_truth(inquiry, claim)}"
                if other and claim.start not in wrong:
                    wrong.add(claim.start)  # once, whoever else it is about
                    yield _otherwise(at, claim, other)
                elif not other and _is_unstated(voice, claim, spoken) and _is_true(inquiry, claim):
                    yield _unstated(at, voice.passage, claim)


def _is_unstated(voice: Voice, claim: Claimed, spoken: Iterable[Apply]) -> bool:
    """Whether a paragraph may need a line for what a sentence says: none of its lines speaks of that fact."""
    if claim.denied or not (voice.speaker or voice.here):
        return False
    wanted = [term for each in claim.formulas for term in terms(each) if isinstance(term, Apply)]
    return not any(_covers(line, term) for line in spoken for term in wanted)


def _covers(line: Apply, term: Apply) -> bool:
    """Whether a term of a line is another one, or may be where it has a variable."""
    if line.function.name != term.function.name:
        return False
    pairs = zip(line.arguments, term.arguments, strict=True)
    return all(own == other or not isinstance(own, Constant) for own, other in pairs)


@dataclass(frozen=True)
class ProseSentence:
    """A sentence of a paragraph of prose, from ``start`` to ``end`` of it."""

    document: ProseDocument
    prose: Prose
    start: int
    end: int

    @property
    def words(self) -> str:
        """Its words, in one line."""
        return " ".join(_text(self.document, self.prose)[self.start : self.end].split())

    def finding(self, code: Code, message: str, hint: str, fix: tuple[Edit, ...] = ()) -> Diagnostic:
        """A finding at its place."""
        at = self.prose.place.start
        return Diagnostic(
            code, message, self.document.span(Place(at + self.start, at + self.end)), hint, fix=fix
        )


def _text(document: ProseDocument, prose: Prose) -> str:
    """A paragraph as it is written, in one line; one that is far too long claims nothing."""
    text = as_written(document.source, prose)
    return text.replace("\n", " ") if len(text) <= USUAL else ""


def _claims(text: str, speaker: str | None, facts: ClaimedFacts) -> Iterator[Claimed]:
    for presence in presences(text, speaker, facts.names):
        yield from facts.of_presence(presence)
    yield from facts.in_words(text, speaker)


def _spoken(passage: AnyPassage) -> list[Apply]:
    """The facts that lines of a passage speak of."""
    found = (term for each in passage.statements for term in all_terms(each.formula))
    return [term for term in found if isinstance(term, Apply)]


def _literals(formulas: Iterable[Formula]) -> Iterator[tuple[Term, str]]:
    """The terms that formulas fix, with their values."""
    for formula in formulas:
        match formula:
            case And(inner):
                yield from _literals(inner)
            case Equal(Apply() as term, Constant(value)):
                yield term, value


def _other_line(claim: Claimed, lines: Mapping[Term, str]) -> str:
    """That a line says otherwise than a sentence, in words; empty if none does."""
    values = [(each.left, each.right) for each in claim.formulas if isinstance(each, Equal)]
    others = [
        f"{format_typed(term)} = {lines[term]}"
        for term, value in values
        if term in lines and (value == Constant(lines[term])) == claim.denied
    ]
    contrary = others and (claim.every or len(others) == len(claim.formulas))
    return f"a line of this paragraph has `{others[0]}`" if contrary else ""


def _standings(inquiry: Inquiry, claim: Claimed) -> list[str]:
    knowledge = inquiry.knowledge
    return [knowledge.standing(knowledge.meaning(each)) for each in claim.formulas]


def _is_false(inquiry: Inquiry, claim: Claimed) -> bool:
    """Whether the truth is surely another."""
    found = _standings(inquiry, claim)
    if claim.denied:
        return {*found} == {"true"}
    return "false" in found if claim.every else {*found} == {"false"}


def _is_true(inquiry: Inquiry, claim: Claimed) -> bool:
    return {*_standings(inquiry, claim)} == {"true"}


def _truth(inquiry: Inquiry, claim: Claimed) -> str:
    """The truth instead, in logic."""
    knowledge = inquiry.knowledge
    wrong = next(
        each
        for each in claim.formulas
        if claim.denied or knowledge.standing(knowledge.meaning(each)) == "false"
    )
    if not isinstance(wrong, Equal) or claim.function.values is None:
        return f"`{'' if claim.denied else 'not '}{_said(wrong)}`"
    if claim.denied:
        return f"`{_said(wrong)}`"
    values = (Equal(wrong.left, Constant(each)) for each in claim.function.values.values)
    true = next((each for each in values if knowledge.standing(knowledge.meaning(each)) == "true"), None)
    return f"`{_said(true)}`" if true else f"`{_said(wrong).replace(' = ', ' != ')}`"


def _said(formula: Formula) -> str:
    match formula:
        case Equal(left, right):
            return f"{format_typed(left)} = {format_typed(right)}"
        case Holds(term):
            return format_typed(term)
    return ""


def _otherwise(at: ProseSentence, claim: Claimed, other: str) -> Diagnostic:
    said = _said(claim.formulas[0])
    return at.finding(
        codes.CONTRARY_SENTENCE,
        f'"{at.words}" seems to say `{"not " * claim.denied}{said}`, and {other}',
        hint="correct the words, or what is true; or say it so that nobody takes it for this",
    )


def _unstated(at: ProseSentence, passage: AnyPassage, claim: Claimed) -> Diagnostic:
    said = _said(claim.formulas[0])
    places = (*(each.place for each in passage.prose), *(each.place for each in passage.statements))
    end = max(each.end for each in places)
    quotation = at.words.replace("\\", "\\\\").replace('"', '\\"')
    return at.finding(
        codes.UNSTATED_SENTENCE,
        f'"{at.words}" seems to say `{said}`, and no line of this paragraph does',
        hint="state it in a line that quotes these words",
        fix=(Edit(at.document.span(Place(end, end)), f'\n~ {said} "{quotation}"'),),
    )


# --- around quotations -------------------------------------------------------------------------------

_MOST_QUOTED = 50
"""Quotations of a paragraph whose sentences are looked at. Few have ten; each is looked for in all of its text."""


def around_quotations(document: ProseDocument, names: Namer) -> Iterator[Diagnostic]:
    """Quotations whose sentence denies them, or sets them at a time that is not that of their line."""
    for passage in document.passages:
        quoting = (
            each
            for each in passage.statements
            if 0 < len(each.quotation) <= USUAL and each.mode in {"plain", "lie"}
        )
        for line in islice(quoting, _MOST_QUOTED):
            yield from _around(document, passage, line, names)


def _around(
    document: ProseDocument, passage: AnyPassage, line: AnyLine, names: Namer
) -> Iterator[Diagnostic]:
    words = words_of(names.language)
    pattern = re.compile(r"[\W_]+".join(re.findall(r"\w+", line.quotation)))
    for prose in passage.prose if words else ():
        text = _text(document, prose)
        match = pattern.search(text)
        here = [
            each for each in sentences(text) if match and each[0] < match.end() and match.start() < each[1]
        ]
        if not match or not here or words is None:
            continue
        at = ProseSentence(document, prose, here[0][0], here[-1][1])
        before, after = text[at.start : match.start()], text[match.end() : at.end]
        denied = re.search(rf"(?:{words['denying']})$", before, re.IGNORECASE)
        if (denied or re.match(words["denied"], after, re.IGNORECASE)) and not _NEGATIVE.search(line.text):
            yield at.finding(
                codes.DENIED_QUOTATION,
                f'the words around "{line.quotation}" deny what its line states',
                hint="quote all words that say it, or correct the sentence or the line",
            )
        named = [*times_named(line.text)]
        spoken = spoken_times(f"{before}, {after}", names.language) if named else ()
        alone = len(spoken) == 1 and not spoken_times(line.quotation, names.language)
        if alone and not any(agrees(spoken[0], *each) for each in named):
            yield other_time(document, spoken[0], {time for each, _ in named for time in each}, line.place)
        return


_NEGATIVE = re.compile(r"\bnot\b|\bno\b|!=|= none")


# --- names -------------------------------------------------------------------------------------------


def other_names(document: ProseDocument, voices: Iterable[Voice], names: Namer) -> Iterator[Diagnostic]:
    """Lines that name other people, or other places, than the words that they quote."""
    people = {*names.people}
    for voice in voices:
        for line in voice.passage.statements:
            if not line.quotation or line.mode in {"hint", "shown"}:
                continue
            own = voice.here | {voice.speaker}
            values = _values(line)
            spoken = {each for each in re.findall(r"[\w-]+", line.quotation) if each in people}
            named = {each for _, _, each in names.places(line.quotation, voice.speaker)}
            for said, meant in ((spoken, values & people), (named, values & names.located)):
                missing, others = meant - own - said, said - values
                if others and (missing := missing - {*left_out(line.formula)}):
                    yield Diagnostic(
                        codes.OTHER_NAME,
                        f'"{line.quotation}" names {listed(sorted(others))}, and the formula {listed(sorted(missing))}',
                        document.span(line.place),
                        hint="correct the formula or the words, or quote other words",
                    )


def _values(line: AnyLine) -> set[str]:
    """The values that a line names, speakers included."""
    terms = (*all_terms(line.formula), *(term for each in line.speakers for term in subterms(each.term)))
    return {term.value for term in terms if isinstance(term, Constant)}


def left_out(formula: Formula) -> Iterator[str]:
    """The values that quantifiers leave out: a speaker of "nobody but us" need not name them."""
    excluded = formula.excluded if isinstance(formula, Quantified) else ()
    yield from (term.value for term in excluded if isinstance(term, Constant))
    for part in parts(formula):
        yield from left_out(part)


def third_persons(document: ProseDocument, voices: Iterable[Voice], names: Namer) -> Iterator[Diagnostic]:
    """Answers in which the speaker is named as somebody else."""
    for voice in voices:
        for prose in voice.passage.prose if voice.speaker else ():
            match = third_person(_text(document, prose), voice.speaker or "", names.language)
            if match is not None:
                at = ProseSentence(document, prose, *match.span())
                yield at.finding(
                    codes.MISPLACED_PARAGRAPH,
                    f'{voice.speaker} speaks here, and "{at.words}" is about {voice.speaker} as about somebody else',
                    "write `I` or `me`, or put the paragraph under the heading of whoever says it",
                )


def exchanged_places(document: ProseDocument, voices: Sequence[Voice], names: Namer) -> Iterator[Diagnostic]:
    """Two places, each of whose paragraphs begins with the other and never names its own."""
    described = {min(each.here): _described(document, each, names) for each in voices if len(each.here) == 1}
    places = {min(each.here): each.passage.place for each in voices if len(each.here) == 1}
    for one, other in described.items():
        if one < other and described.get(other) == one:
            yield Diagnostic(
                codes.MISPLACED_PARAGRAPH,
                f"this paragraph begins with {other}, and never names {one}; that of {other} begins with {one}",
                document.span(places[one]),
                "put each paragraph under its own heading",
                related=(Related(document.span(places[other]), f"the paragraph of {other} is here"),),
            )


def _described(document: ProseDocument, voice: Voice, names: Namer) -> str:
    """The one place that the first sentence of a paragraph names, if the paragraph never names its own."""
    found = [each for prose in voice.passage.prose for each in first_places(_text(document, prose), names)]
    begins = {each for each, is_first in found if is_first}
    return "".join(begins) if len(begins) == 1 and voice.here.isdisjoint(each for each, _ in found) else ""
