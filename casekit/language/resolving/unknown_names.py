"""Findings about unknown names, each name reported once."""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from casekit.diagnostics import Code, Diagnostic, Related

_MOST_PLACES = 5
"""A finding shows at most this many further places."""

_QUOTED = re.compile(r"`([^`]+)`")


def unknown_once(
    problems: Iterable[Diagnostic],
    unknown: Collection[Code],
    hidden: Collection[Code],
    broken: frozenset[str],
) -> Iterator[Diagnostic]:
    """Findings in which each unknown name is reported once, with the further places where it is used.

    Args:
        problems: all findings of a resolver, in order.
        unknown: the codes that report an unknown name.
        hidden: those of them that are left out if ``broken`` has a name that the message quotes.
        broken: the words of everything that could not be read, which may have been declared there.
    """
    uses: dict[tuple[Code, str], list[Diagnostic]] = {}
    for problem in problems:
        if problem.code not in unknown:
            yield problem
        elif problem.code not in hidden or broken.isdisjoint(_QUOTED.findall(problem.message)):
            uses.setdefault((problem.code, problem.message), []).append(problem)
    for first, *others in uses.values():
        related = tuple(Related(other.span, "here too") for other in others[:_MOST_PLACES])
        count = f", here and in {len(others)} other places" if len(others) > _MOST_PLACES else ""
        yield replace(first, message=f"{first.message}{count}", related=related)
