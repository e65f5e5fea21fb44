"""The theory of an evening: rules of the night, what everybody saw happen, what the seat saw, what is said.

And its wording. What somebody says is so unless they are a murderer, as innocents do not lie. Votes prove
nothing, nor that the game goes on.
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
    ending,
    resolved,
    scope_of,
)
from casekit.games.nightfall.game import EVENING
from casekit.kit.transcripts import theory as kit
from casekit.kit.transcripts.analysis import TranscriptAnalysis
from casekit.kit.transcripts.document import SpokenLine
from casekit.kit.transcripts.theory import TranscriptWords
from casekit.language.blocks import FormulaTemplates, Sentence
from casekit.logic.formulas import Formula, Iff, Or, valued
from casekit.logic.theory import Fact
from casekit.prose.phrasing import listed
from casekit.values import replace

Named = tuple[str, kit.TranscriptLine]

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
"""The rules of the night in words, and for every one, two or three players, and every night. That of the
place makes proofs shorter."""

_HOLES = ("who", "whom", "third")

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
"""Likewise what words mean that say where somebody was."""


def build_theory(evening: Evening) -> kit.TranscriptTheory:
    """The theory of an evening; each line of play is a source, named by its number."""
    scope = scope_of(evening)
    laws = FormulaTemplates(EVENING, scope)
    lines = dict((*_guilt(evening, laws), *_rules(evening, laws), *_known(evening, laws)))
    for event in evening.play:
        lines.update(_of_event(evening, event, laws))
    return kit.theory_of(scope.functions, scope.functions[-1:], lines)


def _rule(name: str, said: Sentence, words: str, *, notation: bool = False) -> Named:
    return f"rule {name}", kit.line_of(kit.RULE, kit.RULES, words, said, notation=notation)


def _guilty(evening: Evening, names: Sequence[str]) -> Formula:
    """That some players, and nobody else, are the murderers.

    Values of several names cannot be written in a formula.
    """
    (murderers,) = scope_of(evening).functions[-1:]
    return valued(murderers, ", ".join(names))


def _guilt(evening: Evening, laws: FormulaTemplates) -> Iterator[Named]:
    """The meaning of the question: who the murderers are."""
    for name in evening.names:
        having = Or(tuple(_guilty(evening, each) for each in evening.suspects if name in each))
        was = laws.said("murderer({who})", who=name)
        meaning = Sentence(Iff(was.formula, having), was.text)
        yield _rule(f"{MURDERERS} {name}", meaning, "what `murderers` means", notation=True)


def _rules(evening: Evening, laws: FormulaTemplates) -> Iterator[Named]:
    """The rules of all nights, and that murderers try to kill in each window of them."""
    nights = tuple(map(str, evening.nights)) or ("1",)
    for about, (words, pattern) in (*_RULES.items(), *_MEANINGS.items()):
        for night in nights if "{night}" in pattern else ("",):
            for names in permutations(evening.names, sum(f"{{{hole}}}" in pattern for hole in _HOLES)):
                holes = dict(zip(_HOLES, names, strict=False)) | ({"night": night} if night else {})
                said = laws.said(pattern, **holes)
                name = " ".join((about, *names, night))
                yield _rule(name, said, words, notation=about in _MEANINGS)
    for last in range(evening.attempts.count, len(nights) + 1) if evening.attempts.count else ():
        window = nights[last - evening.attempts.count : last]
        tries = " or ".join(f"tried({{who}}, {night})" for night in window)
        must = f"murderer({{who}}) and visited({{who}}, {window[-1]}) != none implies {tries}"
        when = f"night {last}" if evening.attempts.count == 1 else f"nights {window[0]} to {last}"
        for name in evening.names:
            said = laws.said(must, who=name)
            yield _rule(f"attempt {name} {last}", said, f"each murderer who lives tries to kill in {when}")


# --- what is known and said ----------------------------------------------------------------------


def _known(evening: Evening, laws: FormulaTemplates) -> Iterator[Named]:
    """The knowledge of the seat about itself, and the truth."""
    if evening.reader:
        said = laws.said("not murderer({who})", who=evening.reader)
        words = f"{evening.reader}, whose seat it is, is innocent"
        yield "seat", kit.line_of(kit.HAND, kit.SEAT, words, said, evening.headings.get("seat"))
    nights = resolved(evening)
    for line in evening.truth:
        if isinstance(line, Culprits) and evening.culprits in evening.suspects:
            said = Sentence(_guilty(evening, evening.culprits), line.text)
            words = f"the truth names {' and '.join(evening.culprits)}"
            yield f"truth {MURDERERS}", kit.line_of(TRUTH, TRUTH, words, said, line.place)
        for move in line.moves if isinstance(line, Choices) and line.number in nights else ():
            who, night, tried = move.player, line.number, "tried" if move.kills else "not tried"
            said = laws.said(f"visited({who}, {night}) = {move.where} and {tried}({who}, {night})")
            told = kit.line_of(TRUTH, TRUTH, f"{move.text} in night {night}", said, line.place)
            yield f"truth {night} {who}", told


def _of_event(evening: Evening, event: Event, laws: FormulaTemplates) -> Iterator[Named]:
    """The meaning of a line of play, in one line or several."""
    night = str(evening.days[event.number] or 1)
    told: list[tuple[str, str]] = []
    match event:
        case SpokenLine():
            yield from _speech(event, laws)
        case Night(move=Move(player=who) as move, met=met):
            company = " and ".join(f"met({who}, {name}, {night})" for name in met)
            others = ", ".join((who, *met))
            nobody = f"no player anybody except {others}: met({who}, anybody, {night})"
            told = [
                (f"visited({who}, {night}) = {move.where}", move.text),
                (f"{company} and {nobody}" if met else nobody, f"{who} meets {' and '.join(met) or NOBODY}"),
            ]
        case Dawn():
            told = _gone("died", "died", event.gone, night)
        case Hanging():
            told = _gone("hanged", "was hanged", event.gone, night)
            guilty = event.role == "murderer"
            for name in event.gone:
                words = f"{name} was {'a murderer' if guilty else 'innocent'}"
                told.append((f"{'' if guilty else 'not '}murderer({name})", words))
    for at, (logic, words) in enumerate(told, 1):
        said, path = laws.said(logic), str(event.number)
        yield f"play {path}.{at}", kit.line_of(kit.PLAY, path, words, said, event.place, event, event.text)


def _gone(how: str, ended: str, names: Sequence[str], night: str) -> list[tuple[str, str]]:
    """The dead or the hanged, and that all others were not."""
    told = [(f"{how}({name}) = {night}", f"{name} {ended}") for name in names]
    but = f" except {', '.join(names)}" if names else ""
    nobody = f"nobody {'else ' if names else ''}{ended}"
    return [*told, (f"no player anybody{but}: {how}(anybody) = {night}", nobody)]


def _speech(speech: SpokenLine, laws: FormulaTemplates) -> Iterator[Named]:
    """Words of a player, which need not be so if the player is a murderer."""
    lies = laws.said("murderer({who})", who=speech.player).formula
    for at, said in enumerate(speech.statements, 1):
        words, path = f"“{said.quotation}”", str(speech.number)
        logic, told = Sentence(said.formula, said.text), f"{speech.player}: {words}"
        line = kit.line_of(kit.PLAY, path, words, logic, said.place, speech, told)
        yield f"play {path}.{at}", replace(line, exempt=lies)


def seen_by(evening: Evening, player: str) -> kit.SeatView[Evening] | None:
    """An evening as another innocent saw it.

    They know where they were and whom they met in each night that they lived through.
    """
    nights = resolved(evening)
    if not evening.culprits or player in evening.culprits or len(nights) < len(evening.nights):
        return None
    play = tuple(
        nights[evening.days[event.number]].seen_by(player, event) if isinstance(event, Night) else event
        for event in evening.play
    )
    return kit.SeatView(replace(evening, seat=player, play=play, truth=()))


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
"""Sentences for a fact, for its contrary, and where it has no value, by function."""


def _clause(fact: Fact, so: bool) -> str:  # noqa: FBT001 - as the kit asks it
    home = fact.function == "visited" and fact.value == fact.arguments[0]
    about = f"{fact.function} none" if fact.value == "none" else "stayed" if home else fact.function
    return _CLAUSES[about][so == (fact.value == "no")].format(*fact.arguments, fact.value)


_TECHNIQUES = {
    SpokenLine: "what somebody says",
    Night: "what the seat saw",
    Dawn: "who died",
    Hanging: "who was hanged",
}
"""The techniques of readers, by kinds of lines."""


def _remarks(evening: Evening, analysis: TranscriptAnalysis) -> Iterator[str]:
    """The lies of the murderers, those without which they would get away first; and who wins."""
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
    who = "the innocents win" if end and end.innocents_win else "the murderers win"
    yield f"{who} in line {end.line.number}: {end.words}" if end else "the game goes on after the last line"


def _lies(speech: SpokenLine, analysis: TranscriptAnalysis) -> list[str]:
    """The quotations of a speech that are false."""
    lies = []
    for number, statement in enumerate(speech.statements, 1):
        if analysis.solver.status(f"play {speech.number}.{number}") == "false":
            lies.append(f'"{statement.quotation}"')
    return lies


def _gives_away(analysis: TranscriptAnalysis, number: str) -> bool:
    """Whether all would not be certain without a line when it is."""
    solver, decided = analysis.solver, analysis.course.decided or 0
    others = [source for source in analysis.sources if int(source) <= decided and source != number]
    read = solver.assume(solver.reading(others))
    return decided > 0 and solver.solve([*read, otherwise(solver, analysis.proved)])


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
