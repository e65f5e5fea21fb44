"""A case under investigation: what each line that readers learn is worth, and what would settle it."""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from casekit.analysis.document_analysis import DocumentAnalysis
from casekit.analysis.wording import NAME, READ, TRUTH, SourceLine
from casekit.deduce.solving.theory_solver import Standing
from casekit.deduce.verdicts import CureSet, cures
from casekit.diagnostics import Finding, Source, Span, codes
from casekit.games.midnight.document import Case
from casekit.games.midnight.language import line_forms, scope
from casekit.games.midnight.theory.wording import CaseWording, build_theory, guards_of
from casekit.language.formula.nodes import Word
from casekit.language.suggestions import did_you_mean, name_key
from casekit.language.syntax.dialect import Heading
from casekit.logic import formulas, theory
from casekit.values import frozen


@frozen(slots=True)
class StatementInForce:
    """A statement, whether the culprit is among those who vouch for it, and its status in truth.

    ``name`` is its identifier in the theory. ``status`` is asked of the culprit's statements, and of those
    that may be void; of all others it is ``open``.
    """

    name: str
    origin: SourceLine
    by_culprit: bool
    status: Standing


class CaseAnalysis(DocumentAnalysis):
    """Everything the checks of truth and deduction share, computed once."""

    dialect = line_forms.CASE

    def __init__(self, case: Case) -> None:
        self.case = case
        self.source, self.title, self.scope = case.source, case.title, case.scope
        self.language = case.edition.language
        self._known_speakers: dict[str, str] = {}
        super().__init__(*build_theory(case))

    @cached_property
    def wording(self) -> CaseWording:
        """The words of the case."""
        return CaseWording(self.case)

    @cached_property
    def sources(self) -> tuple[str, ...]:
        """The names of all paragraphs, in the order of the case."""
        return tuple(paragraph.name for paragraph in self.case.paragraphs)

    @property
    def choice_count(self) -> int:
        """How many paths there are; several may share a paragraph."""
        return len(self.case.edition.paths)

    def no_answer(self, name: str) -> Finding:
        """The finding that nothing can be answered so."""
        # Suspects have capitals, other answers have none: that shows which kind is meant.
        alike = [answer for answer in self.answers if name_key(answer) == name_key(name)]
        if not alike:
            is_suspect = name[:1].isupper()
            alike = [answer for answer in self.answers if answer[:1].isupper() == is_suspect]
        return codes.UNKNOWN_NAME.at(
            Source(NAME, name).whole(),
            f"`{name}` is neither a suspect nor another answer to one of the three questions",
            hint=did_you_mean(name, alike, f"name one of {', '.join(self.answers)}"),
        )

    def sources_named(self, text: str) -> tuple[tuple[str, ...], tuple[Finding, ...]]:
        """The paragraphs that a list of paths leads to."""
        source = Source(READ, text)
        names: set[str] = set()
        problems: list[Finding] = []
        for heading in _headings(text):
            paths, wrong = scope.paths_of(heading, self.case.edition, source)
            problems += wrong
            for path in paths:
                paragraph = self.case.paragraph_of.get(path)
                if paragraph is None:
                    problems.append(
                        codes.MISSING_PATH.at(
                            source.span(heading.start, heading.end),
                            f"the path `{path}` is not written yet, so nobody can have read it",
                            hint="name paths that the case has",
                        )
                    )
                else:
                    names.add(paragraph.name)
        return tuple(name for name in self.sources if name in names), tuple(problems)

    def truth_heading(self) -> Span:
        """Where the block `truth` begins."""
        return self.case.heading_span("truth")

    def guards(self, _source: str, voices: Sequence[str]) -> tuple[formulas.Formula, formulas.Formula]:
        """When nothing follows from what suspects vouch for, and when it is false; any path has one rule."""
        return guards_of(self.case, tuple(map(formulas.Constant, voices)))

    @cached_property
    def statements_in_force(self) -> tuple[StatementInForce, ...]:
        """Every statement that has force, in the order of the text."""
        lines = [(name, origin) for name, origin in self.origins.items() if origin.mode != "hint"]
        return tuple(
            self._in_force(name, origin) for name, origin in lines if origin.kind not in {"rule", TRUTH}
        )

    @cached_property
    def false_in_truth(self) -> frozenset[str]:
        """The lines that are false in truth as well, by identifier."""
        return frozenset(
            line.name for line in self.statements_in_force if line.by_culprit and line.status == "false"
        )

    @property
    def lies(self) -> list[dict[str, Any]]:
        """The culprit's statements but those that are true and not marked, which nobody would call lies."""
        lies: list[dict[str, Any]] = []
        for line in self.statements_in_force:
            marked = line.origin.mode == "lie"
            if line.by_culprit and (marked or line.status != "true"):
                status = "open" if line.status == "void" else line.status
                number = self.place(line.origin).line
                lies.append({"path": line.origin.path, "line": number, "marked": marked, "status": status})
        return lies

    @cached_property
    def cures(self) -> CureSet:
        """The facts that would rule out the rivals that are left, if a paragraph stated them.

        None, where that is too hard to say.
        """
        try:
            return cures(self.solver, self.verdict, excluded=self.no_murder)
        except theory.OutOfBudgetError:
            return CureSet((), (), minimum=False)

    @cached_property
    def no_murder(self) -> tuple[tuple[str, str], ...]:
        """Accident and suicide, where they are not ruled out though there is a murderer."""
        culprit = self.element("culprit")
        if culprit.value in {None, scope.NOBODY, scope.VICTIM}:
            return ()
        endings = (scope.NOBODY, scope.VICTIM)
        return tuple(("culprit", value) for value in endings if value in culprit.rivals)

    def lies_by_saying(self, origin: SourceLine) -> bool:
        """Whether a culprit who must lie only vouches for what somebody else said: then that is the lie."""
        return self.case.liar == "must" and self.value("culprit") in self.speakers(origin)[:-1]

    @cached_property
    def people(self) -> tuple[str, ...]:
        """Whoever may say something: the suspects and the victim."""
        return (*self.case.edition.suspects_by_name, scope.VICTIM)

    def speakers(self, origin: SourceLine) -> tuple[str, ...]:
        """The people who vouch for a line in truth; whoever the truth does not name is called by its term."""
        return tuple(map(self._speaker, origin.speakers, origin.voices))

    def _speaker(self, text: str, term: formulas.Term) -> str:
        if not isinstance(term, formulas.Apply):
            return text
        if text not in self._known_speakers:
            self._known_speakers[text] = self._person(term) or text
        return self._known_speakers[text]

    def _person(self, term: formulas.Term) -> str | None:
        """The first of the people who is meant by a term in truth."""
        for name in self.people:
            is_meant = formulas.Equal(term, formulas.Constant(name))
            if self.solver.ask(self.solver.truth, is_meant) == "true":
                return name
        return None

    def _in_force(self, name: str, origin: SourceLine) -> StatementInForce:
        by_culprit = self.value("culprit") in self.speakers(origin)
        line = self.solver.lines.get(name)
        asked = by_culprit or not (line is None or line.meaning.never_void)
        return StatementInForce(name, origin, by_culprit, self._status(name, origin) if asked else "open")

    def _status(self, name: str, origin: SourceLine) -> Standing:
        if origin.kind == "presentation":
            return self.solver.standing(self.solver.meaning(origin.formula))
        return self.solver.status(name)


def _headings(text: str) -> Iterator[Heading]:
    """The paths of a list as headings: a suspect and a topic, or a location."""
    for piece in re.finditer(r"[^,]+", text):
        at = piece.start()
        words = tuple(
            Word(match[0], start=at + match.start(), end=at + match.end())
            for match in re.finditer(r"\S+", piece[0])
        )
        if words:
            kind = "answer" if len(words) == 2 else "places"  # noqa: PLR2004 - a suspect and a topic
            yield Heading(kind, words, start=words[0].start, end=words[-1].end)
