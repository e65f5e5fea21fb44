"""Finding words of a passage's prose in the text, so that a finding shows their place."""

import re
from collections.abc import Iterator

from casekit.games.midnight.case import Case, CasePassage
from casekit.games.prose_checks import matches
from casekit.model.place import Place


def find_all(
    case: Case, passage: CasePassage, pattern: re.Pattern[str]
) -> Iterator[tuple[re.Match[str], Place]]:
    """Each match of a pattern in a passage."""
    for prose in passage.prose:
        yield from matches(case.source, prose, pattern)
