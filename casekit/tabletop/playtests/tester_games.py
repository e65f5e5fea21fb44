"""Logs beside the documents that they are of as these are now: what was read, and what players believed."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any

from casekit.tabletop.playtests.playbook import Identity
from casekit.tabletop.playtests.playtest_logs import PlaytestLog
from casekit.values import frozen


@frozen
class SharedGame:
    """A log beside the document as it is now."""

    log: PlaytestLog
    """The log."""

    unchanged: frozenset[str]
    """The names of the paths whose text is what it was."""

    known_count: int
    """The number of paragraphs that were read before the first one whose text has changed.

    It is that of all of them if no text has changed, and -1 if the presentation has.
    """

    @cached_property
    def read(self) -> tuple[str, ...]:
        """The names of the paths that were read, in order."""
        return tuple(paragraph["path"] for paragraph in self.log.content["read"])

    @property
    def is_whole(self) -> bool:
        """Whether it was played to its end, with nothing but texts that have not changed."""
        return self.log.content["stage"] == "over" and self.known_count == len(self.read)

    @property
    def players(self) -> int:
        """The number of people round the screen."""
        return int(self.log.content["players"])

    @property
    def at_table(self) -> int:
        """The number of players: at a board also simulated ones, and people with logs of their own."""
        return int(self.log.content.get("board", self.log.content)["players"])

    def pauses(self) -> Mapping[str, int]:
        """The seconds from each paragraph to the next, by the name of its path."""
        paragraphs = self.log.content["read"]
        seconds_of_path: dict[str, int] = {}
        for paragraph, next_paragraph in pairwise(paragraphs):
            seconds_of_path[paragraph["path"]] = next_paragraph["seconds"] - paragraph["seconds"]
        return seconds_of_path


@frozen
class TesterSeat:
    """A player of a game."""

    game: SharedGame
    """The game."""

    seat: int
    """The seat, counted from 0."""

    @cached_property
    def written(self) -> Sequence[Mapping[str, Any]]:
        """The hypotheses that the player wrote before meeting a text that has changed, in order."""
        hypotheses = self.game.log.content["hypotheses"]
        of_player = [hypothesis for hypothesis in hypotheses if hypothesis["seat"] == self.seat]
        return [hypothesis for hypothesis in of_player if hypothesis["read"] <= self.game.known_count]

    def first(self, element: str, read: int) -> str | None:
        """The player's favourite answer to a question after ``read`` paragraphs, or ``None``."""
        hypotheses = [hypothesis for hypothesis in self.written if hypothesis["read"] <= read]
        return _answer(hypotheses[-1], element)["first"] if hypotheses else None

    def is_known(self, read: int) -> bool:
        """Whether the log says what was believed after ``read`` paragraphs."""
        return read <= self.game.known_count or self.game.is_whole

    def since(self, element: str, answer: str | None) -> int | None:
        """The number of paragraphs after which the right answer to a question was written for good.

        ``None`` if it was not the player's favourite in the end.

        Args:
            element: the question.
            answer: the right answer; ``None`` if there is none.
        """
        paragraph_count: int | None = None
        for hypothesis in self.written:
            if answer is None or _answer(hypothesis, element)["first"] != answer:
                paragraph_count = None
            elif paragraph_count is None:
                paragraph_count = hypothesis["read"]
        return paragraph_count

    def confidence(self, element: str) -> int | None:
        """The player's confidence in the favourite answer in the end, in percent."""
        return _answer(self.written[-1], element)["confidence"] if self.written else None


def _answer(hypothesis: Mapping[str, Any], element: str) -> Mapping[str, Any]:
    """The part of a hypothesis that answers a question, with the fields of the schema of logs."""
    no_answer = {"first": None, "second": None, "confidence": None}
    return next((answer for answer in hypothesis["answers"] if answer["element"] == element), no_answer)


def shared_game(log: PlaytestLog, identity: Identity) -> SharedGame:
    """A log beside the document that it is a log of."""
    case = log.content["case"]
    unchanged = frozenset(
        path for path, digest in identity.paths.items() if case["paths"].get(path) == digest
    )
    paths_read = [paragraph["path"] for paragraph in log.content["read"]]
    if case["given"] != identity.given:
        return SharedGame(log, unchanged, -1)
    known_count = len(paths_read)
    for index, path in enumerate(paths_read):
        if path not in unchanged:
            known_count = index
            break
    return SharedGame(log, unchanged, known_count)


def seats_of(games: Sequence[SharedGame]) -> list[TesterSeat]:
    """Everybody who played some games."""
    seats: list[TesterSeat] = []
    for game in games:
        seats += [TesterSeat(game, seat) for seat in range(game.players)]
    return seats
