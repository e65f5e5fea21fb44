"""Finding words of a passage's prose in the text, so that a finding shows their place."""

import re
from collections.abc import Iterator

from casekit.games.midnight.case import Case, CasePassage
from casekit.games.prose_checks import Finder, matches
from casekit.model.passages import even, folded
from casekit.model.place import Place


def find_all(case: Case, passage: CasePassage, pattern: Finder) -> Iterator[tuple[re.Match[str], Place]]:
    """Each match of a pattern in a passage."""
    for prose in passage.prose:
        yield from matches(case.source, prose, pattern)


def folded_prose(passage: CasePassage) -> str:
    """All prose of a passage, for ``quoted_in``."""
    return folded(" ".join(prose.text for prose in passage.prose))


def quoted_in(prose: str, words: str) -> bool:
    """Whether words occur in folded prose."""
    return any(way in prose for way in ways_of_quoting(words))


def ways_of_quoting(words: str) -> tuple[str, str]:
    """How words may occur in folded prose: without their emphasis marks or with them; a printed star is a star."""
    return folded(words), even(words)
