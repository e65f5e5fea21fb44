"""Suspects whom the prose must name: else a reader cannot know what the logic says of them."""

import re
from collections.abc import Iterator
from functools import lru_cache

from casekit.diagnostics import Diagnostic
from casekit.games.midnight import codes
from casekit.games.midnight.case import Case, CaseParagraph, CasePassage, Statement
from casekit.model.logic import Constant, all_terms, subterms


def mentions(case: Case) -> Iterator[Diagnostic]:
    """Suspects that a statement names though its block's prose never does."""
    for passage in case.passages:
        words = mentioned(passage)
        for statement in passage.statements:
            for name in _suspects(case, passage, statement):
                if name not in words:
                    yield Diagnostic(
                        codes.UNMENTIONED_SUSPECT,
                        f"this statement is about {name}, whom the prose never names",
                        case.span(statement.place),
                        hint=f"name {name} in the prose, or correct the statement",
                    )


def mentioned(passage: CasePassage) -> set[str]:
    """Every word of a passage's prose."""
    return {word for prose in passage.prose for word in _words(prose.text)}


@lru_cache(maxsize=500)
def _words(prose: str) -> frozenset[str]:
    return frozenset(re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)*", prose))


def _suspects(case: Case, passage: CasePassage, statement: Statement) -> Iterator[str]:
    """The suspects a statement names, each once, without the one whose answer it is."""
    terms = (each for speaker in statement.speakers for each in subterms(speaker.term))
    named = [term.value for term in (*terms, *all_terms(statement.formula)) if isinstance(term, Constant)]
    own = passage.speaker if isinstance(passage, CaseParagraph) else None
    for name in dict.fromkeys(named):
        if name in case.edition.suspects_by_name and name != own:
            yield name
