"""The groups of values that a case declares, and what is wrong with them."""

from collections.abc import Iterable, Iterator

from casekit.diagnostics import Diagnostic, Source, codes
from casekit.games.midnight.reading.case_tree import GroupNode
from casekit.language.formula.nodes import Word
from casekit.language.formula.scope import Scope
from casekit.language.nearest import did_you_mean


def read_group(
    node: GroupNode, scope: Scope, source: Source
) -> tuple[tuple[str, ...], tuple[Diagnostic, ...]]:
    """The values of a group, and what is wrong with them; wrong ones are left out."""
    problems = [*_unknown(node, scope, source), *_repeated(node, source)]
    known = [word for word in node.values if word.text in scope.sorts_of_value]
    if not problems:
        problems += _mixed(node.name, known, scope, source)
    return tuple(dict.fromkeys(word.text for word in known)), tuple(problems)


def _unknown(node: GroupNode, scope: Scope, source: Source) -> Iterator[Diagnostic]:
    for word in node.values:
        if word.text in scope.sorts_of_value:
            continue
        if word.text in scope.function_of_name:
            code, message = codes.WRONG_TYPE, f"`{word.text}` is a fact, not a value"
        elif word.text in scope.groups:
            code, message = codes.WRONG_TYPE, f"`{word.text}` is a group, not a value"
        else:
            code, message = codes.UNKNOWN_NAME, f"nothing is called `{word.text}`"
        hint = did_you_mean(
            word.text, scope.sorts_of_value, "name values of a type, as in `group women: ANNA, GRETA`"
        )
        yield Diagnostic(code, message, source.span(word.start, word.end), hint=hint)


def _repeated(node: GroupNode, source: Source) -> Iterator[Diagnostic]:
    seen: set[str] = set()
    for word in node.values:
        if word.text in seen:
            yield Diagnostic(
                codes.DUPLICATE_NAME,
                f"`{word.text}` is in `{node.name.text}` already",
                source.span(word.start, word.end),
                hint="name each value once",
            )
        seen.add(word.text)


def _mixed(name: Word, values: Iterable[Word], scope: Scope, source: Source) -> Iterator[Diagnostic]:
    """That no type has all values: the first one is named that shares no type with those before it."""
    first, *others = values
    sorts = scope.sorts_of_value[first.text]
    for word in others:
        shared = tuple(sort for sort in sorts if word.text in sort.values)
        if not shared:
            yield Diagnostic(
                codes.WRONG_TYPE,
                f"`{word.text}` is not a {sorts[0].name}; all of `{name.text}` have one type",
                source.span(word.start, word.end),
                hint=f"name a {sorts[0].name}, or declare two groups",
            )
            return
        sorts = shared
