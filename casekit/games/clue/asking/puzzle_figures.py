"""What puzzles bring to their figures."""

from casekit.games.clue.puzzle import Puzzle
from casekit.games.transcripts.asking.transcript_report_page import figure_forms

FIGURES = figure_forms(Puzzle.game.noun)
