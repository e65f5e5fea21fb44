"""Quotations that say otherwise than the lines that they are for."""

from collections.abc import Iterable, Iterator

from casekit.asking.wording import listed
from casekit.diagnostics import Diagnostic, codes
from casekit.games.prose.claims.claimed_facts import ClaimedFacts
from casekit.games.prose.claims.sentence_claims import presences
from casekit.games.prose.claims.voices import Voice
from casekit.games.prose.prose_document import AnyLine, ProseDocument
from casekit.model.logic import And, Apply, Constant, Equal, Formula, Holds, Not

Stated = tuple[Apply, Constant | None, bool]
"""A term, its value if it has one, and whether that is stated or denied."""


def misquoted(document: ProseDocument, voices: Iterable[Voice], facts: ClaimedFacts) -> Iterator[Diagnostic]:
    """Lines that deny what their quotations say, or the other way round, or whose values are others than those that these name."""
    for voice in voices:
        for line in voice.passage.statements:
            stated = [*_stated(line.formula)] if line.quotation and line.mode not in {"hint", "shown"} else []
            others = _other_values(line, stated, voice, facts) if stated else ()
            if others:
                yield Diagnostic(
                    codes.OTHER_NAME,
                    f'"{line.quotation}" says {listed(others)}, and the formula does not',
                    document.span(line.place),
                    hint="correct the formula or the words, or quote other words",
                )
            for term, value, so in () if others else stated:
                if _is_denied(line.quotation, (term, value, so), stated, voice, facts):
                    way = "denies what its line states" if so else "says what its line denies"
                    yield Diagnostic(
                        codes.DENIED_QUOTATION,
                        f'"{line.quotation}" {way}',
                        document.span(line.place),
                        hint="correct the words or the line, or quote all words that say it",
                    )
                    break


def _stated(formula: Formula) -> Iterator[Stated]:
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


def _other_values(line: AnyLine, stated: Iterable[Stated], voice: Voice, facts: ClaimedFacts) -> list[str]:
    """The values that a quotation names, if its line and the others that quote it have none of them."""
    alike = [each for each in voice.passage.statements if each.quotation == line.quotation]
    own = {value.value for each in alike for _, value, _ in _stated(each.formula) if value}
    for term, value, so in stated:
        named = facts.values_named(term.function, line.quotation) if value and so else set()
        if named and named.isdisjoint(own):
            return sorted(named)
    return []


def _is_denied(
    quotation: str, one: Stated, stated: Iterable[Stated], voice: Voice, facts: ClaimedFacts
) -> bool:
    """Whether a quotation surely says that a fact is so where its line denies it, or the other way round."""
    term, value, so = one
    formula = Equal(term, value) if value else Holds(term)
    said = facts.in_words(quotation, voice.speaker, voice.place)
    if any(each.formulas == (formula,) and each.denied == so for each in said):
        return True
    if not value or not facts.is_whereabouts(term.function) or (term, value, not so) in stated:
        return False
    for presence in presences(quotation, voice.speaker, voice.place, facts.names):
        when = presence.when
        people = {Constant(each) for each in presence.people}
        if (
            presence.arriving
            or when.edge == "after"
            or value.value != presence.place
            or presence.denied != so
        ):
            continue
        timed = when.minutes or when.words
        claims = (
            each.formulas for each in facts.of_presence(presence) if each.every or len(each.formulas) == 1
        )
        if any(formula in each for each in claims) if timed else not people.isdisjoint(term.arguments):
            return True
    return False
