"""The message of each line of play to readers in the seat: sentences about who holds which card, each with its words."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from casekit.asking.wording import listed
from casekit.games.abbey.deck import ABBEY, GUILTY, OUT, PARLOR
from casekit.games.abbey.vigil import Deed
from casekit.games.abbey.vigil_terms import VigilTerms, both, none_of
from casekit.language.laws import Sentence


class Message(NamedTuple):
    """A sentence, and what it is in words."""

    said: Sentence
    words: str


def told(terms: VigilTerms, event: Deed) -> tuple[Message, ...]:
    """The message of a line to everybody who reads it."""
    return tuple(_MESSAGES[event.form](terms, event)) if event.form in _MESSAGES else ()


def _went(terms: VigilTerms, event: Deed, card: str, source: str, target: str) -> Message:
    said = terms.went(card, event.number, source, target)
    return Message(said, f"{card} went from {'the parlor' if source == PARLOR else source} to {target}")


def _taken(terms: VigilTerms, event: Deed) -> Iterator[Message]:
    """A card that the seat saw go from one holder to another."""
    who, whom = event["who"], event["whom"]
    ends = {"returning": (who, whom), "drawing": (PARLOR, who), "exchanging": (whom, event["with"])}
    source, target = ends.get(event.form, (whom, who))
    if event["card"]:
        yield _went(terms, event, event["card"], source, target)
    if event["other"]:
        yield _went(terms, event, event["other"], target, source)


def _having(terms: VigilTerms, event: Deed) -> Iterator[Message]:
    card, whom = event["card"], event["whom"]
    if event["answer"] != "silence":
        so = event["answer"] == "yes"
        held = terms.at(card, event.number, whom)
        yield Message(held if so else none_of([held]), f"{whom} has {'' if so else 'not '}got {card}")


def _counting(terms: VigilTerms, event: Deed) -> Iterator[Message]:
    if event["count"] == "silence":
        return
    number, whom, line = event["count"], event["whom"], event.number
    if event["traits"] is None:
        most = max(0, len(terms.card.values) - number)
        yield Message(terms.held_most(whom, most, line), f"{whom} has held {most} monks at most")
    else:
        said = terms.has(whom, _like(terms, event), line, "exactly", number)
        yield Message(said, f"{whom} has {number} that are {' and '.join(event['traits'])}")


def _like(terms: VigilTerms, event: Deed) -> tuple[str, ...]:
    return terms.vigil.deck.having(event["traits"] or (event["trait"],))


def _clearing(terms: VigilTerms, event: Deed) -> Iterator[Message]:
    card, whom = event["card"], event["whom"]
    if event["answer"] == "yes":
        yield Message(none_of([terms.at(card, 0, ABBEY)]), f"{whom} has cleared {card}")
    elif event["answer"] == "no":
        yield Message(terms.never(card, event.number, whom), f"{whom} has never held {card}")


def _shown(terms: VigilTerms, event: Deed) -> Iterator[Message]:
    """A card that somebody shows who was asked for one, or that there is none."""
    cards, line = _like(terms, event), event.number
    for deed in (event,) if event.form == "requesting" else event["shown"]:
        player, card = deed["player"] or deed["whom"], deed["card"]
        if not deed["shows"]:
            yield Message(terms.has(player, cards, line, "no"), f"{player} has none")
        elif card:
            yield Message(terms.at(card, line, player), f"{player} shows {card}")
        else:
            yield Message(terms.has(player, cards, line, "some"), f"{player} shows one")


def _alibi(terms: VigilTerms, event: Deed) -> Iterator[Message]:
    for player, card in ((deed["player"], deed["card"]) for deed in event["shown"]):
        if card:
            yield Message(_went(terms, event, card, player, OUT).said, f"{player} shows {card}")


def _mass(terms: VigilTerms, event: Deed) -> Iterator[Message]:
    for deed in event["moved"]:
        player, beside = deed["player"], terms.vigil.beside
        ends = (player, beside(player, 1)) if deed["gives"] else (beside(player, -1), player)
        yield from (_went(terms, event, card, *ends) for card in deed["cards"])


def _shambles(terms: VigilTerms, event: Deed) -> Iterator[Message]:
    """Whoever gives a card had it, whoever receives one has it; the same one may have come back."""
    moved, line = event["moved"], event.number
    for deed in moved:
        player, gives, (card,) = deed["player"], deed["gives"], deed["cards"][:1]
        here, there = (line - 1, line) if gives else (line, line - 1)
        said = [terms.at(card, here, player)]
        others = [each["cards"][0] for each in moved if each["player"] == player and each["gives"] != gives]
        if others:
            again = terms.at(card, there, player)
            said.append(again if card in others else none_of([again]))
        does = f"{player} {'gives' if gives else 'receives'}"
        stay = [other for other in terms.movable(line) if other != card]
        each = [both([terms.at(one, here, player), none_of([terms.at(one, there, player)])]) for one in stay]
        rest = Sentence(both([none_of([one]) for one in each]).formula, f"{does} no other")
        yield Message(both([*said, rest]), f"{does} {card}")


def _looking_at(terms: VigilTerms, event: Deed) -> Iterator[Message]:
    """A hand that is seen, or cards of one; of a whole hand also that there is no other."""
    cards, line = event["cards"], event.number
    if not cards:
        return
    whose = str(terms.vigil.seat) if event.form == "swapping" else event["whom"]
    yield Message(both([terms.at(card, line, whose) for card in cards]), f"{whose} has {listed(cards)}")
    if event.form != "glimpsing":
        others = [card for card in terms.card.values if card not in cards]
        yield Message(terms.has(whose, others, line, "no"), f"{whose} has nothing else")


def _accusing(terms: VigilTerms, event: Deed) -> Iterator[Message]:
    card, by = event["card"], event["by"]
    if by:
        yield Message(terms.at(card, event.number, by), f"{by} shows {card}")
    else:
        yield Message(terms.at(card, 0, ABBEY), f"{GUILTY} is {card}")


_MESSAGES: Mapping[str, Callable[[VigilTerms, Deed], Iterator[Message]]] = {
    **dict.fromkeys(("taking", "returning", "drawing", "exchanging"), _taken),
    **dict.fromkeys(("looking", "glimpsing", "swapping"), _looking_at),
    "having": _having,
    "counting": _counting,
    "clearing": _clearing,
    **dict.fromkeys(("requesting", "suspicion"), _shown),
    "alibi": _alibi,
    "mass": _mass,
    "shambles": _shambles,
    "accusing": _accusing,
}
