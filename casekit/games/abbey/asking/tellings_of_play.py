"""The message of each line of play to readers in the seat: sentences about who holds which card, each with its words."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from casekit.asking.wording import listed
from casekit.games.abbey.deck import ABBEY, GUILTY, OUT, PARLOR
from casekit.games.abbey.vigil import Deed, Vigil
from casekit.games.abbey.vigil_terms import VigilTerms, both, none_of
from casekit.language.laws import Sentence


class Message(NamedTuple):
    """A sentence, and what it is in words."""

    said: Sentence
    words: str


def told(terms: VigilTerms, event: Deed) -> tuple[Message, ...]:
    """The message of a line to everybody who reads it."""
    return tuple(_MESSAGES[event.form](terms, event)) if event.form in _MESSAGES else ()


def _went(terms: VigilTerms, card: str, line: int, source: str, target: str) -> Sentence:
    return both([terms.at(card, line - 1, source), terms.at(card, line, target)])


def _taken(terms: VigilTerms, event: Deed) -> Iterator[Message]:
    """A card that the seat saw go from one holder to another."""
    source, target = {
        "taking": (event["whom"], event["who"]),
        "returning": (event["who"], event["whom"]),
        "drawing": (PARLOR, event["who"]),
        "exchanging": (event["whom"], event["with"]),
    }[event.form]
    for card, ends in ((event["card"], (source, target)), (event["other"], (target, source))):
        if card:
            yield Message(
                _went(terms, card, event.number, *ends), f"{card} went from {_whose(ends[0])} to {ends[1]}"
            )


def _whose(holder: str) -> str:
    return "the parlor" if holder == PARLOR else holder


def _having(terms: VigilTerms, event: Deed) -> Iterator[Message]:
    card, whom = event["card"], event["whom"]
    if event["answer"] != "silence":
        so = event["answer"] == "yes"
        held = terms.at(card, event.number, whom)
        yield Message(held if so else none_of([held]), f"{whom} has {'' if so else 'not '}got {card}")


def _counting(terms: VigilTerms, event: Deed) -> Iterator[Message]:
    if event["count"] == "silence":
        return
    number, whom, line = int(event["count"]), event["whom"], event.number
    if event["traits"] is None:
        most = len(terms.card.values) - number
        said = terms.count(
            "at most", most, terms.card.values, terms.ever(whom, line), f"{whom} has held X by line {line}"
        )
        yield Message(said, f"{whom} has held {most} monks at most")
    else:
        said = terms.has(whom, _like(terms, event), line, "exactly", number)
        yield Message(said, f"{whom} has {number} {_looking(event['traits'])}")


def _like(terms: VigilTerms, event: Deed) -> tuple[str, ...]:
    return terms.vigil.deck.having(event["traits"] or (event["trait"],))


def _looking(traits: Sequence[str]) -> str:
    return (
        f"that {'is' if len(traits) == 1 else 'are'} {' and '.join(traits)}" if len(traits) > 1 else traits[0]
    )


def _clearing(terms: VigilTerms, event: Deed) -> Iterator[Message]:
    card, whom = event["card"], event["whom"]
    if event["answer"] == "yes":
        yield Message(none_of([terms.at(card, 0, ABBEY)]), f"{whom} has cleared {card}")
    elif event["answer"] == "no":
        yield Message(terms.never(card, event.number, whom), f"{whom} has never held {card}")


def _requesting(terms: VigilTerms, event: Deed) -> Iterator[Message]:
    yield from _shown(terms, event, event["whom"], _like(terms, event), event.number)


def _shown(terms: VigilTerms, deed: Deed, player: str, cards: Sequence[str], line: int) -> Iterator[Message]:
    """A card that somebody shows, or that there is none."""
    if not deed["shows"]:
        yield Message(terms.has(player, cards, line, "no"), f"{player} has none")
    elif deed["card"]:
        yield Message(terms.at(deed["card"], line, player), f"{player} shows {deed['card']}")
    else:
        yield Message(terms.has(player, cards, line, "some"), f"{player} shows one")


def _suspicion(terms: VigilTerms, event: Deed) -> Iterator[Message]:
    for deed in event["shown"]:
        yield from _shown(terms, deed, deed["player"], _like(terms, event), event.number)


def _alibi(terms: VigilTerms, event: Deed) -> Iterator[Message]:
    for deed in event["shown"]:
        if deed["card"]:
            said = _went(terms, deed["card"], event.number, deed["player"], OUT)
            yield Message(said, f"{deed['player']} shows {deed['card']}")


def _mass(terms: VigilTerms, event: Deed) -> Iterator[Message]:
    vigil: Vigil = terms.vigil
    for deed in event["moved"]:
        player = deed["player"]
        ends = (player, vigil.beside(player, 1)) if deed["gives"] else (vigil.beside(player, -1), player)
        for card in deed["cards"]:
            yield Message(_went(terms, card, event.number, *ends), f"{card} went from {ends[0]} to {ends[1]}")


def _shambles(terms: VigilTerms, event: Deed) -> Iterator[Message]:
    """Whoever gives a card had it, whoever receives one has it; the same one may have come back."""
    line = event.number
    for deed in event["moved"]:
        player, (card,) = deed["player"], deed["cards"][:1]
        before, after = terms.at(card, line - 1, player), terms.at(card, line, player)
        others = [
            each for each in event["moved"] if each["player"] == player and each["gives"] != deed["gives"]
        ]
        same = any(each["cards"][:1] == (card,) for each in others)
        rest = _only(terms, player, line, card, leaves=deed["gives"])
        if deed["gives"]:
            said = [before, after if same else none_of([after]), rest] if others else [before, rest]
        else:
            said = [after, before if same else none_of([before]), rest] if others else [after, rest]
        yield Message(both(said), f"{player} {'gives' if deed['gives'] else 'receives'} {card}")


def _only(terms: VigilTerms, player: str, line: int, card: str, *, leaves: bool) -> Sentence:
    """No other card leaves a hand, or comes into it."""
    first, then = (line - 1, line) if leaves else (line, line - 1)
    others = [each for each in terms.card.values if each != card]
    each = [
        none_of([both([terms.at(other, first, player), none_of([terms.at(other, then, player)])])])
        for other in others
        if terms.held.term((other, str(line))) != terms.held.term((other, str(line - 1)))
    ]
    formula = both(each).formula if each else both([]).formula
    return Sentence(formula, f"{player} {'gives' if leaves else 'receives'} no other")


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
    "requesting": _requesting,
    "suspicion": _suspicion,
    "alibi": _alibi,
    "mass": _mass,
    "shambles": _shambles,
    "accusing": _accusing,
}
