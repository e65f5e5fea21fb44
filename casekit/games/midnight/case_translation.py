"""How editions of Midnight Murder Mysteries are translated, as the rest of casekit sees it (``casekit.games.game``).

Each method imports what it needs when it is called: a command pays for what it asks.
"""

from typing import TYPE_CHECKING

from casekit.asking.interrogation import Findings
from casekit.games.game_translation import Originals, Translation

if TYPE_CHECKING:
    from casekit.games.midnight.case_document import CaseDocument
    from casekit.games.midnight.edition import Edition
    from casekit.translation.originals import Translatable


class MidnightTranslation(Translation):
    """Catalogues (PO) for an edition with its deck, and for each of its cases."""

    def ambiguous(self, document: "CaseDocument") -> Findings:
        """Paths that lead to two paragraphs."""
        from casekit.games.midnight.checks import paths

        return tuple(paths.repeated(document.case))

    def translatable(self, originals: Originals) -> "Translatable":
        """The edition, its event cards and its cases."""
        from casekit.games.midnight.reading.case_dialect import CASE
        from casekit.games.midnight.reading.edition_file import built_in_source
        from casekit.games.midnight.translation.case_texts import pictures_of, walk_case
        from casekit.games.midnight.translation.edition_texts import walk_deck, walk_edition
        from casekit.translation.originals import EDITION_FILE, SettingsFile, Translatable

        edition: Edition = originals.settings
        toml, deck = (*originals.sources, None, None)[:2]
        files = [SettingsFile(EDITION_FILE, toml or built_in_source(), walk_edition)]
        if deck is not None:
            files.append(SettingsFile(edition.deck, deck, walk_deck))
        return Translatable(
            root=originals.root,
            title=edition.title,
            settings=tuple(files),
            cases=originals.trees,
            walk=lambda tree, visit: walk_case(tree, edition, visit),
            dialect=CASE,
            booklets=edition.booklets,
            names=tuple(edition.suspects_by_name),
            files_of=pictures_of,
            leading=frozenset({"booklets", "deck"}),
            alone=originals.alone,
        )
