"""A puzzle as a deduction problem: what the rules, the seat's hand and each line of play say."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from casekit.asking.origins import TRUTH, Origin, ranked
from casekit.games.clue.deck import KINDS, whose
from casekit.games.clue.puzzle import Holding, Puzzle
from casekit.games.clue.remarks import Telling, remarks
from casekit.games.clue.signature import Signature
from casekit.language.resolving.laws import Sentence
from casekit.model.place import Place
from casekit.model.theory import Claim, Law, Theory

CREDIBILITY: tuple[tuple[str, ...], ...] = (("play",), ("hand",), ("size",), (TRUTH,))
"""Where lines contradict each other, the slip is sought first in what comes first here; rules are never blamed."""

PLAY, HAND, SIZE, RULE = "play", "hand", "size", "rule"
"""The kinds of lines beside those of the truth: lines of play, the seat's hand, sizes of hands, rules of the game."""

RULES, PLAYERS, SEAT = "rules", "players", "seat"
"""Where what is known before the first line of play comes from."""


@dataclass(frozen=True, slots=True)
class LineOfPuzzle:
    """A line of the puzzle, or a rule of the game: its origin, its ``words`` for people, who is told to hold what.

    A rule of the game has no place. It is a ``notation`` if it only gives the envelope's cards another name.
    """

    origin: Origin
    words: str
    telling: Telling | None = None
    notation: bool = False


@dataclass(frozen=True)
class PuzzleTheory:
    """A theory and its lines by identifier, in the order of the text."""

    theory: Theory
    lines: Mapping[str, LineOfPuzzle]

    @property
    def origins(self) -> dict[str, Origin]:
        """Where the lines come from."""
        return {name: line.origin for name, line in self.lines.items()}


def signature_of(puzzle: Puzzle) -> Signature:
    """The terms of a puzzle's formulas."""
    return Signature(puzzle.deck, puzzle.names)


def build_theory(puzzle: Puzzle) -> PuzzleTheory:
    """The theory of a puzzle; each line of play is a source, named by its number."""
    lines = dict(_lines(puzzle, signature_of(puzzle)))
    weights = {RULE: 0, **ranked(CREDIBILITY, len(lines))}
    laws: list[Law] = []
    truth: list[Law] = []
    claims: list[Claim] = []
    for name, line in lines.items():
        formula, weight = line.origin.formula, weights[line.origin.kind]
        if line.origin.kind == PLAY:
            claims.append(Claim(name, line.origin.path, formula, weight=weight))
        else:
            (truth if line.origin.kind == TRUTH else laws).append(Law(name, formula, weight))
    signature = signature_of(puzzle)
    theory = Theory(signature.functions, tuple(laws), tuple(claims), tuple(truth), signature.targets)
    return PuzzleTheory(theory, lines)


def _lines(puzzle: Puzzle, signature: Signature) -> Iterator[tuple[str, LineOfPuzzle]]:
    yield from _rules(signature)
    for player in puzzle.players:
        cards = "1 card" if player.hand_size == 1 else f"{player.hand_size} cards"
        said = signature.hand_size(player.name, player.hand_size)
        words = f"{player.name} has {cards}"
        yield f"size {player.name}", _line(SIZE, PLAYERS, words, said, player.place)
    if puzzle.hand is not None:
        yield "hand", _holding(HAND, SEAT, puzzle.hand, signature)
    for number, holding in enumerate(puzzle.truth, 1):
        yield f"truth {number}", _holding(TRUTH, TRUTH, holding, signature)
    yield from _play(puzzle, signature)


def _rules(signature: Signature) -> Iterator[tuple[str, LineOfPuzzle]]:
    for kind in KINDS:
        yield f"rule {kind}", _line(RULE, RULES, f"the envelope holds one {kind}", signature.one_of(kind))
    for card in signature.deck.slugs:
        words = f"the {signature.deck.by_slug[card].kind} asked for is the one in the envelope"
        line = _line(RULE, RULES, words, signature.target(card))
        yield f"rule {card}", replace(line, notation=True)


def _holding(kind: str, path: str, holding: Holding, signature: Signature) -> LineOfPuzzle:
    words = f"{whose(holding.holder)} holds {', '.join(holding.cards) or 'no card'}"
    line = _line(kind, path, words, signature.whole_hand(holding.holder, holding.cards), holding.place)
    return replace(line, telling=Telling(holding.holder, "all", holding.cards))


def _play(puzzle: Puzzle, signature: Signature) -> Iterator[tuple[str, LineOfPuzzle]]:
    for event in puzzle.play:
        for remark in remarks(event, puzzle.seat):
            said = signature.telling(remark.telling)
            origin = Origin(
                PLAY, str(event.number), said.text, said.formula, remark.place, quotation=remark.excerpt
            )
            yield f"play {remark.id}", LineOfPuzzle(origin, remark.text, remark.telling)


def _line(kind: str, path: str, words: str, said: Sentence, place: Place | None = None) -> LineOfPuzzle:
    return LineOfPuzzle(Origin(kind, path, said.text, said.formula, place or Place()), words)
