"""How a game is played, by simulated players and by people (``casekit.games.game``)."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from casekit.asking.interrogation import Answered, Json, Told
from casekit.diagnostics import Diagnostic

if TYPE_CHECKING:
    from casekit.asking.playing.match import Host
    from casekit.asking.playtest.playbook import Playbook
    from casekit.asking.playtest.seats import SharedGame
    from casekit.system.spreading import Workplace


@dataclass(frozen=True)
class TablesWanted:
    """The games that are to be simulated: ``tables`` for each number of ``players``.

    ``where`` says on which machines they are played. ``readers`` and ``gates`` are texts in the words of the game, readers
    none for its usual ones. ``against`` are earlier answers by title. ``people`` are games of testers, which are told of
    beside the simulated ones.
    """

    tables: int
    players: tuple[int, ...]
    seed: int
    where: "Workplace"
    readers: str = ""
    gates: tuple[str, ...] = ()
    against: Mapping[str, Json] = field(default_factory=dict)
    people: "tuple[SharedGame, ...]" = ()


class Tabletop(ABC):
    """How a game is played at simulated tables."""

    @abstractmethod
    def understood(self, wanted: TablesWanted) -> None:
        """See that readers and gates mean something.

        Raises:
            ValueError: if not; the message says what they may be.
        """

    @abstractmethod
    def simulate(
        self, interrogation: Any, wanted: TablesWanted, step: Callable[[int], None]
    ) -> "Answered[Told]":
        """Play a document, and say what came of it; ``step`` is called with the number of tables done now and then.

        Raises:
            OutOfBudgetError: if a question of a reader is too hard.
            SpreadingError: if it cannot be played where it is wanted.
        """

    @abstractmethod
    def page(self, simulated: Sequence[Any], findings: Iterable[Diagnostic]) -> str:
        """What came of several documents, as an HTML page."""

    @abstractmethod
    def playbook(self, document: Any) -> "Playbook":
        """What people need to play a document at a screen."""

    @abstractmethod
    def host(self, interrogation: Any) -> "Answered[Host]":
        """A document that is ready for whole games of people, or why it cannot be played.

        Raises:
            OutOfBudgetError: if a question of a simulated player is too hard.
        """
