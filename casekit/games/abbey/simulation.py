"""Evenings of informed detectives, and the vigils that they make: what one seat sees until two lines after it can know."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

from casekit.games.abbey.deck import ABBEY, GUILTY, OF_TRAIT, OUT, PARLOR, TRAITS, Deck
from casekit.games.abbey.vigil import Deed, Vigil
from casekit.games.transcripts.asking.transcript_inquiry import TranscriptInquiry
from casekit.games.transcripts.hands.holdings import Holding, Player, hand_lines
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

SILENCE = 0.05
"""How often somebody keeps silent."""

Played = tuple[Deed, Mapping[str, tuple[str, ...]]]
"""A line with every card in it, and all hands after it."""


class Table:
    """Players with their hands, and in their notes (``known``) every monk whom they have held or seen.

    ``play`` is what has happened.
    """

    def __init__(self, deck: Deck, names: Sequence[str], random: Random) -> None:
        self.deck, self.names, self.random = deck, tuple(names), random
        cards, each = [*deck.slugs], deck.hand(len(names))
        random.shuffle(cards)
        dealt = [ABBEY, *(name for name in names for _ in range(each))]
        self.holder = {card: (dealt[at] if at < len(dealt) else PARLOR) for at, card in enumerate(cards)}
        self.dealt = tuple(Holding(holder, self.hand(holder)) for holder in (ABBEY, *names))
        self.known = {name: {*self.hand(name)} for name in names}
        self.play: list[Played] = []
        self.masses = 0

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
        own = next((each for each in self.dealt if each.holder == seat), None)
        players = tuple(Player(name, self.deck.hand(len(self.names))) for name in self.names)
        vigil = Vigil("", players, seat, own, (), self.dealt, level, deck=self.deck)
        return replace(vigil, play=tuple(self._seen(vigil, *each) for each in self.play))

    def _seen(self, vigil: Vigil, event: Deed, hands: Mapping[str, tuple[str, ...]]) -> Deed:
        """A line without what others pass to the seat: that is what it receives, and so on."""
        seat = vigil.seat
        if seat and event.form == "swapping" and seat in {event["who"], event["whom"]}:
            return event.changed(cards=hands[seat])
        seen = vigil.as_seen_by(event, seat)
        own = tuple(each for each in seen["moved"] or () if seat not in self.names or each["player"] == seat)
        return seen.changed(moved=own) if seen["moved"] else seen

    def do(self, form: str, who: str, whom: str = "", **asked: Any) -> bool:
        """Let something happen, if it can; what is left to chance is drawn."""
        whom = whom or self.random.choice(self.full(who) or self.names)
        act: Callable[..., dict[str, Any] | None] = getattr(self, f"_{form}")
        parts = act(who, whom, **asked) if whom != who else None
        if parts is not None:
            hands = {name: self.hand(name) for name in self.names}
            self.play.append((self._deed(form, parts), hands))
        return parts is not None

    def _deed(self, form: str, parts: Mapping[str, Any]) -> Deed:
        return Deed(len(self.play) + 1, form, parts)

    def _go(self, card: str, to: str, *seen: str) -> None:
        self.holder[card] = to
        self._see([card], to, *seen)

    def _see(self, cards: Collection[str], *players: str) -> None:
        for player in {*players} & {*self.names}:
            self.known[player].update(cards)

    def _taking(self, who: str, whom: str) -> dict[str, Any] | None:
        return self._one(whom, who, who=who, whom=whom)

    def _returning(self, who: str, whom: str) -> dict[str, Any] | None:
        return self._one(who, whom, who=who, whom=whom)

    def _drawing(self, who: str, _: str) -> dict[str, Any] | None:
        return self._one(PARLOR, who, who=who)

    def _one(self, source: str, target: str, **parts: str) -> dict[str, Any] | None:
        """A card that goes by chance."""
        if not self.hand(source):
            return None
        self._go(card := self.random.choice(self.hand(source)), target)
        return {"card": card, **parts}

    def _revealing(self, who: str, _: str, trait: str) -> dict[str, Any]:
        return {"who": who, "trait": trait}

    def _having(self, who: str, whom: str) -> dict[str, Any] | None:
        return self._asking(who, whom, lambda card: self.holder[card] == whom)

    def _clearing(self, who: str, whom: str) -> dict[str, Any] | None:
        return self._asking(who, whom, lambda card: card in self.known[whom])

    def _asking(self, who: str, whom: str, so: Callable[[str], bool]) -> dict[str, Any]:
        card = self.random.choice(self.suspects(who) or self.deck.slugs)
        silent = self.random.random() < SILENCE
        answer = "silence" if silent else "yes" if so(card) else "no"
        if answer == "yes":
            self._see([card], *self.names)
        return {"who": who, "whom": whom, "card": card, "answer": answer}

    def _counting(self, who: str, whom: str, traits: Sequence[str] = ()) -> dict[str, Any]:
        if not traits:
            return {"who": who, "whom": whom, "count": str(len(self.suspects(whom)))}
        like = {*self.deck.having(traits)} & {*self.hand(whom)}
        return {"who": who, "whom": whom, "traits": tuple(traits), "count": str(len(like))}

    def _requesting(self, who: str, whom: str, traits: Sequence[str] = ()) -> dict[str, Any] | None:
        traits = tuple(traits) or self.random_traits()
        like = [card for card in self.hand(whom) if card in self.deck.having(traits)]
        asked = {"who": who, "whom": whom, "traits": traits, "shows": bool(like)}
        if not like:
            return asked
        card = self.random.choice([card for card in like if card in self.known[who]] or like)
        self._see([card], who)
        return asked | {"card": card}

    def random_traits(self) -> tuple[str, ...]:
        """One or two characteristics that monks have together."""
        monk = self.random.choice(self.deck.monks)
        chosen = {*self.random.sample(monk.traits, self.random.randint(1, 2))}
        return tuple(trait for trait in monk.traits if trait in chosen)

    def _looking(self, who: str, whom: str) -> dict[str, Any] | None:
        self._see(self.hand(whom), who)
        return {"who": who, "whom": whom, "cards": self.hand(whom)} if self.hand(whom) else None

    def _glimpsing(self, who: str, whom: str) -> dict[str, Any] | None:
        hand = self.hand(whom)
        if len(hand) < 2:  # noqa: PLR2004 - of one card nothing can be hidden
            return None
        hidden = self.random.random() < 0.5  # noqa: PLR2004 - as often as not
        seen = self.random.sample(hand, len(hand) - 1 if hidden else min(2, len(hand)))
        self._see(seen, who)
        number = {"left": "1"} if hidden else {"seen": str(len(seen))}
        cards = tuple(card for card in hand if card in seen)
        return {"who": who, **number, "whom": whom, "cards": cards}

    def _swapping(self, who: str, whom: str) -> dict[str, Any] | None:
        own, other = self.hand(who), self.hand(whom)
        for card, to in (*((card, whom) for card in own), *((card, who) for card in other)):
            self._go(card, to)
        return {"who": who, "whom": whom, "cards": other}

    def _exchanging(self, who: str, whom: str) -> dict[str, Any] | None:
        others = self.full(who, whom)
        if not others or not self.hand(whom):
            return None
        third = self.random.choice(others)
        card, other = self.random.choice(self.hand(whom)), self.random.choice(self.hand(third))
        self._go(card, third, who)
        self._go(other, whom, who)
        return {"who": who, "card": card, "whom": whom, "other": other, "with": third}

    def _mass(self, *_: str) -> dict[str, Any]:
        self.masses += 1
        left = dict(zip(self.names, (*self.names[1:], self.names[0]), strict=True))
        given = {
            name: self.random.sample(self.hand(name), min(self.masses, len(self.hand(name)))) for name in left
        }
        return self._passed(given, {left[name]: cards for name, cards in given.items()})

    def _shambles(self, *_: str) -> dict[str, Any]:
        given = {name: [self.random.choice(self.hand(name))] for name in self.full()}
        pool = [card for cards in given.values() for card in cards]
        self.random.shuffle(pool)
        return self._passed(given, {name: [card] for name, card in zip(given, pool, strict=True)})

    def _passed(self, given: Mapping[str, list[str]], got: Mapping[str, list[str]]) -> dict[str, Any]:
        for name, cards in got.items():
            for card in cards:
                self._go(card, name)
        moved = []
        for name in self.names:
            for gives, passed in ((True, given), (False, got)):
                cards = [card for card in self.deck.slugs if card in passed.get(name, ())]
                moved += [{"player": name, "gives": gives, "cards": tuple(cards)}] if cards else []
        return {"moved": tuple(self._deed("passing", parts) for parts in moved)}

    def _alibi(self, *_: str) -> dict[str, Any]:
        shown = {name: self.random.choice(self.hand(name)) for name in self.full()}
        for card in shown.values():
            self._go(card, OUT)
        return self._shown(shown)

    def _suspicion(self, *_: str, trait: str = "") -> dict[str, Any]:
        trait = trait or self.random.choice((*TRAITS["order"], *TRAITS["rank"]))
        likes = {
            name: [card for card in self.hand(name) if card in self.deck.by_trait[trait]]
            for name in self.names
        }
        shown = {name: self.random.choice(like) if like else "" for name, like in likes.items()}
        return {"trait": trait, **self._shown(shown)}

    def _shown(self, shown: Mapping[str, str]) -> dict[str, Any]:
        """The cards that players show to all; of those who have none they are empty."""
        self._see([card for card in shown.values() if card], *self.names)
        told = (
            {"player": name, "shows": bool(card)} | ({"card": card} if card else {})
            for name, card in shown.items()
        )
        return {"shown": tuple(self._deed("showing", parts) for parts in told)}

    def _accusing(self, who: str, _: str, card: str = "") -> dict[str, Any] | None:
        card = card or self.random.choice(self.suspects(who))
        holder = self.holder[card]
        if self.hand(PARLOR) or holder in {who, OUT}:
            return None
        self._see([card], *self.names)
        return {"who": who, "card": card} | ({"right": True} if holder == ABBEY else {"by": holder})


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
        asked: dict[str, Any] = {"traits": self._telling(player, 2, 6)} if form == "counting" else {}
        self.do("counting" if form == "suspects" else form, player, **asked)

    def _telling(self, player: str, least: int, most: int) -> tuple[str, ...]:
        """Characteristics that some of the suspects of a player have, and not too many."""
        suspects, like = {*self.suspects(player)}, self.deck.by_trait
        asked = [
            traits
            for traits in (*combinations(OF_TRAIT, 1), *combinations(OF_TRAIT, 2))
            if least <= len(suspects.intersection(*map(like.__getitem__, traits))) <= most
        ]
        return self.random.choice(asked) if asked else self.random_traits()

    def _reveal(self, player: str) -> None:
        """Say what all suspects are, or nearly all of them, once."""
        suspects = [self.deck.by_slug[card].traits for card in self.suspects(player)]
        said = {event["trait"] for event, _ in self.play if event.form == "revealing"}
        shares = {
            value: sum(value in traits for traits in suspects) / len(suspects)
            for value in OF_TRAIT
            if value not in said
        }
        best = max(shares, key=lambda value: shares[value])
        if shares[best] > 0.7:  # noqa: PLR2004 - a risk that is worth two points
            self.do("revealing", player, trait=best)
        elif not self.hand(PARLOR) and len(suspects) < 4:  # noqa: PLR2004 - likewise
            card = self.random.choice(self.suspects(player))
            if self.holder[card] != ABBEY:
                self.do("accusing", player, card=card)
        else:
            self._ask(player)


def _simulated(
    random: Random, deck: Deck, players: int, level: Level, lines: int = MOST_LINES
) -> Iterator[Vigil]:
    played: list[tuple[int, Evening, str]] = []
    while len(played) < EVENINGS and (not played or played[-1][0]):
        evening = Evening(deck, NAMES[:players], random)
        evening.run(lines)
        seat = max(evening.names, key=lambda name: (len(evening.known[name]), random.random()))
        played.append((abs(len(evening.suspects(seat)) - UNSEEN[level]), evening, seat))
    _, evening, seat = min(played, key=lambda each: each[0])
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
    each, rest = vigil.players[0].hand_size, "one card is under the board, the rest in the parlor"
    return {
        "players": [f"From left to left, each with {each} cards: {rest}."],
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
