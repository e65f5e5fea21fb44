"""The written part of a half-written case, and what follows from it for the part that is to be added."""

from functools import cached_property
from typing import NoReturn

from casekit.diagnostics import Code, Severity
from casekit.games.midnight import codes, document
from casekit.games.midnight.checks import truth
from casekit.games.midnight.checks.runner import contradictions
from casekit.games.midnight.generator import draft as generator_draft, situations
from casekit.games.midnight.generator.plots import ENDINGS, Ending
from casekit.games.midnight.theory.case_analysis import CaseAnalysis
from casekit.logic.formulas import Constant
from casekit.values import frozen, replace
from casekit.values.plurals import counted

_PLACEHOLDER_TERMS = '\n\n== terms\nmotive some-motive-or-other ""\nmethod some-method-or-other ""\n'
"""The terms for a case that has none yet, so that its logic can be asked."""

_MOST_RIVALS_NAMED = 3
"""The most rivals of an answer that a finding names."""


@frozen
class CompletionOptions:
    """The wishes for the added part; what the file says comes first."""

    title: str
    """The title for a file without one."""

    level: document.Level | None = None
    ending: Ending | None = None

    players: int = 4
    """The detectives at the simulated tables."""

    seed: int = 1


class CannotCompleteError(Exception):
    """Nothing can be added that makes the case whole; its arguments are the findings that say why."""


class CompletionStart:
    """The written part of a case, and what follows from it for the part that is to be added."""

    def __init__(
        self, half: generator_draft.PartialCase, library: situations.Library, wishes: CompletionOptions
    ) -> None:
        self.half = half
        self.case = half.case
        self.edition = half.case.edition
        self.wishes = wishes
        self.level: document.Level = wishes.level or "amateur"
        if "level" in self.case.fields:
            self.level = self.case.level
        scope = half.case.scope
        taken = {*scope.names, *scope.reserved, *scope.groups, *scope.sort_of_name}
        usable = [situation for situation in library.situations if taken.isdisjoint(_names_of(situation))]
        self.library = replace(library, situations=tuple(usable))
        """The situations whose names the case does not use for something else."""
        self.has_no_terms = "terms" not in self.case.blocks
        source = half.tree.source
        if self.has_no_terms:
            # At its end, so that every line of the file keeps its place.
            source = replace(source, text=f"{source.text}{_PLACEHOLDER_TERMS}")
        self.analysis = CaseAnalysis(generator_draft.half_written(source, self.edition).case)
        """What follows from the written part; it has an unnamed motive and method if the case has none."""

    def refuse_contradictions(self) -> None:
        """Raise a ``CannotCompleteError`` if the case contradicts itself or the wishes."""
        case, wishes = self.case, self.wishes
        if "level" in case.fields and wishes.level not in {None, case.level}:
            self.refuse(
                f"this case is for the level {case.level}, not {wishes.level}",
                "leave out --level, or change the field `level`",
                "level",
            )
        errors = contradictions(self.analysis)
        if not errors and self.analysis.value("culprit") is not None:
            lies = truth.lies(self.analysis)
            errors = tuple(finding for finding in lies if finding.severity is Severity.ERROR)
        if errors:
            raise CannotCompleteError(*errors)
        culprit = self.culprit
        if culprit is not None and wishes.ending not in {None, ending_of(culprit)}:
            self.refuse(
                f"by what is written the culprit is {culprit}, so this cannot be a case of {wishes.ending}",
                f"leave out --ending, or ask for --ending {ending_of(culprit)}",
            )

    def is_complete(self) -> bool:
        """Whether nothing is missing.

        Raises:
            CannotCompleteError: if nothing is missing, and the case cannot be solved.
        """
        missing_blocks = {"presentation", "terms", "truth", "solution"} - self.case.blocks
        has_header = self.case.author and self.case.title and self.case.victim
        if missing_blocks or not has_header or self.half.open_paths or self.half.open_solution:
            return False
        if {"certain"} != {element.status for element in self.analysis.verdict.elements}:
            self.refuse_for_want_of_room()
        return True

    def refuse_for_want_of_room(self) -> NoReturn:
        """Refuse a case in which no path is left to rule out what else fits."""
        rivals: list[str] = []
        for element in self.analysis.verdict.elements:
            if element.proved is None:
                values = element.rivals[:_MOST_RIVALS_NAMED]
                if element.name == "culprit":
                    values = tuple(value for value in values if value != self.culprit)
                rivals += [self.analysis.wording.answer(element.name, value) for value in values]
        count = len(self.half.open_paths)
        reason = f"{counted(count, 'open path')} cannot change that" if count else "every path is written"
        still_fitting = f", and this still fits: {', '.join(rivals)}" if rivals else ""
        self.refuse(
            f"what is written leaves no room for a solution: {reason}{still_fitting}",
            "empty a paragraph that tells little, so that it can tell more; "
            "`casekit ask --not` says what a rival rests on",
        )

    def refuse(
        self, message: str, hint: str, field: str = "title", code: Code = codes.CANNOT_COMPLETE
    ) -> NoReturn:
        """Raise a ``CannotCompleteError`` with a finding at a field of the header."""
        raise CannotCompleteError(code.at(self.case.field_span(field), message, hint=hint))

    @cached_property
    def culprit(self) -> str | None:
        """The culprit, if that is written or follows from it."""
        solver = self.analysis.solver
        stated = self.case.answers.get("culprit")
        proved = solver.value(solver.everything, solver.theory.targets[0])
        return stated or proved or min(self._liars, default=None)

    @property
    def _liars(self) -> set[str]:
        """The speakers of lines that are marked as lies, if they are named."""
        liars: set[str] = set()
        for origin in self.analysis.origins.values():
            if origin.mode == "lie" and origin.voices:
                speaker = origin.voices[-1]
                if isinstance(speaker, Constant):
                    liars.add(speaker.value)
        return liars

    @property
    def culprits(self) -> tuple[str, ...]:
        """The possible culprits, for all that is written and wished.

        In a murder they are the suspects who have an answer to be written, so that a lie can be in it; all
        suspects, if there are none.
        """
        if self.culprit is not None:
            return (self.culprit,)
        culprit_of_ending = ENDINGS.get(self.wishes.ending or "murder")
        if culprit_of_ending is not None:
            return (culprit_of_ending,)
        open_answers = (path for path in self.half.open_paths if isinstance(path, document.AnswerPath))
        with_open_answers = {path.suspect for path in open_answers}
        names = self.edition.suspects_by_name
        return tuple(name for name in names if name in with_open_answers) or tuple(names)


def _names_of(situation: situations.Situation) -> set[str]:
    """The names that a situation declares: its facts and, if it is an answer, its own."""
    names = {fact.split("(")[0].split()[0].rstrip(":") for fact in situation.facts}
    if situation.kind in {"why", "how"}:
        names.add(situation.slug)
    return names


def ending_of(culprit: str) -> Ending:
    """How a case with a culprit ends."""
    return next((ending for ending, name in ENDINGS.items() if name == culprit), "murder")
