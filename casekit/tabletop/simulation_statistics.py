"""Counts of tables as figures in the form that machines read, and a comparison of two simulations."""

from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from typing import Any

import numpy as np

from casekit.tabletop.game_rules import ReaderModel, named
from casekit.tabletop.simulated_readers import Bools, Ints
from casekit.tabletop.simulation_runs import SimulationCounts, Tally, solved_at

Json = dict[str, Any]

DIGITS = 4
"""The number of digits of figures after the point."""

ALOUD = 150
"""Words that are read aloud in a minute."""

SIGMAS = 1.96
"""Intervals are those of 95 %."""


def share(count: int, whole: int) -> float:
    """A part of a whole; of nothing, it is nothing."""
    return round(count / whole, DIGITS) if whole else 0.0


def interval(count: int, whole: int) -> list[float]:
    """The share among endlessly many such tables, with 95 % certainty (Wilson 1927)."""
    if not whole:
        return [0.0, 1.0]
    part, spread = count / whole, SIGMAS**2 / whole
    middle = (part + spread / 2) / (1 + spread)
    reach = sqrt(part * (1 - part) * spread + spread**2 / 4) / (1 + spread)
    return [round(max(0.0, middle - reach), DIGITS), round(min(1.0, middle + reach), DIGITS)]


def quartiles(histogram: Ints, first: int = 0) -> list[int] | None:
    """The values below which a quarter, a half and three quarters of those counted are.

    ``None`` if there are none.
    """
    total = int(histogram.sum())
    return [first + int(value) for value in _quarters(histogram, total)] if total else None


def reached_by(histogram: Ints, whole: int) -> list[int | None]:
    """The values that a quarter, a half and three quarters of ``whole`` have reached.

    ``None`` if fewer ever reach any.
    """
    return [int(value) if value < len(histogram) else None for value in _quarters(histogram, whole)]


def _quarters(histogram: Ints, whole: int) -> Ints:
    return np.searchsorted(np.cumsum(histogram), [whole * part / 4 for part in (1, 2, 3)])


def aspects(subject: ReaderModel) -> tuple[str, ...]:
    """The subjects of curves: each element, and all of them."""
    return (*subject.elements, "all")


def figures(subject: ReaderModel, played: SimulationCounts, ways: Sequence[Json]) -> Json:
    """Everything that was found out (``schemas/simulation.schema.json``)."""
    plan = played.plan
    whole = played.in_all
    return {
        "title": subject.title,
        "seed": plan.seed,
        "tables": plan.tables,
        "players": list(plan.players),
        "readers": [named(crew) for crew in plan.crews],
        "whole": played.whole,
        "groups": [
            {"players": players, "reader": named(plan.crews[crew]), **_group(subject, tally)}
            for (players, crew), tally in sorted(played.tallies.items())
        ],
        "skill": list(_skill(subject, played)),
        "ways": list(ways),
        "paths": [] if whole is None else list(_paths(subject, whole)),
        "suspects": [] if whole is None else list(_suspects(subject, whole)),
        "alone": list(_deciding_alone(subject)),
    }


def _deciding_alone(subject: ReaderModel) -> Iterator[Json]:
    for path, decided in subject.evidence.decided_alone().items():
        elements = [subject.elements[element] for element in decided]
        yield {"path": subject.paths[path], "elements": elements}


def _group(subject: ReaderModel, tally: Tally) -> Json:
    tables, seats, revealed = int(tally["tables"]), int(tally["seats"]), int(tally["revealed"])
    curves: dict[str, list[float]] = {}
    paragraphs: dict[str, Any] = {}
    for aspect, by_round, by_read in zip(aspects(subject), tally["by_round"], tally["by_read"], strict=True):
        curves[aspect] = [share(int(count), tables) for count in np.cumsum(by_round)[1:]]
        paragraphs[aspect] = reached_by(by_read, seats)
    return {
        "tables": tables,
        "seats": seats,
        "solved": share(solved_at(tally), tables),
        "interval": interval(solved_at(tally), tables),
        "outcomes": b64encode(np.packbits(tally["outcomes"]).tobytes()).decode(),
        "certain": share(int(tally["certain"]), seats),
        "mistaken": share(int(tally["mistaken"]), seats),
        "rounds": _mean(tally["rounds"], tables),
        "curve": curves,
        "capacity": quartiles(tally["at_end"]),
        "paragraphs": paragraphs,
        "score": _mean(tally["score"], seats),
        "scores": quartiles(tally["points"], int(tally["lowest"])),
        "revealed": share(revealed, tables),
        "pays": share(int(tally["best"]), revealed),
        "minutes": round(_mean(tally["words"], tables) / ALOUD, 1),
    }


def _mean(total: Ints, count: int) -> float:
    return round(int(total) / count, 2) if count else 0.0


def _skill(subject: ReaderModel, played: SimulationCounts) -> Iterator[Json]:
    """How early tables know how much, by kind of reader: 1 is all from the first round on, 0 nothing ever."""
    for reader, tally in played.by_crew:
        curves = np.cumsum(tally["by_round"][: len(subject.elements)], axis=1)[:, 1:]
        yield {"reader": reader, "earliness": round(float(curves.mean()) / int(tally["tables"]), DIGITS)}


def _paths(subject: ReaderModel, tally: Tally) -> Iterator[Json]:
    seats, solvers = int(tally["seats"]), int(tally["certain"])
    for path, name in enumerate(subject.paths):
        taken = int(tally["taken"][path])
        yield {
            "path": name,
            "taken": share(taken, seats),
            "round": _mean(tally["when"][path], taken),
            "told": _mean(tally["told"][path], taken),
            "useful": share(int(tally["useful"][path]), taken),
            "again": int(tally["again"][path]),
            "solvers": share(int(tally["read_by_solvers"][path]), solvers),
            "others": share(int(tally["read_by_others"][path]), seats - solvers),
        }


def _suspects(subject: ReaderModel, tally: Tally) -> Iterator[Json]:
    """Which answers to the first question tables held likely."""
    by_round = tally["suspected"].sum(axis=1)
    blamed = int(tally["blamed"].sum())
    rounds = [number for number in range(1, len(by_round)) if by_round[number]]
    for option, name in enumerate(subject.evidence.mystery.options[0]):
        counts = tally["suspected"][:, option]
        yield {
            "name": name,
            "suspected": [share(int(counts[number]), int(by_round[number])) for number in rounds],
            "blamed": share(int(tally["blamed"][option]), blamed),
        }


def compared(new: Mapping[str, Any], old: Mapping[str, Any]) -> Iterator[Json]:
    """The groups that both simulations have, with the change of their share of solved tables.

    Tables of the same seed and number have the same draws and are ``paired``; only where there are none,
    whole groups are compared. ``certain`` if the change is greater than chance explains in 19 of 20 cases.
    """
    before = {(group["players"], group["reader"]): group for group in old["groups"]}
    for group in new["groups"]:
        was = before.get((group["players"], group["reader"]))
        if was is not None:
            row = _in_pairs(new, group, old, was) or {
                "tables": group["tables"],
                "paired": False,
                "before": was["solved"],
                "now": group["solved"],
                "change": round(group["solved"] - was["solved"], DIGITS),
                "give_or_take": round(SIGMAS * sqrt(_variance(group) + _variance(was)), DIGITS),
            }
            yield {
                "players": group["players"],
                "reader": group["reader"],
                **row,
                "certain": abs(row["change"]) > row["give_or_take"],
            }


def in_all(rows: list[Json]) -> tuple[float, float]:
    """The change of all groups together, and what chance explains of it."""
    tables = sum(row["tables"] for row in rows)
    change = sum(row["tables"] * row["change"] for row in rows) / tables
    return change, sqrt(sum((row["tables"] * row["give_or_take"]) ** 2 for row in rows)) / tables


def gradient(new: Mapping[str, Any], old: Mapping[str, Any], ladders: Sequence[Sequence[str]]) -> Json | None:
    """How far the best readers are ahead of the worst, before and now.

    ``None`` if not both were at both simulations. ``ladders`` are kinds of readers, from the worst to the
    best, between which skill shows.
    """
    now, before = _earliness(new), _earliness(old)
    ends = ((ladder[0], ladder[-1]) for ladder in ladders)
    pairs = [pair for pair in ends if {*pair} <= now.keys() & before.keys()]
    if not pairs:
        return None
    return {"before": _mean_lead(before, pairs), "now": _mean_lead(now, pairs)}


def _earliness(figures: Mapping[str, Any]) -> dict[str, float]:
    return {row["reader"]: row["earliness"] for row in figures.get("skill", ())}


def _mean_lead(earliness: Mapping[str, float], pairs: Sequence[tuple[str, str]]) -> float:
    """How far the best reader of a pair is ahead of the worst, on average."""
    leads = [earliness[best] - earliness[worst] for worst, best in pairs]
    return round(sum(leads) / len(leads), DIGITS)


def _in_pairs(
    new: Mapping[str, Any], group: Mapping[str, Any], old: Mapping[str, Any], was: Mapping[str, Any]
) -> Json | None:
    """A change of the same tables; chance makes it smaller than of different ones (Agresti and Min 2005)."""
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
    return {
        "tables": tables,
        "paired": True,
        "before": share(int(before.sum()), tables),
        "now": share(int(now.sum()), tables),
        "change": round(change / tables, DIGITS),
        "give_or_take": round(SIGMAS * sqrt(gained + lost + 1 - change**2 / more) / more, DIGITS),
    }


def _outcomes(figures: Mapping[str, Any], group: Mapping[str, Any]) -> tuple[Ints, Bools]:
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
