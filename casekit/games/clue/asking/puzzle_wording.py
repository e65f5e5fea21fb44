"""What the theory of a puzzle says, in the words of the table."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import groupby

from casekit.asking.joining import JoinedStep
from casekit.asking.origins import Origin
from casekit.asking.wording import Wording, capital, listed
from casekit.deduce.encoding.vocabulary import ASKED
from casekit.games.clue.asking.evidence_words import (
    NOUNS,
    Clause,
    clauses,
    clauses_about,
    concluded,
    either,
    evidence_of,
    holds,
    together,
)
from casekit.games.clue.asking.puzzle_theory import HAND, PLAY, PLAYERS, RULES, SEAT, SIZE, LineOfPuzzle
from casekit.games.clue.deck import whose
from casekit.games.clue.signature import TARGETS
from casekit.model.proof import Assertion
from casekit.model.theory import Fact


class PuzzleWording(Wording):
    """The words of a puzzle. ``lines`` are those of its theory."""

    source = "line"
    sources = "lines"
    given = frozenset({RULES, PLAYERS, SEAT})
    nothing_to_read = "the seat's hand and the rules alone, so no line of play is needed"
    elements = TARGETS
    to_ground_less = "use a smaller deck"
    to_be_easier = "use fewer lines of play, fewer players or a smaller deck"

    def __init__(self, lines: Mapping[str, LineOfPuzzle]) -> None:
        self._lines = lines

    def value(self, value: str) -> str:
        """Cards and players as the transcript names them."""
        return value

    def element(self, element: str) -> str:
        """The kind of the card that is asked for."""
        return NOUNS.get(element, element)

    # --- lines -----------------------------------------------------------------------------------

    def named(self, path: str) -> str:
        """A line of play by its number."""
        return f"line {path}" if path.isdecimal() else path

    def read(self, sources: Sequence[str]) -> str:
        """Lines of play by their numbers, those that follow each other as one range."""
        numbers = sorted(map(int, sources))
        runs = [
            [number for _, number in run]
            for _, run in groupby(enumerate(numbers), key=lambda counted: counted[1] - counted[0])
        ]
        told = [f"{run[0]} to {run[-1]}" if len(run) > 1 else str(run[0]) for run in runs]
        return f"line{'' if len(numbers) == 1 else 's'} {listed(told)}"

    def stated(self, origin: Origin, told: str = "") -> str | None:
        """What a line says in words; a line of play is quoted, and that is enough."""
        del told
        return "" if origin.kind == PLAY else self._words.get((origin.path, origin.text))

    @cached_property
    def _words(self) -> Mapping[tuple[str, str], str]:
        return {(line.origin.path, line.origin.text): line.words for line in self._lines.values()}

    # --- facts -----------------------------------------------------------------------------------

    def fact(self, fact: Fact, truth: str = "") -> str:
        """Who holds a card."""
        if not fact.arguments:
            return super().fact(fact, truth)
        aside = f" (in truth {whose(truth)})" if truth else ""
        return f"{holds(fact.value, fact.arguments)}{aside}"

    def assertion(self, assertion: Assertion) -> str:
        """What a step shows."""
        fact = assertion.fact
        if not fact.arguments:
            return super().assertion(assertion)
        return holds(fact.value, fact.arguments, so=assertion.holds)

    def none_of(self, facts: Sequence[Fact]) -> str:
        """Who does not hold a card."""
        first = facts[0]
        if not first.arguments:
            return super().none_of(facts)
        return f"{first.arguments[0]} is not with {either([whose(fact.value) for fact in facts])}"

    # --- steps -----------------------------------------------------------------------------------

    def at_sight(self, line: str) -> bool:
        """Answers, the seat's hand, and that the cards asked for are those in the envelope, need no step."""
        read = self._lines.get(line)
        if read is None:
            return False
        if read.telling is not None:
            return read.origin.kind in {PLAY, HAND} and read.telling.quantity in {"none", "all"}
        return read.notation

    def quoted(self, lines: Sequence[str]) -> str | None:
        """Several answers to one suggestion; dots are for those that are left out."""
        read = [self._lines[line] for line in lines]
        if any(each.origin.kind != PLAY for each in read):
            return None
        asked = read[0].origin.quotation.partition(": ")[0]
        told, before = [], 0
        for line, each in zip(lines, read, strict=True):
            at = int(line.rpartition(".")[2])
            told.append(each.words if at == before + 1 else f"... {each.words}")
            before = at
        return read[0].origin.quotation if len(read) == 1 else f"{asked}: {', '.join(told)}"

    def cites(self, line: str) -> bool:
        """Of what is used at sight the lines of play are quoted; the hand and the rules are known."""
        return line not in self._lines or self._lines[line].origin.kind == PLAY

    def sentence(self, step: JoinedStep) -> str | None:
        """What is used, with how it is known, and what follows."""
        if not step.grounds or any(one.fact.function == ASKED for one in step.grounds):
            return None
        known = self._known(step)
        reason = self._reason(step)
        if reason is not None:
            against = not step.conclusions or reason.predicate.startswith("showed")
            told = together([reason, *known], "but" if against else "and")
        else:
            told = together(known)
        return capital(
            f"{told}, so {self._following(step)}." if step.conclusions else f"{told}: that cannot be."
        )

    def _known(self, step: JoinedStep) -> list[Clause]:
        found = [evidence_of(self._lines, one, ground) for one, ground in step.grounds.items()]
        cards = {one.fact.arguments for one in step.grounds}
        if not step.lines and len(cards) == 1 and (only := cards.pop()):
            return clauses_about(only[0], found)
        line = self._lines.get(step.lines[0]) if len(step.lines) == 1 else None
        return clauses(found, line.telling.cards if line is not None and line.telling is not None else ())

    def _reason(self, step: JoinedStep) -> Clause | None:
        """What the own line of a step says, as the beginning of a sentence."""
        line = self._lines.get(step.lines[0]) if len(step.lines) == 1 else None
        if line is None or line.notation:
            return None
        if line.telling is None:
            subject, _, predicate = line.words.partition(" ")
            return Clause(subject, predicate)
        if line.telling.quantity == "not all":
            return Clause("the accusation", f"in line {line.origin.path} was wrong")
        return Clause(line.telling.holder, f"showed {either(line.telling.cards)}")

    def _following(self, step: JoinedStep) -> str:
        if any(one.fact.function == ASKED for one in step.conclusions):
            return listed(self.assertion(one) for one in step.conclusions)
        line = self._lines.get(step.lines[0]) if len(step.lines) == 1 else None
        if line is not None and line.origin.kind == SIZE and all(one.holds for one in step.conclusions):
            cards = [one.fact.arguments[0] for one in step.conclusions]
            holder = step.conclusions[0].fact.value
            return f"only {listed(cards)} {'is' if len(cards) == 1 else 'are'} left for {holder}"
        return concluded(step.conclusions)
