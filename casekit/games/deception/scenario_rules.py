"""The rules of a table and its play, and the words for a scenario that is not fit to print."""

from collections.abc import Iterator

from casekit.diagnostics import codes as shared_codes
from casekit.games.deception import codes
from casekit.games.deception.deck import (
    ACCOMPLICE,
    FEWEST_WITH_ACCOMPLICE,
    MARKERS,
    REPLACED,
    TARGETS,
    WITNESS,
)
from casekit.games.deception.scenario import Attempt, CardHolder, Event, Marker, Naming, Scenario, Secret
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
            beside = Beside(other.place, f"{other.name} has it")
            hint = "put another card in its place"
            yield from broken(player.place, transcript_codes.REPEATED_CARD, hint, wrong, beside)
    yield from _roles(scenario)


def _roles(scenario: Scenario) -> Iterator[Breach]:
    """There is one murderer, an accomplice from five listed players on, and a witness only with an accomplice."""
    named, count = scenario.roles, len(scenario.players)
    wrong = {
        "there is one murderer, and nobody twice": len({*named}) < len(named) or "murderer" not in named,
        f"there is an accomplice, but {count} players are listed": ACCOMPLICE in named
        and count < FEWEST_WITH_ACCOMPLICE,
        "there is a witness without an accomplice": WITNESS in named and ACCOMPLICE not in named,
    }
    hint = "name a murderer; from five listed players on an accomplice too, and perhaps a witness"
    yield from broken(scenario.headings.get("roles", scenario.place), codes.WRONG_ROLES, hint, wrong)
    used = [
        (secret.about, secret.place) for secret in scenario.truth if secret.about in {ACCOMPLICE, WITNESS}
    ]
    used += [(WITNESS, scenario.hand.place)] if scenario.hand else []
    for role, place in used:
        wrong = {f"the line names the {role}, but there is no such role at the table": role not in named}
        hint = "add the role to `== roles`, or remove the line"
        yield from broken(place, codes.WRONG_ROLES, hint, wrong)


def _truth(scenario: Scenario) -> Iterator[Breach]:
    """The truth names each once, the murderer's own cards, and players of whom nobody has two roles, or the seat."""
    said, saw, seat = scenario.secrets, scenario.hand, scenario.seat
    roles = {role: name for role, name in said.items() if role not in {"means", "evidence"}}
    first: dict[str, Secret] = {}
    for secret in scenario.truth:
        about, name, before = secret.about, secret.name, first.setdefault(secret.about, secret)
        owner = name if about in roles else scenario.owner.get(name)
        same = [role for role, other in roles.items() if other == name and "murderer" != about != role]
        wrong = {
            f"the {about} is named twice": before is not secret,
            f"{name} is not one of the murderer's cards": about not in roles
            and owner != said.get("murderer"),
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
            continue
        match event:
            case Marker():
                yield from _marked(scenario, event, laid)
                laid.append(event)
            case Attempt():
                yield from _attempted(scenario, event, tried.setdefault(event.player, event))
                end = solved = event if event.right else None
            case Naming():
                yield from _named(scenario, event, solved)
                end = event


def _marked(scenario: Scenario, marker: Marker, laid: list[Marker]) -> Iterator[Breach]:
    """A marker on a tile that may be there, and an option that keeps the scientist's promise."""
    deck, place, replaced = scenario.deck, marker.place, marker.replaced
    tile, kinds = deck.tile[marker.tile], [deck.tile[each.tile].kind for each in laid]
    wrong = {f"the tile {tile.slug} has no option `{marker.option}`": marker.option not in tile.slugs}
    yield from broken(place, shared_codes.UNKNOWN_NAME, f"its options are {', '.join(tile.slugs)}", wrong)
    there = {each.tile for each in laid} - {each.replaced for each in laid}
    scene = tile.kind == "scene"
    wrong = {f"the tile {tile.slug} has been on the table": tile.slug in {each.tile for each in laid}}
    if replaced:
        wrong |= {
            "not all six markers are on the table": len(laid) < MARKERS,
            "a tile was replaced in each further round": len(laid) >= MARKERS + REPLACED,
            f"the tile {replaced} is not on the table": replaced not in there,
            "only a scene is replaced, by another scene": not scene or deck.tile[replaced].kind != "scene",
        }
    else:
        wrong |= {
            "all six markers are on the table": len(laid) >= MARKERS,
            f"there is a tile for the {tile.kind} already": not scene and tile.kind in kinds,
            "four scenes have their markers": scene and kinds.count("scene") >= MARKERS - 2,
        }
    hint = "first come the cause, a location and four scenes, then a new scene in each of two rounds"
    yield from list(broken(place, codes.MISPLACED_MARKER, hint, wrong))[:1]
    if scenario.crime:
        options, cards = deck.fitting(*scenario.crime, tile.slug), " nor ".join(scenario.crime)
        told = f"{marker.option} suits neither {cards}, though others on the tile would"
        wrong = {told: marker.option not in options}
        yield from broken(place, codes.BROKEN_PROMISE, f"mark {either(options)}", wrong)


def _attempted(scenario: Scenario, attempt: Attempt, first: Attempt) -> Iterator[Breach]:
    """One attempt each, at a means and a clue card of another player, with the right answer."""
    player, whom = attempt.player, attempt.whom
    foreign = " and ".join(card for card in attempt.cards if scenario.owner.get(card) != whom)
    wrong = {
        f"{player} has tried in line {first.number}": first is not attempt,
        f"{player} tries to solve the crime with cards of their own": player == whom,
        f"{whom} does not have {foreign}": foreign != "",
    }
    hint = "everybody has one attempt, at a means and a clue card of one other player"
    yield from broken(attempt.place, codes.MISPLACED_ATTEMPT, hint, wrong)
    told = f"the answer is {'yes' if attempt.right else 'no'}, but the truth says otherwise"
    wrong = {told: scenario.crime is not None and attempt.right != (attempt.cards == scenario.crime)}
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
    told = f"that was {'right' if naming.right else 'wrong'}, but the witness is {witness}"
    wrong = {told: witness is not None and naming.right != (witness == naming.whom)}
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
