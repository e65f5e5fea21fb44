"""The message of a line of play to everybody at the table: of some cards, how many somebody holds."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from casekit.asking.wording import TRUTH
from casekit.diagnostics import Place
from casekit.games.transcripts.asking.transcript_theory import (
    HAND,
    PLAYERS,
    SEAT,
    SIZE,
    TranscriptLine,
    line_of,
)
from casekit.games.transcripts.hands.holdings import Held, Holding
from casekit.language.laws import Sentence
from casekit.model.logic import And, Formula, Or

Quantity = Literal["none", "some", "all", "not all"]

Said = Callable[..., Sentence]
"""A formula from its text, with names in its holes (``casekit.language.laws``)."""

HOLDS = "holder({card}) = {holder}"
"""The formula for a card that somebody holds."""


@dataclass(frozen=True, slots=True)
class Telling:
    """That a holder, a player or another place, has none, some, all or not all of some cards."""

    holder: str
    quantity: Quantity
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Remark:
    """A telling with its words and their place. ``id`` is unique in the transcript.

    ``excerpt`` is as much of the line as says it, as the transcript writes it.
    """

    id: str
    text: str
    excerpt: str
    telling: Telling
    place: Place


def whole_hand(player: str, cards: Sequence[str], deck: Sequence[str]) -> tuple[Telling, Telling]:
    """The knowledge of players from the start: which cards are in their hand, and that no other is."""
    others = tuple(card for card in deck if card not in cards)
    return (Telling(player, "all", tuple(cards)), Telling(player, "none", others))


def sentence_of(said: Said, telling: Telling, holds: str = HOLDS) -> Sentence:
    """A telling as a sentence."""
    pattern = holds if telling.quantity in {"some", "all"} else holds.replace("=", "!=")
    word, whole = (" and ", And) if telling.quantity in {"none", "all"} else (" or ", Or)
    return joined(word, whole, [said(pattern, card=card, holder=telling.holder) for card in telling.cards])


def hand_sentence(said: Said, holding: Holding, holds: str = HOLDS) -> Sentence:
    """That a holder has some cards and no other."""
    names = {f"card{number}": card for number, card in enumerate(holding.cards)}
    excepted = f" except {', '.join(f'{{{name}}}' for name in names)}" if names else ""
    others = said(f"no card X{excepted}: {holds.replace('{card}', 'X')}", holder=holding.holder, **names)
    each = [said(holds, card=card, holder=holding.holder) for card in holding.cards]
    return joined(" and ", And, [*each, others])


def lines_of_hands(
    transcript: Held, said: Said, whose: Callable[[str], str], holds: str = HOLDS
) -> Iterator[tuple[str, TranscriptLine]]:
    """The lines that say how many cards each player holds, the seat's hand, and what the truth says of holders.

    ``whose`` is a holder in a sentence.
    """
    for player in transcript.players:
        size = said(f"exactly {player.hand_size} card X: {holds.replace('{card}', 'X')}", holder=player.name)
        words = f"{player.name} has {player.hand_size} card{'' if player.hand_size == 1 else 's'}"
        yield f"size {player.name}", line_of(SIZE, PLAYERS, words, size, player.place)
    seated = transcript.hand is not None and transcript.hand.holder in transcript.names
    hands = (("hand", HAND, SEAT, transcript.hand),) if seated else ()
    truth = ((f"truth {number}", TRUTH, TRUTH, each) for number, each in enumerate(transcript.truth, 1))
    for name, kind, path, holding in (*hands, *truth):
        words = f"{whose(holding.holder)} holds {', '.join(holding.cards) or 'no card'}"
        telling = Telling(holding.holder, "all", holding.cards)
        yield name, line_of(kind, path, words, hand_sentence(said, holding, holds), holding.place, telling)


def joined(word: str, whole: Callable[[tuple[Formula, ...]], Formula], every: Sequence[Sentence]) -> Sentence:
    """Several sentences as one, with a word between them; one alone stays as it is."""
    formulas = tuple([each.formula for each in every])
    return Sentence(
        formulas[0] if len(every) == 1 else whole(formulas), word.join(each.text for each in every)
    )
