"""A puzzle as a deduction problem: what the rules, the seat's hand and each line of play say."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from casekit.asking.origins import TRUTH, Origin
from casekit.games.clue.deck import ENVELOPE, KINDS, whose
from casekit.games.clue.puzzle import Accusation, Answer, Event, Holding, Puzzle, Suggestion
from casekit.games.clue.remarks import Telling, remarks
from casekit.games.clue.signature import Signature
from casekit.games.transcripts.asking.transcript_theory import (
    HAND,
    PLAY,
    PLAYERS,
    RULE,
    RULES,
    SEAT,
    SIZE,
    Seen,
    TranscriptLine,
    TranscriptTheory,
    line_of,
    theory_of,
)
from casekit.games.transcripts.hands.holdings import held


def signature_of(puzzle: Puzzle) -> Signature:
    """The terms of a puzzle's formulas."""
    return Signature(puzzle.deck, puzzle.names)


def build_theory(puzzle: Puzzle) -> TranscriptTheory:
    """The theory of a puzzle; each line of play is a source, named by its number."""
    signature = signature_of(puzzle)
    return theory_of(signature.functions, signature.targets, dict(_lines(puzzle, signature)))


def _lines(puzzle: Puzzle, signature: Signature) -> Iterator[tuple[str, TranscriptLine]]:
    yield from _rules(signature)
    for player in puzzle.players:
        cards = "1 card" if player.hand_size == 1 else f"{player.hand_size} cards"
        said = signature.hand_size(player.name, player.hand_size)
        words = f"{player.name} has {cards}"
        yield f"size {player.name}", line_of(SIZE, PLAYERS, words, said, player.place)
    if puzzle.hand is not None:
        yield "hand", _holding(HAND, SEAT, puzzle.hand, signature)
    for number, holding in enumerate(puzzle.truth, 1):
        yield f"truth {number}", _holding(TRUTH, TRUTH, holding, signature)
    yield from _play(puzzle, signature)


def _rules(signature: Signature) -> Iterator[tuple[str, TranscriptLine]]:
    for kind in KINDS:
        yield (
            f"rule {kind}",
            line_of(RULE, RULES, f"the envelope holds one {kind}", signature.one_of(kind)),
        )
    for card in signature.deck.slugs:
        words = f"the {signature.deck.by_slug[card].kind} asked for is the one in the envelope"
        line = line_of(RULE, RULES, words, signature.target(card))
        yield f"rule {card}", replace(line, notation=True)


def _holding(kind: str, path: str, holding: Holding, signature: Signature) -> TranscriptLine:
    words = f"{whose(holding.holder)} holds {', '.join(holding.cards) or 'no card'}"
    said = signature.whole_hand(holding.holder, holding.cards)
    line = line_of(kind, path, words, said, holding.place)
    return replace(line, telling=Telling(holding.holder, "all", holding.cards))


def _play(puzzle: Puzzle, signature: Signature) -> Iterator[tuple[str, TranscriptLine]]:
    for event in puzzle.play:
        for remark in remarks(event, puzzle.seat):
            said = signature.telling(remark.telling)
            origin = Origin(
                PLAY, str(event.number), said.text, said.formula, remark.place, quotation=remark.excerpt
            )
            yield f"play {remark.id}", TranscriptLine(origin, remark.text, remark.telling)


# --- other seats ---------------------------------------------------------------------------------


def seen_by(puzzle: Puzzle, player: str) -> Seen[Puzzle] | None:
    """A puzzle as a player saw it whose hand it gives.

    A card that the player was shown counts where the transcript names it or the other hand has but one of the three.
    """
    hands = {holding.holder: holding.cards for holding in held(puzzle)}
    if player not in hands:
        return None
    play = tuple(_as_seen(event, hands) if event.player == player else event for event in puzzle.play)
    seen = replace(puzzle, seat=player, hand=Holding(player, hands[player]), play=play, truth=())
    return Seen(seen, exact=not any(_hides(event, player) for event in play))


def _as_seen(event: Event, hands: Mapping[str, Sequence[str]]) -> Event:
    """A player's own line: with the cards that the player was shown; whoever accuses looks into the envelope."""
    if isinstance(event, Accusation):
        return replace(event, found=tuple(hands.get(ENVELOPE, ())))
    return replace(event, answers=tuple(_with_card(event, answer, hands) for answer in event.answers))


def _with_card(event: Suggestion, answer: Answer, hands: Mapping[str, Sequence[str]]) -> Answer:
    held = [card for card in event.cards if card in hands.get(answer.player, ())]
    known = answer.shows and answer.card is None and len(held) == 1
    return replace(answer, card=held[0]) if known else answer


def _hides(event: Event, player: str) -> bool:
    """Whether a player was shown a card that is not known."""
    answers = event.answers if isinstance(event, Suggestion) and event.player == player else ()
    return any(answer.shows and answer.card is None for answer in answers)
