"""The rules of a table of Deception and its play, with the words of findings.

In each function, ``breaches`` are messages, each with whether it is so; one hint serves them all.
"""

from collections.abc import Iterator, Mapping

from casekit.diagnostics import codes as shared_codes
from casekit.games.deception import codes
from casekit.games.deception.document import (
    CRIME,
    FIRST_TILES,
    HANDS,
    LATER_SCENES,
    ROLES,
    TARGETS,
    WITNESS,
    Attempt,
    CardHolder,
    Glimpse,
    Marker,
    Naming,
    Scenario,
)
from casekit.kit.transcripts import codes as transcript_codes
from casekit.kit.transcripts.checks import (
    RuleBreach,
    TranscriptRules,
    after_the_end,
    breaches_at,
    given_away,
    repeated_names,
)
from casekit.prose.phrasing import listed

_CULPRITS_SEEN = 2
"""How many a witness saw: the murderer and the accomplice."""


def _table(scenario: Scenario) -> Iterator[RuleBreach]:
    """The faults of cards and roles; all other breaches would only follow from them."""
    yield from _cards(scenario)
    yield from _roles(scenario)


def _cards(scenario: Scenario) -> Iterator[RuleBreach]:
    """Everybody has as many cards of each kind, and no card twice."""
    counts: list[int] = []
    for player in scenario.players:
        counts += (len(player.means), len(player.clues))
    usual_count = max(HANDS.values(), key=counts.count)
    owned: list[tuple[str, CardHolder]] = []
    for player in scenario.players:
        means, clues = len(player.means), len(player.clues)
        is_unequal = (means, clues) != (usual_count, usual_count)
        breaches = {f"{player.name} has {means} means and {clues} clue cards": is_unequal}
        hint = "give everybody three means and three clue cards, or four, or five"
        yield from breaches_at(player.place, codes.UNEQUAL_CARDS, hint, breaches)
        owned += [(card, player) for card in (*player.means, *player.clues)]
    message, beside, hint = "{} is on the table twice", "{1.name} has it", "put another card in its place"
    yield from repeated_names(transcript_codes.REPEATED_CARD, owned, message, beside, hint)


def _roles(scenario: Scenario) -> Iterator[RuleBreach]:
    """The roles fit the number of players, and a line that names a role names one of them."""
    roles, count = scenario.roles, len(scenario.players)
    are_too_few = count < ROLES.get(tuple(sorted(roles)), count + 1)
    breaches = {f"{count} players cannot have the roles {listed(roles)}": are_too_few}
    hint = "name one murderer; from five listed players on perhaps an accomplice, and then a witness"
    place = scenario.headings.get("roles", scenario.place)
    yield from breaches_at(place, codes.WRONG_ROLES, hint, breaches)
    named = [(secret.about, secret.place) for secret in scenario.truth if secret.about not in TARGETS]
    if scenario.hand:
        named.append((WITNESS, scenario.hand.place))
    for role, place in named:
        message = f"the line names the {role}, but there is no such role at the table"
        hint = "add the role to `== roles`, or remove the line"
        yield from breaches_at(place, codes.WRONG_ROLES, hint, {message: role not in roles})


def _truth(scenario: Scenario) -> Iterator[RuleBreach]:
    """The truth names each once, and the murderer's own cards; nobody has two roles, or the seat too."""
    first_line = {secret.about: secret for secret in reversed(scenario.truth)}
    player_of = {
        role: secret.name for role, secret in first_line.items() if role not in ("means", "evidence")
    }
    hint = (
        "name each once: a murderer, two of the murderer's cards, others for other roles, "
        "and no culprit in the seat"
    )
    for secret in scenario.truth:
        about, name = secret.about, secret.name
        other_roles: list[str] = []
        if about != "murderer":
            other_roles = [role for role, player in player_of.items() if player == name and role != about]
        is_of_murderer = about in player_of or scenario.owner.get(name) == player_of.get("murderer")
        breaches = {
            f"the {about} is named twice": first_line[about] is not secret,
            f"{name} is not one of the murderer's cards": not is_of_murderer,
            f"{name} is the {' and the '.join(other_roles)} too": other_roles != [],
            f"{name} has the seat, which is an investigator's": about != WITNESS and name == scenario.seat,
        }
        yield from breaches_at(secret.place, codes.WRONG_SECRET, hint, breaches)
    if scenario.hand is not None:
        yield from _glimpse(scenario, scenario.hand, player_of)


def _glimpse(scenario: Scenario, glimpse: Glimpse, player_of: Mapping[str, str]) -> Iterator[RuleBreach]:
    """A witness saw two others, the culprits; ``player_of`` gives those of the truth by their roles."""
    seat = scenario.seat
    others_seen = {*glimpse.names} - {seat}
    are_two = len(glimpse.names) == len(others_seen) == _CULPRITS_SEEN
    culprits = {name for role, name in player_of.items() if role != WITNESS}
    is_otherwise = bool(culprits - {*glimpse.names}) or player_of.get(WITNESS, seat) != seat
    breaches = {
        f"{seat} saw two others, who did it": not are_two,
        f"{seat} saw {' and '.join(glimpse.names)}, but the truth says otherwise": are_two and is_otherwise,
    }
    yield from breaches_at(
        glimpse.place, codes.WRONG_SECRET, "name the murderer and the accomplice", breaches
    )


def _play(scenario: Scenario) -> Iterator[RuleBreach]:
    """Markers and attempts until the crime is solved, then perhaps the reversal."""
    markers: list[Marker] = []
    first_attempts: dict[str, Attempt] = {}
    end: Attempt | Naming | None = None
    for event in scenario.play:
        if end is not None and not (isinstance(event, Naming) and isinstance(end, Attempt)):
            yield after_the_end(event, end, "the crime has been solved")
        elif isinstance(event, Marker):
            yield from _marker(scenario, event, markers)
            markers.append(event)
        elif isinstance(event, Attempt):
            yield from _attempt(scenario, event, first_attempts.setdefault(event.player, event))
            end = event if event.right else None
        else:
            yield from _naming(scenario, event, end)
            end = event


def _marker(scenario: Scenario, marker: Marker, earlier: list[Marker]) -> Iterator[RuleBreach]:
    """A marker is on a tile that may be there, and on an option that keeps the scientist's promise."""
    deck, place, replaced = scenario.deck, marker.place, marker.replaced
    tile, tiles = deck.tile[marker.tile], [other.tile for other in earlier]
    breaches = {f"the tile {tile.slug} has no option `{marker.option}`": marker.option not in tile.named}
    hint = f"its options are {', '.join(tile.named)}"
    yield from breaches_at(place, shared_codes.UNKNOWN_NAME, hint, breaches)
    on_table = {*tiles} - {other.replaced for other in earlier}
    tiles_of_first_round = sum(FIRST_TILES.values())
    is_first_round_over = len(earlier) >= tiles_of_first_round
    count_of_kind = sum(deck.tile[slug].kind == tile.kind for slug in tiles)
    kinds = {tile.kind, deck.tile[replaced or tile.slug].kind}
    replaces_later = replaced != "" and is_first_round_over
    breaches = {
        f"the tile {tile.slug} has been on the table": tile.slug in tiles,
        f"there is no room for another {tile.kind}": not replaced and count_of_kind >= FIRST_TILES[tile.kind],
        "not all six markers are on the table": replaced != "" and not is_first_round_over,
        "a tile was replaced in each further round": len(earlier) >= tiles_of_first_round + LATER_SCENES,
        f"the tile {replaced} is not on the table": replaces_later and replaced not in on_table,
        "only a scene is replaced, by another scene": replaces_later and kinds != {"scene"},
    }
    hint = "first come the cause, a location and four scenes, then a new scene in each of two rounds"
    yield from breaches_at(place, codes.MISPLACED_MARKER, hint, breaches)
    crime = scenario.said("means", "evidence")
    if crime and marker.option in tile.named:
        options = deck.fitting(crime, tile.slug)
        message = f"{marker.option} suits neither {' nor '.join(crime)}, though others on the tile would"
        breaches = {message: marker.option not in options}
        yield from breaches_at(place, codes.BROKEN_PROMISE, f"mark {listed(options, 'or')}", breaches)


def _attempt(scenario: Scenario, attempt: Attempt, first: Attempt) -> Iterator[RuleBreach]:
    """One attempt each, at a means and a clue card of another player, with the right answer."""
    player, whom, crime = attempt.player, attempt.whom, scenario.said("means", "evidence")
    cards_of_others = " and ".join(card for card in attempt.cards if scenario.owner.get(card) != whom)
    breaches = {
        f"{player} has tried in line {first.number}": first is not attempt,
        f"{player} tries to solve the crime with cards of their own": player == whom,
        f"{whom} does not have {cards_of_others}": cards_of_others != "",
    }
    hint = "everybody has one attempt, at a means and a clue card of one other player"
    yield from breaches_at(attempt.place, codes.MISPLACED_ATTEMPT, hint, breaches)
    answer = "yes" if attempt.right else "no"
    is_otherwise = crime != () and attempt.right != (attempt.cards == crime)
    breaches = {f"the answer is {answer}, but the truth says otherwise": is_otherwise}
    yield from breaches_at(attempt.place, codes.WRONG_OUTCOME, "correct the line or the truth", breaches)


def _naming(scenario: Scenario, naming: Naming, solution: Attempt | Naming | None) -> Iterator[RuleBreach]:
    """The reversal: after the solution, the murderer names another player as the witness, if there is one."""
    murderer = solution.whom if solution else naming.player
    witness = "".join(scenario.said(WITNESS))
    names_another = naming.player == murderer and naming.whom != murderer
    breaches = {
        "there is no witness to be named": WITNESS not in scenario.roles,
        "the crime has not been solved": solution is None,
        f"{murderer}, who was found out, names another player": not names_another,
    }
    hint = "at a table with a witness, let the murderer who was found out name somebody else"
    yield from breaches_at(naming.place, codes.MISPLACED_REVERSAL, hint, breaches)
    outcome = "right" if naming.right else "wrong"
    is_otherwise = witness != "" and naming.right != (witness == naming.whom)
    breaches = {f"that was {outcome}, but the witness is {witness}": is_otherwise}
    yield from breaches_at(naming.place, codes.WRONG_OUTCOME, "correct the line or the truth", breaches)


def _given_away(scenario: Scenario) -> Iterator[tuple[int, RuleBreach]]:
    """A right attempt, whose answer all hear."""
    for event in scenario.play:
        if isinstance(event, Attempt) and event.right:
            yield event.number, given_away(event, f"{event.player} solves the crime")


RULES = TranscriptRules(
    gives_away=_given_away,
    table=_table,
    illegal=lambda scenario: (*_truth(scenario), *_play(scenario)),
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
