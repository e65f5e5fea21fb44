"""Attempts to make a half-written case whole, each with a world and clues."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from casekit.deduce import minimal_sources, verdicts
from casekit.deduce.encoding.circuit import Key, range_of
from casekit.deduce.solving.theory_solver import TheorySolver
from casekit.games.midnight import board_figures, codes, document
from casekit.games.midnight.generator import (
    declared_clues,
    draft as generator_draft,
    made_up_world,
    search,
    situations,
)
from casekit.games.midnight.generator.completion_start import CompletionStart, ending_of
from casekit.games.midnight.generator.plot_clues import Telling, clue_stock
from casekit.games.midnight.generator.plots import NOBODY, VICTIM, Plot, SmallEditionError, plot
from casekit.games.midnight.theory.case_analysis import CaseAnalysis
from casekit.kit.clue_selection import RequiredProof, UndecidedError, choose, truthful
from casekit.logic.formulas import functions_in
from casekit.values import frozen, replace

_NO_PLACES = situations.Situation("where", "nowhere")
"""Stands for the situation that says where people were, in a case to which none can be added."""

HINT_FOR_SMALL_EDITION = "choose another edition, or add situations to its folder `situations`"


@frozen
class CompletedCase:
    """A whole case, of which some paths are still to be written in prose."""

    text: str

    paths: tuple[document.CasePath, ...]
    """The paths that are to be written."""

    clues: int
    """How many clues were added."""

    lacks: tuple[str, ...]
    """What it lacks of its level."""


class CompletionAttempt:
    """One attempt to make a case whole: a world, a stock of clues, and those that are taken."""

    def __init__(self, start: CompletionStart, random: Random) -> None:
        self.start = start
        self.half = start.half
        self.case = start.case
        self.edition = start.edition
        self.random = random
        self.world, self.rivals = made_up_world.made_world(start.analysis, start.culprits, random)
        self.culprit = self.world["culprit", ()]
        self.plot = self._added_plot()
        self.goal = {element: self.world[element, ()] for element in board_figures.ELEMENTS}
        """The answers that the case must prove."""
        if start.has_no_terms and self.plot:
            self.goal |= {"motive": self.plot.motive, "method": self.plot.method}
        quotes = self.edition.quotations == "required"
        self.draft = generator_draft.CaseDraft(
            self.half, self.plot, self.goal, start.wishes.title, start.level, quotes
        )

    def _added_plot(self) -> Plot | None:
        """The part of a plot that the case needs besides its own facts; ``None`` if it needs none."""
        start = self.start
        rival_culprits = {value for element, value in self.rivals if element == "culprit"}
        if not (start.has_no_terms or rival_culprits):
            return None
        try:
            added = self._whole_plot()
        except SmallEditionError as error:
            if start.has_no_terms:
                message = f"nothing can be added to this case: {error}"
                start.refuse(message, HINT_FOR_SMALL_EDITION, code=codes.SMALL_FOR_SKELETON)
            return None
        rival_endings = rival_culprits & {NOBODY, VICTIM}
        added = replace(added, ends=tuple(end for end in added.ends if end.against in rival_endings))
        if not start.has_no_terms:
            added = replace(added, motives=(), methods=())
        has_rival_suspects = bool(rival_culprits - rival_endings)
        if not has_rival_suspects:
            added = replace(added, traits=())
        if not has_rival_suspects or not start.library.of_kind("where"):
            return replace(added, where=_NO_PLACES, rooms={}, claimed="", lied=())
        return replace(added, claimed="", lied=()) if self._has_lie() else added

    def _whole_plot(self) -> Plot:
        library = self.start.library
        if not library.of_kind("where"):
            library = replace(library, situations=(*library.situations, _NO_PLACES))
        ending = ending_of(self.culprit)
        return plot(self.start.level, ending, self.edition, library, self.random, self.culprit)

    def _statements(self) -> Iterator[document.Statement]:
        """The statements that the paragraphs of the case have already."""
        for paragraph in self.case.paragraphs:
            yield from paragraph.statements

    def _has_lie(self) -> bool:
        """Whether the culprit lies already, or may not lie."""
        return self.case.liar != "may" or any(statement.mode == "lie" for statement in self._statements())

    def _stock(self) -> list[Telling]:
        """All clues that can be chosen, each once."""
        paths, world, added = self.half.open_paths, self.world, self.plot
        stock: list[Telling] = []
        if added is not None:
            clues_of_plot = clue_stock(added, self.start.library, self.edition, self.random)
            stock += [clue for clue in clues_of_plot if clue.path in paths]
        has_lie = self._has_lie() or any(clue.mode == "lie" for clue in stock)
        if ending_of(self.culprit) == "murder" and not has_lie:
            stock += declared_clues.lie_and_catch(self.case, world, self.culprit, paths, self.random)
        solver = self.start.analysis.solver
        stock += declared_clues.declared_clues(self.case, world, self.culprit, paths, solver, self.random)
        stock += self._clues_of_claims()
        if not self.start.has_no_terms:
            rivals = self.rivals
            if added is not None and added.where is not _NO_PLACES:
                # Where people were decides who did it.
                rivals = tuple(rival for rival in rivals if rival[0] != "culprit")
            stock += declared_clues.direct_clues(rivals, self.culprit, paths)
        return list(dict.fromkeys(stock))

    def _clues_of_claims(self) -> Iterator[Telling]:
        """Clues for the paths that show something by the words of the solution, as far as they are open."""
        claims = [claim for claim in self.case.solution.statements if claim.mode == "shown"]
        showing_paths: dict[document.CasePath, None] = {}
        for claim in claims:
            showing_paths |= dict.fromkeys(path for path in claim.by if path in self.half.open_paths)
        rivals: list[tuple[str, str]] = []
        for element, true_value in self.goal.items():
            values = range_of(self.case.scope.function_of_name[element])
            rivals += [(element, value) for value in values if value != true_value]
        functions = declared_clues.tied_facts(self.start.analysis.solver)
        for line in (*claims, *self._statements()):
            functions |= functions_in(line.formula)
        for path in showing_paths:
            is_of_culprit = isinstance(path, document.AnswerPath) and path.suspect == self.culprit
            if not is_of_culprit:
                yield from declared_clues.plain_clues(self.case, self.world, path, functions)
                yield from declared_clues.direct_clues(rivals, self.culprit, (path,))
            elif self.case.liar == "may":
                yield from declared_clues.lies_of(self.case, self.world, path, functions)

    def completed(self) -> CompletedCase:
        """The whole case.

        Raises:
            UndecidedError: if no choice of clues shows the solution.
        """
        stock = self._stock()
        analysis = search.read(self.draft.text(stock, self._whole_truth(), bare=True), self.edition)
        # A line that is written has force too, but is not a clue of the stock.
        clue_of_line, written_lines = search.clues_by_line(stock, analysis)
        usable = truthful(analysis.solver, clue_of_line)
        required_proofs = tuple(self._required_proofs(analysis, written_lines))
        measures = replace(search.MEASURES[self.start.level], idly=False)

        def chosen_from(stock: Mapping[str, Telling]) -> tuple[str, ...]:
            return choose(
                analysis.solver, stock, self.goal, measures, self.random, written_lines, required_proofs
            )

        try:
            chosen_lines = chosen_from(self._without_confessions(analysis.solver, usable))
        except UndecidedError:
            chosen_lines = chosen_from(usable)
        clues = [clue_of_line[line] for line in chosen_lines]
        # The truth has to say whether lines are so that the culprit says already.
        culprit_lines = [line for line in written_lines if self.culprit in analysis.origins[line].speakers]
        needed_terms: set[Key] = set()
        for line in (*chosen_lines, *culprit_lines):
            needed_terms.update(analysis.solver.lines[line].terms)
        return self._case_with(clues, needed_terms)

    def _without_confessions(self, solver: TheorySolver, stock: Mapping[str, Telling]) -> dict[str, Telling]:
        """The clues that do not give the culprit away by themselves, or beside nothing but the lie."""
        laws = solver.assume(solver.laws)
        other = minimal_sources.otherwise(solver, {"culprit": self.culprit})
        lies = {clue.about for clue in stock.values() if clue.due}

        def is_discreet(line: str, clue: Telling) -> bool:
            if clue.due:
                return True
            if clue.about in lies:
                return False
            return solver.solve([*laws, *solver.assume([line]), other])

        return {line: clue for line, clue in stock.items() if is_discreet(line, clue)}

    def _required_proofs(
        self, analysis: CaseAnalysis, written_lines: Sequence[str]
    ) -> Iterator[RequiredProof[document.CasePath]]:
        """The proofs that the solution claims for readers of some paths."""
        for claim in self.case.solution.statements:
            if claim.mode != "shown":
                continue
            paths = frozenset(claim.by or self.edition.paths)
            sources = {self.case.paragraph_of[path].name for path in paths if path in self.case.paragraph_of}
            lines = [line for line in written_lines if analysis.origins[line].path in sources]
            yield RequiredProof(-analysis.solver.meaning(claim.formula).false, paths, lines)

    def _case_with(self, clues: Sequence[Telling], needed_terms: set[Key]) -> CompletedCase:
        """The whole case with these clues; its truth fixes the ``needed_terms``.

        Raises:
            UndecidedError: if the clues do not show the solution.
        """
        draft, goal = self.draft, self.goal
        case = search.read(draft.text((), self._whole_truth(), bare=True), self.edition).case
        worded = generator_draft.in_words(clues, case, self.culprit)
        truth_lines = self._added_truth(needed_terms)
        without_solution = search.read(draft.text(worded, truth_lines), self.edition)
        verdict = without_solution.verdict
        elements = verdict.elements
        if not verdict.consistent or any(element.status != "certain" for element in elements):
            raise UndecidedError("the clues do not show the solution")
        shown: list[str] = []
        if self.half.open_solution:
            shown = search.shown_lines(search.proofs_of(without_solution, goal), goal)
        text = draft.text(worded, truth_lines, shown)
        if not generator_draft.kept(self.half.tree.source.text, text):
            raise AssertionError("a line of the file is not in the completed case")
        analysis = search.read(text, self.edition)
        lacks = search.lacking(analysis, self.start.level, self.start.wishes.players)
        return CompletedCase(text, self.half.open_paths, len(worded), lacks)

    def _added_truth(self, needed_terms: set[Key]) -> list[str]:
        """Lines for the needed terms, and those that the solution speaks of, that the truth does not fix."""
        known = verdicts.true_facts(self.start.analysis.solver)
        claimed_facts: set[str] = set()
        for claim in self.case.solution.statements:
            claimed_facts |= functions_in(claim.formula)
        terms = [key for key in made_up_world.declared_terms(self.case) if key not in known]
        spoken_of = [key for key in terms if key in needed_terms or key[0] in claimed_facts]
        return [made_up_world.line_of(key, self.world[key]) for key in spoken_of]

    def _whole_truth(self) -> list[str]:
        """A line for each fact of the world."""
        facts = {key: value for key, value in self.world.items() if key[0] not in board_figures.ELEMENTS}
        return [made_up_world.line_of(key, value) for key, value in facts.items()]
