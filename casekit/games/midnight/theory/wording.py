"""A case as a deduction problem: what each line says, who is to believe it, and how it is put into words."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING

from casekit.analysis.wording import TRUTH, Citation, ProofStep, SourceLine, Wording, ranked
from casekit.deduce.encoding.circuit import ASKED, NO, YES
from casekit.games.midnight.document import Case, CaseParagraph, CasePassage
from casekit.games.midnight.language.line_forms import CASE
from casekit.games.midnight.language.scope import NOBODY, VICTIM
from casekit.language.blocks import read_law
from casekit.logic.formulas import (
    FALSE,
    Apply,
    Constant,
    Equal,
    Formula,
    Iff,
    Not,
    Nothing,
    Or,
    Term,
    asserted,
)
from casekit.logic.theory import Assertion, Claim, Fact, Law, Theory
from casekit.prose.phrasing import listed

if TYPE_CHECKING:
    from casekit.games.midnight.theory.verbalizer import CaseVerbalizer


CREDIBILITY: tuple[tuple[str, ...], ...] = (("answer",), ("place",), ("presentation",), ("rule", TRUTH))
"""The order in which the writer's slip is sought if lines contradict each other."""

ACCIDENT = "accident"
"""The name of the built-in law."""

NO_MOTIVE = "motive = none iff culprit = nobody"
"""The built-in law: there is no motive exactly if there is no culprit (rulebook, general rule 4)."""

COMMON = "common knowledge"
"""The path of rules that every reader takes for granted."""

TARGETS = ("culprit", "motive", "method")
"""The questions of the game, as formulas name them."""

_PATHS_OF_RULES = frozenset({"rules", "general rules", COMMON})


def build_theory(case: Case) -> tuple[Theory, Mapping[str, SourceLine]]:
    """The theory of a case (``docs/proofs.md``)."""
    origins = {f"{origin.kind} {number}": origin for number, origin in enumerate(_origins(case), 1)}
    weights = ranked(CREDIBILITY, len(origins))
    laws: list[Law] = [Law(ACCIDENT, read_law(NO_MOTIVE, CASE, case.scope))]
    truth: list[Law] = []
    claims: list[Claim] = []
    # What a speaker vouches for is guarded by one formula: equal ones would be compared again and again.
    guards = cache(partial(guards_of, case))
    for name, origin in origins.items():
        weight = weights[origin.kind]
        if origin.kind == TRUTH:
            truth.append(Law(name, origin.formula, weight))
        elif origin.kind in {"answer", "place"} or origin.mode == "hint":
            is_hint = origin.mode == "hint"
            exempt, inverted = guards(origin.voices)
            claims.append(Claim(name, origin.path, origin.formula, exempt, inverted, is_hint, weight))
        else:
            laws.append(Law(name, _formula_of_law(case, origin), weight))
    theory = Theory(
        functions=case.scope.functions,
        laws=tuple(laws),
        claims=tuple(claims),
        truth=tuple(truth),
        targets=tuple(case.scope.function_of_name[name] for name in TARGETS),
    )
    return theory, origins


def _origins(case: Case) -> Iterator[SourceLine]:
    """The lines of a case that its theory is made of."""
    for line in case.rules:
        path = "rules"
        if line.is_general:
            path = "general rules"
        elif line.common:
            path = COMMON
        yield SourceLine("rule", path, line.text, line.formula, line.place, quotation=line.told)
    yield from (SourceLine(TRUTH, "truth", line.text, line.formula, line.place) for line in case.truth)
    yield from _statements(case.presentation, "presentation", "presentation")
    for paragraph in case.paragraphs:
        yield from _statements(paragraph, "answer" if paragraph.speaker else "place", paragraph.name)


def _statements(passage: CasePassage, kind: str, path: str) -> Iterator[SourceLine]:
    speaker = passage.speaker if isinstance(passage, CaseParagraph) else None
    answering = (speaker,) if speaker else ()
    for statement in passage.statements:
        speakers = (*answering, *(speaker.name for speaker in statement.speakers))
        voices = (*map(Constant, answering), *(speaker.term for speaker in statement.speakers))
        yield SourceLine(
            kind,
            path,
            statement.text,
            statement.formula,
            statement.place,
            speakers,
            statement.mode,
            statement.quotation,
            voices,
        )


def guards_of(case: Case, voices: tuple[Term, ...]) -> tuple[Formula, Formula]:
    """When nothing follows from what speakers vouch for, and when it is false (rulebook, general rule 3)."""
    if not voices:
        return FALSE, FALSE
    # If a term has no value, nobody said it, so that nothing follows from it.
    nobody = tuple(Equal(term, Nothing()) for term in voices if isinstance(term, Apply))
    if case.liar == "never":
        return Or(nobody), FALSE
    *earlier, last = (_is_culprit(case, term) for term in voices)
    if case.liar == "must":
        return Or((*earlier, *nobody)), last
    return Or((*earlier, last, *nobody)), FALSE


def _is_culprit(case: Case, term: Term) -> Formula:
    """That somebody, who may be called by a term, is the culprit."""
    formula = Equal(Apply(case.scope.function_of_name["culprit"]), term)
    return asserted(formula) if isinstance(term, Apply) else formula


def _formula_of_law(case: Case, origin: SourceLine) -> Formula:
    """The meaning of a line that is known from the start; reported speech in it depends on its speaker."""
    exempt, inverted = guards_of(case, origin.voices)
    formula = origin.formula
    if inverted != FALSE:
        formula = Iff(Not(inverted), formula)
    return formula if exempt == FALSE else Or((exempt, formula))


class CaseWording(Wording):
    """The words of a case."""

    given = _PATHS_OF_RULES | {"presentation"}
    nothing_to_read = "the presentation and the rules alone, so nobody has to read anything"
    elements = TARGETS

    def __init__(self, case: Case) -> None:
        self._case = case
        answers = (*case.motives, *case.methods)
        self._names = {location.slug: location.name for location in case.edition.locations}
        self._names |= {answer.slug: f'"{answer.label}"' for answer in answers}

    def value(self, value: str) -> str:
        """A location's name, an answer's label, a suspect's name."""
        return self._names.get(value, value)

    def answer(self, element: str, value: str) -> str:
        """An answer to one of the three questions."""
        if element == "culprit":
            return {NOBODY: "nobody (an accident)", VICTIM: "the victim (a suicide)"}.get(value, value)
        if (element, value) == ("motive", "none"):
            return f'"{self._case.accident}"'
        return self.value(value)

    @cached_property
    def plain(self) -> "CaseVerbalizer":
        """The plain words of the case, for whatever is not an answer."""
        from casekit.games.midnight.theory.verbalizer import CaseVerbalizer

        return CaseVerbalizer(self._case)

    def fact(self, fact: Fact, truth: str = "") -> str:
        """A fact as its sentence, and the value in truth if there is one to name."""
        if fact.function in self.elements:
            return super().fact(fact, truth)
        aside = f" (in truth {self.plain.value(truth)})" if truth and truth not in {YES, NO} else ""
        return f"{self.plain.fact(fact)}{aside}"

    def assertion(self, assertion: Assertion) -> str:
        """The conclusion of a step; of the culprit it is said who did it."""
        fact = assertion.fact
        if fact.function == "culprit":
            return _clause_on_culprit(fact.value, so=assertion.holds)
        if fact.function in self._with_own_words:
            return super().assertion(assertion)
        return self.plain.fact(fact, assertion.holds)

    _with_own_words = frozenset((*TARGETS, ASKED))

    def clauses(self, assertions: Sequence[Assertion]) -> Iterator[str]:
        """The conclusions of a step: answers first as in every game, then facts in their sentences."""
        answers = [assertion for assertion in assertions if assertion.fact.function in self._with_own_words]
        facts = [assertion for assertion in assertions if assertion.fact.function not in self._with_own_words]
        yield from super().clauses(answers)
        yield from self.plain.together(facts)

    def none_of(self, facts: Sequence[Fact]) -> str:
        """That a term has none of several values; that nobody did it is said as that."""
        if facts[0].function != "culprit":
            return super().none_of(facts)
        people = [fact for fact in facts if fact.value not in {NOBODY, VICTIM}]
        others = [fact for fact in facts if fact not in people]
        clauses: list[str] = []
        if len(people) > 1:
            clauses.append(super().none_of(people))
        elif people:
            clauses.append(_clause_on_culprit(people[0].value, so=False))
        if len(others) > 1:
            clauses.append("it was neither an accident nor suicide")
        elif others:
            clauses.append(_clause_on_culprit(others[0].value, so=False))
        return listed(clauses)

    def stated(self, origin: SourceLine, told: str = "") -> str | None:
        """A line in words, unless the same comes next."""
        clause = self.plain.line(origin.text)
        return "" if clause == told else clause

    def supposed(self, assertion: Assertion) -> str:
        """A supposition: that somebody were innocent, rather than that they did not do it."""
        fact = assertion.fact
        if fact.function == "culprit" and not assertion.holds and fact.value not in {NOBODY, VICTIM}:
            return f"{fact.value} were innocent"
        return self.assertion(assertion)

    def asked(self, text: str) -> str | None:
        """A formula that was asked as a clause."""
        return self.plain.line(text)

    def law(self, line: str) -> Citation | None:
        """The law about accidents."""
        if line != ACCIDENT:
            return None
        return Citation("general rules", "", NO_MOTIVE, stated=self.plain.line(NO_MOTIVE))

    @property
    def glosses(self) -> Mapping[str, str]:
        """The comments at the declarations of facts that have no sentences."""
        return {name: gloss for name, gloss in self._case.glosses.items() if name not in self._case.sentences}

    def spoken(self, step: ProofStep, origin: SourceLine, told: str, cite: str) -> str | None:
        """The force of somebody's word: the innocent state the truth (rulebook, general rule 3)."""
        if not origin.speakers:
            return None
        speakers = [_known_as(step, speaker) for speaker in origin.speakers]
        if self._case.liar == "never":
            if not told:
                return f"Nobody lies, but that cannot be{cite}."
            return f"Nobody lies in this case. So{cite} {told}."
        if all(_is_innocent(step, speaker) for speaker in speakers):
            if not told:
                return f"{_did_not_do_it(speakers)}, so these words would be true; but they cannot be{cite}."
            return f"{_did_not_do_it(speakers)}, so these words are true{cite}: {told}."
        return self._spoken_by_suspects(step, speakers, told, cite)

    def _spoken_by_suspects(self, step: ProofStep, speakers: Sequence[str], clause: str, cite: str) -> str:
        """The force of the word of people who may have done it, as far as a step knows."""
        liar, last = self._case.liar, speakers[-1]
        accused = _accused(step)
        caught = next((speaker for speaker in speakers if accused.get(speaker)), None)
        if caught is not None:
            return f"If {caught} were innocent, these words would be true. They cannot be{cite}, so {clause}."
        if liar == "may" and any(conclusion.fact.term in speakers for conclusion in step.conclusions):
            return f"Whoever said so is the culprit if these words are false{cite}: {clause}."
        if liar == "must" and _is_guilty(step, last):
            outcome = f": {clause}" if clause else ", but it is true"
            return f"{last} did it and must lie, so what is said here is false{cite}{outcome}."
        if liar == "must" and accused.get(last) is False:
            return f"These words are true{cite}, and the culprit never tells the truth: {clause}."
        names = " or ".join(dict.fromkeys(speakers))
        return f"Either this is so or {names} lies; either way{cite} {clause or 'it cannot be'}."


def _accused(step: ProofStep) -> dict[str, bool]:
    """The suspects of whom a step concludes that they are the culprit, or are not."""
    accused: dict[str, bool] = {}
    for conclusion in step.conclusions:
        if conclusion.fact.function == "culprit":
            accused[conclusion.fact.value] = conclusion.holds
    return accused


def _clause_on_culprit(value: str, *, so: bool) -> str:
    """That somebody did it, or did not: "it was not an accident"."""
    if value == NOBODY:
        return "it was an accident" if so else "it was no accident"
    if value == VICTIM:
        return "it was suicide" if so else "it was no suicide"
    return f"{value} {'did it' if so else 'did not do it'}"


def _known_as(step: ProofStep, speaker: str) -> str:
    """Whom a step knows a speaker to be who is called by a term, such as ``culprit``."""
    for ground in step.grounds:
        if ground.holds and ground.fact.term == speaker:
            return ground.fact.value
    return speaker


def _is_innocent(step: ProofStep, suspect: str) -> bool:
    """Whether a step uses that somebody is not the culprit, or that somebody else is."""
    for ground in step.grounds:
        if ground.fact.function == "culprit" and ground.holds != (ground.fact.value == suspect):
            return True
    return False


def _is_guilty(step: ProofStep, suspect: str) -> bool:
    """Whether a step uses that somebody is the culprit."""
    accused = [
        ground.fact.value for ground in step.grounds if ground.fact.function == "culprit" and ground.holds
    ]
    return suspect in accused


def _did_not_do_it(speakers: Sequence[str]) -> str:
    names = ["the victim" if name == VICTIM else name for name in dict.fromkeys(speakers)]
    if len(names) > 1:
        return f"Neither {' nor '.join(names)} did it"
    return f"{names[0][:1].upper()}{names[0][1:]} did not do it"
