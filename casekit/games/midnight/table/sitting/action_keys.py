"""Actions as texts that are the same in every process: of the kind and its numbers."""

from casekit.games.midnight.table.actions import Action, Kind


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
