"""What people made of a case, beside what simulated detectives made of it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import mean, quantiles
from typing import Any

import numpy as np

from casekit.asking.playtest.seats import SharedGame, TesterSeat, seats_of
from casekit.games.midnight.table.board import ELEMENTS
from casekit.games.midnight.table.readers.case_evidence import Evidence
from casekit.games.midnight.table.readers.kinds import named
from casekit.games.midnight.table.readers.oracles import bits
from casekit.games.midnight.table.simulation.figures_of_tables import ASPECTS, interval, share
from casekit.games.midnight.table.simulation.running import Played
from casekit.games.midnight.table.simulation.ways_taken import way_from

Json = dict[str, Any]


def people_at_table(evidence: Evidence, games: Sequence[SharedGame], played: Played) -> Json:
    """The part ``people`` of ``schemas/simulation.schema.json``.

    Raises:
        OutOfBudgetError: if a question about what they had read is too hard.
    """
    seats = seats_of(games)
    ended = [seat for seat in seats if seat.game.is_whole]
    solved = [
        game
        for game in games
        if game.is_whole and any(_is_right(evidence, seat, "all") for seat in ended if seat.game is game)
    ]
    whole = sum(game.is_whole for game in games)
    return {
        "logs": len(games),
        "players": [game.players for game in games],
        "whole": whole,
        "seats": len(seats),
        "solved": share(len(solved), whole),
        "interval": interval(len(solved), whole),
        "right": {
            aspect: share(sum(_is_right(evidence, seat, aspect) for seat in ended), len(ended))
            for aspect in ASPECTS
        },
        "read": _quartiles([len(game.read) for game in games if game.is_whole]),
        "since": {aspect: _quartiles(_since(evidence, ended, aspect)) for aspect in ASPECTS},
        "curve": {aspect: list(_curve(evidence, seats, aspect)) for aspect in ASPECTS},
        "simulated": list(_simulated(played)),
        "confidence": {element: _confidence(evidence, seats, element) for element in ELEMENTS},
        "ways": list(_ways(evidence, seats)),
        "stuck": [_stuck(evidence, ended, element) for element in ELEMENTS],
        "paths": list(_paths(evidence, games, played)),
        "general": [
            {"tester": game.log.content["tester"], "text": game.log.content["general"].strip()}
            for game in games
            if game.log.content["general"].strip()
        ],
    }


# --- what they knew ------------------------------------------------------------------------------


def _truth(evidence: Evidence, element: str) -> str | None:
    return evidence.mystery.answers[ELEMENTS.index(element)]


def _elements(aspect: str) -> Sequence[str]:
    return ELEMENTS if aspect == "all" else (aspect,)


def _is_right(evidence: Evidence, seat: TesterSeat, aspect: str, read: int | None = None) -> bool:
    """Whether somebody was right after so many paragraphs, or at the end."""
    count = len(seat.game.read) if read is None else read
    answers = [(_truth(evidence, each), seat.first(each, count)) for each in _elements(aspect)]
    return all(truth is not None and first == truth for truth, first in answers)


def _since(evidence: Evidence, seats: Sequence[TesterSeat], aspect: str) -> list[int]:
    """After how many paragraphs those came to be right who were right at the end."""
    found = []
    for seat in seats:
        reached = [seat.since(each, _truth(evidence, each)) for each in _elements(aspect)]
        known = [each for each in reached if each is not None]
        if len(known) == len(reached):
            found.append(max(known))
    return found


def _curve(evidence: Evidence, seats: Sequence[TesterSeat], aspect: str) -> Iterator[float]:
    """The share of those who were right after 0, 1, 2 ... paragraphs, of those of whom that is known."""
    most = max((len(seat.game.read) for seat in seats), default=0)
    for read in range(most + 1):
        known = [seat for seat in seats if seat.is_known(read)]
        if not known:
            return
        yield share(sum(_is_right(evidence, seat, aspect, read) for seat in known), len(known))


def _simulated(played: Played) -> Iterator[Json]:
    """The share of simulated detectives who were certain, and right, after 0, 1, 2 ... paragraphs."""
    for place, crew in enumerate(played.plan.crews):
        tallies = [tally for (_, number), tally in played.tallies.items() if number == place]
        if tallies:
            counts = np.cumsum(sum(tally.by_read for tally in tallies), axis=1)
            seats = sum(int(tally.seats) for tally in tallies)
            rows = {
                aspect: [share(int(count), seats) for count in row]
                for aspect, row in zip(ASPECTS, counts, strict=True)
            }
            yield {"reader": named(crew), **rows}


def _confidence(evidence: Evidence, seats: Sequence[TesterSeat], element: str) -> Json:
    """How sure those were on average at the end who were right, and those who were wrong."""
    sure: dict[bool, list[int]] = {True: [], False: []}
    for seat in seats:
        confidence = seat.confidence(element)
        if confidence is not None:
            sure[_is_right(evidence, seat, element)].append(confidence)
    return {
        name: round(mean(sure[right])) if sure[right] else None
        for name, right in (("right", True), ("wrong", False))
    }


def _quartiles(values: Sequence[int]) -> list[int] | None:
    if not values:
        return None
    return [round(each) for each in quantiles([*values, *values], n=4, method="inclusive")]


# --- what led them there -------------------------------------------------------------------------


def _bits_read(evidence: Evidence, paths: Sequence[str]) -> int:
    places = {str(path): place for place, path in enumerate(evidence.board.paths)}
    read = 0
    for path in paths:
        if path in places:
            read |= 1 << evidence.canonical[places[path]]
    return read


def _ways(evidence: Evidence, seats: Sequence[TesterSeat]) -> Iterator[Json]:
    """What had decided an element when they came to be right; those whom nothing compelled yet guessed."""
    counts: Counter[tuple[int, int, str]] = Counter()
    for seat in seats:
        for element, name in enumerate(ELEMENTS):
            since = seat.since(name, _truth(evidence, name))
            if since is not None:
                way = way_from(evidence, element, _bits_read(evidence, seat.game.read[:since]))
                counts[(element, *(way or (0, "guess")))] += 1
    for (element, paths, kind), count in sorted(counts.items(), key=lambda each: (-each[1], each[0])):
        names = [str(evidence.board.paths[path]) for path in bits(paths)]
        yield {"element": ELEMENTS[element], "paths": names, "count": count, "kind": kind}


def _stuck(evidence: Evidence, seats: Sequence[TesterSeat], element: str) -> Json:
    """Of those who were wrong at the end: who had read enough to be right, and what the others had not read.

    What they lacked are paths of the proofs that the solution tells or, if it tells none, of a small proof of everything.
    """
    place = ELEMENTS.index(element)
    wrong = [seat for seat in seats if not _is_right(evidence, seat, element)]
    read = [_bits_read(evidence, seat.game.read) for seat in wrong]
    told = [mask for about, mask in evidence.told if about == place]
    useful = {path for mask in told for path in bits(mask)} or set(evidence.proofs["perfect"])
    enough = [way_from(evidence, place, each) is not None for each in read]
    lacked = Counter(
        path
        for mask, could in zip(read, enough, strict=True)
        if not could
        for path in useful
        if not mask >> path & 1
    )
    return {
        "element": element,
        "wrong": len(wrong),
        "enough": sum(enough),
        "lacked": [
            {"path": str(evidence.board.paths[path]), "count": count}
            for path, count in sorted(lacked.items(), key=lambda each: (-each[1], each[0]))
        ],
    }


def _paths(evidence: Evidence, games: Sequence[SharedGame], played: Played) -> Iterator[Json]:
    """Each path that somebody read or remarked on, the most read first, beside how many simulated seats took it."""
    seats = sum(int(tally.seats) for tally in played.tallies.values())
    taken = Counter[int]()
    for tally in played.tallies.values():
        taken.update(dict(enumerate(tally.taken.tolist())))
    rows: list[Json] = []
    for place, name in enumerate(map(str, evidence.board.paths)):
        about = [game for game in games if name in game.same]
        read = [game for game in about if name in game.read]
        remarks = [
            {"tester": game.log.content["tester"], "text": each["text"].strip()}
            for game in about
            for each in game.log.content["remarks"]
            if each["path"] == name and each["text"].strip()
        ]
        if read or remarks:
            pauses = [game.pauses()[name] for game in read if name in game.pauses()]
            rows.append(
                {
                    "path": name,
                    "read": len(read),
                    "of": len(about),
                    "simulated": share(taken[place], seats),
                    "order": round(mean(game.read.index(name) + 1 for game in read), 1) if read else None,
                    "seconds": round(mean(pauses)) if pauses else None,
                    "remarks": remarks,
                }
            )
    yield from sorted(rows, key=lambda row: -row["read"])
