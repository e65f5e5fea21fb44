"""Settings of a user: the ``initializationOptions`` of the editor."""

from dataclasses import dataclass, fields
from typing import Any

_MOST_DELAY = 60_000


@dataclass(frozen=True)
class EditorSettings:
    """``deduction``: whether it is found out what follows; ``delay``: milliseconds after the last keystroke.

    ``inlays`` and ``lenses`` are shown unless they are switched off.
    """

    deduction: bool = True
    delay_ms: int = 300
    inlays: bool = True
    lenses: bool = True

    @property
    def delay(self) -> float:
        """The delay in seconds."""
        return self.delay_ms / 1000

    @classmethod
    def of(cls, options: Any) -> "EditorSettings":
        """Settings as an editor sends them; unknown ones, and those of another type, count as not set."""
        given = options if isinstance(options, dict) else {}
        named = {"delay": "delay_ms"}
        found: dict[str, Any] = {}
        for key, value in given.items():
            name = named.get(key, key)
            for field in fields(cls):
                if field.name == name and type(value) is type(field.default):
                    found[name] = value
        found["delay_ms"] = max(0, min(int(found.get("delay_ms", cls.delay_ms)), _MOST_DELAY))
        return cls(**found)
