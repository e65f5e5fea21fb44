"""People's results with a case, beside those of simulated players."""

from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import mean, quantiles

import numpy as np

from casekit.tabletop.game_rules import ReaderModel, bits
from casekit.tabletop.playtests.playbook import Json
from casekit.tabletop.playtests.tester_games import SharedGame, TesterSeat, seats_of
from casekit.tabletop.simulation_runs import SimulationCounts, Way, way_from, ways_in_order
from casekit.tabletop.simulation_statistics import aspects, interval, share


def _shares_right(subject: ReaderModel, seats: Sequence[TesterSeat]) -> dict[str, float]:
    """For each aspect of the answer the share of people who were right at the end."""
    right: dict[str, float] = {}
    for aspect in aspects(subject):
        right_seats = sum(_is_right(subject, seat, aspect) for seat in seats)
        right[aspect] = share(right_seats, len(seats))
    return right


def people_at_table(subject: ReaderModel, games: Sequence[SharedGame], played: SimulationCounts) -> Json:
    """The part ``people`` of ``schemas/simulation.schema.json``.

    Raises:
        OutOfBudgetError: if a question about what they had read is too hard.
    """
    seats = seats_of(games)
    whole_games = [game for game in games if game.is_whole]
    seats_to_end = [seat for seat in seats if seat.game.is_whole]
    solved_games = 0
    for game in whole_games:
        seats_of_game = [seat for seat in seats_to_end if seat.game is game]
        solved_games += any(_is_right(subject, seat, "all") for seat in seats_of_game)
    return {
        "logs": len(games),
        "players": [game.players for game in games],
        "whole": len(whole_games),
        "seats": len(seats),
        "solved": share(solved_games, len(whole_games)),
        "interval": interval(solved_games, len(whole_games)),
        "right": _shares_right(subject, seats_to_end),
        "read": _quartiles([len(game.read) for game in whole_games]),
        "since": {
            aspect: _quartiles(_counts_until_right(subject, seats_to_end, aspect))
            for aspect in aspects(subject)
        },
        "curve": {aspect: list(_curve(subject, seats, aspect)) for aspect in aspects(subject)},
        "simulated": list(_curves_of_simulated_players(played, subject)),
        "confidence": {element: _confidence(subject, seats, element) for element in subject.elements},
        "ways": _ways(subject, seats),
        "stuck": [_wrong_at_end(subject, seats_to_end, element) for element in subject.elements],
        "paths": sorted(_paths(subject, games, played), key=lambda row: -row["read"]),
        "general": list(_general_remarks(games)),
    }


def _general_remarks(games: Sequence[SharedGame]) -> Iterator[Json]:
    """The remarks of testers about the document as a whole."""
    for game in games:
        text = game.log.content["general"].strip()
        if text:
            yield {"tester": game.log.content["tester"], "text": text}


# --- what they knew ------------------------------------------------------------------------------


def _truth(subject: ReaderModel, element: str) -> str | None:
    """The true answer to a question; ``None`` if the document leaves it open."""
    return subject.evidence.mystery.answers[subject.elements.index(element)]


def _elements(subject: ReaderModel, aspect: str) -> Sequence[str]:
    """The questions of an aspect: one of them, or ``all``."""
    return subject.elements if aspect == "all" else (aspect,)


def _is_right(subject: ReaderModel, seat: TesterSeat, aspect: str, read: int | None = None) -> bool:
    """Whether somebody was right after ``read`` paragraphs, or at the end."""
    count = len(seat.game.read) if read is None else read
    for element in _elements(subject, aspect):
        truth = _truth(subject, element)
        if truth is None or seat.first(element, count) != truth:
            return False
    return True


def _counts_until_right(subject: ReaderModel, seats: Sequence[TesterSeat], aspect: str) -> list[int]:
    """After how many paragraphs those came to be right who were right at the end."""
    elements = _elements(subject, aspect)
    counts_until_right: list[int] = []
    for seat in seats:
        counts = [seat.since(element, _truth(subject, element)) for element in elements]
        counts_of_right = [count for count in counts if count is not None]
        if len(counts_of_right) == len(elements):
            counts_until_right.append(max(counts_of_right))
    return counts_until_right


def _curve(subject: ReaderModel, seats: Sequence[TesterSeat], aspect: str) -> Iterator[float]:
    """The share of those who were right after 0, 1, 2 ... paragraphs, of those of whom that is known."""
    for read in range(1 + max((len(seat.game.read) for seat in seats), default=0)):
        known_seats = [seat for seat in seats if seat.is_known(read)]
        if not known_seats:
            return
        right_seats = sum(_is_right(subject, seat, aspect, read) for seat in known_seats)
        yield share(right_seats, len(known_seats))


def _curves_of_simulated_players(played: SimulationCounts, subject: ReaderModel) -> Iterator[Json]:
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
    """The three quartiles of some values, rounded; ``None`` without any."""
    if not values:
        return None
    # A single value has quartiles too, if it is there twice.
    return [*map(round, quantiles([*values, *values], n=4, method="inclusive"))]


# --- what led them there -------------------------------------------------------------------------


def _bits_read(subject: ReaderModel, paths: Sequence[str]) -> int:
    """The paths that were read as bits; of several that share a paragraph the first stands for all."""
    canonical_path = dict(zip(subject.paths, subject.evidence.canonical, strict=True))
    read = {canonical_path[path] for path in paths if path in canonical_path}
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


def _wrong_at_end(subject: ReaderModel, seats: Sequence[TesterSeat], element: str) -> Json:
    """Those who were wrong at the end: who had read enough to be right, and what the others had not read.

    What they lacked are paths of the proofs that the solution gives or, if it gives none, of a small proof of
    everything.
    """
    place = subject.elements.index(element)
    wrong_seats = [seat for seat in seats if not _is_right(subject, seat, element)]
    useful_paths: set[int] = set()
    for about, paths in subject.evidence.told:
        if about == place:
            useful_paths.update(bits(paths))
    useful_paths = useful_paths or set(subject.evidence.proofs["perfect"])
    read_enough = 0
    lacked: Counter[int] = Counter()
    for seat in wrong_seats:
        paths_read = _bits_read(subject, seat.game.read)
        if way_from(subject, place, paths_read) is not None:
            read_enough += 1
        else:
            lacked.update(path for path in useful_paths if not paths_read >> path & 1)
    commonest_first = sorted(lacked.items(), key=lambda item: (-item[1], item[0]))
    return {
        "element": element,
        "wrong": len(wrong_seats),
        "enough": read_enough,
        "lacked": [{"path": subject.paths[path], "count": count} for path, count in commonest_first],
    }


def _remarks_on(path: str, games: Sequence[SharedGame]) -> Iterator[Json]:
    """The remarks of testers about a path."""
    for game in games:
        for remark in game.log.content["remarks"]:
            text = remark["text"].strip()
            if remark["path"] == path and text:
                yield {"tester": game.log.content["tester"], "text": text}


def _paths(subject: ReaderModel, games: Sequence[SharedGame], played: SimulationCounts) -> Iterator[Json]:
    """Each path that somebody read or remarked on, beside how many simulated seats took it."""
    counts = played.in_all
    for place, name in enumerate(subject.paths):
        games_with_same_text = [game for game in games if name in game.unchanged]
        games_that_read_it = [game for game in games_with_same_text if name in game.read]
        remarks = list(_remarks_on(name, games_with_same_text))
        if games_that_read_it or remarks:
            pauses = [game.pauses()[name] for game in games_that_read_it if name in game.pauses()]
            orders = [game.read.index(name) + 1 for game in games_that_read_it]
            yield {
                "path": name,
                "read": len(games_that_read_it),
                "of": len(games_with_same_text),
                "simulated": share(int(counts["taken"][place]), int(counts["seats"])) if counts else 0.0,
                "order": round(mean(orders), 1) if orders else None,
                "seconds": round(mean(pauses)) if pauses else None,
                "remarks": remarks,
            }
