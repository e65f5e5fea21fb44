"""The happenings that everybody at the table notices, in words. No text that was read is repeated, only its path named."""

from collections.abc import Callable, Iterator, Mapping

from casekit.games.midnight.table.actions import Action, Kind
from casekit.games.midnight.table.board import ELEMENTS, HYPOTHESES
from casekit.games.midnight.table.sitting.table_names import TableNames
from casekit.games.midnight.table.state import State
from casekit.print.text.prose import label
from casekit.tabletop.playing.match import Happening

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


def happenings(before: State, action: Action, after: State, names: TableNames) -> Iterator[Happening]:
    """The happenings of an action that everybody noticed, then those that followed from it."""
    teller = _TOLD.get(action.kind)
    if teller is not None:
        aloud = action.kind in {Kind.INVESTIGATE, Kind.PUBLISH}
        path = names.path_name(action.what) if aloud else ""
        yield Happening(teller(names, action), before.seat, path)
    if action.kind is Kind.WRITE:
        yield from _written(before, after, names)
    if after.round != before.round:
        yield from _new_round(before, after, names)
    elif after.final and not before.final:
        yield Happening(names.say("last_round"))
    if after.phase == "over":
        yield Happening(names.say("end"))


def _written(before: State, after: State, names: TableNames) -> Iterator[Happening]:
    seat = before.seat
    own = after.written[seat]
    if None in own:
        return
    yield Happening(names.say("writes"), seat)
    if seat == after.revealer:
        yield Happening(names.say("claims", "; ".join(text for _, text in claims_of(after, names))), seat)


def claims_of(state: State, names: TableNames) -> tuple[tuple[str, str], ...]:
    """The first hypotheses that were read out, with their questions; none before that, or without revelations."""
    if state.revealer is None or None in state.written[state.revealer]:
        return ()
    own = state.written[state.revealer]
    return tuple(
        (names.questions[element].question, names.option(element, own[element * HYPOTHESES]))
        for element in range(len(ELEMENTS))
    )


def _new_round(before: State, after: State, names: TableNames) -> Iterator[Happening]:
    if after.card is None or not before.deck:
        yield Happening(names.say("no_cards"))
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
    yield Happening(" ".join(told))
