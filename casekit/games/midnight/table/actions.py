"""The actions of a detective: each is a kind and at most two numbers, so that programs of others can choose one."""

from dataclasses import dataclass
from enum import Enum


class Kind(Enum):
    """The kinds of actions, in the order of a game (rulebook, "Setup" to "End of the case").

    The text is what the action is called; numbers in brackets are its ``what`` and ``to``.
    """

    PLACE = "begin in zone"  # (zone)
    MOVE = "move to zone"  # (zone)
    INVESTIGATE = "read aloud"  # (path)
    STUDY = "read in private"  # (path)
    PUBLISH = "read it aloud after all"  # (path)
    KEEP = "keep it private"  # (path)
    EXTRACT = "extract"  # (path, seat of the detective who knows it)
    MOVE_PURSER = "move the purser to zone"  # (zone)
    TAKE_BUOY = "take a buoy"
    SPEND_BUOY = "spend a buoy"
    DONE = "end the actions"
    MOVE_SUSPECT = "move a suspect"  # (suspect, zone)
    STAY = "move no suspect"
    REVEAL = "make revelations"
    SILENT = "make no revelations"
    EXTEND = "agree to one more turn"
    STOP = "refuse one more turn"
    WRITE = "write a hypothesis"  # (element and hypothesis, option)


@dataclass(frozen=True, slots=True)
class Action:
    """An action. Paths, suspects, seats and options are called by their places, zones by their numbers.

    Of ``WRITE``, ``what`` is twice the element's place, plus one for the second hypothesis.
    """

    kind: Kind
    what: int = 0
    to: int = 0


def key_of(action: Action) -> str:
    """The key of an action, such as ``study-12`` or ``move_suspect-3-7``."""
    numbers = [action.what, action.to]
    while numbers and not numbers[-1]:
        numbers.pop()
    return "-".join([action.kind.name.lower(), *map(str, numbers)])


def action_of(key: str) -> Action:
    """The action of a key.

    Raises:
        ValueError: if it is the key of none.
    """
    name, *numbers = key.split("-")
    kind = next((kind for kind in Kind if kind.name.lower() == name), None)
    if kind is None or len(numbers) > 2 or not all(each.isascii() and each.isdecimal() for each in numbers):  # noqa: PLR2004 - an action has no more
        raise ValueError(f"`{key}` is not an action")
    action = Action(kind, *map(int, numbers))
    if key_of(action) != key:
        raise ValueError(f"`{key}` is not an action")
    return action
