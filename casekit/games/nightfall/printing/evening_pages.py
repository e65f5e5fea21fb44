"""The printed parts of evenings."""

from casekit.games.nightfall.evening import Evening
from casekit.games.transcripts.printing.transcript_pages import TranscriptPages

PAGES = TranscriptPages[Evening]()
"""The pages of evenings."""
