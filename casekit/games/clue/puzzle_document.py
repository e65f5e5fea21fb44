"""A puzzle as the rest of casekit asks it (``casekit.games.game``)."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from casekit.asking.interrogation import Answered, Figures, Findings, Interrogation, Steps
from casekit.games.clue.checks import check_fit, check_logic, check_puzzle, contradictions, shortcomings
from casekit.games.clue.deck import KINDS
from casekit.games.clue.edition import PuzzleEdition
from casekit.games.clue.puzzle_forms import ASKED_ABOUT, NEEDED
from casekit.games.clue.resolved import ResolvedPuzzle
from casekit.games.game import Skeleton
from casekit.games.transcripts.asking.transcript_inquiry import TranscriptInquiry, inquiry_of
from casekit.games.transcripts.codes import UNDECIDED
from casekit.games.transcripts.thresholds import Levels
from casekit.games.transcripts.transcript import Level
from casekit.language.resolving.outline import missing_from

if TYPE_CHECKING:
    from casekit.asking.overviews.draft import WritingDraft
    from casekit.asking.overviews.source_tables import SourceTable
    from casekit.asking.overviews.word_list import WordList
    from casekit.language.document.tree import SyntaxTree
    from casekit.manuscripts.manuscript_parts import ManuscriptPart


def check(document: ResolvedPuzzle, other_titles: tuple[str, ...]) -> Findings:
    """Every check that needs no deduction, missing blocks first."""
    return (*_missing(document, NEEDED), *check_puzzle(document, other_titles))


def gaps(document: ResolvedPuzzle) -> Findings:
    """Blocks without which nothing can be asked: who plays, and what was played."""
    return _missing(document, ASKED_ABOUT)


def _missing(document: ResolvedPuzzle, needed: Mapping[str, str]) -> Findings:
    return tuple(missing_from(document.puzzle.blocks, needed, document.unplaced, document.source))


def interrogation(document: ResolvedPuzzle) -> Interrogation:
    """The puzzle with its questions open."""
    inquiry = inquiry_of(document)
    return Interrogation(
        inquiry,
        partial(check_logic, inquiry),
        partial(contradictions, inquiry),
        partial(shortcomings, inquiry),
        partial(_measure, inquiry, document.settings.levels),
    )


def _measure(
    inquiry: TranscriptInquiry, levels: Mapping[Level, Levels], budget: int
) -> tuple[Figures, Findings]:
    from casekit.games.transcripts.asking.transcript_figures import weigh_transcript

    balance = weigh_transcript(inquiry, levels, budget)
    return balance, check_fit(balance)


def manuscript(document: ResolvedPuzzle, tree: "SyntaxTree") -> "tuple[ManuscriptPart, ...]":
    """Its story and its solution: the play is set by casekit."""
    from casekit.asking.review.languages.review_languages import words_in
    from casekit.manuscripts.manuscript_parts import ManuscriptPart

    words = words_in(document.settings.language)
    titles = {"presentation": words["presentation"], "solution": words["solution"]}
    return tuple(
        ManuscriptPart(block, block.heading.kind, titles[block.heading.kind], "")
        for block in tree.blocks
        if block.heading.kind in titles
    )


def draft(document: ResolvedPuzzle) -> "WritingDraft":
    """How far it is written: its story, its solution and what was played."""
    from casekit.asking.overviews.draft import TODO, DraftPart, WritingDraft, is_waiting, is_written
    from casekit.diagnostics import codes

    puzzle = document.puzzle
    texts = (("presentation", puzzle.presentation), ("solution", puzzle.solution))
    lines = f"{len(puzzle.play)} line{'' if len(puzzle.play) == 1 else 's'}"
    author = ("author",) if puzzle.author in {"", TODO} else ()
    first, last = (DraftPart(name, int(is_written(prose)), 1) for name, prose in texts)
    parts = (
        DraftPart("header", left=author, about="to write: author" if author else ""),
        DraftPart("players", about=", ".join(puzzle.names)),
        first,
        DraftPart("play", about=lines),
        last,
    )
    waiting = sum(is_waiting(prose) for _, prose in texts)
    todo = " and ".join(f"`== {name}`" for name, prose in texts if not is_written(prose))
    step = f"write {todo}; the play in `== play` goes on until the envelope is certain"
    explained = frozenset((codes.TODO, UNDECIDED, codes.MISSING_BLOCK))
    return WritingDraft(puzzle.title, parts, waiting, f"{step}.", explained)


def source_tables(document: ResolvedPuzzle) -> "tuple[SourceTable, ...]":
    """The lines of play, in order."""
    from casekit.asking.overviews.source_tables import SourceCell, SourceRow, SourceTable

    cells = tuple(
        SourceCell(str(line.number), f"line {line.number}", line.place.start, line.place.end)
        for line in document.puzzle.play
    )
    return (SourceTable("Play", (), (SourceRow("", cells),)),) if cells else ()


def words(settings: PuzzleEdition, document: ResolvedPuzzle | None = None) -> "WordList":
    """The cards of an edition and, of one puzzle, its players, types and facts."""
    from casekit.asking.overviews.word_list import WordList, WritableGroup, WritableName, facts_of, types_of

    def names(kind: str) -> tuple[WritableName, ...]:
        return tuple(WritableName(card.slug, card.name) for card in settings.deck.cards if card.kind == kind)

    cards = tuple(WritableGroup(f"{kind}s", "in hands, play and formulas", names(kind)) for kind in KINDS)
    if document is None:
        return WordList(cards, spelling=(settings.title,))
    players = tuple(player.name for player in document.puzzle.players)
    seated = WritableGroup("players", "in play and formulas", tuple(map(WritableName, players)))
    return WordList(
        (*cards, seated, types_of(document.scope)),
        tuple(facts_of(document.scope, {})),
        (settings.title, document.title),
        players,
    )


def filled_in(document: ResolvedPuzzle, stand_in: Callable[[str], str]) -> ResolvedPuzzle:
    """With a presentation and a solution; nothing can be in the place of a move."""
    from casekit.model.passages import Prose

    puzzle = document.puzzle
    presentation = puzzle.presentation or (Prose(stand_in("presentation")),)
    solution = puzzle.solution or (Prose(stand_in("solution")),)
    return replace(document, puzzle=replace(puzzle, presentation=presentation, solution=solution))


def made(title: str, settings: PuzzleEdition, wanted: Mapping[str, Any], steps: Steps) -> Answered[Skeleton]:
    """A puzzle with players, a hand and the beginning of a play or, with the options ``wanted``, a simulated game that fits a level."""
    from casekit.games.clue.reading.puzzle_skeleton import puzzle_skeleton
    from casekit.games.clue.simulation.drafting import draft as drafted
    from casekit.games.clue.simulation.generate import MOST_GAMES

    if not wanted:
        to_do = "a deal, its play and its story to write"
        return Skeleton(puzzle_skeleton(title, settings), to_do), ()
    with steps(MOST_GAMES) as step:
        text, problems = drafted(title, settings, **wanted, step=step)
    return None if text is None else Skeleton(text, "its story and solution to write"), problems
