"""What a revision changed: two simulations beside each other, with the uncertainty of both."""

from collections.abc import Mapping
from math import sqrt
from typing import Any

from casekit.games.midnight.table.simulation.figures_of_tables import DIGITS, SIGMAS

Json = dict[str, Any]


def compared(new: Mapping[str, Any], old: Mapping[str, Any]) -> list[Json]:
    """The groups that both simulations have, with the change of their share of solved tables.

    ``certain`` if the change is greater than chance explains in 19 of 20 cases.
    """
    before = {(group["players"], group["reader"]): group for group in old["groups"]}
    rows = []
    for group in new["groups"]:
        was = before.get((group["players"], group["reader"]))
        if was is None:
            continue
        change = group["solved"] - was["solved"]
        reach = SIGMAS * sqrt(_variance(group) + _variance(was))
        rows.append(
            {
                "players": group["players"],
                "reader": group["reader"],
                "before": was["solved"],
                "now": group["solved"],
                "change": round(change, DIGITS),
                "give_or_take": round(reach, DIGITS),
                "certain": abs(change) > reach,
            }
        )
    return rows


def _variance(group: Mapping[str, Any]) -> float:
    # A share of 0 or 1 in few tables is not certain either (Agresti and Caffo 2000).
    tables = group["tables"] + 2
    part = (group["solved"] * group["tables"] + 1) / tables
    return float(part * (1 - part) / tables)
