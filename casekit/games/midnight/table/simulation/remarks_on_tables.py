"""What tables say of a case, as findings."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from casekit.diagnostics import Diagnostic, Span, codes
from casekit.games.midnight.asking.case_inquiry import CaseInquiry
from casekit.games.midnight.codes import (
    DECIDES_ALONE,
    IDLE_PATH,
    MISSED_THRESHOLD,
    OPEN_AT_THE_TABLE,
    PLAIN_SEA,
    SHARED_TURN,
    SHORTCUT,
    STUCK_WITHOUT,
    UNSKILLED_CASE,
)
from casekit.games.midnight.table.card_deck import PlayedDeck
from casekit.games.midnight.table.simulation.comparing import in_all
from casekit.games.midnight.table.simulation.gates import Gate, missed

Json = Mapping[str, Any]

ENOUGH = 30
"""Of fewer seats or tables nothing is said that only chance may have made so."""

MARGIN = 0.03
"""Skill that differs by less does not differ."""

FOLLOWING = ("random", "leads", "suite-first", "clairvoyant")
REASONING = ("hasty", "steady", "perfect")
"""The orders in which skill shows."""


def before_play(inquiry: CaseInquiry, deck: PlayedDeck) -> Iterator[Diagnostic]:
    """What a reader of the figures has to know first."""
    open_ = [element.name for element in inquiry.verdict.elements if element.status != "certain"]
    if open_:
        yield Diagnostic(
            OPEN_AT_THE_TABLE,
            f"a reader of all paragraphs is not certain of this: {', '.join(open_)}",
            inquiry.source.whole(),
            hint="see `casekit check`; no table can be certain of it either",
        )
    if deck.plain or deck.silent:
        what = "no card has rules" if deck.plain else f"these cards have no rules: {', '.join(deck.silent)}"
        yield Diagnostic(
            PLAIN_SEA,
            f"{what}, so that only the ship and the purser move",
            inquiry.source.whole(),
            hint="give the cards of the edition's deck their `rules`",
        )


def interrupted(inquiry: CaseInquiry) -> Diagnostic:
    """The finding that not all tables were played."""
    message = "somebody stopped the simulation; its figures are those of the tables that were played"
    return Diagnostic(
        codes.INTERRUPTED, message, inquiry.source.whole(), hint="run it again, with fewer `--tables`"
    )


def after_play(inquiry: CaseInquiry, figures: Json, gates: Sequence[Gate]) -> Iterator[Diagnostic]:
    """What the tables say, the thresholds that are not met first."""
    for gate, found in missed(gates, figures["groups"]):
        yield Diagnostic(
            MISSED_THRESHOLD,
            f"{gate.text}: {found}",
            inquiry.source.whole(),
            hint="change the case, or the threshold",
        )
    yield from _shortcuts(inquiry, figures)
    yield from _idle(inquiry, figures)
    yield from _stuck(inquiry, figures)
    yield from _unskilled(inquiry, figures)
    yield from _at_odds(inquiry, figures)
    yield from _alone(inquiry, figures)
    yield from _again(inquiry, figures)


def _heading(inquiry: CaseInquiry, path: str) -> Span:
    for paragraph in inquiry.case.paragraphs:
        if path in map(str, paragraph.paths):
            return inquiry.case.span(paragraph.place)
    return inquiry.source.whole()


def _shortcuts(inquiry: CaseInquiry, figures: Json) -> Iterator[Diagnostic]:
    """Ways that are shorter than those that the solution tells, and were taken."""
    for way in figures["ways"]:
        if way["kind"] == "shortcut":
            yield Diagnostic(
                SHORTCUT,
                f"detectives took a shorter way to the {way['element']} than the solution tells: {', '.join(way['paths'])}",
                _heading(inquiry, way["paths"][0]) if way["paths"] else inquiry.source.whole(),
                hint="let these paragraphs say less, or describe this proof in the solution",
            )


def _idle(inquiry: CaseInquiry, figures: Json) -> Iterator[Diagnostic]:
    """Paths that never ruled anything out, and are on none of the ways that were looked at."""
    seats = sum(group["seats"] for group in figures["groups"])
    on_ways = {path for way in figures["ways"] for path in way["paths"]}
    for row in figures["paths"]:
        if row["path"] not in on_ways and row["useful"] == 0 and row["taken"] * seats >= ENOUGH:
            yield Diagnostic(
                IDLE_PATH,
                f"{row['path']} ruled nothing out for anybody who read it",
                _heading(inquiry, row["path"]),
                hint="let it state something that others can use, if it is not meant as a wrong path",
            )


def _stuck(inquiry: CaseInquiry, figures: Json) -> Iterator[Diagnostic]:
    solvers = sum(round(group["certain"] * group["seats"]) for group in figures["groups"])
    others = sum(group["seats"] for group in figures["groups"]) - solvers
    if min(solvers, others) < ENOUGH:
        return
    for row in figures["paths"]:
        if row["solvers"] == 1 and row["others"] == 0:
            yield Diagnostic(
                STUCK_WITHOUT,
                f"everybody who solved the case had read {row['path']}, and nobody else had",
                _heading(inquiry, row["path"]),
                hint="let another paragraph say the same, or point to it",
            )


def _unskilled(inquiry: CaseInquiry, figures: Json) -> Iterator[Diagnostic]:
    """Readers who are better on average but not in this case."""
    early = {row["reader"]: row["earliness"] for row in figures["skill"]}
    pairs = [
        *((f"steady/{worse}", f"steady/{better}") for worse, better in pairwise(FOLLOWING)),
        *((f"{worse}/leads", f"{better}/leads") for worse, better in pairwise(REASONING)),
    ]
    tables = min((group["tables"] for group in figures["groups"]), default=0)
    wrong = [
        f"{better} ({early[better]:.2f}) does less well than {worse} ({early[worse]:.2f})"
        for worse, better in pairs
        if early.get(better, 1) + MARGIN < early.get(worse, 0)
    ]
    if wrong and tables >= ENOUGH:
        yield Diagnostic(
            UNSKILLED_CASE,
            "\n".join(["skill does not show in this case", *wrong]),
            inquiry.source.whole(),
            hint="let paragraphs point to those that matter, and let the scene of the crime tell something",
        )


def _at_odds(inquiry: CaseInquiry, figures: Json) -> Iterator[Diagnostic]:
    """A revision that lets more tables solve the case and skill count for less, or the other way round."""
    if not figures.get("compared") or "gradient" not in figures:
        return
    change, chance = in_all(figures["compared"])
    before, now = figures["gradient"]["before"], figures["gradient"]["now"]
    if abs(change) > chance and abs(now - before) >= MARGIN and (change > 0) != (now > before):
        tables, skill = ("more", "less") if change > 0 else ("fewer", "more")
        yield Diagnostic(
            UNSKILLED_CASE,
            f"{tables} tables solve the case than before ({100 * change:+.1f} %), but skill counts for {skill}: "
            f"the best readers are ahead of the worst by {now:.2f}, not {before:.2f}",
            inquiry.source.whole(),
            hint="decide which of the two the revision is for; a case that everybody solves rewards nobody",
        )


def _alone(inquiry: CaseInquiry, figures: Json) -> Iterator[Diagnostic]:
    for row in figures["alone"]:
        yield Diagnostic(
            DECIDES_ALONE,
            f"{row['path']} decides {' and '.join(row['elements'])} by itself",
            _heading(inquiry, row["path"]),
            hint="split it between two paragraphs that readers have to put together",
        )


def _again(inquiry: CaseInquiry, figures: Json) -> Iterator[Diagnostic]:
    for row in figures["paths"]:
        if row["again"] >= ENOUGH:
            yield Diagnostic(
                SHARED_TURN,
                f"{row['again']:,} detectives read on {row['path']} a paragraph that they had read on another path",
                _heading(inquiry, row["path"]),
                hint="give each of these paths a paragraph of its own",
            )
