"""The names a case's formulas may use (those of the edition, built-in ones, its own), lines understood with them, and the paths that headings name."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from casekit.diagnostics import Diagnostic, Source, codes
from casekit.games.midnight.codes import UNKNOWN_LOCATION, UNKNOWN_SUSPECT, UNKNOWN_TOPIC
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


def heading_of(path: Word) -> Heading:
    """A path that a line names, as a heading."""
    first, *more = path.text.split()
    names = [Word(each, start=path.end - len(each), end=path.end) for each in more]
    start = Word(first, start=path.start, end=path.start + len(first)) if more else path
    return Heading("answer" if more else "places", (start, *names), start=path.start, end=path.end)


def paths_of(
    heading: Heading, edition: Edition, source: Source
) -> tuple[tuple[CasePath, ...], tuple[Diagnostic, ...]]:
    """The paths that a heading of a paragraph names, without those it misspells."""
    if heading.kind == "answer":
        return _answer(heading, edition, source)
    paths: list[CasePath] = []
    problems: list[Diagnostic] = []
    for word in heading.words:
        location = (
            edition.locations_by_number.get(int(word.text))
            if word.text.isdecimal()
            else edition.locations_by_slug.get(word.text)
        )
        if location is not None:
            paths.append(PlacePath(location.number))
        else:
            problems.append(_unknown_place(word, edition, source, alone=len(heading.words) == 1))
    return tuple(paths), tuple(problems)


def _answer(
    heading: Heading, edition: Edition, source: Source
) -> tuple[tuple[CasePath, ...], tuple[Diagnostic, ...]]:
    name, topic = heading.words
    suspects, topics = edition.suspects_by_name, edition.topics_by_slug
    if name.text in suspects and topic.text in topics:
        return (AnswerPath(name.text, topic.text),), ()
    if name.text not in suspects and topic.text not in topics and not nearest(name.text, suspects):
        problem = Diagnostic(
            codes.UNKNOWN_HEADING,
            f"`{name.text} {topic.text}` is neither a block nor a path",
            source.span(name.start, topic.end),
            hint=_USUAL_HEADING,
        )
        return (), (problem,)
    asked = ((name, suspects, UNKNOWN_SUSPECT, "suspect"), (topic, topics, UNKNOWN_TOPIC, "topic"))
    return (), tuple(
        Diagnostic(
            code,
            f"there is no {noun} `{word.text}`",
            source.span(word.start, word.end),
            hint=did_you_mean(word.text, known, f"the {noun}s are {', '.join(known)}"),
        )
        for word, known, code, noun in asked
        if word.text not in known
    )


_USUAL_HEADING = "head a paragraph with a suspect and a topic, or with a location's number or slug"


def _unknown_place(word: Word, edition: Edition, source: Source, *, alone: bool) -> Diagnostic:
    slugs = edition.locations_by_slug
    place = source.span(word.start, word.end)
    titles = {location.slug: location.name for location in edition.locations}
    if not word.text.isdecimal() and alone and not nearest(word.text, slugs, titles):
        names = (*edition.suspects_by_name, *BLOCKS)
        hint = did_you_mean(word.text, names, _USUAL_HEADING)
        if nearest(word.text, edition.suspects_by_name):
            hint = f"name the topic too, as in `{nearest(word.text, names)[0]} {edition.topics[0].slug}`"
        message = f"`{word.text}` is neither a block nor a location"
        return Diagnostic(codes.UNKNOWN_HEADING, message, place, hint=hint)
    numbers = sorted(edition.locations_by_number)
    otherwise = f"locations are numbered {numbers[0]:02} to {numbers[-1]:02}"
    hint = did_you_mean(word.text, slugs, otherwise, titles)
    return Diagnostic(UNKNOWN_LOCATION, f"there is no location `{word.text}`", place, hint=hint)


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


def build_scope(
    edition: Edition, lines: Sequence[Item], source: Source
) -> tuple[Scope, tuple[Diagnostic, ...]]:
    """The scope of a case, and what is wrong with its declarations; a wrong one is left out."""
    names = tuple(suspect.name for suspect in edition.suspects)
    built_in = (
        Sort("suspect", names),
        Sort("person", (*names, VICTIM)),
        Sort("location", tuple(location.slug for location in edition.locations)),
        Sort("zone", tuple(f"zone-{zone.number}" for zone in edition.zones)),
        Sort("motive", tuple(dict.fromkeys(node.slug.text for node in answers_of(lines, "motive")))),
        Sort("method", tuple(dict.fromkeys(node.slug.text for node in answers_of(lines, "method")))),
    )
    clashes = list(_clashes(built_in, lines, source))
    problems = [problem for _, problem in clashes]
    clashing = {start for start, _ in clashes}

    def declared(word: Word) -> bool:
        return word.start not in clashing

    own = [
        Sort(node.name.text, tuple(value.text for value in node.values if declared(value)), ordered=True)
        for node in of_kind(lines, SortNode)
        if declared(node.name)
    ]
    clocks = [read_clock(node, source) for node in of_kind(lines, ClockNode) if declared(node.name)]
    problems += [clock for clock in clocks if isinstance(clock, Diagnostic)]
    own += [clock for clock in clocks if isinstance(clock, Sort)]
    sorts = {sort.name: sort for sort in (*built_in, *own)}
    unread = {node.name.text for node in of_kind(lines, ClockNode)} - sorts.keys()
    _, person, location, zone, motive, method = built_in
    culprit = Sort("culprit", (*person.values, NOBODY))
    zones: dict[tuple[str, ...], str] = {(at.slug,): f"zone-{at.zone}" for at in edition.locations}
    zone_of = Function("zone", (location,), zone, table=zones)
    functions = [
        Function("culprit", (), culprit),
        Function("motive", (), motive, optional=True),
        Function("method", (), method),
        zone_of,
    ]
    for node in of_kind(lines, FunctionNode):
        unknown = [word for word in (*node.arguments, *filter(None, [node.values])) if word.text not in sorts]
        problems += [
            Diagnostic(
                codes.UNKNOWN_TYPE,
                f"there is no type `{word.text}`",
                source.span(word.start, word.end),
                hint=did_you_mean(word.text, sorts, f"declare it, as in `type {word.text}: first, second`"),
            )
            for word in unknown
            if word.text not in unread
        ]
        if not unknown and declared(node.name):
            functions.append(
                Function(
                    node.name.text,
                    tuple(sorts[word.text] for word in node.arguments),
                    sorts[node.values.text] if node.values else None,
                    node.optional,
                )
            )
    titles = {location.slug: location.name for location in edition.locations}
    scope = Scope(
        *(tuple(sorts.values()), tuple(functions), (culprit,), titles, RESERVED_IN_CASES),
        measures={STEPS: steps(edition, zone_of)},
        numbered={str(place.number): place.slug for place in edition.locations},
    )
    for group in (group for group in of_kind(lines, GroupNode) if declared(group.name)):
        values, wrong = read_group(group, scope, source)
        problems += wrong
        if values:
            scope = replace(scope, groups={**scope.groups, group.name.text: values})
    return kept(scope), tuple(problems)


def _clashes(
    built_in: tuple[Sort, ...], lines: Sequence[Item], source: Source
) -> Iterator[tuple[int, Diagnostic]]:
    """Names declared that are taken, by their places: by the language, the edition, or an earlier line."""
    suspect, _, location, zone, *_ = built_in
    taken = {
        **dict.fromkeys(RESERVED_IN_CASES, "a word of the language"),
        **dict.fromkeys(suspect.values, "a suspect"),
        **dict.fromkeys(location.values, "a location"),
        **dict.fromkeys(zone.values, "a zone"),
        **dict.fromkeys((*(sort.name for sort in built_in), "zone"), "a built-in name"),
    }
    declarations = [
        *(
            ("a motive", node.slug)
            for node in (*answers_of(lines, "motive"), *answers_of(lines, "accident")[1:])
        ),
        *(("a method", node.slug) for node in answers_of(lines, "method")),
        *(("a type", node.name) for node in of_kind(lines, SortNode)),
        *(("a type", node.name) for node in of_kind(lines, ClockNode)),
        *(
            (f"a value of `{node.name.text}`", value)
            for node in of_kind(lines, SortNode)
            for value in node.values
        ),
        *(("a fact", node.name) for node in of_kind(lines, FunctionNode)),
        *(("a group", node.name) for node in of_kind(lines, GroupNode)),
    ]
    for kind, name in declarations:
        if name.text in taken:
            hint = "choose another name; each means one thing in a case"
            yield (
                name.start,
                Diagnostic(
                    codes.DUPLICATE_NAME,
                    f"`{name.text}` is {taken[name.text]} already",
                    source.span(name.start, name.end),
                    hint=other_name(RESERVED_IN_CASES) if name.text in RESERVED_IN_CASES else hint,
                ),
            )
        else:
            taken[name.text] = kind
