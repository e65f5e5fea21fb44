"""The printed parts of puzzles, as page content (``casekit.games.transcripts.printing``)."""

from collections.abc import Iterator, Sequence

from casekit.diagnostics import Span
from casekit.games.clue.deck import ENVELOPE, KINDS
from casekit.games.clue.edition import PuzzleEdition
from casekit.games.clue.printing.puzzle_drawings import house, windows
from casekit.games.clue.printing.puzzle_words import PuzzleWords, puzzle_words
from casekit.games.clue.printing.record import empty_notes, printed_names, worksheet
from casekit.games.clue.puzzle import OPEN, Player
from casekit.games.clue.resolved import ResolvedPuzzle
from casekit.games.transcripts.printing.transcript_pages import (
    TranscriptPages,
    booklet_of,
    escaped,
    explained,
    leaves,
    texts_of_explained,
    with_article,
)
from casekit.print.content import booklet as content
from casekit.print.content.pieces import GridSheet, Look, Piece
from casekit.print.text.prose import label
from casekit.print.ticket import Terms

COPIES = 4
"""The number of grids of detective notes on a page."""
MOST_PLAYERS = 6
"""The number of an empty grid's columns for players."""


def booklet(documents: Sequence[ResolvedPuzzle], look: Look) -> content.Booklet:
    """Puzzles, and at the end their solutions with the proofs in words."""
    return booklet_of([explained(document) for document in documents], look)


def piece(product: str, documents: Sequence[ResolvedPuzzle], look: Look) -> Piece:
    """A sheet for each puzzle, or detective notes for all of them."""
    if product == "notes":
        return notes_sheet(documents[0].settings, look)
    return leaves(documents, look)


def texts_of(document: ResolvedPuzzle) -> Iterator[tuple[str, content.Passage]]:
    """The texts of title, presentation and solution."""
    return texts_of_explained(explained(document))


def ticket(language: str) -> Terms:
    """The words of a job ticket."""
    return puzzle_words(language).ticket


def notes_sheet(edition: PuzzleEdition, look: Look) -> GridSheet:
    """The content of a page of detective notes that any puzzle of an edition can be solved with."""
    words = puzzle_words(edition.language)
    players = max(2, min(MOST_PLAYERS, len(edition.deck.of_kind(KINDS[0]))))
    return GridSheet(
        title=label(edition.title, edition.language),
        fields=(words.detective, words.puzzle.format("").strip()),
        grid=empty_notes(edition.deck, players, words, edition.language),
        copies=COPIES,
        language=edition.language,
        paper=look.paper,
        span=Span(str(edition.file)) if edition.file else look.span,
        entries="cards",
    )


def _lists(document: ResolvedPuzzle) -> tuple[content.AnswerList, ...]:
    """The players at the table, and the cards of the seat."""
    words = puzzle_words(document.settings.language)
    players = tuple(_player(document, player, words) for player in document.puzzle.players)
    return content.AnswerList(words.table, players), _hand(document, words)


def _player(document: ResolvedPuzzle, player: Player, words: PuzzleWords) -> str:
    name = words.you.format(player.name) if player.name == document.puzzle.seat else player.name
    return words.sizes[player.hand_size != 1].format(name, player.hand_size)


def _hand(document: ResolvedPuzzle, words: PuzzleWords) -> content.AnswerList:
    """The cards of the seat, or how much an onlooker sees."""
    puzzle = document.puzzle
    if puzzle.hand is None:
        seen = words.every_card_seen if puzzle.seat == OPEN else words.no_card_seen
        return content.AnswerList(words.looking_on, (seen,))
    names = printed_names(puzzle.deck, document.settings.language)
    cards = tuple(names[card] for card in puzzle.deck.slugs if card in puzzle.hand.cards)
    return content.AnswerList(words.hand.format(puzzle.hand.holder), cards)


def _answer(document: ResolvedPuzzle) -> str:
    """The cards in the envelope."""
    names = printed_names(document.puzzle.deck, document.settings.language)
    envelope = next((each.cards for each in document.puzzle.truth if each.holder == ENVELOPE), ())
    told = escaped(", ".join(names[card] for card in envelope))
    return puzzle_words(document.settings.language).in_envelope.format(f"**{told}**") if envelope else ""


def _called(document: ResolvedPuzzle) -> dict[str, str]:
    """The name of each card in an English sentence, by slug: people by their name, a thing or a room as "the" one."""
    deck = document.puzzle.deck
    names = printed_names(deck, document.settings.language)
    return {
        card.slug: names[card.slug] if card.kind == "suspect" else with_article(names[card.slug])
        for card in deck.cards
    }


PAGES = TranscriptPages(
    words=puzzle_words,
    lists=_lists,
    worksheet=lambda document: worksheet(
        document.puzzle, puzzle_words(document.settings.language), document.settings.language
    ),
    answer=_answer,
    called=_called,
    title_drawing=house,
    drawing=windows,
)
