"""The names of what is on the table, as the people who play read them."""

from collections.abc import Callable

from casekit.games.midnight.board.actions import Action, Kind
from casekit.games.midnight.board.board import Table
from casekit.games.midnight.document import AnswerPath, Edition
from casekit.games.midnight.pages.edition_look import words_for
from casekit.prose.markup import typographic
from casekit.tabletop.match import Seat
from casekit.tabletop.playtests.playbook import Playbook

ACTIONS_TO_A_ZONE = frozenset((Kind.PLACE, Kind.MOVE, Kind.MOVE_PURSER))
"""The kinds of actions that are about a zone alone."""


class TableNames:
    """The names of the zones, paths, seats and answers of a table, and phrases."""

    def __init__(self, table: Table, edition: Edition, book: Playbook, chairs: tuple[Seat, ...]) -> None:
        self.table = table
        self.edition = edition
        self.chairs = chairs
        """The players, by their seats."""
        self.phrases = words_for("sitting", edition)
        """The phrases of ``words/sitting.toml``."""
        self.zone_names = {zone.number: typographic(zone.name, edition.language) for zone in edition.zones}
        self._labels = {path.name: path.label for path in book.paths()}
        self.questions = book.questions
        """The questions that hypotheses answer, in the order of the elements of the table."""

    def say(self, key: str, *values: object) -> str:
        """A phrase with values in its gaps."""
        return str(self.phrases[key].format(*values))

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
        """The subjects of an action: a zone, a path and who knows it, a suspect and a zone, or nothing.

        ``path_words`` gives the words for a path.
        """
        if action.kind in ACTIONS_TO_A_ZONE:
            return (self.zone(action.what),)
        if action.kind is Kind.MOVE_SUSPECT:
            return self.table.board.suspects[action.what], self.zone(action.to)
        if action.kind in {Kind.INVESTIGATE, Kind.STUDY, Kind.EXTRACT}:
            return path_words(action.what), self.chair(action.to)
        return ()

    def option(self, element: int, option: int | None) -> str:
        """An answer as it is printed, by its place among the options of its element; empty for none."""
        return "" if option is None else self.value(element, self.table.mystery.options[element][option])

    def value(self, element: int, value: str | None) -> str:
        """An answer as it is printed, by its value, such as ``FELIX``; empty for none."""
        return dict(self.questions[element].options).get(value or "", value or "")
