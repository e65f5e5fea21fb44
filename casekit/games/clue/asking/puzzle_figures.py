"""The forms of figures of puzzles."""

from casekit.games.clue.puzzle import Puzzle
from casekit.games.transcripts.asking.transcript_report_page import figure_forms

FIGURES = figure_forms(Puzzle.game.noun)
