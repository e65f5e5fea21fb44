"""Evenings of informed detectives, and the vigils that they make.

A vigil is what one seat sees until two lines after it can know the culprit.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations, islice
from random import Random
from typing import Any

from casekit.games.abbey.document import ABBEY, GUILTY, OUT, PARLOR, TRAIT_OF_VALUE, TRAITS, Deck, Deed, Vigil
from casekit.games.abbey.game import VIGIL
from casekit.games.abbey.moves import Flow, move_of
from casekit.kit.hands import Holding, Player, hand_lines
from casekit.kit.transcripts.analysis import TranscriptAnalysis
from casekit.kit.transcripts.editions import Level
from casekit.kit.transcripts.generator import LINES_AFTER, GeneratorSpec
from casekit.values import replace

NAMES = ("ADSO", "BERNO", "CLARE", "DOMNIN", "EDITH", "FRIDA")
"""Those at the table, from left to left."""

ROUNDS = 4
"""The rounds before each mass."""

LONGEST = {3: (34, 2), 4: (34, 1), 5: (42, 1), 6: (50, 1)}
"""The lines of an evening and its masses, by the number of players: with more, nothing is concluded in
time."""

EVENINGS = 400
"""The evenings of which one is taken: the first in which the seat has not seen ``UNSEEN`` monks, or the
nearest to that."""

UNSEEN = {3: 2, 4: 2, 5: 1, 6: 1}
"""By the number of players, those whom readers have to strike off by more than seeing them, and the guilty
one; for apprentices none else."""

EVENTS = {"suspicion": 6, "alibi": 2, "shambles": 1}
"""The events after a mass, by how often they happen."""

BOOKS = {"glimpsing": 3, "exchanging": 1, "taking": 2}
PLACES = {"ask": 9, "cell": 4, "parlor": 4, "chapter": 1}
SMALL_HANDS = {3: (4, 2), 4: (4, 2), 5: (10, 6), 6: (13, 8)}
"""The acts that books allow, and the places of a turn, by how often they are chosen; then, by the number of
players, how often a book is, and one that shows a whole hand: at larger tables hands are small."""

SILENCE = 0.05
"""How often somebody keeps silent."""


class Table:
    """Players with their hands, and in their notes (``known``) every monk whom they have held or seen.

    ``play`` is what has happened, each line with every card in it and all hands after it.
    """

    def __init__(self, deck: Deck, names: Sequence[str], random: Random) -> None:
        self.deck, self.names, self.random = deck, tuple(names), random
        cards, size = [*deck.slugs], deck.hand(len(names))
        random.shuffle(cards)
        dealt = [ABBEY]
        for name in names:
            dealt += [name] * size
        self.holder = {card: (dealt[at] if at < len(dealt) else PARLOR) for at, card in enumerate(cards)}
        truth = tuple(Holding(holder, self.hand(holder)) for holder in (ABBEY, *names))
        players = tuple(Player(name, size) for name in names)
        self.vigil = Vigil("", players, None, None, (), truth, deck=deck)
        self.known = {name: {*self.hand(name)} for name in names}
        self.play: list[tuple[Deed, Mapping[str, tuple[str, ...]]]] = []

    def hand(self, holder: str) -> tuple[str, ...]:
        """The cards of a holder, in the order of the deck."""
        return tuple(card for card in self.deck.slugs if self.holder[card] == holder)

    def suspects(self, player: str) -> tuple[str, ...]:
        """The monks that a player has not crossed off."""
        return tuple(card for card in self.deck.slugs if card not in self.known[player])

    def full(self, *but: str) -> tuple[str, ...]:
        """The players who have cards, some left out."""
        return tuple(name for name in self.names if name not in but and self.hand(name))

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
        own = [deed for deed in seen["moved"] if seat not in self.names or deed["player"] == seat]
        return seen.changed(moved=tuple(own))

    def do(self, form: str, who: str, whom: str = "", **asked: Any) -> bool:
        """Let something happen, if it can, of which everybody notes what they see.

        What is left to chance is drawn.
        """
        whom = whom or self.random.choice(self.full(who) or self.names)
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
        people = {"who": who, "whom": whom, "with": self.random.choice(self.full(who, whom) or (whom,))}
        sizes = {holder: len(self.hand(holder)) for holder in (*self.names, PARLOR, OUT)}
        masses = 1 + sum(event.form == "mass" for event, _ in self.play)
        move = move_of(self.vigil, Deed(0, form, people), sizes, masses)
        mixed = self.random.sample(move.shuffled, len(move.shuffled))
        flows = (*move.flows, *map(Flow, move.shuffled, mixed, [1] * len(mixed)))
        gone = [(flow, self._some(self.hand(flow.source), flow.count)) for flow in flows]
        if not gone:
            return None
        for flow, cards in gone:
            self.holder |= dict.fromkeys(cards, flow.target)
        passed = {(flow.source, True): cards for flow, cards in gone}
        passed |= {(flow.target, False): cards for flow, cards in gone}
        moved = [
            self._deed("passing", {"player": player, "gives": gives, "cards": cards})
            for (player, gives), cards in passed.items()
        ]
        (_, first_cards), (_, last_cards) = gone[0], gone[-1]
        return people | {
            "card": first_cards[0],
            "other": last_cards[0],
            "cards": self.hand(who),
            "moved": tuple(moved),
            "shown": tuple(self._showing(flow.source, cards) for flow, cards in gone),
        }

    def _some(self, cards: Collection[str], count: int) -> tuple[str, ...]:
        """A number of cards by chance, or as many as there are, in the order of the deck."""
        some = self.random.sample(sorted(cards), min(count, len(cards)))
        return tuple(sorted(some, key=self.deck.slugs.index))

    def _showing(self, player: str, cards: Sequence[str]) -> Deed:
        shown = {"player": player, "shows": bool(cards), "card": cards[0] if cards else None}
        return self._deed("showing", shown)

    def _revealing(self, *_: str, trait: str) -> dict[str, Any]:
        return {"trait": trait}

    def _having(self, who: str, whom: str) -> dict[str, Any]:
        return self._asking(who, self.hand(whom))

    def _clearing(self, who: str, whom: str) -> dict[str, Any]:
        return self._asking(who, self.known[whom])

    def _asking(self, who: str, yes: Collection[str]) -> dict[str, Any]:
        card = self.random.choice(self.suspects(who) or self.deck.slugs)
        silent = self.random.random() < SILENCE
        return {"card": card, "answer": "silence" if silent else "yes" if card in yes else "no"}

    def _counting(self, _: str, whom: str, traits: Sequence[str] = ()) -> dict[str, Any]:
        if not traits:
            return {"count": len(self.suspects(whom))}
        return {"traits": tuple(traits), "count": len({*self.deck.having(traits)} & {*self.hand(whom)})}

    def _requesting(self, who: str, whom: str, traits: Sequence[str] = ()) -> dict[str, Any]:
        traits = tuple(traits) or self.random_traits()
        like = [card for card in self.hand(whom) if card in self.deck.having(traits)]
        known = [card for card in like if card in self.known[who]]
        card = self.random.choice(known or like) if like else None
        return {"traits": traits, "shows": bool(like), "card": card}

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
        hidden = self.random.random() < 0.5  # noqa: PLR2004 - as often as not
        seen = self._some(hand, len(hand) - 1 if hidden else 2)
        return {"cards": seen, "left": 1 if hidden else None, "seen": None if hidden else 2}

    def _suspicion(self, *_: str) -> dict[str, Any]:
        trait = self.random.choice((*TRAITS["order"], *TRAITS["rank"]))
        likes = {name: {*self.hand(name)} & self.deck.by_trait[trait] for name in self.names}
        shown = [self._showing(name, self._some(like, 1)) for name, like in likes.items()]
        return {"trait": trait, "shown": tuple(shown)}

    def _accusing(self, who: str, _: str, card: str = "") -> dict[str, Any] | None:
        card = card or self.random.choice(self.suspects(who))
        holder = self.holder[card]
        if self.hand(PARLOR) or holder in {who, OUT}:
            return None
        right = holder == ABBEY
        return {"card": card, "right": right or None, "by": None if right else holder}


class Evening(Table):
    """A table whose players choose the best questions."""

    def turns(self) -> Iterator[str]:
        """Play turn by turn, until a mass that would be one too many; whose turn it was."""
        for masses in range(LONGEST[len(self.names)][1] + 1):
            if masses:
                self.do("mass", self.names[0])
                self.do(self._chosen(EVENTS), self.names[0])
            for player in self.names * ROUNDS:
                self._turn(player)
                yield player

    def _chosen(self, weights: Mapping[str, int]) -> str:
        return self.random.choices([*weights], [*weights.values()])[0]

    def _turn(self, player: str) -> None:
        """A question to somebody who is met, or what the place allows."""
        place = self._chosen(PLACES | {"book": SMALL_HANDS[len(self.names)][0]})
        match place:
            case "cell":
                self.do("taking", player)
            case "parlor":
                if not self.do("drawing", player):
                    self.do("requesting", player, traits=self._telling(player, 1, 9))
            case "book":
                self.do(self._chosen(BOOKS | {"looking": SMALL_HANDS[len(self.names)][1]}), player)
            case "chapter":
                self._reveal(player)
            case _:
                self._ask(player)

    def _ask(self, player: str) -> None:
        """A question whose answer the player cannot know."""
        form = self._chosen({"counting": 5, "having": 2, "clearing": 5, "suspects": 1})
        asked: dict[str, Any] = {"traits": self._telling(player, 2, 6)} if form == "counting" else {}
        self.do("counting" if form == "suspects" else form, player, **asked)

    def _telling(self, player: str, least: int, most: int) -> tuple[str, ...]:
        """Characteristics that some of the suspects of a player have, and not too many."""
        suspects, by_trait = {*self.suspects(player)}, self.deck.by_trait
        choices: list[tuple[str, ...]] = []
        for traits in (*combinations(TRAIT_OF_VALUE, 1), *combinations(TRAIT_OF_VALUE, 2)):
            alike = suspects.intersection(*(by_trait[trait] for trait in traits))
            if least <= len(alike) <= most:
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
        if shares[best] > 0.7:  # noqa: PLR2004 - a risk that is worth two points
            self.do("revealing", player, trait=best)
        elif not self.hand(PARLOR) and len(suspects) < 4:  # noqa: PLR2004 - likewise
            card = self.random.choice(self.suspects(player))
            if self.holder[card] != ABBEY:
                self.do("accusing", player, card=card)
        else:
            self._ask(player)


def _simulated(random: Random, deck: Deck, players: int, level: Level, lines: int = 0) -> Iterator[Vigil]:
    played: list[tuple[int, Evening, str, Iterator[str]]] = []
    unseen = 1 if level == "apprentice" else UNSEEN[players]
    most = (lines or LONGEST[players][0]) - LINES_AFTER
    while len(played) < EVENINGS and (not played or played[-1][0]):
        evening = Evening(deck, NAMES[:players], random)
        turns = evening.turns()
        while len(evening.play) < most and next(turns, ""):
            pass
        seat = max(evening.names, key=lambda name: (len(evening.known[name]), random.random()))
        played.append((abs(len(evening.suspects(seat)) - unseen), evening, seat, turns))
    _, evening, seat, turns = min(played, key=lambda candidate: candidate[0])
    tuple(islice(turns, LINES_AFTER))
    vigil = evening.seen_from(seat, level)
    if any(event.form == "accusing" and event["who"] == seat for event in vigil.play):
        return
    analysis = TranscriptAnalysis(vigil)
    solver, guilty = analysis.solver, analysis.scope.function_of_name[GUILTY]
    # Most evenings leave something open, which is found out sooner than since when they do not.
    if solver.value(solver.everything, guilty) is not None:
        decided = analysis.course.decided or 0
        yield replace(vigil, play=vigil.play[: decided + LINES_AFTER])


def _begun(deck: Deck) -> Vigil:
    """A vigil for three players with unshuffled cards, and the first card of the parlor or of a hand."""
    evening = Evening(deck, NAMES[:3], Random(0))  # noqa: S311 - the first deal is as good as any
    evening.do("drawing", NAMES[0]) or evening.do("taking", NAMES[0])
    return evening.seen_from(NAMES[0])


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
