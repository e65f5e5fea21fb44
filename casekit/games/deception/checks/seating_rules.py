"""The rules of a table: the cards of each player, the roles, and what the truth may say of them."""

from collections.abc import Iterator

from casekit.games.deception import codes
from casekit.games.deception.deck import ACCOMPLICE, FEWEST_WITH_ACCOMPLICE
from casekit.games.deception.scenario import CardHolder, Scenario, Secret
from casekit.games.transcripts import codes as transcript_codes
from casekit.games.transcripts.checks.breaches import Beside, Breach
from casekit.model.place import Place

CARDS = range(3, 6)
"""The cards of each kind that a player has."""


def table_breaches(scenario: Scenario) -> Iterator[Breach]:
    """The faults of cards and roles; all other breaches would only follow from them."""
    yield from kinds_of_cards(scenario)
    yield from numbers_of_cards(scenario)
    yield from repeated_cards(scenario)
    yield from roles(scenario)


def kinds_of_cards(scenario: Scenario) -> Iterator[Breach]:
    """Means are named before the bar, clue cards after it."""
    for player in scenario.players:
        for kind, cards in (("means", player.means), ("clue", player.clues)):
            for card in (each for each in cards if scenario.deck.by_slug[each].kind != kind):
                yield wrong_kind(
                    scenario, card, player.place, "write the means before `|`, the clue cards after it"
                )


def wrong_kind(scenario: Scenario, card: str, place: Place, hint: str) -> Breach:
    """The breach that a card is of the other kind."""
    kind = scenario.deck.by_slug[card].kind
    return Breach(codes.WRONG_CARD_KIND, f"{card} is a {kind} card", place, hint)


def numbers_of_cards(scenario: Scenario) -> Iterator[Breach]:
    """Three to five cards of each kind, and the same number for everybody."""
    sizes = [(len(player.means), len(player.clues)) for player in scenario.players]
    equal = [means for means, clues in sizes if means == clues and means in CARDS]
    wanted = max(equal, key=equal.count, default=0)
    for player, size in zip(scenario.players, sizes, strict=True):
        if size != (wanted, wanted):
            yield Breach(
                codes.UNEQUAL_CARDS,
                "{} has {} means and {} clue cards".format(player.name, *size),
                player.place,
                "give everybody three means and three clue cards, or four, or five",
            )


def repeated_cards(scenario: Scenario) -> Iterator[Breach]:
    """A card is on the table once."""
    first: dict[str, CardHolder] = {}
    for player in scenario.players:
        for card in player.cards:
            other = first.setdefault(card, player)
            if other is not player or player.cards.count(card) > 1:
                yield Breach(
                    transcript_codes.REPEATED_CARD,
                    f"{card} is on the table twice",
                    player.place,
                    "put another card in its place",
                    (Beside(other.place, f"{other.name} has it"),) if other is not player else (),
                )


def roles(scenario: Scenario) -> Iterator[Breach]:
    """There is one murderer, an accomplice from five listed players on, and a witness only with an accomplice."""
    named, place = scenario.roles, scenario.headings.get("roles", scenario.place)
    if len(set(named)) < len(named) or "murderer" not in named:
        yield Breach(
            codes.WRONG_ROLES, "there is one murderer, and nobody twice", place, "name each role once"
        )
    if ACCOMPLICE in named and len(scenario.players) < FEWEST_WITH_ACCOMPLICE:
        message = f"there is an accomplice, but {len(scenario.players)} players are listed"
        yield Breach(
            codes.WRONG_ROLES, message, place, f"list {FEWEST_WITH_ACCOMPLICE} players, or leave the role out"
        )
    if "witness" in named and ACCOMPLICE not in named:
        yield Breach(
            codes.WRONG_ROLES, "there is a witness without an accomplice", place, "add the accomplice"
        )
    for secret in (*scenario.truth, *((scenario.hand,) if scenario.hand else ())):
        if secret.about in {ACCOMPLICE, "witness"} and secret.about not in named:
            message = f"the line names the {secret.about}, but there is no such role at the table"
            yield Breach(
                codes.WRONG_ROLES, message, secret.place, "add the role to `== roles`, or remove the line"
            )


def secret_breaches(scenario: Scenario) -> Iterator[Breach]:
    """The statements of the truth, and of the seat of a witness, on the culprits."""
    said: dict[str, Secret] = {}
    for secret in scenario.truth:
        if first := said.get(secret.about):
            beside = (Beside(first.place, first.text),)
            yield _wrong(secret, f"the {secret.about} is named twice", "remove one of the lines", beside)
        said.setdefault(secret.about, secret)
        if secret.about in {"means", "evidence"}:
            kind = "means" if secret.about == "means" else "clue"
            (card,) = secret.names
            if scenario.deck.by_slug[card].kind != kind:
                yield wrong_kind(scenario, card, secret.place, f"name a {kind} card")
            elif (scenario.owner.get(card),) != scenario.secret("murderer"):
                yield _wrong(
                    secret,
                    f"{card} is not one of the murderer's cards",
                    "name one of the murderer's cards",
                )
    parts = [
        (about, name) for about in ("murderer", ACCOMPLICE, "witness") for name in scenario.secret(about)
    ]
    for about, name in parts:
        others = [other for other, same in parts if same == name and other != about]
        if others and about != "murderer":
            yield _wrong(said[about], f"{name} is the {others[0]} too", "give the role to another player")
        if name == scenario.seat and about != "witness":
            yield _wrong(
                said[about], f"{name} has the seat, which is an investigator's", "choose another seat"
            )
    if scenario.hand is not None:
        yield from _sight(scenario, scenario.hand)


def _sight(scenario: Scenario, saw: Secret) -> Iterator[Breach]:
    """The seat of a witness saw both culprits, and no other."""
    culprits = {*scenario.secret("murderer"), *scenario.secret(ACCOMPLICE)}
    two = len(saw.names) == len({*saw.names} - {scenario.seat}) == 2  # noqa: PLR2004 - the murderer and the accomplice
    if not two:
        yield _wrong(
            saw, f"{scenario.seat} saw two others, who did it", "name the murderer and the accomplice"
        )
    elif not culprits <= {*saw.names} or scenario.secret("witness") not in {(), (scenario.seat,)}:
        yield _wrong(
            saw,
            f"{scenario.seat} saw {' and '.join(saw.names)}, but the truth says otherwise",
            "correct one of them",
        )


def _wrong(secret: Secret, message: str, hint: str, related: tuple[Beside, ...] = ()) -> Breach:
    return Breach(codes.WRONG_SECRET, message, secret.place, hint, related)
