"""What is printed of puzzles, as page content.

``puzzle_booklet(puzzles, ...)`` gives the content of a booklet, ``puzzle_leaves(...)`` that of sheets with a puzzle on each,
``notes_sheet(...)`` that of empty detective notes; ``casekit.print`` turns them into PDFs. Puzzles must be complete.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from casekit.asking.questions import prove_solution
from casekit.asking.told.telling import teller
from casekit.asking.wording import capital
from casekit.diagnostics import Span
from casekit.games.clue.deck import ENVELOPE, KINDS, Deck
from casekit.games.clue.edition import PuzzleEdition
from casekit.games.clue.printing.puzzle_drawings import house, windows
from casekit.games.clue.printing.puzzle_words import PuzzleWords, puzzle_words
from casekit.games.clue.printing.record import empty_notes, printed_names, worksheet
from casekit.games.clue.puzzle import OPEN, Player
from casekit.games.clue.resolved import ResolvedPuzzle
from casekit.games.colours import accent_of
from casekit.games.transcripts.asking.transcript_inquiry import inquiry_of
from casekit.model.passages import Prose
from casekit.print.content import booklet as content
from casekit.print.content.pieces import GridSheet, Leaves, Look, Piece
from casekit.print.text.prose import label
from casekit.print.ticket import Terms

COPIES = 4
"""So many grids of detective notes are on a page."""
MOST_PLAYERS = 6
"""So many columns an empty grid has for players."""
_WORD = re.compile(r"[^\W\d_][\w-]*")
_OWNED = re.compile(r"['’]s ")
_SPECIAL = re.compile(r"([\\\\*])")


@dataclass(frozen=True, slots=True)
class Explained:
    """A document, and what is printed below its solution: the lines it rests on, and the numbered steps of its proof."""

    document: ResolvedPuzzle
    needed: tuple[str, ...] = ()
    proof: tuple[tuple[int, str], ...] = ()


def explained(document: ResolvedPuzzle) -> Explained:
    """A puzzle with its plainest proof; the steps are told in English alone."""
    inquiry = inquiry_of(document)
    proved = prove_solution(inquiry, among="all")
    if proved is None:
        return Explained(document)
    told = document.settings.language.partition("-")[0].lower() == "en"
    steps = teller(inquiry).steps(proved.proof) if told else ()
    return Explained(document, proved.proof.sources, tuple((step.number, step.says) for step in steps))


def booklet(documents: Sequence[ResolvedPuzzle], look: Look) -> content.Booklet:
    """Puzzles, and at the end their solutions with the proofs in words."""
    return puzzle_booklet([explained(document) for document in documents], look)


def piece(product: str, documents: Sequence[ResolvedPuzzle], look: Look) -> Piece:
    """A sheet for each puzzle, or detective notes for all of them."""
    if product == "notes":
        return notes_sheet(documents[0].settings, look)
    return puzzle_leaves(documents, look)


def texts_of(document: ResolvedPuzzle) -> Iterator[tuple[str, content.Passage]]:
    """The texts of title, presentation and solution."""
    return puzzle_texts(explained(document))


def ticket(language: str) -> Terms:
    """The words of a job ticket."""
    return puzzle_words(language).ticket


def puzzle_booklet(puzzles: Sequence[Explained], look: Look) -> content.Booklet:
    """The content of a booklet of puzzles of one edition; ``files`` are theirs as the edition names them."""
    language = puzzles[0].document.settings.language
    words = puzzle_words(language)
    accent = accent_of(look.colour)
    count = len(puzzles)
    return content.Booklet(
        slug=look.slug,
        title=label(look.title, language),
        subtitle=words.one_puzzle if count == 1 else words.many_puzzles.format(count),
        notice=words.notice,
        solutions_title=words.solutions,
        solutions_notice=words.solutions_notice,
        language=language,
        paper=look.booklet_paper,
        accent=accent,
        cases=tuple(
            _pages(
                puzzle,
                heading=words.puzzle.format(number),
                solution_heading=words.solution_of.format(number),
                drawing=windows(accent, number),
                file=file,
            )
            for number, (puzzle, file) in enumerate(zip(puzzles, look.files, strict=True), 1)
        ),
        span=look.span,
        drawing=house(accent),
        contents_title=words.contents,
        entries="cards",
    )


def puzzle_leaves(documents: Sequence[ResolvedPuzzle], look: Look) -> Leaves:
    """The content of sheets, each with a puzzle; one alone has no number, but the name of its edition."""
    edition = documents[0].settings
    words = puzzle_words(edition.language)
    alone = label(edition.title, edition.language) if len(documents) == 1 else ""
    return Leaves(
        title=label(look.title, edition.language),
        cases=tuple(
            _pages(
                Explained(document),
                heading=alone or words.puzzle.format(number),
                solution_heading=words.solution,
            )
            for number, document in enumerate(documents, 1)
        ),
        accent=accent_of(look.colour),
        language=edition.language,
        paper=look.paper,
        span=look.span,
    )


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


def puzzle_texts(puzzle: Explained) -> Iterator[tuple[str, content.Passage]]:
    """The texts that are printed of a puzzle, each under the name that a lock file has for it."""
    document = puzzle.document
    title = (label(document.title, document.settings.language),)
    yield "title", content.Passage(title, document.source.whole())
    yield "presentation", _passage(document, document.puzzle.presentation)
    yield "solution", _solution(puzzle, puzzle_words(document.settings.language))


def _pages(
    shown: Explained, *, heading: str, solution_heading: str, drawing: str = "", file: str = ""
) -> content.CasePages:
    document = shown.document
    puzzle, language = document.puzzle, document.settings.language
    words = puzzle_words(language)
    return content.CasePages(
        heading=heading,
        title=label(puzzle.title, language),
        level=words.amateur if puzzle.level == "amateur" else words.expert,
        presentation=_passage(document, puzzle.presentation),
        answers=(
            content.AnswerList(
                words.table, tuple(_player(document, player, words) for player in puzzle.players)
            ),
            _hand(document, words),
        ),
        groups=(),
        paragraphs=(),
        solution_heading=solution_heading,
        solution=_solution(shown, words),
        drawing=drawing,
        file=file,
        worksheet=worksheet(puzzle, words, language),
        author=words.by.format(label(puzzle.author, language)) if puzzle.author else "",
    )


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


def _solution(puzzle: Explained, words: PuzzleWords) -> content.Passage:
    """The cards in the envelope, the writer's solution, and below it what was proved."""
    document = puzzle.document
    names = printed_names(document.puzzle.deck, document.settings.language)
    envelope = next((each.cards for each in document.puzzle.truth if each.holder == ENVELOPE), ())
    first = (words.in_envelope.format(f"**{_escaped(', '.join(names[card] for card in envelope))}**"),)
    needed = (words.needed.format(", ".join(puzzle.needed)),) if puzzle.needed else ()
    written = _passage(document, document.puzzle.solution)
    called = _in_running_text(document.puzzle.deck, document.settings.language)
    proof = tuple(f"**{number}** {_escaped(_with_names(step, called))}" for number, step in puzzle.proof)
    return content.Passage(((*first,) if envelope else ()) + (*written.prose, *needed, *proof), written.span)


def _with_names(text: str, names: Mapping[str, str]) -> str:
    """An English sentence about cards that calls them by names that fit into it, not by their slugs."""
    written = {
        form: name
        for slug, called in names.items()
        for form, name in ((slug, called), (slug.capitalize(), capital(called)))
    }
    return _WORD.sub(lambda word: written.get(word[0], word[0]), text)


def _in_running_text(deck: Deck, language: str) -> dict[str, str]:
    """What an English sentence calls each card, by slug: people by their name, a thing or a room as "the" one."""
    names = printed_names(deck, language)
    return {
        card.slug: names[card.slug] if card.kind == "suspect" else _with_article(names[card.slug])
        for card in deck.cards
    }


def _with_article(name: str) -> str:
    """A name with "the", unless it says whose it is; it keeps its capital only if there is another one in it."""
    plain = name[:1].lower() + name[1:]
    called = plain if plain.islower() else name
    return called if called.lower().startswith("the ") or _OWNED.search(called) else f"the {called}"


def _escaped(text: str) -> str:
    """A text as prose that is printed as it is."""
    return _SPECIAL.sub(r"\\\1", text)


def _passage(document: ResolvedPuzzle, prose: Sequence[Prose]) -> content.Passage:
    span = document.span(prose[0].place) if prose else document.source.whole()
    return content.Passage(tuple(paragraph.text for paragraph in prose), span)
