"""Clue as the rest of casekit sees it (``casekit.games.game``).

Each method imports what it needs when it is called: a command pays for what it asks.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from casekit.asking.interrogation import Answered
from casekit.diagnostics import Diagnostic
from casekit.games.clue.reading.puzzle_dialect import PUZZLE
from casekit.games.game import Game, MadeBy, Skeleton
from casekit.games.game_documents import Loaded, Reading

if TYPE_CHECKING:
    from casekit.asking.overviews.word_list import WordList
    from casekit.asking.versions.gauges import Gauge
    from casekit.games.clue.edition import PuzzleEdition
    from casekit.games.clue.puzzle_authoring import PuzzleAuthoring
    from casekit.games.clue.puzzle_interrogation import PuzzleFigures
    from casekit.games.clue.puzzle_press import PuzzlePress
    from casekit.games.clue.puzzle_translation import PuzzleTranslation
    from casekit.language.document.tree import SyntaxTree


class Clue(Game):
    """Clue."""

    name = "clue"
    title = "Clue"
    schema = "schemas/puzzle.schema.json"
    dialect = PUZZLE

    options = (
        MadeBy("players", "How many sit at the table.", 4, least=2, most=6),
        MadeBy("level", "How hard it is to be.", "amateur", choices=("amateur", "expert")),
        MadeBy("seed", "Which games to simulate; the same seed gives the same puzzle.", 1),
    )
    most_tries = 60

    @cached_property
    def press(self) -> "PuzzlePress":
        """What it prints."""
        from casekit.games.clue.puzzle_press import PuzzlePress

        return PuzzlePress()

    @cached_property
    def translation(self) -> "PuzzleTranslation":
        """How it is translated."""
        from casekit.games.clue.puzzle_translation import PuzzleTranslation

        return PuzzleTranslation()

    @cached_property
    def authoring(self) -> "PuzzleAuthoring":
        """What an editor is told about its documents."""
        from casekit.games.clue.puzzle_authoring import PuzzleAuthoring

        return PuzzleAuthoring()

    def built_in(self) -> "PuzzleEdition":
        """The edition that serves where a puzzle has none of its own: the classic deck."""
        from casekit.games.clue.edition import CLASSIC_EDITION

        return CLASSIC_EDITION

    def load(self, data: bytes, file: Path) -> Loaded:
        """Read an edition with its deck."""
        from casekit.games.clue.reading.puzzle_edition_file import load

        return load(data, file)

    def read(self, tree: "SyntaxTree", settings: "PuzzleEdition") -> Reading:
        """The typed puzzle."""
        from casekit.games.clue.puzzle_document import PuzzleDocument
        from casekit.games.clue.reading.puzzle_blocks import ASKED_ABOUT
        from casekit.games.clue.reading.resolve_puzzle import resolve_puzzle

        found = resolve_puzzle(tree, settings)
        understood = found.sound and ASKED_ABOUT.keys() <= found.puzzle.blocks
        document = PuzzleDocument(
            found.puzzle, tree.source, settings, found.scope, understood, found.unplaced
        )
        return Reading(document, found.diagnostics, found.sound)

    def new_edition(self) -> str:
        """An edition with the classic deck."""
        from casekit.games.clue.translation.puzzle_texts import BUILT_IN

        return BUILT_IN.text

    def words(self, settings: "PuzzleEdition") -> "WordList":
        """Its cards."""
        from casekit.asking.overviews.word_list import WordList, WritableGroup, WritableName
        from casekit.games.clue.deck import KINDS

        def names(kind: str) -> tuple[WritableName, ...]:
            return tuple(
                WritableName(card.slug, card.name) for card in settings.deck.cards if card.kind == kind
            )

        groups = (WritableGroup(f"{kind}s", "in hands, play and formulas", names(kind)) for kind in KINDS)
        return WordList(tuple(groups), spelling=(settings.title,))

    def skeleton(self, title: str, settings: "PuzzleEdition") -> Skeleton:
        """A puzzle with players, a hand and the beginning of a play."""
        from casekit.games.clue.reading.puzzle_skeleton import puzzle_skeleton

        return Skeleton(puzzle_skeleton(title, settings), "a deal, its play and its story to write")

    def made_to_measure(
        self, title: str, settings: "PuzzleEdition", given: Mapping[str, Any], step: Callable[[str], None]
    ) -> Answered[Skeleton]:
        """A puzzle from a simulated game that fits a level."""
        from casekit.games.clue.simulation.drafting import draft

        wanted: dict[str, Any] = {option.name: option.default for option in self.options} | dict(given)
        text, problems = draft(title, settings, **wanted, step=step)
        told = "its story and solution to write"
        return None if text is None else Skeleton(text, told), problems

    def compared(self, figures: "Sequence[PuzzleFigures]") -> str:
        """The figures of several puzzles beside each other."""
        from casekit.games.clue.asking.puzzle_report import puzzle_comparison

        return puzzle_comparison([each.balance for each in figures])

    def gauges(self, content: Mapping[str, Any]) -> "tuple[Gauge, ...]":
        """What is compared between versions of it."""
        from casekit.games.clue.asking.puzzle_gauges import puzzle_gauges

        return tuple(puzzle_gauges(content))

    def figures_page(self, figures: "Sequence[PuzzleFigures]", findings: Iterable[Diagnostic]) -> str:
        """The figures of puzzles as an HTML page."""
        from casekit.games.clue.asking.puzzle_report_page import puzzle_report_page

        return puzzle_report_page([each.balance for each in figures], findings)


GAME = Clue()
