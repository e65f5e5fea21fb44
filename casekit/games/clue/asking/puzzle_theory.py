"""A puzzle as a deduction problem: what the rules, the seat's hand and each line of play say."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from casekit.games.clue.asking.evidence_words import WORDS
from casekit.games.clue.deck import ENVELOPE, KINDS
from casekit.games.clue.puzzle import Accusation, Answer, Event, Holding, Puzzle, Suggestion
from casekit.games.clue.remarks import remarks
from casekit.games.clue.signature import Signature, signature_of
from casekit.games.transcripts.asking.transcript_theory import (
    PLAY,
    RULE,
    RULES,
    Seen,
    TranscriptLine,
    TranscriptTheory,
    line_of,
    theory_of,
)
from casekit.games.transcripts.hands.holdings import held
from casekit.games.transcripts.hands.tellings import lines_of_hands


def build_theory(puzzle: Puzzle) -> TranscriptTheory:
    """The theory of a puzzle; each line of play is a source, named by its number."""
    signature = signature_of(puzzle)
    return theory_of(signature.functions, signature.targets, dict(_lines(puzzle, signature)))


def _lines(puzzle: Puzzle, signature: Signature) -> Iterator[tuple[str, TranscriptLine]]:
    yield from _rules(signature)
    yield from lines_of_hands(puzzle, signature.said, WORDS.whose)
    yield from _play(puzzle, signature)


def _rules(signature: Signature) -> Iterator[tuple[str, TranscriptLine]]:
    for kind in KINDS:
        one = f"the envelope holds one {kind}"
        yield f"rule {kind}", line_of(RULE, RULES, one, signature.one_of(kind))
    for card in signature.deck.slugs:
        words = f"the {signature.deck.by_slug[card].kind} asked for is the one in the envelope"
        yield f"rule {card}", line_of(RULE, RULES, words, signature.target(card), notation=True)


def _play(puzzle: Puzzle, signature: Signature) -> Iterator[tuple[str, TranscriptLine]]:
    for event in puzzle.play:
        for remark in remarks(event, puzzle.seat):
            said, told = signature.telling(remark.telling), remark.telling
            at = str(event.number)
            line = line_of(PLAY, at, remark.text, said, remark.place, told, remark.excerpt)
            yield f"play {remark.id}", line


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
