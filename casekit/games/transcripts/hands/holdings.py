"""Players with hands of cards, and what somebody holds."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from casekit.diagnostics import Place
from casekit.games.transcripts.resolving import TranscriptParts, place_of, texts
from casekit.games.transcripts.transcript import OPEN, Transcript


@dataclass(frozen=True, slots=True)
class Player:
    """A player and the number of cards in the player's hand."""

    name: str
    hand_size: int
    place: Place = field(default_factory=Place, compare=False)


@dataclass(frozen=True, slots=True)
class Holding:
    """All cards that a player, or a place such as an envelope, holds."""

    holder: str
    cards: tuple[str, ...]
    place: Place = field(default_factory=Place, compare=False)


def at_table(told: TranscriptParts[Any]) -> dict[str, Any]:
    """The fields of a transcript whose players hold cards, but its play; a player is a line such as ``ANNA 6``."""
    cards = [card for _, line in told.lines["seat"] for card in line["hand"]]
    in_play = told.seat not in {None, OPEN}
    players = [line for _, line in told.lines["players"]]
    truth = [line for _, line in told.lines["truth"]]
    return {
        **told.fields,
        "players": tuple(
            Player(line["name"].text, int(line["cards"].text), place_of(line)) for line in players
        ),
        "seat": told.seat,
        "hand": Holding(str(told.seat), texts(cards), told.seat_place) if in_play else None,
        "truth": tuple(Holding(line["holder"].text, texts(line["cards"]), place_of(line)) for line in truth),
    }


Held = Transcript[Player, Holding, Any]
"""A transcript in which players hold cards."""


def held(transcript: Held) -> Iterator[Holding]:
    """Every holding that a transcript states: the truth, then the seat's hand."""
    yield from transcript.truth
    if transcript.hand is not None:
        yield transcript.hand


def in_truth(transcript: Held, holder: str) -> tuple[str, ...]:
    """The cards that the truth gives a holder; none if it does not say."""
    return next((each.cards for each in transcript.truth if each.holder == holder), ())


def hand_lines(transcript: Held) -> Mapping[str, Sequence[str]]:
    """The lines of players, seat and truth, as text."""
    return {
        "players": [f"{player.name} {player.hand_size}" for player in transcript.players],
        "seat": [", ".join(transcript.hand.cards if transcript.hand else ())],
        "truth": [f"{each.holder}: {', '.join(each.cards)}" for each in transcript.truth],
    }
