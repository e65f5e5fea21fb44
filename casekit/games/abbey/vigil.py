"""A vigil of Abbey, typed: a deal as one seat sees it, and what was taken, asked, shown and passed on at the table."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import Any, ClassVar, Self

from casekit.diagnostics import Place
from casekit.games.abbey.deck import USUAL, Deck
from casekit.games.abbey.game import ABBEY
from casekit.games.abbey.vigil_forms import VIGIL
from casekit.games.transcripts.hands.holdings import Holding, Player, at_table
from casekit.games.transcripts.resolving import TranscriptParts, place_of
from casekit.games.transcripts.told_lines import plain, written
from casekit.games.transcripts.transcript import OPEN, Transcript
from casekit.language.document.canonical import line_text
from casekit.language.document.dialect import FormNode
from casekit.language.document.forms import Pattern


@dataclass(frozen=True)
class Deed:
    """A line of play, or what one player does in it: the values of its form's parts, ``None`` for what is left out.

    A value is a name, a number, yes or no as a truth value, or several names or deeds.
    """

    number: int
    form: str
    parts: Mapping[str, Any]
    place: Place = field(default_factory=Place, compare=False)

    WHO: ClassVar = ("who", "whom", "with")

    def __getitem__(self, part: str) -> Any:
        """The value of a part; ``None`` if there is no such part in this line."""
        return self.parts.get(part)

    @classmethod
    def of(cls, line: FormNode, number: int = 0) -> Self:
        """A line of a syntax tree, typed."""
        parts = {name: plain(value, cls.of) for name, value in line.parts}
        return cls(number, line.form, parts, place_of(line))

    @property
    def pattern(self) -> Pattern:
        """The pattern of its form that it fits."""
        return VIGIL.fitting(VIGIL.form_of[self.form], self.parts)

    @cached_property
    def text(self) -> str:
        """The canonical text of the line."""
        values = {name: written(value) for name, value in self.parts.items()}
        return line_text(self.pattern, values, VIGIL)[0]

    @property
    def inside(self) -> tuple["Deed", ...]:
        """The parts of a line of all players, each of one of them."""
        found: tuple[Deed, ...] = self["moved"] or self["shown"] or ()
        return found

    @property
    def seen(self) -> tuple[str, ...]:
        """The parts that name cards which somebody sees, and does not only ask about."""
        asked = self.form in {"having", "clearing", "accusing"}
        return tuple(part for part in ("card", "other", "cards") if part in self.parts and not asked)

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards that a line names as seen, in their order."""
        told = (self[part] or () for part in self.seen)
        own = ((each,) if isinstance(each, str) else each for each in told)
        return tuple(chain(*own, *(deed.cards for deed in self.inside)))

    def changed(self, **parts: Any) -> Self:
        """The same line with other values of some parts."""
        return replace(self, parts={**self.parts, **parts})


@dataclass(frozen=True)
class Vigil(Transcript[Player, Holding, Deed]):
    """A typed vigil. Every card is in the deck and whoever plays is a player.

    ``hand`` is the hand that a player's seat was dealt; ``truth`` lists what was dealt, as far as it is given.
    """

    game = ABBEY

    deck: Deck = USUAL

    @property
    def pile(self) -> int:
        """The number of cards that were not dealt, which are in the parlor."""
        return len(self.deck.monks) - 1 - sum(player.hand_size for player in self.players)

    def beside(self, player: str, by: int) -> str:
        """The next player to the left, ``by`` 1, or to the right, by -1."""
        return self.names[(self.names.index(player) + by) % len(self.names)]

    def seers(self, deed: Deed, event: Deed) -> tuple[str, ...]:
        """The players who see the cards that a line, or what one player does in it, is about."""
        match deed.form:
            case "showing":
                return self.names
            case "passing":
                if event.form == "shambles":
                    return (deed["player"],)
                return deed["player"], self.beside(deed["player"], 1 if deed["gives"] else -1)
            case "glimpsing":
                return (deed["who"],)
        return tuple(deed[part] for part in Deed.WHO if deed[part])

    def as_seen_by(self, event: Deed, seat: str | None) -> Deed:
        """A line without the cards that readers in a seat do not see."""
        if seat == OPEN and event.form != "swapping":
            return event
        if event["moved"]:
            passed = (deed for deed in event.inside if seat in self.seers(deed, event))
            return event.changed(moved=tuple(passed))
        hidden = not event.inside and seat not in self.seers(event, event)
        # A swap names the hand of the own seat.
        if not hidden and (event.form != "swapping" or seat == self.seat):
            return event
        return event.changed(**{part: () if isinstance(event[part], tuple) else None for part in event.seen})


def vigil_of(told: TranscriptParts[Deck]) -> Vigil:
    """The vigil in a text, from its parts."""
    return Vigil(**at_table(told), play=tuple(Deed.of(line, number) for number, line in told.lines["play"]))
