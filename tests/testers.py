"""Logs of games that testers might have played, without a browser."""

from casekit.tabletop.playtests.playbook import Identity
from casekit.tabletop.playtests.playtest_logs import seal_of_log


def log_of(book, read=(), written=(), *, players=1, game=1, **changed):
    """The log of a game: paths that were read, ten seconds each, and hypotheses by how many were."""
    identity = Identity(book)
    numbers = {path.name: number for number, path in enumerate(book.paths(), 1)}
    times = [{"seconds": 10 * place, "turn": 1 + place // 2, "seat": 0} for place in range(1, 1 + len(read))]
    end = 10 * len(read)
    log = {
        "format": "casekit-playtest",
        "version": 1,
        "case": {
            "title": book.title,
            "file": "base.case",
            "language": "en",
            "hash": identity.whole,
            "given": identity.given,
            "paths": dict(identity.paths),
        },
        "id": f"{game:016x}",
        "began": "2026-01-02T20:15:00.000Z",
        "tester": "",
        "players": players,
        "stage": "over",
        "ended": "port",
        "extended": False,
        "revealed": True,
        "claimant": None,
        "seconds": end,
        "turn": 9,
        "seat": 0,
        "points": 0,
        "track": 10,
        "course": 0,
        "drawn": 9,
        "tokens": [5] * players,
        "spent": [0] * players,
        "places": [None] * players,
        "read": [
            {"path": path, "number": numbers[path], **time} for path, time in zip(read, times, strict=True)
        ],
        "hypotheses": [
            {
                "seconds": 10 * count,
                "read": count,
                "turn": 1 + count // 2,
                "seat": seat,
                "final": count == len(read),
                "answers": [
                    {"element": element, "first": first, "second": None, "confidence": sure}
                    for element, (first, sure) in answers.items()
                ],
            }
            for count, seat, answers in written
        ],
        "remarks": [],
        "notes": "",
        "general": "",
    }
    log |= changed
    return log | {"seal": seal_of_log(log)}
