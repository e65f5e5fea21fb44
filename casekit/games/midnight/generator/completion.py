"""Half-written cases made whole: what is written, and attempts at the rest, each with a world and clues."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import NoReturn

from casekit.deduce import minimal_sources, verdicts
from casekit.deduce.encoding.circuit import Key, range_of
from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.diagnostics import Code, Severity
from casekit.games.midnight import board_figures, codes, document
from casekit.games.midnight.checks import truth
from casekit.games.midnight.checks.runner import contradictions
from casekit.games.midnight.generator import (
    declared_clues,
    draft as generator_draft,
    search,
    situations,
)
from casekit.games.midnight.generator.plots import (
    ENDINGS,
    NOBODY,
    VICTIM,
    Ending,
    Plot,
    SmallEditionError,
    Telling,
    clue_stock,
    plot,
)
from casekit.games.midnight.theory.case_analysis import CaseAnalysis
from casekit.kit.clue_selection import RequiredProof, UndecidedError, choose, truthful
from casekit.logic.formulas import Constant, functions_in
from casekit.values import frozen, replace
from casekit.values.plurals import counted

_NO_TERMS = '\n\n== terms\nmotive some-motive-or-other ""\nmethod some-method-or-other ""\n'
"""The terms of a case that names none yet."""


@frozen
class CompletionOptions:
    """The wishes for the added part; what the file says comes first. ``title`` is for a file without one."""

    title: str
    level: document.Level | None = None
    ending: Ending | None = None
    players: int = 4
    seed: int = 1


class CannotCompleteError(Exception):
    """Nothing can be added that makes the case whole; its arguments are the findings that say why."""


class CompletionStart:
    """The written part of a case, and what follows from it for the part that is to be added."""

    def __init__(
        self, half: generator_draft.PartialCase, library: situations.Library, wishes: CompletionOptions
    ) -> None:
        self.half, self.case, self.edition = half, half.case, half.case.edition
        self.wishes = wishes
        self.level: document.Level = (
            self.case.level if "level" in self.case.fields else wishes.level or "amateur"
        )
        scope = half.case.scope
        taken = {*scope.names, *scope.reserved, *scope.groups, *scope.sort_of_name}
        free = [situation for situation in library.situations if taken.isdisjoint(_names_of(situation))]
        self.library = replace(library, situations=tuple(free))
        self.no_terms = "terms" not in self.case.blocks
        source = half.tree.source
        # At its end, so that every line of the file keeps its place.
        with_terms = replace(source, text=f"{source.text}{_NO_TERMS}") if self.no_terms else source
        self.analysis = CaseAnalysis(generator_draft.half_written(with_terms, self.edition).case)

    def refuse_what_is_wrong(self) -> None:
        """Raise a ``CannotCompleteError`` if a case contradicts itself or the wishes."""
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
            CannotCompleteError: if nothing is, and the case cannot be solved.
        """
        wanting = {"presentation", "terms", "truth", "solution"} - self.case.blocks
        named = self.case.author and self.case.title and self.case.victim
        if wanting or not named or self.half.open_paths or self.half.open_solution:
            return False
        if {"certain"} != {element.status for element in self.analysis.verdict.elements}:
            self.no_room()
        return True

    def no_room(self) -> NoReturn:
        """Refuse a case in which no path is left to rule out what else fits."""
        answers: list[tuple[str, str]] = []
        for element in self.analysis.verdict.elements:
            if element.proved is None:
                answers += [(element.name, value) for value in element.rivals[:3]]
        rivals = [
            self.analysis.wording.answer(*pair) for pair in answers if pair != ("culprit", self.culprit)
        ]
        left = len(self.half.open_paths)
        paths = f"{counted(left, 'open path')} cannot change that" if left else "every path is written"
        fitting = f", and this still fits: {', '.join(rivals)}" if rivals else ""
        self.refuse(
            f"what is written leaves no room for a solution: {paths}{fitting}",
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
        """The possible culprits, for all that is written and wished; those come first who can still lie."""
        if self.culprit is not None:
            return (self.culprit,)
        wished = ENDINGS.get(self.wishes.ending or "murder")
        if wished is not None:
            return (wished,)
        open_paths = self.half.open_paths
        free = {path.suspect for path in open_paths if isinstance(path, document.AnswerPath)}
        names = self.edition.suspects_by_name
        return tuple(name for name in names if name in free) or tuple(names)


def _names_of(situation: situations.Situation) -> set[str]:
    """The names that a situation declares: its facts and, if it is an answer, its own."""
    names = {fact.split("(")[0].split()[0].rstrip(":") for fact in situation.facts}
    if situation.kind in {"why", "how"}:
        names.add(situation.slug)
    return names


def ending_of(culprit: str) -> Ending:
    """How a case with a culprit ends."""
    return next((ending for ending, who in ENDINGS.items() if who == culprit), "murder")


_NOWHERE = situations.Situation("where", "nowhere")

ELSEWHERE = "choose another edition, or add situations to its folder `situations`"
"""The way out where an edition is too small."""


@frozen
class CompletedCase:
    """A whole case: its text, the paths to be written, how many clues were added, and its shortfalls."""

    text: str
    paths: tuple[document.CasePath, ...]
    clues: int
    lacks: tuple[str, ...]


class CompletionAttempt:
    """One attempt: a world, a stock of clues, and those that are taken."""

    def __init__(self, point: CompletionStart, random: Random) -> None:
        self.whole, self.half, self.case = point, point.half, point.case
        self.edition, self.random = point.edition, random
        self.world, self.rivals = declared_clues.made_world(point.analysis, point.culprits, random)
        self.culprit = self.world["culprit", ()]
        self.plot = self._supplement()
        self.goal = {element: self.world[element, ()] for element in board_figures.ELEMENTS}
        if point.no_terms and self.plot:
            self.goal |= {"motive": self.plot.motive, "method": self.plot.method}
        quotes = self.edition.quotations == "required"
        self.draft = generator_draft.CaseDraft(
            self.half, self.plot, self.goal, point.wishes.title, point.level, quotes
        )

    def _supplement(self) -> Plot | None:
        """The part of a plot that the case needs besides its own facts."""
        whole = self.whole
        rivals = {value for element, value in self.rivals if element == "culprit"}
        if not (whole.no_terms or rivals):
            return None
        try:
            made = self._whole_plot()
        except SmallEditionError as error:
            if whole.no_terms:
                whole.refuse(
                    f"nothing can be added to this case: {error}", ELSEWHERE, code=codes.SMALL_FOR_SKELETON
                )
            return None
        ends = rivals & {NOBODY, VICTIM}
        made = replace(made, ends=tuple(end for end in made.ends if end.against in ends))
        if not whole.no_terms:
            made = replace(made, motives=(), methods=())
        are_suspects = bool(rivals - ends)
        if not are_suspects:
            made = replace(made, traits=())
        if not are_suspects or not whole.library.of_kind("where"):
            return replace(made, where=_NOWHERE, rooms={}, claimed="", lied=())
        return replace(made, claimed="", lied=()) if self._has_lie() else made

    def _whole_plot(self) -> Plot:
        library = self.whole.library
        if not library.of_kind("where"):
            library = replace(library, situations=(*library.situations, _NOWHERE))
        ending = ending_of(self.culprit)
        return plot(self.whole.level, ending, self.edition, library, self.random, self.culprit)

    def _statements(self) -> Iterator[document.Statement]:
        """The statements that the paragraphs of the case have already."""
        for paragraph in self.case.paragraphs:
            yield from paragraph.statements

    def _has_lie(self) -> bool:
        return self.case.liar != "may" or any(statement.mode == "lie" for statement in self._statements())

    def _stock(self) -> list[Telling]:
        paths, world = self.half.open_paths, self.world
        made = self.plot
        added = clue_stock(made, self.whole.library, self.edition, self.random) if made else ()
        stock = [clue for clue in added if clue.path in paths]
        lies = self._has_lie() or any(clue.mode == "lie" for clue in stock)
        if ending_of(self.culprit) == "murder" and not lies:
            stock += declared_clues.lie_and_catch(self.case, world, self.culprit, paths, self.random)
        solver = self.whole.analysis.solver
        stock += declared_clues.declared_clues(self.case, world, self.culprit, paths, solver, self.random)
        stock += self._clues_of_claims()
        if not self.whole.no_terms:
            # Where people were decides who did it, if the plot says that.
            helped = {"culprit"} if made is not None and made.where is not _NOWHERE else set()
            rivals = [(element, value) for element, value in self.rivals if element not in helped]
            stock += declared_clues.direct_clues(rivals, self.culprit, paths)
        return list(dict.fromkeys(stock))

    def _clues_of_claims(self) -> Iterator[Telling]:
        """Clues for the paths that show something by the words of the solution, as far as they are open."""
        claims = [claim for claim in self.case.solution.statements if claim.mode == "shown"]
        shown_by: dict[document.CasePath, None] = {}
        for claim in claims:
            shown_by |= dict.fromkeys(path for path in claim.by if path in self.half.open_paths)
        rivals: list[tuple[str, str]] = []
        for element, true in self.goal.items():
            values = range_of(self.case.scope.function_of_name[element])
            rivals += [(element, value) for value in values if value != true]
        about = declared_clues.tied_facts(self.whole.analysis.solver)
        for line in (*claims, *self._statements()):
            about |= functions_in(line.formula)
        for path in shown_by:
            if not (isinstance(path, document.AnswerPath) and path.suspect == self.culprit):
                yield from declared_clues.plain_clues(self.case, self.world, path, about)
                yield from declared_clues.direct_clues(rivals, self.culprit, (path,))
            elif self.case.liar == "may":
                yield from declared_clues.lies_of(self.case, self.world, path, about)

    def completed(self) -> CompletedCase:
        """The whole case.

        Raises:
            UndecidedError: if no choice of clues shows the solution.
        """
        stock = self._stock()
        analysis = search.read(self.draft.text(stock, self._whole_truth(), bare=True), self.edition)
        # A line that is written has force too, but is not a clue of the stock.
        named, given = search.clues_by_line(stock, analysis)
        usable = truthful(analysis.solver, named)
        wanted = tuple(self._wanted(analysis, given))
        measures = replace(search.MEASURES[self.whole.level], idly=False)

        def chosen_from(stock: Mapping[str, Telling]) -> tuple[str, ...]:
            return choose(analysis.solver, stock, self.goal, measures, self.random, given, wanted)

        try:
            chosen = chosen_from(self._without_confessions(analysis.solver, usable))
        except UndecidedError:
            chosen = chosen_from(usable)
        clues = [named[name] for name in chosen]
        # The truth has to say whether lines are so that the culprit says already.
        open_lines = [name for name in given if self.culprit in analysis.origins[name].speakers]
        needed: set[Key] = set()
        for name in (*chosen, *open_lines):
            needed.update(analysis.solver.lines[name].terms)
        return self._finished(clues, needed)

    def _without_confessions(self, solver: TheorySolver, stock: Mapping[str, Telling]) -> dict[str, Telling]:
        """The clues that do not give the culprit away by themselves, or beside nothing but the lie."""
        laws = solver.assume(solver.laws)
        other = minimal_sources.otherwise(solver, {"culprit": self.culprit})
        lies = {clue.about for clue in stock.values() if clue.due}
        kept = {}
        for name, clue in stock.items():
            if clue.due:
                kept[name] = clue
            elif clue.about not in lies:
                alone = [*laws, *solver.assume([name])]
                if solver.solve([*alone, other]):
                    kept[name] = clue
        return kept

    def _wanted(
        self, analysis: CaseAnalysis, given: Sequence[str]
    ) -> Iterator[RequiredProof[document.CasePath]]:
        """The proofs that the solution claims for readers of some paths."""
        for claim in self.case.solution.statements:
            if claim.mode != "shown":
                continue
            paths = frozenset(claim.by or self.edition.paths)
            sources = {self.case.paragraph_of[path].name for path in paths if path in self.case.paragraph_of}
            lines = [name for name in given if analysis.origins[name].path in sources]
            yield RequiredProof(-analysis.solver.meaning(claim.formula).false, paths, lines)

    def _finished(self, clues: Sequence[Telling], needed: set[Key]) -> CompletedCase:
        draft, goal = self.draft, self.goal
        case = search.read(draft.text((), self._whole_truth(), bare=True), self.edition).case
        worded = generator_draft.in_words(clues, case, self.culprit)
        added = self._added_truth(needed)
        bare = search.read(draft.text(worded, added), self.edition)
        elements = bare.verdict.elements
        if not bare.verdict.consistent or any(element.status != "certain" for element in elements):
            raise UndecidedError("the clues do not show the solution")
        shown: list[str] = []
        if self.half.open_solution:
            shown = search.shown_lines(search.proofs_of(bare, goal), goal)
        text = draft.text(worded, added, shown)
        if not generator_draft.kept(self.half.tree.source.text, text):
            raise AssertionError("a line of the file is not in the completed case")
        analysis = search.read(text, self.edition)
        lacks = search.lacking(analysis, self.whole.level, self.whole.wishes.players)
        return CompletedCase(text, self.half.open_paths, len(worded), lacks)

    def _added_truth(self, needed: set[Key]) -> list[str]:
        """The terms in clues, the culprit's words and the solution that the truth does not fix."""
        known = verdicts.true_facts(self.whole.analysis.solver)
        claimed: set[str] = set()
        for claim in self.case.solution.statements:
            claimed |= functions_in(claim.formula)
        terms = [key for key in declared_clues.declared_terms(self.case) if key not in known]
        spoken_of = [key for key in terms if key in needed or key[0] in claimed]
        return [declared_clues.line_of(key, self.world[key]) for key in spoken_of]

    def _whole_truth(self) -> list[str]:
        facts = {key: value for key, value in self.world.items() if key[0] not in board_figures.ELEMENTS}
        return [declared_clues.line_of(key, value) for key, value in facts.items()]
