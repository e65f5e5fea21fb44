"""The words of pages and of the board game, with what an edition calls its board and pieces."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeVar

from casekit.diagnostics import Finding, Prose, Span
from casekit.games.midnight.document import SETTING, AnswerOption, Case, CaseParagraph, CasePassage, Edition
from casekit.games.midnight.language.pictures import named_picture
from casekit.print.content.artwork import Picture
from casekit.resources import Words, words, words_by_language
from casekit.values import replace

_SETTING = "games/midnight/words/setting.toml"
_GAP = re.compile(r"\{([A-Za-z_]+)\}")


def words_for(table: str, edition: Edition) -> Words:
    """The words of a table such as ``pages`` in the language of an edition, those of its setting filled in.

    ``{purser}`` in a text of the table is what the edition calls the purser, ``{Purser}`` the same at the
    beginning of a sentence, ``{purser_name}`` without its article; so with each key of
    ``words/setting.toml``. Other gaps stay.
    """
    return _words_with_setting(
        f"games/midnight/words/{table}.toml", edition.language, tuple(edition.setting.items())
    )


@cache
def _words_with_setting(table: str, language: str, setting: tuple[tuple[str, str], ...]) -> Words:
    tongue = language.partition("-")[0].lower()
    if tongue not in words_by_language(table):
        tongue = "en"
    terms = dict(_terms(words(_SETTING, tongue), dict(setting), language))

    def filled(value: Any) -> Any:
        if isinstance(value, str):
            return _GAP.sub(lambda gap: terms[gap[1]], value)
        return {key: filled(inner) for key, inner in value.items()}

    return {key: filled(value) for key, value in words(table, tongue).items()}


def _terms(usual: Words, setting: Mapping[str, str], language: str) -> Iterator[tuple[str, str]]:
    """The names that gaps may have, and the words that go there."""
    from casekit.prose.markup import typographic  # noqa: PLC0415 - checks look at pictures and print nothing

    for key in SETTING:
        word = typographic(setting.get(key, ""), language) or usual[key]
        articles = usual["articles"].split("|")
        article = next((article for article in articles if word.lower().startswith(article)), "")
        bare = word[len(article) :]
        yield key, word
        yield key.capitalize(), word[:1].upper() + word[1:]
        yield f"{key}_name", bare[:1].upper() + bare[1:]


PictureKey = Literal["illustration", "emblem"]
"""The header fields that name a picture."""


def picture_of(
    case: Case, key: PictureKey, number: int = 1, *, tried: bool = False
) -> tuple[Picture | None, tuple[Finding, ...]]:
    """A picture of a case, or else its edition's for the case of a ``number``, and what is wrong with it.

    There is none if none is named that can be printed. The name is seen from the folder of the edition, or
    from that of the case if its edition has no file. A picture that was ``tried`` before, in the checks, is
    not tried again.
    """
    name = case.illustration if key == "illustration" else case.emblem
    if not name:
        return _shared(case.edition, key, number), ()
    root = (case.edition.file or Path(case.source.name)).parent
    return named_picture(name, key, root, case.field_span(key), tried=tried)


def _shared(edition: Edition, key: PictureKey, number: int) -> Picture | None:
    names = (edition.drawings.scene,) if key == "illustration" else edition.drawings.emblems
    return drawing_of(edition, names[(number - 1) % len(names)]) if names else None


def drawing_of(edition: Edition, name: str) -> Picture | None:
    """A picture that an edition names among its ``drawings``; ``None`` for no name.

    It was tried when the edition was read.
    """
    root = (edition.file or Path()).parent
    return named_picture(name, "drawing", root, Span(str(root)), tried=True)[0]


Passage = TypeVar("Passage", bound=CasePassage)

StandIn = Callable[[str], str]
"""From the name of what is missing to the text in its place."""


def filled_in(case: Case, stand_in: StandIn) -> Case:
    """A case that has a text for every path, a presentation, a solution and answers.

    It is for the eyes of its writer alone. A picture that cannot be printed is left out.
    """
    paragraphs = [_with_text(paragraph, paragraph.name, stand_in) for paragraph in case.paragraphs]
    missing = [path for path in case.edition.paths if path not in case.paragraph_of]
    paragraphs += [CaseParagraph((Prose(stand_in(str(path))),), paths=(path,)) for path in missing]
    return replace(
        case,
        presentation=_with_text(case.presentation, "presentation", stand_in),
        paragraphs=tuple(paragraphs),
        solution=_with_text(case.solution, "solution", stand_in),
        motives=case.motives or (AnswerOption("", stand_in("motive")),),
        methods=case.methods or (AnswerOption("", stand_in("method")),),
        illustration="" if picture_of(case, "illustration")[1] else case.illustration,
        emblem="" if picture_of(case, "emblem")[1] else case.emblem,
    )


def _with_text(passage: Passage, name: str, stand_in: StandIn) -> Passage:
    return passage if passage.prose else replace(passage, prose=(Prose(stand_in(name)),))


def assets(case: Case) -> tuple[Path, ...]:
    """The files that a case needs: its pictures, and the event cards and drawings of its edition."""
    edition = case.edition
    root = (edition.file or Path(case.source.name)).parent
    of_edition = (edition.deck, *(name for _, name in edition.drawings.named)) if edition.file else ()
    return tuple(root / name for name in (*case.pictures, *filter(None, of_edition)))
