"""The figures of tables as text with bars."""

from collections.abc import Iterator, Mapping
from typing import Any

from casekit.asking.told.charts import bar_of, columns
from casekit.tabletop.simulation.people_words import blocks, people_in_words, ways_in_words
from casekit.tabletop.table_rules import TableWords

Json = Mapping[str, Any]


def in_words(words: TableWords, title: str, level: str, figures: Json, width: int) -> str:
    """A case at the table."""
    players = figures["players"]
    told = f"{players[0]} to {players[-1]}" if len(players) > 1 else f"{players[0]}"
    lines = [
        f"{title} ({level}) at the table: {figures['tables']:,} tables for {told} {words.players}, seed {figures['seed']}"
    ]
    if not figures["whole"]:
        lines.append("stopped before the end: these are the tables that were done")
    parts = (people_in_words, _solved, _curves, _read, _skill, _ways, _suspects, _paths, _compared)
    for part in parts if figures["groups"] else (people_in_words,):
        block = list(part(words, figures, width))
        if block:
            lines += ["", *block]
    return "\n".join(lines)


def _readers(figures: Json) -> list[str]:
    return list(dict.fromkeys(group["reader"] for group in figures["groups"]))


def _at(figures: Json, reader: str, players: int) -> Json | None:
    return next(
        (each for each in figures["groups"] if each["reader"] == reader and each["players"] == players), None
    )


def _solved(words: TableWords, figures: Json, _: int) -> Iterator[str]:
    yield f"Solved by {words.end}, share of tables where somebody is certain of everything:"
    head = ["  reader", *(f"{players} players" for players in figures["players"]), "score", "pays", "minutes"]
    rows = [head]
    for reader in _readers(figures):
        groups = [_at(figures, reader, players) for players in figures["players"]]
        last = next(group for group in reversed(groups) if group is not None)
        shares = ["-" if group is None else _share(group) for group in groups]
        rows.append(
            [f"  {reader}", *shares, f"{last['score']:.0f}", f"{last['pays']:.0%}", f"{last['minutes']:.0f}"]
        )
    yield columns(rows)
    counts = [group["tables"] for group in figures["groups"]]
    each = " to ".join(f"{count:,}" for count in sorted({min(counts), max(counts)}))
    yield f"  of {each} tables each; in brackets the range in which the share is with 95 % certainty"
    yield f"  score: mean points; pays: {words.claims} that win; minutes of reading aloud; each at the fullest tables"


def _share(group: Json) -> str:
    low, high = group["interval"]
    return f"{group['solved']:.0%} ({100 * low:.0f}-{100 * high:.0f})"


def _curves(words: TableWords, figures: Json, _: int) -> Iterator[str]:
    players = figures["players"][-1]
    yield f"Certain of everything by round, {players} {words.players} (a full block is all tables):"
    for reader in _readers(figures):
        group = _at(figures, reader, players)
        if group is not None:
            curve = blocks(group["curve"]["all"])
            yield f"  {reader:<28}{curve}".rstrip()


def _read(words: TableWords, figures: Json, _: int) -> Iterator[str]:
    players = figures["players"][-1]
    yield f"Paragraphs read before {words.end}, and when certain, medians of all {words.players}, {players} players:"
    rows = [["  reader", f"before {words.end}", *figures["groups"][0]["paragraphs"], "mistaken"]]
    for reader in _readers(figures):
        group = _at(figures, reader, players)
        if group is not None:
            capacity = "-" if group["capacity"] is None else str(group["capacity"][1])
            medians = (median[1] for median in group["paragraphs"].values())
            cells = ("not reached" if median is None else str(median) for median in medians)
            rows.append([f"  {reader}", capacity, *cells, f"{group['mistaken']:.0%}"])
    yield columns(rows)
    yield f"  not reached: half of them never become certain; -: no game lasted until {words.end}"


def _skill(_: TableWords, figures: Json, __: int) -> Iterator[str]:
    yield "Skill: how early tables know how much (1 is everything in the first round):"
    most = max((row["earliness"] for row in figures["skill"]), default=1)
    for row in figures["skill"]:
        yield f"  {row['reader']:<28}{row['earliness']:.2f}  {bar_of(row['earliness'] * 100, most * 100)}".rstrip()


def _ways(_: TableWords, figures: Json, width: int) -> Iterator[str]:
    title = "The ways they took, at a few tables of each kind:"
    yield from ways_in_words(title, figures["ways"], width)


def _suspects(words: TableWords, figures: Json, _: int) -> Iterator[str]:
    if figures["suspects"]:
        yield f"Whom they suspect first, by round, and whom those blame at {words.end} who are wrong:"
    for row in figures["suspects"]:
        most = max((max(each["suspected"], default=0) for each in figures["suspects"]), default=1) or 1
        curve = blocks([each / most for each in row["suspected"]])
        yield f"  {row['name']:<12}{curve}  {row['blamed']:.0%}"


def _paths(_: TableWords, figures: Json, __: int) -> Iterator[str]:
    ordered = sorted(figures["paths"], key=lambda row: -row["taken"] * row["told"])
    if ordered:
        yield "The paths that told most, and those that were never useful:"
        rows = [["  path", "taken by", "round", "ruled out", "of solvers", "of others"]]
        rows += [
            [
                f"  {row['path']}",
                f"{row['taken']:.0%}",
                f"{row['round']:.1f}",
                f"{row['told']:.2f}",
                f"{row['solvers']:.0%}",
                f"{row['others']:.0%}",
            ]
            for row in ordered[:10]
        ]
        yield columns(rows)
        never = [row["path"] for row in figures["paths"] if row["taken"] and not row["useful"]]
        if never:
            yield f"  never useful: {', '.join(never)}"


def _compared(words: TableWords, figures: Json, _: int) -> Iterator[str]:
    rows = figures.get("compared", [])
    if rows:
        yield f"Solved by {words.end}, beside the simulation given:"
        table = [["  reader", "players", "tables", "before", "now", "change", "give or take"]]
        table += [
            [
                f"  {row['reader']}",
                str(row["players"]),
                f"{row['tables']:,}" + ("" if row["paired"] else " unpaired"),
                f"{row['before']:.0%}",
                f"{row['now']:.0%}",
                f"{100 * row['change']:+.1f}" + (" *" if row["certain"] else ""),
                f"{100 * row['give_or_take']:.1f}",
            ]
            for row in rows
        ]
        yield columns(table)
        yield "  * is more than chance"
        if not all(row["paired"] for row in rows):
            yield "  unpaired: the simulation given has other draws, or no outcomes of single tables"
    if "gradient" in figures:
        before, now = figures["gradient"]["before"], figures["gradient"]["now"]
        yield f"  skill: the best readers were ahead of the worst by {before:.2f}, and are by {now:.2f} now"
