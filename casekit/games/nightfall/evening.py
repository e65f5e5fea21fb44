"""An evening of Nightfall, typed: nights and days as one seat, or everybody, saw them, and what really happened."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import Any

from casekit.games.nightfall.evening_forms import EVENING
from casekit.games.nightfall.game import NIGHTFALL
from casekit.games.transcripts.resolving import TranscriptParts, place_of, texts
from casekit.games.transcripts.speeches import SpokenLine
from casekit.games.transcripts.transcript import Transcript
from casekit.language.document.canonical import line_text
from casekit.language.document.tree import FormNode
from casekit.model.place import Place

NOBODY = "nobody"


@dataclass(frozen=True, kw_only=True)
class EveningLine:
    """A line of a text, or a part of one: its number in its block, its canonical text, where it is."""

    number: int = 0
    text: str = field(default="", compare=False)
    place: Place = field(default_factory=Place, compare=False)


@dataclass(frozen=True)
class Guest(EveningLine):
    """Somebody who plays."""

    name: str


@dataclass(frozen=True)
class Move(EveningLine):
    """The choice of a player for a night: whom they visit, themselves if they stay; and whether they mean to kill."""

    player: str
    host: str
    kills: bool = False


@dataclass(frozen=True)
class Night(EveningLine):
    """A night; of the seat that lived through it also its move and whom it met."""

    move: Move | None = None
    met: tuple[str, ...] = ()


@dataclass(frozen=True)
class Dawn(EveningLine):
    """Who died in the night before."""

    gone: tuple[str, ...] = ()


@dataclass(frozen=True)
class Vote(EveningLine):
    """Each voter with whom they want to hang, empty if they abstain."""

    ballots: tuple[tuple[str, str], ...]

    @property
    def hanged(self) -> str:
        """Whom the votes hang, more than half of those cast and two at least; empty if that is nobody."""
        cast = [whom for _, whom in self.ballots if whom]
        most = max(cast, key=cast.count, default="")
        return most if cast.count(most) > max(1, len(cast) / 2) else ""


@dataclass(frozen=True)
class Hanging(EveningLine):
    """Who is hanged after a vote, if anybody is, and their role."""

    gone: tuple[str, ...] = ()
    role: str = ""


Event = Night | Dawn | SpokenLine | Vote | Hanging


@dataclass(frozen=True)
class Culprits(EveningLine):
    """The murderers, as the truth names them."""

    names: tuple[str, ...]


@dataclass(frozen=True)
class Choices(EveningLine):
    """What everybody did in a night, as the truth says."""

    night: int
    moves: tuple[Move, ...]


@dataclass(frozen=True)
class Evening(Transcript[Guest, Culprits | Choices, Event]):
    """A typed evening. Whoever does or says something is a player.

    ``murderers`` counts them; each tries to kill at least once in every ``window`` of nights that they live through.
    ``limits`` are the places of these rules.
    """

    game = NIGHTFALL

    murderers: int = 1
    window: int = 2
    limits: Mapping[str, EveningLine] = field(default_factory=dict, compare=False)

    @cached_property
    def days(self) -> dict[int, int]:
        """The night, or the day after the night of that number, of each line of play; 0 is the day of introductions."""
        nights, found = 0, {}
        for event in self.play:
            nights += isinstance(event, Night)
            found[event.number] = nights
        return found

    @property
    def nights(self) -> range:
        """The numbers of the nights that were played."""
        return range(1, max(self.days.values(), default=0) + 1)

    @property
    def suspects(self) -> tuple[tuple[str, ...], ...]:
        """Everybody, or every two, who may be the murderers."""
        return tuple(combinations(self.names, min(self.murderers, len(self.names))))

    @property
    def culprits(self) -> tuple[str, ...]:
        """The murderers, if the truth names them, in the order of players."""
        named = {name for line in self.truth if isinstance(line, Culprits) for name in line.names}
        return tuple(name for name in self.names if name in named)

    @property
    def choices(self) -> dict[int, Choices]:
        """What the truth says of each night."""
        return {line.night: line for line in self.truth if isinstance(line, Choices)}

    @property
    def reader(self) -> str:
        """The player whose eyes the reader has; empty without one."""
        return self.seat if self.seat is not None and self.seat in self.names else ""


def evening_of(told: TranscriptParts[None]) -> Evening:
    """The evening of a text."""
    rules = {line.form: line for _, line in told.lines["rules"]}
    counts = {form: int(line["count"].text) for form, line in rules.items()}
    given: dict[str, Any] = {
        **told.fields,
        "players": tuple(Guest(line["name"].text, **_where(at, line)) for at, line in told.lines["players"]),
        "seat": told.seat,
        "hand": None,
        "truth": tuple(_truth(number, line) for number, line in told.lines["truth"]),
        "murderers": counts.get("murderers", 1),
        "window": counts.get("attempts", 2),
        "limits": {form: EveningLine(**_where(1, line)) for form, line in rules.items()},
    }
    lines = told.lines["play"]
    silent = (_event(number, line) for number, line in lines if line.form != "speech")
    scope = NIGHTFALL.scope(Evening(play=tuple(silent), **given))
    play = (
        told.speech(number, line, scope) if line.form == "speech" else _event(number, line)
        for number, line in lines
    )
    return Evening(play=tuple(play), **given)


def _where(number: int, line: FormNode) -> dict[str, Any]:
    text = " ".join(line_text(*EVENING.values(line), EVENING))
    return {"number": number, "text": text, "place": place_of(line)}


def _event(number: int, line: FormNode) -> Event:
    said, where = dict(line.parts), _where(number, line)
    match line.form:
        case "night":
            move = None if said["move"] is None else _move(said["move"])
            return Night(move, _names(said["met"]), **where)
        case "dawn":
            return Dawn(_names(said["dead"]), **where)
        case "vote":
            ballots = (dict(each.parts) for each in said["ballots"])
            named = ((each["player"].text, each["whom"].text if "whom" in each else "") for each in ballots)
            return Vote(tuple(named), **where)
    return Hanging((said["player"].text,), said["role"], **where) if said else Hanging(**where)


def _names(words: tuple[Any, ...]) -> tuple[str, ...]:
    """The players among some words, one of which may be that it is nobody."""
    return texts([word for word in words if word != NOBODY])


def _move(line: FormNode) -> Move:
    said = dict(line.parts)
    return Move(said["player"].text, said.get("host", said["player"]).text, said["kills"], **_where(1, line))


def _truth(number: int, line: FormNode) -> Culprits | Choices:
    if line.form == "culprits":
        return Culprits(texts(line["names"]), **_where(number, line))
    return Choices(int(line["number"].text), tuple(map(_move, line["moves"])), **_where(number, line))
