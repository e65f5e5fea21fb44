"""Faults of a deal, a transcript or a puzzle, before they are put at places of a file: those of the people at a table, and what a game says of others."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from casekit.diagnostics import Code, Diagnostic, Place, Related, Source
from casekit.games.game import nothing
from casekit.games.transcripts import codes
from casekit.games.transcripts.transcript import OPEN, AnyTranscript, Event
from casekit.model.theory import Rival


@dataclass(frozen=True, slots=True)
class Beside:
    """Another place that belongs to a breach, and what it says; what is nowhere in the puzzle has no place."""

    place: Place | None
    label: str


@dataclass(frozen=True, slots=True)
class Breach:
    """One thing that is wrong: its code, what is wrong in plain words, where, and what to do.

    A puzzle that was made by a program has no file, so a breach is not a ``Diagnostic`` yet.
    """

    code: Code
    message: str
    place: Place
    hint: str
    related: tuple[Beside, ...] = ()


def broken(
    place: Place, code: Code, hint: str, wrong: Mapping[str, bool], *related: Beside
) -> Iterator[Breach]:
    """The breaches at a place that have one cure, of what may be wrong and whether it is so."""
    return (Breach(code, message, place, hint, related) for message, is_so in wrong.items() if is_so)


def over(event: Event, end: Event, why: str) -> Breach:
    """A line of play after the one that ended the game."""
    told, beside = f"the game is over: {why}", Beside(end.place, end.text)
    return Breach(codes.PLAY_AFTER_THE_END, told, event.place, "remove what follows", (beside,))


def twice(
    code: Code, named: Iterable[tuple[str, Any]], told: str, beside: str, hint: str
) -> Iterator[Breach]:
    """Names that are in two lines, or twice in one: what is ``told`` of a name, and of it and the first line ``beside``."""
    first: dict[str, Any] = {}
    for name, line in named:
        if name in first:
            other = Beside(first[name].place, beside.format(name, first[name]))
            yield Breach(code, told.format(name), line.place, hint, (other,))
        first.setdefault(name, line)


def reported(breach: Breach, source: Source) -> Diagnostic:
    """A breach in the text of its puzzle; what is nowhere in it is added to the message."""
    told = [beside.label for beside in breach.related if beside.place is None]
    return Diagnostic(
        breach.code,
        "\n".join([breach.message, *told]),
        source.span(breach.place.start, breach.place.end),
        breach.hint,
        tuple(
            Related(source.span(beside.place.start, beside.place.end), beside.label)
            for beside in breach.related
            if beside.place is not None
        ),
    )


T = TypeVar("T", bound=AnyTranscript)


@dataclass(frozen=True, slots=True)
class RuleWords:
    """The words of findings for the ``solution`` and the ``first`` line of play, and what to do about transcripts.

    They are decided ``to_begin`` with, not at all, or do not fit their level. The truth says what is ``asked``; a story that
    names the ``whole`` of it gives it away,
    unless that is empty.
    """

    asked: str = "what is asked for"
    whole: str = "the whole solution"
    solution: str = "the solution"
    first: str = "the first line of play"
    to_begin: str = "choose another seat"
    to_decide: str = "add a line that decides between them"
    to_fit: str = "cut or add lines of play"


@dataclass(frozen=True)
class TranscriptRules(Generic[T]):
    """The rules of a game.

    ``answer`` is the solution as the truth says it, empty if it does not. ``illegal`` finds what the rules forbid at a ``table``
    that is as it should be, ``left_out`` what the seat saw and the transcript does not say; ``world`` describes a rival.
    """

    answer: Callable[[T], tuple[str, ...]]
    illegal: Callable[[T], Iterable[Breach]] = nothing
    world: Callable[[Rival], str] = lambda rival: ", ".join(map(str, rival.changed or rival.world))
    words: RuleWords = field(default_factory=RuleWords)
    table: Callable[[T], Iterable[Breach]] = nothing
    left_out: Callable[[T], Iterable[Breach]] = nothing


def illegal(transcript: AnyTranscript) -> tuple[Breach, ...]:
    """The breaches of a game's rules, as far as they are seen without deduction.

    Those of the table come alone: all others would only follow from them.
    """
    rules = transcript.game.rules()
    return (*who_plays(transcript), *rules.table(transcript)) or tuple(rules.illegal(transcript))


def who_plays(transcript: AnyTranscript) -> Iterator[Breach]:
    """As many play as the game, or the deck, is for, nobody twice; and the seat is one of them."""
    players, at_table = transcript.game.players, transcript.players
    most_of_deck = transcript.game.decks().most_players
    least, most, whom = players.start, players.stop - 1, "the game"
    if most_of_deck is not None:
        most, whom = most_of_deck(transcript.deck), "this deck"
    there = "is 1 player" if len(at_table) == 1 else f"are {len(at_table)} players"
    wrong = {f"there {there}, but {whom} is for {least} to {most}": not least <= len(at_table) <= most}
    place = at_table[-1].place if at_table else transcript.place
    yield from broken(place, codes.PLAYER_COUNT, f"name {least} to {most} players", wrong)
    named = [(player.name, player) for player in at_table]
    told, beside, hint = "{} is a player twice", "{} is here already", "remove one of the two lines"
    yield from twice(codes.REPEATED_PLAYER, named, told, beside, hint)
    nobody = transcript.seat not in {None, OPEN, *transcript.names}
    wrong = {f"the seat is {transcript.seat}'s, who is not a player": nobody}
    place = transcript.hand.place if transcript.hand else transcript.place
    hint = f"name one of the players: {', '.join(transcript.names)}"
    yield from broken(place, codes.UNKNOWN_SEAT, hint, wrong)
