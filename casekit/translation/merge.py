"""Cases and editions with the texts of another language: the same logic, names and files."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any

from casekit.language.document.tree import Comment, SyntaxTree
from casekit.translation.originals import SettingsFile
from casekit.translation.texts import Text, Visit


def mark(language: str) -> str:
    """How the first line of every merged file begins: what begins so is written over by the next merge."""
    return f"Made by `casekit translate merge {language}`"


def merged_case(
    document: SyntaxTree,
    walk: Callable[[SyntaxTree, Visit], SyntaxTree],
    translations: Mapping[str, str],
    language: str,
) -> SyntaxTree:
    """A case in another language; ``walk`` replaces its texts."""
    translated = walk(document, _lookup(translations))
    first = Comment(_first_line(language, "the catalogue"))
    return replace(translated, header=(first, *translated.header))


def merged_edition(
    file: SettingsFile,
    translations: Mapping[str, str],
    language: str,
    cases: Collection[str] | None,
    leading: Collection[str],
) -> str:
    """An edition file's text in another language.

    Args:
        file: the file.
        translations: the translation of each text, by context.
        language: the tag of the language.
        cases: the cases that stay in the booklets; ``None`` to leave out all keys that lead to other files.
        leading: those keys.
    """
    content = _merged(file, translations)
    content["language"] = language
    if cases is None:
        for key in set(leading) & set(content):
            del content[key]
    else:
        _choose(content, cases)
    return _written(content, language)


def merged_settings(file: SettingsFile, translations: Mapping[str, str], language: str) -> str:
    """The text of another file of an edition in another language."""
    return _written(_merged(file, translations), language)


def _merged(file: SettingsFile, translations: Mapping[str, str]) -> Any:
    import tomlkit  # noqa: PLC0415 -- loaded only where TOML is written

    content = tomlkit.parse(file.source.text)
    file.walk(content, file.source, _lookup(translations))
    return content


def _lookup(translations: Mapping[str, str]) -> Visit:
    def visit(text: Text) -> str:
        return translations.get(text.context, text.source)

    return visit


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
