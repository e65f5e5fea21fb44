"""Players with hands of cards: what somebody holds, the words for it, and the rules for hands.

Hands are stated by the seat and the truth; lines of play say something of them to everybody.
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
    """A player."""

    name: str
    """The name."""

    hand_size: int
    """The number of cards in the player's hand."""

    place: Place = field(default_factory=Place, compare=False)
    """Where the text says so."""


@frozen(slots=True)
class Holding:
    """All cards that a player, or a place such as an envelope, holds."""

    holder: str
    """The player or the place."""

    cards: tuple[str, ...]
    """The cards."""

    place: Place = field(default_factory=Place, compare=False)
    """Where the text says so."""


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
"""How many of some cards a holder has."""

Said = Callable[..., Sentence]
"""Gives a formula of its text, with names in its holes (``casekit.language.blocks``)."""

HOLDS = "holder({card}) = {holder}"
"""The formula for a card that somebody holds."""


@frozen(slots=True)
class HoldingConstraint:
    """That a holder has none, some, all or not all of some cards."""

    holder: str
    """The player, or another place."""

    quantity: Quantity
    """How many of the cards the holder has."""

    cards: tuple[str, ...]
    """The cards."""


@frozen(slots=True)
class QuotedConstraint:
    """The statement of a line of play about hands."""

    id: str
    """Its identifier, unique in the transcript."""

    text: str
    """It in words."""

    excerpt: str
    """As much of the line as says it, as the transcript writes it."""

    telling: HoldingConstraint
    """What it says."""

    place: Place
    """Where it is in the text."""


def sentence_of(said: Said, telling: HoldingConstraint, holds: str = HOLDS) -> Sentence:
    """The sentence that a holder has none, some, all or not all of some cards.

    Args:
        said: gives a formula of its text.
        telling: what it says.
        holds: the pattern of the formula for a card that somebody holds.
    """
    pattern = holds if telling.quantity in {"some", "all"} else holds.replace("=", "!=")
    sentences = [said(pattern, card=card, holder=telling.holder) for card in telling.cards]
    if telling.quantity in {"none", "all"}:
        return joined(" and ", logic_formulas.And, sentences)
    return joined(" or ", logic_formulas.Or, sentences)


def hand_sentence(said: Said, holding: Holding, holds: str = HOLDS) -> Sentence:
    """The sentence that a holder has some cards and no other."""
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

    Args:
        transcript: the transcript.
        said: gives a formula of its text.
        whose: names a holder in a sentence.
        holds: the pattern of the formula for a card that somebody holds.
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
    combine: Callable[[tuple[logic_formulas.Formula, ...]], logic_formulas.Formula],
    sentences: Sequence[Sentence],
) -> Sentence:
    """Several sentences as one, with a word between them; a single one stays as it is."""
    formulas = tuple([sentence.formula for sentence in sentences])
    text = word.join(sentence.text for sentence in sentences)
    return Sentence(formulas[0] if len(sentences) == 1 else combine(formulas), text)


@frozen(slots=True)
class HandWords:
    """How a game says who holds which cards."""

    places: Mapping[str, tuple[str, str]]
    """The holders that are not players: the noun for each, and where cards are that it holds."""

    nouns: Mapping[str, str]
    """The noun for the card that answers each question, by the name of the question."""

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
        facts = [(assertion.fact, assertion.holds) for assertion in assertions]
        cards_by_holder = grouped(
            ((fact.value, holds), fact.arguments[0]) for fact, holds in facts if fact.arguments
        )
        cards_by_question = grouped(
            ((fact.function, holds), fact.value) for fact, holds in facts if not fact.arguments
        )
        answers: set[str] = set()
        for (_, holds), cards in cards_by_question.items():
            if holds:
                answers.update(cards)
        clauses: list[str] = []
        for (holder, holds), cards in cards_by_holder.items():
            is_at_place = holds and holder in self.places
            cards_to_name = [card for card in cards if card not in answers] if is_at_place else cards
            if cards_to_name:
                clauses.append(str(self.holds(holder, cards_to_name, so=holds)))
        for (question, holds), cards in cards_by_question.items():
            clauses.append(self._answer(question, cards, so=holds))
        return listed(clauses)

    def _answer(self, target: str, cards: Sequence[str], *, so: bool) -> str:
        noun = self.nouns.get(target, target)
        if so or len(cards) == 1:
            return f"the {noun} is {'' if so else 'not '}{listed(cards)}"
        return f"the {noun} is {neither(cards)}"


def repeated_holders(transcript: Held, words: HandWords) -> Iterator[RuleBreach]:
    """The breaches of the rule that the truth gives each hand once."""
    return repeated_names(
        codes.REPEATED_HOLDER,
        [(words.whose(holding.holder), holding) for holding in transcript.truth],
        message="the truth says twice what {} holds",
        label="it is here already",
        hint="remove one of the two lines",
    )


def sizes_of_holdings(transcript: Held) -> Iterator[RuleBreach]:
    """The breaches of the rule that a hand has the size that its player was dealt."""
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
    """The breaches of the rule that no card is in two places, or in one twice."""
    first_holding_of_card: dict[str, Holding] = {}
    for holding in held(transcript):
        for index, card in enumerate(holding.cards):
            first_holding = first_holding_of_card.setdefault(card, holding)
            related: tuple[RelatedPlace, ...] = ()
            if card in holding.cards[:index]:
                message = f"{card} is twice here"
            elif first_holding.holder != holding.holder:
                first_holder = words.whose(first_holding.holder)
                message = f"{card} is in two places: {first_holder} holds it too"
                related = ((first_holding.place, f"{first_holder} holds {card}"),)
            else:
                continue
            hint = "leave it in one place; the deck has each card once"
            yield RuleBreach(codes.REPEATED_CARD, message, holding.place, hint, related)


def different_hands(transcript: Held) -> Iterator[RuleBreach]:
    """The breaches of the rule that the seat's hand is the one that the truth gives its player."""
    hand = transcript.hand
    for holding in transcript.truth:
        if hand is not None and holding.holder == hand.holder and set(holding.cards) != set(hand.cards):
            missing_cards = [card for card in hand.cards if card not in holding.cards]
            other_cards = [card for card in holding.cards if card not in hand.cards]
            yield RuleBreach(
                codes.DIFFERENT_HANDS,
                f"the truth gives {hand.holder} a different hand: "
                f"{', '.join(other_cards) or 'nothing'} instead of {', '.join(missing_cards) or 'nothing'}",
                holding.place,
                "write the same cards in both places",
                ((hand.place, f"the seat holds {', '.join(hand.cards)}"),),
            )


def against_the_deal(
    transcript: Held, remarks: Iterable[QuotedConstraint], words: HandWords
) -> Iterator[RuleBreach]:
    """The breaches of the rule that no line is against the hands as the transcript gives them.

    Only what the hands say by themselves is found here; what takes several lines is a contradiction.
    """
    holder_of_card: dict[str, str] = {}
    for holding in held(transcript):
        holder_of_card.update(dict.fromkeys(holding.cards, holding.holder))
    known_holders = {holding.holder for holding in held(transcript)}
    for remark in remarks:
        telling, holder = remark.telling, remark.telling.holder
        held_cards = [card for card in telling.cards if holder_of_card.get(card) == holder]
        other_cards = [card for card in telling.cards if card not in held_cards]
        cards_not_held = [card for card in other_cards if card in holder_of_card or holder in known_holders]
        if _is_denied_by_holding(telling, held_cards):
            contrary_cards, fact = held_cards, f"holds {listed(held_cards)}"
        elif _is_denied_by_lacking(telling, cards_not_held):
            contrary_cards, fact = cards_not_held, _holds_none_of(cards_not_held)
        else:
            continue
        yield RuleBreach(
            codes.AGAINST_THE_DEAL,
            f"{remark.text}, but {words.whose(holder)} {fact}",
            remark.place,
            "correct the line or the hands",
            tuple(_places_of_holdings(transcript, holder, contrary_cards, words)),
        )


def _is_denied_by_holding(telling: HoldingConstraint, held_cards: Sequence[str]) -> bool:
    """Whether the holder has too many of the cards for what a line says: ``held_cards``."""
    holds_all = len(held_cards) == len(telling.cards)
    is_denied = telling.quantity == "none" or (telling.quantity == "not all" and holds_all)
    return bool(held_cards) and is_denied


def _is_denied_by_lacking(telling: HoldingConstraint, cards_not_held: Sequence[str]) -> bool:
    """Whether the holder lacks too many of the cards for what a line says: ``cards_not_held``."""
    holds_none = len(cards_not_held) == len(telling.cards)
    is_denied = telling.quantity == "all" or (telling.quantity == "some" and holds_none)
    return bool(cards_not_held) and is_denied


def _places_of_holdings(
    transcript: Held, holder: str, cards: list[str], words: HandWords
) -> Iterator[RelatedPlace]:
    """The holdings that say who holds the cards: the holder's own if there is one, else each holder's."""
    holding_of_holder = {holding.holder: holding for holding in reversed(tuple(held(transcript)))}
    own_holding = holding_of_holder.get(holder)
    for holding in (own_holding,) if own_holding else reversed(holding_of_holder.values()):
        if holding is own_holding or not set(cards).isdisjoint(holding.cards):
            yield (holding.place, f"{words.whose(holding.holder)} holds {', '.join(holding.cards)}")


def _holds_none_of(cards: Sequence[str]) -> str:
    """The predicate that somebody holds none of some cards."""
    match cards:
        case [card]:
            return f"does not hold {card}"
        case [one, other]:
            return f"holds neither {one} nor {other}"
    return f"holds none of {listed(cards)}"
