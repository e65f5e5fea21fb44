"""By what a document and its parts are known again in a log, whatever became of its lines of logic."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any

from casekit.tabletop.playtest.playbook import Playbook

_SHORT = 16

FORMAT, VERSION = "casekit-playtest", 1
"""The name of the format of logs, and its version."""


@dataclass(frozen=True)
class Identity:
    """Digests of what players of a document see.

    ``given`` is that of what they know from the start, ``paths`` those of the texts by path. ``whole`` is that of everything,
    the answers too.
    """

    book: Playbook

    @cached_property
    def given(self) -> str:
        """The digest of presentation, principles and answers to choose from."""
        options = [(each.key, [list(option) for option in each.options]) for each in self.book.questions]
        return _digest([self.book.given.prose, self.book.principles, options])[:_SHORT]

    @cached_property
    def paths(self) -> Mapping[str, str]:
        """The digests of the texts, by the name of each path."""
        return {path.name: _digest(self.book.texts[path.key].prose)[:_SHORT] for path in self.book.paths()}

    @cached_property
    def whole(self) -> str:
        """The digest of everything, 64 hexadecimal digits."""
        answers = [each.answer for each in self.book.questions]
        return _digest(
            [
                self.book.title,
                self.given,
                dict(self.paths),
                self.book.solution.prose,
                answers,
                self.book.language,
            ]
        )


def _digest(content: Any) -> str:
    return sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()
