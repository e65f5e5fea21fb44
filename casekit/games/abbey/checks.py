"""The rules of a vigil: the deal, the cards of hands and parlor, and the names that the seat can know.

In each function, ``breaches`` are messages, each with whether it is so; one hint serves them all.
"""

from collections.abc import Iterator

from casekit.games.abbey import codes
from casekit.games.abbey.document import ABBEY, OUT, PARLOR, TRAIT_OF_VALUE, Deed, Vigil
from casekit.games.abbey.moves import Move, moves_of
from casekit.games.abbey.theory import WORDS, missing_names
from casekit.kit.hands import different_hands, in_truth, repeated_cards, repeated_holders, sizes_of_holdings
from casekit.kit.transcripts import codes as transcript_codes
from casekit.kit.transcripts.checks import RuleBreach, TranscriptRules, after_the_end, breaches_at, given_away
from casekit.values.plurals import counted

_PARTS_IN_WORDS = {"card": "the first card", "other": "the other card", "cards": "the cards"}

_PARTS_FOR_GIVERS = {
    **dict.fromkeys(("taking", "looking", "glimpsing"), ("whom",)),
    "returning": ("who",),
    "exchanging": ("whom", "with"),
}
"""By form of line the parts that name players who must have a card."""

_MOST_TRAITS_ASKED = 2


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
        breaches = {message: player.hand_size != size}
        yield from breaches_at(
            player.place, transcript_codes.HAND_SIZES, f"write {size} after every name", breaches
        )


def _deal(vigil: Vigil) -> Iterator[RuleBreach]:
    """The hands and the truth have as many cards as there are, and no card twice."""
    yield from repeated_holders(vigil, WORDS)
    yield from sizes_of_holdings(vigil)
    yield from repeated_cards(vigil, WORDS)
    yield from different_hands(vigil)
    sizes = {ABBEY: 1, PARLOR: vigil.pile, OUT: 0}
    for holding in vigil.truth:
        count = len(holding.cards)
        right_count = sizes.get(holding.holder, count)
        message = f"the truth puts {count} cards in the place of {right_count}: {holding.holder}"
        hint = f"name {right_count or 'no card: at the deal none is out of the game'}"
        yield from breaches_at(
            holding.place, transcript_codes.WRONG_HAND_SIZE, hint, {message: count != right_count}
        )


def _play(vigil: Vigil) -> Iterator[RuleBreach]:
    """The breaches of each line until the guilty monk is accused."""
    end: Deed | None = None
    for event, move in zip(vigil.play, moves_of(vigil), strict=True):
        if end is not None:
            yield after_the_end(event, end, f"{end['who']} has accused rightly")
            continue
        breaches = (
            *_same_player(event),
            *_missing_cards(event, move),
            *_traits(vigil, event),
            *_numbers(vigil, event, move),
        )
        # All else would only follow from these.
        yield from breaches or (*_showings(vigil, event, move), *_names(vigil, event, move))
        end = event if event["right"] else None


def _same_player(event: Deed) -> Iterator[RuleBreach]:
    """Whatever is done is done with others."""
    named = [event[part] for part in (*Deed.PARTS_FOR_PLAYERS, "by") if event[part]]
    breaches = {f"{name} is in this line twice": named.count(name) > 1 for name in named}
    return breaches_at(event.place, codes.OWN_HAND, "name another player", breaches)


def _missing_cards(event: Deed, move: Move) -> Iterator[RuleBreach]:
    """Nothing is taken from where nothing is, and nobody is accused while cards are in the parlor."""
    in_parlor, place = move.before[PARLOR], event.place
    breaches = {"the parlor is empty": event.form == "drawing" and not in_parlor}
    yield from breaches_at(place, codes.EMPTY_PARLOR, "remove the line, or ask somebody for a card", breaches)
    cards_are = "a card is" if in_parlor == 1 else f"{in_parlor} cards are"
    breaches = {f"{cards_are} still in the parlor": event.form == "accusing" and in_parlor > 0}
    yield from breaches_at(place, codes.EARLY_ACCUSATION, "accuse once it is empty", breaches)
    names = [event[part] for part in _PARTS_FOR_GIVERS.get(event.form, ())]
    breaches = {f"{name} has no card": not move.before[name] for name in names}
    yield from breaches_at(place, codes.EMPTY_HAND, "name a player who has one", breaches)


def _traits(vigil: Vigil, event: Deed) -> Iterator[RuleBreach]:
    """Questions are for one characteristic or two different ones, and a card that is shown has them."""
    values = event["traits"] or ((event["trait"],) if event.form == "suspicion" else ())
    are_different = len({TRAIT_OF_VALUE[value] for value in values}) == len(values)
    can_be_asked = are_different and len(values) <= _MOST_TRAITS_ASKED
    breaches = {f"nobody is asked for {', '.join(values)}": not can_be_asked}
    yield from breaches_at(
        event.place, codes.WRONG_TRAITS, "name one characteristic, or two different ones", breaches
    )
    if not values or not can_be_asked:
        return
    for deed in (event, *event.inside):
        card = deed["card"]
        if not card:
            continue
        lacking = [value for value in values if value not in vigil.deck.by_slug[card].traits]
        breaches = {f"{card} is not {value}": True for value in lacking[:1]}
        yield from breaches_at(
            event.place, codes.LACKING_TRAIT, "name a card that is what was asked for", breaches
        )


def _numbers(vigil: Vigil, event: Deed, move: Move) -> Iterator[RuleBreach]:
    """As many cards are named as were passed on or seen, and no card twice."""
    for deed in event["moved"] or ():
        player, verb = deed["player"], "gives" if deed["gives"] else "receives"
        count = len(deed["cards"])
        right_count = move.passed.get((player, deed["gives"]), 0)
        breaches = {
            f"{player} {verb} {counted(count, 'card')}, but {verb} {right_count} here": count != right_count
        }
        yield from breaches_at(event.place, codes.WRONG_MASS, f"name {right_count}", breaches)
    whom = str(vigil.seat if event.form == "swapping" else event["whom"])
    size = move.after.get(whom, 0)
    seen_count = _cards_seen(event, size)
    if event.form == "glimpsing" and not 0 < seen_count <= size:
        hint = "let at least one card be seen, and no more than there are"
        breaches = {f"{whom} has {counted(size, 'card')}": True}
        yield from breaches_at(event.place, codes.WRONG_NUMBER, hint, breaches)
        return
    named_count = len(event["cards"] or ())
    is_wrong = named_count not in {0, seen_count}
    breaches = {f"{named_count} named, but {seen_count} seen": is_wrong}
    yield from breaches_at(
        event.place, codes.WRONG_NUMBER, f"name {seen_count}, or none if the seat saw none", breaches
    )
    yield from _named_again(event)


def _cards_seen(event: Deed, size: int) -> int:
    """How many cards of a hand of a size are seen."""
    if event.form == "glimpsing":
        return int(size - event["left"] if event["seen"] is None else event["seen"])
    if event.form in {"looking", "swapping"} and size:
        return size
    return len(event["cards"] or ())


def _named_again(event: Deed) -> Iterator[RuleBreach]:
    """The first card that is named twice as given, or as received."""
    named: list[tuple[str, bool]] = []
    for deed in event.inside or (event,):
        named += [(card, deed["gives"]) for card in deed.cards]
    named_twice = [card for card, gives in named if named.count((card, gives)) > 1]
    breaches = {f"{card} is named twice": True for card in named_twice[:1]}
    yield from breaches_at(event.place, codes.WRONG_NUMBER, "name each card once", breaches)


def _showings(vigil: Vigil, event: Deed, move: Move) -> Iterator[RuleBreach]:
    """To a suspicion everybody answers once, and to an alibi everybody who has cards.

    Each passes cards on once.
    """
    place, shown = event.place, event["shown"] or ()
    if event["shown"] is not None:
        expected = [name for name in vigil.names if event.form == "suspicion" or move.before[name]]
        players = [deed["player"] for deed in shown]
        must_answer = event.form == "suspicion" or bool(players)
        is_wrong = must_answer and sorted(players) != sorted(expected)
        breaches = {f"{', '.join(players)}: that is not everybody once": is_wrong}
        yield from breaches_at(
            place, codes.WRONG_SHOWING, f"write a part for each of {', '.join(expected)}", breaches
        )
    shows_nothing = any(not deed["shows"] for deed in shown)
    breaches = {"everybody who has cards shows one": event.form == "alibi" and shows_nothing}
    yield from breaches_at(place, codes.WRONG_SHOWING, "name the card, or leave the player out", breaches)
    passings = [(deed["player"], deed["gives"]) for deed in event["moved"] or ()]
    breaches = {"somebody passes cards on twice": len({*passings}) < len(passings)}
    yield from breaches_at(place, codes.WRONG_SHOWING, "join the cards with `and`", breaches)


def _names(vigil: Vigil, event: Deed, move: Move) -> Iterator[RuleBreach]:
    """A card is named if the seat saw it, and only then."""
    seat, reader = vigil.seat, vigil.reader or "an onlooker"
    names_swapped_hand = event.form == "swapping" and bool(event["cards"])
    names_hidden_card = len(vigil.as_seen_by(event, seat).cards) < len(event.cards)
    names_hidden_card |= names_swapped_hand and seat not in {event["who"], event["whom"]}
    breaches = {f"{reader} cannot have seen every card that this line names": names_hidden_card}
    hint = "leave the card out, or write `seat all` for a vigil with all cards open"
    yield from breaches_at(event.place, transcript_codes.UNSEEN_CARD, hint, breaches)
    missing: tuple[str, ...] = ()
    if seat in vigil.names and not names_hidden_card:
        missing = tuple(missing_names(vigil, event, move))
    parts = ", ".join(_PARTS_IN_WORDS.get(part, part) for part in missing)
    breaches = {f"{reader} saw a card that this line does not name ({parts})": missing != ()}
    yield from breaches_at(event.place, codes.MISSING_NAME, "name what the seat saw", breaches)


def _given_away(vigil: Vigil) -> Iterator[tuple[int, RuleBreach]]:
    """A right accusation, which all hear."""
    for event in vigil.play:
        if event["right"]:
            yield event.number, given_away(event, f"{event['who']} accuses rightly")


RULES = TranscriptRules(
    table=_table,
    illegal=lambda vigil: (*_deal(vigil), *_play(vigil)),
    gives_away=_given_away,
    answer=lambda vigil: in_truth(vigil, ABBEY),
    world=None,
    solution="the guilty monk",
    asked="who is guilty",
    whole="the guilty monk",
    to_begin="choose another seat or another deal",
    to_decide="add a line that decides between them",
)
