"""The people at a table, and whether it keeps the rules of its game."""

from collections.abc import Iterator

from casekit.games.transcripts import codes
from casekit.games.transcripts.checks.breaches import Breach, twice
from casekit.games.transcripts.transcript import OPEN, AnyTranscript


def illegal(transcript: AnyTranscript) -> tuple[Breach, ...]:
    """The breaches of a game's rules, as far as they are seen without deduction.

    Those of the table come alone: all others would only follow from them.
    """
    rules = transcript.game.rules()
    return (*who_plays(transcript), *rules.table(transcript)) or tuple(rules.illegal(transcript))


def who_plays(transcript: AnyTranscript) -> Iterator[Breach]:
    """As many play as the game, or the deck, is for, nobody twice; and the seat is one of them."""
    players = transcript.game.players
    most = transcript.game.decks().most_players
    if most is None:
        yield from player_count(transcript, players.start, players.stop - 1, "the game")
    else:
        yield from player_count(transcript, players.start, most(transcript.deck), "this deck")
    named = [(player.name, player) for player in transcript.players]
    told, beside, hint = "{} is a player twice", "{} is here already", "remove one of the two lines"
    yield from twice(codes.REPEATED_PLAYER, named, told, beside, hint)
    yield from seat(transcript)


def player_count(transcript: AnyTranscript, least: int, most: int, whom: str) -> Iterator[Breach]:
    """As many play as the game is for; ``whom`` says what this many are for."""
    count = len(transcript.players)
    if not least <= count <= most:
        yield Breach(
            codes.PLAYER_COUNT,
            f"there {'is 1 player' if count == 1 else f'are {count} players'}, but {whom} is for "
            f"{least} to {most}",
            transcript.players[-1].place if transcript.players else transcript.place,
            f"name {least} to {most} players",
        )


def seat(transcript: AnyTranscript) -> Iterator[Breach]:
    """The seat is one of a player."""
    if transcript.seat not in {None, OPEN, *transcript.names}:
        yield Breach(
            codes.UNKNOWN_SEAT,
            f"the seat is {transcript.seat}'s, who is not a player",
            transcript.hand.place if transcript.hand else transcript.place,
            f"name one of the players: {', '.join(transcript.names)}",
        )
