"""Completions: the texts that may be written at a place."""

import re
from collections.abc import Iterable, Iterator

from casekit.editor.document_state import DocumentState
from casekit.language.completions import CompletionItem
from casekit.language.formula.nodes import JUST_BEFORE, Scope
from casekit.logic.formulas import QUANTIFIERS, Function, Sort

_WORD_BEFORE = re.compile(r"[\w:-]*$")
_HEADING = re.compile(r"[ \t]*==[ \t]+(?P<said>[^/]*)$")
_BLOCK = re.compile(r"^[ \t]*==[ \t]+(?P<name>[^\W\d_]\w*)?(?P<rest>[^\n]*)", re.MULTILINE)
_FIELD = re.compile(r"(?P<key>[^\W\d_][\w-]*)[ \t]*:[ \t]*(?P<said>.*)$")
_COMPARED = re.compile(
    r"(?P<name>[^\W\d_][\w-]*)\s*(?P<call>\((?:[^()]|\([^()]*\))*\))?\s*(?:[<>]=?|!?=)\s*$"
)
_AMONG = re.compile(r"(?P<name>[^\W\d_][\w-]*)\s*(?P<call>\((?:[^()]|\([^()]*\))*\))?\s*\bin\s*\{[^{}]*$")
_IN_CALL = re.compile(r"(?P<name>[^\W\d_][\w-]*)\((?P<before>(?:[^()]|\([^()]*\))*)$")
_FIRST_NAME = re.compile(r"[^\W\d_][\w-]*")
_QUANTIFIERS = "|".join(
    name.replace(" ", r"\s+") + (r"\s+\d+" if form.has_number else "") for name, form in QUANTIFIERS.items()
)
_QUANTIFIED = re.compile(rf"\b(?:{_QUANTIFIERS})\s+$")
_VARIABLES = re.compile(rf"\b(?:{_QUANTIFIERS}|for)\s+(?P<sort>[^\W\d_][\w-]*)\s+(?P<name>[^\W\d_]\w*)\b")
_EXCEPT = re.compile(r"\b(?P<sort>[^\W\d_][\w-]*)\s+[^\W\d_]\w*\s+except\s+(?:[\w-]+\s*,\s*)*$")
_IN_QUOTATION = re.compile(r'^[^"]*"(?:[^"]*"[^"]*")*[^"]*$')
_COMMENT = re.compile(r"(?:^|\s)//")
_KEYWORDS = (
    *QUANTIFIERS,
    "all different",
    "not",
    "and",
    "or",
    "implies",
    "iff",
    "in",
)


def complete(state: DocumentState, offset: int) -> tuple[int, tuple[CompletionItem, ...]]:
    """Where the text that may be replaced begins, and the texts that may be written there.

    Those wanted most come first.
    """
    text = state.source.text
    begin = text.rfind("\n", 0, offset) + 1
    line = text[begin:offset]
    heading = _HEADING.match(line)
    if heading is not None:
        return begin + heading.start("said"), tuple(_headings(state))
    word = _WORD_BEFORE.search(line)
    start = begin + word.start() if word else offset
    return start, tuple(_offers(state, offset, line, start - begin))


def _offers(state: DocumentState, offset: int, line: str, word: int) -> Iterable[CompletionItem]:
    block, statement = _statement(state.source.text, offset)
    before = statement[: len(statement) - (len(line) - word)]
    if not block:
        return _fields(state, line)
    unquoted = re.sub(r'"[^"]*"?', '""', statement)
    if _COMMENT.search(unquoted) or _IN_QUOTATION.match(statement):
        return ()
    own = state.game.authoring.completions(block, statement, state.scope, state.settings)
    return _formula(state, before) if own is None else own


def _statement(text: str, offset: int) -> tuple[str, str]:
    """The kind of the block that a place is in, and its line up to there.

    The line has the lines that it goes on from.
    """
    name = ""
    for match in _BLOCK.finditer(text, 0, offset):
        rest = bool(match["rest"].split("//")[0].strip())
        name = (match["name"] or "?") if not rest else "?"
    lines = text[:offset].split("\n")
    statement = lines[-1]
    while (
        len(lines) > 1
        and lines[-1].strip()
        and lines[-1][:1] in {" ", "\t"}
        and not lines[-1].lstrip().startswith("~")
    ):
        lines.pop()
        if not lines[-1].strip():
            break
        statement = f"{lines[-1]} {statement}"
    return name, statement


def _headings(state: DocumentState) -> Iterator[CompletionItem]:
    """Headings, those first that are still missing."""
    game, settings = state.game, state.settings
    there: set[str] = set()
    for block in state.tree.blocks:
        there.update(game.authoring.heading_keys(block.heading, settings))
    for offer in game.authoring.headings(settings):
        missing = offer.wanted and offer.text not in there
        detail = f"{offer.detail} (still missing)" if missing else offer.detail
        yield CompletionItem(offer.text, "heading", detail, missing)


def _fields(state: DocumentState, line: str) -> Iterator[CompletionItem]:
    fields = state.game.dialect.fields
    field = _FIELD.match(line)
    if field is not None:
        yield from (CompletionItem(value, "keyword", field["key"]) for value in fields.get(field["key"], ()))
        return
    there = {mention.name for mention in state.mentions if mention.kind == "field"}
    for key in fields:
        if key not in there:
            yield CompletionItem(f"{key}: ", "field", " | ".join(fields[key]), wanted=True)


# --- formulas ----------------------------------------------------------------------------------------


def _formula(state: DocumentState, before: str) -> Iterator[CompletionItem]:
    """Names that fit after the beginning of a formula: by type where one is wanted."""
    scope = state.scope
    if scope is None:
        return
    variables = {match["name"]: match["sort"] for match in _VARIABLES.finditer(before)}
    if _QUANTIFIED.search(before):
        yield from (CompletionItem(sort.name, "type", _some(sort.values)) for sort in scope.sorts)
        return
    wanted = _wanted(scope, before)
    if wanted is None:
        yield from _anything(scope, variables)
        return
    for value in wanted.values:
        yield CompletionItem(value, "value", scope.titles.get(value, wanted.name), wanted=True)
    for name, sort in variables.items():
        if sort == wanted.name or _share_values(scope.sort_of_name.get(sort), wanted):
            yield CompletionItem(name, "variable", sort, wanted=True)
    for function in scope.functions:
        if _share_values(function.values, wanted):
            yield _function(function)


def _share_values(sort: Sort | None, other: Sort) -> bool:
    return sort is not None and not {*sort.values}.isdisjoint(other.values)


def _wanted(scope: Scope, before: str) -> Sort | None:
    """The type of what has to come next, if it is known."""
    excepted = _EXCEPT.search(before)
    if excepted is not None:
        return scope.sort_of_name.get(excepted["sort"])
    compared = _COMPARED.search(before) or _AMONG.search(before)
    if compared is not None:
        return _type_named(scope, compared["name"])
    called = _IN_CALL.search(before)
    if called is None:
        return None
    # What is in brackets of its own is left out.
    at = re.sub(r"\([^()]*\)", "", called["before"]).count(",")
    if called["name"] == JUST_BEFORE:
        return _type_named(scope, called["before"]) if at == 1 else None
    function = scope.function_of_name.get(called["name"])
    if function is not None and at < len(function.arguments):
        return function.arguments[at]
    measure = scope.measures.get(called["name"])
    return measure.arguments[at] if measure is not None and at < len(measure.arguments) else None


def _type_named(scope: Scope, term: str) -> Sort | None:
    """The type of a term that begins with a name, if it is known."""
    name = _FIRST_NAME.match(term)
    if name is None:
        return None
    function = scope.function_of_name.get(name[0])
    if function is not None:
        return function.values
    sorts = scope.sorts_of_value.get(name[0], ())
    return sorts[0] if sorts else None


def _anything(scope: Scope, variables: Iterable[str]) -> Iterator[CompletionItem]:
    for name in variables:
        yield CompletionItem(name, "variable", "variable", wanted=True)
    for function in scope.functions:
        yield _function(function)
    for value in scope.sorts_of_value:
        yield CompletionItem(value, "value", scope.titles.get(value, scope.sorts_of_value[value][0].name))
    for name in scope.comparing:
        yield CompletionItem(name, "fact", "(X, Y): Y is the value next after X")
    for keyword in _KEYWORDS:
        yield CompletionItem(keyword, "keyword")


def _function(function: Function) -> CompletionItem:
    arguments = ", ".join(sort.name for sort in function.arguments)
    of = f": {function.values.name}" if function.values else ""
    return CompletionItem(
        function.name, "fact", f"({arguments}){of}" if arguments else of.lstrip(": ") or "yes or no"
    )


def _some(values: tuple[str, ...]) -> str:
    most = 5
    return ", ".join(values[:most]) + (", ..." if len(values) > most else "")
