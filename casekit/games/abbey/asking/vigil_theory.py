"""A vigil as a deduction problem: what the rules, the seat, the moves and each line of play say."""

from collections.abc import Iterator
from dataclasses import replace

from casekit.games.abbey.asking.tellings_of_play import told
from casekit.games.abbey.deck import ABBEY, GUILTY, OF_TRAIT, OUT, PARLOR, TARGETS, TRAITS
from casekit.games.abbey.moves import Move, moves_of
from casekit.games.abbey.vigil import Deed, Vigil
from casekit.games.abbey.vigil_forms import VIGIL
from casekit.games.abbey.vigil_terms import VigilTerms
from casekit.games.transcripts.asking.transcript_theory import (
    MOVE,
    PLAY,
    PLAYERS,
    RULE,
    RULES,
    SIZE,
    Seen,
    TranscriptLine,
    TranscriptTheory,
    line_of,
    theory_of,
)
from casekit.games.transcripts.hands.hand_words import HandWords
from casekit.games.transcripts.hands.holdings import Holding, held
from casekit.games.transcripts.hands.tellings import lines_of_hands
from casekit.language.laws import Laws

WORDS = HandWords(
    {
        ABBEY: ("the board", "under the board"),
        PARLOR: ("the parlor", "in the parlor"),
        OUT: ("nobody", "out of the game"),
    },
    {},
)
"""The places of cards in sentences."""


def build_theory(vigil: Vigil) -> TranscriptTheory:
    """The theory of a vigil; each line of play is a source, named by its number."""
    terms = VigilTerms(vigil)
    return theory_of(terms.scope.functions, terms.targets, dict(_lines(vigil, terms)), GUILTY)


def _lines(vigil: Vigil, terms: VigilTerms) -> Iterator[tuple[str, TranscriptLine]]:
    for card in vigil.deck.slugs:
        words = "the guilty monk is the one under the board"
        yield f"rule {card}", line_of(RULE, RULES, words, terms.guilty(card), notation=True)
    for value, trait in OF_TRAIT.items():
        words, at = f"the {trait} asked for is that of the guilty monk", 1 + [*TRAITS].index(trait)
        said = terms.looks(at, value)
        yield f"rule {TARGETS[at]} {value}", line_of(RULE, RULES, words, said, notation=True)
    for place, count in ((ABBEY, 1), (PARLOR, vigil.pile)):
        said = terms.has(place, vigil.deck.slugs, 0, "exactly", count)
        words = f"{'a card is' if count == 1 else f'{count} cards are'} {WORDS.places[place][1]}"
        yield f"size {place}", line_of(SIZE, PLAYERS, words, said)
    yield from lines_of_hands(vigil, Laws(VIGIL, terms.scope).said, WORDS.whose, "held({card}, 0) = {holder}")
    for event, move in zip(vigil.play, terms.moves, strict=True):
        path = str(event.number)
        if move.holders:
            yield f"move {path}", line_of(MOVE, path, _in_words(move), terms.moved(move), event.place, move)
        for part, (said, words) in enumerate(told(terms, event), 1):
            yield f"play {path}.{part}", line_of(PLAY, path, words, said, event.place, event, event.text)


def _in_words(move: Move) -> str:
    if move.shuffled:
        return "a card of each hand was shuffled"
    return ", ".join(
        f"{flow.count} from {WORDS.whose(flow.source)} to {WORDS.whose(flow.target)}" for flow in move.flows
    )


# --- other seats ---------------------------------------------------------------------------------


def seen_by(vigil: Vigil, player: str) -> Seen[Vigil] | None:
    """A vigil as a player saw it whose hand it gives; what the player saw and the transcript does not name is missing."""
    hand = next((each for each in held(vigil) if each.holder == player), None)
    if hand is None:
        return None
    play = tuple(vigil.as_seen_by(event, player) for event in vigil.play)
    seen = replace(vigil, seat=player, hand=Holding(player, hand.cards), play=play, truth=())
    hidden = (missing_names(seen, event, move) for event, move in zip(play, moves_of(vigil), strict=True))
    return Seen(seen, exact=not any(map(any, hidden)))


def missing_names(vigil: Vigil, event: Deed, move: Move) -> Iterator[str]:
    """The parts of a line that lack a card which the seat saw, or the players who showed it."""
    seat = str(vigil.seat)
    match event.form:
        case "mass" | "shambles":
            told = {(deed["player"], deed["gives"]) for deed in event["moved"]}
            for word, gives in (("gives", True), ("receives", False)):
                if (seat, gives) in {*move.passed} - told:
                    yield word
        case "alibi" | "suspicion":
            yield from (deed["player"] for deed in event["shown"] if deed["shows"] and not deed["card"])
        case "having" | "clearing" | "accusing" | "counting" | "revealing":
            return
        case _ if seat in vigil.seers(event, event) and event["shows"] is not False:
            empty = event.form == "swapping" and not move.after[seat]
            yield from (part for part in event.seen if not event[part] and not empty)
