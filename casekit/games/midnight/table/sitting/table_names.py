"""The things of one table by their names, and the happenings that everybody at it notices, in words.

No text that was read is repeated, only its path named.
"""

from collections.abc import Callable, Iterator, Mapping

from casekit.games.midnight.edition import AnswerPath, Edition
from casekit.games.midnight.table.actions import Action, Kind
from casekit.games.midnight.table.board import ELEMENTS, HYPOTHESES, Table
from casekit.games.midnight.table.state import State
from casekit.print.text.prose import label
from casekit.resources import words as words_in
from casekit.tabletop.playing.match import Chair, Happening
from casekit.tabletop.playtest.playbook import Playbook


class TableNames:
    """The names of the zones, paths, seats and answers of a table; ``questions`` are in the order of its elements."""

    def __init__(self, table: Table, edition: Edition, book: Playbook, chairs: tuple[Chair, ...]) -> None:
        self.table, self.edition, self.chairs = table, edition, chairs
        self.phrases = words_in("games/midnight/words/sitting.toml", edition.language)
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
