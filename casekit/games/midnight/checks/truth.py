"""Whether what is told agrees with what happened: only the culprit lies (rulebook, general rule 3)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from casekit.deduce.conflicts import conflicts
from casekit.deduce.corrections import corrections
from casekit.diagnostics import Code, Diagnostic, Related, Span, codes
from casekit.games.midnight.case import Place
from casekit.games.midnight.inquiry import Inquiry
from casekit.games.midnight.story import listed
from casekit.games.midnight.theory import Origin
from casekit.model.theory import Conflict


def contradictions(inquiry: Inquiry) -> Iterator[Diagnostic]:
    """Lines that cannot hold together, each with the smallest set that shows it.

    What everybody knows comes first, then the truth, then what is told: one mistake is reported once.
    """
    knowledge = inquiry.knowledge
    for lines in (knowledge.laws, knowledge.truth, knowledge.truth_told):
        found = [_contradiction(inquiry, conflict) for conflict in conflicts(knowledge, lines)]
        if found:
            yield replace(found[0], message=f"{found[0].message}{_changes(inquiry, lines)}")
            yield from found[1:]
            return


def _changes(inquiry: Inquiry, lines: Sequence[str]) -> str:
    """The smallest sets of lines to change, one of which would do; nothing, where there is no choice."""
    sets = corrections(inquiry.knowledge, lines).sets
    smallest = [removed for removed in sets if len(removed) == len(sets[0])]
    if len(smallest) <= 1 and all(len(removed) <= 1 for removed in smallest):
        return ""
    told = [listed(_named(inquiry, line) for line in removed) for removed in smallest]
    return f"\nThe smallest changes that would do: {'; or '.join(told)}."


def _named(inquiry: Inquiry, line: str) -> str:
    origin = inquiry.origins[line]
    stands = origin.place != Place()
    return (
        f"line {inquiry.place(origin).line} ({origin.path})"
        if stands
        else f"a rule of the edition, `{origin.text}`"
    )


def incomplete(inquiry: Inquiry) -> Iterator[Diagnostic]:
    """Questions of the game that the truth does not answer."""
    if not inquiry.knowledge.consistent(inquiry.knowledge.truth):
        return
    for element in inquiry.verdict.elements:
        if element.value is None:
            yield Diagnostic(
                codes.INCOMPLETE_TRUTH,
                f"the truth leaves the {element.name} open",
                inquiry.block("truth"),
                hint=f"add a line `{element.name} = ...` to `== truth`",
            )


def lies(inquiry: Inquiry) -> Iterator[Diagnostic]:
    """Lies that are true, lies that nobody marked, lies of people who cannot lie, and what is left open."""
    if not inquiry.verdict.truth_possible or inquiry.value("culprit") is None:
        return
    for line in inquiry.told:
        place = inquiry.place(line.origin)
        if not line.by_culprit:
            if line.origin.mode == "lie":
                yield _misplaced(line.origin, place)
        elif line.status == "true" and line.origin.mode == "lie" and not inquiry.lies_by_saying(line.origin):
            yield Diagnostic(
                codes.TRUE_LIE,
                "this is marked as a lie, but it is true",
                place,
                hint="take `lie` away, or make the statement false",
            )
        elif line.status == "false" and line.origin.mode != "lie":
            yield Diagnostic(
                codes.UNMARKED_LIE,
                f"{inquiry.value('culprit')} says what is false, and it is not marked as a lie",
                place,
                hint="write `~ lie ...` if it is meant, or correct the statement",
            )
        elif line.status == "open":
            yield Diagnostic(
                codes.OPEN_FACT,
                "whether this is a lie is left open: the truth does not fix what it speaks of",
                place,
                hint="add the facts it needs to `== truth`",
            )


def _misplaced(origin: Origin, place: Span) -> Diagnostic:
    who = origin.speakers[-1] if origin.speakers else "a location"
    return Diagnostic(
        codes.MISPLACED_LIE,
        f"this is marked as a lie, but {who} does not lie: only the culprit can",
        place,
        hint="take `lie` away, or leave it to the culprit",
    )


def _contradiction(inquiry: Inquiry, conflict: Conflict) -> Diagnostic:
    blamed = inquiry.origins[conflict.blamed]
    others = [line for line in conflict.lines if line != conflict.blamed]
    code = _code(inquiry, conflict)
    return Diagnostic(
        code,
        f"{_accusation(inquiry, code, blamed)}: {_cannot_hold(len(others))}",
        inquiry.place(blamed),
        hint=_CURES[code],
        related=tuple(
            Related(inquiry.place(origin), f"{origin.path}: {origin.text}")
            for origin in (inquiry.origins[line] for line in others)
        ),
    )


def _code(inquiry: Inquiry, conflict: Conflict) -> Code:
    blamed = inquiry.origins[conflict.blamed]
    if not any(inquiry.origins[line].kind == "truth" for line in conflict.lines) and not _false(
        inquiry, blamed
    ):
        return codes.CONTRADICTORY_CASE
    if blamed.kind in {"truth", "rule"}:
        return codes.CONTRADICTORY_TRUTH
    if blamed.speakers:
        must = inquiry.case.liar == "must" and inquiry.value("culprit") in blamed.speakers
        return codes.HONEST_CULPRIT if must else codes.INNOCENT_LIAR
    return codes.FALSE_GIVEN if blamed.kind == "presentation" else codes.FALSE_LOCATION


def _false(inquiry: Inquiry, line: Origin) -> bool:
    """Whether the truth says that a told line is false: then it is to blame, whatever else contradicts it."""
    told = line.kind in {"answer", "place"} and inquiry.value("culprit") not in line.speakers
    return told and inquiry.knowledge.ask(inquiry.knowledge.truth, line.formula) == "false"


def _accusation(inquiry: Inquiry, code: Code, blamed: Origin) -> str:
    if code is codes.INNOCENT_LIAR:
        speaker = blamed.speakers[-1]
        if inquiry.case.liar == "never":
            return f"{speaker} says what is false in a case without liars"
        return f"{speaker} is innocent and says what is false"
    return {
        codes.CONTRADICTORY_CASE: "the case contradicts itself",
        codes.CONTRADICTORY_TRUTH: "the truth contradicts itself or the rules",
        codes.HONEST_CULPRIT: "the culprit must lie here, but this is true",
        codes.FALSE_GIVEN: "the presentation says what is false",
        codes.FALSE_LOCATION: "a location cannot lie, but this is false",
    }[code]


def _cannot_hold(others: int) -> str:
    if not others:
        return "this line cannot hold at all"
    lines = "the line" if others == 1 else f"the {others} lines"
    return f"this line cannot hold together with {lines} below"


_CURES = {
    codes.CONTRADICTORY_CASE: "change one of these lines",
    codes.CONTRADICTORY_TRUTH: "change one of these lines",
    codes.HONEST_CULPRIT: "make the statement false, or the header field `liar: may`",
    codes.FALSE_GIVEN: "correct the statement and its prose, or the truth",
    codes.FALSE_LOCATION: "correct the statement and its prose, or the truth",
    codes.INNOCENT_LIAR: "correct the statement and its prose, or the truth; only the culprit may say what is false",
}
