"""One attempt at making a half-written case whole: a world, a stock of clues, and those that are taken."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from casekit.deduce.encoding.vocabulary import Key, range_of
from casekit.deduce.goals import MOST_WORLDS, otherwise
from casekit.deduce.solving.knowledge import Knowledge
from casekit.deduce.verdicts import true_facts
from casekit.diagnostics import Diagnostic, Span
from casekit.games.making.choosing import UndecidedError, WantedProof, choose, truthful
from casekit.games.midnight import codes
from casekit.games.midnight.asking.case_inquiry import CaseInquiry
from casekit.games.midnight.asking.figures import measure
from casekit.games.midnight.case import Level, Statement
from casekit.games.midnight.edition import AnswerPath, CasePath
from casekit.games.midnight.skeletons.case_draft import CaseDraft, in_words, kept
from casekit.games.midnight.skeletons.clue_stock import Telling, clue_stock
from casekit.games.midnight.skeletons.declared_clues import (
    Facts,
    declared_clues,
    direct_clues,
    lie_and_catch,
    lies_of,
    line_of,
    plain_clues,
    world_of,
)
from casekit.games.midnight.skeletons.generating import (
    ELEMENTS,
    MEASURES,
    at_the_table,
    clues_by_line,
    misses,
    proofs_of,
    read,
    shown_lines,
)
from casekit.games.midnight.skeletons.plotting import NOBODY, VICTIM, Plot, SmallEditionError, plot
from casekit.games.midnight.skeletons.situations import Situation
from casekit.games.midnight.skeletons.starting_point import HopelessError, StartingPoint, ending_of
from casekit.model.logic import Apply, all_terms

_NOWHERE = Situation("where", "nowhere")


@dataclass(frozen=True)
class Completed:
    """A whole case: its text, the paths that are still to be written, how many clues were added, and what it lacks of its level."""

    text: str
    paths: tuple[CasePath, ...]
    clues: int
    lacks: tuple[str, ...]


class Attempt:
    """One attempt: a world, a stock of clues, and those that are taken."""

    def __init__(self, completion: StartingPoint, random: Random) -> None:
        self.whole, self.half, self.case = completion, completion.half, completion.case
        self.edition, self.random = completion.edition, random
        self.world, self.rivals = world_of(completion.inquiry, completion.culprits, random)
        self.culprit = self.world["culprit", ()]
        self.plot = self._supplement()
        motive, method = (
            (self.plot.motive, self.plot.method)
            if completion.no_terms and self.plot
            else (self.world["motive", ()], self.world["method", ()])
        )
        self.goal = dict(zip(ELEMENTS, (self.culprit, motive, method), strict=True))
        quotes = self.edition.quotations == "required"
        title, level = completion.wishes.title, completion.level
        self.draft = CaseDraft(self.half, self.plot, self.goal, title, level, quotes)

    # --- what the library adds -------------------------------------------------------------------

    def _supplement(self) -> Plot | None:
        """The part of a plot that the case needs besides its own facts."""
        whole = self.whole
        rivals = {value for element, value in self.rivals if element == "culprit"}
        ends = rivals & {NOBODY, VICTIM}
        suspects = bool(rivals - ends)
        if not (whole.no_terms or rivals):
            return None
        library = whole.library
        where = bool(library.of_kind("where")) and suspects
        if not library.of_kind("where"):
            library = replace(library, situations=(*library.situations, _NOWHERE))
        try:
            made = plot(
                whole.level, ending_of(self.culprit), self.edition, library, self.random, self.culprit
            )
        except SmallEditionError as error:
            if whole.no_terms:
                raise HopelessError(_too_small(error, self.case.field_span("title"))) from error
            return None
        lying = where and not self._has_lie()
        return replace(
            made,
            where=made.where if where else _NOWHERE,
            rooms=made.rooms if where else {},
            claimed=made.claimed if lying else "",
            traits=made.traits if suspects else (),
            lied=made.lied if lying and suspects else (),
            motives=made.motives if whole.no_terms else (),
            methods=made.methods if whole.no_terms else (),
            ends=tuple(each for each in made.ends if each.against in ends),
        )

    def _has_lie(self) -> bool:
        told = [statement for paragraph in self.case.paragraphs for statement in paragraph.statements]
        return self.case.liar != "may" or any(statement.mode == "lie" for statement in told)

    # --- clues -----------------------------------------------------------------------------------

    def _stock(self) -> list[Telling]:
        paths, world = self.half.open_paths, self.world
        made = self.plot
        found: list[Telling] = []
        if made is not None:
            added = clue_stock(made, self.whole.library, self.edition, self.random)
            found += [clue for clue in added if clue.path in paths]
        murder = ending_of(self.culprit) == "murder"
        lies = any(clue.mode == "lie" for clue in found)
        if murder and not lies and not self._has_lie():
            found += lie_and_catch(self.case, world, self.culprit, paths, self.random)
        links = self.whole.links
        found += declared_clues(self.case, world, self.culprit, paths, links, self.random)
        found += self._said_in_solution()
        helped = {"culprit"} if made is not None and made.where is not _NOWHERE else set()
        rivals = [(element, value) for element, value in self.rivals if element not in helped]
        found += direct_clues([] if self.whole.no_terms else rivals, self.culprit, paths)
        return list(dict.fromkeys(found))

    def _said_in_solution(self) -> Iterator[Telling]:
        """Tellings of the paths that show something by the words of the solution, as far as they are open."""
        claims = [claim for claim in self.case.solution.statements if claim.mode == "shown"]
        open_paths = self.half.open_paths
        named = dict.fromkeys(path for claim in claims for path in claim.by if path in open_paths)
        functions = self.case.scope.function_of_name
        rivals = [
            (element, value)
            for element, true in self.goal.items()
            for value in range_of(functions[element])
            if value != true
        ]
        told = [statement for paragraph in self.case.paragraphs for statement in paragraph.statements]
        asked = _functions_in((*claims, *told))
        for path in named:
            about = self.whole.links.functions | asked
            if not (isinstance(path, AnswerPath) and path.suspect == self.culprit):
                yield from plain_clues(self.case, self.world, path, about)
                yield from direct_clues(rivals, self.culprit, (path,))
            elif self.case.liar == "may":
                yield from lies_of(self.case, self.world, path, about)

    def completed(self) -> Completed:
        """The whole case.

        Raises:
            UndecidedError: if no choice of clues shows the solution.
        """
        draft = self.draft.text(self._stock(), self._whole_truth(), bare=True)
        inquiry = read(draft.text, self.edition)
        # A line that is written has force too, but is not a clue of the stock.
        named, given = clues_by_line(draft, inquiry)
        usable = truthful(inquiry.knowledge, named)
        wanted = tuple(self._wanted(inquiry, given))
        measures = replace(MEASURES[self.whole.level], idly=False)

        def chosen_from(stock: Mapping[str, Telling]) -> tuple[str, ...]:
            return choose(inquiry.knowledge, stock, self.goal, measures, self.random, given, wanted)

        try:
            chosen = chosen_from(self._without_confessions(inquiry.knowledge, usable))
        except UndecidedError:
            chosen = chosen_from(usable)
        clues = [named[name] for name in chosen]
        # The truth has to say whether lines are so that the culprit says already.
        open_lines = [name for name in given if self.culprit in inquiry.origins[name].speakers]
        needed = {key for name in (*chosen, *open_lines) for key in inquiry.knowledge.lines[name].terms}
        return self._finished(clues, needed)

    def _without_confessions(self, knowledge: Knowledge, stock: Mapping[str, Telling]) -> dict[str, Telling]:
        """The clues that do not give the culprit away by themselves, or beside nothing but the lie."""
        laws = knowledge.assume(knowledge.laws)
        other = otherwise(knowledge, {"culprit": self.culprit})
        lies = {clue.about for clue in stock.values() if clue.due}
        return {
            name: clue
            for name, clue in stock.items()
            if clue.due
            or (clue.about not in lies and knowledge.solve([*laws, *knowledge.assume([name]), other]))
        }

    def _wanted(self, inquiry: CaseInquiry, given: Sequence[str]) -> Iterator[WantedProof[CasePath]]:
        """The proofs that the solution claims for readers of some paths."""
        for claim in self.case.solution.statements:
            if claim.mode != "shown":
                continue
            paths = frozenset(claim.by or self.edition.paths)
            sources = {self.case.paragraph_of[path].name for path in paths if path in self.case.paragraph_of}
            lines = [name for name in given if inquiry.origins[name].path in sources]
            yield WantedProof(-inquiry.knowledge.meaning(claim.formula).false, paths, lines)

    def _finished(self, clues: Sequence[Telling], needed: set[Key]) -> Completed:
        draft, goal = self.draft, self.goal
        case = read(draft.text((), self._whole_truth(), bare=True).text, self.edition).case
        told = in_words(clues, case, self.culprit)
        added = self._needed_truth(needed)
        bare = read(draft.text(told, added).text, self.edition)
        elements = bare.verdict.elements
        if not bare.verdict.consistent or any(element.status != "certain" for element in elements):
            raise UndecidedError("the clues do not show the solution")
        shown = shown_lines(proofs_of(bare, goal), goal) if self.half.open_solution else []
        text = draft.text(told, added, shown).text
        if not kept(self.half.tree.source.text, text):
            raise AssertionError("a line of the file is not in the completed case")
        lacks = lacking(read(text, self.edition), self.whole.level, self.whole.wishes.players)
        return Completed(text, self.half.open_paths, len(told), lacks)

    def _whole_truth(self) -> list[str]:
        return [line_of(key, value) for key, value in self.world.items() if key[0] not in ELEMENTS]

    def _needed_truth(self, needed: set[Key]) -> list[str]:
        """The facts that clues, the culprit's words and the solution speak of, as far as the truth does not fix them."""
        known = true_facts(self.whole.inquiry.knowledge)
        told = _functions_in(self.case.solution.statements)
        world = self.world
        wanted = (key for key in Facts(self.case).keys if key not in known)
        return [line_of(key, world[key]) for key in wanted if key in needed or key[0] in told]


def _functions_in(lines: Iterable[Statement]) -> set[str]:
    """The names of the functions that lines speak of."""
    terms = (term for line in lines for term in all_terms(line.formula))
    return {term.function.name for term in terms if isinstance(term, Apply)}


def lacking(inquiry: CaseInquiry, level: Level, players: int) -> tuple[str, ...]:
    """The measures of a level that a case misses, in its figures and then at the table."""
    figures = measure(inquiry, MOST_WORLDS)
    return misses(figures, level, inquiry.case.edition) or at_the_table(inquiry, level, players)


def _too_small(error: SmallEditionError, place: Span) -> Diagnostic:
    return Diagnostic(
        codes.SMALL_FOR_SKELETON,
        f"nothing can be added to this case: {error}",
        place,
        hint="choose another edition, or add situations to its folder `situations`",
    )
