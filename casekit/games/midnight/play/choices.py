"""The choices of people at the table: the legal actions as groups, rows and buttons of a page.

No text that was read is repeated; only its path is named.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from casekit.games.midnight.board.actions import (
    ALOUD,
    PRIVATE,
    Action,
    Kind,
    extraction_cost,
    key_of,
    legal,
    move_cost,
)
from casekit.games.midnight.board.state import Phase, State
from casekit.games.midnight.play.table_names import ACTIONS_TO_A_ZONE, TableNames
from casekit.tabletop.match import move_group, move_row
from casekit.tabletop.playtests.playbook import Json


class _ActionGroup(NamedTuple):
    """Actions that are shown together, under a title."""

    title: str
    """The key of the phrase."""

    look: str
    """The look of the group on a page: ``go``, ``others`` or ``end``."""

    kinds: tuple[Kind, ...]


_GROUPS: Mapping[Phase, tuple[_ActionGroup, ...]] = {
    "place": (_ActionGroup("begin", "go", (Kind.PLACE,)),),
    "act": (
        _ActionGroup("go", "go", (Kind.MOVE,)),
        _ActionGroup("extract", "others", (Kind.EXTRACT,)),
        _ActionGroup("purser", "others", (Kind.MOVE_PURSER,)),
        _ActionGroup("buoys", "others", (Kind.TAKE_BUOY, Kind.SPEND_BUOY)),
        _ActionGroup("turn", "end", (Kind.DONE,)),
    ),
    "publish": (_ActionGroup("studied", "end", (Kind.PUBLISH, Kind.KEEP)),),
    "suspect": (
        _ActionGroup("turn", "end", (Kind.STAY,)),
        _ActionGroup("move_suspect", "others", (Kind.MOVE_SUSPECT,)),
    ),
    "purser": (_ActionGroup("purser", "end", (Kind.MOVE_PURSER,)),),
    "reveal": (_ActionGroup("revelations", "end", (Kind.REVEAL, Kind.SILENT)),),
    "extend": (_ActionGroup("port", "end", (Kind.EXTEND, Kind.STOP)),),
}
"""By phase the groups of actions that do not read."""

_FULL_PHRASES: Mapping[Kind, str] = {
    Kind.PLACE: "begin_in",
    Kind.MOVE: "go_to",
    Kind.MOVE_PURSER: "purser_to",
    Kind.INVESTIGATE: "read_aloud",
    Kind.STUDY: "read_private",
    Kind.EXTRACT: "extract_full",
    Kind.MOVE_SUSPECT: "suspect_to",
}
"""The keys of the phrases that name an action and its subject: "read ANNA, alibi aloud".

For a kind that is not here, the key is its name in small letters.
"""

_SHORT_PHRASES = {Kind.INVESTIGATE: "aloud", Kind.STUDY: "private", Kind.EXTRACT: "extract_from"}
"""The keys of the phrases of buttons that have their path before them: "aloud"."""

_COSTS: Mapping[Kind, Callable[[State, Action], int]] = {
    Kind.MOVE: lambda state, action: move_cost(state, action.what),
    Kind.INVESTIGATE: lambda *_: ALOUD,
    Kind.STUDY: lambda *_: PRIVATE,
    Kind.EXTRACT: lambda state, _: extraction_cost(state),
    Kind.MOVE_PURSER: lambda *_: 1,
    Kind.TAKE_BUOY: lambda *_: 1,
}
"""The action points that actions cost, in the phase of a turn in which there are some."""

_KINDS_WITH_ROWS = {Kind.EXTRACT, Kind.PUBLISH, Kind.KEEP, Kind.MOVE_SUSPECT}
"""The kinds of actions of which there is a row for each path or suspect."""


def choices(state: State, names: TableNames) -> tuple[Json, ...]:
    """The legal actions of the seat that decides, as a person thinks of them, without hypotheses."""
    actions = legal(state)
    groups = [*_groups_of_reading(state, names, actions)] if state.phase == "act" else []
    for group in _GROUPS.get(state.phase, ()):
        of_group = [action for action in actions if action.kind in group.kinds]
        if Kind.EXTRACT in group.kinds:
            of_group.sort(key=lambda action: (action.what, action.to))
        rows = tuple(_row(state, names, list(of_row)) for _, of_row in groupby(of_group, key=_subject_of_row))
        groups.append(move_group(names.say(group.title), group.look, rows))
    return tuple(group for group in groups if group["rows"])


def _subject_of_row(action: Action) -> int | None:
    """The path or suspect that the row of an action is about; ``None`` if it is about nothing."""
    return action.what if action.kind in _KINDS_WITH_ROWS else None


def _row(state: State, names: TableNames, actions: Sequence[Action]) -> Json:
    """The actions about one path or suspect, or about nothing."""
    buttons = tuple(_button(state, names, action) for action in actions)
    first = actions[0]
    if first.kind is Kind.MOVE_SUSPECT:
        zone = names.say("suspect_in", state.suspects[first.what])
        return move_row(names.table.board.suspects[first.what], buttons, zone)
    return move_row(names.path(first.what) if first.kind in _KINDS_WITH_ROWS else "", buttons)


def _button(state: State, names: TableNames, action: Action) -> Json:
    kind, words = action.kind, names.words_of(action, names.path)
    full = names.say(_FULL_PHRASES.get(kind, kind.name.lower()), *words)
    place = ""
    text = full
    if kind in ACTIONS_TO_A_ZONE:
        place = str(action.what)
        text = words[0]
    elif kind is Kind.MOVE_SUSPECT:
        place = text = str(action.to)
    elif kind in _SHORT_PHRASES:
        text = names.say(_SHORT_PHRASES[kind], words[-1])
    has_cost = state.phase == "act" and kind in _COSTS
    return {
        "key": key_of(action),
        "label": text,
        "full": full,
        "cost": _COSTS[kind](state, action) if has_cost else None,
        "place": place,
        "sure": names.say("reveal_sure") if kind is Kind.REVEAL else "",
    }


def _groups_of_reading(state: State, names: TableNames, actions: Sequence[Action]) -> Iterator[Json]:
    """The paragraphs that can be read, by zone.

    The detective's own zone is first; if nothing can be read there, it is last, with the reason.
    """
    rows_by_zone: dict[int, list[Json]] = {}
    reading_actions = (action for action in actions if action.kind in {Kind.INVESTIGATE, Kind.STUDY})
    for path, actions_on_path in groupby(reading_actions, key=lambda action: action.what):
        buttons = tuple(_button(state, names, action) for action in actions_on_path)
        is_known = bool(state.known[state.seat] >> path & 1)
        row = move_row(names.path(path), buttons, _knowers_in_words(state, names, path), done=is_known)
        suspect = state.table.board.asked[path]
        zone = state.zone if suspect is None else state.suspects[suspect]
        rows_by_zone.setdefault(zone, []).append(row)
    for zone in sorted(rows_by_zone, key=lambda zone: (zone != state.zone, zone)):
        title = names.say("here" if zone == state.zone else "near", names.zone(zone))
        yield move_group(title, "here", tuple(rows_by_zone[zone]))
    if state.zone not in rows_by_zone:
        reason = names.say("purser_here" if state.purser == state.zone else "nothing_here")
        yield move_group(names.say("here", names.zone(state.zone)), "here", (move_row(reason, ()),))


def _knowers_in_words(state: State, names: TableNames, path: int) -> str:
    """The people who know a path, for the seat that decides: boxes are ticked for all to see."""
    if state.aloud >> path & 1:
        return names.say("known_aloud")
    if state.known[state.seat] >> path & 1:
        return names.say("known_own")
    others = [names.chair(seat) for seat, known in enumerate(state.known) if known >> path & 1]
    return names.say("known_by", ", ".join(others)) if others else ""
