"""The rules of a vigil: a deal that adds up, hands and a parlor that have what is taken, names that the seat can know."""

from collections.abc import Iterator, Sequence

from casekit.diagnostics import Code
from casekit.games.abbey import codes
from casekit.games.abbey.asking.vigil_theory import missing_names
from casekit.games.abbey.deck import ABBEY, GUILTY, OF_TRAIT, PARLOR
from casekit.games.abbey.moves import Move, moves_of
from casekit.games.abbey.vigil import Deed, Vigil
from casekit.games.transcripts import codes as transcript_codes
from casekit.games.transcripts.checks.breaches import Beside, Breach, RuleWords, TranscriptRules
from casekit.games.transcripts.hands.hand_rules import (
    different_hands,
    hand_sizes,
    repeated_cards,
    repeated_holders,
    sizes_of_holdings,
)
from casekit.games.transcripts.hands.hand_words import HandWords
from casekit.games.transcripts.hands.holdings import in_truth
from casekit.games.transcripts.transcript import OPEN
from casekit.model.theory import Rival

Wrong = tuple[Code, str, str]
"""A code, what is wrong with a line, and what to do."""

_WORDS = HandWords({ABBEY: ("the board", "under the board"), PARLOR: ("the parlor", "in the parlor")}, {})


def _table(vigil: Vigil) -> Iterator[Breach]:
    """Equal hands of as many cards as there are for each; those that are left, fewer than players, are in the parlor."""
    count = len(vigil.players)
    each = vigil.deck.hand(count)
    rest = f"the one under the board and {len(vigil.deck.monks) - 1 - each * count} in the parlor"
    yield from hand_sizes(vigil, each * count, rest)
    for player in vigil.players:
        if player.hand_size != each:
            message = f"{player.name} has {player.hand_size} cards, but {count} players have {each} each"
            hint = f"write {each} after every name"
            yield Breach(transcript_codes.HAND_SIZES, message, player.place, hint)


def _dealt(vigil: Vigil) -> Iterator[Breach]:
    yield from repeated_holders(vigil, _WORDS)
    yield from sizes_of_holdings(vigil)
    yield from repeated_cards(vigil, _WORDS)
    yield from different_hands(vigil)
    pile = len(vigil.deck.monks) - 1 - sum(player.hand_size for player in vigil.players)
    for holding in vigil.truth:
        sizes = {ABBEY: 1, PARLOR: pile, "out": 0}
        wanted = sizes.get(holding.holder, len(holding.cards))
        if len(holding.cards) != wanted:
            message = f"the truth puts {len(holding.cards)} cards in the place of {wanted}: {holding.holder}"
            hint = f"name {wanted or 'no card: at the deal none is out of the game'}"
            yield Breach(transcript_codes.WRONG_HAND_SIZE, message, holding.place, hint)


def _played(vigil: Vigil) -> Iterator[Breach]:
    end: Deed | None = None
    for event, move in zip(vigil.play, moves_of(vigil), strict=True):
        if end is not None:
            beside = (Beside(end.place, end.text),)
            message, hint = f"the game is over: {end['who']} has accused rightly", "remove what follows"
            yield Breach(transcript_codes.PLAY_AFTER_THE_END, message, event.place, hint, beside)
            continue
        found = (*_own(event), *_empty(event, move), *_alike(vigil, event), *_numbers(vigil, event, move))
        for code, message, hint in found or (*_shown(vigil, event, move), *_names(vigil, event, move)):
            yield Breach(code, message, event.place, hint)
        end = event if event["right"] else None


def _own(event: Deed) -> Iterator[Wrong]:
    """Whatever is done is done with others."""
    named = [event[part] for part in (*Deed.WHO, "by") if event[part]]
    if len({*named}) < len(named):
        message = f"{next(name for name in named if named.count(name) > 1)} is in this line twice"
        yield codes.OWN_HAND, message, "name another player"


def _empty(event: Deed, move: Move) -> Iterator[Wrong]:
    """Nothing is taken from where nothing is, and nobody is accused while cards are in the parlor."""
    left = move.before[PARLOR]
    if event.form == "drawing" and not left:
        yield codes.EMPTY_PARLOR, "the parlor is empty", "remove the line, or ask somebody for a card"
    if event.form == "accusing" and left:
        cards = "a card is" if left == 1 else f"{left} cards are"
        yield codes.EARLY_ACCUSATION, f"{cards} still in the parlor", "accuse once it is empty"
    losing = {
        **dict.fromkeys(("taking", "looking", "glimpsing"), ("whom",)),
        "returning": ("who",),
        "exchanging": ("whom", "with"),
    }
    for name in (event[part] for part in losing.get(event.form, ())):
        if not move.before[name]:
            yield codes.EMPTY_HAND, f"{name} has no card", "name a player who has one"


def _alike(vigil: Vigil, event: Deed) -> Iterator[Wrong]:
    """Asked is for one characteristic or two different ones, and whoever shows a card shows one that has them."""
    asked = event["traits"] or ((event["trait"],) if event.form == "suspicion" else ())
    if len({OF_TRAIT[trait] for trait in asked}) < len(asked) or len(asked) > 2:  # noqa: PLR2004 - one or two
        yield (
            codes.WRONG_TRAITS,
            f"nobody is asked for {', '.join(asked)}",
            "name one characteristic, or two different ones",
        )
        return
    shown = [event, *event.inside] if asked else []
    for card in [deed["card"] for deed in shown if deed["card"]]:
        lacks = [trait for trait in asked if trait not in vigil.deck.by_slug[card].traits]
        if lacks:
            yield codes.LACKING_TRAIT, f"{card} is not {lacks[0]}", "name a card that is what was asked for"


def _numbers(vigil: Vigil, event: Deed, move: Move) -> Iterator[Wrong]:
    """As many cards are named as were passed on or seen, and no card twice."""
    flows = {(flow.source, True): flow.count for flow in move.flows}
    flows |= {(flow.target, False): flow.count for flow in move.flows}
    flows |= {(name, gives): 1 for name in move.shuffled for gives in (True, False)}
    for deed in event["moved"] or ():
        player, cards = deed["player"], len(deed["cards"])
        wanted = flows.get((player, deed["gives"]), 0)
        if cards != wanted:
            does = "gives" if deed["gives"] else "receives"
            message = f"{player} {does} {cards} card{'' if cards == 1 else 's'}, but {does} {wanted} here"
            yield codes.WRONG_MASS, message, f"name {wanted}"
    whom = str(vigil.seat if event.form == "swapping" else event["whom"])
    size = move.after.get(whom, 0)
    seen = size if event.form in {"looking", "swapping"} and size else None
    if event.form == "glimpsing":
        seen = size - int(event["left"]) if event["left"] else int(event["seen"])
        if not 0 < seen <= size:
            message = f"{whom} has {size} card{'' if size == 1 else 's'}"
            yield codes.WRONG_NUMBER, message, "let at least one card be seen, and no more than there are"
            return
    if seen is not None and event["cards"] and len(event["cards"]) != seen:
        message = f"{len(event['cards'])} named, but {seen} seen"
        yield codes.WRONG_NUMBER, message, f"name {seen}, or none if the seat saw none"
    names = [card for card in event.cards if event.form != "shambles"]
    twice = next((card for card in names if _times(event, card) > 1), None)
    if twice:
        yield codes.WRONG_NUMBER, f"{twice} is named twice", "name each card once"


def _times(event: Deed, card: str) -> int:
    """How often a card is named; what one gives the next one receives."""
    if event.form != "mass":
        return event.cards.count(card)
    named = [(card, deed["gives"]) for deed in event.inside for card in deed["cards"]]
    return max(named.count((card, True)), named.count((card, False)))


def _shown(vigil: Vigil, event: Deed, move: Move) -> Iterator[Wrong]:
    """To a suspicion everybody answers once, and to an alibi everybody who has cards; each passes cards on once."""
    if event["shown"] is not None:
        expected = [name for name in vigil.names if event.form == "suspicion" or move.before[name]]
        players = [deed["player"] for deed in event["shown"]]
        if sorted(players) != sorted(expected) and (players or event.form == "suspicion"):
            hint = f"write a part for each of {', '.join(expected)}"
            yield codes.WRONG_SHOWING, f"{', '.join(players)}: that is not everybody once", hint
        if event.form == "alibi" and not all(deed["shows"] for deed in event["shown"]):
            yield (
                codes.WRONG_SHOWING,
                "everybody who has cards shows one",
                "name the card, or leave the player out",
            )
    done = [(deed["player"], deed["gives"]) for deed in event["moved"] or ()]
    if len({*done}) < len(done):
        yield codes.WRONG_SHOWING, "somebody passes cards on twice", "join the cards with `and`"


def _names(vigil: Vigil, event: Deed, move: Move) -> Iterator[Wrong]:
    """A card is named if the seat saw it, and only then."""
    seat = vigil.seat
    reader = "an onlooker" if seat in {None, OPEN} else str(seat)
    hint = "leave the card out, or write `seat all` for a vigil with all cards open"
    hidden = seat != OPEN and (
        len(vigil.as_seen_by(event, seat).cards) < len(event.cards)
        or (event.form == "swapping" and event["cards"] and seat not in {event["who"], event["whom"]})
    )
    if hidden or (seat == OPEN and event.form == "swapping" and event["cards"]):
        yield transcript_codes.UNSEEN_CARD, f"{reader} cannot have seen every card that this line names", hint
    elif seat in vigil.names and (missing := tuple(missing_names(vigil, event, move))):
        message = f"{reader} saw a card that this line does not name ({_part(missing)})"
        yield codes.MISSING_NAME, message, "name what the seat saw"


def _part(missing: Sequence[str]) -> str:
    told = {"card": "the first card", "other": "the other card", "cards": "the cards"}
    return ", ".join(told.get(part, part) for part in missing)


def _in_words(rival: Rival) -> str:
    guilty = next((fact.value for fact in rival.world if fact.function == GUILTY), "")
    return f"{guilty} is under the board"


RULES = TranscriptRules(
    table=_table,
    illegal=lambda vigil: (*_dealt(vigil), *_played(vigil)),
    answer=lambda vigil: in_truth(vigil, ABBEY),
    world=_in_words,
    words=RuleWords(
        solution="the guilty monk",
        asked="who is guilty",
        whole="the guilty monk",
        to_begin="choose another seat or another deal",
        to_decide="add a line that decides between them",
    ),
)
