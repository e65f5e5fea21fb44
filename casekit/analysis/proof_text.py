"""Proofs step by step, in the words of their document: as text for people, and as JSON (``docs/json.md``)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from casekit.analysis.document_analysis import DocumentAnalysis
from casekit.analysis.joined_steps import join
from casekit.analysis.text_lines import hanging, wrapped
from casekit.analysis.wording import Citation, ProofStep
from casekit.deduce.encoding.circuit import QUESTION
from casekit.logic import formulas, theory
from casekit.prose.phrasing import capital, listed
from casekit.values import frozen, replace

if TYPE_CHECKING:
    from casekit.deduce import source_sets

_INDENT_COLUMNS = 4
"""The columns by which the steps inside a supposition are further in."""


@frozen(slots=True)
class ProofWriter:
    """Writes the steps of proofs about one document."""

    analysis: DocumentAnalysis
    """The document, with its wording."""

    question: str = ""
    """The formula that was asked, if one was."""

    def steps(self, proof: theory.Proof) -> tuple[ProofStep, ...]:
        """All steps of a proof, those inside suppositions included, in the order of their numbers."""
        steps = join(proof.steps, proof.goal, self.analysis.wording.needs_no_step)
        return tuple(map(self._in_words, steps))

    def _in_words(self, step: ProofStep) -> ProofStep:
        """A step with its sentence and its citations."""
        wording = self.analysis.wording
        if step.kind == "suppose":
            return replace(step, says=f"Suppose {wording.supposed(step.conclusions[0])}.")
        if step.kind == "conclude":
            conclusion = wording.assertion(step.conclusions[0])
            return replace(step, says=f"So that was wrong ({step.premises[0]}): {conclusion}.")
        conclusions = self.assertions(step.conclusions)
        only_read = {*step.read} - {*step.lines}
        read_lines = [line for line in self.analysis.origins if line in only_read]
        sentence_of_game = wording.sentence(step)
        # A sentence of the game's own says what the lines of the step say.
        own_lines = step.lines
        if sentence_of_game is not None:
            own_lines = tuple(line for line in step.lines if wording.cites(line))
        shown = [self.cited(line, conclusions) for line in own_lines]
        shown += self._quoted([line for line in read_lines if wording.cites(line)])
        return replace(
            step,
            cited=tuple(self.cited(line) for line in (*step.lines, *read_lines)),
            says=self._sentence(step) if sentence_of_game is None else sentence_of_game,
            shown=tuple(shown),
        )

    def _quoted(self, lines: Sequence[str]) -> Iterator[Citation]:
        """Citations of lines, those of one path quoted together if that can be."""
        origins = self.analysis.origins
        for path in dict.fromkeys(origins[line].path for line in lines):
            lines_of_path = [line for line in lines if origins[line].path == path]
            quotation = self.analysis.wording.quoted(lines_of_path)
            if quotation is None:
                yield from map(self.cited, lines_of_path)
            else:
                yield replace(self.cited(lines_of_path[0]), quotation=quotation)

    def cited(self, line: str, conclusions: str = "") -> Citation:
        """The citation of a line of the document, of a rule of the game, or of the question itself.

        Args:
            line: its identifier.
            conclusions: the clause that comes next, which need not be said twice.
        """
        wording = self.analysis.wording
        if line == QUESTION:
            return Citation("question", "", self.question, stated=wording.asked(self.question))
        rule_of_game = wording.law(line)
        if rule_of_game is not None:
            return rule_of_game
        origin = self.analysis.origins[line]
        return Citation(
            path=origin.path,
            quotation=origin.quotation,
            text=origin.text.removeprefix("lie "),
            lie=origin.mode == "lie",
            stated=wording.stated(origin, conclusions),
            name=wording.named(origin.path),
        )

    def _sentence(self, step: ProofStep) -> str:
        """The sentence of an inference or a contradiction for which the game has none of its own."""
        step_numbers = f" ({', '.join(map(str, step.premises))})" if step.premises else ""
        conclusions = self.assertions(step.conclusions)
        if not step.lines and step_numbers:
            return f"Nothing else is left{step_numbers}: {conclusions}."
        if not step.lines:
            return f"It can be nothing else: {conclusions}."
        if len(step.lines) > 1:
            return f"All this together leaves nothing else{step_numbers}: {conclusions}."
        origin = self.analysis.origins.get(step.lines[0])
        if origin is not None:
            spoken = self.analysis.wording.spoken(step, origin, conclusions, step_numbers)
            if spoken:
                return spoken
        return f"So{step_numbers} {conclusions}." if conclusions else f"That cannot be{step_numbers}."

    def assertions(self, assertions: Sequence[theory.Assertion]) -> str:
        """Several assertions as one clause, empty for none."""
        return listed(self.analysis.wording.clauses(assertions)) if assertions else ""


def goal_steps(
    steps: Sequence[ProofStep], goal: Sequence[theory.Assertion]
) -> Mapping[theory.Assertion, int]:
    """The number of the step in which each part of the goal of a proof is found."""
    number_of: dict[theory.Assertion, int] = {}
    for step in steps:
        if step.depth or step.kind == "suppose":
            continue
        for conclusion in step.conclusions:
            if conclusion in goal:
                number_of[conclusion] = step.number
    return number_of


def glosses_of(analysis: DocumentAnalysis, steps: Iterable[ProofStep]) -> dict[str, str]:
    """The meanings of the facts that steps conclude, in the words of the writer, by declaration."""
    names: dict[str, None] = {}
    for step in steps:
        for conclusion in step.conclusions:
            names[conclusion.fact.function] = None
    functions, glosses = analysis.scope.function_of_name, analysis.wording.glosses
    gloss_of_declaration: dict[str, str] = {}
    for name in names:
        if name in functions and name in glosses:
            gloss_of_declaration[_declaration(functions[name])] = glosses[name]
    return gloss_of_declaration


def _declaration(function: formulas.Function) -> str:
    """A function with the types of its arguments: ``room(person, time)``."""
    sorts = ", ".join(sort.name for sort in function.arguments)
    return f"{function.name}({sorts})" if sorts else function.name


def proof_as_json(analysis: DocumentAnalysis, proof: theory.Proof, question: str = "") -> dict[str, Any]:
    """A proof as ``schemas/proof.schema.json`` has it."""
    return {
        "proves": list(map(str, proof.goal)),
        "paths": list(proof.sources),
        "size": len(proof.sources),
        "minimum": proof.minimum,
        "steps": list(map(_step_as_json, ProofWriter(analysis, question).steps(proof))),
    }


def _step_as_json(step: ProofStep) -> dict[str, Any]:
    return {
        "number": step.number,
        "kind": step.kind,
        "depth": step.depth,
        "lines": list(map(_citation_as_json, step.cited)),
        "premises": list(step.premises),
        "conclusions": list(map(str, step.conclusions)),
        "says": step.says,
    }


def _citation_as_json(cited: Citation) -> dict[str, Any]:
    row = {"path": cited.path, "quotation": cited.quotation, "text": cited.text, "lie": cited.lie}
    return {**row, "words": cited.stated} if cited.stated else row


def proof_in_words(
    analysis: DocumentAnalysis, proof: theory.Proof, width: int, since: str | None = None
) -> str:
    """A proof of answers as numbered steps.

    Args:
        analysis: the document.
        proof: the proof.
        width: how many columns there are.
        since: the source since which the answers are certain; ``None`` if sources are in no order.
    """
    wording = analysis.wording
    steps = ProofWriter(analysis).steps(proof)
    facts = [assertion.fact for assertion in proof.goal]
    answers = listed([wording.answers(fact.function, fact.value) for fact in facts])
    summary = f"{capital(answers)}: {how_many(analysis, proof)}.{since_in_words(analysis, since)}"
    step_of_goal = goal_steps(steps, proof.goal)
    proved_goals = [f"{wording.assertion(goal)} ({step_of_goal[goal]})" for goal in proof.goal]
    ending = f"{capital(listed(proved_goals))}. Each step is verified separately."
    rows = [f"{analysis.source.name}: {analysis.title}", *wrapped(summary, width), ""]
    rows += steps_in_words(steps, width)
    rows += _glossary(analysis, steps, width)
    return "\n".join([*rows, "", *wrapped(ending, width)])


def _glossary(analysis: DocumentAnalysis, steps: Sequence[ProofStep], width: int) -> Iterator[str]:
    """The meanings of the facts in a proof, where the writer has given them."""
    glosses = glosses_of(analysis, steps)
    longest = max(map(len, glosses), default=0)
    if glosses:
        yield ""
    for term, gloss in glosses.items():
        yield from hanging(f"     {term:<{longest}}  ", gloss, width)


def how_many(analysis: DocumentAnalysis, proof: theory.Proof) -> str:
    """How many sources a proof takes, and whether fewer would do, as a clause."""
    wording, count = analysis.wording, len(proof.sources)
    if not count:
        return f"this follows from {wording.nothing_to_read}"
    if count == 1:
        would_fewer_do = "one is enough"
    elif proof.minimum:
        would_fewer_do = "no fewer will do"
    else:
        would_fewer_do = "whether fewer would do was not decided"
    return f"this follows from {count} of {analysis.choice_count} {wording.sources}, and {would_fewer_do}"


def steps_in_words(steps: Sequence[ProofStep], width: int) -> Iterator[str]:
    """Steps as lines of text: number, source and words, then what follows; suppositions are indented."""
    label_columns = 0
    for step in steps:
        label_columns = max([label_columns, *(len(citation.label) for citation in step.shown)])
    for step in steps:
        number = f"{'':{_INDENT_COLUMNS * step.depth}}{step.number:>3}  "
        blank_number = " " * len(number)
        for index, citation in enumerate(step.shown):
            start = f"{blank_number if index else number}{citation.label:<{label_columns}}  "
            quotation = f'"{citation.quotation}"' if citation.quotation else ""
            yield from hanging(start, "  ".join(filter(None, (quotation, citation.shown))), width)
        start = f"{blank_number}{'':{label_columns}}  " if step.shown else number
        yield from hanging(start, step.says, width)


def since_in_words(analysis: DocumentAnalysis, since: str | None) -> str:
    """The source since which something is certain, in a sentence; empty if sources are in no order."""
    return "" if since is None else f" It is certain {analysis.wording.since(since)}."


def proofs_in_words(enumeration: "source_sets.Enumeration", width: int) -> str:
    """All proofs as sets of sources, the smallest first."""
    sets = enumeration.sets
    count = f"{len(sets)} proof{'' if len(sets) == 1 else 's'}"
    if enumeration.complete:
        rows = [f"There {'is' if len(sets) == 1 else 'are'} {count}."]
    else:
        rows = [f"{count} found; the budget ended before all were: raise it with --budget."]
    for paths in sets:
        names = ", ".join(paths) or "nothing needs to be read"
        rows += hanging(f"  {len(paths):>3}  ", names, width)
    return "\n".join(rows)
