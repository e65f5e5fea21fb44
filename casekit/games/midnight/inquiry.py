"""A case under investigation: its theory in the solver, the verdict, and what each told line is worth."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from casekit.deduce.cures import Cures, cures
from casekit.deduce.knowledge import Answer, Knowledge
from casekit.deduce.rivals import true_facts
from casekit.deduce.verdict import analyse
from casekit.diagnostics import Span
from casekit.games.midnight.case import Case
from casekit.games.midnight.theory import CaseTheory, Origin, build_theory
from casekit.model.theory import Verdict


@dataclass(frozen=True, slots=True)
class Told:
    """A statement, whether the culprit is among those who vouch for it, and whether it is true.

    ``name`` is its identifier in the theory. ``status`` is only asked of the culprit's statements; of all others it is ``open``.
    """

    name: str
    origin: Origin
    by_culprit: bool
    status: Answer


class Inquiry:
    """Everything the checks of truth and deduction share, computed once.

    ``finished`` until a question was too hard for the solver.
    """

    def __init__(self, case: Case) -> None:
        self.case = case
        self._built: CaseTheory = build_theory(case)
        self.origins: Mapping[str, Origin] = self._built.origins
        self.knowledge = Knowledge(self._built.theory)
        self.finished = not self.knowledge.refused

    @cached_property
    def verdict(self) -> Verdict:
        """The verdict of the deduction core."""
        return analyse(self.knowledge)

    @cached_property
    def sources(self) -> tuple[str, ...]:
        """The names of all paragraphs, in the order of the case."""
        return tuple(paragraph.name for paragraph in self.case.paragraphs)

    @cached_property
    def told(self) -> tuple[Told, ...]:
        """Every statement that has force, in the order of the text."""
        return tuple(
            self._told(name, origin)
            for name, origin in self.origins.items()
            if origin.kind not in {"rule", "truth"} and origin.mode != "hint"
        )

    @cached_property
    def false_in_truth(self) -> frozenset[str]:
        """The lines that are lies in truth as well, by identifier."""
        return frozenset(line.name for line in self.told if line.by_culprit and line.status == "false")

    @cached_property
    def cures(self) -> Cures:
        """What would rule out the rivals that are left, if a paragraph told it."""
        return cures(self.knowledge, self.verdict)

    @cached_property
    def facts(self) -> Mapping[tuple[str, tuple[str, ...]], str]:
        """What the truth fixes: values by function and arguments."""
        return true_facts(self.knowledge)

    def value(self, element: str) -> str | None:
        """The true answer to one of the three questions, if the truth gives it."""
        return next(found.value for found in self.verdict.elements if found.name == element)

    def lies_by_saying(self, origin: Origin) -> bool:
        """Whether a culprit who must lie only vouches for what somebody else said: then that is the lie."""
        return self.case.liar == "must" and self.value("culprit") in origin.speakers[:-1]

    def place(self, origin: Origin) -> Span:
        """Where a line stands; general rules, which stand in no case, are shown at its beginning."""
        return self.case.span(origin.place)

    def block(self, name: str) -> Span:
        """Where the lines of a block begin, or the beginning of the file if it has none."""
        places = [origin.place for origin in self.origins.values() if origin.kind == name]
        return self.case.span(places[0]) if places else self.case.source.whole()

    def _told(self, name: str, origin: Origin) -> Told:
        by_culprit = self.value("culprit") in origin.speakers
        return Told(name, origin, by_culprit, self._status(name, origin) if by_culprit else "open")

    def _status(self, name: str, origin: Origin) -> Answer:
        if origin.kind == "presentation":
            return self.knowledge.standing(self.knowledge.meaning(origin.formula))
        return self.knowledge.status(name)
