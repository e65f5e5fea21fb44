"""Evenings of informed detectives, and the vigils that they make.

A vigil is what one seat sees until two lines after it can know the culprit.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations, islice
from random import Random
from typing import Any, NamedTuple

from casekit.games.abbey.document import ABBEY, GUILTY, OUT, PARLOR, TRAIT_OF_VALUE, TRAITS, Deck, Deed, Vigil
from casekit.games.abbey.game import VIGIL
from casekit.games.abbey.moves import Flow, move_of
from casekit.kit.hands import Holding, Player, hand_lines
from casekit.kit.transcripts.analysis import TranscriptAnalysis
from casekit.kit.transcripts.editions import Level
from casekit.kit.transcripts.generator import LINES_AFTER, GeneratorSpec
from casekit.values import replace

PLAYER_NAMES = ("ADSO", "BERNO", "CLARE", "DOMNIN", "EDITH", "FRIDA")
"""The players at the table, from left to left."""

ROUNDS_BEFORE_MASS = 4


class EveningLength(NamedTuple):
    """How long an evening is at most."""

    lines: int
    masses: int


LONGEST_EVENINGS = {
    3: EveningLength(34, 2),
    4: EveningLength(34, 1),
    5: EveningLength(42, 1),
    6: EveningLength(50, 1),
}
"""The length of evenings by the number of players: with more lines, nothing is concluded in time."""

MOST_EVENINGS = 400
"""The most evenings of which one is taken.

It is the first in which the seat has not seen as many monks as ``UNSEEN_MONKS`` says, or the nearest to that.
"""

UNSEEN_MONKS = {3: 2, 4: 2, 5: 1, 6: 1}
"""By the number of players, how many monks readers have to strike off by more than seeing them.

The guilty monk is one of them; for apprentices it is the only one.
"""

EVENT_WEIGHTS = {"suspicion": 6, "alibi": 2, "shambles": 1}
"""The events after a mass, by how often they happen."""

PLACE_WEIGHTS = {"ask": 9, "cell": 4, "parlor": 4, "chapter": 1}
"""The places of a turn, by how often they are chosen."""

BOOK_WEIGHTS = {"glimpsing": 3, "exchanging": 1, "taking": 2}
"""The acts that books allow, by how often they are chosen."""


class BookFrequency(NamedTuple):
    """How often books are chosen, as weights beside those of other places and acts."""

    any_book: int
    book_that_shows_a_hand: int


BOOK_FREQUENCIES = {
    3: BookFrequency(4, 2),
    4: BookFrequency(4, 2),
    5: BookFrequency(10, 6),
    6: BookFrequency(13, 8),
}
"""By the number of players: at larger tables hands are small."""

QUESTION_WEIGHTS = {"counting": 5, "having": 2, "clearing": 5, "suspects": 1}
"""The forms of questions, by how often they are asked; ``suspects`` counts suspects."""

SHARE_OF_SILENCE = 0.05
"""How often somebody keeps silent."""

SHARE_TO_REVEAL = 0.7
"""A player says what the monk is if more than this share of the suspects are so: a risk worth two points."""

MOST_SUSPECTS_TO_ACCUSE = 3
"""The most suspects one of whom a player accuses."""


class Table:
    """Players with their hands and notes, and what has happened at their table."""

    def __init__(self, deck: Deck, names: Sequence[str], random: Random) -> None:
        self.deck = deck
        self.names = tuple(names)
        self.random = random
        cards, size = [*deck.slugs], deck.hand(len(names))
        random.shuffle(cards)
        holders = [ABBEY]
        for name in names:
            holders += [name] * size
        holders += [PARLOR] * (len(cards) - len(holders))
        self.holder = dict(zip(cards, holders, strict=True))
        """The holder of each card now."""
        truth = tuple(Holding(holder, self.hand(holder)) for holder in (ABBEY, *names))
        players = tuple(Player(name, size) for name in names)
        self.vigil = Vigil("", players, None, None, (), truth, deck=deck)
        self.known = {name: {*self.hand(name)} for name in names}
        """By player the monks whom the player has held or seen: the player's notes."""
        self.play: list[tuple[Deed, Mapping[str, tuple[str, ...]]]] = []
        """Each line with every card in it, and all hands after it."""

    def hand(self, holder: str) -> tuple[str, ...]:
        """The cards of a holder, in the order of the deck."""
        return tuple(card for card in self.deck.slugs if self.holder[card] == holder)

    def suspects(self, player: str) -> tuple[str, ...]:
        """The monks that a player has not crossed off."""
        return tuple(card for card in self.deck.slugs if card not in self.known[player])

    def players_with_cards(self, *excepted: str) -> tuple[str, ...]:
        """The players who have cards, apart from those that are excepted."""
        return tuple(name for name in self.names if name not in excepted and self.hand(name))

    def seen_from(self, seat: str | None, level: Level = "amateur") -> Vigil:
        """The vigil that a seat sees of all this."""
        own = next((holding for holding in self.vigil.truth if holding.holder == seat), None)
        vigil = replace(self.vigil, seat=seat, hand=own, level=level)
        return replace(vigil, play=tuple(self._seen(vigil, event, hands) for event, hands in self.play))

    def _seen(self, vigil: Vigil, event: Deed, hands: Mapping[str, tuple[str, ...]]) -> Deed:
        """A line without what others pass to the seat: that is what it receives, and so on."""
        seat = vigil.seat
        if seat and event.form == "swapping" and seat in {event["who"], event["whom"]}:
            return event.changed(cards=hands[seat])
        seen = vigil.as_seen_by(event, seat)
        if not seen["moved"]:
            return seen
        passings = [deed for deed in seen["moved"] if seat not in self.names or deed["player"] == seat]
        return seen.changed(moved=tuple(passings))

    def do(self, form: str, who: str, whom: str = "", **asked: Any) -> bool:
        """Let something happen, if it can, and let everybody note what they see; whether it could.

        The form is that of the line. Parts of the line that are not ``asked`` for are drawn.
        """
        whom = whom or self.random.choice(self.players_with_cards(who) or self.names)
        act: Callable[..., dict[str, Any] | None] = getattr(self, f"_{form}", partial(self._moving, form))
        parts = act(who, whom, **asked) if whom != who else None
        if parts is None:
            return False
        event = self._deed(form, {"who": who, "whom": whom} | parts)
        hands = {name: self.hand(name) for name in self.names}
        self.play.append((event, hands))
        for deed in (event, *event.inside):
            for player in self.vigil.seers(deed, event):
                self.known[player].update(deed.cards)
        heard = [event["card"]] if event["answer"] == "yes" or event["by"] else []
        for name, known in self.known.items():
            known.update(hands[name], heard)
        return True

    def _deed(self, form: str, values: Mapping[str, Any]) -> Deed:
        """A line with those of the values that its form has parts for."""
        parts = {part: values[part] for part in VIGIL.part_names[form] if values.get(part) is not None}
        return Deed(len(self.play) + 1, form, parts)

    def _moving(self, form: str, who: str, whom: str) -> dict[str, Any] | None:
        """Cards that go by chance, all at once."""
        people = {
            "who": who,
            "whom": whom,
            "with": self.random.choice(self.players_with_cards(who, whom) or (whom,)),
        }
        sizes = {holder: len(self.hand(holder)) for holder in (*self.names, PARLOR, OUT)}
        mass_count = 1 + sum(event.form == "mass" for event, _ in self.play)
        move = move_of(self.vigil, Deed(0, form, people), sizes, mass_count)
        targets = self.random.sample(move.shuffled, len(move.shuffled))
        flows = (*move.flows, *map(Flow, move.shuffled, targets, [1] * len(targets)))
        cards_of_flows = [(flow, self._some(self.hand(flow.source), flow.count)) for flow in flows]
        if not cards_of_flows:
            return None
        for flow, cards in cards_of_flows:
            self.holder |= dict.fromkeys(cards, flow.target)
        passed = {(flow.source, True): cards for flow, cards in cards_of_flows}
        passed |= {(flow.target, False): cards for flow, cards in cards_of_flows}
        moved = [
            self._deed("passing", {"player": player, "gives": gives, "cards": cards})
            for (player, gives), cards in passed.items()
        ]
        (_, first_cards), (_, last_cards) = cards_of_flows[0], cards_of_flows[-1]
        return people | {
            "card": first_cards[0],
            "other": last_cards[0],
            "cards": self.hand(who),
            "moved": tuple(moved),
            "shown": tuple(self._showing(flow.source, cards) for flow, cards in cards_of_flows),
        }

    def _some(self, cards: Collection[str], count: int) -> tuple[str, ...]:
        """A number of cards by chance, or as many as there are, in the order of the deck."""
        drawn = self.random.sample(sorted(cards), min(count, len(cards)))
        return tuple(sorted(drawn, key=self.deck.slugs.index))

    def _showing(self, player: str, cards: Sequence[str]) -> Deed:
        """A part of a line: a player shows the first of some cards, or has none to show."""
        values = {"player": player, "shows": bool(cards), "card": cards[0] if cards else None}
        return self._deed("showing", values)

    # --- the values of lines, by form ------------------------------------------------------------

    def _revealing(self, *_: str, trait: str) -> dict[str, Any]:
        return {"trait": trait}

    def _having(self, who: str, whom: str) -> dict[str, Any]:
        return self._asking(who, self.hand(whom))

    def _clearing(self, who: str, whom: str) -> dict[str, Any]:
        return self._asking(who, self.known[whom])

    def _asking(self, who: str, cards_with_yes: Collection[str]) -> dict[str, Any]:
        """A question about one of the suspects; the answer is yes for some cards."""
        card = self.random.choice(self.suspects(who) or self.deck.slugs)
        answer = "yes" if card in cards_with_yes else "no"
        if self.random.random() < SHARE_OF_SILENCE:
            answer = "silence"
        return {"card": card, "answer": answer}

    def _counting(self, _: str, whom: str, traits: Sequence[str] = ()) -> dict[str, Any]:
        if not traits:
            return {"count": len(self.suspects(whom))}
        return {"traits": tuple(traits), "count": len({*self.deck.having(traits)} & {*self.hand(whom)})}

    def _requesting(self, who: str, whom: str, traits: Sequence[str] = ()) -> dict[str, Any]:
        traits = tuple(traits) or self.random_traits()
        matching = [card for card in self.hand(whom) if card in self.deck.having(traits)]
        matching_known = [card for card in matching if card in self.known[who]]
        card = self.random.choice(matching_known or matching) if matching else None
        return {"traits": traits, "shows": bool(matching), "card": card}

    def random_traits(self) -> tuple[str, ...]:
        """One or two characteristics that monks have together."""
        monk = self.random.choice(self.deck.monks)
        chosen = {*self.random.sample(monk.traits, self.random.randint(1, 2))}
        return tuple(trait for trait in monk.traits if trait in chosen)

    def _looking(self, _: str, whom: str) -> dict[str, Any] | None:
        return {"cards": self.hand(whom)} if self.hand(whom) else None

    def _glimpsing(self, _: str, whom: str) -> dict[str, Any] | None:
        hand = self.hand(whom)
        if len(hand) < 2:  # noqa: PLR2004 - of one card nothing can be hidden
            return None
        sees_all_but_one = self.random.random() < 0.5  # noqa: PLR2004 - as often as not
        if sees_all_but_one:
            return {"cards": self._some(hand, len(hand) - 1), "left": 1, "seen": None}
        return {"cards": self._some(hand, 2), "left": None, "seen": 2}

    def _suspicion(self, *_: str) -> dict[str, Any]:
        trait = self.random.choice((*TRAITS["order"], *TRAITS["rank"]))
        shown: list[Deed] = []
        for name in self.names:
            matching = {*self.hand(name)} & self.deck.by_trait[trait]
            shown.append(self._showing(name, self._some(matching, 1)))
        return {"trait": trait, "shown": tuple(shown)}

    def _accusing(self, who: str, _: str, card: str = "") -> dict[str, Any] | None:
        card = card or self.random.choice(self.suspects(who))
        holder = self.holder[card]
        if self.hand(PARLOR) or holder in {who, OUT}:
            return None
        if holder == ABBEY:
            return {"card": card, "right": True, "by": None}
        return {"card": card, "right": None, "by": holder}


class Evening(Table):
    """A table whose players choose the best questions."""

    def turns(self) -> Iterator[str]:
        """Play turn by turn, until a mass that would be one too many; gives whose turn it was."""
        for mass in range(LONGEST_EVENINGS[len(self.names)].masses + 1):
            if mass:
                self.do("mass", self.names[0])
                self.do(self._drawn(EVENT_WEIGHTS), self.names[0])
            for player in self.names * ROUNDS_BEFORE_MASS:
                self._turn(player)
                yield player

    def _drawn(self, weights: Mapping[str, int]) -> str:
        return self.random.choices([*weights], [*weights.values()])[0]

    def _turn(self, player: str) -> None:
        """A question to somebody who is met, or what the place allows."""
        books = BOOK_FREQUENCIES[len(self.names)]
        place = self._drawn(PLACE_WEIGHTS | {"book": books.any_book})
        match place:
            case "cell":
                self.do("taking", player)
            case "parlor":
                if not self.do("drawing", player):
                    self.do("requesting", player, traits=self._telling_traits(player, 1, 9))
            case "book":
                self.do(self._drawn(BOOK_WEIGHTS | {"looking": books.book_that_shows_a_hand}), player)
            case "chapter":
                self._reveal(player)
            case _:
                self._ask(player)

    def _ask(self, player: str) -> None:
        """A question whose answer the player cannot know."""
        form = self._drawn(QUESTION_WEIGHTS)
        if form == "counting":
            self.do("counting", player, traits=self._telling_traits(player, 2, 6))
        else:
            self.do("counting" if form == "suspects" else form, player)

    def _telling_traits(self, player: str, least: int, most: int) -> tuple[str, ...]:
        """Characteristics that ``least`` to ``most`` of the suspects of a player have."""
        suspects, by_trait = {*self.suspects(player)}, self.deck.by_trait
        choices: list[tuple[str, ...]] = []
        for traits in (*combinations(TRAIT_OF_VALUE, 1), *combinations(TRAIT_OF_VALUE, 2)):
            matching = suspects.intersection(*(by_trait[trait] for trait in traits))
            if least <= len(matching) <= most:
                choices.append(traits)
        return self.random.choice(choices) if choices else self.random_traits()

    def _reveal(self, player: str) -> None:
        """Say what all suspects are, or nearly all of them, once."""
        suspects = {*self.suspects(player)}
        revealed = {event["trait"] for event, _ in self.play if event.form == "revealing"}
        shares: dict[str, float] = {}
        for value, monks in self.deck.by_trait.items():
            if value not in revealed:
                shares[value] = len(monks & suspects) / len(suspects)
        best = max(shares, key=lambda value: shares[value])
        if shares[best] > SHARE_TO_REVEAL:
            self.do("revealing", player, trait=best)
        elif not self.hand(PARLOR) and len(suspects) <= MOST_SUSPECTS_TO_ACCUSE:
            card = self.random.choice(self.suspects(player))
            if self.holder[card] != ABBEY:
                self.do("accusing", player, card=card)
        else:
            self._ask(player)


class _PlayedEvening(NamedTuple):
    """An evening that was played, and the seat that has seen most in it."""

    distance: int
    """By how many the monks whom the seat has not seen are too few or too many."""

    evening: Evening
    seat: str
    turns: Iterator[str]
    """Plays on, turn by turn."""


def _simulated(random: Random, deck: Deck, players: int, level: Level, lines: int = 0) -> Iterator[Vigil]:
    """The vigil of the best of many evenings, if its reader can know the guilty monk."""
    played: list[_PlayedEvening] = []
    unseen = 1 if level == "apprentice" else UNSEEN_MONKS[players]
    most_lines = (lines or LONGEST_EVENINGS[players].lines) - LINES_AFTER
    while len(played) < MOST_EVENINGS and (not played or played[-1].distance):
        evening = Evening(deck, PLAYER_NAMES[:players], random)
        turns = evening.turns()
        while len(evening.play) < most_lines and next(turns, ""):
            pass
        seat = max(evening.names, key=lambda name: (len(evening.known[name]), random.random()))
        distance = abs(len(evening.suspects(seat)) - unseen)
        played.append(_PlayedEvening(distance, evening, seat, turns))
    best = min(played, key=lambda candidate: candidate.distance)
    tuple(islice(best.turns, LINES_AFTER))
    vigil = best.evening.seen_from(best.seat, level)
    if any(event.form == "accusing" and event["who"] == best.seat for event in vigil.play):
        return
    analysis = TranscriptAnalysis(vigil)
    solver, guilty = analysis.solver, analysis.scope.function_of_name[GUILTY]
    # Most evenings leave something open, which is found out sooner than since when they do not.
    if solver.value(solver.everything, guilty) is not None:
        decided = analysis.course.decided or 0
        yield replace(vigil, play=vigil.play[: decided + LINES_AFTER])


def _begun(deck: Deck) -> Vigil:
    """A vigil for three players with unshuffled cards, and the first card of the parlor or of a hand."""
    player = PLAYER_NAMES[0]
    evening = Evening(deck, PLAYER_NAMES[:3], Random(0))  # noqa: S311 - the first deal is as good as any
    if not evening.do("drawing", player):
        evening.do("taking", player)
    return evening.seen_from(player)


def _comments(vigil: Vigil) -> Mapping[str, Sequence[str]]:
    size, rest = vigil.players[0].hand_size, "one card is under the board, the rest in the parlor"
    return {
        "players": [f"From left to left, each with {size} cards: {rest}."],
        "seat": ["The cards that readers were dealt. Without a seat they saw no card."],
        "play": [
            "A card is named where the seat saw it; after every fourth round there is a mass.",
            "TODO: the play goes on until the guilty monk is certain.",
        ],
        "truth": ["TODO: change the deal, here and in the seat's hand."],
    }


MAKING = GeneratorSpec(
    simulated=_simulated,
    players=lambda deck, _: range(3, min(6, (len(deck.monks) - 1) // 2) + 1),
    begun=_begun,
    comments=_comments,
    to_do="a deal, its play and its story to write",
    lines=hand_lines,
)
"""How vigils are made."""
