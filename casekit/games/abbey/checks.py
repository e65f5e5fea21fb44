"""The rules of a vigil: the deal, the cards of hands and parlor, and the names that the seat can know."""

from collections.abc import Iterator

from casekit.games.abbey import codes
from casekit.games.abbey.document import ABBEY, OUT, PARLOR, TRAIT_OF_VALUE, Deed, Vigil
from casekit.games.abbey.moves import Move, moves_of
from casekit.games.abbey.theory import WORDS, missing_names
from casekit.kit.hands import different_hands, in_truth, repeated_cards, repeated_holders, sizes_of_holdings
from casekit.kit.transcripts import codes as transcript_codes
from casekit.kit.transcripts.checks import RuleBreach, TranscriptRules, after_the_end, breaches_at, given_away
from casekit.values.plurals import counted

_PARTS = {"card": "the first card", "other": "the other card", "cards": "the cards"}
_LOSING = {
    **dict.fromkeys(("taking", "looking", "glimpsing"), ("whom",)),
    "returning": ("who",),
    "exchanging": ("whom", "with"),
}
"""Whoever needs a card for a line of each form."""


def _table(vigil: Vigil) -> Iterator[RuleBreach]:
    """Equal hands of as many cards as there are for each.

    The rest, fewer than players, is in the parlor.
    """
    count = len(vigil.players)
    size = vigil.deck.hand(count)
    rest = f"one is under the board and {len(vigil.deck.monks) - 1 - size * count} are in the parlor"
    for player in vigil.players:
        message = (
            f"{player.name} has {counted(player.hand_size, 'card')}, "
            f"but {count} players have {size} each: {rest}"
        )
        wrong = {message: player.hand_size != size}
        yield from breaches_at(
            player.place, transcript_codes.HAND_SIZES, f"write {size} after every name", wrong
        )


def _dealt(vigil: Vigil) -> Iterator[RuleBreach]:
    yield from repeated_holders(vigil, WORDS)
    yield from sizes_of_holdings(vigil)
    yield from repeated_cards(vigil, WORDS)
    yield from different_hands(vigil)
    sizes = {ABBEY: 1, PARLOR: vigil.pile, OUT: 0}
    for holding in vigil.truth:
        count = len(holding.cards)
        wanted = sizes.get(holding.holder, count)
        message = f"the truth puts {count} cards in the place of {wanted}: {holding.holder}"
        hint = f"name {wanted or 'no card: at the deal none is out of the game'}"
        yield from breaches_at(
            holding.place, transcript_codes.WRONG_HAND_SIZE, hint, {message: count != wanted}
        )


def _played(vigil: Vigil) -> Iterator[RuleBreach]:
    end: Deed | None = None
    for event, move in zip(vigil.play, moves_of(vigil), strict=True):
        if end is not None:
            yield after_the_end(event, end, f"{end['who']} has accused rightly")
            continue
        breaches = (*_own(event), *_empty(event, move), *_alike(vigil, event), *_numbers(vigil, event, move))
        yield from breaches or (*_showings(vigil, event, move), *_names(vigil, event, move))
        end = event if event["right"] else None


def _own(event: Deed) -> Iterator[RuleBreach]:
    """Whatever is done is done with others."""
    named = [event[part] for part in (*Deed.PARTS_FOR_PLAYERS, "by") if event[part]]
    wrong = {f"{name} is in this line twice": named.count(name) > 1 for name in named}
    return breaches_at(event.place, codes.OWN_HAND, "name another player", wrong)


def _empty(event: Deed, move: Move) -> Iterator[RuleBreach]:
    """Nothing is taken from where nothing is, and nobody is accused while cards are in the parlor."""
    left, place = move.before[PARLOR], event.place
    wrong = {"the parlor is empty": event.form == "drawing" and not left}
    yield from breaches_at(place, codes.EMPTY_PARLOR, "remove the line, or ask somebody for a card", wrong)
    cards = "a card is" if left == 1 else f"{left} cards are"
    wrong = {f"{cards} still in the parlor": event.form == "accusing" and left > 0}
    yield from breaches_at(place, codes.EARLY_ACCUSATION, "accuse once it is empty", wrong)
    names = [event[part] for part in _LOSING.get(event.form, ())]
    wrong = {f"{name} has no card": not move.before[name] for name in names}
    yield from breaches_at(place, codes.EMPTY_HAND, "name a player who has one", wrong)


def _alike(vigil: Vigil, event: Deed) -> Iterator[RuleBreach]:
    """Questions are for one characteristic or two different ones, and a card that is shown has them."""
    asked = event["traits"] or ((event["trait"],) if event.form == "suspicion" else ())
    differ = len({TRAIT_OF_VALUE[trait] for trait in asked}) == len(asked) <= 2  # noqa: PLR2004 - one or two
    wrong = {f"nobody is asked for {', '.join(asked)}": not differ}
    yield from breaches_at(
        event.place, codes.WRONG_TRAITS, "name one characteristic, or two different ones", wrong
    )
    shown = [deed["card"] for deed in (event, *event.inside) if asked and differ and deed["card"]]
    for card in shown:
        lacks = [trait for trait in asked if trait not in vigil.deck.by_slug[card].traits]
        wrong = {f"{card} is not {trait}": True for trait in lacks[:1]}
        yield from breaches_at(
            event.place, codes.LACKING_TRAIT, "name a card that is what was asked for", wrong
        )


def _numbers(vigil: Vigil, event: Deed, move: Move) -> Iterator[RuleBreach]:
    """As many cards are named as were passed on or seen, and no card twice."""
    for deed in event["moved"] or ():
        player, does, cards = deed["player"], "gives" if deed["gives"] else "receives", len(deed["cards"])
        wanted = move.passed.get((player, deed["gives"]), 0)
        wrong = {f"{player} {does} {counted(cards, 'card')}, but {does} {wanted} here": cards != wanted}
        yield from breaches_at(event.place, codes.WRONG_MASS, f"name {wanted}", wrong)
    whom = str(vigil.seat if event.form == "swapping" else event["whom"])
    size = move.after.get(whom, 0)
    seen = _seen_of_hand(event, size)
    if event.form == "glimpsing" and not 0 < seen <= size:
        hint = "let at least one card be seen, and no more than there are"
        wrong = {f"{whom} has {counted(size, 'card')}": True}
        yield from breaches_at(event.place, codes.WRONG_NUMBER, hint, wrong)
        return
    named = len(event["cards"] or ())
    wrong = {f"{named} named, but {seen} seen": named not in {0, seen}}
    yield from breaches_at(
        event.place, codes.WRONG_NUMBER, f"name {seen}, or none if the seat saw none", wrong
    )
    yield from _named_again(event)


def _seen_of_hand(event: Deed, size: int) -> int:
    """How many cards of a hand of a size are seen."""
    if event.form == "glimpsing":
        return int(size - event["left"] if event["seen"] is None else event["seen"])
    if event.form in {"looking", "swapping"} and size:
        return size
    return len(event["cards"] or ())


def _named_again(event: Deed) -> Iterator[RuleBreach]:
    """The first card that is named twice as given, or as received."""
    passed: list[tuple[str, bool]] = []
    for deed in event.inside or (event,):
        passed += [(card, deed["gives"]) for card in deed.cards]
    again = [card for card, gives in passed if passed.count((card, gives)) > 1]
    wrong = {f"{card} is named twice": True for card in again[:1]}
    yield from breaches_at(event.place, codes.WRONG_NUMBER, "name each card once", wrong)


def _showings(vigil: Vigil, event: Deed, move: Move) -> Iterator[RuleBreach]:
    """To a suspicion everybody answers once, and to an alibi everybody who has cards.

    Each passes cards on once.
    """
    place, shown = event.place, event["shown"] or ()
    if event["shown"] is not None:
        expected = [name for name in vigil.names if event.form == "suspicion" or move.before[name]]
        players = [deed["player"] for deed in shown]
        off = sorted(players) != sorted(expected) and (event.form == "suspicion" or bool(players))
        wrong = {f"{', '.join(players)}: that is not everybody once": off}
        yield from breaches_at(
            place, codes.WRONG_SHOWING, f"write a part for each of {', '.join(expected)}", wrong
        )
    none = [deed for deed in shown if not deed["shows"]]
    wrong = {"everybody who has cards shows one": event.form == "alibi" and none != []}
    yield from breaches_at(place, codes.WRONG_SHOWING, "name the card, or leave the player out", wrong)
    done = [(deed["player"], deed["gives"]) for deed in event["moved"] or ()]
    wrong = {"somebody passes cards on twice": len({*done}) < len(done)}
    yield from breaches_at(place, codes.WRONG_SHOWING, "join the cards with `and`", wrong)


def _names(vigil: Vigil, event: Deed, move: Move) -> Iterator[RuleBreach]:
    """A card is named if the seat saw it, and only then."""
    seat, swapped = vigil.seat, event.form == "swapping" and bool(event["cards"])
    reader = vigil.reader or "an onlooker"
    hidden = len(vigil.as_seen_by(event, seat).cards) < len(event.cards)
    hidden |= swapped and seat not in {event["who"], event["whom"]}
    wrong = {f"{reader} cannot have seen every card that this line names": hidden}
    hint = "leave the card out, or write `seat all` for a vigil with all cards open"
    yield from breaches_at(event.place, transcript_codes.UNSEEN_CARD, hint, wrong)
    missing = tuple(missing_names(vigil, event, move)) if seat in vigil.names and not hidden else ()
    parts = ", ".join(_PARTS.get(part, part) for part in missing)
    wrong = {f"{reader} saw a card that this line does not name ({parts})": missing != ()}
    yield from breaches_at(event.place, codes.MISSING_NAME, "name what the seat saw", wrong)


def _given_away(vigil: Vigil) -> Iterator[tuple[int, RuleBreach]]:
    """A right accusation, which all hear."""
    for event in vigil.play:
        if event["right"]:
            yield event.number, given_away(event, f"{event['who']} accuses rightly")


RULES = TranscriptRules(
    table=_table,
    illegal=lambda vigil: (*_dealt(vigil), *_played(vigil)),
    gives_away=_given_away,
    answer=lambda vigil: in_truth(vigil, ABBEY),
    world=None,
    solution="the guilty monk",
    asked="who is guilty",
    whole="the guilty monk",
    to_begin="choose another seat or another deal",
    to_decide="add a line that decides between them",
)
