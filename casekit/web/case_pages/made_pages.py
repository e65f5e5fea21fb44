"""Pages that casekit makes for reading elsewhere, shown inside the local server: found in the other process."""

from dataclasses import dataclass
from typing import Literal

from casekit.asking.pages.web_page import static_script
from casekit.model.theory import OutOfBudgetError
from casekit.web.analyst import KnownCases, ServedFile, StudiedCase

MadeKind = Literal["review", "blind", "figures", "proof"]

BUDGET = 2_000
"""How many worlds the search for wrong paths looks at, as in ``casekit report``."""


@dataclass(frozen=True, slots=True)
class MadePage:
    """An HTML page that needs nothing else and runs these scripts of the package, or why there is none."""

    html: str = ""
    obstacle: str = ""
    scripts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AskMade:
    """Asks for a page of a kind."""

    file: ServedFile
    kind: MadeKind

    def answer(self, known: KnownCases) -> MadePage:
        """Make it."""
        studied = known.study(self.file)
        if studied.unreadable or studied.looked.document is None:
            return MadePage(obstacle="The case could not be read.")
        try:
            return {"review": _review, "blind": _blind, "figures": _figures, "proof": _proof}[self.kind](
                studied
            )
        except OutOfBudgetError as error:
            return MadePage(obstacle=f"This is too hard to find out: {error}.")


def _review(studied: StudiedCase) -> MadePage:
    document = studied.looked.document
    answer = document and studied.looked.game.review(
        document, studied.parsed.tree, studied.findings, studied.reasoned[1]
    )
    return _with_script(answer.page(), "review.js") if answer else _no_prose(studied)


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
