"""A scenario as a deduction problem: one hidden pair of cards; each line strikes off others. And its wording.

Over pairs a proof takes a step a line; over a murderer, a means and an evidence of their own it takes dozens.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from casekit.asking.joining import JoinedStep
from casekit.asking.wording import TRUTH, capital, listed
from casekit.games.deception.deck import ACCOMPLICE, RESERVED_IN_SCENARIOS, TARGETS, WITNESS
from casekit.games.deception.scenario import Attempt, Glimpse, Marker, Naming, Pair, Scenario
from casekit.games.transcripts.asking import transcript_theory as told
from casekit.games.transcripts.asking.transcript_inquiry import TranscriptInquiry
from casekit.games.transcripts.asking.transcript_wording import TranscriptWording, TranscriptWords, either
from casekit.language.formula.scope import Scope
from casekit.language.laws import Sentence
from casekit.model.logic import And, Apply, Constant, Equal, Formula, Function, Iff, Not, Or, Sort
from casekit.model.theory import Fact

CRIME = "crime"
"""The function that decides all questions: the pair of cards that it was. No formula can name it."""

Line = tuple[str, told.TranscriptLine]
Values = dict[tuple[str, ...], str]


def scope_of(scenario: Scenario) -> Scope:
    """The names that formulas about a scenario may use. A witness also looks for the accomplice."""
    deck, players = scenario.deck, scenario.players
    values = {
        "player": scenario.names,
        "card": [card for player in players for card in player.cards],
        "means": [card for player in players for card in player.means],
        "clue": [card for player in players for card in player.clues],
        "tile": [tile.slug for tile in deck.tiles],
        "option": [option.replace(".", "-") for tile in deck.tiles for option in tile.dotted],
    }
    sorts = {name: Sort(name, tuple(dict.fromkeys(of_one))) for name, of_one in values.items()}
    player, card, means, clue, tile, option = sorts.values()
    asked = dict(zip((*TARGETS, ACCOMPLICE), (player, means, clue, player), strict=True))
    if scenario.hand is None:
        del asked[ACCOMPLICE]
    suited = {(slug, each.replace(".", "-")) for slug, suits in deck.suits.items() for each in suits}
    cells = [(slug, each) for slug in card.values for each in option.values]
    owner: Values = {(slug,): name for slug, name in scenario.owner.items()}
    suits: Values = {cell: "yes" if cell in suited else "no" for cell in cells}
    marked: Values = {(each.tile,): each.dotted.replace(".", "-") for each in scenario.markers}
    functions = (
        *(Function(name, (), sort) for name, sort in asked.items()),
        Function("owner", (card,), player, table=owner),
        Function("suits", (card, option), table=suits),
        Function("marked", (tile,), option, optional=True, table=marked),
    )
    titles = {each.slug: each.name for each in deck.cards}
    return Scope(tuple(sorts.values()), functions, (), titles, RESERVED_IN_SCENARIOS)


def build_theory(scenario: Scenario) -> told.TranscriptTheory:
    """The theory of a scenario; each line of play is a source, named by its number."""
    functions = scope_of(scenario).functions
    crime = Function(CRIME, (), Sort("pair", tuple(map("+".join, scenario.pairs))))
    was = {pair: Equal(Apply(crime), Constant("+".join(pair))) for pair in scenario.pairs}
    asked = {each.name: each for each in functions if not each.arguments}
    lines = (*_known(scenario, asked, was), *_play(scenario, was))
    return told.theory_of((crime, *functions), tuple(asked.values()), dict(lines))


def _known(scenario: Scenario, asked: Mapping[str, Function], was: Mapping[Pair, Formula]) -> Iterator[Line]:
    """The answers that the crime gives, the knowledge of the seat, and the truth."""
    for name, function in asked.items():
        pairs_of: dict[str, list[Formula]] = {}
        for pair, formula in was.items():
            pairs_of.setdefault(scenario.answers(pair)[name], []).append(formula)
        laws = (Iff(_is(function, value), Or(tuple(pairs))) for value, pairs in pairs_of.items())
        words, said = f"the {name} is that of the crime", Sentence(And(tuple(laws)), f"{name} of crime")
        yield f"rule {name}", told.line_of(told.RULE, told.RULES, words, said, notation=True)
    if scenario.seat in scenario.names:
        words, logic = f"{scenario.seat} is an investigator", f"murderer != {scenario.seat}"
        place = scenario.headings.get("seat")
        if scenario.hand is not None:
            words = f"{scenario.seat} saw {' and '.join(scenario.hand.names)}"
            logic = " or ".join(f"murderer = {name}" for name in scenario.hand.names)
            place = scenario.hand.place
        said = Sentence(_none_but(scenario.possible(), was), logic)
        yield "seat", told.line_of(told.HAND, told.SEAT, words, said, place)
    for number, secret in enumerate(scenario.truth, 1):
        if secret.about in asked:
            said = Sentence(_is(asked[secret.about], secret.name), f"{secret.about} = {secret.name}")
            words = f"the {secret.about} is {secret.name}"
            yield f"truth {number}", told.line_of(TRUTH, TRUTH, words, said, secret.place)


def _is(function: Function, value: str) -> Formula:
    return Equal(Apply(function), Constant(value))


def _play(scenario: Scenario, was: Mapping[Pair, Formula]) -> Iterator[Line]:
    """The pairs that each line strikes off; its formula is the rule of a marker, not the exception."""
    for event in scenario.play:
        if isinstance(event, Naming):
            continue
        if isinstance(event, Marker):
            logic = "suits(means, {0}) or suits(evidence, {0})".format(event.dotted.replace(".", "-"))
        else:
            logic = f"means = {event.means} and evidence = {event.evidence}"
            logic = logic if event.right else f"not ({logic})"
        said = Sentence(_none_but(scenario.left_by(event, was), was), logic)
        line = told.line_of(told.PLAY, str(event.number), event.text, said, event.place, event, event.text)
        yield f"play {event.number}.1", line


def _none_but(left: Iterable[Pair], was: Mapping[Pair, Formula]) -> Formula:
    """The formula that it was one of the pairs that are left."""
    kept = {*left}
    return And(tuple(Not(formula) for pair, formula in was.items() if pair not in kept))


def _seen_by(scenario: Scenario, player: str) -> told.Seen[Scenario] | None:
    """A scenario as another investigator saw it; nobody who did it has to find out who did."""
    said = scenario.secrets
    culprits = {said.get("murderer"), said.get(ACCOMPLICE)}
    if "murderer" not in said or player in culprits:
        return None
    saw = Glimpse(tuple(name for name in scenario.names if name in culprits))
    hand = saw if said.get(WITNESS) == player else None
    return told.Seen(replace(scenario, seat=player, hand=hand, truth=()))


# --- wording -------------------------------------------------------------------------------------


def _technique(line: told.TranscriptLine) -> str:
    """How readers use a line: markers differ by their tiles."""
    if line.origin.kind == told.PLAY:
        return "a failed attempt" if isinstance(line.telling, Attempt) else f"a marker on {line.telling.tile}"
    return ""


def _sentence(wording: TranscriptWording, step: JoinedStep) -> str | None:
    """The pairs that a line strikes off, or what is left at last."""
    line, of_crime = wording.line_of(step), [one for one in step.conclusions if one.fact.function == CRIME]
    out = [one.fact for one in of_crime if not one.holds]
    others = [one for one in step.conclusions if one.fact.function != CRIME]
    if line is not None and line.origin.kind == told.HAND and out and not others:
        whose = "all other" if " saw " in line.words else "their own"
        return f"{line.words}, which strikes off {whose} cards."
    if line is not None and line.origin.kind == told.PLAY and out and not step.grounds:
        event = line.telling
        how = (
            f"{event.player} was {'right' if event.right else 'wrong'} in line"
            if isinstance(event, Attempt)
            else ""
        )
        return capital(
            f"{how or f'{event.option} suits neither card in line'} {event.number}: {_struck_off(out)}."
        )
    if not step.lines and others:
        cited = f" ({', '.join(map(str, step.premises))})" if step.premises else ""
        pair = next((_value(one.fact.value) for one in of_crime if one.holds), "")
        left = f"only {pair} is left" if pair else "that is what is left"
        return capital(f"{left}{cited}, so {listed(wording.assertion(one) for one in others)}.")
    return None


def _value(value: str) -> str:
    return value.replace("+", " with ")


def _struck_off(facts: Sequence[Fact]) -> str:
    """Pairs, put together where several means go with the same clue cards."""
    clues_of: dict[str, list[str]] = {}
    for fact in facts:
        means, clue = fact.value.split("+")
        clues_of.setdefault(means, []).append(clue)
    means_of: dict[tuple[str, ...], list[str]] = {}
    for means, clues in clues_of.items():
        means_of.setdefault(tuple(clues), []).append(means)
    return "; ".join(f"{either(means)} with {either(clues)}" for clues, means in means_of.items())


def _better(scenario: Scenario, _: TranscriptInquiry) -> Iterator[str]:
    """The markers in whose place another option would have left the reader fewer pairs."""
    for event in scenario.markers:
        before = scenario.possible(event.number - 1)
        options = scenario.deck.fitting(*scenario.crime, event.tile) if scenario.crime else (event.option,)
        left = {each: len(scenario.left_by(replace(event, option=each), before)) for each in options}
        best = min(left, key=left.__getitem__)
        if left[best] < left.get(event.option, 0):
            yield (
                f"line {event.number}: {best} would have left {left[best]} of {len(before)} solutions, "
                f"{event.option} leaves {left[event.option]}"
            )


DEDUCTION = told.Deduction(
    theory=build_theory,
    wording=TranscriptWords(
        nouns={name: name for name in (*TARGETS, ACCOMPLICE)},
        nothing_to_read="the cards and the rules alone, so no line of play is needed",
        to_ground_less="deal fewer cards",
        to_be_easier="use fewer players or fewer cards",
        sentence=_sentence,
        value=_value,
    ),
    seen_by=_seen_by,
    answers="a player or a card of this table",
    counted="each a means and an evidence",
    unseen="The truth names no murderer, so nothing is known of the seats",
    technique=_technique,
    decisive=CRIME,
    remarks=_better,
)
"""How scenarios are asked: the murderer, the means and the evidence are asked for."""
