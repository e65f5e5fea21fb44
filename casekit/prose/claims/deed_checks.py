"""The deed in the words of the presentation and the solution: when, where and how it was done, where the body is found, by whom and with which hand; and rules about it."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.diagnostics import Finding, codes
from casekit.language.formula.nodes import FactSentences
from casekit.language.suggestions import name_key, spelling
from casekit.logic.formulas import Apply, Constant, Equal, Formula, Holds, Iff, Implies, Not, time_text
from casekit.prose.claims.claim_checks import single_facts
from casekit.prose.claims.claimed_facts import ClaimReader
from casekit.prose.claims.clauses import letters_of, negations
from casekit.prose.claims.fact_patterns import in_other_words
from casekit.prose.claims.quotation_checks import named_hours, times_done, times_named
from casekit.prose.claims.sentences import (
    WORD,
    ProseSentence,
    Read,
    SpokenPassage,
    meanings,
    paragraph,
    texts,
)
from casekit.prose.claims.swapped_text import roots
from casekit.prose.expressions.recognizer import (
    Lettered,
    NameIndex,
    find_times,
    listed_words,
    sentences,
    words_of,
)
from casekit.prose.expressions.time_and_number_words import Readings
from casekit.prose.passages import AnyLine, ProseDocument

_PIECE_END = re.compile(r"[,;:.!?]|\b(?:and|et)\b")
_UNSURE = frozenset("!rxyz-0n")
"""The letters of words that deny or report what follows, or say that it may be."""
_OWN = re.compile(r"(?:^|[,;:&])(?:C?[LAaijTtE]*|C?J[Bb]L*)N(?:RL*|[LB]*)$")
"""The letters before the verb of a clause that begins with whoever did it: "so CLEO then", "it was CLEO who"."""
_IN_PLACE = re.compile("[Aij][LDd]*P")

_Told = tuple[ProseSentence, str, set[str], Lettered]
"""A sentence about the deed: the part of it that is, the places where that sets it, and the words before the verb."""


def _fixed(
    rules: Sequence[AnyLine], opening: Read, document: ProseDocument, facts: ClaimReader
) -> tuple[Readings, str]:
    """The minutes at which it was done and the place, by the rule about where whoever did it was then; empty if none says so.

    Of several rules it is that of the time which the presentation names first.
    """
    clock, fixed = named_hours(document), list[tuple[Readings, str]]()
    for rule in rules:
        times = [at for at, _ in times_named(rule.text, clock)]
        for fact, so in single_facts(rule.formula) if len(times) <= 1 else ():
            match fact:
                case Equal(Apply(_, about) as term, Constant(place)) if so and facts.is_whereabouts(term):
                    is_of_doer = any(isinstance(each, Apply) for each in about)
                    fixed += [(frozenset[int]().union(*times), place)] if is_of_doer else []
    parts = (text[start:end] for _, _, text in opening for start, end in sentences(text))
    named = (each.readings for part in parts for each in times_done(part, facts.names.language))
    done = next(named, frozenset[int]())
    likely = [each for each in fixed if len(fixed) == 1 or each[0] & done]
    return likely[0] if len(likely) == 1 else (done, "")


def told_otherwise(
    solver: TheorySolver,
    document: ProseDocument,
    voices: Sequence[SpokenPassage],
    facts: ClaimReader,
    culprit: str,
    victim: str,
    ways: Mapping[str, bool],
) -> Iterator[Finding]:
    """Sentences of the presentation, which is the first of the passages, and of the solution, the second, with another hour, place, hand, culprit or way.

    ``ways`` are the labels of those in which it may have been done, each with whether it was.
    """
    names = facts.names
    opening, solution = ([*texts(document, [each])] for each in voices[:2])
    minutes, place = _fixed(voices[0].passage.statements, opening, document, facts)
    told = [*_told(document, solution, names, "deed", victim)]
    places_said = frozenset[str]().union(*(roots(each, names.language) for each in names.called))
    words = {label: roots(label, names.language) - places_said for label in ways}
    own = frozenset[str]().union(*(words[label] for label, is_so in ways.items() if is_so))
    is_told = bool(own & roots(" ".join([text for _, _, text in solution]), names.language))
    for at, part, _, before in told:
        times, who = find_times(part, names.language), _who(before)
        if minutes and len(times) == 1 and times[0].readings.isdisjoint(minutes):
            yield at.finding(
                codes.OTHER_TIME,
                f'"{at.words}" has the deed at "{times[0].words}", and it was done at {time_text(max(minutes))}',
                "correct the time, or the rules",
            )
        done = roots(at.words, names.language)
        others = [label for label in ways if done & words[label] - own and not is_told]
        if len(others) == 1:
            yield _contrary(
                at, f'that it was "{others[0].partition(": ")[2]}", and the truth has another way'
            )
        if who not in {"", culprit}:
            yield _contrary(at, f"that it was {who}, and the truth has {culprit}")
    moved = _pattern(names.language, "moved", victim)
    is_moved = any(moved.search(text) for _, _, text in (*opening, *solution))
    told += () if is_moved else _told(document, opening, names, "body", victim)
    for at, _, places, _ in told:
        if place and len(places) == 1 and place not in places:
            yield _contrary(
                at, f"that it was in {names.printed(*places)}, and the rules have {names.printed(place)}"
            )
    hands, held = meanings(names.language, "hands"), [*_told(document, solution, names, "hand", victim)]
    sides = {*hands.values()} & {word for _, part, _, _ in held for word in WORD.findall(name_key(part))}
    for function in document.scope.functions if len(sides) == 1 else ():
        is_about = [culprit in sort.members for sort in function.arguments] == [True] and not function.values
        clauses = facts.sentences[function.name].ways if is_about and function.name in facts.sentences else ()
        said = [
            so == (hands[word] in sides) for clause, so in clauses for word in clause.split() if word in hands
        ]
        fact = solver.meaning(Holds(Apply(function, (Constant(culprit),)))) if said else None
        if fact and solver.standing(fact) == ("false" if said[0] else "true"):
            yield _contrary(held[0][0], f"that {culprit} used the other hand")


def _contrary(at: ProseSentence, what: str) -> Finding:
    return at.finding(
        codes.CONTRARY_SENTENCE, f'"{at.words}" seems to say {what}', "correct the words, or what is true"
    )


@lru_cache(maxsize=8)
def _pattern(language: str, key: str, victim: str) -> re.Pattern[str]:
    """A pattern of words about the victim, who goes by any of their names."""
    called = [each for each in WORD.findall(victim.partition(",")[0]) if each.istitle()]
    names = rf"(?:the\s)?(?:(?:{'|'.join(map(spelling, called)) or '(?!)'})\s?)+"
    words = words_of(language) or {key: "(?!)"}
    return re.compile(str(words[key]).replace("{victim}", names), re.IGNORECASE)


def _told(document: ProseDocument, read: Read, names: NameIndex, key: str, victim: str) -> Iterator[_Told]:
    """The sentences with the words of a ``key``, if nothing before these makes them unsure."""
    found = (
        (prose, text, each)
        for _, prose, text in read
        for each in _pattern(names.language, key, victim).finditer(text)
    )
    for prose, text, match in found:
        said = paragraph(text, None, "", names)
        number = max(at for at, (start, _) in enumerate(said.stretches) if start <= match.start())
        start, end = said.stretches[number]
        before = [each for each in said.words(number) if each[1].end <= match.start()]
        marks = _PIECE_END.finditer(text, start, end) if key == "deed" else ()
        ends = [start, *(each.end() for each in marks), end]
        first = max(each for each in ends if each <= match.start())
        last = min(each for each in ends if each >= match.end())
        words = [each for each in said.words(number) if first <= each[1].start < last]
        letters = "".join([letter for letter, _ in words])
        # Of a sentence that names somebody else nobody knows who was found there.
        found_in = _IN_PLACE.finditer(letters) if key == "deed" or "N" not in letters else ()
        places = {str(words[each.end() - 1][1].value) for each in found_in}
        if _UNSURE.isdisjoint(letter for letter, _ in before) and "?" not in text[start:end]:
            yield ProseSentence(document, prose, start, end), text[first:last], places, before


def _who(before: Lettered) -> str:
    """The person who did it by the words before the verb; empty if that is not sure."""
    letters = "".join([letter for letter, _ in before])
    return str(before[letters.rfind("N")][1].value) if _OWN.search(letters) else ""


# --- rules -------------------------------------------------------------------------------------------

_PIECE = re.compile(r"[^,;:.]+")
_TOKEN = re.compile(r"[^\W\d_]+'?")
_FEW = 2
"""Fewer words before "if" say nothing: "and if"."""
_ELLIPTIC = 4
"""A condition of fewer words may be about what was said before: "if it was not"."""


def turned_rules(
    document: ProseDocument,
    rules: Iterable[AnyLine],
    answers: Mapping[str, str],
    said_as: Mapping[str, FactSentences],
    names: NameIndex,
) -> Iterator[Finding]:
    """Rules that give an answer under one condition, and in words under the other, or in words another answer; ``answers`` are their labels."""
    language = names.language
    spread = Counter(word for label in answers.values() for word in roots(label, language))
    own = {
        answer: {word for word in roots(label, language) if spread[word] == 1}
        for answer, label in answers.items()
    }
    for rule in rules:
        answer, condition = _parts(rule.formula, answers)
        if condition is None:
            continue
        turned = [rule.quotation] if _is_contrary(rule.quotation, condition, said_as, names) else []
        for piece, said, after in _conditions(rule.quotation, language) if not turned else ():
            found = [each for each, words in own.items() if not words.isdisjoint(roots(said, language))]
            is_so = _is_so(after, condition, said_as, names) if len(found) == 1 else None
            if is_so is not None and is_so != (found[0] == answer) and not negations(letters_of(said, names)):
                turned.append(piece)
        for piece in turned[:1]:
            yield codes.DENIED_QUOTATION.at(
                document.span(rule.place),
                f'"{" ".join(piece.split())}" turns round what its rule says of `{answer}`',
                hint="correct the words or the rule",
            )


def _is_contrary(
    said: str, condition: Formula, said_as: Mapping[str, FactSentences], names: NameIndex
) -> bool:
    """Whether words have those of a condition's contrary alone: "the one that did is on its hook" for one that "was missing"."""
    match condition:
        case Holds(Apply(function)) | Not(Holds(Apply(function))) if function.name in said_as:
            clauses = said_as[function.name].so, said_as[function.name].not_so
            so, other, words = (roots(each, names.language) for each in (*clauses, said))
            own, theirs = (
                (so - other, other - so) if isinstance(condition, Holds) else (other - so, so - other)
            )
            is_other = bool(own and words & theirs) and words.isdisjoint(own)
            return is_other and not negations(letters_of(said, names))
    return False


def _parts(formula: Formula, answers: Mapping[str, str]) -> tuple[str, Formula | None]:
    """The answer of a rule and its condition."""
    match formula:
        case Iff(Equal(Apply(), Constant(answer)), condition) if answer in answers:
            return answer, condition
        case Iff(condition, Equal(Apply(), Constant(answer))) | Implies(
            condition, Equal(Apply(), Constant(answer))
        ) if answer in answers:
            return answer, condition
        case Implies(_, Iff() as rule):
            return _parts(rule, answers)
    return "", None


def _conditions(told: str, language: str) -> Iterator[tuple[str, str, str]]:
    """The words of each "if" in a text, what is said to follow: before it, or else after a comma."""
    opening = listed_words(language, "if")
    for piece, following in pairwise([*_PIECE.findall(told), ""]):
        words = [*_TOKEN.finditer(piece)]
        at = next((each for each in words if name_key(each[0]) in opening), None)
        if at:
            before = piece[: at.start()]
            is_first = len(before.split()) < _FEW
            yield piece + following * is_first, following if is_first else before, piece[at.end() :]


def _is_so(
    said: str, condition: Formula, said_as: Mapping[str, FactSentences], names: NameIndex
) -> bool | None:
    """Whether words say a condition or the contrary; ``None`` if they may be about something else."""
    words = {name_key(each) for each in _TOKEN.findall(said)}
    match condition:
        case Holds(Apply(function)) | Not(Holds(Apply(function))) if function.name in said_as:
            clause = said_as[function.name].so
            about = not roots(clause, names.language).isdisjoint(roots(said, names.language))
            own = {*_TOKEN.findall(name_key(clause))}
            others = [each for each, is_same in in_other_words(clause, names.language) if not is_same]
            is_other = any(words & {*_TOKEN.findall(name_key(each))} - own for each in others)
            if about or is_other or len(words) < _ELLIPTIC:
                return ((negations(letters_of(said, names)) + is_other) % 2 == 0) == isinstance(
                    condition, Holds
                )
        case Equal(Apply(function), Constant(value)) if function.values:
            named = words & {name_key(each) for each in function.values.values}
            return name_key(value) in named if len(named) == 1 else None
    return None
