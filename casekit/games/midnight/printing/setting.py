"""The words of pages and of the board game, with what an edition calls its board and pieces."""

import re
from collections.abc import Iterator
from dataclasses import asdict
from functools import cache
from typing import Any

from casekit.games.midnight.edition import Edition, Setting
from casekit.print.text.prose import label
from casekit.resources import Words, spoken, words

_SETTING = "games/midnight/words/setting.toml"
_GAP = re.compile(r"\{([A-Za-z_]+)\}")


def words_for(table: str, edition: Edition) -> Words:
    """The words of a table such as ``pages`` in the language of an edition, those of its setting filled in.

    ``{purser}`` in a text of the table is what the edition calls the purser, ``{Purser}`` the same at the beginning of a
    sentence, ``{purser_name}`` without its article; so with each key of ``words/setting.toml``. Other gaps stay.
    """
    return _filled(f"games/midnight/words/{table}.toml", edition.language, edition.setting)


@cache
def _filled(table: str, language: str, setting: Setting) -> Words:
    tongue = language.partition("-")[0].lower()
    tongue = tongue if tongue in spoken(table) else "en"
    terms = dict(_terms(words(_SETTING, tongue), setting, language))

    def filled(value: Any) -> Any:
        if isinstance(value, str):
            return _GAP.sub(lambda gap: terms[gap[1]], value)
        return {key: filled(each) for key, each in value.items()}

    return {key: filled(value) for key, value in words(table, tongue).items()}


def _terms(usual: Words, setting: Setting, language: str) -> Iterator[tuple[str, str]]:
    """The names that gaps may have, and the words that go there."""
    for key, own in asdict(setting).items():
        word = label(own, language) or usual[key]
        article = next((each for each in usual["articles"].split("|") if word.lower().startswith(each)), "")
        bare = word[len(article) :]
        yield key, word
        yield key.capitalize(), word[:1].upper() + word[1:]
        yield f"{key}_name", bare[:1].upper() + bare[1:]
