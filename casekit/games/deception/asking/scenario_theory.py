"""A scenario as a deduction problem: one hidden pair of cards; each line strikes off others.

Over pairs a proof takes a step a line; over a murderer, a means and an evidence of their own it takes dozens.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from casekit.asking.origins import TRUTH
from casekit.games.deception.deck import ACCOMPLICE, TARGETS, Deck
from casekit.games.deception.scenario import Attempt, Event, Marker, Naming, Pair, Scenario, Secret
from casekit.games.deception.scenario_terms import ScenarioTerms
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
from casekit.language.laws import Sentence
from casekit.model.logic import And, Formula, Iff, Not, Or


def build_theory(scenario: Scenario) -> TranscriptTheory:
    """The theory of a scenario; each line of play is a source, named by its number."""
    terms = ScenarioTerms(scenario)
    functions = (terms.crime, *terms.functions)
    return theory_of(functions, terms.targets, dict(_lines(scenario, terms)))


def left_by(deck: Deck, tile: str, option: str, pairs: Iterable[Pair]) -> tuple[Pair, ...]:
    """Those of some pairs for which a marker on an option keeps the scientist's promise."""
    return tuple(pair for pair in pairs if option in deck.fitting(*pair, tile))


def possible(scenario: Scenario, lines: int = 0) -> tuple[Pair, ...]:
    """The pairs that the seat holds possible after some lines of play."""
    suspects = scenario.hand.names if scenario.hand else {*scenario.names} - {scenario.seat}
    pairs = tuple(pair for pair in scenario.pairs if scenario.owner[pair[0]] in suspects)
    for event in scenario.play[:lines]:
        pairs = _left(scenario, event, pairs)
    return pairs


def _left(scenario: Scenario, event: Event, pairs: Iterable[Pair]) -> tuple[Pair, ...]:
    """Those of some pairs that a line of play does not rule out."""
    match event:
        case Marker():
            return left_by(scenario.deck, event.tile, event.option, pairs)
        case Attempt():
            return tuple(pair for pair in pairs if (pair == event.cards) == event.right)
    return tuple(pairs)


def _lines(scenario: Scenario, terms: ScenarioTerms) -> Iterator[tuple[str, TranscriptLine]]:
    for at, target in enumerate(TARGETS):
        pairs_of: dict[str, list[Pair]] = {}
        for pair in scenario.pairs:
            pairs_of.setdefault(_answers(scenario, pair)[at], []).append(pair)
        law = And(
            tuple(
                Iff(terms.answer(target, value), Or(tuple(map(terms.was, pairs))))
                for value, pairs in pairs_of.items()
            )
        )
        words, said = f"the {target} is that of the crime", Sentence(law, f"{target} of crime")
        yield f"rule {target}", line_of(RULE, RULES, words, said, notation=True)
    for player in scenario.names if terms.accomplice else ():
        apart = Not(And((terms.answer("murderer", player), terms.answer(ACCOMPLICE, player))))
        words = "the murderer and the accomplice are two players"
        said = Sentence(apart, f"not (murderer = {player} and {ACCOMPLICE} = {player})")
        yield f"rule {ACCOMPLICE} {player}", line_of(RULE, RULES, words, said)
    yield from _seat(scenario, terms)
    for number, secret in enumerate(scenario.truth, 1):
        if secret.about in {*TARGETS, *(each.name for each in terms.accomplice)}:
            yield f"truth {number}", _of_truth(secret, terms)
    pairs = tuple(scenario.pairs)
    for event in scenario.play:
        if not isinstance(event, Naming):
            kept, text = _left(scenario, event, pairs), event.text
            struck = Sentence(_none_of(terms, [pair for pair in pairs if pair not in kept]), _logic(event))
            line = line_of(PLAY, str(event.number), text, struck, event.place, event, text)
            yield f"play {event.number}.1", line


def _answers(scenario: Scenario, pair: Pair) -> tuple[str, str, str]:
    """The answers of a pair to the questions."""
    return scenario.owner[pair[0]], *pair


def _none_of(terms: ScenarioTerms, pairs: Sequence[Pair]) -> Formula:
    return And(tuple(Not(terms.was(pair)) for pair in pairs))


def _logic(event: Marker | Attempt) -> str:
    """A line as a formula over means and evidence; of a marker it is the rule, not the exception."""
    if isinstance(event, Marker):
        option = f"{event.tile}-{event.option}"
        return f"suits(means, {option}) or suits(evidence, {option})"
    was = "means = {} and evidence = {}".format(*event.cards)
    return was if event.right else f"not ({was})"


def _seat(scenario: Scenario, terms: ScenarioTerms) -> Iterator[tuple[str, TranscriptLine]]:
    """The knowledge of the seat: whose it is and, for a witness, who the culprits are."""
    seat, saw = scenario.seat, scenario.hand
    if seat not in scenario.names:
        return
    suspects = possible(scenario)
    others = _none_of(terms, [pair for pair in scenario.pairs if pair not in suspects])
    also: list[Formula] = [Not(terms.answer(each.name, seat)) for each in terms.accomplice]
    words, logic = f"{seat} is an investigator", f"murderer != {seat}"
    if saw is not None:
        apart = zip(saw.names, reversed(saw.names), strict=True)
        also += [Iff(terms.answer("murderer", one), terms.answer(ACCOMPLICE, other)) for one, other in apart]
        words = f"{seat} saw {' and '.join(saw.names)}"
        logic = " or ".join(f"murderer = {name}" for name in saw.names)
    said = Sentence(And((others, *also)), logic)
    yield "seat", line_of(HAND, SEAT, words, said, saw.place if saw else scenario.headings.get("seat"))


def _of_truth(secret: Secret, terms: ScenarioTerms) -> TranscriptLine:
    (name,) = secret.names
    said = Sentence(terms.answer(secret.about, name), f"{secret.about} = {name}")
    return line_of(TRUTH, TRUTH, f"the {secret.about} is {name}", said, secret.place)


# --- other seats ---------------------------------------------------------------------------------


def seen_by(scenario: Scenario, player: str) -> Seen[Scenario] | None:
    """A scenario as another investigator saw it; nobody who did it has to find out who did."""
    culprits = (*scenario.secret("murderer"), *scenario.secret(ACCOMPLICE))
    if not scenario.secret("murderer") or player in culprits:
        return None
    saw = scenario.secret("witness") == (player,)
    hand = Secret("witness", tuple(name for name in scenario.names if name in culprits)) if saw else None
    return Seen(replace(scenario, seat=player, hand=hand, truth=()))
