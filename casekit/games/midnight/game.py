"""Midnight Murder Mysteries as the rest of casekit sees it (``casekit.games.game``).

Each method imports what it needs when it is called: a command pays for what it asks.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from casekit.asking.interrogation import Answered
from casekit.diagnostics import Diagnostic, Source
from casekit.games.game import Game, MadeBy, Skeleton
from casekit.games.game_documents import Loaded, Reading
from casekit.games.midnight.reading.case_dialect import CASE

if TYPE_CHECKING:
    from casekit.asking.overviews.word_list import WordList
    from casekit.asking.versions.gauges import Gauge
    from casekit.games.midnight.case_authoring import CaseAuthoring
    from casekit.games.midnight.case_interrogation import CaseFigures
    from casekit.games.midnight.case_press import MidnightPress
    from casekit.games.midnight.case_tabletop import CaseTabletop
    from casekit.games.midnight.case_translation import MidnightTranslation
    from casekit.games.midnight.edition import Edition
    from casekit.language.document.tree import SyntaxTree


class Midnight(Game):
    """Midnight Murder Mysteries."""

    name = "midnight"
    title = "Midnight Murder Mysteries"
    schema = "schemas/case.schema.json"
    dialect = CASE

    options = (
        MadeBy("level", "How hard it is to be.", "amateur", choices=("amateur", "expert")),
        MadeBy("ending", "Who is to have done it.", "murder", choices=("murder", "suicide", "accident")),
        MadeBy("players", "How many detectives are at the simulated tables.", 4, least=2, most=5),
        MadeBy("seed", "Which plots to make up; the same seed gives the same skeleton.", 1),
    )
    most_tries = 30

    @cached_property
    def press(self) -> "MidnightPress":
        """What it prints."""
        from casekit.games.midnight.case_press import MidnightPress

        return MidnightPress()

    @cached_property
    def translation(self) -> "MidnightTranslation":
        """How it is translated."""
        from casekit.games.midnight.case_translation import MidnightTranslation

        return MidnightTranslation()

    @cached_property
    def tabletop(self) -> "CaseTabletop":  # type: ignore[override]  # it is made when it is asked for
        """How it is played at simulated tables."""
        from casekit.games.midnight.case_tabletop import CaseTabletop

        return CaseTabletop()

    @cached_property
    def authoring(self) -> "CaseAuthoring":
        """What an editor is told about its documents."""
        from casekit.games.midnight.case_authoring import CaseAuthoring

        return CaseAuthoring()

    def built_in(self) -> "Edition":
        """The edition that serves where a case has none of its own."""
        from casekit.games.midnight.reading.edition_file import built_in

        return built_in()

    def load(self, data: bytes, file: Path) -> Loaded:
        """Read an edition and its deck."""
        from casekit.games.midnight.reading.edition_file import load

        return load(data, file)

    def read(self, tree: "SyntaxTree", settings: "Edition") -> Reading:
        """The typed case."""
        from casekit.games.midnight.case_document import CaseDocument
        from casekit.games.midnight.reading.resolve import resolve

        resolution = resolve(tree, settings)
        return Reading(CaseDocument(resolution), resolution.diagnostics, resolution.sound)

    def new_edition(self) -> str:
        """The built-in edition with its ship and its cast."""
        from casekit.games.midnight.reading.edition_file import built_in_source

        return built_in_source().text

    def words(self, settings: "Edition") -> "WordList":
        """Its suspects, topics, places and zones."""
        from casekit.games.midnight.reading.writable import words_of_edition

        return words_of_edition(settings)

    def skeleton(self, title: str, settings: "Edition") -> Skeleton:
        """A case with all paths of its edition."""
        from casekit.games.midnight.reading.skeleton import skeleton

        return Skeleton(skeleton(title, settings), f"{len(settings.paths)} paths to write")

    def made_to_measure(
        self, title: str, settings: "Edition", given: Mapping[str, Any], step: Callable[[str], None]
    ) -> Answered[Skeleton]:
        """The logic of a whole case that fits a level, with a sentence for each paragraph that is to be written."""
        from casekit.games.midnight.skeletons.skeleton_drafts import draft

        wanted: dict[str, Any] = {option.name: option.default for option in self.options} | dict(given)
        text, problems = draft(title, settings, **wanted, step=step)
        told = f"{len(settings.paths)} paths to write"
        return None if text is None else Skeleton(text, told), problems

    def completed(
        self, source: Source, settings: "Edition", given: Mapping[str, Any], step: Callable[[str], None]
    ) -> Answered[Skeleton]:
        """A half-written case made whole."""
        from casekit.games.midnight.skeletons.skeleton_drafts import completed

        return completed(source, settings, given, step)

    def compared(self, figures: "Sequence[CaseFigures]") -> str:
        """The figures of several cases beside each other."""
        from casekit.games.midnight.asking.case_report import comparison

        return comparison([each.balance for each in figures])

    def gauges(self, content: Mapping[str, Any]) -> "tuple[Gauge, ...]":
        """What is compared between versions of it."""
        from casekit.games.midnight.asking.case_gauges import case_gauges

        return tuple(case_gauges(content))

    def figures_page(self, figures: "Sequence[CaseFigures]", findings: Iterable[Diagnostic]) -> str:
        """The figures of cases as an HTML page."""
        from casekit.games.midnight.asking.report_page import report_page

        return report_page([each.balance for each in figures], findings)


GAME = Midnight()
