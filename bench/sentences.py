"""Plain sentences from a small grammar (``sentences.toml``): prose to fill a page with, never twice the same."""

import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from random import Random

_GRAMMAR: dict[str, list[str]] = tomllib.loads(
    Path(__file__).with_name("sentences.toml").read_text(encoding="utf-8")
)
_SYMBOL = re.compile(r"\{(\w+)\}")


def pick(chance: Random, choices: Sequence[str]) -> str:
    """One of several texts, by that method of chance that stays the same in later versions of Python."""
    return choices[int(chance.random() * len(choices))]


class Teller:
    """Makes sentences of a kind: ``speech`` of a suspect, or about a ``place``."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._told: set[str] = set()

    def sentence(self, kind: str) -> str:
        """A sentence that was not told before."""
        while (sentence := self._expanded(f"{{{kind}}}")) in self._told:
            pass
        self._told.add(sentence)
        return sentence

    def sentences(self, kind: str, words: int) -> list[str]:
        """Sentences of so many words together, or a few more."""
        made: list[str] = []
        while sum(len(sentence.split()) for sentence in made) < words:
            made.append(self.sentence(kind))
        return made

    def _expanded(self, text: str) -> str:
        while _SYMBOL.search(text):
            text = _SYMBOL.sub(lambda symbol: pick(self._chance, _GRAMMAR[symbol[1]]), text)
        return text
