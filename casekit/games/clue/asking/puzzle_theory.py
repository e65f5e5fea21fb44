"""A puzzle as a deduction problem: what the rules, the seat's hand and each line of play say."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from casekit.games.clue.deck import KINDS, whose
from casekit.games.clue.puzzle import Holding, Puzzle
from casekit.games.clue.remarks import Telling, remarks
from casekit.games.clue.signature import Sentence, Signature
from casekit.model.logic import Formula
from casekit.model.place import Place
from casekit.model.theory import Claim, Law, Theory

Kind = Literal["play", "hand", "size", "truth", "rule"]

CREDIBILITY: tuple[Kind, ...] = ("play", "hand", "size", "truth")
"""Where lines contradict each other, the slip is sought first in what comes first here; rules are never blamed."""


@dataclass(frozen=True, slots=True)
class Origin:
    """A line of the puzzle, or a rule of the game, that the theory knows.

    ``path`` names its line of play or its block, ``words`` say it to people, ``text`` is the formula in its canonical
    text. ``telling`` is what a line of play tells. A rule of the game has no place.
    """

    kind: Kind
    path: str
    words: str
    text: str
    formula: Formula
    place: Place | None = None
    telling: Telling | None = None


@dataclass(frozen=True)
class PuzzleTheory:
    """A theory and its lines by identifier, in the order of the text."""

    theory: Theory
    origins: Mapping[str, Origin]


def signature_of(puzzle: Puzzle) -> Signature:
    """The terms of a puzzle's formulas."""
    return Signature(puzzle.deck, puzzle.names)


def build_theory(puzzle: Puzzle) -> PuzzleTheory:
    """The theory of a puzzle; each line of play is a source, named by its number."""
    signature = signature_of(puzzle)
    origins = dict(_origins(puzzle, signature))
    weights = _weights(len(origins))
    theory = Theory(
        functions=signature.functions,
        laws=tuple(
            Law(name, origin.formula, weights[origin.kind])
            for name, origin in origins.items()
            if origin.kind in {"rule", "size", "hand"}
        ),
        claims=tuple(
            Claim(name, origin.path, origin.formula, weight=weights[origin.kind])
            for name, origin in origins.items()
            if origin.kind == "play"
        ),
        truth=tuple(
            Law(name, origin.formula, weights[origin.kind])
            for name, origin in origins.items()
            if origin.kind == "truth"
        ),
        targets=signature.targets,
    )
    return PuzzleTheory(theory, origins)


def _weights(count: int) -> dict[Kind, int]:
    """Weights that let one line of a rank outweigh all lines of the ranks before it."""
    return {"rule": 0, **{kind: (count + 1) ** rank for rank, kind in enumerate(CREDIBILITY)}}


def _origins(puzzle: Puzzle, signature: Signature) -> Iterator[tuple[str, Origin]]:
    yield from _rules(signature)
    for player in puzzle.players:
        said = signature.hand_size(player.name, player.hand_size)
        cards = "1 card" if player.hand_size == 1 else f"{player.hand_size} cards"
        yield (
            f"size {player.name}",
            _origin("size", "players", f"{player.name} has {cards}", said, player.place),
        )
    if puzzle.hand is not None:
        yield "hand", _holding("hand", "seat", puzzle.hand, signature)
    for number, holding in enumerate(puzzle.truth, 1):
        yield f"truth {number}", _holding("truth", "truth", holding, signature)
    yield from _play(puzzle, signature)


def _rules(signature: Signature) -> Iterator[tuple[str, Origin]]:
    for kind in KINDS:
        said = signature.one_of(kind)
        yield f"rule {kind}", _origin("rule", "rules", f"the envelope holds one {kind}", said)
    for card in signature.deck.slugs:
        words = f"the {signature.deck.by_slug[card].kind} asked for is the one in the envelope"
        yield f"rule {card}", _origin("rule", "rules", words, signature.target(card))


def _holding(kind: Kind, path: str, holding: Holding, signature: Signature) -> Origin:
    words = f"{whose(holding.holder)} holds {', '.join(holding.cards) or 'no card'}"
    said = signature.whole_hand(holding.holder, holding.cards)
    return _origin(kind, path, words, said, holding.place)


def _play(puzzle: Puzzle, signature: Signature) -> Iterator[tuple[str, Origin]]:
    for event in puzzle.play:
        for remark in remarks(event, puzzle.seat):
            said = signature.telling(remark.telling)
            yield (
                f"play {remark.id}",
                _origin("play", str(event.number), remark.text, said, remark.place, remark.telling),
            )


def _origin(
    kind: Kind,
    path: str,
    words: str,
    said: Sentence,
    place: Place | None = None,
    telling: Telling | None = None,
) -> Origin:
    return Origin(kind, path, words, said.text, said.formula, place, telling)
