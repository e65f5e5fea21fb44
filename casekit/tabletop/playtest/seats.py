"""People's knowledge after each number of paragraphs: logs of a document as far as its texts are what they were."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from casekit.tabletop.playtest.identity import Identity
from casekit.tabletop.playtest.playtest_log import PlaytestLog


@dataclass(frozen=True)
class SharedGame:
    """A log beside the document as it is now.

    ``same`` are the paths whose text is unchanged. ``sure`` is how many paragraphs were read before the first one that is
    another now, all of them if none is; -1 if even the presentation was another.
    """

    log: PlaytestLog
    same: frozenset[str]
    sure: int

    @cached_property
    def read(self) -> tuple[str, ...]:
        """The paths that were read, in this order."""
        return tuple(each["path"] for each in self.log.content["read"])

    @property
    def is_whole(self) -> bool:
        """Whether it was played to its end, with nothing but texts that are unchanged."""
        return self.log.content["stage"] == "over" and self.sure == len(self.read)

    @property
    def players(self) -> int:
        """How many sat round the screen."""
        return int(self.log.content["players"])

    @property
    def at_table(self) -> int:
        """How many played: at a board simulated players, and people with logs of their own, sat there too."""
        return int(self.log.content.get("board", self.log.content)["players"])

    def pauses(self) -> Mapping[str, int]:
        """The seconds from each paragraph to the next."""
        read = self.log.content["read"]
        ends = [*(each["seconds"] for each in read[1:]), None]
        return {
            each["path"]: end - each["seconds"]
            for each, end in zip(read, ends, strict=True)
            if end is not None
        }


@dataclass(frozen=True)
class TesterSeat:
    """One of those who played a game, with the hypotheses written down while the texts were what they are now."""

    game: SharedGame
    seat: int

    @cached_property
    def written(self) -> Sequence[Mapping[str, Any]]:
        """The hypotheses, in this order."""
        return [
            each
            for each in self.game.log.content["hypotheses"]
            if each["seat"] == self.seat and each["read"] <= self.game.sure
        ]

    def first(self, element: str, read: int) -> str | None:
        """The first hypothesis after ``read`` paragraphs; ``None`` if there was none."""
        before = [each for each in self.written if each["read"] <= read]
        return _answer(before[-1], element)["first"] if before else None

    def is_known(self, read: int) -> bool:
        """Whether the log says what was believed after ``read`` paragraphs."""
        return read <= self.game.sure or self.game.is_whole

    def since(self, element: str, answer: str | None) -> int | None:
        """After how many paragraphs the right answer was written that stayed to the end; ``None`` if it was not."""
        found: int | None = None
        for each in self.written:
            right = answer is not None and _answer(each, element)["first"] == answer
            found = (each["read"] if found is None else found) if right else None
        return found

    def confidence(self, element: str) -> int | None:
        """How sure of the last first hypothesis, in percent."""
        last = self.written[-1] if self.written else None
        found: int | None = _answer(last, element)["confidence"] if last else None
        return found


def _answer(written: Mapping[str, Any], element: str) -> Mapping[str, Any]:
    nothing = {"first": None, "second": None, "confidence": None}
    return next((each for each in written["answers"] if each["element"] == element), nothing)


def shared_game(log: PlaytestLog, identity: Identity) -> SharedGame:
    """A log beside the document that it is a log of."""
    case = log.content["case"]
    same = frozenset(path for path, digest in identity.paths.items() if case["paths"].get(path) == digest)
    read = [each["path"] for each in log.content["read"]]
    changed = [place for place, path in enumerate(read) if path not in same]
    sure = -1 if case["given"] != identity.given else changed[0] if changed else len(read)
    return SharedGame(log, same, sure)


def seats_of(games: Sequence[SharedGame]) -> list[TesterSeat]:
    """Everybody who played some games."""
    return [TesterSeat(game, seat) for game in games for seat in range(game.players)]
