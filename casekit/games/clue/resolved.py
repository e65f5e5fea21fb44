"""A puzzle with its text, its edition and the names of its formulas."""

from casekit.games.clue.edition import PuzzleEdition
from casekit.games.clue.puzzle import Puzzle
from casekit.games.transcripts.read_transcript import ReadTranscript

ResolvedPuzzle = ReadTranscript[Puzzle, PuzzleEdition]
"""A puzzle as it was read."""
