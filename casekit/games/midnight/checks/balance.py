"""Whether a case is as hard as it claims, and where its readers may get stuck or be handed the answer."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from casekit.deduce.knowledge import Knowledge
from casekit.diagnostics import Diagnostic, Span, codes
from casekit.games.midnight.case import Case, Paragraph
from casekit.games.midnight.checks.mentions import mentioned
from casekit.games.midnight.figures import ENOUGH, Clue, Figures, measure
from casekit.games.midnight.inquiry import Inquiry
from casekit.games.midnight.levels import Measured, measure_level
from casekit.games.midnight.printout import teller
from casekit.games.midnight.story import element_in_words


@dataclass(frozen=True)
class Balance:
    """A case, what was measured of it, and its level."""

    inquiry: Inquiry
    figures: Figures
    level: Measured

    @property
    def case(self) -> Case:
        """The case."""
        return self.inquiry.case


def weigh(inquiry: Inquiry, budget: int) -> Balance:
    """Measure a case and hold it against its edition's thresholds; ``budget`` as for ``measure``.

    Raises:
        OutOfBudgetError: if a question that must be answered is too hard.
    """
    figures = measure(inquiry, budget)
    return Balance(inquiry, figures, measure_level(inquiry.case.edition, figures))


def level_not_met(balance: Balance) -> Iterator[Diagnostic]:
    """Figures on the wrong side of the thresholds of the level claimed."""
    if len(balance.figures.answers) < len(balance.inquiry.verdict.elements):
        return
    claimed = balance.case.level
    missed = [str(bound) for bound in balance.level.bounds[claimed] if not bound.met]
    if missed:
        measured = balance.level.level
        yield Diagnostic(
            codes.LEVEL_NOT_MET,
            "\n".join([f"the case claims to be {claimed}, but it is not", *missed]),
            balance.case.field_span("level"),
            hint=f"change the level to {measured}"
            if measured
            else "add ways to what matters, or take wrong paths away",
        )


def few_ways(balance: Balance) -> Iterator[Diagnostic]:
    """Conclusions that readers have too few independent ways to."""
    for clue in balance.figures.clues:
        if clue.thin and clue.ways.complete:
            yield _few(balance, clue)


def _few(balance: Balance, clue: Clue) -> Diagnostic:
    ways = [" + ".join(way) for way in clue.ways.sets]
    count = "one way leads" if len(ways) == 1 else f"{len(ways)} independent ways lead"
    told = teller(balance.inquiry).assertions(clue.conclusions)
    return Diagnostic(
        codes.FEW_WAYS,
        f"only {count} to this: {told}\n{'; '.join(ways)}",
        _heading(balance.case, clue.ways.sets[0][0]),
        hint=f"let {ENOUGH} paths tell it, so that no table gets stuck",
    )


def lone_accuser(balance: Balance) -> Iterator[Diagnostic]:
    """Paragraphs that name the culprit to who reads nothing else."""
    culprit = balance.figures.answers.get("culprit")
    if culprit is None or balance.figures.sizes["culprit"] != 1:
        return
    knowledge: Knowledge = balance.inquiry.knowledge
    target = balance.case.scope.function_of_name["culprit"]
    for paragraph in balance.case.paragraphs:
        if knowledge.value(knowledge.reading([paragraph.name]), target) == culprit:
            yield Diagnostic(
                codes.LONE_ACCUSER,
                f"who reads this paragraph alone knows the culprit: {culprit}",
                balance.case.span(paragraph.place),
                hint="tell it in two places that have to be put together",
            )


def essential_path(balance: Balance) -> Iterator[Diagnostic]:
    """Paths without which the solution does not follow."""
    backs = [back for back in balance.figures.ways_back if len(back.unread) == 1]
    for name in balance.figures.essential:
        rivals = [
            element_in_words(balance.case, back.target, back.value)
            for back in backs
            if back.unread == (name,)
        ]
        told = f"; it could also be {', '.join(rivals)} then" if rivals else ""
        yield Diagnostic(
            codes.ESSENTIAL_PATH,
            f"without {name} the solution does not follow{told}",
            _heading(balance.case, name),
            hint="tell in another place too what only this one tells",
        )


def unaccused(balance: Balance) -> Iterator[Diagnostic]:
    """The culprit, or an innocent suspect, whom no hint ever accuses."""
    culprit = balance.figures.answers.get("culprit")
    for suspect, paths in balance.figures.suspicions.items():
        if paths or culprit is None:
            continue
        if suspect == culprit:
            yield Diagnostic(
                codes.UNACCUSED_CULPRIT,
                f"no hint ever accuses {suspect}, who did it",
                _first(balance.case, suspect),
                hint="let something suggest it, and mark it `~ hint culprit = ...`: readers want to have had a chance",
            )
        else:
            yield Diagnostic(
                codes.UNACCUSED_INNOCENT,
                f"no hint ever accuses {suspect}",
                _first(balance.case, suspect),
                hint=f"let something suggest it, and mark it `~ hint culprit = {suspect}`: who is never suspected is no riddle",
            )


def unheard(balance: Balance) -> Iterator[Diagnostic]:
    """Suspects of whom nobody but themselves ever speaks."""
    case = balance.case
    for suspect in case.edition.suspects_by_name:
        others = [paragraph for paragraph in case.paragraphs if paragraph.speaker != suspect]
        if others and not any(suspect in mentioned(paragraph) for paragraph in others):
            yield Diagnostic(
                codes.UNHEARD_SUSPECT,
                f"nobody but {suspect} ever speaks of {suspect}",
                _first(case, suspect),
                hint="let another paragraph mention them",
            )


Weighing = Callable[[Balance], Iterator[Diagnostic]]

WEIGHINGS: tuple[Weighing, ...] = (level_not_met, few_ways, lone_accuser, essential_path, unaccused, unheard)


def check_balance(balance: Balance) -> tuple[Diagnostic, ...]:
    """Every check of balance."""
    return tuple(found for weighing in WEIGHINGS for found in weighing(balance))


def _heading(case: Case, name: str) -> Span:
    paragraph = next(paragraph for paragraph in case.paragraphs if paragraph.name == name)
    return case.span(paragraph.place)


def _first(case: Case, suspect: str) -> Span:
    """The heading of the first answer of a suspect."""
    own: Paragraph | None = next((one for one in case.paragraphs if one.speaker == suspect), None)
    return case.source.whole() if own is None else case.span(own.place)
