"""The names that formulas of a case may use, and the paths that its headings name.

The names are those of the edition, built-in ones and the case's own; the scope also keeps lines that were
understood with them.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from casekit.diagnostics import Finding, Source, codes
from casekit.games.midnight.document import AnswerPath, CasePath, Edition, PlacePath
from casekit.games.midnight.language.declared_facts import STEPS, read_clock, read_group, steps
from casekit.games.midnight.language.line_forms import (
    BLOCKS,
    AnswerNode,
    ClockNode,
    FunctionNode,
    GroupNode,
    SortNode,
)
from casekit.language.formula.nodes import RESERVED, Scope, Word, kept, other_name
from casekit.language.suggestions import did_you_mean, nearest
from casekit.language.syntax.dialect import Heading, Item
from casekit.logic.formulas import Function, Sort
from casekit.values import replace


def heading_of(path: Word) -> Heading:
    """A path that a line names, as a heading."""
    first, *more = path.text.split()
    names = [Word(name, start=path.end - len(name), end=path.end) for name in more]
    start = Word(first, start=path.start, end=path.start + len(first)) if more else path
    return Heading("answer" if more else "places", (start, *names), start=path.start, end=path.end)


def paths_of(
    heading: Heading, edition: Edition, source: Source
) -> tuple[tuple[CasePath, ...], tuple[Finding, ...]]:
    """The paths that a heading of a paragraph names, without those it misspells."""
    if heading.kind == "answer":
        return _answer(heading, edition, source)
    paths: list[CasePath] = []
    problems: list[Finding] = []
    for word in heading.words:
        if word.text.isdecimal():
            location = edition.locations_by_number.get(int(word.text))
        else:
            location = edition.locations_by_slug.get(word.text)
        if location is not None:
            paths.append(PlacePath(location.number))
        else:
            problems.append(_unknown_place(word, edition, source, alone=len(heading.words) == 1))
    return tuple(paths), tuple(problems)


def _answer(
    heading: Heading, edition: Edition, source: Source
) -> tuple[tuple[CasePath, ...], tuple[Finding, ...]]:
    name, topic = heading.words
    suspects, topics = edition.suspects_by_name, edition.topics_by_slug
    if name.text in suspects and topic.text in topics:
        return (AnswerPath(name.text, topic.text),), ()
    if name.text not in suspects and topic.text not in topics and not nearest(name.text, suspects):
        problem = codes.UNKNOWN_HEADING.at(
            source.span(name.start, topic.end),
            f"`{name.text} {topic.text}` is neither a block nor a path",
            hint=_USUAL_HEADING,
        )
        return (), (problem,)
    asked = ((name, suspects, "suspect"), (topic, topics, "topic"))
    problems = []
    for word, known, noun in asked:
        if word.text not in known:
            place = source.span(word.start, word.end)
            hint = did_you_mean(word.text, known, f"the {noun}s are {', '.join(known)}")
            problems.append(codes.UNKNOWN_HEADING.at(place, f"there is no {noun} `{word.text}`", hint=hint))
    return (), tuple(problems)


_USUAL_HEADING = "head a paragraph with a suspect and a topic, or with a location's number or slug"


def _unknown_place(word: Word, edition: Edition, source: Source, *, alone: bool) -> Finding:
    slugs = edition.locations_by_slug
    place = source.span(word.start, word.end)
    titles = {location.slug: location.name for location in edition.locations}
    if not word.text.isdecimal() and alone and not nearest(word.text, slugs, titles):
        names = (*edition.suspects_by_name, *BLOCKS)
        hint = did_you_mean(word.text, names, _USUAL_HEADING)
        if nearest(word.text, edition.suspects_by_name):
            hint = f"name the topic too, as in `{nearest(word.text, names)[0]} {edition.topics[0].slug}`"
        message = f"`{word.text}` is neither a block nor a location"
        return codes.UNKNOWN_HEADING.at(place, message, hint=hint)
    numbers = sorted(edition.locations_by_number)
    otherwise = f"locations are numbered {numbers[0]:02} to {numbers[-1]:02}"
    hint = did_you_mean(word.text, slugs, otherwise, titles)
    return codes.UNKNOWN_HEADING.at(place, f"there is no location `{word.text}`", hint=hint)


N = TypeVar("N", bound=Item)

NOBODY = "nobody"
VICTIM = "victim"
RESERVED_IN_CASES = RESERVED | {"lie", "hint", "says", "type", "culprit", "motive", "method", VICTIM, NOBODY}
"""Words of cases that mean something already."""


def of_kind(lines: Sequence[Item], kind: type[N]) -> tuple[N, ...]:
    """The declarations of one kind."""
    return tuple(line for line in lines if isinstance(line, kind))


def answers_of(lines: Sequence[Item], kind: str) -> tuple[AnswerNode, ...]:
    """The motives or methods that are declared, or with ``accident`` the motive of nobody."""
    kinds = {("motive", "none"): "accident"}
    nodes = of_kind(lines, AnswerNode)
    return tuple(node for node in nodes if kinds.get((node.kind, node.slug.text), node.kind) == kind)


def build_scope(edition: Edition, lines: Sequence[Item], source: Source) -> tuple[Scope, tuple[Finding, ...]]:
    """The scope of a case, and what is wrong with its declarations; a wrong one is left out."""
    built_in = _built_in_sorts(edition, lines)
    clashes = list(_clashes(built_in, lines, source))
    problems = [problem for _, problem in clashes]
    clashing = {start for start, _ in clashes}
    own_sorts, clock_problems = _own_sorts(lines, clashing, source)
    problems += clock_problems
    sorts = {sort.name: sort for sort in (*built_in, *own_sorts)}
    _, person, location, zone, motive, method = built_in
    culprit = Sort("culprit", (*person.values, NOBODY))
    zones: dict[tuple[str, ...], str] = {(at.slug,): f"zone-{at.zone}" for at in edition.locations}
    zone_of = Function("zone", (location,), zone, table=zones)
    own_functions, type_problems = _own_functions(lines, sorts, clashing, source)
    problems += type_problems
    functions = (
        Function("culprit", (), culprit),
        Function("motive", (), motive, optional=True),
        Function("method", (), method),
        zone_of,
        *own_functions,
    )
    titles = {location.slug: location.name for location in edition.locations}
    scope = Scope(
        *(tuple(sorts.values()), functions, (culprit,), titles, RESERVED_IN_CASES),
        measures={STEPS: steps(edition, zone_of)},
        numbered={str(place.number): place.slug for place in edition.locations},
    )
    for group in of_kind(lines, GroupNode):
        if group.name.start in clashing:
            continue
        values, group_problems = read_group(group, scope, source)
        problems += group_problems
        if values:
            scope = replace(scope, groups={**scope.groups, group.name.text: values})
    return kept(scope), tuple(problems)


def _built_in_sorts(edition: Edition, lines: Sequence[Item]) -> tuple[Sort, ...]:
    names = tuple(suspect.name for suspect in edition.suspects)
    return (
        Sort("suspect", names),
        Sort("person", (*names, VICTIM)),
        Sort("location", tuple(location.slug for location in edition.locations)),
        Sort("zone", tuple(f"zone-{zone.number}" for zone in edition.zones)),
        Sort("motive", tuple(dict.fromkeys(node.slug.text for node in answers_of(lines, "motive")))),
        Sort("method", tuple(dict.fromkeys(node.slug.text for node in answers_of(lines, "method")))),
    )


def _own_sorts(lines: Sequence[Item], clashing: set[int], source: Source) -> tuple[list[Sort], list[Finding]]:
    """The types that a case declares, clocks last, and what is wrong with its clocks.

    ``clashing`` are the places of names that are taken.
    """
    sorts: list[Sort] = []
    problems: list[Finding] = []
    for node in of_kind(lines, SortNode):
        if node.name.start not in clashing:
            values = [value.text for value in node.values if value.start not in clashing]
            sorts.append(Sort(node.name.text, tuple(values), ordered=True))
    for clock in of_kind(lines, ClockNode):
        if clock.name.start not in clashing:
            times = read_clock(clock, source)
            if isinstance(times, Sort):
                sorts.append(times)
            else:
                problems.append(times)
    return sorts, problems


def _own_functions(
    lines: Sequence[Item], sorts: Mapping[str, Sort], clashing: set[int], source: Source
) -> tuple[list[Function], list[Finding]]:
    """The facts that a case declares, and the types in them that do not exist.

    ``clashing`` are the places of names that are taken.
    """
    functions: list[Function] = []
    problems: list[Finding] = []
    # A clock with something wrong is a type all the same.
    unread = {node.name.text for node in of_kind(lines, ClockNode)} - sorts.keys()
    for node in of_kind(lines, FunctionNode):
        types = (*node.arguments, node.values) if node.values else node.arguments
        unknown = [word for word in types if word.text not in sorts]
        problems += [_unknown_type(word, sorts, source) for word in unknown if word.text not in unread]
        if not unknown and node.name.start not in clashing:
            arguments = tuple(sorts[word.text] for word in node.arguments)
            values = sorts[node.values.text] if node.values else None
            functions.append(Function(node.name.text, arguments, values, node.optional))
    return functions, problems


def _unknown_type(word: Word, sorts: Mapping[str, Sort], source: Source) -> Finding:
    return codes.UNKNOWN_TYPE.at(
        source.span(word.start, word.end),
        f"there is no type `{word.text}`",
        hint=did_you_mean(word.text, sorts, f"declare it, as in `type {word.text}: first, second`"),
    )


def _clashes(
    built_in: tuple[Sort, ...], lines: Sequence[Item], source: Source
) -> Iterator[tuple[int, Finding]]:
    """Names declared that are taken, by their places: by the language, the edition, or an earlier line."""
    suspect, _, location, zone, *_ = built_in
    taken = {
        **dict.fromkeys(RESERVED_IN_CASES, "a word of the language"),
        **dict.fromkeys(suspect.values, "a suspect"),
        **dict.fromkeys(location.values, "a location"),
        **dict.fromkeys(zone.values, "a zone"),
        **dict.fromkeys((*(sort.name for sort in built_in), "zone"), "a built-in name"),
    }
    for kind, name in _declarations(lines):
        if name.text not in taken:
            taken[name.text] = kind
            continue
        hint = "choose another name; each means one thing in a case"
        if name.text in RESERVED_IN_CASES:
            hint = other_name(RESERVED_IN_CASES)
        message = f"`{name.text}` is {taken[name.text]} already"
        place = source.span(name.start, name.end)
        yield name.start, codes.DUPLICATE_NAME.at(place, message, hint=hint)


def _declarations(lines: Sequence[Item]) -> Iterator[tuple[str, Word]]:
    """Every name that a case declares, with what it is, in words."""
    for motive in (*answers_of(lines, "motive"), *answers_of(lines, "accident")[1:]):
        yield "a motive", motive.slug
    for method in answers_of(lines, "method"):
        yield "a method", method.slug
    sorts = of_kind(lines, SortNode)
    for sort in sorts:
        yield "a type", sort.name
    for clock in of_kind(lines, ClockNode):
        yield "a type", clock.name
    for sort in sorts:
        for value in sort.values:
            yield f"a value of `{sort.name.text}`", value
    for fact in of_kind(lines, FunctionNode):
        yield "a fact", fact.name
    for group in of_kind(lines, GroupNode):
        yield "a group", group.name
