"""Thresholds that a simulation is held to, such as ``score, near, 4 players >= 60``."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

_GATE = re.compile(r"(?P<what>[^<>=]+?)\s*(?P<sign>>=|<=)\s*(?P<limit>\d+(?:\.\d+)?)")
_PLAYERS = re.compile(r"(\d) players")


class UnknownGateError(ValueError):
    """A text is not a threshold; the message says what it may be."""


@dataclass(frozen=True)
class Gate:
    """A threshold for the groups of some readers and some number of players, all if none is named."""

    text: str
    measure: str
    readers: tuple[str, ...]
    players: int | None
    least: bool
    limit: float

    def concerns(self, group: Mapping[str, Any]) -> bool:
        """Whether it is about a group."""
        words = set(re.split(r"[/ +]+", group["reader"])) | {group["reader"]}
        return self.players in (None, group["players"]) and set(self.readers) <= words

    def met(self, value: float) -> bool:
        """Whether a figure is on the right side."""
        return value >= self.limit if self.least else value <= self.limit


def gate(text: str, measures: Mapping[str, str]) -> Gate:
    """The threshold that a text writes; ``measures`` are what can have one, with the member of the figures.

    Raises:
        UnknownGateError: if it does not write one.
    """
    found = _GATE.fullmatch(text.strip())
    words = [word.strip() for word in found["what"].split(",")] if found else [""]
    if not found or words[0] not in measures:
        known, first = ", ".join(measures), next(iter(measures))
        raise UnknownGateError(
            f"`{text}` is not a threshold: write one as in `{first}, 4 players >= 0.6`, with one of {known}"
        )
    numbers = [int(match[1]) for word in words[1:] if (match := _PLAYERS.fullmatch(word))]
    readers = tuple(word for word in words[1:] if not _PLAYERS.fullmatch(word))
    return Gate(
        text.strip(),
        measures[words[0]],
        readers,
        numbers[0] if numbers else None,
        found["sign"] == ">=",
        float(found["limit"]),
    )


def missed(gates: Sequence[Gate], groups: Sequence[Mapping[str, Any]]) -> list[tuple[Gate, str]]:
    """The thresholds that are not met, each with what was found instead."""
    found = []
    for each in gates:
        concerned = [group for group in groups if each.concerns(group)]
        if not concerned:
            found.append((each, "there are no such tables in this simulation"))
        for group in concerned:
            value = group[each.measure]
            if not each.met(value):
                found.append((each, f"{group['reader']}, {group['players']} players: {value:g}"))
    return found
