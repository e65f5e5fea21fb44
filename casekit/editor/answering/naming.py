"""Where a name is declared and used, and what a new name of it changes."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from casekit.diagnostics import Source
from casekit.editor.looking import View
from casekit.games.editions import cases_of
from casekit.language.document.tree import Heading
from casekit.language.formula.name_mentions import NameMention
from casekit.language.formula.scope import NAME
from casekit.language.reading import decode, read_bytes


def definitions(view: View, offset: int) -> tuple[NameMention, ...]:
    """Where the name at a place is declared in the document."""
    found = view.mention_at(offset)
    return tuple(each for each in mentions_of(view, found) if each.defines) if found else ()


def mentions_of(view: View, mention: NameMention | None) -> tuple[NameMention, ...]:
    """All mentions of what a name stands for."""
    return view.places_of.get(mention.key, ()) if mention else ()


@dataclass(frozen=True, slots=True)
class EditionPlace:
    """Where an edition's file has a name."""

    file: Path
    source: Source
    start: int
    end: int


def in_edition(view: View, mention: NameMention) -> EditionPlace | None:
    """Where the edition declares a name, if it does and has a file."""
    file = getattr(view.settings, "file", None)
    source = next((each for each in view.shelf.sources if file and Path(each.name) == Path(file)), None)
    if source is None or view.game.of_edition(mention, view.settings) is None:
        return None
    quoted = re.search(rf"""=[ \t]*["']({re.escape(mention.name)})["']""", source.text)
    return EditionPlace(Path(source.name), source, *quoted.span(1)) if quoted else None


def stated_in(view: View, mention: NameMention) -> tuple[Heading, ...]:
    """The headings of the paragraphs whose lines use a name."""
    found: dict[int, Heading] = {}
    for each in mentions_of(view, mention):
        block = view.block_at(each.start)
        if block is not None and not each.defines and not each.prose and each.start >= block.heading.end:
            found.setdefault(block.start, block.heading)
    return tuple(found.values())


# --- new names ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Renamed:
    """The changes for a new name: parts of the document, and of other files by their text; or why it cannot be given."""

    parts: tuple[tuple[int, int], ...] = ()
    elsewhere: tuple[tuple[Path, str, tuple[tuple[int, int], ...]], ...] = ()
    refusal: str = ""
    name: str = ""


def renamable(view: View, offset: int) -> tuple[NameMention | None, str]:
    """The name at a place, if it can have another one, or why not."""
    found = view.mention_at(offset)
    if found is None or found.kind == "field":
        return None, "there is no name here that can be changed"
    shared = view.game.of_edition(found, view.settings)
    if shared is not None:
        return (None, shared.refusal) if shared.refusal else (found, "")
    if not any(each.defines for each in mentions_of(view, found)):
        return None, f"`{found.name}` is not declared in this {view.game.dialect.noun}"
    return found, ""


def rename(view: View, offset: int, new: str) -> Renamed:
    """Give the name at a place another one."""
    found, refusal = renamable(view, offset)
    if found is None:
        return Renamed(refusal=refusal)
    if refusal := _unfit(view, found, new):
        return Renamed(refusal=refusal)
    parts = tuple((each.start, each.end) for each in mentions_of(view, found) if _spelled(view, each))
    elsewhere: tuple[tuple[Path, str, tuple[tuple[int, int], ...]], ...] = ()
    if view.game.of_edition(found, view.settings) is not None:
        elsewhere = tuple(_elsewhere(view, found.name))
    return Renamed(parts, elsewhere, name=found.name)


def _spelled(view: View, mention: NameMention) -> bool:
    """Whether the text has the name itself, rather than a number that stands for it."""
    return view.source.text[mention.start : mention.end] == mention.name


def _unfit(view: View, mention: NameMention, new: str) -> str:
    if NAME.fullmatch(new) is None:
        return f"`{new}` is not a name: begin with a letter, go on with letters, digits, `_` and `-`"
    scope = view.scope
    if scope is None or new == mention.name:
        return ""
    if new in scope.reserved:
        return f"`{new}` is a word of the language"
    taken = {*scope.names, *scope.sort_of_name, *scope.groups}
    variables = {each.name for each in view.mentions if each.kind == "variable"}
    if new in taken or new in variables:
        return f"`{new}` means something else already"
    return ""


def _elsewhere(view: View, name: str) -> Iterator[tuple[Path, str, tuple[tuple[int, int], ...]]]:
    """A name of the edition in the edition's file and in its other cases: every word that is the same."""
    file = Path(view.settings.file)
    texts = [(file, next((each.text for each in view.shelf.sources if Path(each.name) == file), ""))]
    for booklet in view.settings.booklets:
        for case in cases_of(booklet, file):
            data, _ = read_bytes(case, file.parent)
            if data is not None and case.resolve() != Path(view.source.name).resolve():
                texts.append((case, decode(data, case.name)[0].text))
    for path, text in texts:
        if parts := words_like(name, text):
            yield path, text, parts


def words_like(name: str, text: str) -> tuple[tuple[int, int], ...]:
    """Where a text has a name as a word of its own."""
    word = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")
    return tuple(match.span() for match in word.finditer(text))
