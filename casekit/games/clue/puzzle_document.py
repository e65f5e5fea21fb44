"""A puzzle as the rest of casekit sees it, and with its questions open (``casekit.games.game``)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from casekit.asking.interrogation import Figures, Findings, Interrogation
from casekit.games.clue.codes import UNDECIDED
from casekit.games.clue.resolved import ResolvedPuzzle
from casekit.games.elsewhere import of_this

if TYPE_CHECKING:
    from casekit.asking.overviews.draft import WritingDraft
    from casekit.asking.overviews.source_tables import SourceTable
    from casekit.asking.overviews.word_list import WordList
    from casekit.games.clue.asking.puzzle_inquiry import PuzzleInquiry
    from casekit.language.document.tree import SyntaxTree
    from casekit.manuscripts.manuscript_parts import ManuscriptPart


class PuzzleInterrogation(Interrogation):
    """A puzzle that questions are asked of."""

    inquiry: "PuzzleInquiry"
    check = of_this("clue.checks:check_logic", "inquiry")
    contradictions = of_this("clue.checks:contradictions", "inquiry")
    shortcomings = of_this("clue.checks:shortcomings", "inquiry")

    def __init__(self, document: ResolvedPuzzle) -> None:
        from casekit.games.clue.asking.puzzle_inquiry import PuzzleInquiry

        self._settings = document.settings
        self.inquiry = PuzzleInquiry(
            document.puzzle, document.source, document.scope, document.settings.language
        )

    def measure(self, budget: int) -> tuple[Figures, Findings]:
        """How hard the puzzle is, and what that says against its level."""
        from casekit.games.clue.asking.puzzle_figures import weigh_puzzle
        from casekit.games.clue.checks import check_fit

        balance = weigh_puzzle(self.inquiry, self._settings.levels, budget)
        return balance, check_fit(balance)


@dataclass(frozen=True)
class PuzzleDocument(ResolvedPuzzle):
    """A puzzle as it was read, and what can be done with it."""

    @property
    def title(self) -> str:
        """What it is called."""
        return self.puzzle.title

    paragraphs = 0
    """None with a number."""

    def check(self, other_titles: tuple[str, ...]) -> Findings:
        """Every check that needs no deduction, missing blocks first."""
        from casekit.games.clue.checks import check_puzzle
        from casekit.games.clue.reading.puzzle_forms import NEEDED

        return (*self._missing(NEEDED), *check_puzzle(self, other_titles))

    def gaps(self) -> Findings:
        """Blocks without which nothing can be asked: who plays, and what was played."""
        from casekit.games.clue.reading.puzzle_forms import ASKED_ABOUT

        return self._missing(ASKED_ABOUT)

    def _missing(self, needed: Mapping[str, str]) -> Findings:
        from casekit.language.resolving.outline import missing_from

        return tuple(missing_from(self.puzzle.blocks, needed, self.unplaced, self.source))

    def interrogation(self) -> "PuzzleInterrogation":
        """The puzzle with its questions open."""
        return PuzzleInterrogation(self)

    def review(self, tree: "SyntaxTree", findings: Findings, asked: Interrogation | None) -> None:
        """A puzzle is its transcript: it has no prose beside its logic."""
        del tree, findings, asked

    def blind(self) -> None:
        """Likewise: what is printed of a puzzle is without its logic anyway."""

    def manuscript(self, tree: "SyntaxTree") -> "tuple[ManuscriptPart, ...]":
        """Its story and its solution: the play is set by casekit."""
        from casekit.asking.review.languages.review_languages import words_in
        from casekit.manuscripts.manuscript_parts import ManuscriptPart

        words = words_in(self.settings.language)
        titles = {"presentation": words["presentation"], "solution": words["solution"]}
        return tuple(
            ManuscriptPart(block, block.heading.kind, titles[block.heading.kind], "")
            for block in tree.blocks
            if block.heading.kind in titles
        )

    def draft(self) -> "WritingDraft":
        """How far it is written: its story, its solution and what was played."""
        from casekit.asking.overviews.draft import TODO, DraftPart, WritingDraft, is_waiting, is_written
        from casekit.diagnostics import codes

        puzzle = self.puzzle
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

    def source_tables(self) -> "tuple[SourceTable, ...]":
        """The lines of play, in order."""
        from casekit.asking.overviews.source_tables import SourceCell, SourceRow, SourceTable

        cells = tuple(
            SourceCell(str(line.number), f"line {line.number}", line.place.start, line.place.end)
            for line in self.puzzle.play
        )
        return (SourceTable("Play", (), (SourceRow("", cells),)),) if cells else ()

    def words(self) -> "WordList":
        """Its players, types and facts."""
        from casekit.asking.overviews.word_list import (
            WordList,
            WritableGroup,
            WritableName,
            facts_of,
            types_of,
        )

        players = tuple(player.name for player in self.puzzle.players)
        names = tuple(map(WritableName, players))
        return WordList(
            (WritableGroup("players", "in play and formulas", names), types_of(self.scope)),
            tuple(facts_of(self.scope, {})),
            (self.title,),
            players,
        )

    def plain_words(self) -> None:
        """Nothing: its lines are moves at the table, for which its wording has sentences of its own."""

    def filled_in(self, stand_in: Callable[[str], str]) -> "PuzzleDocument":
        """With a presentation and a solution; nothing can be in the place of a move."""
        from casekit.model.passages import Prose

        def written(prose: tuple[Prose, ...], name: str) -> tuple[Prose, ...]:
            return prose or (Prose(stand_in(name)),)

        puzzle = self.puzzle
        presentation = written(puzzle.presentation, "presentation")
        solution = written(puzzle.solution, "solution")
        return replace(self, puzzle=replace(puzzle, presentation=presentation, solution=solution))

    def assets(self) -> tuple[Path, ...]:
        """There are none."""
        return ()
