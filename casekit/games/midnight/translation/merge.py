"""Cases and editions with the texts of another language: the same logic, names and files."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from casekit.diagnostics import Source
from casekit.games.midnight.edition import Edition
from casekit.games.midnight.translation.edition_texts import walk_deck, walk_edition
from casekit.games.midnight.translation.texts import Text, Visit, walk_case
from casekit.language.document.tree import Comment, SyntaxTree


def mark(language: str) -> str:
    """How the first line of every merged file begins: what begins so is written over by the next merge."""
    return f"Made by `casekit translate merge {language}`"


def merged_case(
    document: SyntaxTree, edition: Edition, translations: Mapping[str, str], language: str
) -> SyntaxTree:
    """A case in another language."""
    translated = walk_case(document, edition, _lookup(translations))
    first = Comment(_first_line(language, "the catalogue"))
    return replace(translated, header=(first, *translated.header))


def merged_edition(
    source: Source,
    translations: Mapping[str, str],
    language: str,
    cases: Collection[str] | None,
) -> str:
    """An edition file's text in another language.

    Args:
        source: the file.
        translations: the translation of each text, by context.
        language: the tag of the language.
        cases: the cases that stay in the booklets; ``None`` to leave out booklets and deck altogether.
    """
    content = _read(source)
    walk_edition(content, source, _lookup(translations))
    content["language"] = language
    if cases is None:
        for key in {"booklets", "deck"} & set(content):
            del content[key]
    else:
        _choose(content, cases)
    return _written(content, language)


def merged_deck(source: Source, translations: Mapping[str, str], language: str) -> str:
    """A deck file's text in another language."""
    content = _read(source)
    walk_deck(content, source, _lookup(translations))
    return _written(content, language)


def _lookup(translations: Mapping[str, str]) -> Visit:
    def visit(text: Text) -> str:
        return translations.get(text.context, text.source)

    return visit


def _read(source: Source) -> Any:
    import tomlkit  # noqa: PLC0415 -- loaded only where TOML is written

    return tomlkit.parse(source.text)


def _written(content: Any, language: str) -> str:
    import tomlkit  # noqa: PLC0415 -- likewise

    return f"# {_first_line(language, 'edition.po')}\n{tomlkit.dumps(content)}"


def _first_line(language: str, where: str) -> str:
    return f"{mark(language)}: change {where} instead."


def _choose(content: Any, cases: Collection[str]) -> None:
    """Leave the booklets only these cases, and the edition only booklets that have some."""
    if "booklets" not in content:
        return
    for booklet in content["booklets"]:
        kept = [str(case) for case in booklet.get("cases", []) if case in cases]
        if kept != list(booklet.get("cases", [])):
            booklet["cases"] = kept
    for index in reversed(range(len(content["booklets"]))):
        if not content["booklets"][index].get("cases"):
            del content["booklets"][index]
    if not content["booklets"]:
        del content["booklets"]
