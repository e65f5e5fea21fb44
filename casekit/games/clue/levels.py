"""The limits of the levels of a puzzle, by default."""

from collections.abc import Mapping

from casekit.games.transcripts.thresholds import Levels
from casekit.games.transcripts.transcript import Level

DEFAULTS: Mapping[Level, Levels] = {
    "apprentice": Levels(lines=(3, 30), needed=(2, 5), steps=(1, 17), depth=(0, 0)),
    "amateur": Levels(lines=(3, 26), needed=(3, 9), steps=(1, 30), depth=(0, 0)),
    "expert": Levels(lines=(6, 30), needed=(6, 12), steps=(20, 45), depth=(1, 2)),
}
"""Simulated games of 2 to 6 players meet each of them often enough for a generator to be quick."""
