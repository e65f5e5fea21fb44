"""The claims of prose, held against the truth and against the lines of its paragraph."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from casekit.asking.inquiry import Inquiry
from casekit.diagnostics import Diagnostic, Edit, Place, Prose, codes
from casekit.diagnostics.source import USUAL
from casekit.games.prose.claims.agreement import agrees, other_time, times_named
from casekit.games.prose.claims.claimed_facts import Claimed, ClaimedFacts
from casekit.games.prose.claims.sentence_claims import negations, presences
from casekit.games.prose.claims.voices import ProseSentence, Voice, text_of
from casekit.games.prose.prose_document import AnyLine, AnyPassage, ProseDocument
from casekit.language.formula.formatting import format_typed
from casekit.language.spoken.readings import NamedTime
from casekit.language.spoken.spoken_words import spoken_times
from casekit.language.spoken.word_letters import Namer, lettered, sentences, words_of
from casekit.model.logic import And, Apply, Constant, Equal, Formula, Holds, Term, all_terms, terms

# --- against truth and lines -------------------------------------------------------------------------


def contrary(
    inquiry: Inquiry, document: ProseDocument, voices: Iterable[Voice], facts: ClaimedFacts
) -> Iterator[Diagnostic]:
    """Sentences that say otherwise than the truth, where nobody lies, or than a line of their paragraph; and those that no line says."""
    for voice in voices:
        for prose in voice.passage.prose:
            wrong: set[int] = set()
            for claim in _claims(text_of(document, prose), voice, facts):
                at = ProseSentence(document, prose, claim.start, claim.end)
                other, said = _other_line(claim, voice.passage), claim.formulas[0]
                if not other and voice.honest and _is_false(inquiry, claim):
                    said = _wrong(inquiry, claim)
                    other = f"the truth has {_truth(inquiry, claim, said)}"
                if other and claim.start not in wrong:
                    wrong.add(claim.start)  # once, whoever else it is about
                    yield _otherwise(at, f"{'not ' * claim.denied}{_said(said)}", other)
                elif not other and _is_unstated(voice, claim) and {*_standings(inquiry, claim)} == {"true"}:
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


def _claims(text: str, voice: Voice, facts: ClaimedFacts) -> Iterator[Claimed]:
    for presence in presences(text, voice.speaker, voice.place, facts.names):
        yield from facts.of_presence(presence)
    yield from facts.in_words(text, voice.speaker, voice.place)


def _literals(formulas: Iterable[Formula]) -> Iterator[tuple[Term, str]]:
    """The terms that formulas fix, with their values."""
    for formula in formulas:
        match formula:
            case And(inner):
                yield from _literals(inner)
            case Equal(Apply() as term, Constant(value)):
                yield term, value


def _other_line(claim: Claimed, passage: AnyPassage) -> str:
    """That a line says otherwise than a sentence, in words; empty if none does."""
    lines = dict(_literals(each.formula for each in passage.statements if each.mode != "hint"))
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
        return "true" in found if claim.every else {*found} == {"true"}
    return "false" in found if claim.every else {*found} == {"false"}


def _wrong(inquiry: Inquiry, claim: Claimed) -> Formula:
    """The part of a claim that is contrary to the truth."""
    return claim.formulas[_standings(inquiry, claim).index("true" if claim.denied else "false")]


def _truth(inquiry: Inquiry, claim: Claimed, wrong: Formula) -> str:
    """The truth instead, in logic."""
    knowledge = inquiry.knowledge
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


def _otherwise(at: ProseSentence, said: str, other: str) -> Diagnostic:
    return at.finding(
        codes.CONTRARY_SENTENCE,
        f'"{at.words}" seems to say `{said}`, and {other}',
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

# By the letters of words. Before a quotation: "nobody can say that", "it is a lie that", "not", "as if"; after it: "which is a lie".
_DENYING = re.compile(
    r"(?:[-n0][^;.Qy]{0,3}y|(?<![-n0])(?<![-n0][LXDd])x[iy]{0,2})(?:,[^,;.]{1,4},)?[^;.,QyBGgo&]{0,4}[BGgo]?$|-[LC]*$|z[LCDIiy0-]{0,4}$"
)
# "The rumour that" with a verb that denies it after the quotation; "would have sworn that", with ", had I not" or ", if".
_TOLD = re.compile(r"r[CD]?[L,]*$")
_UNTRUE = re.compile(r"[LAijT,]{0,4}[Bb]L*(?:x|-L?y)")
_SWORN = re.compile(r"\?L+yL*[CD]?$")
_UNREAL = re.compile(r",(?:L[HNIWDX]|z|0)")
_DENIED = re.compile(r"[,;]*&?[RCD]L*[Bb]L*(?:-L?y|x)|,?z[NHIDX]{1,2}y")


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
        for line in islice(quoting, _MOST_QUOTED):
            yield from _around(document, passage, line, names)


def _around(
    document: ProseDocument, passage: AnyPassage, line: AnyLine, names: Namer
) -> Iterator[Diagnostic]:
    found = _quoted([(prose, text_of(document, prose)) for prose in passage.prose], line.quotation)
    if found is None:
        return
    prose, text, start, end = found
    here = [each for each in sentences(text) if each[0] < end and start < each[1]]
    at = ProseSentence(document, prose, here[0][0], here[-1][1])
    before, after = text[at.start : start], text[end : at.end]
    is_denied = line.mode != "shown" and _is_denied(before, after, names)
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


def _is_denied(before: str, after: str, names: Namer) -> bool:
    """Whether words before some others deny or doubt them, or words after them."""
    said = _letters(before[-_NEAR:], names)
    if before and _DENYING.search(said):
        return True
    told, sworn = _TOLD.search(said), _SWORN.search(said)
    if not (told or sworn or after.lstrip()[:1] in {",", ";"}):
        return False
    then = _letters(after[:_NEAR], names)
    return bool(_DENIED.match(then) or (told and _UNTRUE.match(then)) or (sworn and _UNREAL.match(then)))


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
