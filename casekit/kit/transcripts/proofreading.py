"""A transcript for people who read no logic: it has no prose beside that."""

from collections.abc import Iterator

from casekit.analysis.analyzer import Analyzer, Findings
from casekit.kit.transcripts.document import AnyRead
from casekit.language.syntax.dialect import SyntaxTree
from casekit.manuscripts.manuscript_parts import ManuscriptPart
from casekit.readings.reading import PRESENTATION, SOLUTION
from casekit.readings.reading_copy import ReadingCopy, ReadingPassage
from casekit.resources import words as words_in


def review(_document: AnyRead, _tree: SyntaxTree, _findings: Findings, _analyzer: Analyzer | None) -> None:
    """None."""


def blind_copy(_document: AnyRead) -> None:
    """None."""


def reading_copy(document: AnyRead) -> ReadingCopy | None:
    """Its story, its speeches, each by its speaker and number (``ISOLDE 1``), and its solution.

    ``None`` if nobody speaks: other lines of play are not prose.
    """
    if not document.passages:
        return None
    game, settings = document.puzzle.game, document.settings
    return ReadingCopy(
        title=document.title,
        language=settings.language,
        rules=game.rules_for_readers,
        words=game.authoring.word_list(settings, document),
        sentences=game.sentences_for_readers,
        speakers=document.puzzle.names,
        passages=tuple(_reading_passages(document)),
    )


def _reading_passages(document: AnyRead) -> Iterator[ReadingPassage]:
    """Everything with prose, in the order of the text."""
    puzzle = document.puzzle
    if puzzle.presentation:
        heading = "It is read by all players at the start, and it is true."
        yield ReadingPassage(PRESENTATION, heading, puzzle.presentation)
    counts: dict[str, int] = {}
    for speech in document.passages:
        counts[speech.player] = counts.get(speech.player, 0) + 1
        key = f"{speech.player} {counts[speech.player]}"
        places = tuple([statement.place for statement in speech.statements])
        moment = puzzle.game.moment_of(puzzle, speech)
        heading = (
            f"{speech.player} says this at the table, in line {speech.number} of the play. {moment}".rstrip()
        )
        yield ReadingPassage(key, heading, speech.prose, str(speech.number), places, speech.player)
    if puzzle.solution:
        heading = "It is the solution, which players read when the game is over. It is true."
        yield ReadingPassage(SOLUTION, heading, puzzle.solution)


def manuscript(document: AnyRead, tree: SyntaxTree) -> tuple[ManuscriptPart, ...]:
    """Its story and its solution: the play is set by casekit."""
    words = words_in("analysis/words/review.toml", document.settings.language)
    titles = {"presentation": words["presentation"], "solution": words["solution"]}
    parts = []
    for block in tree.blocks:
        kind = block.heading.kind
        if kind in titles:
            parts.append(ManuscriptPart(block, kind, titles[kind], ""))
    return tuple(parts)
