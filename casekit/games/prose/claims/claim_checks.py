"""The claims of prose, held against the truth and against the lines of its paragraph."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from casekit.asking.inquiry import Inquiry
from casekit.asking.wording import listed
from casekit.diagnostics import Diagnostic, Edit, Place, Prose, codes
from casekit.diagnostics.source import USUAL
from casekit.games.prose.claims.agreement import agrees, other_time, times_named
from casekit.games.prose.claims.claimed_facts import Claimed, ClaimedFacts
from casekit.games.prose.claims.sentence_claims import When, negations, presences
from casekit.games.prose.claims.sentence_words import telling
from casekit.games.prose.claims.voices import ProseSentence, Voice, quoting, text_of, texts
from casekit.games.prose.prose_document import AnyLine, AnyPassage, ProseDocument
from casekit.language.formula.formatting import format_typed
from casekit.language.spoken.readings import NamedTime
from casekit.language.spoken.spoken_words import spoken_times
from casekit.language.spoken.word_letters import Namer, lettered, sentences, words_of
from casekit.model.logic import And, Apply, Constant, Equal, Formula, Holds, Not, Term, all_terms, terms

# --- against truth and lines -------------------------------------------------------------------------


def contrary(
    inquiry: Inquiry, document: ProseDocument, voices: Iterable[Voice], facts: ClaimedFacts
) -> Iterator[Diagnostic]:
    """Sentences that say otherwise than the truth, where nobody lies, or than a line of their paragraph; and those that no line says."""
    for voice, prose, text in texts(document, voices):
        wrong: set[int] = set()
        for claim in facts.said(text, voice.speaker, voice.place):
            start = claim.sentence.start
            at = ProseSentence(document, prose, start, claim.sentence.end)
            other = _other_line(claim, voice.passage) or (_untrue(inquiry, claim) if voice.honest else None)
            if other and start not in wrong:
                wrong.add(start)  # once, whoever else it is about
                said, instead = other
                yield at.finding(
                    codes.CONTRARY_SENTENCE,
                    f'"{at.words}" seems to say `{"not " * claim.denied}{_said(said)}`, and {instead}',
                    hint="correct the words, or what is true; or say it so that nobody takes it for this",
                )
            elif not other and _is_unstated(voice, claim) and _with(inquiry, claim, "true") == claim.formulas:
                yield _unstated(at, voice.passage, claim)


def _is_unstated(voice: Voice, claim: Claimed) -> bool:
    """Whether a paragraph may need a line for what a sentence says: none of its lines speaks of that fact."""
    if claim.denied or not claim.is_subject or not (voice.speaker or voice.here):
        return False
    wanted = [term for each in claim.formulas for term in terms(each) if isinstance(term, Apply)]
    spoken = (term for each in voice.passage.statements for term in all_terms(each.formula))
    lines = [term for term in spoken if isinstance(term, Apply)]
    return not any(_covers(line, term) for line in lines for term in wanted)


def _covers(line: Apply, term: Apply) -> bool:
    """Whether a term of a line is another one, or may be where it has a variable."""
    if line.function.name != term.function.name:
        return False
    pairs = zip(line.arguments, term.arguments, strict=True)
    return all(own == other or not isinstance(own, Constant) for own, other in pairs)


def _literals(formulas: Iterable[Formula]) -> Iterator[tuple[Term, str]]:
    """The terms that formulas fix, with their values."""
    for formula in formulas:
        match formula:
            case And(inner):
                yield from _literals(inner)
            case Equal(Apply() as term, Constant(value)):
                yield term, value


_Other = tuple[Formula, str]
"""The part of a claim that is contrary to something, and what that is, in words."""


def _other_line(claim: Claimed, passage: AnyPassage) -> _Other | None:
    """That a line says otherwise than a sentence."""
    lines = dict(_literals(each.formula for each in passage.statements if each.mode != "hint"))
    values = (each for each in claim.formulas if isinstance(each, Equal) and each.left in lines)
    others = [each for each in values if (each.right == Constant(lines[each.left])) == claim.denied]
    if not claim.is_refuted_by(others):
        return None
    line = Equal(others[0].left, Constant(lines[others[0].left]))
    return claim.formulas[0], f"a line of this paragraph has `{_said(line)}`"


def _with(inquiry: Inquiry, claim: Claimed, standing: str) -> tuple[Formula, ...]:
    """The formulas of a claim that the truth decides so."""
    knowledge = inquiry.knowledge
    return tuple(each for each in claim.formulas if knowledge.standing(knowledge.meaning(each)) == standing)


def _untrue(inquiry: Inquiry, claim: Claimed) -> _Other | None:
    """That the truth is surely another."""
    wrong = _with(inquiry, claim, "true" if claim.denied else "false")
    if not claim.is_refuted_by(wrong):
        return None
    said, values = wrong[0], claim.function.values
    if not isinstance(said, Equal) or values is None:
        return said, f"the truth has `{'' if claim.denied else 'not '}{_said(said)}`"
    others = tuple(Equal(said.left, Constant(each)) for each in values.values)
    true = (said,) if claim.denied else _with(inquiry, replace(claim, formulas=others), "true")
    return said, f"the truth has `{_said(true[0]) if true else _said(said).replace(' = ', ' != ')}`"


def _said(formula: Formula) -> str:
    match formula:
        case Equal(left, right):
            return f"{format_typed(left)} = {format_typed(right)}"
        case Holds(term):
            return format_typed(term)
    return ""


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


# --- quotations against their lines -------------------------------------------------------------------

_Stated = tuple[Apply, Constant | None, bool]
"""A term, its value if it has one, and whether that is stated or denied."""


def misquoted(document: ProseDocument, voices: Iterable[Voice], facts: ClaimedFacts) -> Iterator[Diagnostic]:
    """Lines that deny what their quotations say, or the other way round, or whose values are others than those that these name."""
    for voice, line in quoting(voices):
        stated = [*_stated(line.formula)]
        others = _other_values(line, stated, voice, facts)
        denied = [] if others else [*_denied(line.quotation, stated, voice, facts)]
        if others:
            yield Diagnostic(
                codes.OTHER_NAME,
                f'"{line.quotation}" says {listed(others)}, and the formula does not',
                document.span(line.place),
                hint="correct the formula or the words, or quote other words",
            )
        elif denied:
            way = "denies what its line states" if denied[0] else "says what its line denies"
            yield Diagnostic(
                codes.DENIED_QUOTATION,
                f'"{line.quotation}" {way}',
                document.span(line.place),
                hint="correct the words or the line, or quote all words that say it",
            )


def _stated(formula: Formula) -> Iterator[_Stated]:
    """The single facts that a formula surely says."""
    match formula:
        case And(inner):
            for each in inner:
                yield from _stated(each)
        case Equal(Apply() as term, Constant() as value):
            yield term, value, True
        case Holds(term):
            yield term, None, True
        case Not((Equal() | Holds()) as part):
            yield from ((term, value, not so) for term, value, so in _stated(part))


def _other_values(line: AnyLine, stated: Iterable[_Stated], voice: Voice, facts: ClaimedFacts) -> list[str]:
    """The values that a quotation names, if its line and the others that quote it have none of them."""
    alike = [each for each in voice.passage.statements if each.quotation == line.quotation]
    own = {value.value for each in alike for _, value, _ in _stated(each.formula) if value}
    for term, value, so in stated:
        named = facts.values_named(term.function, line.quotation) if value and so else set()
        if named and named.isdisjoint(own):
            return sorted(named)
    return []


def _denied(quotation: str, stated: Sequence[_Stated], voice: Voice, facts: ClaimedFacts) -> Iterator[bool]:
    """The facts that a quotation surely says are so where its line denies them, or the other way round: how the line has them."""
    if not stated:
        return
    placed = [each for each in stated if each[1] and facts.is_whereabouts(each[0].function)]
    read = facts.said if placed else facts.in_words
    said = read(quotation, voice.speaker, voice.place)
    sure = [each for each in said if each.every or len(each.formulas) == 1]
    present = presences(quotation, voice.speaker, voice.place, facts.names) if placed else ()
    timeless = [each for each in present if each.when == When() and not each.arriving]
    for term, value, so in stated:
        formula = Equal(term, value) if value else Holds(term)
        if any(formula in claim.formulas and claim.denied == so for claim in sure):
            yield so
        elif value and (term, value, so) in placed and (term, value, not so) not in stated:
            who = {each.value for each in term.arguments if isinstance(each, Constant)}
            where = value.value, so
            if any((each.place, each.denied) == where and who & {*each.people} for each in timeless):
                yield so


# --- around quotations -------------------------------------------------------------------------------

# By the letters of words. Before a quotation: "nobody can say that", "it is a lie that", "not", "as if"; after it: "which is a lie".
_DENYING = re.compile(
    r"(?:[-n0][^;:.Qy]{0,3}y|(?<![-n0])(?<![-n0][LXDd])x[iy]{0,2})(?:,[^,;:.]{1,4},)?[^;:.,QyBGgo&]{0,4}[BGgo]?$|-[LC]*$|z[LCDIiy0-]{0,4}$"
)
# "The rumour that" with a verb that denies it after the quotation; "would have sworn that", with ", had I not" or ", if".
_TOLD = re.compile(r"r[CD]?[L,]*$")
_UNTRUE = re.compile(r"[LAijT,]{0,4}[Bb]L*(?:x|-L?y)")
_SWORN = re.compile(r"!L+yL*[CD]?$")
_UNREAL = re.compile(r",(?:L[HNIWDX]|z|0)")
_DENIED = re.compile(r"[,;:]*&?[RCD]L*[Bb]L*(?:-L?y|x)|,?z[NHIDX]{1,2}y")


_MOST_QUOTED = 50
"""Quotations of a paragraph whose sentences are looked at. Few have ten; each is looked for in all of its text."""


def around_quotations(
    document: ProseDocument, passages: Iterable[AnyPassage], names: Namer
) -> Iterator[Diagnostic]:
    """Quotations whose sentence denies them, or sets them at a time that is not that of their line."""
    for passage in passages if words_of(names.language) else ():
        quoting = (
            each for each in passage.statements if 0 < len(each.quotation) <= USUAL and each.mode != "hint"
        )
        paragraphs = [(prose, text_of(document, prose)) for prose in passage.prose]
        for line in islice(quoting, _MOST_QUOTED):
            yield from _around(document, paragraphs, line, names)


def _around(
    document: ProseDocument, texts: Sequence[tuple[Prose, str]], line: AnyLine, names: Namer
) -> Iterator[Diagnostic]:
    found = _quoted(texts, line.quotation)
    if found is None:
        return
    prose, text, start, end = found
    here = [each for each in sentences(text) if each[0] < end and start < each[1]]
    at = ProseSentence(document, prose, here[0][0], here[-1][1])
    before, after = text[at.start : start], text[end : at.end]
    is_denied = line.mode != "shown" and _is_doubted(before, after, names)
    if is_denied and (not _NEGATIVE.search(line.text) or negations(_letters(line.quotation, names))):
        yield at.finding(
            codes.DENIED_QUOTATION,
            f'the words around "{line.quotation}" deny what its line states',
            hint="quote all words that say it, or correct the sentence or the line",
        )
    named = [*times_named(line.text)]
    spoken = _times_around(text[: at.start], before, after, line.quotation, names) if named else ()
    if len(spoken) == 1 and not any(agrees(spoken[0], *each) for each in named):
        yield other_time(document, spoken[0], {time for each, _ in named for time in each}, line.place)


def _quoted(texts: Sequence[tuple[Prose, str]], quotation: str) -> tuple[Prose, str, int, int] | None:
    """Where paragraphs have words that are quoted, with emphasis or without."""
    for prose, text in texts:
        if (start := text.find(quotation)) >= 0:
            return prose, text, start, start + len(quotation)
    pattern = re.compile(r"[\W_]+".join(re.findall(r"\w+", quotation)))
    found = ((prose, text, pattern.search(text)) for prose, text in texts)
    return next(((prose, text, *match.span()) for prose, text, match in found if match), None)


def _letters(text: str, names: Namer) -> str:
    return "".join([letter for letter, _ in lettered(text, names)])


def _is_doubted(before: str, after: str, names: Namer) -> bool:
    """Whether words before some others deny or doubt them, or words after them."""
    near = before[-_NEAR:]
    doubting = telling(names.language, "-n0rxyz!?")
    said = "" if doubting.isdisjoint(_WORD.findall(near.casefold())) else _letters(near, names)
    if said and _DENYING.search(said):
        return True
    told, sworn = _TOLD.search(said), _SWORN.search(said)
    if not (told or sworn or after.lstrip()[:1] in {*",;:("}):
        return False
    then = _letters(after[:_NEAR], names)
    return bool(_DENIED.match(then) or (told and _UNTRUE.match(then)) or (sworn and _UNREAL.match(then)))


_WORD = re.compile(r"[^\W\d_]+")
_NEAR = 60
"""How many characters around a quotation may deny it."""


def _times_around(
    earlier: str, before: str, after: str, quotation: str, names: Namer
) -> tuple[NamedTime, ...]:
    """The times that the sentence of a quotation names beside it, if that names none; for "at that minute", the time before it."""
    if spoken_times(quotation, names.language):
        return ()
    spoken = spoken_times(f"{before}, {after}", names.language)
    words = words_of(names.language)
    if words and not spoken and re.search(words["then"], quotation, re.IGNORECASE):
        return spoken_times(earlier, names.language)[-1:]
    return spoken


_NEGATIVE = re.compile(r"\bnot\b|\bno\b|!=|= none|\bimplies\b|\biff\b|\bor\b|\bat most\b")
