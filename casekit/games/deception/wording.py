"""A scenario in figures, and the figures of what is dealt."""

from casekit.analysis.analyzer import Presentable
from casekit.games.deception.document import Deck
from casekit.kit.transcripts.editions import TranscriptEdition
from casekit.kit.transcripts.wording import TranscriptWordingRoom


class DeceptionWordingRoom(TranscriptWordingRoom[Deck]):
    """Figures of proofs and of decks."""

    def edition_metrics(self, settings: TranscriptEdition[Deck]) -> Presentable | None:
        """How a deck is composed."""
        from casekit.games.deception.deck_statistics import measure_edition  # it takes numpy

        return measure_edition(settings)
