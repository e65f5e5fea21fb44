"""Players with hands of cards: what somebody holds, and what lines of play say to everybody about it.

Also the words for it, and the rules for hands that the seat and the truth give.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from casekit.analysis.wording import TRUTH
from casekit.diagnostics import Place
from casekit.kit.transcripts import codes, resolver
from casekit.kit.transcripts.checks import RelatedPlace, RuleBreach, repeated_names
from casekit.kit.transcripts.document import OPEN, Transcript
from casekit.kit.transcripts.theory import (
    HAND,
    PLAYERS,
    SEAT,
    SIZE,
    Clause,
    TranscriptLine,
    line_of,
    neither,
    placed,
)
from casekit.language.blocks import Sentence
from casekit.logic import formulas as logic_formulas, theory
from casekit.prose.phrasing import listed
from casekit.values import field, frozen
from casekit.values.grouping import grouped


@frozen(slots=True)
class Player:
    """A player and the number of cards in the player's hand."""

    name: str
    hand_size: int
    place: Place = field(default_factory=Place, compare=False)


@frozen(slots=True)
class Holding:
    """All cards that a player, or a place such as an envelope, holds."""

    holder: str
    cards: tuple[str, ...]
    place: Place = field(default_factory=Place, compare=False)


def at_table(parts: resolver.TranscriptParts[Any]) -> dict[str, Any]:
    """The fields of a transcript whose players hold cards, but its play.

    A player is a line such as ``ANNA 6``.
    """
    players, truth, cards = [], [], []
    for _, line in parts.lines["players"]:
        players.append(Player(line["name"].text, int(line["cards"].text), resolver.place_of(line)))
    for _, line in parts.lines["truth"]:
        held_cards = resolver.texts(line["cards"])
        truth.append(Holding(line["holder"].text, held_cards, resolver.place_of(line)))
    for _, line in parts.lines["seat"]:
        cards += line["hand"]
    hand = None
    if parts.seat not in {None, OPEN}:
        hand = Holding(str(parts.seat), resolver.texts(cards), parts.seat_place)
    return {
        **parts.fields,
        "players": tuple(players),
        "seat": parts.seat,
        "hand": hand,
        "truth": tuple(truth),
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
    return next((holding.cards for holding in transcript.truth if holding.holder == holder), ())


def hand_lines(transcript: Held) -> Mapping[str, Sequence[str]]:
    """The lines of players, seat and truth, as text."""
    return {
        "players": [f"{player.name} {player.hand_size}" for player in transcript.players],
        "seat": [", ".join(transcript.hand.cards if transcript.hand else ())],
        "truth": [f"{holding.holder}: {', '.join(holding.cards)}" for holding in transcript.truth],
    }


Quantity = Literal["none", "some", "all", "not all"]

Said = Callable[..., Sentence]
"""A formula from its text, with names in its holes (``casekit.language.blocks``)."""

HOLDS = "holder({card}) = {holder}"
"""The formula for a card that somebody holds."""


@frozen(slots=True)
class HoldingConstraint:
    """That a holder, a player or another place, has none, some, all or not all of some cards."""

    holder: str
    quantity: Quantity
    cards: tuple[str, ...]


@frozen(slots=True)
class QuotedConstraint:
    """A telling with its words and their place. ``id`` is unique in the transcript.

    ``excerpt`` is as much of the line as says it, as the transcript writes it.
    """

    id: str
    text: str
    excerpt: str
    telling: HoldingConstraint
    place: Place


def sentence_of(said: Said, telling: HoldingConstraint, holds: str = HOLDS) -> Sentence:
    """A telling as a sentence."""
    pattern = holds if telling.quantity in {"some", "all"} else holds.replace("=", "!=")
    word, whole = (
        (" and ", logic_formulas.And) if telling.quantity in {"none", "all"} else (" or ", logic_formulas.Or)
    )
    return joined(word, whole, [said(pattern, card=card, holder=telling.holder) for card in telling.cards])


def hand_sentence(said: Said, holding: Holding, holds: str = HOLDS) -> Sentence:
    """That a holder has some cards and no other."""
    names = {f"card{number}": card for number, card in enumerate(holding.cards)}
    holes = [f"{{{name}}}" for name in names]
    excepted = f" except {', '.join(holes)}" if holes else ""
    others = said(f"no card X{excepted}: {holds.replace('{card}', 'X')}", holder=holding.holder, **names)
    sentences = [said(holds, card=card, holder=holding.holder) for card in holding.cards]
    return joined(" and ", logic_formulas.And, [*sentences, others])


def lines_of_hands(
    transcript: Held, said: Said, whose: Callable[[str], str], holds: str = HOLDS
) -> Iterator[tuple[str, TranscriptLine]]:
    """The lines for the sizes of hands, the seat's hand, and what the truth says of holders.

    ``whose`` is a holder in a sentence.
    """
    for player in transcript.players:
        size = said(f"exactly {player.hand_size} card X: {holds.replace('{card}', 'X')}", holder=player.name)
        words = f"{player.name} has {player.hand_size} card{'' if player.hand_size == 1 else 's'}"
        yield f"size {player.name}", line_of(SIZE, PLAYERS, words, size, player.place)
    seated = transcript.hand is not None and transcript.hand.holder in transcript.names
    hands = (("hand", HAND, SEAT, transcript.hand),) if seated else ()
    truth = ((f"truth {number}", TRUTH, TRUTH, holding) for number, holding in enumerate(transcript.truth, 1))
    for name, kind, path, holding in (*hands, *truth):
        words = f"{whose(holding.holder)} holds {', '.join(holding.cards) or 'no card'}"
        telling = HoldingConstraint(holding.holder, "all", holding.cards)
        yield name, line_of(kind, path, words, hand_sentence(said, holding, holds), holding.place, telling)


def joined(
    word: str,
    whole: Callable[[tuple[logic_formulas.Formula, ...]], logic_formulas.Formula],
    every: Sequence[Sentence],
) -> Sentence:
    """Several sentences as one, with a word between them; one alone stays as it is."""
    formulas = tuple([sentence.formula for sentence in every])
    text = word.join(sentence.text for sentence in every)
    return Sentence(formulas[0] if len(every) == 1 else whole(formulas), text)


@frozen(slots=True)
class HandWords:
    """How a game says who holds which cards.

    ``places`` are holders that are not players: each as a noun, and where cards are that it holds. ``nouns``
    are what the cards are called that are asked for, by question.
    """

    places: Mapping[str, tuple[str, str]]
    nouns: Mapping[str, str]

    def whose(self, holder: str) -> str:
        """A holder in a sentence."""
        return self.places[holder][0] if holder in self.places else holder

    def holds(self, holder: str, cards: Sequence[str], *, so: bool = True) -> Clause:
        """The clause that a holder has, or has not, some cards."""
        if holder in self.places:
            return placed(cards, self.places[holder][1], so=so)
        if so:
            return Clause(holder, f"holds {listed(cards)}")
        return Clause(holder, f"does not hold {cards[0]}" if len(cards) == 1 else f"holds {neither(cards)}")

    def clause(self, fact: theory.Fact, so: bool) -> str:  # noqa: FBT001 - as every game says facts
        """The clause that somebody holds a card, or does not."""
        return str(self.holds(fact.value, fact.arguments, so=so))

    def clause_of_none(self, facts: Sequence[theory.Fact]) -> str:
        """The clause that none of several holders has a card."""
        holders = [self.whose(fact.value) for fact in facts]
        return f"{facts[0].arguments[0]} is not with {listed(holders, 'or')}"

    def concluded(self, assertions: Iterable[theory.Assertion]) -> str:
        """The conclusion as one clause; it does not also give the place of a card that is an answer."""
        known = [(assertion.fact, assertion.holds) for assertion in assertions]
        held = grouped(((fact.value, so), fact.arguments[0]) for fact, so in known if fact.arguments)
        asked = grouped(((fact.function, so), fact.value) for fact, so in known if not fact.arguments)
        answers: set[str] = set()
        for (_, so), cards in asked.items():
            if so:
                answers.update(cards)
        clauses: list[str] = []
        for (holder, so), cards in held.items():
            at_place = so and holder in self.places
            left = [card for card in cards if card not in answers] if at_place else cards
            if left:
                clauses.append(str(self.holds(holder, left, so=so)))
        clauses += [self._answer(target, cards, so=so) for (target, so), cards in asked.items()]
        return listed(clauses)

    def _answer(self, target: str, cards: Sequence[str], *, so: bool) -> str:
        noun = self.nouns.get(target, target)
        if so or len(cards) == 1:
            return f"the {noun} is {'' if so else 'not '}{listed(cards)}"
        return f"the {noun} is {neither(cards)}"


def repeated_holders(transcript: Held, words: HandWords) -> Iterator[RuleBreach]:
    """The truth gives each hand once."""
    named = [(words.whose(holding.holder), holding) for holding in transcript.truth]
    message, hint = "the truth says twice what {} holds", "remove one of the two lines"
    return repeated_names(codes.REPEATED_HOLDER, named, message, "it is here already", hint)


def sizes_of_holdings(transcript: Held) -> Iterator[RuleBreach]:
    """A hand has the size that its player was dealt."""
    players = {player.name: player for player in transcript.players}
    for holding in held(transcript):
        player = players.get(holding.holder)
        count = len(holding.cards)
        if player is not None and count != player.hand_size:
            yield RuleBreach(
                codes.WRONG_HAND_SIZE,
                f"{player.name} holds {count} card{'' if count == 1 else 's'} here, but was dealt "
                f"{player.hand_size}",
                holding.place,
                f"name {player.hand_size} cards, or change the number after {player.name}",
                ((player.place, f"{player.name} was dealt {player.hand_size}"),),
            )


def repeated_cards(transcript: Held, words: HandWords) -> Iterator[RuleBreach]:
    """No card is in two places, or in one twice."""
    first: dict[str, Holding] = {}
    for holding in held(transcript):
        for at, card in enumerate(holding.cards):
            other, again = first.setdefault(card, holding), card in holding.cards[:at]
            if again or other.holder != holding.holder:
                whose = words.whose(other.holder)
                yield RuleBreach(
                    codes.REPEATED_CARD,
                    f"{card} is {'twice here' if again else f'in two places: {whose} holds it too'}",
                    holding.place,
                    "leave it in one place; the deck has each card once",
                    () if again else ((other.place, f"{whose} holds {card}"),),
                )


def different_hands(transcript: Held) -> Iterator[RuleBreach]:
    """The seat's hand is the one that the truth gives its player."""
    hand = transcript.hand
    for holding in transcript.truth:
        if hand is not None and holding.holder == hand.holder and set(holding.cards) != set(hand.cards):
            missing = [card for card in hand.cards if card not in holding.cards]
            other = [card for card in holding.cards if card not in hand.cards]
            yield RuleBreach(
                codes.DIFFERENT_HANDS,
                f"the truth gives {hand.holder} a different hand: "
                f"{', '.join(other) or 'nothing'} instead of {', '.join(missing) or 'nothing'}",
                holding.place,
                "write the same cards in both places",
                ((hand.place, f"the seat holds {', '.join(hand.cards)}"),),
            )


def against_the_deal(
    transcript: Held, remarks: Iterable[QuotedConstraint], words: HandWords
) -> Iterator[RuleBreach]:
    """No line is against the hands as the transcript gives them.

    Only what the hands say by themselves is found here; what takes several lines is a contradiction.
    """
    holders: dict[str, str] = {}
    for holding in held(transcript):
        holders.update(dict.fromkeys(holding.cards, holding.holder))
    known_hands = {holding.holder for holding in held(transcript)}
    for remark in remarks:
        telling, holder = remark.telling, remark.telling.holder
        has = [card for card in telling.cards if holders.get(card) == holder]
        others = [card for card in telling.cards if card not in has]
        has_not = [card for card in others if card in holders or holder in known_hands]
        clash = {
            "none": has,
            "some": has_not if len(has_not) == len(telling.cards) else [],
            "all": has_not,
            "not all": has if len(has) == len(telling.cards) else [],
        }[telling.quantity]
        if clash:
            holds = f"holds {listed(clash)}" if clash == has else _holds_none_of(clash)
            yield RuleBreach(
                codes.AGAINST_THE_DEAL,
                f"{remark.text}, but {words.whose(holder)} {holds}",
                remark.place,
                "correct the line or the hands",
                tuple(_clashing(transcript, holder, clash, words)),
            )


def _clashing(transcript: Held, holder: str, cards: list[str], words: HandWords) -> Iterator[RelatedPlace]:
    """The holdings that say who holds the cards: the holder's own if there is one, else each holder's."""
    given = {holding.holder: holding for holding in reversed(tuple(held(transcript)))}
    own = given.get(holder)
    for holding in (own,) if own else reversed(given.values()):
        if holding is own or not set(cards).isdisjoint(holding.cards):
            yield (holding.place, f"{words.whose(holding.holder)} holds {', '.join(holding.cards)}")


def _holds_none_of(cards: Sequence[str]) -> str:
    match cards:
        case [card]:
            return f"does not hold {card}"
        case [one, other]:
            return f"holds neither {one} nor {other}"
    return f"holds none of {listed(cards)}"
