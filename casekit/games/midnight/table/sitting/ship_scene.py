"""The ship and its people as one seat sees them, and the happenings that everybody at the table notices, in words.

No text that was read is repeated, only its path named.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, groupby

from casekit.games.midnight.edition import AnswerPath, Edition
from casekit.games.midnight.printing.setting import words_for
from casekit.games.midnight.table.actions import Action, Kind
from casekit.games.midnight.table.board import ELEMENTS, HYPOTHESES, Board, Table
from casekit.games.midnight.table.state import Observation, State
from casekit.print.text.prose import label
from casekit.tabletop.playing.match import Chair, Json, happening
from casekit.tabletop.playtest.playbook import Playbook, prose_runs


class TableNames:
    """The names of the zones, paths, seats and answers of a table; ``questions`` are in the order of its elements."""

    def __init__(self, table: Table, edition: Edition, book: Playbook, chairs: tuple[Chair, ...]) -> None:
        self.table, self.edition, self.chairs = table, edition, chairs
        self.phrases = words_for("sitting", edition)
        self.zone_names = {zone.number: label(zone.name, edition.language) for zone in edition.zones}
        self._paths = {path.name: path for path in book.paths()}
        questions = {question.key: question for question in book.questions}
        self.questions = tuple(questions[key] for key in ELEMENTS)

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
        name = self.path_name(path)
        found = self._paths.get(name)
        return name if found is None else found.label

    def told_path(self, path: int) -> str:
        """A path in few words: whom it is asked of and about what, or where it is found."""
        found, language = self.table.board.paths[path], self.edition.language
        if isinstance(found, AnswerPath):
            topic = next(each.name for each in self.edition.topics if each.slug == found.topic)
            return f"{found.suspect} ({label(topic, language)})"
        named = {each.number: each.name for each in self.edition.locations}
        return label(named[found.location], language)

    def option(self, element: int, option: int | None) -> str:
        """An answer as it is printed; empty for none."""
        if option is None:
            return ""
        value = self.table.mystery.options[element][option]
        return self.value(element, value)

    def value(self, element: int, value: str | None) -> str:
        """The same by its value."""
        return dict(self.questions[element].options).get(value or "", value or "")


_Teller = Callable[[TableNames, Action], str]

_TOLD: Mapping[Kind, _Teller] = {
    Kind.PLACE: lambda names, action: names.say("came", names.zone(action.what)),
    Kind.MOVE: lambda names, action: names.say("went", names.zone(action.what)),
    Kind.INVESTIGATE: lambda names, action: names.say("read_to_all", names.told_path(action.what)),
    Kind.STUDY: lambda names, action: names.say("studies", names.told_path(action.what)),
    Kind.PUBLISH: lambda names, _: names.say("publishes"),
    Kind.EXTRACT: lambda names, action: names.say(
        "extracts", names.chair(action.to), names.told_path(action.what)
    ),
    Kind.MOVE_PURSER: lambda names, action: names.say("sends_purser", names.zone(action.what)),
    Kind.TAKE_BUOY: lambda names, _: names.say("takes"),
    Kind.SPEND_BUOY: lambda names, _: names.say("spends"),
    Kind.MOVE_SUSPECT: lambda names, action: names.say(
        "moves", names.table.board.suspects[action.what], names.zone(action.to)
    ),
    Kind.REVEAL: lambda names, _: names.say("reveals"),
    Kind.EXTEND: lambda names, _: names.say("agrees"),
    Kind.STOP: lambda names, _: names.say("refuses"),
}
"""The words for each action; none for those that only end a part of a turn or keep private what was read so, nor for what is
written in secret."""


def happenings(before: State, action: Action, after: State, names: TableNames) -> Iterator[Json]:
    """The happenings of an action that everybody noticed, then those that followed from it."""
    teller = _TOLD.get(action.kind)
    if teller is not None:
        aloud = action.kind in {Kind.INVESTIGATE, Kind.PUBLISH}
        path = names.path_name(action.what) if aloud else ""
        yield happening(teller(names, action), before.seat, path)
    if action.kind is Kind.WRITE:
        yield from _written(before, after, names)
    if after.round != before.round:
        yield from _new_round(before, after, names)
    elif after.final and not before.final:
        yield happening(names.say("last_round"))
    if after.phase == "over":
        yield happening(names.say("end"))


def _written(before: State, after: State, names: TableNames) -> Iterator[Json]:
    seat = before.seat
    own = after.written[seat]
    if None in own:
        return
    yield happening(names.say("writes"), seat)
    if seat == after.revealer:
        yield happening(names.say("claims", "; ".join(text for _, text in claims_of(after, names))), seat)


def claims_of(state: State, names: TableNames) -> tuple[tuple[str, str], ...]:
    """The first hypotheses that were read out, with their questions; none before that, or without revelations."""
    if state.revealer is None or None in state.written[state.revealer]:
        return ()
    own = state.written[state.revealer]
    return tuple(
        (names.questions[element].question, names.option(element, own[element * HYPOTHESES]))
        for element in range(len(ELEMENTS))
    )


def _new_round(before: State, after: State, names: TableNames) -> Iterator[Json]:
    if after.card is None or not before.deck:
        yield happening(names.say("no_cards"))
        return
    event, port = after.event, after.table.board.figures.port
    # Cards that nobody has written are called by the game itself.
    deck = names.edition.events
    title = names.say(f"card_{event.kind}") if deck is None else label(event.title, names.edition.language)
    told = [names.say("round", after.round, title), names.say("purser_goes", names.zone(event.purser))]
    told += [
        names.say("sent", names.zone(start), names.zone(end))
        for start, end in event.sent
        if start in before.suspects
    ]
    if after.ship >= port:
        told.append(names.say("arrived"))
    elif after.ship != before.ship:
        told.append(names.say("sails", after.ship, port))
    yield happening(" ".join(told))


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
        "seats": [_seat(seen, names, seat) for seat in range(len(names.chairs))],
        "ticks": list(_ticks(seen, names)),
        "claims": claims,
        "claimant": names.chair(seen.revealer) if claims and seen.revealer is not None else "",
    }


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
    board, language = names.table.board, names.edition.language
    plan = _plan_of(names.edition, board)
    for zone in board.zones:
        row, column = plan[zone]
        deck = label(board.decks[zone], language)
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
    rows = [[zone.number for zone in some] for _, some in groupby(edition.zones, key=lambda zone: zone.deck)]
    columns = max(map(len, rows), default=0)
    placed: dict[int, tuple[int, int]] = {}
    for number, row in enumerate(rows):
        chosen = min(
            combinations(range(columns), len(row)),
            key=lambda places: (_bent(row, places, placed, board), places),
        )
        placed |= {zone: (number, column) for zone, column in zip(row, chosen, strict=True)}
    return placed


def _bent(
    row: Sequence[int], places: Sequence[int], placed: Mapping[int, tuple[int, int]], board: Board
) -> int:
    """By how many columns ways to the rows above are out of the vertical."""
    return sum(
        abs(column - placed[other][1])
        for zone, column in zip(row, places, strict=True)
        for other in board.ways[zone]
        if other in placed
    )


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
        "title": label(card.title, edition.language),
        "flavour": prose_runs(card.flavour, edition.language),
        "effect": prose_runs(card.effect, edition.language),
    }


def _seat(seen: Observation, names: TableNames, seat: int) -> Json:
    at = seen.detectives[seat]
    return {
        "name": names.chair(seat),
        "mark": str(seat + 1),
        "person": names.chairs[seat].is_person,
        "place": "" if at is None else names.zone(at),
        "tokens": seen.buoys[seat],
        "read": seen.ticked[seat].bit_count(),
    }


def _ticks(seen: Observation, names: TableNames) -> Iterator[Json]:
    for path in range(len(names.table.board.paths)):
        seats = [seat for seat, known in enumerate(seen.ticked) if known >> path & 1]
        if seats:
            yield {"path": names.path_name(path), "seats": seats, "aloud": bool(seen.aloud >> path & 1)}
