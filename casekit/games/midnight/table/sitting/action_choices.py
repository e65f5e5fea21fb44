"""Legal actions as a person thinks of them: what can be done here, where to go, whom to move, how to end the turn."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from casekit.games.midnight.table.actions import (
    ALOUD,
    PRIVATE,
    Action,
    Kind,
    extraction_cost,
    key_of,
    legal,
    move_cost,
)
from casekit.games.midnight.table.sitting.ship_scene import TableNames
from casekit.games.midnight.table.state import Phase, State
from casekit.tabletop.playing.match import Json, move_group, move_row

_Groups = Iterator[Json]


def choices(state: State, names: TableNames) -> tuple[Json, ...]:
    """The legal actions of the seat that decides; hypotheses are not among them."""
    return tuple(group for group in _PHASES[state.phase](state, names, legal(state)) if group["rows"])


def _of(actions: Sequence[Action], *kinds: Kind) -> list[Action]:
    return [action for action in actions if action.kind in kinds]


def _plain(action: Action, label: str, cost: int | None = None, full: str = "", place: str = "") -> Json:
    moved = {"key": key_of(action), "label": label, "full": full or label}
    return {**moved, "cost": cost, "place": place, "sure": ""}


def _zones(
    actions: Iterable[Action], names: TableNames, phrase: str, cost: Callable[[Action], int | None]
) -> tuple[Json, ...]:
    return tuple(
        _plain(
            action,
            names.zone(action.what),
            cost(action),
            names.say(phrase, names.zone(action.what)),
            str(action.what),
        )
        for action in actions
    )


# --- before the first round ----------------------------------------------------------------------


def _placing(_state: State, names: TableNames, actions: Sequence[Action]) -> _Groups:
    zones = _zones(actions, names, "begin_in", lambda _: None)
    yield move_group(names.say("begin"), "go", (move_row("", zones),))


# --- a turn --------------------------------------------------------------------------------------


def _acting(state: State, names: TableNames, actions: Sequence[Action]) -> _Groups:
    yield from _here(state, names, actions)
    moves = _zones(_of(actions, Kind.MOVE), names, "go_to", lambda action: move_cost(state, action.what))
    yield move_group(names.say("go"), "go", _row(moves))
    yield move_group(names.say("extract"), "others", tuple(_extracting(state, names, actions)))
    purser = _zones(_of(actions, Kind.MOVE_PURSER), names, "purser_to", lambda _: 1)
    yield move_group(names.say("purser"), "others", _row(purser))
    buoys = [_plain(action, names.say("take_buoy"), 1) for action in _of(actions, Kind.TAKE_BUOY)]
    buoys += [_plain(action, names.say("spend_buoy")) for action in _of(actions, Kind.SPEND_BUOY)]
    yield move_group(names.say("buoys"), "others", _row(buoys))
    yield move_group(
        names.say("turn"), "end", (move_row("", (_plain(Action(Kind.DONE), names.say("done")),)),)
    )


def _row(found: Sequence[Json]) -> tuple[Json, ...]:
    return (move_row("", tuple(found)),) if found else ()


def _zone_of(state: State, path: int) -> int:
    board = state.table.board
    asked, searched = board.asked[path], board.searched[path]
    return state.suspects[asked] if asked is not None else searched or state.zone


def _here(state: State, names: TableNames, actions: Sequence[Action]) -> _Groups:
    """The paragraphs that can be read, the detective's own zone first."""
    found = sorted(
        _of(actions, Kind.INVESTIGATE, Kind.STUDY),
        key=lambda action: (_zone_of(state, action.what) != state.zone, _zone_of(state, action.what)),
    )
    for zone, some in groupby(found, key=lambda action: _zone_of(state, action.what)):
        title = names.say("here" if zone == state.zone else "near", names.zone(zone))
        rows = tuple(_path_rows(state, names, some))
        yield move_group(title, "here", rows)
    if not any(_zone_of(state, action.what) == state.zone for action in found):
        reason = "purser_here" if state.purser == state.zone else "nothing_here"
        yield move_group(
            names.say("here", names.zone(state.zone)), "here", (move_row(names.say(reason), ()),)
        )


def _path_rows(state: State, names: TableNames, actions: Iterable[Action]) -> Iterator[Json]:
    for path, some in groupby(sorted(actions, key=lambda each: each.what), key=lambda each: each.what):
        found = tuple(_reading(action, names) for action in sorted(some, key=lambda each: each.kind.name))
        own = bool(state.known[state.seat] >> path & 1)
        yield move_row(names.path(path), found, known_to(state, names, path), done=own)


def _reading(action: Action, names: TableNames) -> Json:
    aloud = action.kind is Kind.INVESTIGATE
    full = names.say("read_aloud" if aloud else "read_private", names.path(action.what))
    return _plain(action, names.say("aloud" if aloud else "private"), ALOUD if aloud else PRIVATE, full)


def known_to(state: State, names: TableNames, path: int) -> str:
    """The people who know a path, for the seat that decides: boxes are ticked for all to see."""
    if state.aloud >> path & 1:
        return names.say("known_aloud")
    if state.known[state.seat] >> path & 1:
        return names.say("known_own")
    others = [names.chair(seat) for seat, known in enumerate(state.known) if known >> path & 1]
    return names.say("known_by", ", ".join(others)) if others else ""


def _extracting(state: State, names: TableNames, actions: Sequence[Action]) -> Iterator[Json]:
    found = sorted(_of(actions, Kind.EXTRACT), key=lambda action: (action.what, action.to))
    cost = extraction_cost(state)
    for path, some in groupby(found, key=lambda action: action.what):
        yield move_row(
            names.path(path),
            tuple(
                _plain(
                    action,
                    names.say("extract_from", names.chair(action.to)),
                    cost,
                    names.say("extract_full", names.path(path), names.chair(action.to)),
                )
                for action in some
            ),
        )


def _publishing(state: State, names: TableNames, actions: Sequence[Action]) -> _Groups:
    phrases = {Kind.PUBLISH: "publish", Kind.KEEP: "keep"}
    found = tuple(_plain(action, names.say(phrases[action.kind])) for action in actions)
    row = move_row(names.path(state.studied or 0), found)
    yield move_group(names.say("studied"), "end", (row,))


def _moving_suspects(state: State, names: TableNames, actions: Sequence[Action]) -> _Groups:
    yield move_group(
        names.say("turn"), "end", (move_row("", (_plain(Action(Kind.STAY), names.say("stay")),)),)
    )
    rows = []
    for suspect, some in groupby(_of(actions, Kind.MOVE_SUSPECT), key=lambda action: action.what):
        name = names.table.board.suspects[suspect]
        found = tuple(
            _plain(
                action,
                str(action.to),
                None,
                names.say("suspect_to", name, names.zone(action.to)),
                str(action.to),
            )
            for action in some
        )
        rows.append(move_row(name, found, names.say("suspect_in", state.suspects[suspect])))
    yield move_group(names.say("move_suspect"), "others", tuple(rows))


def _moving_the_purser(_state: State, names: TableNames, actions: Sequence[Action]) -> _Groups:
    yield move_group(names.say("purser"), "end", _row(_zones(actions, names, "purser_to", lambda _: None)))


def _voting(
    title: str, phrases: Mapping[Kind, str]
) -> Callable[[State, TableNames, Sequence[Action]], _Groups]:
    def voted(_: State, names: TableNames, actions: Sequence[Action]) -> _Groups:
        choices = [_plain(action, names.say(phrases[action.kind])) for action in actions]
        rows = _row(
            [
                {**each, "sure": names.say("reveal_sure")} if action.kind is Kind.REVEAL else each
                for each, action in zip(choices, actions, strict=True)
            ]
        )
        yield move_group(names.say(title), "end", rows)

    return voted


_PHASES: Mapping[Phase, Callable[[State, TableNames, Sequence[Action]], _Groups]] = {
    "place": _placing,
    "act": _acting,
    "publish": _publishing,
    "suspect": _moving_suspects,
    "purser": _moving_the_purser,
    "reveal": _voting("revelations", {Kind.REVEAL: "reveal", Kind.SILENT: "silent"}),
    "extend": _voting("port", {Kind.EXTEND: "extend", Kind.STOP: "stop"}),
    "write": lambda *_: iter(()),
    "over": lambda *_: iter(()),
}
