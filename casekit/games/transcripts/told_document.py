"""A transcript as the rest of casekit asks it (``casekit.games.game``)."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from casekit.asking.interrogation import Figures, Findings, Interrogation
from casekit.games.transcripts.asking.transcript_inquiry import TranscriptInquiry, inquiry_of
from casekit.games.transcripts.checks.transcript_checks import (
    check_fit,
    check_logic,
    check_transcript,
    contradictions,
    shortcomings,
)
from casekit.games.transcripts.codes import UNDECIDED
from casekit.games.transcripts.read_transcript import AnyRead, ReadTranscript
from casekit.games.transcripts.thresholds import Levels
from casekit.games.transcripts.transcript import AnyTranscript, Level
from casekit.language.outline import missing_from

if TYPE_CHECKING:
    from casekit.asking.overviews import SourceTable, WritingDraft
    from casekit.language.document.dialect import SyntaxTree
    from casekit.manuscripts.manuscript_parts import ManuscriptPart

D = TypeVar("D")
T = TypeVar("T", bound=AnyTranscript)


def check(document: AnyRead, other_titles: tuple[str, ...]) -> Findings:
    """Every check that needs no deduction, missing blocks first."""
    return (*_missing(document, asked=False), *check_transcript(document, other_titles))


def gaps(document: AnyRead) -> Findings:
    """Blocks without which nothing can be asked: who plays, and what was played."""
    return _missing(document, asked=True)


def _missing(document: AnyRead, *, asked: bool) -> Findings:
    outline = document.puzzle.game.dialect.outline
    needed = {block.kind: block.about for block in outline if block.asked}
    if not asked:
        needed |= {block.kind: block.about for block in outline if block.about}
    return tuple(missing_from(document.puzzle.headings, needed, document.unplaced, document.source))


def interrogation(document: AnyRead) -> Interrogation:
    """The transcript with its questions open."""
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


def manuscript(document: AnyRead, tree: "SyntaxTree") -> "tuple[ManuscriptPart, ...]":
    """Its story and its solution: the play is set by casekit."""
    from casekit.manuscripts.manuscript_parts import ManuscriptPart
    from casekit.resources import words as words_in

    words = words_in("asking/words/review.toml", document.settings.language)
    titles = {"presentation": words["presentation"], "solution": words["solution"]}
    return tuple(
        ManuscriptPart(block, block.heading.kind, titles[block.heading.kind], "")
        for block in tree.blocks
        if block.heading.kind in titles
    )


def draft(document: AnyRead) -> "WritingDraft":
    """How far it is written: its story, its solution and what was played."""
    from casekit.asking.overviews import TODO, DraftPart, WritingDraft, is_waiting, is_written
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
    step = (
        f"write {todo}; the play in `== play` goes on until {puzzle.game.rules().words.solution} is certain"
    )
    explained = frozenset((codes.TODO, UNDECIDED, codes.MISSING_BLOCK))
    return WritingDraft(puzzle.title, parts, waiting, f"{step}.", explained)


def source_tables(document: AnyRead) -> "tuple[SourceTable, ...]":
    """The lines of play, in order."""
    from casekit.asking.overviews import SourceCell, SourceRow, SourceTable

    cells = tuple(
        SourceCell(str(line.number), f"line {line.number}", line.place.start, line.place.end)
        for line in document.puzzle.play
    )
    return (SourceTable("Play", (), (SourceRow("", cells),)),) if cells else ()


def filled_in(document: ReadTranscript[T, D], stand_in: Callable[[str], str]) -> ReadTranscript[T, D]:
    """With a presentation and a solution; nothing can be in the place of a move."""
    from casekit.diagnostics import Prose

    puzzle = document.puzzle
    presentation = puzzle.presentation or (Prose(stand_in("presentation")),)
    solution = puzzle.solution or (Prose(stand_in("solution")),)
    return replace(document, puzzle=replace(puzzle, presentation=presentation, solution=solution))
