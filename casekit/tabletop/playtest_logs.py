"""A document for people who play it at a screen, which a game fills in, and the logs that they send back.

Prose is as it is written, other texts are as they are printed. A log comes from strangers. One that cannot be
used is a finding and nothing more; the others are read. It counts as far as the texts of its document are
what they were.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from casekit.diagnostics import Diagnostic, Span, codes
from casekit.language.data.schema import schema_of_ours, violations
from casekit.language.source_files import LIMIT, left_by_git
from casekit.print.content.booklet import Passage
from casekit.values import field, frozen

if TYPE_CHECKING:
    from casekit.tabletop.game_rules import TableGame


Json = dict[str, Any]
Runs = tuple[tuple[str, str], ...]
"""A paragraph of prose: texts, each with the marks it is in (``e`` emphasis, ``s`` strong)."""

_MARKS = {"*": "e", "**": "s"}


def prose_runs(prose: str, language: str) -> Runs:
    """A paragraph of prose as pairs of a text and its marks."""
    from casekit.prose.markup import styled_runs  # noqa: PLC0415 - logs are read without pages

    pairs = []
    for run in styled_runs(prose, language):
        marks = sorted(_MARKS[mark] for mark in run.marks)
        pairs.append((run.text, "".join(marks)))
    return tuple(pairs)


@frozen(slots=True)
class PlayPath:
    """Something to follow. ``name`` is what logs call it, ``label`` what people do.

    ``place`` is where it is followed, ``entry`` what it costs to get there from elsewhere. Paths that share a
    paragraph share its ``key``.
    """

    name: str
    label: str
    key: str
    place: str
    entry: int = 1


@frozen(slots=True)
class PlayQuestion:
    """A question: its ``key`` in logs, the answers as values and labels, the points, and the true value.

    ``points`` are those of a first and of a second hypothesis. ``answer`` is ``None`` where the document
    leaves it open.
    """

    key: str
    question: str
    options: tuple[tuple[str, str], ...]
    points: tuple[int, int]
    answer: str | None


@frozen
class Playbook:
    """The whole of it. ``file`` is the name of its text without folders.

    ``texts`` are the paragraphs by key, in the order in which they were written.

    ``groups`` are the table of paths: rows of ``cells``, one path a column, ``None`` where there is none;
    with a single column it has no name. ``picture`` is an ``img`` element or empty. ``principles`` are
    sentences that hold in every document of the game. ``pace`` is how the game goes on a page, for its
    script: where on the track the ``end`` is, by number of players from 1 on the ``start`` of the track,
    ``tokens`` and ``courses`` (orders of the ``cards``; each game takes one), the ``points`` of a turn and
    what it costs to ``read``; whoever ends the game early loses ``falseClaim`` for each false first
    hypothesis, and the others ``trueClaim`` for each true one. ``arrived`` and ``claimed`` are what logs call
    the two ways in which it ends. ``words`` are what the page calls the things of the game, by what it needs
    them for.
    """

    title: str
    file: str
    language: str
    level: str
    author: str
    notes: str
    picture: str
    given: Passage
    principles: tuple[str, ...]
    groups: Sequence[Json]
    texts: Mapping[str, Passage]
    questions: tuple[PlayQuestion, ...]
    solution: Passage
    pace: Mapping[str, Any]
    words: Mapping[str, str] = field(default_factory=dict)

    def paths(self) -> Iterator[PlayPath]:
        """The paths in the order of the table."""
        for group in self.groups:
            for row in group["rows"]:
                yield from filter(None, row["cells"])


def book_content(book: Playbook, cell: Callable[[PlayPath], Json]) -> Json:
    """Presentation, table of paths, and answers; ``cell`` is what a page wants to know of a path."""
    language = book.language
    groups: list[Json] = []
    for group in book.groups:
        rows = []
        for row in group["rows"]:
            cells = [path and cell(path) for path in row["cells"]]
            rows.append({**row, "cells": cells})
        groups.append({**group, "rows": rows})
    return {
        "title": book.title,
        "language": language,
        "level": book.level,
        "author": book.author,
        "notes": book.notes,
        "picture": book.picture.partition('src="')[2].partition('"')[0],
        "given": [prose_runs(paragraph, language) for paragraph in book.given.prose],
        "principles": [prose_runs(principle, language) for principle in book.principles],
        "groups": groups,
        "questions": [_question_as_json(question) for question in book.questions],
    }


def _question_as_json(question: PlayQuestion) -> Json:
    return {
        "key": question.key,
        "question": question.question,
        "options": question.options,
        "points": question.points,
    }


_SHORT = 16

FORMAT, VERSION = "casekit-playtest", 1
"""The name of the format of logs, and its version."""


class Identity:
    """Digests of what players of a document see.

    ``given`` is that of what they know from the start (presentation, principles and answers to choose from),
    ``paths`` those of the texts by the name of each path. ``whole`` is that of everything, the answers too:
    64 hexadecimal digits.
    """

    def __init__(self, book: Playbook) -> None:
        options = [(question.key, list(map(list, question.options))) for question in book.questions]
        self.given = _digest([book.given.prose, book.principles, options])[:_SHORT]
        self.paths = {path.name: _digest(book.texts[path.key].prose)[:_SHORT] for path in book.paths()}
        answers = [question.answer for question in book.questions]
        self.whole = _digest(
            [book.title, self.given, self.paths, book.solution.prose, answers, book.language]
        )


def _digest(content: Any) -> str:
    return sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


_SCHEMA = "schemas/playtest.schema.json"
_SURROGATE = re.compile("[\ud800-\udfff]")
_AGAIN = "ask the tester to save the log once more, and to send it as a file"


@frozen
class PlaytestLog:
    """A log that holds together.

    ``content`` is as ``schemas/playtest.schema.json`` has it; its ``id`` is that of a game. Of two logs of
    one game that of the greater ``length`` counts.
    """

    file: str
    content: Mapping[str, Any]

    @property
    def length(self) -> tuple[int, int, int]:
        """How far the game has gone."""
        return (len(self.content["read"]), len(self.content["hypotheses"]), int(self.content["seconds"]))


def read_log(data: bytes, name: str) -> tuple[PlaytestLog | None, tuple[Diagnostic, ...]]:
    """Read the bytes of a log called ``name``, or say why that cannot be done."""
    if problems := left_by_git(data, name):
        return None, problems
    content, problem = _parsed(data)
    if problem:
        return None, (codes.UNREADABLE_LOG.at(Span(name), problem, hint=_AGAIN),)
    problem = next(_impossible(content), "")
    return (None, (_tampered(name, problem),)) if problem else (PlaytestLog(name, content), ())


def unlike_game(log: PlaytestLog, rules: "TableGame") -> Diagnostic | None:
    """The finding for a log that no game with these rules can have."""
    content = log.content
    players = max(content["players"], content.get("board", content)["players"])
    if players > rules.most:
        return _tampered(
            log.file, f"{players} people play in this log, and the game is for at most {rules.most}"
        )
    stray = (content.keys() - schema_of_ours(_SCHEMA)["properties"].keys()) ^ rules.counters
    return _tampered(log.file, f"this log has not the counters of its game: {min(stray)}") if stray else None


def seal_of_log(content: Mapping[str, Any]) -> str:
    """The seal that belongs to a log: what ``canonical`` in ``playtest_sealing.js`` makes of it, digested."""
    rest = {key: value for key, value in content.items() if key != "seal"}
    text = json.dumps(rest, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    # Half of a pair is written so by browsers.
    text = _SURROGATE.sub(lambda surrogate: f"\\u{ord(surrogate.group()):04x}", text)
    return sha256(text.encode()).hexdigest()


def _parsed(data: bytes) -> tuple[Any, str]:
    if len(data) > LIMIT:
        return None, f"this file has more than {LIMIT:,} bytes; no log is so long"
    try:
        content = json.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return None, "this is not text"
    except json.JSONDecodeError as error:
        half = error.pos >= len(error.doc.rstrip()) - 1 and error.pos > 0
        reason = f"{error.msg[:1].lower()}{error.msg[1:]}, line {error.lineno}"
        return None, "this log is not whole: it ends too early" if half else f"this is not JSON: {reason}"
    except (RecursionError, ValueError):
        return None, "this JSON is nested too deeply, or a number in it has too many digits"
    faults = violations(schema_of_ours(_SCHEMA), content, 1)
    if not faults:
        return content, ""
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in faults[0].path)
    where = "".join(steps).lstrip(".")
    return None, f"this is not a log of a playtest: {where + ': ' if where else ''}{faults[0].message}"


def _impossible(log: Mapping[str, Any]) -> Iterator[str]:
    """Faults that no log of a page has."""
    if seal_of_log(log) != log["seal"]:
        yield "this log was changed after the page had saved it: its seal does not fit"
    paths, read, written = log["case"]["paths"], log["read"], log["hypotheses"]
    for entry in (*read, *log["remarks"]):
        if entry["path"] not in paths:
            yield f"this log has a path that its case does not have: {entry['path']}"
    numbers = [paragraph["number"] for paragraph in read]
    if len(set(numbers)) < len(numbers):
        yield "this log has a paragraph that was read twice"
    if any(entry["seat"] >= log["players"] for entry in (*read, *written)):
        yield f"more people play in this log than the {log['players']} that it names"
    counts = [hypothesis["read"] for hypothesis in written]
    if counts != sorted(counts) or max(counts, default=0) > len(read):
        yield "a hypothesis in this log was written after more paragraphs than had been read"
    yield from _out_of_time(read, log["seconds"])
    yield from _out_of_time(written, log["seconds"])


def _out_of_time(entries: Sequence[Mapping[str, Any]], end: int) -> Iterator[str]:
    """Entries of a log that are before the one above them, or after the end."""
    times = [(entry["seconds"], entry["turn"]) for entry in entries]
    for (before, turn), (after, next_turn) in pairwise(times):
        if after < before or next_turn < turn:
            yield f"time goes backwards in this log, from second {before} to {after}"
    if max((seconds for seconds, _ in times), default=0) > end:
        yield "something in this log happened after its end"


def foreign_log(log: PlaytestLog) -> Diagnostic:
    """The finding for a log of a case that is not at hand."""
    return codes.FOREIGN_LOG.at(
        Span(log.file),
        f"this is a log of another case, “{log.content['case']['title']}”: no paragraph is the same",
        hint="name its case on the command line",
    )


def other_version(log: PlaytestLog, same: int, paths: int) -> Diagnostic:
    """The finding for a log of another version of a case."""
    return codes.OTHER_VERSION_LOG.at(
        Span(log.file),
        f"this game was played with another version of the case, of whose {paths} paths {same} are unchanged;"
        " it counts as far as they go",
        hint="hand out a new page after a revision",
    )


def repeated_log(log: PlaytestLog, kept: PlaytestLog) -> Diagnostic:
    """The finding for a log of a game that another one has too."""
    return codes.REPEATED_LOG.at(
        Span(log.file), f"{kept.file} is a log of the same game; it goes further", hint="remove one of them"
    )


def _tampered(name: str, problem: str) -> Diagnostic:
    return codes.TAMPERED_LOG.at(Span(name), problem, hint="ask the tester for the log as the page saved it")


@frozen
class SharedGame:
    """A log beside the document as it is now.

    ``same`` are the paths whose text is unchanged. ``sure`` is how many paragraphs were read before the first
    one that is another now, all of them if none is; -1 if even the presentation was another.
    """

    log: PlaytestLog
    same: frozenset[str]
    sure: int

    @cached_property
    def read(self) -> tuple[str, ...]:
        """The paths that were read, in this order."""
        return tuple(paragraph["path"] for paragraph in self.log.content["read"])

    @property
    def is_whole(self) -> bool:
        """Whether it was played to its end, with nothing but texts that are unchanged."""
        return self.log.content["stage"] == "over" and self.sure == len(self.read)

    @property
    def players(self) -> int:
        """How many sat round the screen."""
        return int(self.log.content["players"])

    @property
    def at_table(self) -> int:
        """How many played: at a board simulated players, and people with logs of their own, sat there too."""
        return int(self.log.content.get("board", self.log.content)["players"])

    def pauses(self) -> Mapping[str, int]:
        """The seconds from each paragraph to the next."""
        read = self.log.content["read"]
        return {before["path"]: after["seconds"] - before["seconds"] for before, after in pairwise(read)}


@frozen
class TesterSeat:
    """A player of a game, with the hypotheses written down while the texts were what they are now."""

    game: SharedGame
    seat: int

    @cached_property
    def written(self) -> Sequence[Mapping[str, Any]]:
        """The hypotheses, in this order."""
        own = [entry for entry in self.game.log.content["hypotheses"] if entry["seat"] == self.seat]
        return [hypothesis for hypothesis in own if hypothesis["read"] <= self.game.sure]

    def first(self, element: str, read: int) -> str | None:
        """The first hypothesis after ``read`` paragraphs; ``None`` if there was none."""
        before = [hypothesis for hypothesis in self.written if hypothesis["read"] <= read]
        return _answer(before[-1], element)["first"] if before else None

    def is_known(self, read: int) -> bool:
        """Whether the log says what was believed after ``read`` paragraphs."""
        return read <= self.game.sure or self.game.is_whole

    def since(self, element: str, answer: str | None) -> int | None:
        """After how many paragraphs the right answer was written that stayed to the end.

        ``None`` if it was not.
        """
        since: int | None = None
        for hypothesis in self.written:
            if answer is None or _answer(hypothesis, element)["first"] != answer:
                since = None
            elif since is None:
                since = hypothesis["read"]
        return since

    def confidence(self, element: str) -> int | None:
        """How sure of the last first hypothesis, in percent."""
        return _answer(self.written[-1], element)["confidence"] if self.written else None


def _answer(written: Mapping[str, Any], element: str) -> Mapping[str, Any]:
    nothing = {"first": None, "second": None, "confidence": None}
    return next((answer for answer in written["answers"] if answer["element"] == element), nothing)


def shared_game(log: PlaytestLog, identity: Identity) -> SharedGame:
    """A log beside the document that it is a log of."""
    case = log.content["case"]
    same = frozenset(path for path, digest in identity.paths.items() if case["paths"].get(path) == digest)
    read = [paragraph["path"] for paragraph in log.content["read"]]
    changed = [place for place, path in enumerate(read) if path not in same]
    sure = -1 if case["given"] != identity.given else changed[0] if changed else len(read)
    return SharedGame(log, same, sure)


def seats_of(games: Sequence[SharedGame]) -> list[TesterSeat]:
    """Everybody who played some games."""
    seats: list[TesterSeat] = []
    for game in games:
        seats += [TesterSeat(game, seat) for seat in range(game.players)]
    return seats
