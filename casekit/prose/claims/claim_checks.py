"""The claims of prose, held against the truth and against the lines of its paragraph."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set as AbstractSet
from itertools import combinations, islice, pairwise

from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.diagnostics import USUAL, Edit, Finding, Place, Prose, Related, codes, place_of_words
from casekit.language.formula.formatter import format_typed
from casekit.language.suggestions import name_key
from casekit.logic.formulas import (
    And,
    Apply,
    Constant,
    Equal,
    Formula,
    Function,
    Holds,
    Iff,
    Implies,
    Not,
    Quantified,
    all_terms,
    parts,
    terms,
)
from casekit.prose.claims.claimed_facts import ClaimReader, FactClaim
from casekit.prose.claims.clauses import TimeExtent, letters_of, negations, presences
from casekit.prose.claims.fact_patterns import stems
from casekit.prose.claims.quotation_checks import Hours, agrees, named_hours, other_time, times_named
from casekit.prose.claims.sentences import (
    WORD,
    ProseSentence,
    SpokenPassage,
    quoted_words,
    quoting,
    telling,
    text_of,
    texts,
)
from casekit.prose.claims.swapped_text import NAME, roots
from casekit.prose.expressions.recognizer import TOKEN, NameIndex, find_times, worded, words_of
from casekit.prose.passages import AnyLine, AnyPassage, ProseDocument
from casekit.prose.phrasing import listed
from casekit.values import replace

# --- against truth and lines -------------------------------------------------------------------------


def contrary(
    solver: TheorySolver,
    document: ProseDocument,
    voices: Iterable[SpokenPassage],
    facts: ClaimReader,
    met: set[str],
) -> Iterator[Finding]:
    """Sentences that say otherwise than the truth, where nobody lies, or than a line of their paragraph; and those that no line says.

    The names of the facts that sentences speak of are added to those that are ``met``.
    """
    for voice, prose, text in texts(document, voices):
        wrong: set[int] = set()
        for claim in facts.said(text, voice.speaker, voice.place, voice.about):
            start = claim.sentence.start
            met.add(claim.function.name)
            at = ProseSentence(document, prose, start, claim.sentence.end)
            other = _other_line(claim, voice.passage) or (_untrue(solver, claim) if voice.honest else None)
            if other and start not in wrong and not _is_conditional(voice, at.words):
                wrong.add(start)  # once, whoever else it is about
                said, instead = other
                yield at.finding(
                    codes.CONTRARY_SENTENCE,
                    f'"{at.words}" seems to say `{_said(said, so=not claim.denied)}`, and {instead}',
                    hint="correct the words, or what is true; or say it so that nobody takes it for this",
                )
            elif not other and _is_unstated(voice, claim) and _with(solver, claim, "true") == claim.formulas:
                yield _unstated(at, voice.passage, claim)


def _is_conditional(voice: SpokenPassage, words: str) -> bool:
    """Whether a line with a condition quotes some of a sentence: "and in that case the ladder had been oiled"."""
    lines = voice.passage.statements
    conditions = [line.quotation for line in lines if isinstance(line.formula, Implies | Iff)]
    return any(place_of_words(words, quoted) for quoted in conditions if quoted)


def _is_unstated(voice: SpokenPassage, claim: FactClaim) -> bool:
    """Whether a paragraph may need a line for what a sentence says: none of its lines speaks of that fact, or has a variable where it has values."""
    if claim.denied or not claim.is_subject or not (voice.speaker or voice.here):
        return False
    spoken = (term for each in voice.passage.statements for term in all_terms(each.formula))
    lines = [each for each in spoken if isinstance(each, Apply) and each.function.name == claim.function.name]
    wanted = [term for each in claim.formulas for term in terms(each) if isinstance(term, Apply)]
    return not any(
        all(own == other or not isinstance(own, Constant) for own, other in pairs)
        for pairs in (zip(line.arguments, term.arguments, strict=True) for line in lines for term in wanted)
    )


def single_facts(formula: Formula) -> Iterator[tuple[Formula, bool]]:
    """The single facts that a formula surely says, and whether each is so."""
    match formula:
        case And(inner):
            for each in inner:
                yield from single_facts(each)
        case Not(Equal(Apply(), Constant()) | Holds() as fact):
            yield fact, False
        case Equal(Apply(), Constant()) | Holds():
            yield formula, True


_Other = tuple[Formula, str]
"""The part of a claim that is contrary to something, and what that is, in words."""


def _other_line(claim: FactClaim, passage: AnyPassage) -> _Other | None:
    """That a line says otherwise than a sentence."""
    lines = (each.formula for each in passage.statements if each.mode != "hint")
    stated = dict(fact for line in lines for fact in single_facts(line))
    values = {fact.left: fact for fact, so in stated.items() if so and isinstance(fact, Equal)}
    same = (
        (each, values.get(each.left, each) if isinstance(each, Equal) else each) for each in claim.formulas
    )
    others = {
        each: line
        for each, line in same
        if line in stated and stated[line] == (claim.denied == (line == each))
    }
    if not claim.is_refuted_by(others):
        return None
    line = next(iter(others.values()))
    return claim.formulas[0], f"a line of this paragraph has `{_said(line, so=stated[line])}`"


def _with(solver: TheorySolver, claim: FactClaim, standing: str) -> tuple[Formula, ...]:
    """The formulas of a claim that the truth decides so."""
    return tuple(each for each in claim.formulas if solver.standing(solver.meaning(each)) == standing)


def _untrue(solver: TheorySolver, claim: FactClaim) -> _Other | None:
    """That the truth is surely another."""
    wrong = _with(solver, claim, "true" if claim.denied else "false")
    if not claim.is_refuted_by(wrong):
        return None
    said, values = wrong[0], claim.function.values
    others = (
        tuple(Equal(said.left, Constant(each)) for each in values.values)
        if isinstance(said, Equal) and values and not claim.denied
        else ()
    )
    true = _with(solver, replace(claim, formulas=others), "true")
    return said, f"the truth has `{_said(true[0]) if true else _said(said, so=claim.denied)}`"


def _said(formula: Formula, *, so: bool = True) -> str:
    match formula:
        case Equal(left, right):
            return f"{format_typed(left)} {'=' if so else '!='} {format_typed(right)}"
        case Holds(term):
            return f"{'' if so else 'not '}{format_typed(term)}"
    return ""


def _unstated(at: ProseSentence, passage: AnyPassage, claim: FactClaim) -> Finding:
    said = _said(claim.formulas[0])
    end = max(each.place.end for part in (passage.prose, passage.statements) for each in part)
    quotation = at.words.replace("\\", "\\\\").replace('"', '\\"')
    return at.finding(
        codes.UNSTATED_SENTENCE,
        f'"{at.words}" seems to say `{said}`, and no line of this paragraph does',
        hint="state it in a line that quotes these words",
        fix=(Edit(at.document.span(Place(end, end)), f'\n~ {said} "{quotation}"'),),
    )


# --- quotations against their lines -------------------------------------------------------------------


def misquoted(
    document: ProseDocument, voices: Iterable[SpokenPassage], facts: ClaimReader
) -> Iterator[Finding]:
    """Lines that deny what their quotations say, or the other way round, or whose values are others than those that these name."""
    for voice, quoted in quoting(voices, hints=True):
        # "In that case the killer had no key" is about the consequence alone.
        formula = quoted.formula.right if isinstance(quoted.formula, Implies) else quoted.formula
        line = replace(quoted, formula=formula)
        others = sorted(_other_values(quoted, voice, facts))
        stated = dict(single_facts(formula)) if quoted.mode != "hint" else {}
        denied = [*_denied(line.quotation, stated, voice, facts)]
        denied = denied or [*_turned(document, line, voice, facts)] if stated else []
        if others or denied:
            way = "denies what its line states" if denied[:1] == [True] else "says what its line denies"
            code = codes.OTHER_NAME if others else codes.DENIED_QUOTATION
            yield code.at(
                document.span(line.place),
                f'"{line.quotation}" '
                + (f"says {listed(others)}, and the formula does not" if others else way),
                hint="correct the words or the line, or quote other words",
            )


def exchanged_quotations(
    document: ProseDocument, voices: Iterable[SpokenPassage], facts: ClaimReader
) -> Iterator[Finding]:
    """Two lines of a paragraph on one fact each, whose quotations have the words for the other's fact and none for their own."""
    for voice in voices:
        said = []
        for _, line in quoting([voice], hints=True):
            about = facts.own_words.keys() & {*NAME.findall(line.text)}
            own = facts.own_words[min(about)] if len(about) == 1 else set[str]()
            said += [(line, own, stems(line.quotation, facts.names.language))] if own else []
        for (one, own, first), (other, theirs, second) in combinations(said[:_MOST_QUOTED], 2):
            if first & theirs - own and second & own - theirs and not (first & own or second & theirs):
                yield codes.DENIED_QUOTATION.at(
                    document.span(one.place),
                    f'"{one.quotation}" and "{other.quotation}" have changed places: each has words for the other line',
                    hint="let each line quote the words that say it",
                    related=(Related(document.span(other.place), "the other is here"),),
                )


def _values(formula: Formula, places: str, *, so: bool = True) -> Iterator[tuple[Function, str, bool]]:
    """The facts for which a formula names values other than ``places``, with these, and whether it is about those that have them."""
    match formula:
        case Equal(Apply(function), Constant(value)) if function.values and function.values.name != places:
            yield function, value, so
        case Not(part):
            yield from _values(part, places, so=not so)
        case _:
            is_none = isinstance(formula, Quantified) and formula.quantifier == "no"
            for part in parts(formula):
                yield from _values(part, places, so=so != is_none)


def _other_values(line: AnyLine, voice: SpokenPassage, facts: ClaimReader) -> AbstractSet[str]:
    """The values that a quotation names instead of some of its line, and of others that quote it."""
    found = [*_values(line.formula, facts.places)]
    alike = (each for each in voice.passage.statements if found and each.quotation == line.quotation)
    told = [each for other in alike for each in _values(other.formula, facts.places)]
    for function in dict.fromkeys(about for about, _, so in found if so):
        own = {value for about, value, _ in (*found, *told) if about == function}
        named = facts.values_named(function, line.quotation)
        if named - own and own - named:
            return named - own
    return _values_of_others(line, facts) if found else set()


def _values_of_others(line: AnyLine, facts: ClaimReader) -> AbstractSet[str]:
    """The value after the name of somebody who has another in the line: "ALMA's is green, and BORIS wears a brown one"."""
    first, *pieces = re.split(rf"\b({'|'.join(map(re.escape, facts.names.people))})\b", line.quotation)
    said_of = dict(zip(pieces[::2], pieces[1::2], strict=True))
    for fact, so in single_facts(line.formula) if said_of else ():
        match fact:
            case Equal(Apply(function, (Constant(who),)), Constant(value)) if so and who in said_of:
                named = facts.values_named(function, said_of[who])
                if len(named) == 1 and value not in named and not facts.values_named(function, first):
                    return named
    return set()


def _denied(
    quotation: str, stated: Mapping[Formula, bool], voice: SpokenPassage, facts: ClaimReader
) -> Iterator[bool]:
    """For each fact that a quotation surely says is otherwise, whether its line states it as so; if the words name no time, where somebody was at any."""
    placed = [each for each in stated if isinstance(each, Equal) and facts.is_whereabouts(each.left)]
    read = facts.said if placed else facts.in_words
    for claim in read(quotation, voice.speaker, voice.place) if stated else ():
        if claim.every or len(claim.formulas) == 1:
            yield from (so for each in claim.formulas if (so := stated.get(each)) == claim.denied)
    words = worded(quotation, 0, None, facts.names) if placed else []
    letters = "".join([letter for letter, _ in words])
    absent = _ABSENT.match(letters) if negations(letters) == 1 else None
    if absent:  # from there, or from a place of the line
        place = str(words[absent.end("place") - 1][1].value) if absent["place"] else ""
        there = [each for each in placed if not place or each.right == Constant(place)]
        yield from (stated[each] for each in there if stated[each])
    present = presences(quotation, voice.speaker, voice.place, facts.names) if placed else ()
    for presence in (each for each in present if each.when == TimeExtent() and not each.arriving):
        people = {Constant(each) for each in presence.people}
        for fact in placed:
            is_here = fact.right == Constant(presence.place) and people & {*all_terms(fact)}
            if is_here and stated[fact] == presence.denied:
                yield stated[fact]


_ABSENT = re.compile("[^;:,zxy?!C]*(?:B|(?=-[jA]))L*-(?:(?P<place>[jA]+D?P)|[hpwTA#%m]|$)")
"""The letters of "she was not there", "he was never with me", "wasn't in the loft", "nobody" left out."""
_DOUBTS = re.compile("[?!xz]|0(?![dDLq#X]{0,2}$)")
"""The letters of words before those of a fact that make unsure whether it is denied: "perhaps", "only somebody with"."""
_CLAUSE_END = re.compile("[:;]|(?<![xy])C")
_VERB = re.compile("[^,;:&CR]*[BbGgFocSlvky]")
"""The letters of a clause up to its verb: "no key for the study" is one clause."""
_DASH = re.compile(r"\s-+\s|\s*[–—]\s*")
_PART_END = re.compile("[,;:&CR]")
"""The letters after which a clause is not denied by what was before, "it was not forced, so", or may not be: "not forced, and"."""


def _turned(
    document: ProseDocument, line: AnyLine, voice: SpokenPassage, facts: ClaimReader
) -> Iterator[bool]:
    """Whether a line states a fact as so, if its quotation has words of that fact and says the contrary: with a negation too many, or too few."""
    match line.formula:
        case Holds(Apply(function)) | Not(Holds(Apply(function))):
            names = facts.names
            words, contrary_words = facts.words_about(function)
            about = roots(line.quotation.replace("-", ""), names.language)
            quoted = about.union(TOKEN.findall(name_key(line.quotation)))
            is_contrary = not contrary_words.isdisjoint(quoted)
            if words.isdisjoint(quoted) and not is_contrary:
                return
            found = quoted_words([each[1:] for each in texts(document, (voice,))], line.quotation)
            opening = found.text[found.first : found.start] if found else ""
            before = letters_of(_DASH.sub(", ", opening), names)
            said = worded(_DASH.sub(", ", line.quotation), 0, None, names)
            telling_words = (
                number
                for number, (_, word) in enumerate(said, len(before))
                if {name_key(word.text), *roots(word.text, names.language)} & (words | contrary_words)
            )
            last = max(telling_words, default=0)
            letters = before + "".join([letter for letter, _ in said])
            so = isinstance(line.formula, Holds)
            parts = [_part(letters, last, ends) for ends in (_CLAUSE_END, _PART_END)]
            denials = {negations(before + after) for before, after in parts}
            is_turned = all(each <= 1 and (each + is_contrary) % 2 == so for each in denials)
            if is_turned and not _DOUBTS.search(parts[0][0]):
                yield so


def _part(letters: str, at: int, ends: re.Pattern[str]) -> tuple[str, str]:
    """The letters of a clause before a word and from that on, where "without" denies something else: "without a break"."""
    found = (each for each in ends.finditer(letters) if each[0] != "C" or _VERB.match(letters, each.end()))
    marks = [0, *(each.end() for each in found), len(letters)]
    start, end = next((pair for pair in pairwise(marks) if at < pair[1]), (0, 0))
    return letters[start:at], letters[at : at + 2][: end - at] + letters[at + 2 : end].replace("0", "")


# --- around quotations -------------------------------------------------------------------------------

# By letters before a quotation and after it: "nobody can say that", "it is a lie that", "not", "as if"; "the rumour that" with "is a lie"
# after it, "would have sworn that" with ", had I not" or ", if"; ", which is a lie".
_DENIALS = (
    (
        r"(?:[-n0][^;:.Qy]{0,3}y|(?<![-n0])(?<![-n0][LXDd])x[iy]{0,2})(?:,[^,;:.]{1,4},)?[^;:.,QyBGgo&]{0,4}[BGgo]?$|-[LC]*$|z[LCDIiy0-]{0,4}$",
        "",
    ),
    (r"r[CD]?[L,]*$", r"[LAijT,]{0,4}[Bb]L*(?:x|-L?y)"),
    (r"!L+yL*[CD]?$", r",(?:L[HNIWDX]|z|0)"),
    ("", r"[,;:]+&?[RCD]L*[Bb]L*(?:-L?y|x)|,?z[NHIDX]{1,2}y"),
)
_NEAR = 60
"""How many characters around a quotation may deny it."""
_NEGATIVE = re.compile(r"\bnot\b|\bno\b|!=|= none|\bimplies\b|\biff\b|\bor\b|\bat most\b")
_MOST_QUOTED = 50
"""Quotations of a paragraph whose sentences are looked at. Few have ten; each is looked for in all of its text."""


def around_quotations(
    document: ProseDocument, voices: Iterable[SpokenPassage], names: NameIndex
) -> Iterator[Finding]:
    """Quotations whose sentence denies them, or sets them at a time that is not that of their line."""
    clock = named_hours(document)
    for voice in voices if words_of(names.language) else ():
        paragraphs = [(prose, text_of(document, prose)) for prose in voice.passage.prose]
        lines = (each for each in voice.passage.statements if 0 < len(each.quotation) <= USUAL)
        for line in islice((each for each in lines if each.mode != "hint"), _MOST_QUOTED):
            yield from _around(document, paragraphs, line, names, clock)


def _around(
    document: ProseDocument, texts: Sequence[tuple[Prose, str]], line: AnyLine, names: NameIndex, clock: Hours
) -> Iterator[Finding]:
    found = quoted_words(texts, line.quotation)
    if found is None:
        return
    at = ProseSentence(document, found.prose, found.first, found.last)
    before, after = found.text[found.first : found.start], found.text[found.end : found.last]
    is_denied = line.mode != "shown" and _is_denied(before[-_NEAR:], after[:_NEAR], names)
    if is_denied and (not _NEGATIVE.search(line.text) or negations(letters_of(line.quotation, names))):
        yield at.finding(
            codes.DENIED_QUOTATION,
            f'the words around "{line.quotation}" deny what its line states',
            hint="quote all words that say it, or correct the sentence or the line",
        )
    named = [*times_named(line.text, clock)]
    named = [] if named and find_times(line.quotation, names.language) else named
    spoken = find_times(f"{before}, {after}", names.language) if named else ()
    words = words_of(names.language)
    if words and named and not spoken and re.search(words["then"], line.quotation, re.IGNORECASE):
        # "At that minute" is the time before it.
        spoken = find_times(found.text[: at.start], names.language)[-1:]
    if len(spoken) == 1 and not any(agrees(spoken[0], *each) for each in named):
        yield other_time(document, spoken[0], {time for each, _ in named for time in each}, line.place, clock)


def _is_denied(before: str, after: str, names: NameIndex) -> bool:
    """Whether words before some others deny or doubt them, or words after them."""
    words = WORD.findall(name_key(f"{before} {after}"))
    may_deny, may_say, says = (telling(names.language, letters) for letters in ("-rxz", "n0!", "y"))
    if may_deny.isdisjoint(words) and (may_say.isdisjoint(words) or says.isdisjoint(words)):
        return False
    said, then = letters_of(before, names), letters_of(after, names)
    return any(re.search(one, said) and re.match(other, then) for one, other in _DENIALS)
