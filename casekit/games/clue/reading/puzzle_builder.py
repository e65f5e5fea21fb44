"""From what the grammar of puzzles recognises to the syntax tree, while it is being parsed."""

from lark import Token, v_args

from casekit.games.clue.reading.puzzle_tree import (
    SEAT,
    UNKNOWN,
    AccusationNode,
    HandNode,
    HoldingNode,
    PlayerNode,
    ReplyNode,
    SuggestionNode,
)
from casekit.language.document.document_builder import DocumentBuilder, block, words_of_tokens
from casekit.language.document.tree import Block, Heading, Item, NoteNode
from casekit.language.formula.formula_builder import end, start, word
from casekit.language.formula.nodes import Word


@v_args(inline=True)
class PuzzleBuilder(DocumentBuilder):
    """The rules of ``puzzle.lark``."""

    def players(self, mark: Token, keyword: Token, *items: Item) -> Block:
        return block(mark, keyword, items)

    def seat(self, mark: Token, keyword: Token, name: Token, *items: Item) -> Block:
        del keyword
        heading = Heading(SEAT, (word(name),), start=start(mark), end=end(name))
        return Block(heading, items, start=heading.start, end=heading.end)

    def play(self, mark: Token, keyword: Token, *items: Item) -> Block:
        return block(mark, keyword, items)

    def truth(self, mark: Token, keyword: Token, *items: Item) -> Block:
        return block(mark, keyword, items)

    def unknown(self, mark: Token, *rest: Token | Item) -> Block:
        names = tuple(each for each in rest if isinstance(each, Token))
        items = tuple(each for each in rest if isinstance(each, Item))
        heading = Heading(UNKNOWN, words_of_tokens(names), start=start(mark), end=end(names[-1]))
        return Block(heading, items, start=heading.start, end=heading.end)

    def player(self, name: Token, size: Token) -> PlayerNode:
        number = Word(str(int(size)), start=start(size), end=end(size))
        return PlayerNode(word(name), number, start=start(name), end=end(size))

    def hand(self, cards: tuple[Word, ...]) -> HandNode:
        return HandNode(cards, start=cards[0].start, end=cards[-1].end)

    def suggestion(
        self,
        player: Token,
        verb: Token,
        cards: tuple[Word, ...],
        replies: tuple[ReplyNode, ...] | None = None,
    ) -> SuggestionNode:
        del verb
        last = replies[-1].end if replies else cards[-1].end
        return SuggestionNode(word(player), cards, replies or (), start=start(player), end=last)

    def replies(self, *replies: ReplyNode) -> tuple[ReplyNode, ...]:
        return replies

    def reply(self, player: Token, verb: Token, card: Token | None = None) -> ReplyNode:
        shown = word(card) if card is not None else None
        last = end(card) if card is not None else end(verb)
        return ReplyNode(word(player), verb.type == "SHOWS", shown, start=start(player), end=last)

    def accusation(
        self, player: Token, verb: Token, cards: tuple[Word, ...], outcome: Token
    ) -> AccusationNode:
        del verb
        return AccusationNode(word(player), cards, word(outcome), start=start(player), end=end(outcome))

    def holding(self, holder: Token, cards: tuple[Word, ...] | None) -> HoldingNode:
        last = cards[-1].end if cards else end(holder)
        return HoldingNode(word(holder), cards or (), start=start(holder), end=last)

    def named(self, *names: Token) -> tuple[Word, ...]:
        return words_of_tokens(names)

    def cards(self, *names: Token) -> tuple[Word, ...]:
        return words_of_tokens(names)

    def stray(self, line: Token) -> NoteNode:
        return self.note(line)
