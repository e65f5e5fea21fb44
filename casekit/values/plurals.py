"""Numbers of things, in words."""


def counted(count: int, noun: str) -> str:
    """A number of things, each called by a noun: ``1 page``, ``2 pages``."""
    return f"{count} {noun}{'' if count == 1 else 's'}"
