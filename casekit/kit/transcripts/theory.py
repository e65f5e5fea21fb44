"""A transcript as a deduction problem: what the rules, the seat and each line of play say.

Its wording is in the words of the table.
"""

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

PLAY, MOVE, HAND, SIZE, RULE = "play", "move", "hand", "size", "rule"
"""The kinds of lines beside those of the truth: what a line of play says to its readers, what everybody knows
to have happened in it, what the seat knows from the start, what is known of the players, rules of the
game."""

RULES, PLAYERS, SEAT = "rules", "players", "seat"
"""Where what is known before the first line of play comes from."""

CREDIBILITY: tuple[tuple[str, ...], ...] = ((PLAY, MOVE), (HAND,), (SIZE,), (TRUTH,))
"""Where lines contradict each other, the slip is sought first in what comes first here; rules are never
blamed."""


@frozen(slots=True)
class TranscriptLine(SourceLine):
    """A line of a transcript, or a rule, with its ``words`` for people and what a game notes of it.

    A rule of the game has no place. It is a ``notation`` if it only gives something another name. Nothing
    follows from what a line of play says in worlds that are ``exempt``: somebody may have lied.
    """

    words: str = ""
    telling: Any = None
    notation: bool = False
    exempt: Formula = FALSE


@frozen
class TranscriptTheory:
    """A theory and its lines by identifier, in the order of the text."""

    theory: Theory
    lines: Mapping[str, TranscriptLine] = field(repr=False)


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
    """A line of the transcript or its truth, or what is known before the first line of play."""
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

    Proofs may go by values that are ``struck`` off.
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
    """The theory of a game with rules in its lines of seat, play and truth; each ``says`` a formula.

    Its questions are the facts without arguments.

    Raises:
        ValueError: if something is not a formula, which is a mistake of the game's.
    """
    scope, dialect = transcript.game.scope(transcript), transcript.game.dialect

    def sentence(text: str) -> Sentence:
        return Sentence(read_law(text, dialect, scope), text)

    known = [(HAND, SEAT, transcript.hand)] if transcript.hand else []
    known += [(PLAY, str(line.number), line) for line in transcript.play]
    known += [(TRUTH, TRUTH, line) for line in transcript.truth]
    lines: dict[str, TranscriptLine] = {}
    for number, (kind, path, line) in enumerate(known, 1):
        said = sentence(says(line))
        lines[f"{kind} {number}"] = line_of(kind, path, line.text, said, line.place, quotation=line.text)
    questions = [function for function in scope.functions if not function.arguments]
    return theory_of(scope.functions, questions, lines)


@frozen
class SeatView(Generic[T]):
    """A transcript as somebody else at the table saw it.

    Unless it is ``exact``, the seat saw more than the transcript says, so that it may know more.
    """

    transcript: T
    exact: bool = True


@frozen
class Deduction(Generic[T]):
    """How transcripts of a game are asked.

    ``seen_by`` is a transcript as a player saw it, ``None`` if that is not known. ``answer`` is the noun of
    an answer, ``answers`` says which of them there are; ``left`` is the noun, in the plural, for what the
    answers to all questions are together, ``counted`` how these are counted: by the values of a ``decisive``
    function, if there is one. ``unseen`` is said if ``seen_by`` knows nobody. ``technique`` names how readers
    use a line, empty if they need not think of it. ``remarks`` of a game are added to the report. A line that
    says nothing new is at fault if it ``may_be_idle``. What its lines come to has ``limits``, lower ones
    where questions take longer the more lines there are.
    """

    theory: Callable[[T], TranscriptTheory]
    wording: Callable[[Mapping[str, TranscriptLine]], Wording]
    seen_by: Callable[[T, str], SeatView[T] | None] = lambda *_: None
    answer: str = "answer"
    answers: str = "an answer to any question"
    left: str = "solutions"
    counted: str = "each an answer to every question"
    unseen: str = "Nothing is known of the seats"
    technique: Callable[[TranscriptLine], str] = lambda _: ""
    decisive: str = ""
    remarks: Callable[[T, TranscriptAnalysis], Iterable[str]] = lambda *_: ()
    may_be_idle: Callable[[T, Any], bool] = lambda *_: True
    limits: Limits = Limits()


Lines = Mapping[str, TranscriptLine]
"""The lines of a theory by identifier."""


@frozen
class TranscriptWords:
    """The words of a game.

    ``nouns`` are what its questions are called, in order, ``value`` what its values are. ``clause`` says a
    fact, or that it is not so; ``clause_of_none`` that a term has none of several values, ``whose`` names a
    value where it says who has something. A line that ``needs_no_step`` is put where it is used, and
    ``sentence`` is a step's; it is ``None`` for those that are worded as in every game.
    """

    nouns: Mapping[str, str]
    nothing_to_read: str = "the rules alone, so no line of play is needed"
    to_ground_less: str = "use fewer players"
    to_be_easier: str = "use fewer players or fewer lines of play"
    clause: Callable[[Fact, bool], str] = lambda fact, so: str(fact) if so else f"not {fact}"
    clause_of_none: Callable[[Sequence[Fact]], str] = lambda facts: listed(map(str, facts))
    whose: Callable[[str], str] = str
    needs_no_step: Callable[[TranscriptLine], bool] = lambda _: False
    sentence: Callable[["TranscriptWording", ProofStep], str | None] = lambda *_: None
    value: Callable[[str], str] = str

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
        return f"line{'' if len(numbers) == 1 else 's'} {listed(texts)}"

    def stated(self, origin: SourceLine, _told: str = "") -> str | None:
        """A line in words; a line of play is quoted, and that is enough."""
        return "" if origin.kind == PLAY or not isinstance(origin, TranscriptLine) else origin.words

    def cites(self, line: str) -> bool:
        """Whether to quote a line that is used at sight: lines of play are quoted; the rest is known."""
        return line not in self.lines or self.lines[line].kind == PLAY

    def quoted(self, lines: Sequence[str]) -> str | None:
        """Several remarks of one line; dots are for those that are left out."""
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
    """A clause; ``subject`` is who it is about, so that it need not be named again in the next one."""

    subject: str
    predicate: str

    def __str__(self) -> str:
        return f"{self.subject} {self.predicate}"


def together(clauses: Sequence[Clause], after_first: str = "and") -> str:
    """Clauses as one sentence without its full stop; a subject that goes on is not repeated."""
    texts, subject_before = [], ""
    for clause in clauses:
        texts.append(clause.predicate if clause.subject == subject_before else str(clause))
        subject_before = clause.subject
    if after_first != "and" and len(texts) > 1:
        texts[:2] = [f"{texts[0]}, {after_first} {texts[1]}"]
    *first, last = texts
    return f"{', '.join(first)}, and {last}" if first else last


def placed(things: Sequence[str], where: str, *, so: bool) -> Clause:
    """That things are at a place, or are not."""
    if so:
        return Clause(listed(things), f"{'is' if len(things) == 1 else 'are'} {where}")
    if len(things) == 1:
        return Clause(things[0], f"is not {where}")
    return Clause(neither(things), f"is {where}")


def neither(words: Sequence[str]) -> str:
    """Two words or more, none of which it is."""
    return f"neither {listed(words, 'nor')}"
