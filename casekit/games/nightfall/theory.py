"""The theory of an evening and its wording.

The theory has the rules of the night, what everybody saw happen, what the seat saw, and what is said. What
somebody says is so unless the speaker is a murderer, as innocents do not lie. Votes prove nothing; that the
game goes on proves nothing either.
"""

from collections.abc import Iterator, Sequence
from itertools import permutations

from casekit.analysis.wording import TRUTH
from casekit.deduce.minimal_sources import otherwise
from casekit.games.nightfall.document import (
    MURDERERS,
    NOBODY,
    Choices,
    Culprits,
    Dawn,
    Evening,
    Event,
    Hanging,
    Move,
    Night,
    scope_of,
)
from casekit.games.nightfall.game import EVENING
from casekit.games.nightfall.nights import ending, outcomes_of
from casekit.kit.transcripts import theory as kit
from casekit.kit.transcripts.analysis import TranscriptAnalysis
from casekit.kit.transcripts.document import SpokenLine
from casekit.kit.transcripts.theory import TranscriptWords
from casekit.language.blocks import FormulaTemplates, Sentence
from casekit.logic.formulas import Formula, Iff, Or, valued
from casekit.logic.theory import Fact
from casekit.prose.phrasing import listed
from casekit.values import replace

NamedLine = tuple[str, kit.TranscriptLine]
"""A line of the theory after its name."""

_RULES = {
    "once": ("who was hanged was not killed", "died({who}) = none or hanged({who}) = none"),
    "gone": (
        "the dead are nowhere",
        "visited({who}, {night}) = none iff some night earlier: earlier < {night} and (died({who}) = earlier or hanged({who}) = earlier)",
    ),
    "home": (
        "nobody visits the dead",
        "visited({who}, {night}) = {whom} implies visited({whom}, {night}) != none",
    ),
    "intent": (
        "only a murderer who lives tries to kill",
        "tried({who}, {night}) implies murderer({who}) and visited({who}, {night}) != none",
    ),
    "death": (
        "an innocent dies who is alone with a murderer who tries to kill, and nobody else does",
        "died({who}) = {night} iff not murderer({who}) and some player anybody: met({who}, anybody, {night}) and tried(anybody, {night}) and no player else except anybody: met({who}, else, {night})",
    ),
    "place": (
        "two who meet the same player meet each other",
        "met({who}, {whom}, {night}) and met({whom}, {third}, {night}) implies met({who}, {third}, {night})",
    ),
}
"""The rules of the night, in words and as templates for one, two or three players, and every night.

The rule of the place follows from the others; it makes proofs shorter.
"""

_PLAYER_GAPS = ("who", "whom", "third")
"""The gaps of templates for players."""

_MEANINGS = {
    "stayed": ("who stays is at home", "stayed({who}, {night}) iff visited({who}, {night}) = {who}"),
    "alone": (
        "nobody meets whoever is alone",
        "alone({who}, {night}) iff visited({who}, {night}) != none and no player anybody: met({who}, anybody, {night})",
    ),
    "self": ("nobody meets themselves", "not met({who}, {who}, {night})"),
    "both": ("two meet each other", "met({who}, {whom}, {night}) iff met({whom}, {who}, {night})"),
    "met": (
        "two meet who are at the same place",
        "met({who}, {whom}, {night}) iff visited({who}, {night}) != none and visited({who}, {night}) = visited({whom}, {night})",
    ),
}
"""The meanings of words that say where somebody was, as ``_RULES`` has the rules."""


def build_theory(evening: Evening) -> kit.TranscriptTheory:
    """The theory of an evening; each line of play is a source, named by its number."""
    scope = scope_of(evening)
    laws = FormulaTemplates(EVENING, scope)
    lines = dict(
        (
            *_meaning_of_question(evening, laws),
            *_rules(evening, laws),
            *_seat_and_truth(evening, laws),
        )
    )
    for event in evening.play:
        lines.update(_lines_of_event(evening, event, laws))
    return kit.theory_of(scope.functions, scope.functions[-1:], lines)


def _rule(name: str, sentence: Sentence, words: str, *, notation: bool = False) -> NamedLine:
    return f"rule {name}", kit.line_of(kit.RULE, kit.RULES, words, sentence, notation=notation)


def _are_the_murderers(evening: Evening, names: Sequence[str]) -> Formula:
    """That some players, and nobody else, are the murderers.

    It is not read from a text, since a formula cannot have a value of several names.
    """
    murderers = scope_of(evening).functions[-1]
    return valued(murderers, ", ".join(names))


def _meaning_of_question(evening: Evening, laws: FormulaTemplates) -> Iterator[NamedLine]:
    """The meaning of the question: who the murderers are."""
    for name in evening.names:
        groups = [group for group in evening.suspects if name in group]
        is_in_group = Or(tuple(_are_the_murderers(evening, group) for group in groups))
        is_murderer = laws.said("murderer({who})", who=name)
        meaning = Sentence(Iff(is_murderer.formula, is_in_group), is_murderer.text)
        yield _rule(f"{MURDERERS} {name}", meaning, "what `murderers` means", notation=True)


def _rules(evening: Evening, laws: FormulaTemplates) -> Iterator[NamedLine]:
    """The rules of all nights, and that murderers try to kill in each window of them."""
    nights = tuple(map(str, evening.nights)) or ("1",)
    for rule, (words, template) in (*_RULES.items(), *_MEANINGS.items()):
        player_count = sum(f"{{{gap}}}" in template for gap in _PLAYER_GAPS)
        for night in nights if "{night}" in template else ("",):
            for names in permutations(evening.names, player_count):
                values = dict(zip(_PLAYER_GAPS, names, strict=False))
                if night:
                    values["night"] = night
                name = " ".join((rule, *names, night))
                yield _rule(name, laws.said(template, **values), words, notation=rule in _MEANINGS)
    if evening.attempts.count:
        yield from _rules_on_attempts(evening, laws, nights)


def _rules_on_attempts(
    evening: Evening, laws: FormulaTemplates, nights: Sequence[str]
) -> Iterator[NamedLine]:
    """Each murderer who lives tries to kill in each window of nights, which the rules make so long."""
    count = evening.attempts.count
    for last in range(count, len(nights) + 1):
        window = nights[last - count : last]
        tries = " or ".join(f"tried({{who}}, {night})" for night in window)
        template = f"murderer({{who}}) and visited({{who}}, {window[-1]}) != none implies {tries}"
        when = f"night {last}" if count == 1 else f"nights {window[0]} to {last}"
        for name in evening.names:
            sentence = laws.said(template, who=name)
            words = f"each murderer who lives tries to kill in {when}"
            yield _rule(f"attempt {name} {last}", sentence, words)


# --- what is known and said ----------------------------------------------------------------------


def _seat_and_truth(evening: Evening, laws: FormulaTemplates) -> Iterator[NamedLine]:
    """The knowledge of the seat about itself, and the truth."""
    if evening.reader:
        sentence = laws.said("not murderer({who})", who=evening.reader)
        words = f"{evening.reader}, whose seat it is, is innocent"
        yield "seat", kit.line_of(kit.HAND, kit.SEAT, words, sentence, evening.headings.get("seat"))
    outcomes = outcomes_of(evening)
    for line in evening.truth:
        if isinstance(line, Culprits) and evening.culprits in evening.suspects:
            sentence = Sentence(_are_the_murderers(evening, evening.culprits), line.text)
            words = f"the truth names {' and '.join(evening.culprits)}"
            yield f"truth {MURDERERS}", kit.line_of(TRUTH, TRUTH, words, sentence, line.place)
        if isinstance(line, Choices) and line.number in outcomes:
            yield from _true_moves(line, laws)


def _true_moves(choices: Choices, laws: FormulaTemplates) -> Iterator[NamedLine]:
    """The choices of everybody in a night, as the truth has them."""
    night = choices.number
    for move in choices.moves:
        player, attempt = move.player, "tried" if move.kills else "not tried"
        sentence = laws.said(f"visited({player}, {night}) = {move.where} and {attempt}({player}, {night})")
        line = kit.line_of(TRUTH, TRUTH, f"{move.text} in night {night}", sentence, choices.place)
        yield f"truth {night} {player}", line


def _lines_of_event(evening: Evening, event: Event, laws: FormulaTemplates) -> Iterator[NamedLine]:
    """The meaning of a line of play, in one line or several."""
    night = str(evening.days[event.number] or 1)
    facts: list[tuple[str, str]] = []
    match event:
        case SpokenLine():
            yield from _lines_of_speech(event, laws)
        case Night(move=Move(player=player) as move, met=met):
            company = " and ".join(f"met({player}, {name}, {night})" for name in met)
            others = ", ".join((player, *met))
            nobody_else = f"no player anybody except {others}: met({player}, anybody, {night})"
            facts = [
                (f"visited({player}, {night}) = {move.where}", move.text),
                (
                    f"{company} and {nobody_else}" if met else nobody_else,
                    f"{player} meets {' and '.join(met) or NOBODY}",
                ),
            ]
        case Dawn():
            facts = _facts_on_dead("died", "died", event.gone, night)
        case Hanging():
            facts = _facts_on_dead("hanged", "was hanged", event.gone, night)
            is_guilty = event.role == "murderer"
            for name in event.gone:
                if is_guilty:
                    facts.append((f"murderer({name})", f"{name} was a murderer"))
                else:
                    facts.append((f"not murderer({name})", f"{name} was innocent"))
    path = str(event.number)
    for number, (logic, words) in enumerate(facts, 1):
        line = kit.line_of(kit.PLAY, path, words, laws.said(logic), event.place, event, event.text)
        yield f"play {path}.{number}", line


def _facts_on_dead(function: str, verb: str, names: Sequence[str], night: str) -> list[tuple[str, str]]:
    """That some players died (or were hanged) and all others did not, as logic and in words."""
    facts = [(f"{function}({name}) = {night}", f"{name} {verb}") for name in names]
    exception = f" except {', '.join(names)}" if names else ""
    nobody = "nobody else" if names else "nobody"
    facts.append((f"no player anybody{exception}: {function}(anybody) = {night}", f"{nobody} {verb}"))
    return facts


def _lines_of_speech(speech: SpokenLine, laws: FormulaTemplates) -> Iterator[NamedLine]:
    """Words of a player, which need not be so if the player is a murderer."""
    may_lie = laws.said("murderer({who})", who=speech.player).formula
    path = str(speech.number)
    for number, statement in enumerate(speech.statements, 1):
        words = f"“{statement.quotation}”"
        sentence = Sentence(statement.formula, statement.text)
        excerpt = f"{speech.player}: {words}"
        line = kit.line_of(kit.PLAY, path, words, sentence, statement.place, speech, excerpt)
        yield f"play {path}.{number}", replace(line, exempt=may_lie)


def seen_by(evening: Evening, player: str) -> kit.SeatView[Evening] | None:
    """An evening as another innocent saw it.

    They know where they were and whom they met in each night that they lived through.
    """
    outcomes = outcomes_of(evening)
    if not evening.culprits or player in evening.culprits or len(outcomes) < len(evening.nights):
        return None
    play: list[Event] = []
    for event in evening.play:
        if isinstance(event, Night):
            play.append(outcomes[evening.days[event.number]].seen_by(player, event))
        else:
            play.append(event)
    return kit.SeatView(replace(evening, seat=player, play=tuple(play), truth=()))


# --- words ---------------------------------------------------------------------------------------

_CLAUSES = {
    "murderer": ("{0} is a murderer", "{0} is innocent"),
    "stayed": ("{0} stayed at home in night {1}", "{0} did not stay at home in night {1}"),
    "alone": ("{0} was alone in night {1}", "{0} was not alone in night {1}"),
    "met": ("{0} met {1} in night {2}", "{0} did not meet {1} in night {2}"),
    "tried": ("{0} tried to kill in night {1}", "{0} did not try to kill in night {1}"),
    "visited": ("{0} visited {2} in night {1}", "{0} did not visit {2} in night {1}"),
    "died": ("{0} was killed in night {1}", "{0} was not killed in night {1}"),
    "hanged": ("{0} was hanged on day {1}", "{0} was not hanged on day {1}"),
    "visited none": ("{0} was dead in night {1}", "{0} was alive in night {1}"),
    "died none": ("{0} was not killed", "{0} was killed"),
    "hanged none": ("{0} was not hanged", "{0} was hanged"),
}
"""The sentences for a fact and for its contrary, by function.

``visited none`` is for a fact without a value, ``stayed`` for a visit to the own home.
"""


def _clause(fact: Fact, so: bool) -> str:  # noqa: FBT001 - as the kit asks it
    key = fact.function
    if fact.value == "none":
        key = f"{fact.function} none"
    elif fact.function == "visited" and fact.value == fact.arguments[0]:
        key = "stayed"
    clause, contrary = _CLAUSES[key]
    is_so = so != (fact.value == "no")
    return (clause if is_so else contrary).format(*fact.arguments, fact.value)


_TECHNIQUES = {
    SpokenLine: "what somebody says",
    Night: "what the seat saw",
    Dawn: "who died",
    Hanging: "who was hanged",
}
"""The techniques of readers, by kinds of lines."""


def _remarks(evening: Evening, analysis: TranscriptAnalysis) -> Iterator[str]:
    """Remarks on the lies of the murderers, and on who wins.

    Lies without which the murderers would get away come first.
    """
    giving_away, others = [], []
    for speech in evening.play:
        if not isinstance(speech, SpokenLine):
            continue
        lies = _lies(speech, analysis)
        if not lies:
            continue
        words = f"line {speech.number}: {speech.player} says {listed(lies)}, which"
        if _gives_away(analysis, str(speech.number)):
            giving_away.append(f"{words} gives it away: without it nothing would be certain then")
        else:
            others.append(f"{words} is a lie")
    yield from giving_away
    yield from others
    end = ending(evening)
    if end is None:
        yield "the game goes on after the last line"
    else:
        winners = "the innocents" if end.innocents_win else "the murderers"
        yield f"{winners} win in line {end.line.number}: {end.words}"


def _lies(speech: SpokenLine, analysis: TranscriptAnalysis) -> list[str]:
    """The quotations of a speech that are false."""
    lies = []
    for number, statement in enumerate(speech.statements, 1):
        if analysis.solver.status(f"play {speech.number}.{number}") == "false":
            lies.append(f'"{statement.quotation}"')
    return lies


def _gives_away(analysis: TranscriptAnalysis, number: str) -> bool:
    """Whether the line that decides the evening would not decide it without a line of this number."""
    solver, deciding_line = analysis.solver, analysis.course.decided or 0
    others = [source for source in analysis.sources if int(source) <= deciding_line and source != number]
    assumptions = solver.assume(solver.reading(others))
    return deciding_line > 0 and solver.solve([*assumptions, otherwise(solver, analysis.proved)])


DEDUCTION = kit.Deduction(
    theory=build_theory,
    wording=TranscriptWords(
        nouns={MURDERERS: "guilty party"},
        to_ground_less="use fewer players or nights",
        to_be_easier="use fewer players or nights",
        clause=_clause,
        clause_of_none=lambda facts: listed(_clause(fact, so=False) for fact in facts),
        value=lambda value: value.replace(", ", " with "),
    ),
    seen_by=seen_by,
    answer="night",
    answers="a player of this evening, or several as in `ALICE, BOB`",
    left="suspicions",
    counted="each of everybody who may be guilty together",
    unseen="The truth leaves the nights out, so nothing is known of the seats",
    technique=lambda line: _TECHNIQUES.get(type(line.telling), ""),
    remarks=_remarks,
    # Only what others say may say nothing: nights, deaths, votes and hangings happen, and the seat knows what
    # it says itself.
    may_be_idle=lambda evening, event: isinstance(event, SpokenLine) and event.player != evening.reader,
)
"""How evenings are asked: the murderers are asked for."""
