"""The choices of people at the table, what has happened, and the ship as one seat sees it, in words.

No text that was read is repeated; only its path is named.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, groupby

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
from casekit.games.midnight.board.board import HYPOTHESES, Board, Table
from casekit.games.midnight.board.state import Observation, Phase, State
from casekit.games.midnight.document import AnswerPath, Edition
from casekit.games.midnight.pages.edition_look import words_for
from casekit.prose.markup import typographic
from casekit.tabletop.match import Seat, happening, move_group, move_row
from casekit.tabletop.playtest_logs import Json, Playbook, prose_runs

TO_ZONE = frozenset((Kind.PLACE, Kind.MOVE, Kind.MOVE_PURSER))


class TableNames:
    """The names of the zones, paths, seats and answers of a table.

    ``questions`` are in the order of its elements.
    """

    def __init__(self, table: Table, edition: Edition, book: Playbook, chairs: tuple[Seat, ...]) -> None:
        self.table, self.edition, self.chairs = table, edition, chairs
        self.phrases = words_for("sitting", edition)
        self.zone_names = {zone.number: typographic(zone.name, edition.language) for zone in edition.zones}
        self._labels = {path.name: path.label for path in book.paths()}
        self.questions = book.questions

    def say(self, key: str, *filled: object) -> str:
        """A phrase with its gaps filled in."""
        return str(self.phrases[key].format(*filled))

    def zone(self, number: int) -> str:
        """A zone by number and name."""
        return f"{number} {self.zone_names[number]}"

    def chair(self, seat: int) -> str:
        """The name of the player in a seat."""
        return self.chairs[seat].name

    def path_name(self, path: int) -> str:
        """The name of a path in logs."""
        return str(self.table.board.paths[path])

    def path(self, path: int) -> str:
        """The action of a person who follows a path."""
        return self._labels.get(self.path_name(path), self.path_name(path))

    def short_path(self, path: int) -> str:
        """A path in few words: whom it is asked of and about what, or where it is found."""
        case_path, language = self.table.board.paths[path], self.edition.language
        if isinstance(case_path, AnswerPath):
            topic = self.edition.topics_by_slug[case_path.topic]
            return f"{case_path.suspect} ({typographic(topic.name, language)})"
        return typographic(self.edition.locations_by_number[case_path.location].name, language)

    def words_of(self, action: Action, path_words: Callable[[int], str]) -> tuple[str, ...]:
        """The subject of an action: a zone, a path and who knows it, a suspect and a zone, or nothing."""
        if action.kind in TO_ZONE:
            return (self.zone(action.what),)
        if action.kind is Kind.MOVE_SUSPECT:
            return self.table.board.suspects[action.what], self.zone(action.to)
        if action.kind in {Kind.INVESTIGATE, Kind.STUDY, Kind.EXTRACT}:
            return path_words(action.what), self.chair(action.to)
        return ()

    def option(self, element: int, option: int | None) -> str:
        """An answer as it is printed; empty for none."""
        return "" if option is None else self.value(element, self.table.mystery.options[element][option])

    def value(self, element: int, value: str | None) -> str:
        """The same by its value."""
        return dict(self.questions[element].options).get(value or "", value or "")


# --- what can be done ----------------------------------------------------------------------------


_GROUPS: Mapping[Phase, tuple[tuple[str, str, tuple[Kind, ...]], ...]] = {
    "place": (("begin", "go", (Kind.PLACE,)),),
    "act": (
        ("go", "go", (Kind.MOVE,)),
        ("extract", "others", (Kind.EXTRACT,)),
        ("purser", "others", (Kind.MOVE_PURSER,)),
        ("buoys", "others", (Kind.TAKE_BUOY, Kind.SPEND_BUOY)),
        ("turn", "end", (Kind.DONE,)),
    ),
    "publish": (("studied", "end", (Kind.PUBLISH, Kind.KEEP)),),
    "suspect": (("turn", "end", (Kind.STAY,)), ("move_suspect", "others", (Kind.MOVE_SUSPECT,))),
    "purser": (("purser", "end", (Kind.MOVE_PURSER,)),),
    "reveal": (("revelations", "end", (Kind.REVEAL, Kind.SILENT)),),
    "extend": (("port", "end", (Kind.EXTEND, Kind.STOP)),),
}
"""By phase the groups of actions that do not read: the phrase of the title, the look, and the kinds."""

_FULL: Mapping[Kind, str] = {
    Kind.PLACE: "begin_in",
    Kind.MOVE: "go_to",
    Kind.MOVE_PURSER: "purser_to",
    Kind.INVESTIGATE: "read_aloud",
    Kind.STUDY: "read_private",
    Kind.EXTRACT: "extract_full",
    Kind.MOVE_SUSPECT: "suspect_to",
}
"""The phrases of actions that need words of their own where nothing is around them.

Others are called as the rules call them.
"""

_SHORT = {Kind.INVESTIGATE: "aloud", Kind.STUDY: "private", Kind.EXTRACT: "extract_from"}
"""The phrases of buttons that have their path before them."""

_COSTS: Mapping[Kind, Callable[[State, Action], int]] = {
    Kind.MOVE: lambda state, action: move_cost(state, action.what),
    Kind.INVESTIGATE: lambda *_: ALOUD,
    Kind.STUDY: lambda *_: PRIVATE,
    Kind.EXTRACT: lambda state, _: extraction_cost(state),
    Kind.MOVE_PURSER: lambda *_: 1,
    Kind.TAKE_BUOY: lambda *_: 1,
}
"""The action points that actions cost, in the phase of a turn in which there are some."""

_ABOUT = {Kind.EXTRACT, Kind.PUBLISH, Kind.KEEP, Kind.MOVE_SUSPECT}
"""The actions of which there is a row for each path or suspect."""


def choices(state: State, names: TableNames) -> tuple[Json, ...]:
    """The legal actions of the seat that decides, as a person thinks of them, without hypotheses."""
    actions = legal(state)
    groups = [*_reading(state, names, actions)] if state.phase == "act" else []
    for title, look, kinds in _GROUPS.get(state.phase, ()):
        chosen = [action for action in actions if action.kind in kinds]
        if Kind.EXTRACT in kinds:
            chosen.sort(key=lambda action: (action.what, action.to))
        by_row = groupby(chosen, key=lambda action: action.what if action.kind in _ABOUT else None)
        rows = tuple(_row(state, names, list(row)) for _, row in by_row)
        groups.append(move_group(names.say(title), look, rows))
    return tuple(group for group in groups if group["rows"])


def _row(state: State, names: TableNames, actions: Sequence[Action]) -> Json:
    """The actions about one path or suspect, or about nothing."""
    buttons = tuple(_button(state, names, action) for action in actions)
    first = actions[0]
    if first.kind is Kind.MOVE_SUSPECT:
        at = names.say("suspect_in", state.suspects[first.what])
        return move_row(names.table.board.suspects[first.what], buttons, at)
    return move_row(names.path(first.what) if first.kind in _ABOUT else "", buttons)


def _button(state: State, names: TableNames, action: Action) -> Json:
    kind, words = action.kind, names.words_of(action, names.path)
    full = names.say(_FULL.get(kind, kind.name.lower()), *words)
    place, text = "", full
    if kind in TO_ZONE:
        place, text = str(action.what), words[0]
    elif kind is Kind.MOVE_SUSPECT:
        place = text = str(action.to)
    elif kind in _SHORT:
        text = names.say(_SHORT[kind], words[-1])
    return {
        "key": key_of(action),
        "label": text,
        "full": full,
        "cost": _COSTS[kind](state, action) if state.phase == "act" and kind in _COSTS else None,
        "place": place,
        "sure": names.say("reveal_sure") if kind is Kind.REVEAL else "",
    }


def _reading(state: State, names: TableNames, actions: Sequence[Action]) -> Iterator[Json]:
    """The paragraphs that can be read, the detective's own zone first, or else last why there are none."""
    by_zone: dict[int, list[Json]] = {}
    reading = (action for action in actions if action.kind in {Kind.INVESTIGATE, Kind.STUDY})
    for path, ways in groupby(reading, key=lambda action: action.what):
        buttons = tuple(_button(state, names, action) for action in ways)
        own = bool(state.known[state.seat] >> path & 1)
        row = move_row(names.path(path), buttons, _known_to(state, names, path), done=own)
        asked = state.table.board.asked[path]
        zone = state.zone if asked is None else state.suspects[asked]
        by_zone.setdefault(zone, []).append(row)
    for zone in sorted(by_zone, key=lambda zone: (zone != state.zone, zone)):
        title = names.say("here" if zone == state.zone else "near", names.zone(zone))
        yield move_group(title, "here", tuple(by_zone[zone]))
    if state.zone not in by_zone:
        reason = names.say("purser_here" if state.purser == state.zone else "nothing_here")
        yield move_group(names.say("here", names.zone(state.zone)), "here", (move_row(reason, ()),))


def _known_to(state: State, names: TableNames, path: int) -> str:
    """The people who know a path, for the seat that decides: boxes are ticked for all to see."""
    if state.aloud >> path & 1:
        return names.say("known_aloud")
    if state.known[state.seat] >> path & 1:
        return names.say("known_own")
    others = [names.chair(seat) for seat, known in enumerate(state.known) if known >> path & 1]
    return names.say("known_by", ", ".join(others)) if others else ""


# --- what has happened ---------------------------------------------------------------------------


_NEWS: Mapping[Kind, str] = {
    Kind.PLACE: "came",
    Kind.MOVE: "went",
    Kind.INVESTIGATE: "read_to_all",
    Kind.STUDY: "studies",
    Kind.PUBLISH: "publishes",
    Kind.EXTRACT: "extracts",
    Kind.MOVE_PURSER: "sends_purser",
    Kind.TAKE_BUOY: "takes",
    Kind.SPEND_BUOY: "spends",
    Kind.MOVE_SUSPECT: "moves",
    Kind.REVEAL: "reveals",
    Kind.EXTEND: "agrees",
    Kind.STOP: "refuses",
}
"""The phrase for each action that everybody notices.

Those that only end a part of a turn have none, nor has what is kept private or written in secret.
"""


def happenings(before: State, action: Action, after: State, names: TableNames) -> Iterator[Json]:
    """The happenings of an action that everybody noticed, then those that followed from it."""
    if action.kind in _NEWS:
        aloud = action.kind in {Kind.INVESTIGATE, Kind.PUBLISH}
        words = names.words_of(action, names.short_path)
        if action.kind is Kind.EXTRACT:
            words = words[::-1]
        text = names.say(_NEWS[action.kind], *words)
        yield happening(text, before.seat, names.path_name(action.what) if aloud else "")
    if action.kind is Kind.WRITE and None not in after.written[before.seat]:
        yield happening(names.say("writes"), before.seat)
        if before.seat == after.revealer:
            claims = (text for _, text in claims_of(after, names))
            yield happening(names.say("claims", "; ".join(claims)), before.seat)
    if after.round != before.round:
        yield from _new_round(before, after, names)
    elif after.final and not before.final:
        yield happening(names.say("last_round"))
    if after.phase == "over":
        yield happening(names.say("end"))


def claims_of(state: State, names: TableNames) -> tuple[tuple[str, str], ...]:
    """The first hypotheses that were read out, with their questions; none before or without revelations."""
    if state.revealer is None or None in state.written[state.revealer]:
        return ()
    claims = []
    for element, option in enumerate(state.written[state.revealer][::HYPOTHESES]):
        claims.append((names.questions[element].question, names.option(element, option)))
    return tuple(claims)


def _new_round(before: State, after: State, names: TableNames) -> Iterator[Json]:
    if after.card is None or not before.deck:
        yield happening(names.say("no_cards"))
        return
    event, port = after.event, after.table.board.figures.port
    # Cards that nobody has written are called by the game itself.
    own = names.edition.events is None
    title = names.say(f"card_{event.kind}") if own else typographic(event.title, names.edition.language)
    sentences = [names.say("round", after.round, title), names.say("purser_goes", names.zone(event.purser))]
    for start, end in event.sent:
        if start in before.suspects:
            sentences.append(names.say("sent", names.zone(start), names.zone(end)))
    if after.ship >= port:
        sentences.append(names.say("arrived"))
    elif after.ship != before.ship:
        sentences.append(names.say("sails", after.ship, port))
    yield happening(" ".join(sentences))


# --- what there is to see ------------------------------------------------------------------------


def ship_scene(seen: Observation, names: TableNames, claims: tuple[tuple[str, str], ...]) -> Json:
    """The scene of an observation; ``claims`` are first hypotheses that were read out."""
    port = names.table.board.figures.port
    return {
        "turn": names.say("round_short", seen.round) if seen.round else names.say("before"),
        "phase": _to_do(seen, names),
        "points": seen.points if seen.phase in {"act", "publish"} else 0,
        "token": names.say("token_one"),
        "tokens": names.say("token_word"),
        "afloat": not names.edition.drawings.plan,
        "track": {"at": seen.ship, "end": port, "label": names.say("space", seen.ship, port)},
        "places": list(_places(seen, names)),
        "card": _card(seen, names.edition),
        "seats": list(_seats(seen, names)),
        "ticks": list(_ticks(seen, names)),
        "claims": claims,
        "claimant": names.chair(seen.revealer) if claims and seen.revealer is not None else "",
    }


def _seats(seen: Observation, names: TableNames) -> Iterator[Json]:
    for seat, (chair, zone) in enumerate(zip(names.chairs, seen.detectives, strict=True)):
        yield {
            "name": chair.name,
            "mark": str(seat + 1),
            "person": chair.is_person,
            "place": "" if zone is None else names.zone(zone),
            "tokens": seen.buoys[seat],
            "read": seen.ticked[seat].bit_count(),
        }


def _ticks(seen: Observation, names: TableNames) -> Iterator[Json]:
    """The paths that somebody has read, each with the seats of those who have."""
    for path in range(len(names.table.board.paths)):
        seats = [seat for seat, ticked in enumerate(seen.ticked) if ticked >> path & 1]
        if seats:
            aloud = bool(seen.aloud >> path & 1)
            yield {"path": names.path_name(path), "seats": seats, "aloud": aloud}


def _to_do(seen: Observation, names: TableNames) -> str:
    """The task of the seat that decides, by the rule of this round."""
    if seen.phase != "suspect" or seen.card is None:
        return names.say(f"do_{seen.phase}")
    event = names.table.board.cards[seen.card]
    if event.suspects_held:
        return names.say("do_suspect_held")
    if event.suspects_called is not None:
        return names.say("do_suspect_called", names.zone(event.suspects_called))
    if event.suspects_barred:
        return names.say("do_suspect_barred", ", ".join(map(names.zone, sorted(event.suspects_barred))))
    return names.say("do_suspect")


def _places(seen: Observation, names: TableNames) -> Iterator[Json]:
    board = names.table.board
    for zone, (row, column) in _plan_of(names.edition, board).items():
        deck = typographic(board.decks[zone], names.edition.language)
        yield {
            "key": str(zone),
            "name": names.zone_names[zone],
            "level": f"{deck[:1].upper()}{deck[1:]}",
            "row": row,
            "column": column,
            "ways": [str(way) for way in board.ways[zone]],
            "pawns": list(_pawns(seen, names, zone)),
        }


def _plan_of(edition: Edition, board: Board) -> Mapping[int, tuple[int, int]]:
    """Row and column of each zone, both from 0. Rows are decks in the order of the edition.

    Zones that a way joins are one above the other where that is possible.
    """
    decks = [[*zones] for _, zones in groupby(edition.zones, key=lambda zone: zone.deck)]
    columns = max(map(len, decks), default=0)
    placed: dict[int, tuple[int, int]] = {}
    for row, zones in enumerate(decks):
        numbers = [zone.number for zone in zones]
        chosen = min(
            combinations(range(columns), len(numbers)),
            key=lambda places: (_slant(numbers, places, placed, board), places),
        )
        for number, column in zip(numbers, chosen, strict=True):
            placed[number] = (row, column)
    return placed


def _slant(
    zones: Sequence[int], places: Sequence[int], placed: Mapping[int, tuple[int, int]], board: Board
) -> int:
    """By how many columns ways to the rows above are out of the vertical."""
    slant = 0
    for zone, column in zip(zones, places, strict=True):
        for other in board.ways[zone]:
            if other in placed:
                slant += abs(column - placed[other][1])
    return slant


def _pawns(seen: Observation, names: TableNames, zone: int) -> Iterator[Json]:
    for seat, at in enumerate(seen.detectives):
        if at == zone:
            yield _pawn(str(seat + 1), names.chair(seat), "seat", seat)
    if seen.purser == zone:
        yield _pawn(names.say("pawn_purser")[:1], names.say("pawn_purser"), "barrier")
    for place, suspect in enumerate(names.edition.suspects):
        if seen.suspects[place] == zone:
            yield _pawn(suspect.letter, suspect.name, "other", last=place == seen.last_moved)


def _pawn(mark: str, name: str, kind: str, seat: int | None = None, *, last: bool = False) -> Json:
    return {"mark": mark, "name": name, "kind": kind, "seat": seat, "last": last}


def _card(seen: Observation, edition: Edition) -> Json | None:
    """The card of the round as it is printed; nothing where the edition has no deck."""
    if seen.card is None or edition.events is None:
        return None
    card = edition.events.cards[seen.card]
    return {
        "title": typographic(card.title, edition.language),
        "flavour": prose_runs(card.flavour, edition.language),
        "effect": prose_runs(card.effect, edition.language),
    }
