"""The effect of a revision: two simulations beside each other, with the uncertainty of both."""

from base64 import b64decode
from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from casekit.tabletop.simulation.figures_of_tables import DIGITS, SIGMAS, share

Json = dict[str, Any]


def compared(new: Mapping[str, Any], old: Mapping[str, Any]) -> list[Json]:
    """The groups that both simulations have, with the change of their share of solved tables.

    Tables of the same seed and number have the same draws and are ``paired``; only where there are none, whole groups are
    compared. ``certain`` if the change is greater than chance explains in 19 of 20 cases.
    """
    before = {(group["players"], group["reader"]): group for group in old["groups"]}
    rows = []
    for group in new["groups"]:
        was = before.get((group["players"], group["reader"]))
        if was is None:
            continue
        row = _in_pairs(new, group, old, was) or {
            "tables": group["tables"],
            "paired": False,
            "before": was["solved"],
            "now": group["solved"],
            "change": round(group["solved"] - was["solved"], DIGITS),
            "give_or_take": round(SIGMAS * sqrt(_variance(group) + _variance(was)), DIGITS),
        }
        certain = abs(row["change"]) > row["give_or_take"]
        rows.append({"players": group["players"], "reader": group["reader"], **row, "certain": certain})
    return rows


def in_all(rows: list[Json]) -> tuple[float, float]:
    """The change of all groups together, and what chance explains of it."""
    tables = sum(row["tables"] for row in rows)
    change = sum(row["tables"] * row["change"] for row in rows) / tables
    return change, sqrt(sum((row["tables"] * row["give_or_take"]) ** 2 for row in rows)) / tables


def gradient(new: Mapping[str, Any], old: Mapping[str, Any], skill: Sequence[tuple[str, str]]) -> Json | None:
    """How far the best readers are ahead of the worst, before and now; ``None`` if not both were at both simulations.

    ``skill`` are kinds of readers, the worst and the best, between which skill shows.
    """
    now, before = ({row["reader"]: row["earliness"] for row in each.get("skill", ())} for each in (new, old))
    pairs = [pair for pair in skill if {*pair} <= now.keys() & before.keys()]
    if not pairs:
        return None
    return {
        name: round(sum(early[best] - early[worst] for worst, best in pairs) / len(pairs), DIGITS)
        for name, early in (("before", before), ("now", now))
    }


def _in_pairs(
    new: Mapping[str, Any], group: Mapping[str, Any], old: Mapping[str, Any], was: Mapping[str, Any]
) -> Json | None:
    """A change of the same tables, which chance makes smaller than one of different ones (Agresti and Min 2005)."""
    if new["seed"] != old.get("seed"):
        return None
    try:
        (numbers, now), (others, before) = _outcomes(new, group), _outcomes(old, was)
    except (KeyError, TypeError, ValueError):
        return None  # an answer of an earlier casekit, or one that somebody wrote
    _, mine, theirs = np.intersect1d(numbers, others, assume_unique=True, return_indices=True)
    if 2 * len(mine) < min(len(numbers), len(others)) or not len(mine):
        return None
    now, before = now[mine], before[theirs]
    tables, gained, lost = len(mine), int((now & ~before).sum()), int((before & ~now).sum())
    more, change = tables + 2, gained - lost
    reach = SIGMAS * sqrt(gained + lost + 1 - change**2 / more) / more
    return {
        "tables": tables,
        "paired": True,
        "before": share(int(before.sum()), tables),
        "now": share(int(now.sum()), tables),
        "change": round(change / tables, DIGITS),
        "give_or_take": round(reach, DIGITS),
    }


def _outcomes(
    figures: Mapping[str, Any], group: Mapping[str, Any]
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """The numbers of a group's tables, and whether somebody solved them.

    Raises:
        KeyError: or another of these, if they are not given.
        TypeError: likewise.
        ValueError: likewise.
    """
    bits = np.unpackbits(np.frombuffer(b64decode(group["outcomes"], validate=True), np.uint8))
    readers, tables = figures["readers"], group["tables"]
    numbers = readers.index(group["reader"]) + len(readers) * np.arange(tables)
    if len(bits) < tables:
        raise ValueError("there are fewer outcomes than tables")
    return numbers, bits[:tables].astype(bool)


def _variance(group: Mapping[str, Any]) -> float:
    # A share of 0 or 1 in few tables is not certain either (Agresti and Caffo 2000).
    tables = group["tables"] + 2
    part = (group["solved"] * group["tables"] + 1) / tables
    return float(part * (1 - part) / tables)
