"""How editions of puzzles are translated, as the rest of casekit sees it (``casekit.games.game``).

Each method imports what it needs when it is called: a command pays for what it asks.
"""

from typing import TYPE_CHECKING

from casekit.asking.interrogation import Findings
from casekit.games.game_translation import Originals, Translation

if TYPE_CHECKING:
    from casekit.games.clue.edition import PuzzleEdition
    from casekit.games.clue.puzzle_document import PuzzleDocument
    from casekit.translation.originals import Translatable


class PuzzleTranslation(Translation):
    """Catalogues (PO) for an edition and each of its puzzles."""

    def ambiguous(self, document: "PuzzleDocument") -> Findings:
        """Nothing: each block occurs once."""
        del document
        return ()

    def translatable(self, originals: Originals) -> "Translatable":
        """The edition with its cards, and its puzzles."""
        from casekit.games.clue.reading.puzzle_dialect import PUZZLE
        from casekit.games.clue.translation.puzzle_texts import (
            BUILT_IN,
            players_of,
            walk_puzzle,
            walk_puzzle_edition,
        )
        from casekit.translation.originals import EDITION_FILE, SettingsFile, Translatable

        edition: PuzzleEdition = originals.settings
        toml = originals.sources[0] if originals.sources else BUILT_IN
        return Translatable(
            root=originals.root,
            title=edition.title,
            settings=(SettingsFile(EDITION_FILE, toml, walk_puzzle_edition),),
            cases=originals.trees,
            walk=walk_puzzle,
            dialect=PUZZLE,
            booklets=edition.booklets,
            names=tuple(
                dict.fromkeys(name for tree in originals.trees.values() for name in players_of(tree))
            ),
            alone=originals.alone,
        )
