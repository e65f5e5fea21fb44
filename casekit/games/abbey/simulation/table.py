"""A table at which every kind of line can happen, with all cards known."""

from collections.abc import Callable, Collection, Mapping, Sequence
from random import Random
from typing import Any

from casekit.games.abbey.deck import ABBEY, OUT, PARLOR, TRAITS, Deck
from casekit.games.abbey.vigil import Deed, Vigil, deed
from casekit.games.transcripts.hands.holdings import Holding, Player
from casekit.games.transcripts.transcript import Level

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
        seen = (
            event.changed(cards=hands[seat])
            if seat and event.form == "swapping" and seat in {event["who"], event["whom"]}
            else self._own(vigil.as_seen_by(event, seat), seat)
            for event, hands in self.play
        )
        return Vigil("", players, seat, own, tuple(seen), self.dealt, level, deck=self.deck)

    def _own(self, event: Deed, seat: str | None) -> Deed:
        """A line without what others pass to the seat: that is what it receives, and so on."""
        own = tuple(each for each in event["moved"] or () if seat not in self.names or each["player"] == seat)
        return event.changed(moved=own) if event["moved"] else event

    def do(self, form: str, who: str, whom: str = "", **asked: Any) -> bool:
        """Let something happen, if it can; what is left to chance is drawn."""
        whom = whom or self.random.choice(self.full(who) or self.names)
        act: Callable[..., dict[str, Any] | None] = getattr(self, f"_{form}")
        parts = act(who, whom, **asked) if whom != who else None
        if parts is not None:
            hands = {name: self.hand(name) for name in self.names}
            self.play.append((deed(len(self.play) + 1, form, **parts), hands))
        return parts is not None

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
        for name, cards in given.items():
            for card in cards:
                self._go(card, left[name])
        return {"moved": self._passed(given, {left[name]: cards for name, cards in given.items()})}

    def _passed(self, given: Mapping[str, list[str]], got: Mapping[str, list[str]]) -> tuple[Deed, ...]:
        passed = (
            (name, gives, [card for card in self.deck.slugs if card in cards.get(name, ())])
            for name in self.names
            for gives, cards in ((True, given), (False, got))
        )
        number = len(self.play) + 1
        return tuple(
            deed(number, "passing", player=name, gives=gives, cards=tuple(cards))
            for name, gives, cards in passed
            if cards
        )

    def _shambles(self, *_: str) -> dict[str, Any]:
        given = {name: [self.random.choice(self.hand(name))] for name in self.full()}
        pool = [card for cards in given.values() for card in cards]
        self.random.shuffle(pool)
        got = {name: [card] for name, card in zip(given, pool, strict=True)}
        for name, (card,) in got.items():
            self._go(card, name)
        return {"moved": self._passed(given, got)}

    def _alibi(self, *_: str) -> dict[str, Any]:
        shown = {name: self.random.choice(self.hand(name)) for name in self.full()}
        for card in shown.values():
            self._go(card, OUT, *self.names)
        return {"shown": tuple(map(self._showing, shown, shown.values()))}

    def _suspicion(self, *_: str, trait: str = "") -> dict[str, Any]:
        trait = trait or self.random.choice((*TRAITS["order"], *TRAITS["rank"]))
        shown = {}
        for name in self.names:
            like = [card for card in self.hand(name) if card in self.deck.having([trait])]
            shown[name] = self.random.choice(like) if like else ""
        self._see([card for card in shown.values() if card], *self.names)
        return {"trait": trait, "shown": tuple(map(self._showing, shown, shown.values()))}

    def _showing(self, player: str, card: str) -> Deed:
        parts = {"player": player, "shows": bool(card)} | ({"card": card} if card else {})
        return deed(len(self.play) + 1, "showing", **parts)

    def _accusing(self, who: str, _: str, card: str = "") -> dict[str, Any] | None:
        card = card or self.random.choice(self.suspects(who))
        holder = self.holder[card]
        if self.hand(PARLOR) or holder in {who, OUT}:
            return None
        self._see([card], *self.names)
        return {"who": who, "card": card} | ({"right": True} if holder == ABBEY else {"by": holder})
