"""People's results with a case, as text with bars."""

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from casekit.asking.told.charts import columns
from casekit.tabletop.table_rules import TableWords

Json = Mapping[str, Any]

KINDS = {
    "told": "as the solution tells",
    "shortcut": "shorter than the solution tells",
    "other": "another way",
    "guess": "a guess: what they had read did not decide it",
}
"""The relation of a way of people to those that the solution gives."""

SHOWN = 31
"""Curves of simulated players are shown up to this number of paragraphs, further if people read more."""

MARKS = " ▁▂▃▄▅▆▇█"
"""A share by the height of a block."""


def people_in_words(words: TableWords, figures: Json, width: int) -> Iterator[str]:
    """The lines about people, if there were any."""
    people = figures.get("people")
    if people is None:
        return
    yield from _head(words, people)
    for part in (_curves, _since, _ways, _stuck, _paths, _said):
        block = list(part(people, width))
        if block:
            yield ""
            yield from block


def _head(words: TableWords, people: Json) -> Iterator[str]:
    games = _counted(people["logs"], "game", "games")
    yield f"People: {games}, {people['whole']} played to the end, {_counted(people['seats'], words.player, words.players)}"
    if people["whole"]:
        low, high = people["interval"]
        yield f"Solved: {people['solved']:.0%} of the games to the end (with 95 % certainty {low:.0%} to {high:.0%} of all such games)"
    if people["read"]:
        yield f"Paragraphs read in a game, quartiles: {_range(people['read'])}"


def _counted(count: int, one: str, several: str) -> str:
    return f"{count} {one if count == 1 else several}"


def _curves(people: Json, _: int) -> Iterator[str]:
    yield "Right in everything by paragraphs read (a full block is everybody), and certain at the simulated tables:"
    length = max(SHOWN, len(people["curve"]["all"]))
    yield f"  {'people':<28}{blocks(people['curve']['all'])}".rstrip()
    for row in people["simulated"]:
        yield f"  {row['reader']:<28}{blocks(row['all'][:length])}".rstrip()


def blocks(curve: Sequence[float]) -> str:
    """A curve as blocks, each as high as its share."""
    return "".join(MARKS[round(each * (len(MARKS) - 1))] for each in curve)


def _since(people: Json, _: int) -> Iterator[str]:
    yield "By element: right at the end, after how many paragraphs (quartiles), how sure on average:"
    rows = [["  element", "right", "after", "sure if right", "sure if wrong"]]
    for aspect in people["right"]:
        sure = people["confidence"].get(aspect, {"right": None, "wrong": None})
        rows.append(
            [
                f"  {aspect}",
                f"{people['right'][aspect]:.0%}",
                _range(people["since"][aspect]),
                *("-" if sure[name] is None else f"{sure[name]} %" for name in ("right", "wrong")),
            ]
        )
    yield columns(rows)


def _range(values: Sequence[int] | None) -> str:
    return "-" if values is None else "-".join(map(str, values))


def _ways(people: Json, width: int) -> Iterator[str]:
    yield from ways_in_words("The ways people took:", people["ways"], width)


def ways_in_words(title: str, ways: Sequence[Json], width: int) -> Iterator[str]:
    """Ways and how often they were taken, if there are any."""
    if ways:
        yield title
    for way in ways:
        text = f"{way['count']:>4} x {way['element']}: {', '.join(way['paths']) or 'nothing'} ({KINDS[way['kind']]})"
        yield from textwrap.wrap(text, width, initial_indent="  ", subsequent_indent="          ")


def _stuck(people: Json, width: int) -> Iterator[str]:
    wrong = [row for row in people["stuck"] if row["wrong"]]
    if wrong:
        yield "Where people got stuck: those who were wrong at the end, and what they had not read of the proofs:"
    for row in wrong:
        lacked = ", ".join(f"{each['path']} ({each['count']})" for each in row["lacked"][:8]) or "nothing"
        text = f"{row['element']}: {row['wrong']} wrong, {row['enough']} of them had read enough to know; the others lacked {lacked}"
        yield from textwrap.wrap(text, width, initial_indent="  ", subsequent_indent="    ")


def _paths(people: Json, _: int) -> Iterator[str]:
    if people["paths"]:
        yield "The paths that people read most, and those at which they paused longest:"
        rows = [["  path", "read", "simulated", "as number", "pause"]]
        longest = sorted(people["paths"], key=lambda row: -(row["seconds"] or 0))[:4]
        for row in dict.fromkeys(each["path"] for each in (*people["paths"][:10], *longest)):
            found = next(each for each in people["paths"] if each["path"] == row)
            rows.append(
                [
                    f"  {found['path']}",
                    f"{found['read']} of {found['of']}",
                    f"{found['simulated']:.0%}",
                    "-" if found["order"] is None else f"{found['order']:.1f}",
                    "-" if found["seconds"] is None else f"{found['seconds']} s",
                ]
            )
        yield columns(rows)


def _said(people: Json, width: int) -> Iterator[str]:
    remarks = [(row["path"], each) for row in people["paths"] for each in row["remarks"]]
    said = [*remarks, *(("in general", each) for each in people["general"])]
    if said:
        yield "What people say:"
    for about, each in said:
        who = f" ({each['tester']})" if each["tester"] else ""
        text = " ".join(f"{about}: {each['text']}{who}".split())
        yield from textwrap.wrap(text, width, initial_indent="  ", subsequent_indent="    ")
