"""Scales as casekit sees it."""

from casekit.kit.transcripts.game import TranscriptGame, creation_options
from scales.forms import FORMS


class Scales(TranscriptGame):
    """One of nine coins is forged."""

    name = "scales"
    title = "Scales"
    api = 2
    dialect = FORMS
    players = range(2, 5)
    options = creation_options(FORMS, players, usual=3)

    def decks(self):
        from scales.evening import DECKS

        return DECKS

    def transcript(self, parts):
        from scales.evening import evening_of

        return evening_of(parts)

    def scope(self, transcript):
        from scales.evening import scope_of

        return scope_of(transcript)

    def deduction(self):
        from scales.evening import DEDUCTION

        return DEDUCTION

    def rules(self):
        from scales.evening import RULES

        return RULES

    def making(self):
        from scales.simulation import MAKING

        return MAKING


GAME = Scales()
