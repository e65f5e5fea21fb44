"""The things of one table by their names, for everything that is said about it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from casekit.games.midnight.edition import AnswerPath, Edition
from casekit.games.midnight.table.board import ELEMENTS, Table
from casekit.print.text.prose import label
from casekit.resources import words as words_in
from casekit.tabletop.playing.match import Chair
from casekit.tabletop.playtest.playbook import Playbook, PlayPath, PlayQuestion


@dataclass(frozen=True, eq=False)
class TableNames:
    """The names of the zones, paths, seats and answers of a table."""

    table: Table
    edition: Edition
    book: Playbook
    chairs: tuple[Chair, ...]

    @cached_property
    def phrases(self) -> Mapping[str, str]:
        """The phrases of the edition's language."""
        return words_in("games/midnight/words/sitting.toml", self.edition.language)

    def say(self, key: str, *filled: object) -> str:
        """A phrase with its gaps filled in."""
        return self.phrases[key].format(*filled)

    @cached_property
    def zone_names(self) -> Mapping[int, str]:
        """The names of the zones alone."""
        return {zone.number: label(zone.name, self.edition.language) for zone in self.edition.zones}

    def zone(self, number: int) -> str:
        """A zone by number and name."""
        return f"{number} {self.zone_names[number]}"

    def chair(self, seat: int) -> str:
        """The name of the player in a seat."""
        return self.chairs[seat].name

    @cached_property
    def _paths(self) -> Mapping[str, PlayPath]:
        return {path.name: path for path in self.book.paths()}

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

    @cached_property
    def questions(self) -> tuple[PlayQuestion, ...]:
        """The questions in the order of the board's elements."""
        return tuple(next(each for each in self.book.questions if each.key == key) for key in ELEMENTS)

    def option(self, element: int, option: int | None) -> str:
        """An answer as it is printed; empty for none."""
        if option is None:
            return ""
        value = self.table.mystery.options[element][option]
        return self.value(element, value)

    def value(self, element: int, value: str | None) -> str:
        """The same by its value."""
        return dict(self.questions[element].options).get(value or "", value or "")
