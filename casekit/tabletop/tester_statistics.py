"""People's results with a case, beside those of simulated players."""

from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import mean, quantiles

import numpy as np

from casekit.tabletop.game_rules import ReaderModel, bits
from casekit.tabletop.playtest_logs import Json, SharedGame, TesterSeat, seats_of
from casekit.tabletop.simulation_runs import SimulationCounts, Way, way_from, ways_in_order
from casekit.tabletop.simulation_statistics import aspects, interval, share


def people_at_table(subject: ReaderModel, games: Sequence[SharedGame], played: SimulationCounts) -> Json:
    """The part ``people`` of ``schemas/simulation.schema.json``.

    Raises:
        OutOfBudgetError: if a question about what they had read is too hard.
    """
    seats = seats_of(games)
    ended = [seat for seat in seats if seat.game.is_whole]
    whole_games = [game for game in games if game.is_whole]
    whole, solved = len(whole_games), 0
    for game in whole_games:
        solved += any(_is_right(subject, seat, "all") for seat in ended if seat.game is game)
    right: dict[str, float] = {}
    for aspect in aspects(subject):
        right[aspect] = share(sum(_is_right(subject, seat, aspect) for seat in ended), len(ended))
    return {
        "logs": len(games),
        "players": [game.players for game in games],
        "whole": whole,
        "seats": len(seats),
        "solved": share(solved, whole),
        "interval": interval(solved, whole),
        "right": right,
        "read": _quartiles([len(game.read) for game in whole_games]),
        "since": {aspect: _quartiles(_since(subject, ended, aspect)) for aspect in aspects(subject)},
        "curve": {aspect: list(_curve(subject, seats, aspect)) for aspect in aspects(subject)},
        "simulated": list(_simulated(subject, played)),
        "confidence": {element: _confidence(subject, seats, element) for element in subject.elements},
        "ways": _ways(subject, seats),
        "stuck": [_stuck(subject, ended, element) for element in subject.elements],
        "paths": sorted(_paths(subject, games, played), key=lambda row: -row["read"]),
        "general": list(_general_remarks(games)),
    }


def _general_remarks(games: Sequence[SharedGame]) -> Iterator[Json]:
    for game in games:
        text = game.log.content["general"].strip()
        if text:
            yield {"tester": game.log.content["tester"], "text": text}


# --- what they knew ------------------------------------------------------------------------------


def _truth(subject: ReaderModel, element: str) -> str | None:
    return subject.evidence.mystery.answers[subject.elements.index(element)]


def _elements(subject: ReaderModel, aspect: str) -> Sequence[str]:
    return subject.elements if aspect == "all" else (aspect,)


def _is_right(subject: ReaderModel, seat: TesterSeat, aspect: str, read: int | None = None) -> bool:
    """Whether somebody was right after ``read`` paragraphs, or at the end."""
    count = len(seat.game.read) if read is None else read
    for element in _elements(subject, aspect):
        truth = _truth(subject, element)
        if truth is None or seat.first(element, count) != truth:
            return False
    return True


def _since(subject: ReaderModel, seats: Sequence[TesterSeat], aspect: str) -> list[int]:
    """After how many paragraphs those came to be right who were right at the end."""
    elements = [(element, _truth(subject, element)) for element in _elements(subject, aspect)]
    counts: list[int] = []
    for seat in seats:
        reached = [seat.since(element, truth) for element, truth in elements]
        known = [count for count in reached if count is not None]
        if len(known) == len(elements):
            counts.append(max(known))
    return counts


def _curve(subject: ReaderModel, seats: Sequence[TesterSeat], aspect: str) -> Iterator[float]:
    """The share of those who were right after 0, 1, 2 ... paragraphs, of those of whom that is known."""
    for read in range(1 + max((len(seat.game.read) for seat in seats), default=0)):
        known = [seat for seat in seats if seat.is_known(read)]
        if not known:
            return
        yield share(sum(_is_right(subject, seat, aspect, read) for seat in known), len(known))


def _simulated(subject: ReaderModel, played: SimulationCounts) -> Iterator[Json]:
    """The share of simulated players who were certain, and right, after 0, 1, 2 ... paragraphs."""
    for reader, tally in played.by_crew:
        seats = int(tally["seats"])
        rows: dict[str, list[float]] = {}
        for aspect, counts in zip(aspects(subject), np.cumsum(tally["by_read"], axis=1), strict=True):
            rows[aspect] = [share(int(count), seats) for count in counts]
        yield {"reader": reader, **rows}


def _confidence(subject: ReaderModel, seats: Sequence[TesterSeat], element: str) -> Json:
    """How sure those were on average at the end who were right, and those who were wrong."""
    right: list[int] = []
    wrong: list[int] = []
    for seat in seats:
        confidence = seat.confidence(element)
        if confidence is not None:
            (right if _is_right(subject, seat, element) else wrong).append(confidence)
    return {
        "right": round(mean(right)) if right else None,
        "wrong": round(mean(wrong)) if wrong else None,
    }


def _quartiles(values: Sequence[int]) -> list[int] | None:
    return [*map(round, quantiles([*values, *values], n=4, method="inclusive"))] if values else None


# --- what led them there -------------------------------------------------------------------------


def _bits_read(subject: ReaderModel, paths: Sequence[str]) -> int:
    first = dict(zip(subject.paths, subject.evidence.canonical, strict=True))
    read = {first[path] for path in paths if path in first}
    return sum(1 << path for path in read)


def _ways(subject: ReaderModel, seats: Sequence[TesterSeat]) -> list[Json]:
    """The ways that had decided an element when people came to be right.

    People whom nothing compelled yet guessed.
    """
    counts: Counter[Way] = Counter()
    for seat in seats:
        for element, name in enumerate(subject.elements):
            since = seat.since(name, _truth(subject, name))
            if since is not None:
                way = way_from(subject, element, _bits_read(subject, seat.game.read[:since]))
                counts[way or (element, 0, "guess")] += 1
    return ways_in_order(subject, counts)


def _stuck(subject: ReaderModel, seats: Sequence[TesterSeat], element: str) -> Json:
    """Those who were wrong at the end: who had read enough to be right, and what the others had not read.

    What they lacked are paths of the proofs that the solution gives or, if it gives none, of a small proof of
    everything.
    """
    place = subject.elements.index(element)
    wrong = [seat for seat in seats if not _is_right(subject, seat, element)]
    read = [_bits_read(subject, seat.game.read) for seat in wrong]
    useful: set[int] = set()
    for about, mask in subject.evidence.told:
        if about == place:
            useful.update(bits(mask))
    useful = useful or set(subject.evidence.proofs["perfect"])
    enough = 0
    lacked: Counter[int] = Counter()
    for mask in read:
        if way_from(subject, place, mask) is not None:
            enough += 1
        else:
            lacked.update(path for path in useful if not mask >> path & 1)
    commonest_first = sorted(lacked.items(), key=lambda item: (-item[1], item[0]))
    return {
        "element": element,
        "wrong": len(wrong),
        "enough": enough,
        "lacked": [{"path": subject.paths[path], "count": count} for path, count in commonest_first],
    }


def _remarks_on(path: str, games: Sequence[SharedGame]) -> Iterator[Json]:
    for game in games:
        for remark in game.log.content["remarks"]:
            text = remark["text"].strip()
            if remark["path"] == path and text:
                yield {"tester": game.log.content["tester"], "text": text}


def _paths(subject: ReaderModel, games: Sequence[SharedGame], played: SimulationCounts) -> Iterator[Json]:
    """Each path that somebody read or remarked on, beside how many simulated seats took it."""
    counts = played.in_all
    for place, name in enumerate(subject.paths):
        about = [game for game in games if name in game.same]
        read = [game for game in about if name in game.read]
        remarks = list(_remarks_on(name, about))
        if read or remarks:
            pauses = [game.pauses()[name] for game in read if name in game.pauses()]
            yield {
                "path": name,
                "read": len(read),
                "of": len(about),
                "simulated": share(int(counts["taken"][place]), int(counts["seats"])) if counts else 0.0,
                "order": round(mean(game.read.index(name) + 1 for game in read), 1) if read else None,
                "seconds": round(mean(pauses)) if pauses else None,
                "remarks": remarks,
            }
