"""The figures of tables, and people's results beside them, as text with bars."""

import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from casekit.analysis.level_report import bar_of, columns
from casekit.tabletop.game_rules import TableWords

Json = Mapping[str, Any]

_Part = Callable[[TableWords, Json, int], Iterator[str]]
"""A part of the text: some lines, or none if there is nothing to say."""

KINDS = {
    "told": "as the solution tells",
    "shortcut": "shorter than the solution tells",
    "other": "another way",
    "guess": "a guess: what they had read did not decide it",
}
"""The relation of a way of people to those that the solution gives."""

SHOWN = 31
"""Curves of simulated players are shown up to this number of paragraphs, further if people read more."""

_BLOCKS = " ▁▂▃▄▅▆▇█"
"""A share by the height of a block."""

_NAME_COLUMNS = 28
_SUSPECT_COLUMNS = 12
"""The widths of names before a curve."""

_MOST_LACKED_PATHS = 8
_MOST_PATHS = 10
_MOST_LONG_PAUSES = 4
"""At most this many paths are listed: those that people lacked, those most read, those with long pauses."""


def _games_of_people(words: TableWords, people: Json, _: int) -> Iterator[str]:
    """How many games people played, how many were solved, and how much was read."""
    games = _count_in_words(people["logs"], "game", "games")
    yield f"People: {games}, {people['whole']} played to the end, {_count_in_words(people['seats'], words.player, words.players)}"
    if people["whole"]:
        low, high = people["interval"]
        yield f"Solved: {people['solved']:.0%} of the games to the end (with 95 % certainty {low:.0%} to {high:.0%} of all such games)"
    if people["read"]:
        yield f"Paragraphs read in a game, quartiles: {_joined_by_dashes(people['read'])}"


def _count_in_words(count: int, one: str, several: str) -> str:
    """A number with its noun: "1 game", "3 games"."""
    return f"{count} {one if count == 1 else several}"


def _curves_of_people(_: TableWords, people: Json, __: int) -> Iterator[str]:
    """The share of people who were right after a number of paragraphs, beside simulated players."""
    yield "Right in everything by paragraphs read (a full block is everybody), and certain at the simulated tables:"
    length = max(SHOWN, len(people["curve"]["all"]))
    yield f"  {'people':<{_NAME_COLUMNS}}{blocks(people['curve']['all'])}".rstrip()
    for row in people["simulated"]:
        yield f"  {row['reader']:<{_NAME_COLUMNS}}{blocks(row['all'][:length])}".rstrip()


def blocks(curve: Sequence[float]) -> str:
    """A curve as blocks, each as high as its share."""
    return "".join(_BLOCKS[round(share * (len(_BLOCKS) - 1))] for share in curve)


def _answers_of_people(_: TableWords, people: Json, __: int) -> Iterator[str]:
    """For each question how many were right, since when, and how sure people were."""
    yield "By element: right at the end, after how many paragraphs (quartiles), how sure on average:"
    unsure = {"right": None, "wrong": None}
    rows = [["  element", "right", "after", "sure if right", "sure if wrong"]]
    for aspect, right in people["right"].items():
        confidence = people["confidence"].get(aspect, unsure).values()
        sure = ["-" if percent is None else f"{percent} %" for percent in confidence]
        rows.append([f"  {aspect}", f"{right:.0%}", _joined_by_dashes(people["since"][aspect]), *sure])
    yield columns(rows)


def _joined_by_dashes(values: Sequence[int] | None) -> str:
    """Quartiles as they are printed: "3-5-8"; a dash if there are none."""
    return "-" if values is None else "-".join(map(str, values))


def _ways_taken(title: str, _: TableWords, figures: Json, width: int) -> Iterator[str]:
    """Ways and how often they were taken, if there are any."""
    if figures["ways"]:
        yield title
    for way in figures["ways"]:
        paths = ", ".join(way["paths"]) or "nothing"
        text = f"{way['count']:>4} x {way['element']}: {paths} ({KINDS[way['kind']]})"
        yield from textwrap.wrap(text, width, initial_indent="  ", subsequent_indent="          ")


def _wrong_people(_: TableWords, people: Json, width: int) -> Iterator[str]:
    """Those who were wrong at the end, and what they had not read."""
    wrong = [row for row in people["stuck"] if row["wrong"]]
    if wrong:
        yield "Where people got stuck: those who were wrong at the end, and what they had not read of the proofs:"
    for row in wrong:
        lacked = (
            ", ".join(f"{path['path']} ({path['count']})" for path in row["lacked"][:_MOST_LACKED_PATHS])
            or "nothing"
        )
        text = (
            f"{row['element']}: {row['wrong']} wrong, {row['enough']} of them had read enough to know; "
            f"the others lacked {lacked}"
        )
        yield from textwrap.wrap(text, width, initial_indent="  ", subsequent_indent="    ")


def _paths_of_people(_: TableWords, people: Json, __: int) -> Iterator[str]:
    """The paths that people read most, and those at which they paused longest."""
    if people["paths"]:
        yield "The paths that people read most, and those at which they paused longest:"
        longest = sorted(people["paths"], key=lambda row: -(row["seconds"] or 0))[:_MOST_LONG_PAUSES]
        chosen = {row["path"]: row for row in (*people["paths"][:_MOST_PATHS], *longest)}
        rows = [["  path", "read", "simulated", "as number", "pause"]]
        for path, row in chosen.items():
            order = "-" if row["order"] is None else f"{row['order']:.1f}"
            pause = "-" if row["seconds"] is None else f"{row['seconds']} s"
            rows.append(
                [f"  {path}", f"{row['read']} of {row['of']}", f"{row['simulated']:.0%}", order, pause]
            )
        yield columns(rows)


def _remarks_of_people(_: TableWords, people: Json, width: int) -> Iterator[str]:
    """The remarks of people on paths and in general."""
    remarks: list[tuple[str, Json]] = []
    for row in people["paths"]:
        remarks += [(row["path"], remark) for remark in row["remarks"]]
    remarks += [("in general", remark) for remark in people["general"]]
    if remarks:
        yield "What people say:"
    for about, remark in remarks:
        who = f" ({remark['tester']})" if remark["tester"] else ""
        text = " ".join(f"{about}: {remark['text']}{who}".split())
        yield from textwrap.wrap(text, width, initial_indent="  ", subsequent_indent="    ")


def in_words(words: TableWords, title: str, level: str, figures: Json, width: int) -> str:
    """The figures of a document at the table, those of people first."""
    players = figures["players"]
    player_counts = f"{players[0]} to {players[-1]}" if len(players) > 1 else f"{players[0]}"
    tables = f"{figures['tables']:,} tables for {player_counts} {words.players}"
    lines = [f"{title} ({level}) at the table: {tables}, seed {figures['seed']}"]
    if not figures["whole"]:
        lines.append("stopped before the end: these are the tables that were done")
    parts: list[tuple[_Part, Json]] = []
    if "people" in figures:
        parts += [(part, figures["people"]) for part in _PARTS_ON_PEOPLE]
    if figures["groups"]:
        parts += [(part, figures) for part in _PARTS_ON_TABLES]
    for part, content in parts:
        if part_lines := list(part(words, content, width)):
            lines += ["", *part_lines]
    return "\n".join(lines)


def _groups_at_fullest_tables(figures: Json) -> Iterator[Json]:
    """The groups at the fullest tables."""
    return (group for group in figures["groups"] if group["players"] == figures["players"][-1])


def _tables_that_solved(words: TableWords, figures: Json, _: int) -> Iterator[str]:
    """The share of tables that solved the document, by readers and number of players."""
    yield f"Solved by {words.end}, share of tables where somebody is certain of everything:"
    rows = [
        ["  reader", *(f"{players} players" for players in figures["players"]), "score", "pays", "minutes"]
    ]
    for reader in dict.fromkeys(group["reader"] for group in figures["groups"]):
        groups = {group["players"]: group for group in figures["groups"] if group["reader"] == reader}
        last = groups[max(groups)]
        shares = [
            _share_with_interval(groups[players]) if players in groups else "-"
            for players in figures["players"]
        ]
        rows.append(
            [f"  {reader}", *shares, f"{last['score']:.0f}", f"{last['pays']:.0%}", f"{last['minutes']:.0f}"]
        )
    yield columns(rows)
    table_counts = [group["tables"] for group in figures["groups"]]
    least_and_most = sorted({min(table_counts), max(table_counts)})
    counts = " to ".join(f"{count:,}" for count in least_and_most)
    yield f"  of {counts} tables each; in brackets the range in which the share is with 95 % certainty"
    yield f"  score: mean points; pays: {words.claims} that win; minutes of reading aloud; each at the fullest tables"


def _share_with_interval(group: Json) -> str:
    """A share with the range that it is in: "62% (55-69)"."""
    low, high = group["interval"]
    return f"{group['solved']:.0%} ({100 * low:.0f}-{100 * high:.0f})"


def _curves_of_tables(words: TableWords, figures: Json, _: int) -> Iterator[str]:
    """The share of tables that were certain of everything after each round."""
    players = figures["players"][-1]
    yield f"Certain of everything by round, {players} {words.players} (a full block is all tables):"
    for group in _groups_at_fullest_tables(figures):
        yield f"  {group['reader']:<{_NAME_COLUMNS}}{blocks(group['curve']['all'])}".rstrip()


def _paragraphs_read(words: TableWords, figures: Json, _: int) -> Iterator[str]:
    """How many paragraphs are read in time, and after how many players are certain."""
    players = figures["players"][-1]
    yield f"Paragraphs read before {words.end}, and when certain, medians of all {words.players}, {players} players:"
    rows = [["  reader", f"before {words.end}", *figures["groups"][0]["paragraphs"], "mistaken"]]
    for group in _groups_at_fullest_tables(figures):
        capacity = "-" if group["capacity"] is None else str(group["capacity"][1])
        medians = (median[1] for median in group["paragraphs"].values())
        cells = ("not reached" if median is None else str(median) for median in medians)
        rows.append([f"  {group['reader']}", capacity, *cells, f"{group['mistaken']:.0%}"])
    yield columns(rows)
    yield f"  not reached: half of them never become certain; -: no game lasted until {words.end}"


def _skill_of_readers(_: TableWords, figures: Json, __: int) -> Iterator[str]:
    """How early tables of each kind of readers know how much."""
    yield "Skill: how early tables know how much (1 is everything in the first round):"
    most = max((row["earliness"] for row in figures["skill"]), default=1)
    for row in figures["skill"]:
        yield f"  {row['reader']:<{_NAME_COLUMNS}}{row['earliness']:.2f}  {bar_of(row['earliness'] * 100, most * 100)}".rstrip()


def _suspects_by_round(words: TableWords, figures: Json, _: int) -> Iterator[str]:
    """Whom players suspect in each round, and whom those blame who are wrong."""
    if figures["suspects"]:
        yield f"Whom they suspect first, by round, and whom those blame at {words.end} who are wrong:"
    for row in figures["suspects"]:
        most = max((max(other["suspected"], default=0) for other in figures["suspects"]), default=1) or 1
        curve = blocks([share / most for share in row["suspected"]])
        yield f"  {row['name']:<{_SUSPECT_COLUMNS}}{curve}  {row['blamed']:.0%}"


def _paths_of_tables(_: TableWords, figures: Json, __: int) -> Iterator[str]:
    """The paths that helped players most, and those that never helped anybody."""
    ordered = sorted(figures["paths"], key=lambda row: -row["taken"] * row["told"])
    if ordered:
        yield "The paths that told most, and those that were never useful:"
        rows = [["  path", "taken by", "round", "ruled out", "of solvers", "of others"]]
        for row in ordered[:_MOST_PATHS]:
            by_whom = [f"{row['solvers']:.0%}", f"{row['others']:.0%}"]
            effect = [f"{row['taken']:.0%}", f"{row['round']:.1f}", f"{row['told']:.2f}"]
            rows.append([f"  {row['path']}", *effect, *by_whom])
        yield columns(rows)
        never = [row["path"] for row in figures["paths"] if row["taken"] and not row["useful"]]
        if never:
            yield f"  never useful: {', '.join(never)}"


def _beside_earlier_tables(words: TableWords, figures: Json, _: int) -> Iterator[str]:
    """The share of tables that solved the document, beside an earlier simulation."""
    rows = figures.get("compared", [])
    if rows:
        yield f"Solved by {words.end}, beside the simulation given:"
        table = [["  reader", "players", "tables", "before", "now", "change", "give or take"]]
        for row in rows:
            tables = f"{row['tables']:,}{'' if row['paired'] else ' unpaired'}"
            shares = [f"{row['before']:.0%}", f"{row['now']:.0%}"]
            change = f"{100 * row['change']:+.1f}{' *' if row['certain'] else ''}"
            give_or_take = f"{100 * row['give_or_take']:.1f}"
            table.append([f"  {row['reader']}", str(row["players"]), tables, *shares, change, give_or_take])
        yield columns(table)
        yield "  * is more than chance"
        if not all(row["paired"] for row in rows):
            yield "  unpaired: the simulation given has other draws, or no outcomes of single tables"
    if "gradient" in figures:
        before, now = figures["gradient"]["before"], figures["gradient"]["now"]
        yield f"  skill: the best readers were ahead of the worst by {before:.2f}, and are by {now:.2f} now"


_PARTS_ON_PEOPLE: tuple[_Part, ...] = (
    _games_of_people,
    _curves_of_people,
    _answers_of_people,
    partial(_ways_taken, "The ways people took:"),
    _wrong_people,
    _paths_of_people,
    _remarks_of_people,
)
_PARTS_ON_TABLES: tuple[_Part, ...] = (
    _tables_that_solved,
    _curves_of_tables,
    _paragraphs_read,
    _skill_of_readers,
    partial(_ways_taken, "The ways they took, at a few tables of each kind:"),
    _suspects_by_round,
    _paths_of_tables,
    _beside_earlier_tables,
)
