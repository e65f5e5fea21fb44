"""How editions of a game are translated (``casekit.games.game``)."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from casekit.asking.interrogation import Answered, Findings
from casekit.diagnostics import Source, Span

if TYPE_CHECKING:
    from casekit.language.document.tree import SyntaxTree
    from casekit.translation.originals import Translatable
    from casekit.translation.translated import Translated


@dataclass(frozen=True)
class Originals:
    """What there is to translate: syntax trees by file as seen from ``root``; ``alone`` if only one is meant."""

    root: Path
    settings: Any
    sources: tuple[Source, ...]
    trees: "Mapping[str, SyntaxTree]"
    alone: bool


class Translation(ABC):
    """How a game's editions are translated."""

    def ambiguous(self, document: Any) -> Findings:
        """What keeps a document's texts from being told apart; nothing, where each block occurs once."""
        del document
        return ()

    @abstractmethod
    def translatable(self, originals: Originals) -> "Translatable":
        """Which texts there are."""

    # --- what every game does alike --------------------------------------------------------------

    def language(self, tag: str, original: str, place: Span) -> Answered[str]:
        """The canonical tag of a language that is not the original's."""
        from casekit.translation.tags import canonical, own_language

        found, problems = canonical(tag)
        own = own_language(found, original, place) if found else ()
        return (None if own else found), (*problems, *own)

    def unspoken(self, language: str, place: Span) -> Findings:
        """The finding that the fixed words of the pages are not known in a language."""
        from casekit.games.ticket_words import LANGUAGES
        from casekit.translation.tags import unspoken

        return unspoken(language, LANGUAGES, place)

    def mark(self, language: str) -> str:
        """The comment that each merged text begins with."""
        from casekit.translation.merge import mark

        return mark(language)

    def open(self, originals: Originals, language: str) -> "Translated":
        """Read the catalogues of a language."""
        from casekit.translation.translated import Translated
        from casekit.translation.work import open_work

        return Translated(open_work(self.translatable(originals), language))
