"""The theory of an evening: rules of the night, what everybody saw happen, what the seat saw, and what is said.

What somebody says is so unless they are a murderer, as innocents do not lie. Votes prove nothing, nor that the game goes on.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations

from casekit.asking.origins import TRUTH
from casekit.games.nightfall.evening import NOBODY, Culprits, Dawn, Evening, Event, Hanging, Move, Night
from casekit.games.nightfall.evening_forms import EVENING
from casekit.games.nightfall.evening_terms import MURDERERS, scope_of
from casekit.games.nightfall.nights import resolved, seen_night
from casekit.games.transcripts.asking.transcript_theory import (
    HAND,
    PLAY,
    RULE,
    RULES,
    SEAT,
    Seen,
    TranscriptLine,
    TranscriptTheory,
    line_of,
    theory_of,
)
from casekit.games.transcripts.speeches import SpokenLine
from casekit.language.laws import Laws, Sentence
from casekit.model.logic import Apply, Constant, Equal, Formula, Iff, Or

Named = tuple[str, TranscriptLine]

_RULES = {
    "once": "died({who}) = none or hanged({who}) = none",
    "gone": "visited({who}, {night}) = none iff some night earlier: earlier < {night} and (died({who}) = earlier or hanged({who}) = earlier)",
    "home": "visited({who}, {night}) = {whom} implies visited({whom}, {night}) != none",
    "intent": "tried({who}, {night}) implies murderer({who}) and visited({who}, {night}) != none",
    "death": "died({who}) = {night} iff not murderer({who}) and some player anybody: met({who}, anybody, {night})"
    " and tried(anybody, {night}) and no player else except anybody: met({who}, else, {night})",
    "place": "met({who}, {whom}, {night}) and met({whom}, {third}, {night}) implies met({who}, {third}, {night})",
}
"""The rules of the night, for every one, two or three players, and every night. That of the place makes proofs shorter."""

_HOLES = ("who", "whom", "third")

_MEANINGS = {
    "stayed": "stayed({who}, {night}) iff visited({who}, {night}) = {who}",
    "alone": "alone({who}, {night}) iff visited({who}, {night}) != none and no player anybody: met({who}, anybody, {night})",
    "self": "not met({who}, {who}, {night})",
    "both": "met({who}, {whom}, {night}) iff met({whom}, {who}, {night})",
    "met": "met({who}, {whom}, {night}) iff visited({who}, {night}) != none and visited({who}, {night}) = visited({whom}, {night})",
}
"""What words mean that say where somebody was."""

_WORDS = {
    "once": "who was hanged was not killed",
    "gone": "the dead are nowhere",
    "home": "nobody visits the dead",
    "intent": "only a murderer who lives tries to kill",
    "death": "an innocent dies who is alone with a murderer who tries to kill, and nobody else does",
    "stayed": "who stays is at home",
    "alone": "nobody meets whoever is alone",
    "place": "two who meet the same player meet each other",
    "self": "nobody meets themselves",
    "both": "two meet each other",
    "met": "two meet who are at the same place",
}
"""The same for people."""


def build_theory(evening: Evening) -> TranscriptTheory:
    """The theory of an evening; each line of play is a source, named by its number."""
    scope = scope_of(evening)
    laws = Laws(EVENING, scope)
    lines = (*_guilt(evening, laws), *_rules(evening, laws), *_known(evening, laws))
    play = (line for event in evening.play for line in _of_event(evening, event, laws))
    return theory_of(scope.functions, scope.functions[-1:], dict([*lines, *play]))


def _rule(name: str, said: Sentence, words: str, *, notation: bool = False) -> Named:
    return f"rule {name}", line_of(RULE, RULES, words, said, notation=notation)


def _guilty(evening: Evening, names: Sequence[str]) -> Formula:
    """That some players, and nobody else, are the murderers; values of several names cannot be written in a formula."""
    (murderers,) = scope_of(evening).functions[-1:]
    return Equal(Apply(murderers), Constant(", ".join(names)))


def _guilt(evening: Evening, laws: Laws) -> Iterator[Named]:
    """What the question means: who the murderers are."""
    for name in evening.names:
        having = Or(tuple(_guilty(evening, each) for each in evening.suspects if name in each))
        was = laws.said("murderer({who})", who=name)
        meaning = Sentence(Iff(was.formula, having), was.text)
        yield _rule(f"{MURDERERS} {name}", meaning, "what `murderers` means", notation=True)


def _rules(evening: Evening, laws: Laws) -> Iterator[Named]:
    """The rules of all nights, and that murderers try to kill in each window of them."""
    nights = tuple(map(str, evening.nights)) or ("1",)
    for about, pattern in (*_RULES.items(), *_MEANINGS.items()):
        for night in nights if "{night}" in pattern else ("",):
            for names in permutations(evening.names, sum(f"{{{hole}}}" in pattern for hole in _HOLES)):
                holes = dict(zip(_HOLES, names, strict=False)) | ({"night": night} if night else {})
                said = laws.said(pattern, **holes)
                name = " ".join((about, *names, night))
                yield _rule(name, said, _WORDS[about], notation=about in _MEANINGS)
    for last in range(evening.window, len(nights) + 1) if evening.window else ():
        window = nights[last - evening.window : last]
        tries = " or ".join(f"tried({{who}}, {night})" for night in window)
        must = f"murderer({{who}}) and visited({{who}}, {window[-1]}) != none implies {tries}"
        when = f"night {last}" if evening.window == 1 else f"nights {window[0]} to {last}"
        for name in evening.names:
            said = laws.said(must, who=name)
            yield _rule(f"attempt {name} {last}", said, f"a murderer who lives tries to kill in {when}")


# --- what is known and said ----------------------------------------------------------------------


def _known(evening: Evening, laws: Laws) -> Iterator[Named]:
    """What the seat knows of itself, and the truth."""
    if evening.reader:
        said = laws.said("not murderer({who})", who=evening.reader)
        words = f"{evening.reader}, whose seat it is, is innocent"
        yield "seat", line_of(HAND, SEAT, words, said, evening.headings.get("seat"))
    nights = resolved(evening)
    for line in evening.truth:
        if isinstance(line, Culprits):
            if evening.culprits in evening.suspects:
                said = Sentence(_guilty(evening, evening.culprits), line.text)
                words = f"the truth names {' and '.join(evening.culprits)}"
                yield f"truth {line.number}", line_of(TRUTH, TRUTH, words, said, line.place)
            continue
        night = str(line.night)
        for move in line.moves if line.night in nights else ():
            tried = "tried" if move.kills else "not tried"
            logic = f"visited({move.player}, {night}) = {move.host} and {tried}({move.player}, {night})"
            said, words = laws.said(logic), f"{move.text} in night {night}"
            yield f"truth {line.number} {move.player}", line_of(TRUTH, TRUTH, words, said, line.place)


def _of_event(evening: Evening, event: Event, laws: Laws) -> Iterator[Named]:
    """What a line of play says, in one line or several."""
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
                (f"visited({who}, {night}) = {move.host}", move.text),
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
        yield f"play {path}.{at}", line_of(PLAY, path, words, said, event.place, event, event.text)


def _gone(how: str, ended: str, names: Sequence[str], night: str) -> list[tuple[str, str]]:
    """Who died or was hanged, and that all others were not."""
    told = [(f"{how}({name}) = {night}", f"{name} {ended}") for name in names]
    but = f" except {', '.join(names)}" if names else ""
    nobody = f"nobody {'else ' if names else ''}{ended}"
    return [*told, (f"no player anybody{but}: {how}(anybody) = {night}", nobody)]


def _speech(speech: SpokenLine, laws: Laws) -> Iterator[Named]:
    """What somebody says, which need not be so if they are a murderer."""
    lies = laws.said("murderer({who})", who=speech.player).formula
    for at, said in enumerate(speech.statements, 1):
        words, path = f"“{said.quotation}”", str(speech.number)
        logic, told = Sentence(said.formula, said.text), f"{speech.player}: {words}"
        line = line_of(PLAY, path, words, logic, said.place, speech, told)
        yield f"play {path}.{at}", replace(line, exempt=lies)


# --- other seats ---------------------------------------------------------------------------------


def seen_by(evening: Evening, player: str) -> Seen[Evening] | None:
    """An evening as another innocent saw it, who knows where they were and whom they met in each night that they lived through."""
    nights = resolved(evening)
    if not evening.culprits or player in evening.culprits or len(nights) < len(evening.nights):
        return None
    play = tuple(
        seen_night(event, nights[evening.days[event.number]], player) if isinstance(event, Night) else event
        for event in evening.play
    )
    return Seen(replace(evening, seat=player, play=play, truth=()))
