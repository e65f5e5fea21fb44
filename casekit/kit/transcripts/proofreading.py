"""A transcript for people who read no logic: it has no prose beside that."""

from casekit.analysis.analyzer import Analyzer, Findings
from casekit.kit.transcripts.document import AnyRead
from casekit.language.syntax.dialect import SyntaxTree
from casekit.manuscripts.manuscript_parts import ManuscriptPart
from casekit.resources import words as words_in


def review(_document: AnyRead, _tree: SyntaxTree, _findings: Findings, _analyzer: Analyzer | None) -> None:
    """None."""


def blind_copy(_document: AnyRead) -> None:
    """None."""


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
