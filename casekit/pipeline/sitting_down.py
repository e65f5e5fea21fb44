"""From a document to a table at which people play it."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from casekit.asking.interrogation import Findings
from casekit.diagnostics import Diagnostic, codes, has_errors
from casekit.games.editions import Shelf
from casekit.pipeline.playtesting import paragraph_numbers
from casekit.pipeline.stages.examining import Examined

if TYPE_CHECKING:
    from casekit.tabletop.playing.match import Host


@dataclass(frozen=True)
class Hosted:
    """A document that is ready to be played: ``numbers`` are those of its paragraphs by key."""

    host: "Host"
    numbers: Mapping[str, int]


def hosted(examined: Examined, file: Path, shelf: Shelf) -> tuple[Hosted | None, Findings]:
    """A document that is ready to be played, or why it cannot be."""
    from casekit.model.theory import OutOfBudgetError

    if examined.interrogation is None or examined.game is None:
        return None, examined.diagnostics or (_refused(examined, examined.obstacle),)
    table = examined.game.tabletop()
    if table is None:
        return None, (_refused(examined, f"{examined.game.title} is not played at a table yet"),)
    try:
        host, problems = table.host(examined.interrogation.inquiry)
    except OutOfBudgetError as error:
        return None, (examined.interrogation.too_hard(error),)
    if host is None:
        return None, problems
    numbers, unread, _ = paragraph_numbers(host.book, file, shelf)
    return (None if has_errors(unread) else Hosted(host, numbers)), (*problems, *unread)


def _refused(examined: Examined, reason: str) -> Diagnostic:
    return Diagnostic(
        codes.NOT_AT_A_TABLE,
        reason,
        examined.source.whole(),
        hint="play documents of a game that has a table",
    )
