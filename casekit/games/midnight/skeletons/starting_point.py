"""Half-written cases as they are found: what is to be added has to fit this, or cannot be added at all."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NoReturn

from casekit.diagnostics import Diagnostic, Severity
from casekit.games.midnight import codes
from casekit.games.midnight.asking.case_inquiry import CaseInquiry
from casekit.games.midnight.case import Level
from casekit.games.midnight.checks.all_checks import contradictions
from casekit.games.midnight.checks.logic import truth
from casekit.games.midnight.edition import AnswerPath
from casekit.games.midnight.reading.case_forms import CASE
from casekit.games.midnight.reading.resolve import resolve
from casekit.games.midnight.skeletons.case_draft import HalfWritten
from casekit.games.midnight.skeletons.declared_clues import FactLinks
from casekit.games.midnight.skeletons.plotting import NOBODY, VICTIM, Ending
from casekit.games.midnight.skeletons.situations import Library, Situation
from casekit.language.document.parsing import parse

_NO_TERMS = '\n\n== terms\nmotive some-motive-or-other ""\nmethod some-method-or-other ""\n'
"""Stands for the answers of a case that names none yet."""


@dataclass(frozen=True)
class Wishes:
    """The wishes for the added part; what the file says itself comes first. ``title`` is for a file without one."""

    title: str
    level: Level | None = None
    ending: Ending | None = None
    players: int = 4
    seed: int = 1


class HopelessError(Exception):
    """Nothing can be added that makes the case whole; ``findings`` say why."""

    def __init__(self, *findings: Diagnostic) -> None:
        self.findings = findings


class StartingPoint:
    """The written part of a case, and what follows from it for the part that is to be added."""

    def __init__(self, half: HalfWritten, library: Library, wishes: Wishes) -> None:
        self.half, self.case, self.edition = half, half.case, half.case.edition
        self.wishes = wishes
        self.level: Level = self.case.level if "level" in self.case.fields else wishes.level or "amateur"
        self.library = _without_clashes(library, half)
        self.no_terms = "terms" not in self.case.blocks
        self.inquiry = self._inquiry()

    def _inquiry(self) -> CaseInquiry:
        if not self.no_terms:
            return CaseInquiry(self.case)
        source = self.half.tree.source
        # At its end, so that every line of the file keeps its place.
        tree, _ = parse(replace(source, text=f"{source.text}{_NO_TERMS}"), CASE)
        return CaseInquiry(resolve(tree, self.edition).document)

    # --- what cannot be completed ----------------------------------------------------------------

    def refuse_what_is_wrong(self) -> None:
        """Refuse a case that contradicts itself, or what is wished.

        Raises:
            HopelessError: if it does.
        """
        case, wishes = self.case, self.wishes
        if "level" in case.fields and wishes.level not in {None, case.level}:
            self.refuse(
                f"this case is for the level {case.level}, not {wishes.level}",
                "leave out --level, or change the field `level`",
                "level",
            )
        found = contradictions(self.inquiry)
        if not found and self.inquiry.value("culprit") is not None:
            found = tuple(each for each in truth.lies(self.inquiry) if each.severity is Severity.ERROR)
        if found:
            raise HopelessError(*found)
        known = self.culprit
        if known is not None and wishes.ending not in {None, ending_of(known)}:
            self.refuse(
                f"by what is written the culprit is {known}, so this cannot be a case of {wishes.ending}",
                f"leave out --ending, or ask for --ending {ending_of(known)}",
                "title",
            )

    def is_complete(self) -> bool:
        """Whether nothing is missing.

        Raises:
            HopelessError: if nothing is missing, and the case cannot be solved.
        """
        case = self.case
        wanting = any(map(self.half.lacks, ("presentation", "terms", "truth", "solution")))
        wanting = wanting or not (case.author and case.title and case.victim)
        if wanting or self.half.open_paths or self.half.open_solution:
            return False
        if {"certain"} != {element.status for element in self.inquiry.verdict.elements}:
            self.no_room()
        return True

    def no_room(self) -> NoReturn:
        """Refuse a case in which no path is left to rule out what else fits."""
        culprit = self.culprit
        elements = [each for each in self.inquiry.verdict.elements if each.proved is None]
        rivals = [
            self.inquiry.wording.answer(each.name, value)
            for each in elements
            for value in each.rivals[:3]
            if (each.name, value) != ("culprit", culprit)
        ]
        left = len(self.half.open_paths)
        paths = (
            "every path is written" if not left else f"{left} open path{'s' * (left != 1)} cannot change that"
        )
        told = f", and this still fits: {', '.join(rivals)}" if rivals else ""
        self.refuse(
            f"what is written leaves no room for a solution: {paths}{told}",
            "empty a paragraph that tells little, so that it can tell more; `casekit why-not` says what a rival rests on",
            "title",
        )

    def refuse(self, message: str, hint: str, field: str) -> NoReturn:
        """Give the case up, with a finding at a field of its header.

        Raises:
            HopelessError: always.
        """
        raise HopelessError(
            Diagnostic(codes.CANNOT_COMPLETE, message, self.case.field_span(field), hint=hint)
        )

    @cached_property
    def links(self) -> FactLinks:
        """The links of the declared facts with the answers."""
        return FactLinks.of(self.inquiry.knowledge)

    # --- who did it ------------------------------------------------------------------------------

    @cached_property
    def culprit(self) -> str | None:
        """The culprit, if that is written or follows from it."""
        knowledge = self.inquiry.knowledge
        stated = self.case.answers.get("culprit")
        liars = {
            origin.voices[-1].value
            for origin in self.inquiry.origins.values()
            if origin.mode == "lie" and origin.voices and hasattr(origin.voices[-1], "value")
        }
        proved = knowledge.value(knowledge.everything, knowledge.theory.targets[0])
        return stated or proved or (min(liars) if liars else None)

    @property
    def culprits(self) -> tuple[str, ...]:
        """The possible culprits, for all that is written and wished; those come first who can still lie."""
        if self.culprit is not None:
            return (self.culprit,)
        match self.wishes.ending:
            case "suicide":
                return (VICTIM,)
            case "accident":
                return (NOBODY,)
        names = [suspect.name for suspect in self.edition.suspects]
        free = {path.suspect for path in self.half.open_paths if isinstance(path, AnswerPath)}
        return tuple(name for name in names if name in free) or tuple(names)


def ending_of(culprit: str) -> Ending:
    """How a case with a culprit ends."""
    endings: Mapping[str, Ending] = {VICTIM: "suicide", NOBODY: "accident"}
    return endings.get(culprit, "murder")


def _without_clashes(library: Library, half: HalfWritten) -> Library:
    """The situations whose names the case does not use itself."""
    scope = half.case.scope
    taken = {*scope.names, *scope.reserved, *scope.groups, *scope.sort_of_name}

    def free(situation: Situation) -> bool:
        names = {fact.split("(")[0].split()[0].rstrip(":") for fact in situation.facts}
        own = {situation.slug} if situation.kind in {"why", "how"} else set()
        return not (names | own) & taken

    return replace(library, situations=tuple(filter(free, library.situations)))
