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
"""The folder beside ``edition.toml`` with files of situations that its writers add."""

TRANSLATIONS = Path(__file__).parent / "translations"
_BUILT_IN_FILES = Path(__file__).parent / "library"

_QUOTED = re.compile(r'"([^"]*)"')


@frozen(slots=True)
class ClueForm:
    """A form of clues, with names such as ``$X`` in its texts."""

    line: str
    """Its logic."""

    sentence: str
    """What the paragraph must carry."""

    teller: Teller = "self"

    topic: str = ""
    """The topic on which the teller is asked."""

    at: tuple[str, ...] = ()
    """Slugs of locations where it can be found, the likeliest first."""

    hint: str = ""
    """A formula that the paragraph suggests, too."""

    kinds: tuple[str, ...] = ()
    """The kinds of situations that it is for, if it belongs to no situation."""

    together: bool = False
    """Whether it is only about those who were with others."""

    alone: bool = False
    """Whether it is only about those who were alone."""

    holders_only: bool = False
    """Whether it is only about those who share the property of the situation."""

    strong: bool = False
    """Whether it says much at once."""

    weak: bool = False
    """Whether it says little."""


@frozen(slots=True)
class Situation:
    """Something that can have been so."""

    kind: Kind
    slug: str

    facts: tuple[str, ...] = ()
    """Declarations of its facts."""

    shared: str = ""
    """The fact that some suspects share."""

    needs: str = ""
    """The formula that the presentation states of the culprit."""

    presentation: str = ""
    """What the presentation says of the culprit, in words."""

    lie: str = ""
    """The words with which the culprit denies it."""

    label: str = ""
    """What a motive or method is called."""

    law: str = ""
    """The rule of a motive or method."""

    denial: str = ""
    """Why it was not so."""

    denial_fact: str = ""
    """The fact that denies it, if it is not the first of ``facts``."""

    against: str = ""
    """The culprit that it excludes: ``nobody`` or ``victim``."""

    clues: tuple[ClueForm, ...] = ()

    lies: tuple[ClueForm, ...] = ()
    """The forms of the culprit's lies about it."""

    catches: tuple[ClueForm, ...] = ()
    """The forms of clues that give such a lie away."""

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

    def joined_with(self, other: "Library") -> "Library":
        """This library and another; situations of the other replace those of the same name."""
        other_slugs = {situation.slug for situation in other.situations}
        own = tuple(situation for situation in self.situations if situation.slug not in other_slugs)
        return Library((*own, *other.situations), (*self.clues, *other.clues))


@cache
def built_in() -> Library:
    """The library that comes with casekit."""
    library = Library(())
    for file in sorted(_BUILT_IN_FILES.glob("*.toml")):
        library = library.joined_with(_library(tomllib.loads(file.read_text(encoding="utf-8"))))
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
            library = library.joined_with(added)
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


def library_in(library: Library, language: str) -> Library:
    """A library with its sentences in a language, by its tag; English ones if it is not known."""
    file = TRANSLATIONS / f"{language.partition('-')[0].casefold()}.toml"
    if not file.is_file():
        return library
    translations: Mapping[str, str] = tomllib.loads(file.read_text(encoding="utf-8"))["sentences"]

    def translate(english: str) -> str:
        return translations.get(english, english)

    return Library(
        tuple(_situation_in(situation, translate) for situation in library.situations),
        tuple(_form_in(form, translate) for form in library.clues),
    )


def _situation_in(situation: Situation, translate: Callable[[str], str]) -> Situation:
    return replace(
        situation,
        facts=tuple(_QUOTED.sub(lambda match: f'"{translate(match[1])}"', fact) for fact in situation.facts),
        presentation=translate(situation.presentation),
        lie=translate(situation.lie),
        label=translate(situation.label),
        denial=translate(situation.denial),
        clues=tuple(_form_in(form, translate) for form in situation.clues),
        lies=tuple(_form_in(form, translate) for form in situation.lies),
        catches=tuple(_form_in(form, translate) for form in situation.catches),
    )


def _form_in(form: ClueForm, translate: Callable[[str], str]) -> ClueForm:
    return replace(form, sentence=translate(form.sentence))
