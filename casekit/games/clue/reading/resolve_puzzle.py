"""From the syntax tree and the edition to a typed puzzle."""

from collections.abc import Iterable, Iterator, Sequence
from typing import cast

from casekit.diagnostics import Diagnostic, codes
from casekit.games.clue.edition import PuzzleEdition
from casekit.games.clue.puzzle import (
    OPEN,
    Accusation,
    Answer,
    Event,
    Holding,
    Level,
    Player,
    Puzzle,
    Suggestion,
)
from casekit.games.clue.puzzle_forms import ASKED_ABOUT, BLOCKS_IN_ORDER, PUZZLE
from casekit.games.clue.reading.puzzle_names import Known, taken_names
from casekit.games.clue.resolved import ResolvedPuzzle
from casekit.games.clue.signature import Signature
from casekit.games.game import Reading
from casekit.language.document.tree import UNKNOWN, Block, FormNode, NoteNode, SyntaxTree
from casekit.language.formula.nodes import Node, Word
from casekit.language.formula.scope import NAME
from casekit.language.nearest import did_you_mean
from casekit.language.resolving.header_fields import read_fields
from casekit.language.resolving.outline import blocks_once, heading_places, prose_of
from casekit.language.resolving.unknown_names import unknown_once
from casekit.model.place import Place


def resolve_puzzle(document: SyntaxTree, edition: PuzzleEdition) -> Reading[ResolvedPuzzle]:
    """Give every name of a document its meaning. What has none is left out and reported: a card, or a line of play."""
    return _Resolver(document, edition).resolve()


class _Resolver:
    def __init__(self, document: SyntaxTree, edition: PuzzleEdition) -> None:
        self.document, self.edition, self.source = document, edition, document.source
        self.once, self.repeated = blocks_once(document, BLOCKS_IN_ORDER)
        self.seated = self._lines("players")
        self.known = Known(edition.deck, [item["name"].text for item in self.seated], self.source)
        self.problems: list[Diagnostic] = []

    def resolve(self) -> Reading[ResolvedPuzzle]:
        header = read_fields(self.document, PUZZLE)
        astray = [block for block in self.document.blocks if block.heading.kind == UNKNOWN]
        self.unread = self.document.broken | frozenset(_words(astray))
        self.problems += [*header.problems, *self.repeated, *map(self._unknown_heading, astray)]
        self.problems += taken_names(self.edition.deck, self.seated, self.source)
        headings = heading_places(self.once)
        seat, hand = self._seat()
        puzzle = Puzzle(
            title=header.values.get("title", ""),
            players=tuple(
                Player(item["name"].text, int(item["cards"].text), _place(item)) for item in self.seated
            ),
            seat=seat,
            hand=hand,
            play=tuple(self._play()),
            truth=tuple(self._truth()),
            level=cast("Level", header.values.get("level", "amateur")),
            author=header.values.get("author", ""),
            deck=self.edition.deck,
            presentation=prose_of(self.once.get("presentation")),
            solution=prose_of(self.once.get("solution")),
            place=headings.get("play", Place()),
            blocks=frozenset(self.once),
            headings=headings,
            fields=header.places,
        )
        found = tuple(unknown_once(self.problems, {codes.UNKNOWN_NAME}, (), frozenset()))
        lost = self.document.lost
        read = not lost and not self.document.broken
        sound = read and all(problem.code is codes.MISSING_FIELD for problem in found)
        scope = Signature(self.edition.deck, self.known.players).scope
        understood = sound and ASKED_ABOUT.keys() <= puzzle.blocks
        resolved = ResolvedPuzzle(puzzle, self.source, self.edition, scope, understood, lost + len(astray))
        return Reading(resolved, (*found, *self._cards_of_all()), sound)

    def _lines(self, kind: str) -> list[FormNode]:
        items = self.once[kind].items if kind in self.once else ()
        return [item for item in items if isinstance(item, FormNode)]

    def _unknown_heading(self, block: Block) -> Diagnostic:
        words = block.heading.words
        return Diagnostic(
            codes.UNKNOWN_HEADING,
            f"`{' '.join(word.text for word in words)}` is not a block",
            self.source.span(words[0].start, words[-1].end),
            hint=did_you_mean(
                words[0].text,
                (*BLOCKS_IN_ORDER, "notes"),
                f"the blocks are {', '.join(BLOCKS_IN_ORDER)} and notes",
            ),
        )

    # --- names -----------------------------------------------------------------------------------

    def _are_cards(self, cards: Sequence[Word]) -> bool:
        return self._report(self.known.unknown_cards(cards))

    def _is_player(self, player: Word) -> bool:
        return self._is_named(player, self.known.unknown_player(player))

    def _is_holder(self, holder: Word) -> bool:
        return self._is_named(holder, self.known.unknown_holder(holder))

    def _is_named(self, player: Word, problems: Iterator[Diagnostic]) -> bool:
        """Whether nothing is wrong with a player; one whose line could not be read is not reported as well."""
        if "players" in self.once and player.text not in self.unread:
            return self._report(problems)
        return not tuple(problems)

    def _report(self, problems: Iterable[Diagnostic]) -> bool:
        """Keep findings; whether there are none."""
        found = tuple(problems)
        self.problems += found
        return not found

    # --- blocks ----------------------------------------------------------------------------------

    def _seat(self) -> tuple[str | None, Holding | None]:
        """Whose eyes the reader has, and the hand of that player."""
        if "seat" not in self.once:
            return None, None
        heading = self.once["seat"].heading
        seat = heading.words[0].text
        if seat == OPEN:
            return OPEN, None
        hands = self._lines("seat")
        cards = [card for hand in hands for card in hand["hand"]]
        self._are_cards(cards)
        first, last = (hands[0], hands[-1]) if hands else (heading, heading)
        return seat, Holding(seat, self._known_cards(cards), Place(first.start, last.end))

    def _cards_of_all(self) -> Iterator[Diagnostic]:
        """Cards below the seat of all: they do no harm to what follows."""
        block = self.once.get("seat")
        if block is None or block.heading.words[0].text != OPEN:
            return
        for item in self._lines("seat")[:1]:
            yield Diagnostic(
                codes.MISPLACED_LOGIC,
                f"the seat `{OPEN}` holds no cards: its readers see what is shown, but nobody's hand",
                self.source.span(item.start, item.end),
                hint="name a player's seat, or remove the cards",
            )

    def _play(self) -> Iterator[Event]:
        for number, item in enumerate(self._lines("play"), 1):
            line = dict(item.parts)
            answers = [dict(each.parts) for each in line.get("answers", ())]
            players = [self._is_player(each["player"]) for each in (*answers, line)]
            shown = [card for each in answers if (card := each.get("card"))]
            if all([*players, self._are_cards(line["cards"]), self._are_cards(shown)]):
                yield _suggestion(number, item) if item.form == "suggestion" else _accusation(number, item)

    def _truth(self) -> Iterator[Holding]:
        for item in self._lines("truth"):
            self._are_cards(item["cards"])
            if self._is_holder(item["holder"]):
                yield Holding(item["holder"].text, self._known_cards(item["cards"]), _place(item))

    def _known_cards(self, cards: Sequence[Word]) -> tuple[str, ...]:
        return tuple(card.text for card in cards if card.text in self.edition.deck.by_slug)


def _suggestion(number: int, line: FormNode) -> Suggestion:
    player, cards, answers = line.values
    return Suggestion(number, player.text, _texts(cards), tuple(map(_answer, answers)), _place(line))


def _answer(line: FormNode) -> Answer:
    player, shows, *cards = line.values
    return Answer(player.text, shows, cards[0].text if any(cards) else None, _place(line))


def _accusation(number: int, line: FormNode) -> Accusation:
    player, cards, right = line.values
    return Accusation(number, player.text, _texts(cards), right, _place(line))


def _texts(words: Sequence[Word]) -> tuple[str, ...]:
    return tuple(word.text for word in words)


def _place(node: Node) -> Place:
    return Place(node.start, node.end)


def _words(blocks: Sequence[Block]) -> Iterator[str]:
    """The words below headings that are of no block: players may have been named there."""
    for block in blocks:
        for item in block.items:
            if isinstance(item, NoteNode):
                yield from NAME.findall(item.text)
