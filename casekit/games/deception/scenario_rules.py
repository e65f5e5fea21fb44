"""The rules of a table and its play, and the words for a scenario that is not fit to print."""

from collections.abc import Iterator

from casekit.asking.wording import listed
from casekit.diagnostics import codes as shared_codes
from casekit.games.deception import codes
from casekit.games.deception.deck import FIRST, REPLACED, ROLES, TARGETS, WITNESS
from casekit.games.deception.scenario import Attempt, CardHolder, Event, Marker, Naming, Scenario
from casekit.games.transcripts import codes as transcript_codes
from casekit.games.transcripts.asking.transcript_wording import either
from casekit.games.transcripts.checks.breaches import Beside, Breach, RuleWords, TranscriptRules, broken
from casekit.model.theory import Rival

_CARDS = range(3, 6)
"""The cards of each kind that a player has."""
_CORRECT = "correct the line or the truth"


def _table(scenario: Scenario) -> Iterator[Breach]:
    """The faults of cards and roles; all other breaches would only follow from them."""
    sizes = {player: (len(player.means), len(player.clues)) for player in scenario.players}
    equal = [means for means, clues in sizes.values() if means == clues and means in _CARDS]
    wanted = max(equal, key=equal.count, default=0)
    first: dict[str, CardHolder] = {}
    for player, size in sizes.items():
        wrong = {"{} has {} means and {} clue cards".format(player.name, *size): size != (wanted, wanted)}
        hint = "give everybody three means and three clue cards, or four, or five"
        yield from broken(player.place, codes.UNEQUAL_CARDS, hint, wrong)
        for card in player.cards:
            other = first.setdefault(card, player)
            wrong = {f"{card} is on the table twice": other is not player or player.cards.count(card) > 1}
            beside, hint = Beside(other.place, f"{other.name} has it"), "put another card in its place"
            yield from broken(player.place, transcript_codes.REPEATED_CARD, hint, wrong, beside)
    named, count = scenario.roles, len(scenario.players)
    fewest = {frozenset(roles): least for roles, least in ROLES.items() if len(roles) == len(named)}
    wrong = {
        f"{count} players cannot have the roles {listed(named)}": count
        < fewest.get(frozenset(named), count + 1)
    }
    hint = "name one murderer; from five listed players on perhaps an accomplice, and then a witness"
    place = scenario.headings.get("roles", scenario.place)
    yield from broken(place, codes.WRONG_ROLES, hint, wrong)
    used = [(secret.about, secret.place) for secret in scenario.truth if secret.about not in TARGETS]
    for role, place in [*used, *([(WITNESS, scenario.hand.place)] if scenario.hand else [])]:
        wrong = {f"the line names the {role}, but there is no such role at the table": role not in named}
        hint = "add the role to `== roles`, or remove the line"
        yield from broken(place, codes.WRONG_ROLES, hint, wrong)


def _truth(scenario: Scenario) -> Iterator[Breach]:
    """The truth names each once, the murderer's own cards, and players of whom nobody has two roles, or the seat."""
    said, saw, seat = scenario.secrets, scenario.hand, scenario.seat
    roles = {role: name for role, name in said.items() if role not in TARGETS[1:]}
    first = {secret.about: secret for secret in reversed(scenario.truth)}
    for secret in scenario.truth:
        about, name = secret.about, secret.name
        same = [role for role, other in roles.items() if other == name and "murderer" != about != role]
        murderers = about in roles or scenario.owner.get(name) == said.get("murderer")
        wrong = {
            f"the {about} is named twice": first[about] is not secret,
            f"{name} is not one of the murderer's cards": not murderers,
            f"{name} is the {' and the '.join(same)} too": same != [],
            f"{name} has the seat, which is an investigator's": about != WITNESS and name == seat,
        }
        hint = "name each once: a murderer, two of the murderer's cards, others for other roles, and no culprit in the seat"
        yield from broken(secret.place, codes.WRONG_SECRET, hint, wrong)
    if saw is not None:
        two = len(saw.names) == len({*saw.names} - {seat}) == 2  # noqa: PLR2004 - the murderer and the accomplice
        others = {name for role, name in roles.items() if role != WITNESS} - {*saw.names}
        differs = two and (others != set() or said.get(WITNESS, seat) != seat)
        wrong = {
            f"{seat} saw two others, who did it": not two,
            f"{seat} saw {' and '.join(saw.names)}, but the truth says otherwise": differs,
        }
        yield from broken(saw.place, codes.WRONG_SECRET, "name the murderer and the accomplice", wrong)


def _played(scenario: Scenario) -> Iterator[Breach]:
    laid: list[Marker] = []
    tried: dict[str, Attempt] = {}
    solved: Attempt | None = None
    end: Event | None = None
    for event in scenario.play:
        if end is not None and not (isinstance(event, Naming) and end is solved):
            wrong, beside = {"the crime has been solved": True}, Beside(end.place, end.text)
            over = transcript_codes.PLAY_AFTER_THE_END
            yield from broken(event.place, over, "remove what follows", wrong, beside)
        elif isinstance(event, Marker):
            yield from _marked(scenario, event, laid)
            laid.append(event)
        elif isinstance(event, Attempt):
            yield from _attempted(scenario, event, tried.setdefault(event.player, event))
            end = solved = event if event.right else None
        else:
            yield from _named(scenario, event, solved)
            end = event


def _marked(scenario: Scenario, marker: Marker, laid: list[Marker]) -> Iterator[Breach]:
    """A marker on a tile that may be there, and an option that keeps the scientist's promise."""
    deck, place, replaced = scenario.deck, marker.place, marker.replaced
    tile, tiles = deck.tile[marker.tile], [each.tile for each in laid]
    wrong = {f"the tile {tile.slug} has no option `{marker.option}`": marker.option not in tile.named}
    yield from broken(place, shared_codes.UNKNOWN_NAME, f"its options are {', '.join(tile.named)}", wrong)
    there = {*tiles} - {each.replaced for each in laid}
    whole = len(laid) >= sum(FIRST.values())
    same = sum(deck.tile[each].kind == tile.kind for each in tiles)
    kinds = {tile.kind, deck.tile[replaced or tile.slug].kind}
    wrong = {
        f"the tile {tile.slug} has been on the table": tile.slug in tiles,
        f"there is no room for another {tile.kind}": not replaced and same >= FIRST[tile.kind],
        "not all six markers are on the table": replaced != "" and not whole,
        "a tile was replaced in each further round": len(laid) >= sum(FIRST.values()) + REPLACED,
        f"the tile {replaced} is not on the table": replaced != "" and whole and replaced not in there,
        "only a scene is replaced, by another scene": replaced != "" and whole and kinds != {"scene"},
    }
    hint = "first come the cause, a location and four scenes, then a new scene in each of two rounds"
    yield from broken(place, codes.MISPLACED_MARKER, hint, wrong)
    if scenario.crime:
        options, cards = deck.fitting(*scenario.crime, tile.slug), " nor ".join(scenario.crime)
        told = f"{marker.option} suits neither {cards}, though others on the tile would"
        wrong = {told: marker.option not in options}
        yield from broken(place, codes.BROKEN_PROMISE, f"mark {either(options)}", wrong)


def _attempted(scenario: Scenario, attempt: Attempt, first: Attempt) -> Iterator[Breach]:
    """One attempt each, at a means and a clue card of another player, with the right answer."""
    player, whom, crime = attempt.player, attempt.whom, scenario.crime
    foreign = " and ".join(card for card in attempt.cards if scenario.owner.get(card) != whom)
    wrong = {
        f"{player} has tried in line {first.number}": first is not attempt,
        f"{player} tries to solve the crime with cards of their own": player == whom,
        f"{whom} does not have {foreign}": foreign != "",
    }
    hint = "everybody has one attempt, at a means and a clue card of one other player"
    yield from broken(attempt.place, codes.MISPLACED_ATTEMPT, hint, wrong)
    differs = crime is not None and attempt.right != (attempt.cards == crime)
    wrong = {f"the answer is {'yes' if attempt.right else 'no'}, but the truth says otherwise": differs}
    yield from broken(attempt.place, codes.WRONG_OUTCOME, _CORRECT, wrong)


def _named(scenario: Scenario, naming: Naming, solved: Attempt | None) -> Iterator[Breach]:
    """The reversal: after the solution, the murderer names another player as the witness, if there is one."""
    found, witness = solved.whom if solved else naming.player, scenario.secrets.get(WITNESS)
    wrong = {
        "there is no witness to be named": WITNESS not in scenario.roles,
        "the crime has not been solved": solved is None,
        f"{found}, who was found out, names another player": naming.player != found or naming.whom == found,
    }
    hint = "at a table with a witness, let the murderer who was found out name somebody else"
    yield from broken(naming.place, codes.MISPLACED_REVERSAL, hint, wrong)
    differs = witness is not None and naming.right != (witness == naming.whom)
    wrong = {f"that was {'right' if naming.right else 'wrong'}, but the witness is {witness}": differs}
    yield from broken(naming.place, codes.WRONG_OUTCOME, _CORRECT, wrong)


def _answer(scenario: Scenario) -> tuple[str, ...]:
    """The murderer, the means and the evidence; empty if the truth leaves one of them open."""
    said = scenario.secrets
    return tuple(said[target] for target in TARGETS) if {*TARGETS} <= {*said} else ()


def _in_words(rival: Rival) -> str:
    crime = next((fact.value for fact in rival.world if fact.function == "crime"), "")
    return "it was {} with {}".format(*crime.split("+")) if crime else ""


RULES = TranscriptRules(
    table=_table,
    illegal=lambda scenario: (*_truth(scenario), *_played(scenario)),
    answer=_answer,
    world=_in_words,
    words=RuleWords(
        asked="the murderer, the means and the evidence",
        whole="the murderer, the means and the evidence",
        first="the first marker",
        to_begin="choose another seat or deal other cards",
        to_decide="add a marker or an attempt that decides between them",
        to_fit="cut or add markers, or mark other options",
    ),
)
