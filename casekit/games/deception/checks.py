"""The rules of a table and its play.

And a scenario as a deduction problem, with the words of findings and proofs. That has one hidden pair of
cards, and each line strikes off others. Over pairs a proof takes a step a line; over a murderer, a means and
an evidence of their own it takes dozens.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from casekit.analysis.wording import TRUTH, ProofStep
from casekit.diagnostics import codes as shared_codes
from casekit.games.deception import codes
from casekit.games.deception.document import (
    ACCOMPLICE,
    FIRST,
    HANDS,
    LATER,
    ROLES,
    TARGETS,
    WITNESS,
    Attempt,
    CardHolder,
    Marker,
    Naming,
    Pair,
    Scenario,
    scope_of,
)
from casekit.kit.transcripts import codes as transcript_codes, theory as kit
from casekit.kit.transcripts.analysis import TranscriptAnalysis
from casekit.kit.transcripts.checks import (
    RuleBreach,
    TranscriptRules,
    after_the_end,
    breaches_at,
    given_away,
    repeated_names,
)
from casekit.kit.transcripts.theory import TranscriptWording, TranscriptWords
from casekit.language.blocks import Sentence
from casekit.logic.formulas import And, Formula, Function, Iff, Not, Or, Sort, valued
from casekit.logic.theory import Assertion, Fact
from casekit.prose.phrasing import capital, listed
from casekit.values import replace
from casekit.values.grouping import grouped


def _table(scenario: Scenario) -> Iterator[RuleBreach]:
    """The faults of cards and roles; all other breaches would only follow from them."""
    counts: list[int] = []
    for player in scenario.players:
        counts += (len(player.means), len(player.clues))
    wanted = max(HANDS.values(), key=counts.count)
    owned: list[tuple[str, CardHolder]] = []
    for player in scenario.players:
        size = len(player.means), len(player.clues)
        wrong = {"{} has {} means and {} clue cards".format(player.name, *size): size != (wanted, wanted)}
        hint = "give everybody three means and three clue cards, or four, or five"
        yield from breaches_at(player.place, codes.UNEQUAL_CARDS, hint, wrong)
        owned += [(card, player) for card in (*player.means, *player.clues)]
    message, beside, hint = "{} is on the table twice", "{1.name} has it", "put another card in its place"
    yield from repeated_names(transcript_codes.REPEATED_CARD, owned, message, beside, hint)
    named, count = scenario.roles, len(scenario.players)
    few = count < ROLES.get(tuple(sorted(named)), count + 1)
    wrong = {f"{count} players cannot have the roles {listed(named)}": few}
    hint = "name one murderer; from five listed players on perhaps an accomplice, and then a witness"
    place = scenario.headings.get("roles", scenario.place)
    yield from breaches_at(place, codes.WRONG_ROLES, hint, wrong)
    used = [(secret.about, secret.place) for secret in scenario.truth if secret.about not in TARGETS]
    if scenario.hand:
        used.append((WITNESS, scenario.hand.place))
    for role, place in used:
        wrong = {f"the line names the {role}, but there is no such role at the table": role not in named}
        hint = "add the role to `== roles`, or remove the line"
        yield from breaches_at(place, codes.WRONG_ROLES, hint, wrong)


def _truth(scenario: Scenario) -> Iterator[RuleBreach]:
    """The truth names each once, and the murderer's own cards; nobody has two roles, or the seat too."""
    saw, seat = scenario.hand, scenario.seat
    first = {secret.about: secret for secret in reversed(scenario.truth)}
    roles = {role: secret.name for role, secret in first.items() if role not in TARGETS[1:]}
    for secret in scenario.truth:
        about, name = secret.about, secret.name
        same = [role for role, other in roles.items() if other == name and "murderer" != about != role]
        murderers = about in roles or scenario.owner.get(name) == roles.get("murderer")
        wrong = {
            f"the {about} is named twice": first[about] is not secret,
            f"{name} is not one of the murderer's cards": not murderers,
            f"{name} is the {' and the '.join(same)} too": same != [],
            f"{name} has the seat, which is an investigator's": about != WITNESS and name == seat,
        }
        hint = (
            "name each once: a murderer, two of the murderer's cards, others for other roles, "
            "and no culprit in the seat"
        )
        yield from breaches_at(secret.place, codes.WRONG_SECRET, hint, wrong)
    if saw is not None:
        # The murderer and the accomplice.
        two = len(saw.names) == len({*saw.names} - {seat}) == 2  # noqa: PLR2004
        others = {name for role, name in roles.items() if role != WITNESS} - {*saw.names}
        differs = two and (others != set() or roles.get(WITNESS, seat) != seat)
        wrong = {
            f"{seat} saw two others, who did it": not two,
            f"{seat} saw {' and '.join(saw.names)}, but the truth says otherwise": differs,
        }
        yield from breaches_at(saw.place, codes.WRONG_SECRET, "name the murderer and the accomplice", wrong)


def _played(scenario: Scenario) -> Iterator[RuleBreach]:
    laid: list[Marker] = []
    tried: dict[str, Attempt] = {}
    end: Attempt | Naming | None = None
    for event in scenario.play:
        if end is not None and not (isinstance(event, Naming) and isinstance(end, Attempt)):
            yield after_the_end(event, end, "the crime has been solved")
        elif isinstance(event, Marker):
            yield from _marked(scenario, event, laid)
            laid.append(event)
        elif isinstance(event, Attempt):
            yield from _attempted(scenario, event, tried.setdefault(event.player, event))
            end = event if event.right else None
        else:
            yield from _named(scenario, event, end)
            end = event


def _marked(scenario: Scenario, marker: Marker, laid: list[Marker]) -> Iterator[RuleBreach]:
    """A marker on a tile that may be there, and an option that keeps the scientist's promise."""
    deck, place, replaced = scenario.deck, marker.place, marker.replaced
    tile, tiles = deck.tile[marker.tile], [earlier.tile for earlier in laid]
    wrong = {f"the tile {tile.slug} has no option `{marker.option}`": marker.option not in tile.named}
    yield from breaches_at(
        place, shared_codes.UNKNOWN_NAME, f"its options are {', '.join(tile.named)}", wrong
    )
    there = {*tiles} - {earlier.replaced for earlier in laid}
    whole = len(laid) >= sum(FIRST.values())
    same = sum(deck.tile[slug].kind == tile.kind for slug in tiles)
    kinds = {tile.kind, deck.tile[replaced or tile.slug].kind}
    wrong = {
        f"the tile {tile.slug} has been on the table": tile.slug in tiles,
        f"there is no room for another {tile.kind}": not replaced and same >= FIRST[tile.kind],
        "not all six markers are on the table": replaced != "" and not whole,
        "a tile was replaced in each further round": len(laid) >= sum(FIRST.values()) + LATER,
        f"the tile {replaced} is not on the table": replaced != "" and whole and replaced not in there,
        "only a scene is replaced, by another scene": replaced != "" and whole and kinds != {"scene"},
    }
    hint = "first come the cause, a location and four scenes, then a new scene in each of two rounds"
    yield from breaches_at(place, codes.MISPLACED_MARKER, hint, wrong)
    crime = scenario.said("means", "evidence")
    if crime and marker.option in tile.named:
        options = deck.fitting(crime, tile.slug)
        message = f"{marker.option} suits neither {' nor '.join(crime)}, though others on the tile would"
        wrong = {message: marker.option not in options}
        yield from breaches_at(place, codes.BROKEN_PROMISE, f"mark {listed(options, 'or')}", wrong)


def _attempted(scenario: Scenario, attempt: Attempt, first: Attempt) -> Iterator[RuleBreach]:
    """One attempt each, at a means and a clue card of another player, with the right answer."""
    player, whom, crime = attempt.player, attempt.whom, scenario.said("means", "evidence")
    foreign = " and ".join(card for card in attempt.cards if scenario.owner.get(card) != whom)
    wrong = {
        f"{player} has tried in line {first.number}": first is not attempt,
        f"{player} tries to solve the crime with cards of their own": player == whom,
        f"{whom} does not have {foreign}": foreign != "",
    }
    hint = "everybody has one attempt, at a means and a clue card of one other player"
    yield from breaches_at(attempt.place, codes.MISPLACED_ATTEMPT, hint, wrong)
    differs = crime != () and attempt.right != (attempt.cards == crime)
    wrong = {f"the answer is {'yes' if attempt.right else 'no'}, but the truth says otherwise": differs}
    yield from breaches_at(attempt.place, codes.WRONG_OUTCOME, "correct the line or the truth", wrong)


def _named(scenario: Scenario, naming: Naming, solution: Attempt | Naming | None) -> Iterator[RuleBreach]:
    """The reversal: after the solution, the murderer names another player as the witness, if there is one."""
    found, witness = solution.whom if solution else naming.player, "".join(scenario.said(WITNESS))
    wrong = {
        "there is no witness to be named": WITNESS not in scenario.roles,
        "the crime has not been solved": solution is None,
        f"{found}, who was found out, names another player": naming.player != found or naming.whom == found,
    }
    hint = "at a table with a witness, let the murderer who was found out name somebody else"
    yield from breaches_at(naming.place, codes.MISPLACED_REVERSAL, hint, wrong)
    differs = witness != "" and naming.right != (witness == naming.whom)
    wrong = {f"that was {'right' if naming.right else 'wrong'}, but the witness is {witness}": differs}
    yield from breaches_at(naming.place, codes.WRONG_OUTCOME, "correct the line or the truth", wrong)


def _given_away(scenario: Scenario) -> Iterator[tuple[int, RuleBreach]]:
    """A right attempt, whose answer all hear."""
    for event in scenario.play:
        if isinstance(event, Attempt) and event.right:
            yield event.number, given_away(event, f"{event.player} solves the crime")


RULES = TranscriptRules(
    gives_away=_given_away,
    table=_table,
    illegal=lambda scenario: (*_truth(scenario), *_played(scenario)),
    answer=lambda scenario: scenario.said(*TARGETS),
    world=lambda rival: " ".join(
        f"it was {fact.value.replace('+', ' with ')}" for fact in rival.world if fact.function == CRIME
    ),
    asked="the murderer, the means and the evidence",
    whole="the murderer, the means and the evidence",
    first="the first marker",
    to_begin="choose another seat or deal other cards",
    to_decide="add a marker or an attempt that decides between them",
    to_fit="cut or add markers, or mark other options",
)


CRIME = "crime"
"""The function that decides all questions: the pair of cards that it was. No formula can name it."""

Line = tuple[str, kit.TranscriptLine]


def build_theory(scenario: Scenario) -> kit.TranscriptTheory:
    """The theory of a scenario; each line of play is a source, named by its number."""
    functions = scope_of(scenario).functions
    crime = Function(CRIME, (), Sort("pair", tuple(map("+".join, scenario.pairs))))
    was = {pair: valued(crime, "+".join(pair)) for pair in scenario.pairs}
    asked = {function.name: function for function in functions if not function.arguments}
    lines = (*_known(scenario, asked, was), *_play(scenario, was))
    return kit.theory_of((crime, *functions), tuple(asked.values()), dict(lines))


def _known(scenario: Scenario, asked: Mapping[str, Function], was: Mapping[Pair, Formula]) -> Iterator[Line]:
    """The answers that the crime gives, the knowledge of the seat, and the truth."""
    for at, (name, function) in enumerate(asked.items()):
        by_answer = grouped((scenario.answers(pair)[at], formula) for pair, formula in was.items())
        laws = tuple(Iff(valued(function, value), Or(tuple(pairs))) for value, pairs in by_answer.items())
        words, said = f"the {name} is that of the crime", Sentence(And(laws), f"{name} of crime")
        yield f"rule {name}", kit.line_of(kit.RULE, kit.RULES, words, said, notation=True)
    seat, saw = scenario.seat, scenario.hand
    if seat in scenario.names:
        words = f"{seat} saw {' and '.join(saw.names)}" if saw else f"{seat} is an investigator"
        logic = " or ".join(f"murderer = {name}" for name in saw.names) if saw else f"murderer != {seat}"
        place, whose = (saw.place, "all other") if saw else (scenario.headings.get("seat"), "their own")
        noted = ("", f"{words}, which strikes off {whose} cards")
        said = _one_of(scenario.possible(), was, logic)
        yield "seat", kit.line_of(kit.HAND, kit.SEAT, words, said, place, noted)
    for number, secret in enumerate(scenario.truth, 1):
        if secret.about in asked:
            said = Sentence(valued(asked[secret.about], secret.name), f"{secret.about} = {secret.name}")
            words = f"the {secret.about} is {secret.name}"
            yield f"truth {number}", kit.line_of(TRUTH, TRUTH, words, said, secret.place)


def _play(scenario: Scenario, was: Mapping[Pair, Formula]) -> Iterator[Line]:
    """The pairs that each line strikes off; its formula is the rule of a marker, not the exception."""
    for event in scenario.play:
        if isinstance(event, Naming):
            continue
        if isinstance(event, Marker):
            named, option = scenario.deck.tile[event.tile].named, f"{event.tile}-{event.option}"
            logic = f"suits(means, {option}) or suits(evidence, {option})"
            noted = f"a marker on {event.tile}", f"“{named.get(event.option)}” suits neither card"
        else:
            logic = f"{'' if event.right else 'not '}(means = {event.means} and evidence = {event.evidence})"
            noted = "a failed attempt", f"{event.player} was {'right' if event.right else 'wrong'}"
        said, path = _one_of(scenario.left_by(event, was), was, logic), str(event.number)
        line = kit.line_of(kit.PLAY, path, event.text, said, event.place, noted, event.text)
        yield f"play {path}.1", line


def _one_of(left: Iterable[Pair], was: Mapping[Pair, Formula], logic: str) -> Sentence:
    """The sentence that it was one of the pairs that are left, with its text."""
    kept = {*left}
    return Sentence(And(tuple(Not(formula) for pair, formula in was.items() if pair not in kept)), logic)


def _seen_by(scenario: Scenario, player: str) -> kit.SeatView[Scenario] | None:
    """A scenario as another investigator saw it; nobody who did it has to find out who did."""
    known = scenario.culprits and player not in scenario.culprits
    return kit.SeatView(replace(scenario.of_seat(player), truth=())) if known else None


def _sentence(wording: TranscriptWording, step: ProofStep) -> str | None:
    """The pairs that a line strikes off, or what is left at last."""
    line = wording.line_of(step)
    of_crime = [conclusion for conclusion in step.conclusions if conclusion.fact.function == CRIME]
    others = [conclusion for conclusion in step.conclusions if conclusion.fact.function != CRIME]
    out = [conclusion.fact for conclusion in of_crime if not conclusion.holds]
    if line is not None and line.telling and out and not step.grounds:
        _, why = line.telling
        if line.kind == kit.HAND:
            return None if others else f"{why}."
        return f"{why} in line {line.path}: {_struck_off(out)}."
    if not step.lines and others:
        return _what_is_left(wording, step, of_crime, others)
    return None


def _what_is_left(
    wording: TranscriptWording, step: ProofStep, of_crime: Sequence[Assertion], others: Sequence[Assertion]
) -> str:
    """The one pair that is left, if there is one, and what follows."""
    cited = f" ({', '.join(map(str, step.premises))})" if step.premises else ""
    pair = next((wording.value(conclusion.fact.value) for conclusion in of_crime if conclusion.holds), "")
    left = f"only {pair} is left" if pair else "that is what is left"
    return capital(f"{left}{cited}, so {listed(map(wording.assertion, others))}.")


def _struck_off(facts: Sequence[Fact]) -> str:
    """Pairs, put together where several means go with the same clue cards."""
    clues_by_means: dict[str, list[str]] = {}
    for fact in facts:
        means, clue = fact.value.split("+")
        clues_by_means.setdefault(means, []).append(clue)
    alike = grouped((tuple(clues), means) for means, clues in clues_by_means.items())
    return "; ".join(f"{listed(means, 'or')} with {listed(clues, 'or')}" for clues, means in alike.items())


def _better(scenario: Scenario, _: TranscriptAnalysis) -> Iterator[str]:
    """The markers in whose place another option would have left the reader fewer pairs."""
    crime = scenario.said("means", "evidence")
    for event in scenario.markers if crime else ():
        before, options = scenario.possible(event.number - 1), scenario.deck.fitting(crime, event.tile)
        left: dict[str, int] = {}
        for option in options:
            left[option] = len(scenario.left_by(replace(event, option=option), before))
        best = min(left, key=left.__getitem__)
        if left[best] < left.get(event.option, 0):
            would = f"{best} would have left {left[best]} of {len(before)} solutions"
            yield f"line {event.number}: {would}, {event.option} leaves {left[event.option]}"


DEDUCTION = kit.Deduction(
    theory=build_theory,
    wording=TranscriptWords(
        nouns={name: name for name in (*TARGETS, ACCOMPLICE)},
        nothing_to_read="the cards and the rules alone, so no line of play is needed",
        to_ground_less="deal fewer cards",
        to_be_easier="use fewer players or fewer cards",
        sentence=_sentence,
        value=lambda value: value.replace("+", " with "),
    ),
    seen_by=_seen_by,
    answers="a player or a card of this table",
    counted="each a means and an evidence",
    unseen="The truth names no murderer, so nothing is known of the seats",
    technique=lambda line: line.telling[0] if line.telling else "",
    decisive=CRIME,
    remarks=_better,
)
"""How scenarios are asked: the murderer, the means and the evidence are asked for."""
