"""The sentences of skeletons in other languages: a file for each, in which English sentences have their translations."""

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from casekit.games.midnight.skeletons.situations import ClueForm, Library, Situation

Say = Callable[[str], str]
"""An English sentence in the language of an edition; what has no translation stays as it is."""

TRANSLATIONS = Path(__file__).parent / "translations"

_QUOTED = re.compile(r'"([^"]*)"')


def say_in(language: str) -> Say:
    """The sentences of a language, by its tag; English ones, where it is not known."""
    known = _sentences(language.partition("-")[0].casefold())
    return lambda english: known.get(english, english)


@cache
def _sentences(base: str) -> Mapping[str, str]:
    files = {file.stem: file for file in TRANSLATIONS.glob("*.toml")}
    if base not in files:
        return {}
    content: Mapping[str, str] = tomllib.loads(files[base].read_text(encoding="utf-8"))["sentences"]
    return content


def library_in(library: Library, language: str) -> Library:
    """A library with its sentences in a language, by its tag."""
    say = say_in(language)
    return Library(
        tuple(_situation(each, say) for each in library.situations),
        tuple(_form(form, say) for form in library.clues),
    )


def _situation(situation: Situation, say: Say) -> Situation:
    return replace(
        situation,
        facts=tuple(_QUOTED.sub(lambda match: f'"{say(match[1])}"', fact) for fact in situation.facts),
        presentation=say(situation.presentation),
        lie=say(situation.lie),
        label=say(situation.label),
        denial=say(situation.denial),
        clues=tuple(_form(form, say) for form in situation.clues),
        lies=tuple(_form(form, say) for form in situation.lies),
        catches=tuple(_form(form, say) for form in situation.catches),
    )


def _form(form: ClueForm, say: Say) -> ClueForm:
    return replace(form, sentence=say(form.sentence))
