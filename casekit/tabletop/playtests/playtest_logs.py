"""The logs of games that people played at a screen.

A log comes from strangers. One that cannot be used is a finding and nothing more; the others are read.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from casekit.diagnostics import Finding, Span, codes
from casekit.language.data.schema import schema_of_ours, violations
from casekit.language.source_files import LIMIT, left_by_git
from casekit.values import frozen

if TYPE_CHECKING:
    from casekit.tabletop.game_rules import TableGame


FORMAT = "casekit-playtest"
"""The name of the format of logs."""

VERSION = 1
"""The version of the format of logs."""

_SCHEMA = "schemas/playtest.schema.json"

_SURROGATE = re.compile("[\ud800-\udfff]")
"""Half of a pair that stands for one character in JavaScript."""

_HINT_TO_SAVE_AGAIN = "ask the tester to save the log once more, and to send it as a file"


@frozen
class PlaytestLog:
    """A log that holds together."""

    file: str
    """The name of its file."""

    content: Mapping[str, Any]
    """Its content, as ``schemas/playtest.schema.json`` has it; the ``id`` is that of the game."""

    @property
    def length(self) -> tuple[int, int, int]:
        """How far the game has gone; of two logs of one game the longer one counts.

        That is the number of paragraphs read, the number of hypotheses, and the seconds.
        """
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
    conflict_findings = left_by_git(data, name)
    if conflict_findings:
        return None, conflict_findings
    content, problem = _parsed(data)
    if problem:
        return None, (codes.UNREADABLE_LOG.at(Span(name), problem, hint=_HINT_TO_SAVE_AGAIN),)
    contradiction = next(_contradictions(content), None)
    if contradiction is not None:
        return None, (_tampered_log(name, contradiction),)
    return PlaytestLog(name, content), ()


def unlike_game(log: PlaytestLog, rules: "TableGame") -> Finding | None:
    """The finding for a log that no game with these rules can have."""
    content = log.content
    players = max(content["players"], content.get("board", content)["players"])
    if players > rules.most:
        problem = f"{players} people play in this log, and the game is for at most {rules.most}"
        return _tampered_log(log.file, problem)
    # Fields that the schema does not have are the counters of a game.
    counters = content.keys() - schema_of_ours(_SCHEMA)["properties"].keys()
    if counters != rules.counters:
        first_difference = min(counters ^ rules.counters)
        return _tampered_log(log.file, f"this log has not the counters of its game: {first_difference}")
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


def _follow_what_was_read(hypotheses: Sequence[Mapping[str, Any]], paragraph_count: int) -> bool:
    """Whether hypotheses were written after no more paragraphs than had been read, and in that order."""
    counts = [hypothesis["read"] for hypothesis in hypotheses]
    return counts == sorted(counts) and max(counts, default=0) <= paragraph_count


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


def is_moment(text: str) -> bool:
    """Whether a text is a date with its time that there is, as in ``2026-01-02T20:15:00.000Z``."""
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def _wrong_times(entries: Sequence[Mapping[str, Any]], end: int) -> Iterator[str]:
    """The faults of entries of a log that are before the one above them, or after the end."""
    for entry, next_entry in pairwise(entries):
        second, next_second = entry["seconds"], next_entry["seconds"]
        if next_second < second or next_entry["turn"] < entry["turn"]:
            yield f"time goes backwards in this log, from second {second} to {next_second}"
    if any(entry["seconds"] > end for entry in entries):
        yield "something in this log happened after its end"


def foreign_log(log: PlaytestLog) -> Finding:
    """The finding for a log of a case that is not at hand."""
    return codes.FOREIGN_LOG.at(
        Span(log.file),
        f"this is a log of another case, “{log.content['case']['title']}”: no paragraph is the same",
        hint="name its case on the command line",
    )


def other_version(log: PlaytestLog, unchanged_count: int, path_count: int) -> Finding:
    """The finding for a log of another version of a case.

    Args:
        log: the log.
        unchanged_count: the number of paths whose text is the same in both versions.
        path_count: the number of paths of the case.
    """
    return codes.OTHER_VERSION_LOG.at(
        Span(log.file),
        f"this game was played with another version of the case, of whose {path_count} paths "
        f"{unchanged_count} are unchanged; it counts as far as they go",
        hint="hand out a new page after a revision",
    )


def repeated_log(log: PlaytestLog, other: PlaytestLog) -> Finding:
    """The finding for a log of a game that another log, which counts, has too."""
    goes_further = "; it goes further" if other.length > log.length else ""
    return codes.REPEATED_LOG.at(
        Span(log.file),
        f"{other.file} is a log of the same game{goes_further}",
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
