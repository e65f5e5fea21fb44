"""A transcript under investigation: its theory in the solver, and what is certain since which line."""

import re
from collections.abc import Iterator, Mapping
from functools import cached_property

from casekit.asking.inquiry import Inquiry
from casekit.asking.wording import NAME, READ, Wording
from casekit.deduce.encoding.vocabulary import range_of
from casekit.deduce.goals import essential, smallest_proof
from casekit.deduce.solving.cores import Core
from casekit.deduce.verdicts import nearest_rival
from casekit.diagnostics import Diagnostic, Place, Source, Span, codes
from casekit.games.transcripts.asking.courses import Course, course_of, courses_of_seats, idle_lines
from casekit.games.transcripts.codes import NO_SUCH_LINE
from casekit.games.transcripts.read_transcript import AnyRead
from casekit.games.transcripts.transcript import AnyTranscript
from casekit.language.formula.nodes import Scope
from casekit.language.nearest import did_you_mean
from casekit.model.theory import Element, Rival

_RANGE = re.compile(r"\s*(\d{1,9})\s*(?:-\s*(\d{1,9})\s*)?")
"""A line of play, or the first and the last of several."""


_MOST_RIVALS = 3
"""The number of rivals of a target that are described."""


class TranscriptInquiry(Inquiry):
    """Everything that checks, questions, the report and the generator ask of a transcript, computed once.

    Those who made the transcript themselves need give it no text.
    """

    ordered = True
    among = "read"

    def __init__(
        self,
        transcript: AnyTranscript,
        source: Source | None = None,
        scope: Scope | None = None,
        language: str = "en",
    ) -> None:
        self.transcript = transcript
        self.deduction = transcript.game.deduction()
        self.dialect = transcript.game.dialect
        self.source = source or Source(transcript.game.dialect.noun, "")
        self.title, self.language, self._scope = transcript.title, language, scope
        built = self.deduction.theory(transcript)
        self.lines = built.lines
        super().__init__(built.theory, built.origins)

    # --- what every game says of its documents ---------------------------------------------------

    @cached_property
    def scope(self) -> Scope:  # type: ignore[override]  # formulas are rarely asked about
        """The names that formulas about it may use."""
        return self._scope or self.transcript.game.scope(self.transcript)

    @cached_property
    def wording(self) -> Wording:
        """The words of the game."""
        return self.deduction.wording(self.lines)

    @cached_property
    def sources(self) -> tuple[str, ...]:
        """The numbers of the lines of play."""
        return tuple(str(event.number) for event in self.transcript.play)

    @property
    def choices(self) -> int:
        """How many lines of play there are."""
        return len(self.transcript.play)

    @cached_property
    def answers(self) -> Mapping[str, str]:
        """Every answer, with the question that it answers."""
        targets = self.knowledge.theory.targets
        return {value: target.name for target in targets for value in range_of(target)}

    def no_answer(self, name: str) -> Diagnostic:
        """The finding that there is no such answer."""
        listed = ", ".join(f"`{answer}`" if "," in answer else answer for answer in self.answers)
        hint = did_you_mean(name, self.answers, f"name one of {listed}")
        message = f"`{name}` is not {self.deduction.answers}"
        return Diagnostic(codes.UNKNOWN_NAME, message, Source(NAME, name).whole(), hint=hint)

    def sources_named(self, text: str) -> tuple[tuple[str, ...], tuple[Diagnostic, ...]]:
        """The lines that a list of numbers and ranges names, as in ``1-12, 15``."""
        source = Source(READ, text)
        found: set[int] = set()
        problems: list[Diagnostic] = []
        for start, piece in _pieces(text):
            named = _RANGE.fullmatch(piece)
            first, last = (int(named[1]), int(named[2] or named[1])) if named else (0, 0)
            if 1 <= first <= last <= self.choices:
                found.update(range(first, last + 1))
            else:
                place = source.span(start, start + len(piece))
                problems.append(self._no_line(piece.strip(), place, backwards=last < first))
        return tuple(name for name in self.sources if int(name) in found), tuple(problems)

    def _no_line(self, piece: str, place: Span, *, backwards: bool) -> Diagnostic:
        if backwards:
            message, hint = f"`{piece}` ends before it begins", "name the first line, then the last"
        else:
            message = f"`{piece}` does not name lines of the play, which has {self.choices}"
            hint = (
                f"name numbers from 1 to {self.choices}, as in `1-3, 5`"
                if self.choices
                else 'write `--read ""`'
            )
        return Diagnostic(NO_SUCH_LINE, message, place, hint=hint)

    def truth_heading(self) -> Span:
        """Where the truth begins, or the play, if there is no truth."""
        return self.span(self.transcript.headings.get("truth", self.transcript.place))

    def span(self, place: Place) -> Span:
        """A place of the transcript in its file."""
        return self.source.span(place.start, place.end)

    # --- what is known when ----------------------------------------------------------------------

    @cached_property
    def course(self) -> Course:
        """The knowledge that readers of the first lines have of the solution, line by line."""
        return course_of(self.knowledge, self.sources, self.deduction.decisive)

    @cached_property
    def seats(self) -> Mapping[str, Course]:
        """The knowledge of each player of whom it is known what they saw, line by line."""
        return courses_of_seats(self.transcript)

    def rivals_of(self, element: Element) -> tuple[Rival, ...]:
        """The first of the values that an open target may have beside the true one, each with the nearest world."""
        target = next(target for target in self.knowledge.theory.targets if target.name == element.name)
        found = (
            nearest_rival(self.knowledge, target, value, self.facts)
            for value in element.rivals[:_MOST_RIVALS]
        )
        return tuple(filter(None, found))

    @cached_property
    def proved(self) -> dict[str, str]:
        """The certain answers for a reader of all lines: the proved value of each target that has one."""
        return {each.name: each.proved for each in self.verdict.elements if each.proved is not None}

    @property
    def decided(self) -> bool:
        """Whether the whole solution is certain in the end."""
        return len(self.proved) == len(self.knowledge.theory.targets)

    @cached_property
    def idle(self) -> tuple[str, ...]:
        """The lines of play that say nothing to somebody who has read those before and still looks for the solution."""
        lines = {
            str(line.number)
            for line in self.transcript.play
            if self.deduction.may_be_idle(self.transcript, line)
        }
        idle = [number for number in idle_lines(self.knowledge) if number in lines]
        decided = self.course.decided if idle else None
        return tuple(number for number in idle if decided is None or int(number) <= decided)

    @cached_property
    def essential(self) -> tuple[str, ...]:
        """The lines of play that are in every proof of what is certain."""
        return essential(self.knowledge, self.proved) if self.proved else ()

    @cached_property
    def smallest(self) -> Core:
        """The fewest lines of play that prove what is certain."""
        return smallest_proof(self.knowledge.fresh(), self.proved)


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    """The pieces between commas, each with the place where it starts; empty pieces are left out."""
    start = 0
    for piece in text.split(","):
        if piece.strip():
            yield start, piece
        start += len(piece) + 1


def inquiry_of(document: AnyRead) -> TranscriptInquiry:
    """A transcript as it was read, under investigation."""
    return TranscriptInquiry(document.puzzle, document.source, document.scope, document.settings.language)
