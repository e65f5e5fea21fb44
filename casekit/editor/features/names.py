"""The name at a place: where it is declared and used, how it is renamed, what is shown of it."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from casekit.diagnostics import Source, catalogue
from casekit.editor.document_state import DocumentState
from casekit.kit import code_registry, editions
from casekit.language.completions import NameMention
from casekit.language.formula.nodes import JUST_BEFORE, NAME, Scope, reserved_words
from casekit.language.source_files import decode, read_bytes
from casekit.language.syntax import canonical_form, dialect


def mentions_of(state: DocumentState, mention: NameMention | None) -> Sequence[NameMention]:
    """All mentions of what a name stands for."""
    return state.places_of.get(mention.key, ()) if mention else ()


def in_edition(state: DocumentState, mention: NameMention) -> tuple[Source, tuple[int, int]] | None:
    """The file of the edition and where it declares a name, if it does and has a file."""
    file = getattr(state.settings, "file", None)
    source = next((each for each in state.edition.sources if file and Path(each.name) == Path(file)), None)
    if source is None or state.game.authoring.describe_name(mention, state.settings) is None:
        return None
    quoted = re.search(rf"""=[ \t]*["']({re.escape(mention.name)})["']""", source.text)
    return (source, quoted.span(1)) if quoted else None


def stated_in(state: DocumentState, mention: NameMention) -> tuple[dialect.Heading, ...]:
    """The headings of the paragraphs whose lines use a name."""
    headings: dict[int, dialect.Heading] = {}
    for other in mentions_of(state, mention):
        block = state.block_at(other.start)
        if block is not None and not other.defines and not other.prose and other.start >= block.heading.end:
            headings.setdefault(block.start, block.heading)
    return tuple(headings.values())


# --- new names ---------------------------------------------------------------------------------------


def renamable(state: DocumentState, offset: int, new: str | None = None) -> tuple[NameMention | None, str]:
    """The name at a place, if it can have another one, and this ``new`` one if it is given; or why not."""
    mention = state.mention_at(offset)
    if mention is None or mention.kind == "field":
        return None, "there is no name here that can be changed"
    shared = state.game.authoring.describe_name(mention, state.settings)
    if shared is not None and shared.refusal:
        return None, shared.refusal
    if shared is None and not any(each.defines for each in mentions_of(state, mention)):
        return None, f"`{mention.name}` is not declared in this {state.game.dialect.noun}"
    refusal = "" if new is None else _unfit(state, mention, new)
    return None if refusal else mention, refusal


def _unfit(state: DocumentState, mention: NameMention, new: str) -> str:
    if NAME.fullmatch(new) is None:
        return f"`{new}` is not a name: begin with a letter, go on with letters, digits, `_` and `-`"
    scope = state.scope
    if scope is None or new == mention.name:
        return ""
    if new in scope.reserved:
        return f"`{new}` is a word of the language; no name may be one of {reserved_words(scope.reserved)}"
    taken = {*scope.names, *scope.sort_of_name, *scope.groups}
    variables = {each.name for each in state.mentions if each.kind == "variable"}
    if new in taken or new in variables:
        return f"`{new}` means something else already"
    return ""


def spelled(state: DocumentState, mention: NameMention) -> Sequence[tuple[int, int]]:
    """The places of a name that are spelled like it: a number may mean it."""
    places = ((other.start, other.end) for other in mentions_of(state, mention))
    return [place for place in places if state.source.text[slice(*place)] == mention.name]


def elsewhere(state: DocumentState, mention: NameMention) -> Iterator[tuple[Path, str]]:
    """The file of the edition and its other cases that have a word like a name of the edition."""
    if state.game.authoring.describe_name(mention, state.settings) is None:
        return
    file = Path(state.settings.file)
    texts = [(file, next((each.text for each in state.edition.sources if Path(each.name) == file), ""))]
    for booklet in state.settings.booklets:
        for case in editions.cases_of(booklet, file):
            data, _ = read_bytes(case, file.parent)
            if data is not None and case.resolve() != Path(state.source.name).resolve():
                texts.append((case, decode(data, case.name)[0].text))
    yield from ((path, text) for path, text in texts if words_like(mention.name, text))


def words_like(name: str, text: str) -> tuple[tuple[int, int], ...]:
    """Where a text has a name as a word of its own."""
    word = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")
    return tuple(match.span() for match in word.finditer(text))


_WORD = re.compile(r"[^\W_](?:[\w-]*\w)?|\d{1,2}:\d{2}")
_MOST_LISTED = 8
"""At most this many values or paragraphs are named; the others are counted."""


def hover(state: DocumentState, offset: int) -> tuple[str, tuple[int, int], str] | None:
    """The text about the word at a place, as Markdown.

    With it are the characters of the source that it is about, and the term there.

    The term is as it is written: what it may still be can be asked.
    """
    start, end = word_at(state.source.text, offset)
    word = state.source.text[start:end]
    meant = code_registry.meant_codes().get(word.lower(), ())
    if meant and word in (meant[0].id, *meant[0].past_ids):
        entries = [f"### {code}\n\n{catalogue.entry(code)}" for code in meant]
        return "\n\n".join(entries), (start, end), ""
    mention = state.mention_at(offset)
    text = "\n\n".join(_described(state, mention)) if mention else ""
    if mention is None or not text:
        return None
    return text, (mention.start, mention.end), _term_at(state, mention)


def word_at(text: str, offset: int) -> tuple[int, int]:
    """The word around a place, or right before it; nothing, if there is none."""
    begin = text.rfind("\n", 0, offset) + 1
    end = text.find("\n", offset)
    words = _WORD.finditer(text, begin, len(text) if end < 0 else end)
    return next((word.span() for word in words if word.start() <= offset <= word.end()), (offset, offset))


def _described(state: DocumentState, mention: NameMention) -> Iterator[str]:
    """The meaning of a name: its declaration with the comment after it, and who uses it."""
    if mention.kind == "field":
        yield _described_field(state, mention.name)
        return
    of_edition = state.game.authoring.describe_name(mention, state.settings)
    if of_edition is not None and of_edition.about:
        yield of_edition.about
    declared = next((other for other in mentions_of(state, mention) if other.defines), None)
    if declared is not None:
        item, comment = declaration(state, declared)
        line = " ".join(state.source.text[item.start : item.end].split()) if item else declared.name
        yield f"```{state.game.dialect.noun}\n{line}\n```"
        if comment:
            yield comment
    elif not of_edition and (built_in := _built_in(state, mention)):
        yield built_in
    headings = stated_in(state, mention)
    using = [f"`{canonical_form.heading_text(heading, state.game.dialect)}`" for heading in headings]
    if using and mention.kind != "variable":
        yield f"in {listed(using)}"


def _described_field(state: DocumentState, name: str) -> str:
    choices = [f"`{choice}`" for choice in state.game.dialect.fields.get(name, ())]
    return f"field `{name}`: {' or '.join(choices)}" if choices else f"field `{name}`"


def declaration(state: DocumentState, declared: NameMention) -> tuple[dialect.Item | None, str]:
    """The item that declares a name, and the comment after it."""
    block = state.block_at(declared.start)
    for item, behind in pairwise((*block.items, None)) if block else ():
        if item is not None and item.start <= declared.start < item.end:
            if isinstance(behind, dialect.Comment) and behind.trailing:
                return item, behind.text
            return item, ""
    return None, ""


def _built_in(state: DocumentState, mention: NameMention) -> str:
    """A name that the language itself has."""
    scope = state.scope
    if scope is None:
        return ""
    if mention.kind == "fact":
        return _built_in_fact(scope, mention.name)
    if mention.kind == "type" and mention.name in scope.sort_of_name:
        values = [f"`{value}`" for value in scope.sort_of_name[mention.name].values]
        return f"type `{mention.name}`: {listed(values)}"
    sorts = scope.sorts_of_value.get(mention.name, ())
    return f"{sorts[0].name} `{mention.name}`" if mention.kind == "value" and sorts else ""


def _built_in_fact(scope: Scope, name: str) -> str:
    """A function, a predicate or a measure that the language itself has."""
    if name in scope.function_of_name:
        function = scope.function_of_name[name]
        arguments = ", ".join(sort.name for sort in function.arguments)
        brackets = f"({arguments})" if arguments else ""
        of = f": {function.values.name}{'?' if function.optional else ''}" if function.values else ""
        return f"built in: `{name}{brackets}{of}`"
    if name == JUST_BEFORE:
        return f"built in: `{JUST_BEFORE}(X, Y)`: Y is the value next after X, in the order of their type"
    if name in scope.measures:
        arguments = ", ".join(sort.name for sort in scope.measures[name].arguments)
        return f"a number: `{name}({arguments})`"
    return ""


def _term_at(state: DocumentState, mention: NameMention) -> str:
    """The term that begins with a fact's name, if it has no variables.

    Its closing bracket is the next one.
    """
    if mention.kind != "fact" or mention.defines:
        return ""
    rest = state.source.text[mention.end :]
    arguments = re.match(r"\([^()\n]*\)", rest)
    names = {other.name for other in state.mentions if other.kind == "variable"}
    used = set(re.findall(r"[\w-]+", arguments.group())) if arguments else set()
    if used & names or (rest.startswith("(") and not arguments):
        return ""
    return mention.name + (arguments.group() if arguments else "")


def listed(names: Sequence[str], most: int = _MOST_LISTED) -> str:
    """Names, up to a limit; the others are counted."""
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more} more" if more > 0 else "")
