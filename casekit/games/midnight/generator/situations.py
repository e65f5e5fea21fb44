"""The library of situations: the parts of plots, read from files that a writer can add to.

A situation is something that can have been so (who was where, who had or knew what, why and how it was done,
what speaks against an accident), with the clues that speak of it. In their lines and sentences ``$X`` is whom
a clue is about and ``$Y`` its teller; ``docs/skeletons.md`` has all of these names. ``translations`` has the
sentences in other languages.
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal

from casekit.diagnostics import Finding, Source
from casekit.games.midnight import codes
from casekit.language.data.toml import MalformedError, only_keys, read_shaped, tables
from casekit.language.source_files import decode, read_bytes
from casekit.resources import Words, words
from casekit.values import frozen, replace

Kind = Literal["where", "had", "knew", "why", "how", "end"]
"""The subject of a situation: place, thing, knowledge, motive, method, what excludes accident or suicide."""


Teller = Literal[
    "self",
    "company",
    "acquaintance",
    "anybody",
    "cabin",
    "room",
    "empty room",
    "corridor",
    "place",
    "claimed company",
    "claimed room",
]
"""The teller of a clue, or the place where it is found: always somebody, or a place, that can know it."""


SCHEMA = "schemas/situations.schema.json"
FOLDER = "situations"
"""Beside ``edition.toml``: files of situations that its writers add."""

_LIBRARY = Path(__file__).parent / "library"


@frozen(slots=True)
class ClueForm:
    """A form of clues.

    ``line`` is its logic and ``sentence`` what the paragraph must carry. ``at`` are slugs of locations, the
    likeliest first. Some forms are for those alone who were ``together`` with others or ``alone``, or who are
    ``holders_only``. A ``strong`` clue says much at once, a ``weak`` one little.
    """

    line: str
    sentence: str
    teller: Teller = "self"
    topic: str = ""
    at: tuple[str, ...] = ()
    hint: str = ""
    kinds: tuple[str, ...] = ()
    together: bool = False
    alone: bool = False
    holders_only: bool = False
    strong: bool = False
    weak: bool = False


@frozen(slots=True)
class Situation:
    """Something that can have been so.

    ``facts`` are declarations; ``shared`` is the fact that some suspects share, ``needs`` what the
    presentation says of the culprit. A motive or method has a ``label`` and a ``law``. ``denial`` says why it
    was not so, and ``against`` what it speaks against.
    """

    kind: Kind
    slug: str
    facts: tuple[str, ...] = ()
    shared: str = ""
    needs: str = ""
    presentation: str = ""
    lie: str = ""
    label: str = ""
    law: str = ""
    denial: str = ""
    denial_fact: str = ""
    against: str = ""
    clues: tuple[ClueForm, ...] = ()
    lies: tuple[ClueForm, ...] = ()
    catches: tuple[ClueForm, ...] = ()

    @property
    def fact(self) -> str:
        """The fact that denies it, if it is one that has no suspect in it."""
        return self.denial_fact or self.facts[0].split()[0]


@frozen(slots=True)
class Library:
    """All situations, and the forms of clues for each kind of them."""

    situations: tuple[Situation, ...]
    clues: tuple[ClueForm, ...] = ()

    def of_kind(self, kind: Kind) -> tuple[Situation, ...]:
        """The situations of a kind, in the order of the files."""
        return tuple(situation for situation in self.situations if situation.kind == kind)

    def with_(self, other: "Library") -> "Library":
        """This library and another; situations of the other replace those of the same name."""
        replaced = {situation.slug for situation in other.situations}
        kept = tuple(situation for situation in self.situations if situation.slug not in replaced)
        return Library((*kept, *other.situations), (*self.clues, *other.clues))


@cache
def built_in() -> Library:
    """The library that comes with casekit."""
    library = Library(())
    for file in sorted(_LIBRARY.glob("*.toml")):
        library = library.with_(_library(tomllib.loads(file.read_text(encoding="utf-8"))))
    return library


def library_of(
    edition_file: Path | None,
) -> tuple[Library | None, tuple[Finding, ...], tuple[Source, ...]]:
    """The library for an edition: the built-in one and the files beside the edition.

    Returns:
        The library, or ``None`` if a file cannot be used; what is wrong; and the texts of the files.
    """
    library = built_in()
    problems: list[Finding] = []
    sources: list[Source] = []
    folder = None if edition_file is None else edition_file.parent / FOLDER
    if folder is None or not folder.is_dir():
        return library, (), ()
    for file in sorted(folder.glob("*.toml")):
        data, unread = read_bytes(file, folder.parent)
        if data is None:
            problems.extend(unread)
            continue
        source, undecoded = decode(data, file.as_posix())
        sources.append(source)
        if undecoded:
            problems.extend(undecoded)
            continue
        added, malformed = read_shaped(source, codes.INVALID_SITUATION, SCHEMA, _library)
        problems.extend(malformed)
        if added is not None:
            library = library.with_(added)
    return (None if problems else library), tuple(problems), tuple(sources)


def _library(content: Mapping[str, Any]) -> Library:
    only_keys(content, frozenset(("situations", "clues")))
    situations = tables(content, "situations", Situation, least=0)
    library = Library(situations, tables(content, "clues", ClueForm, least=0))
    for situation in situations:
        _refuse_incomplete(situation)
    forms = [*library.clues]
    for situation in situations:
        forms += (*situation.clues, *situation.lies, *situation.catches)
    if not all(form.line and form.sentence for form in forms):
        raise MalformedError("a clue needs a line and a sentence")
    return library


def _refuse_incomplete(situation: Situation) -> None:
    """Raise a ``MalformedError`` if a situation has not all that its kind needs."""
    slug = situation.slug
    if not (slug and situation.facts):
        raise MalformedError(f"the situation `{slug}` needs a slug, and declares facts")
    if situation.kind in {"why", "how"} and not (situation.label and situation.law):
        raise MalformedError(f"the situation `{slug}` needs a label and a law")
    if situation.kind in {"had", "knew", "why"} and not situation.shared:
        raise MalformedError(f"the situation `{slug}` needs a fact that is `shared`")


def sentences_in(language: str) -> Words:
    """The sentences of skeletons that no situation brings."""
    return words("games/midnight/words/skeletons.toml", language)


TRANSLATIONS = Path(__file__).parent / "translations"

_QUOTED = re.compile(r'"([^"]*)"')


def library_in(library: Library, language: str) -> Library:
    """A library with its sentences in a language, by its tag; English ones, where it is not known."""
    file = TRANSLATIONS / f"{language.partition('-')[0].casefold()}.toml"
    if not file.is_file():
        return library
    known: Mapping[str, str] = tomllib.loads(file.read_text(encoding="utf-8"))["sentences"]

    def say(english: str) -> str:
        return known.get(english, english)

    return Library(
        tuple(_situation_in(situation, say) for situation in library.situations),
        tuple(_form_in(form, say) for form in library.clues),
    )


def _situation_in(situation: Situation, say: Callable[[str], str]) -> Situation:
    return replace(
        situation,
        facts=tuple(_QUOTED.sub(lambda match: f'"{say(match[1])}"', fact) for fact in situation.facts),
        presentation=say(situation.presentation),
        lie=say(situation.lie),
        label=say(situation.label),
        denial=say(situation.denial),
        clues=tuple(_form_in(form, say) for form in situation.clues),
        lies=tuple(_form_in(form, say) for form in situation.lies),
        catches=tuple(_form_in(form, say) for form in situation.catches),
    )


def _form_in(form: ClueForm, say: Callable[[str], str]) -> ClueForm:
    return replace(form, sentence=say(form.sentence))
