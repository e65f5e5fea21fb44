"""A transcript as a deduction problem: what the rules, the seat and each line of play say, also in words."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic

from casekit.analysis.wording import TRUTH, ProofStep, SourceLine, Wording, ranked
from casekit.deduce.encoding.encoded_theory import Limits
from casekit.diagnostics import Place
from casekit.kit.transcripts.analysis import TranscriptAnalysis
from casekit.kit.transcripts.document import AnyTranscript, T
from casekit.language.blocks import Sentence, read_law
from casekit.logic.formulas import FALSE, Formula, Function
from casekit.logic.theory import Assertion, Claim, Fact, Law, Theory
from casekit.prose.phrasing import listed
from casekit.values import field, frozen

PLAY = "play"
"""The kind of a line that a line of play says to its readers."""

MOVE = "move"
"""The kind of what everybody knows to have happened in a line of play."""

HAND = "hand"
"""The kind of what the seat knows from the start."""

SIZE = "size"
"""The kind of what is known of the players."""

RULE = "rule"
"""The kind of a rule of the game."""

RULES = "rules"
"""The path of a line that comes from the rules."""

PLAYERS = "players"
"""The path of a line that comes from the list of players."""

SEAT = "seat"
"""The path of a line that comes from the seat."""

CREDIBILITY: tuple[tuple[str, ...], ...] = ((PLAY, MOVE), (HAND,), (SIZE,), (TRUTH,))
"""The kinds of lines, the least credible first.

Where lines contradict each other, one of the least credible is blamed; rules never are.
"""


@frozen(slots=True)
class TranscriptLine(SourceLine):
    """A line of a transcript, or a rule of the game, which has no place."""

    words: str = ""
    """The line in words for people."""

    telling: Any = None
    """What the game notes of the line, for its own use."""

    notation: bool = False
    """Whether it only gives something another name."""

    exempt: Formula = FALSE
    """The worlds in which nothing follows from what the line says: somebody may have lied."""


@frozen
class TranscriptTheory:
    """A theory and its lines."""

    theory: Theory
    """The theory."""

    lines: Mapping[str, TranscriptLine] = field(repr=False)
    """Its lines by identifier, in the order of the text."""


def line_of(
    kind: str,
    path: str,
    words: str,
    said: Sentence,
    place: Place | None = None,
    telling: Any = None,
    quotation: str = "",
    *,
    notation: bool = False,
) -> TranscriptLine:
    """A line of the transcript or its truth, or what is known before the first line of play.

    Args:
        kind: its kind, as in ``PLAY``.
        path: where it comes from: the number of a line of play, ``TRUTH``, or as in ``RULES``.
        words: the line in words for people.
        said: its formula with the text of it.
        place: where it is in the text; nowhere for a rule.
        telling: what the game notes of it.
        quotation: the text that is quoted of it.
        notation: whether it only gives something another name.
    """
    return TranscriptLine(
        kind,
        path,
        said.text,
        said.formula,
        place or Place(),
        quotation=quotation,
        words=words,
        telling=telling,
        notation=notation,
    )


def theory_of(
    functions: Sequence[Function],
    targets: Sequence[Function],
    lines: Mapping[str, TranscriptLine],
    struck: str = "",
) -> TranscriptTheory:
    """The theory that lines make; each line of play is a source, named by its number.

    Args:
        functions: the functions of the game.
        targets: the functions that are asked for.
        lines: the lines by identifier.
        struck: the name of a function of which proofs strike off values one by one, if there is one.
    """
    weights = {RULE: 0, **ranked(CREDIBILITY, len(lines))}
    claims: list[Claim] = []
    laws: list[Law] = []
    truth: list[Law] = []
    for name, line in lines.items():
        weight = weights[line.kind]
        if line.kind == PLAY:
            claims.append(Claim(name, line.path, line.formula, line.exempt, weight=weight))
        elif line.kind == TRUTH:
            truth.append(Law(name, line.formula, weight))
        else:
            laws.append(Law(name, line.formula, weight))
    theory = Theory(tuple(functions), tuple(laws), tuple(claims), tuple(truth), tuple(targets), struck)
    return TranscriptTheory(theory, lines)


def theory_of_lines(transcript: AnyTranscript, says: Callable[[Any], str]) -> TranscriptTheory:
    """The theory of a game whose lines of seat, play and truth say formulas.

    Its questions are the functions without arguments.

    Args:
        transcript: the transcript.
        says: gives the text of the formula that a line says.

    Raises:
        ValueError: if something is not a formula, which is a mistake of the game's.
    """
    scope, dialect = transcript.game.scope(transcript), transcript.game.dialect

    def sentence(text: str) -> Sentence:
        return Sentence(read_law(text, dialect, scope), text)

    items = [(HAND, SEAT, transcript.hand)] if transcript.hand else []
    items += [(PLAY, str(line.number), line) for line in transcript.play]
    items += [(TRUTH, TRUTH, line) for line in transcript.truth]
    lines: dict[str, TranscriptLine] = {}
    for number, (kind, path, line) in enumerate(items, 1):
        said = sentence(says(line))
        lines[f"{kind} {number}"] = line_of(kind, path, line.text, said, line.place, quotation=line.text)
    questions = [function for function in scope.functions if not function.arguments]
    return theory_of(scope.functions, questions, lines)


@frozen
class SeatView(Generic[T]):
    """A transcript as somebody else at the table saw it."""

    transcript: T
    """The transcript."""

    exact: bool = True
    """Whether the transcript says all that the seat saw; otherwise the seat may know more."""


@frozen
class Deduction(Generic[T]):
    """How transcripts of a game are asked, and the words for what is found."""

    theory: Callable[[T], TranscriptTheory]
    """Gives the theory of a transcript."""

    wording: Callable[[Mapping[str, TranscriptLine]], Wording]
    """Gives the words for a theory of its lines."""

    seen_by: Callable[[T, str], SeatView[T] | None] = lambda *_: None
    """Gives a transcript as a player saw it; ``None`` if that is not known."""

    answer: str = "answer"
    """The noun for an answer."""

    answers: str = "an answer to any question"
    """What a name is that is one of the answers."""

    left: str = "solutions"
    """The noun, in the plural, for the answers to all questions together."""

    counted: str = "each an answer to every question"
    """How these are counted."""

    unseen: str = "Nothing is known of the seats"
    """What is said if ``seen_by`` gives no transcript for any player."""

    technique: Callable[[TranscriptLine], str] = lambda _: ""
    """Names how readers use a line; empty if they need not think of it."""

    decisive: str = ""
    """The name of the function whose values are counted as solutions, if one decides all questions."""

    remarks: Callable[[T, TranscriptAnalysis], Iterable[str]] = lambda *_: ()
    """Gives remarks that are added to the report."""

    may_be_idle: Callable[[T, Any], bool] = lambda *_: True
    """Says whether a line of play that says nothing new is a fault."""

    limits: Limits = Limits()
    """The most that lines may come to: lower in games whose questions take longer with more lines."""


Lines = Mapping[str, TranscriptLine]
"""The lines of a theory by identifier."""


@frozen
class TranscriptWords:
    """The words of a game."""

    nouns: Mapping[str, str]
    """The noun for each of its questions, in order."""

    nothing_to_read: str = "the rules alone, so no line of play is needed"
    """What a proof without any line of play rests on."""

    to_ground_less: str = "use fewer players"
    """What to do about a transcript that is too large."""

    to_be_easier: str = "use fewer players or fewer lines of play"
    """What to do about a transcript that is too hard to decide."""

    clause: Callable[[Fact, bool], str] = lambda fact, holds: str(fact) if holds else f"not {fact}"
    """Says a fact, or that it does not hold."""

    clause_of_none: Callable[[Sequence[Fact]], str] = lambda facts: listed(map(str, facts))
    """Says that a term has none of several values."""

    whose: Callable[[str], str] = str
    """Names a value where it says who has something."""

    needs_no_step: Callable[[TranscriptLine], bool] = lambda _: False
    """Says whether a line is put where it is used, without a step of its own."""

    sentence: Callable[["TranscriptWording", ProofStep], str | None] = lambda *_: None
    """Gives the sentence of a step; ``None`` for one that is worded as in every game."""

    value: Callable[[str], str] = str
    """Names a value."""

    def __call__(self, lines: Lines) -> "TranscriptWording":
        """The wording of the lines of a theory."""
        return TranscriptWording(self, lines)


class TranscriptWording(Wording):
    """The words of a transcript. ``lines`` are those of its theory."""

    source = "line"
    sources = "lines"
    given = frozenset({RULES, PLAYERS, SEAT})

    def __init__(self, phrases: TranscriptWords, lines: Lines, elements: Sequence[str] = ()) -> None:
        self.lines = lines
        self.elements = tuple(elements or phrases.nouns)
        self.nothing_to_read = phrases.nothing_to_read
        self.to_ground_less = phrases.to_ground_less
        self.to_be_easier = phrases.to_be_easier
        self._phrases = phrases

    def value(self, value: str) -> str:
        """Cards and players as the transcript names them."""
        return self._phrases.value(value)

    def element(self, element: str) -> str:
        """The thing that is asked for, as a noun."""
        return self._phrases.nouns.get(element, element)

    # --- lines -----------------------------------------------------------------------------------

    def named(self, path: str) -> str:
        """A line of play by its number."""
        return f"line {path}" if path.isdecimal() else path

    def read(self, sources: Sequence[str]) -> str:
        """Lines of play by their numbers, those that follow each other as one range."""
        numbers = sorted(map(int, sources))
        ranges: list[list[int]] = []
        for number in numbers:
            if ranges and number == ranges[-1][-1] + 1:
                ranges[-1].append(number)
            else:
                ranges.append([number])
        texts = [f"{run[0]} to {run[-1]}" if len(run) > 1 else str(run[0]) for run in ranges]
        noun = "line" if len(numbers) == 1 else "lines"
        return f"{noun} {listed(texts)}"

    def stated(self, origin: SourceLine, _told: str = "") -> str | None:
        """A line in words; a line of play is quoted, and that is enough."""
        return "" if origin.kind == PLAY or not isinstance(origin, TranscriptLine) else origin.words

    def cites(self, line: str) -> bool:
        """Whether to quote a line that is used at sight: lines of play are quoted; the rest is known."""
        return line not in self.lines or self.lines[line].kind == PLAY

    def quoted(self, lines: Sequence[str]) -> str | None:
        """Several remarks of one line, as in ``q: a, ... c``; dots are for those that are left out."""
        remarks = [self.lines[line] for line in lines]
        if any(remark.kind != PLAY for remark in remarks):
            return None
        if len(remarks) == 1:
            return remarks[0].quotation
        question = remarks[0].quotation.partition(": ")[0]
        texts, place_before = [], 0
        for line, remark in zip(lines, remarks, strict=True):
            place = int(line.rpartition(".")[2])
            texts.append(remark.words if place == place_before + 1 else f"... {remark.words}")
            place_before = place
        return f"{question}: {', '.join(texts)}"

    # --- facts -----------------------------------------------------------------------------------

    def fact(self, fact: Fact, truth: str = "") -> str:
        """A fact, and what it is in truth."""
        if not fact.arguments:
            return super().fact(fact, truth)
        aside = f" (in truth {self._phrases.whose(truth)})" if truth else ""
        return f"{self._phrases.clause(fact, True)}{aside}"  # noqa: FBT003 - it is so

    def assertion(self, assertion: Assertion) -> str:
        """The conclusion of a step."""
        fact = assertion.fact
        return self._phrases.clause(fact, assertion.holds) if fact.arguments else super().assertion(assertion)

    def none_of(self, facts: Sequence[Fact]) -> str:
        """That a term has none of several values."""
        return self._phrases.clause_of_none(facts) if facts[0].arguments else super().none_of(facts)

    # --- steps -----------------------------------------------------------------------------------

    def needs_no_step(self, line: str) -> bool:
        """Whether a line needs no step, as what gives something another name."""
        origin = self.lines.get(line)
        return origin is not None and (origin.notation or self._phrases.needs_no_step(origin))

    def sentence(self, step: ProofStep) -> str | None:
        """The grounds of a step, with how they are known, and what follows."""
        return self._phrases.sentence(self, step)

    def line_of(self, step: ProofStep) -> TranscriptLine | None:
        """The own line of a step, if it has one and no other."""
        return self.lines.get(step.lines[0]) if len(step.lines) == 1 else None


# --- sentences -----------------------------------------------------------------------------------


@frozen(slots=True)
class Clause:
    """A clause."""

    subject: str
    """The subject, which need not be named again in the next clause about it."""

    predicate: str
    """The rest of the clause."""

    def __str__(self) -> str:
        return f"{self.subject} {self.predicate}"


def together(clauses: Sequence[Clause], after_first: str = "and") -> str:
    """Clauses as one sentence without its full stop; a subject that goes on is not repeated.

    ``ANNA has A``, ``ANNA has B`` and ``BEN has C`` become ``ANNA has A, has B, and BEN has C``.
    """
    texts, subject_before = [], ""
    for clause in clauses:
        texts.append(clause.predicate if clause.subject == subject_before else str(clause))
        subject_before = clause.subject
    if after_first != "and" and len(texts) > 1:
        texts[:2] = [f"{texts[0]}, {after_first} {texts[1]}"]
    *first, last = texts
    return f"{', '.join(first)}, and {last}" if first else last


def placed(things: Sequence[str], where: str, *, so: bool) -> Clause:
    """The clause that things are at a place or, unless it is ``so``, that none of them is."""
    if so:
        verb = "is" if len(things) == 1 else "are"
        return Clause(listed(things), f"{verb} {where}")
    if len(things) == 1:
        return Clause(things[0], f"is not {where}")
    return Clause(neither(things), f"is {where}")


def neither(words: Sequence[str]) -> str:
    """Two words or more, as in ``neither A nor B``."""
    return f"neither {listed(words, 'nor')}"
