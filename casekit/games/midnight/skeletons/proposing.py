"""The content that a paragraph must carry, in plain words, for clues that a case's own facts give."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from casekit.games.midnight.asking.case_plain_words import CasePlainWords
from casekit.games.midnight.case import Case
from casekit.games.midnight.edition import AnswerPath, CasePath
from casekit.games.midnight.skeletons.clue_stock import Telling
from casekit.games.midnight.skeletons.half_written import Line, plain_lines
from casekit.games.midnight.skeletons.skeleton_text import prose_for
from casekit.games.midnight.skeletons.skeleton_tongues import say_in
from casekit.language.document.canonical import quoted
from casekit.language.formula.nodes import Word

LIE = (
    "The lie: claims this, with a detail too many: {clause}. Somebody else must be able to prove that wrong."
)
CATCH = "Gives the lie of {who} away, perhaps without knowing it: {clause}."
OWN = "Says this of their own evening: {clause}. What comes with it that nobody would make up?"
HEARSAY = "Knows this for certain, and says how: {clause}."
FOUND = "What is found here shows this: {clause}."
PROPOSALS = (LIE, CATCH, OWN, HEARSAY, FOUND)


class Proposer:
    """The sentences of a case's own clues, in the language of its edition."""

    def __init__(self, case: Case, culprit: str) -> None:
        self.case, self.culprit = case, culprit
        self.say = say_in(case.edition.language)
        self.quotes = case.edition.quotations == "required"

    @cached_property
    def _plain(self) -> CasePlainWords:
        return CasePlainWords(self.case)

    def in_words(self, clue: Telling, clues: Sequence[Telling]) -> Telling:
        """A clue with the sentence that its paragraph must carry."""
        if clue.sentence:
            return clue
        lies = {other.about for other in clues if other.mode == "lie"}
        clause = self._plain.line(clue.line)
        if clue.mode == "lie":
            form = LIE
        elif clue.due and clue.about in lies:
            form = CATCH
        elif isinstance(clue.path, AnswerPath):
            form = OWN if clue.path.suspect in clue.line else HEARSAY
        else:
            form = FOUND
        return replace(clue, sentence=self.say(form).format(clause=clause, who=self.culprit))

    def paragraph(self, path: CasePath, told: Sequence[Telling]) -> list[Line]:
        """The prose and the lines of a paragraph."""
        lines: list[Line] = plain_lines(prose_for(path, told, self.case.edition))
        for clue in told:
            mark = "~ lie " if clue.mode == "lie" else "~ "
            lines.append((f"{mark}{clue.line}{self._quotation(clue.sentence)}", clue))
        hints = dict.fromkeys(
            f"~ hint {clue.hint}{self._quotation(clue.sentence)}" for clue in told if clue.hint
        )
        return [*lines, *plain_lines(hints)]

    def _quotation(self, sentence: str) -> str:
        """The words of a sentence, without the first, which a place may write otherwise; for editions that ask for it."""
        words = sentence.partition(" ")[2]
        return f"  {quoted(Word(words, start=0, end=0))}" if self.quotes and words else ""

    def quoting(self, lines: Sequence[str]) -> list[str]:
        """Lines of prose and logic, each line of logic with the prose above it as its words."""
        return [*self._quoted(lines)]

    def _quoted(self, lines: Sequence[str]) -> Iterator[str]:
        above: list[str] = []
        for line in lines:
            if line.startswith("~"):
                yield f"{line}{self._quotation(' '.join(above))}"
                continue
            above = [*above, line] if line else []
            yield line

    def quoting_story(self, shown: Sequence[str], prose: Sequence[str]) -> list[str]:
        """Lines of the solution, with the words of its prose."""
        return [f"{line}{self._quotation(' '.join(filter(None, prose)))}" for line in shown]
