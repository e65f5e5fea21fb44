"""Pages that casekit makes for reading elsewhere, games of simulated players among them: made in the other process."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from casekit.asking.pages.web_page import static_script
from casekit.model.theory import OutOfBudgetError
from casekit.system.crew import tell_on_the_way
from casekit.system.spreading import Workplace
from casekit.tabletop.table_rules import TablesWanted
from casekit.web.analyst import StudiedCase

MadeKind = Literal["review", "blind", "figures", "proof"]

BUDGET = 2_000
"""How many worlds the search for wrong paths looks at, as in ``casekit report``."""


@dataclass(frozen=True, slots=True)
class MadePage:
    """An HTML page that needs nothing else and runs these scripts of the package, or why there is none."""

    html: str = ""
    obstacle: str = ""
    scripts: tuple[str, ...] = ()


def made_page(studied: StudiedCase, kind: MadeKind) -> MadePage:
    """A page of a kind."""
    if studied.unreadable or studied.looked.document is None:
        return MadePage(obstacle="The case could not be read.")
    try:
        return {"review": _review, "blind": _blind, "figures": _figures, "proof": _proof}[kind](studied)
    except OutOfBudgetError as error:
        return MadePage(obstacle=f"This is too hard to find out: {error}.")


def _review(studied: StudiedCase) -> MadePage:
    review = studied.review
    return _with_script(review.page(), "review.js") if review else _no_prose(studied)


def _blind(studied: StudiedCase) -> MadePage:
    document = studied.looked.document
    answer = document and studied.looked.game.blind(document)
    return _with_script(answer.page(), "blind.js") if answer else _no_prose(studied)


def _with_script(html: str, script: str) -> MadePage:
    return MadePage(html, scripts=(static_script(script),))


def _no_prose(studied: StudiedCase) -> MadePage:
    return MadePage(
        obstacle=f"{studied.looked.game.title} has no prose beside its logic, so there is nothing to review."
    )


def _figures(studied: StudiedCase) -> MadePage:
    asked = studied.examined.interrogation
    if asked is None:
        return _not_asked(studied)
    figures, findings = asked.measure(BUDGET)
    return MadePage(studied.looked.game.figures().page([figures], (*studied.findings, *findings)))


def _proof(studied: StudiedCase) -> MadePage:
    asked = studied.examined.interrogation
    if asked is None:
        return _not_asked(studied)
    proof, _ = asked.prove((), None)
    return (
        MadePage(proof.page()) if proof else MadePage(obstacle="Nothing of the solution can be proved yet.")
    )


def _not_asked(studied: StudiedCase) -> MadePage:
    return MadePage(obstacle=f"Nothing can be said: {studied.examined.obstacle}.")


SEED = 1
"""The default of `casekit simulate`, so that both say the same."""
MOST_TABLES = 20_000

_PAUSE = 0.2
"""Seconds between two reports of progress to the page."""


def simulated(studied: StudiedCase, tables: int, players: int) -> MadePage:
    """Play a number of tables, each with a number of players, and report on the way how many are done."""
    from casekit.tabletop.simulation.simulating import simulate  # noqa: PLC0415 -- the server plays nothing itself
    from casekit.tabletop.simulation.tables_page import tables_page  # noqa: PLC0415 -- likewise

    table = studied.looked.game.tabletop()
    if table is None:
        return MadePage(obstacle=f"{studied.looked.game.title} is not played at simulated tables.")
    asked = studied.examined.interrogation
    if asked is None:
        return MadePage(obstacle=f"It cannot be played: {studied.examined.obstacle}.")
    try:
        wanted = TablesWanted(tables, table.numbers(f"{players}"), SEED, Workplace())
        told, findings = simulate(table, asked, wanted, _counting())
    except OutOfBudgetError as error:
        return MadePage(obstacle=asked.too_hard(error).message)
    except ValueError as error:
        return MadePage(obstacle=f"The number of players is {error}.")
    if told is None:
        return MadePage(obstacle="; ".join(each.message for each in findings))
    return MadePage(tables_page(table.words, [told], findings))


def _counting() -> Callable[[int], None]:
    """A function that adds up the tables that are done, and reports their number now and then."""
    done, told = 0, 0.0

    def count(more: int) -> None:
        nonlocal done, told
        done += more
        if time.monotonic() - told > _PAUSE:
            tell_on_the_way(done)
            told = time.monotonic()

    return count
