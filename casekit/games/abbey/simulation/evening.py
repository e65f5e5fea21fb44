"""Evenings of informed detectives, and the vigils that they make: what one seat sees until two lines after it can know."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random

from casekit.games.abbey.deck import ABBEY, GUILTY, PARLOR, TRAITS, Deck
from casekit.games.abbey.simulation.table import Table
from casekit.games.abbey.vigil import Vigil
from casekit.games.transcripts.asking.transcript_inquiry import TranscriptInquiry
from casekit.games.transcripts.hands.holdings import hand_lines
from casekit.games.transcripts.making.fitting import LINES_AFTER
from casekit.games.transcripts.making.made import Making
from casekit.games.transcripts.transcript import Level

NAMES = ("ADSO", "BERNO", "CLARE", "DOMNIN", "EDITH", "FRIDA")
"""Those at the table, from left to left."""

ROUNDS = 4
"""The rounds before each mass."""

MOST_LINES = 34
"""The lines of an evening; from longer ones nothing is concluded in time."""

EVENINGS = 100
"""The evenings of which one is taken: the first in which the seat has not seen ``UNSEEN`` monks, or the nearest to that."""

UNSEEN: Mapping[Level, int] = {"apprentice": 1, "amateur": 2, "expert": 2}
"""Those whom readers have to strike off by more than seeing them, and the guilty one; what is easier to see is quicker to find."""

MASSES = {3: 3, 4: 2, 5: 2, 6: 1}
"""The masses of an evening, by the number of players: after more the deduction is too hard."""

EVENTS: Mapping[str, int] = {"suspicion": 6, "alibi": 2, "shambles": 1, "": 1}
"""The events after a mass, by how often they happen; some of them move and show no card."""

BOOKS: Mapping[str, int] = {"looking": 2, "glimpsing": 3, "exchanging": 1, "taking": 2}
"""The acts that books allow."""


class Evening(Table):
    """A table whose players choose the best questions."""

    def run(self, lines: int) -> None:
        """Play a number of lines, or until the last mass."""
        while len(self.play) < lines and self.masses < MASSES[len(self.names)]:
            for _ in range(ROUNDS):
                for player in self.names:
                    if len(self.play) < lines:
                        self._turn(player)
            if len(self.play) + 1 < lines:
                self.do("mass", self.names[0])
                event = self._chosen(EVENTS)
                if event:
                    self.do(event, self.names[0])

    def _chosen(self, weights: Mapping[str, int]) -> str:
        return self.random.choices([*weights], [*weights.values()])[0]

    def _turn(self, player: str) -> None:
        """A question to somebody who is met, or what the place allows."""
        place = self._chosen({"ask": 9, "cell": 4, "parlor": 4, "book": 4, "chapter": 1})
        match place:
            case "cell":
                self.do("taking", player)
            case "parlor":
                if not self.do("drawing", player):
                    self.do("requesting", player, traits=self._telling(player, 1, 9))
            case "book":
                self.do(self._chosen(BOOKS), player)
            case "chapter":
                self._reveal(player)
            case _:
                self._ask(player)

    def _ask(self, player: str) -> None:
        """A question whose answer the player cannot know."""
        form = self._chosen({"counting": 5, "having": 2, "clearing": 5, "suspects": 1})
        if form == "suspects":
            self.do("counting", player)
        elif form == "counting":
            self.do("counting", player, traits=self._telling(player, 2, 6))
        else:
            self.do(form, player)

    def _telling(self, player: str, least: int, most: int) -> tuple[str, ...]:
        """Characteristics that some of the suspects of a player have, and not too many."""
        values = [value for of_one in TRAITS.values() for value in of_one]
        suspects, like = {*self.suspects(player)}, self.deck.by_trait
        asked = [
            traits
            for traits in (*((value,) for value in values), *combinations(values, 2))
            if least <= len(suspects.intersection(*map(like.__getitem__, traits))) <= most
        ]
        return self.random.choice(asked) if asked else self.random_traits()

    def _reveal(self, player: str) -> None:
        """Say what all suspects are, or nearly all of them, once."""
        suspects = [self.deck.by_slug[card].traits for card in self.suspects(player)]
        said = {event["trait"] for event, _ in self.play if event.form == "revealing"}
        shares = {
            value: sum(value in traits for traits in suspects) / len(suspects)
            for values in TRAITS.values()
            for value in values
            if value not in said
        }
        best = max(shares, key=lambda value: shares[value])
        if shares[best] > 0.7:  # noqa: PLR2004 - a risk that is worth two points
            self.do("revealing", player, trait=best)
        elif not self.hand(PARLOR) and len(suspects) < 4:  # noqa: PLR2004 - likewise
            card = self.random.choice(self.suspects(player))
            if self.holder[card] != ABBEY:
                self.do("accusing", player, card=card)
            return
        else:
            self._ask(player)


def _simulated(
    random: Random, deck: Deck, players: int, level: Level, lines: int = MOST_LINES
) -> Iterator[Vigil]:
    best: tuple[int, Evening, str] | None = None
    for _ in range(EVENINGS):
        evening = Evening(deck, NAMES[:players], random)
        evening.run(lines)
        seat = max(evening.names, key=lambda name: (len(evening.known[name]), random.random()))
        off = abs(len(evening.suspects(seat)) - UNSEEN[level])
        if best is None or off < best[0]:
            best = off, evening, seat
        if off == 0:
            break
    if best is None:
        raise AssertionError("no evening was played")
    _, evening, seat = best
    vigil = evening.seen_from(seat, level)
    if any(event.form == "accusing" and event["who"] == seat for event in vigil.play):
        return
    inquiry = TranscriptInquiry(vigil)
    knowledge, guilty = inquiry.knowledge, inquiry.scope.function_of_name[GUILTY]
    # Most evenings leave something open, which is found out sooner than since when they do not.
    if knowledge.value(knowledge.everything, guilty) is not None:
        decided = inquiry.course.decided or 0
        yield replace(vigil, play=vigil.play[: decided + LINES_AFTER])


def _begun(deck: Deck) -> Vigil:
    """A vigil for three players with cards that are not shuffled, and the first card of the parlor or of a hand."""
    evening = Evening(deck, NAMES[:3], Random(0))  # noqa: S311 - the first deal is as good as any
    evening.do("drawing", NAMES[0]) or evening.do("taking", NAMES[0])
    return evening.seen_from(NAMES[0])


def _comments(vigil: Vigil) -> Mapping[str, Sequence[str]]:
    each = vigil.players[0].hand_size
    return {
        "players": [
            f"From left to left, each with {each} cards: one card is under the board, the rest in the parlor."
        ],
        "seat": ["The cards that readers were dealt. Without a seat they saw no card."],
        "play": [
            "A card is named where the seat saw it; after every fourth round there is a mass.",
            "TODO: the play goes on until the guilty monk is certain.",
        ],
        "truth": ["TODO: change the deal, here and in the seat's hand."],
    }


MAKING = Making(
    simulated=_simulated,
    players=lambda deck, _: range(3, min(6, (len(deck.monks) - 1) // 2) + 1),
    begun=_begun,
    comments=_comments,
    to_do="a deal, its play and its story to write",
    lines=hand_lines,
)
"""How vigils are made."""
