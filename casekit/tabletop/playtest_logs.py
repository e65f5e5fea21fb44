"""A document for people who play it at a screen, which a game fills in, and the logs that they send back.

Prose is as it is written, other texts are as they are printed. A log comes from strangers. One that cannot be
used is a finding and nothing more; the others are read. It counts as far as the texts of its document are
what they were.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cached_property
from hashlib import sha256
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from casekit.diagnostics import Finding, Span, codes
from casekit.language.data.schema import schema_of_ours, violations
from casekit.language.source_files import LIMIT, left_by_git
from casekit.print.content.booklet import Passage
from casekit.values import field, frozen

if TYPE_CHECKING:
    from casekit.tabletop.game_rules import TableGame


Json = dict[str, Any]

Runs = tuple[tuple[str, str], ...]
"""A paragraph of prose: texts, each with the marks it is in (``e`` emphasis, ``s`` strong)."""

FORMAT = "casekit-playtest"
VERSION = 1
"""The name of the format of logs, and its version."""

_MARKS = {"*": "e", "**": "s"}

_DIGEST_LETTERS = 16
"""How much of the digest of a text a log has."""

_SCHEMA = "schemas/playtest.schema.json"

_SURROGATE = re.compile("[\ud800-\udfff]")
"""Half of a pair that stands for one character in JavaScript."""

_HINT_TO_SAVE_AGAIN = "ask the tester to save the log once more, and to send it as a file"


def prose_runs(prose: str, language: str) -> Runs:
    """A paragraph of prose as pairs of a text and its marks."""
    from casekit.prose.markup import styled_runs  # noqa: PLC0415 - logs are read without pages

    pairs: list[tuple[str, str]] = []
    for run in styled_runs(prose, language):
        marks = sorted(_MARKS[mark] for mark in run.marks)
        pairs.append((run.text, "".join(marks)))
    return tuple(pairs)


@frozen(slots=True)
class PlayPath:
    """Something to follow, which leads to a paragraph."""

    name: str
    """What logs call it."""

    label: str
    """What people do who follow it."""

    key: str
    """The key of its paragraph; several paths may lead to one paragraph."""

    place: str
    """Where it is followed."""

    entry: int = 1
    """How many points it costs to get there from elsewhere."""


@frozen(slots=True)
class PlayQuestion:
    """A question that the document answers in the end."""

    key: str
    """What logs call it."""

    question: str
    """The question."""

    options: tuple[tuple[str, str], ...]
    """The answers to choose from: of each the value, and the label for people."""

    points: tuple[int, int]
    """The points for a true first hypothesis, and for a true second one."""

    answer: str | None
    """The true value; ``None`` if the document leaves it open."""


@frozen
class Playbook:
    """A document for people who play it at a screen."""

    title: str
    """Its title."""

    file: str
    """The name of its text, without folders."""

    language: str
    """The language of its prose, as a tag of IETF BCP 47."""

    level: str
    """The level that it claims, in words."""

    author: str
    """The author."""

    notes: str
    """What the author says to players about it."""

    picture: str
    """The picture of its cover as an ``img`` element; empty if there is none."""

    given: Passage
    """The presentation, which is read aloud at the start."""

    principles: tuple[str, ...]
    """Sentences that hold in every document of the game."""

    groups: Sequence[Json]
    """The tables of paths: rows of ``cells``, one path a column, ``None`` if there is none.

    A single column has no name.
    """

    texts: Mapping[str, Passage]
    """The paragraphs by key, in the order in which they were written."""

    questions: tuple[PlayQuestion, ...]
    """The questions to answer."""

    solution: Passage
    """The solution."""

    pace: Mapping[str, Any]
    """How the game goes on a page, for its script.

    ``end`` is where the track ends. By number of players, from 1 on, there are the ``start`` on the track,
    the ``tokens`` and the ``courses`` (orders of the ``cards``; each game takes one). A turn has ``points``,
    and to ``read`` costs some. Whoever ends the game early loses ``falseClaim`` for each false first
    hypothesis, and the others lose ``trueClaim`` for each true one. Logs call the two ways in which it ends
    ``arrived`` and ``claimed``.
    """

    words: Mapping[str, str] = field(default_factory=dict)
    """What the page calls the things of the game, by what it needs them for."""

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
        rows: list[Json] = []
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
    """A question without its answer."""
    return {
        "key": question.key,
        "question": question.question,
        "options": question.options,
        "points": question.points,
    }


class Identity:
    """Digests of what players of a document see, by which a log shows which version it is of."""

    given: str
    """The digest of what they know from the start: presentation, principles and answers to choose from."""

    paths: Mapping[str, str]
    """The digests of the texts, by the name of each path."""

    whole: str
    """The digest of everything, the true answers too: 64 hexadecimal digits."""

    def __init__(self, book: Playbook) -> None:
        options = [(question.key, list(map(list, question.options))) for question in book.questions]
        self.given = _short_digest([book.given.prose, book.principles, options])
        self.paths = {path.name: _short_digest(book.texts[path.key].prose) for path in book.paths()}
        answers = [question.answer for question in book.questions]
        self.whole = _digest(
            [book.title, self.given, self.paths, book.solution.prose, answers, book.language]
        )


def _digest(content: Any) -> str:
    """The digest of something that can be written as JSON."""
    return sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def _short_digest(content: Any) -> str:
    """The digest that a log has of a text."""
    return _digest(content)[:_DIGEST_LETTERS]


@frozen
class PlaytestLog:
    """A log that holds together."""

    file: str
    """The name of its file."""

    content: Mapping[str, Any]
    """Its content, as ``schemas/playtest.schema.json`` has it; the ``id`` is that of the game."""

    @property
    def length(self) -> tuple[int, int, int]:
        """How far the game has gone: of two logs of one game the longer one counts."""
        return (len(self.content["read"]), len(self.content["hypotheses"]), int(self.content["seconds"]))

    def leads_to(self, longer: "PlaytestLog") -> bool:
        """Whether a log that goes further can be of the same game, at a later time."""
        for key in ("case", "began", "players", "board"):
            if self.content.get(key) != longer.content.get(key):
                return False
        for key in ("read", "hypotheses"):
            entries = self.content[key]
            if entries != longer.content[key][: len(entries)]:
                return False
        return True


def read_log(data: bytes, name: str) -> tuple[PlaytestLog | None, tuple[Finding, ...]]:
    """Read the bytes of a log called ``name``, or say why that cannot be done."""
    if problems := left_by_git(data, name):
        return None, problems
    content, problem = _parsed(data)
    if problem:
        return None, (codes.UNREADABLE_LOG.at(Span(name), problem, hint=_HINT_TO_SAVE_AGAIN),)
    for contradiction in _contradictions(content):
        return None, (_tampered_log(name, contradiction),)
    return PlaytestLog(name, content), ()


def unlike_game(log: PlaytestLog, rules: "TableGame") -> Finding | None:
    """The finding for a log that no game with these rules can have."""
    content = log.content
    players = max(content["players"], content.get("board", content)["players"])
    if players > rules.most:
        problem = f"{players} people play in this log, and the game is for at most {rules.most}"
        return _tampered_log(log.file, problem)
    counters = content.keys() - schema_of_ours(_SCHEMA)["properties"].keys()
    if counters != rules.counters:
        different = min(counters ^ rules.counters)
        return _tampered_log(log.file, f"this log has not the counters of its game: {different}")
    return None


def seal_of_log(content: Mapping[str, Any]) -> str:
    """The seal that belongs to a log: what ``canonical`` in ``playtest_sealing.js`` makes of it, digested."""
    content_without_seal = {key: value for key, value in content.items() if key != "seal"}
    text = json.dumps(content_without_seal, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    # Half of a pair is written so by browsers.
    text = _SURROGATE.sub(lambda surrogate: f"\\u{ord(surrogate.group()):04x}", text)
    return sha256(text.encode()).hexdigest()


def _parsed(data: bytes) -> tuple[Any, str]:
    """The content of a log, or ``None`` and what is wrong with its form."""
    if len(data) > LIMIT:
        return None, f"this file has more than {LIMIT:,} bytes; no log is so long"
    try:
        content = json.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return None, "this is not text"
    except json.JSONDecodeError as error:
        ends_too_early = error.pos >= len(error.doc.rstrip()) - 1 and error.pos > 0
        if ends_too_early:
            return None, "this log is not whole: it ends too early"
        return None, f"this is not JSON: {error.msg[:1].lower()}{error.msg[1:]}, line {error.lineno}"
    except (RecursionError, ValueError):
        return None, "this JSON is nested too deeply, or a number in it has too many digits"
    # Pages write whole numbers without a point or an exponent.
    faults = violations(schema_of_ours(_SCHEMA), content, 1, whole_floats=False)
    if not faults:
        return content, ""
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in faults[0].path)
    place = "".join(steps).lstrip(".")
    problem = f"{place}: {faults[0].message}" if place else faults[0].message
    return None, f"this is not a log of a playtest: {problem}"


def _follow_what_was_read(hypotheses: Sequence[Mapping[str, Any]], paragraphs: int) -> bool:
    """Whether hypotheses were written after no more paragraphs than had been read, and in that order."""
    counts = [hypothesis["read"] for hypothesis in hypotheses]
    return counts == sorted(counts) and max(counts, default=0) <= paragraphs


def _contradictions(log: Mapping[str, Any]) -> Iterator[str]:
    """Messages about entries that a log which a page has saved never has."""
    if seal_of_log(log) != log["seal"]:
        yield "this log was changed after the page had saved it: its seal does not fit"
    paths, read, hypotheses = log["case"]["paths"], log["read"], log["hypotheses"]
    for entry in (*read, *log["remarks"]):
        if entry["path"] not in paths:
            yield f"this log has a path that its case does not have: {entry['path']}"
    numbers = [paragraph["number"] for paragraph in read]
    if len(set(numbers)) < len(numbers):
        yield "this log has a paragraph that was read twice"
    if any(entry["seat"] >= log["players"] for entry in (*read, *hypotheses)):
        yield f"more people play in this log than the {log['players']} that it names"
    if not _follow_what_was_read(hypotheses, len(read)):
        yield "a hypothesis in this log was written after more paragraphs than had been read"
    yield from _wrong_times(read, log["seconds"])
    yield from _wrong_times(hypotheses, log["seconds"])
    if any(remark["seconds"] > log["seconds"] for remark in log["remarks"]):
        yield "a remark in this log was written after its end"
    if not is_moment(log["began"]):
        yield f"this log has a date that there is not: {log['began']}"


def is_moment(written: str) -> bool:
    """Whether a date with its time, as in ``2026-01-02T20:15:00.000Z``, is one."""
    try:
        datetime.fromisoformat(written)
    except ValueError:
        return False
    return True


def _wrong_times(entries: Sequence[Mapping[str, Any]], end: int) -> Iterator[str]:
    """The faults of entries of a log that are before the one above them, or after the end."""
    times = [(entry["seconds"], entry["turn"]) for entry in entries]
    for (before, turn), (after, next_turn) in pairwise(times):
        if after < before or next_turn < turn:
            yield f"time goes backwards in this log, from second {before} to {after}"
    if max((seconds for seconds, _ in times), default=0) > end:
        yield "something in this log happened after its end"


def foreign_log(log: PlaytestLog) -> Finding:
    """The finding for a log of a case that is not at hand."""
    return codes.FOREIGN_LOG.at(
        Span(log.file),
        f"this is a log of another case, “{log.content['case']['title']}”: no paragraph is the same",
        hint="name its case on the command line",
    )


def other_version(log: PlaytestLog, same: int, paths: int) -> Finding:
    """The finding for a log of another version of a case."""
    return codes.OTHER_VERSION_LOG.at(
        Span(log.file),
        f"this game was played with another version of the case, of whose {paths} paths {same} are unchanged;"
        " it counts as far as they go",
        hint="hand out a new page after a revision",
    )


def repeated_log(log: PlaytestLog, kept: PlaytestLog) -> Finding:
    """The finding for a log of a game that another one has too."""
    return codes.REPEATED_LOG.at(
        Span(log.file),
        f"{kept.file} is a log of the same game{'; it goes further' if kept.length > log.length else ''}",
        hint="remove one of them",
    )


def contrary_log(log: PlaytestLog, other: PlaytestLog) -> Finding:
    """The finding for a log that says it is of a game of which another log says otherwise."""
    return _tampered_log(
        log.file,
        f"this log and {other.file} are of one game, {log.content['id']}, and contradict each other",
    )


def _tampered_log(name: str, problem: str) -> Finding:
    """The finding for a log that no page has saved so."""
    return codes.TAMPERED_LOG.at(Span(name), problem, hint="ask the tester for the log as the page saved it")


@frozen
class SharedGame:
    """A log beside the document as it is now."""

    log: PlaytestLog
    """The log."""

    same: frozenset[str]
    """The names of the paths whose text is unchanged."""

    sure: int
    """How many paragraphs were read before the first one that is another now.

    All of them if there is no such paragraph; -1 if even the presentation was another.
    """

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
    """A player of a game."""

    game: SharedGame
    """The game."""

    seat: int
    """The seat, counted from 0."""

    @cached_property
    def written(self) -> Sequence[Mapping[str, Any]]:
        """The hypotheses that the player wrote while the texts were what they are now, in order."""
        own = [entry for entry in self.game.log.content["hypotheses"] if entry["seat"] == self.seat]
        return [hypothesis for hypothesis in own if hypothesis["read"] <= self.game.sure]

    def first(self, element: str, read: int) -> str | None:
        """The player's favourite answer after ``read`` paragraphs; ``None`` if there was none."""
        hypotheses = [hypothesis for hypothesis in self.written if hypothesis["read"] <= read]
        return _answer(hypotheses[-1], element)["first"] if hypotheses else None

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
        """How sure the player was of the favourite answer in the end, in percent."""
        return _answer(self.written[-1], element)["confidence"] if self.written else None


def _answer(hypothesis: Mapping[str, Any], element: str) -> Mapping[str, Any]:
    """The part of a hypothesis that answers a question."""
    no_answer = {"first": None, "second": None, "confidence": None}
    return next((answer for answer in hypothesis["answers"] if answer["element"] == element), no_answer)


def shared_game(log: PlaytestLog, identity: Identity) -> SharedGame:
    """A log beside the document that it is a log of."""
    case = log.content["case"]
    same = frozenset(path for path, digest in identity.paths.items() if case["paths"].get(path) == digest)
    read = [paragraph["path"] for paragraph in log.content["read"]]
    changed_places = [place for place, path in enumerate(read) if path not in same]
    if case["given"] != identity.given:
        sure = -1
    elif changed_places:
        sure = changed_places[0]
    else:
        sure = len(read)
    return SharedGame(log, same, sure)


def seats_of(games: Sequence[SharedGame]) -> list[TesterSeat]:
    """Everybody who played some games."""
    seats: list[TesterSeat] = []
    for game in games:
        seats += [TesterSeat(game, seat) for seat in range(game.players)]
    return seats
