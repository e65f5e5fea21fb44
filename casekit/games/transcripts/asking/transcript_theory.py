"""A transcript as a deduction problem: what the rules, the seat and each line of play say."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from casekit.asking.wording import TRUTH, Origin, Wording, ranked
from casekit.diagnostics import Place
from casekit.games.game import none, nothing
from casekit.games.transcripts.transcript import AnyTranscript
from casekit.language.laws import Sentence, read_law
from casekit.model.logic import FALSE, Formula, Function
from casekit.model.theory import Claim, Law, Theory

if TYPE_CHECKING:
    from casekit.games.transcripts.asking.transcript_inquiry import TranscriptInquiry

PLAY, MOVE, HAND, SIZE, RULE = "play", "move", "hand", "size", "rule"
"""The kinds of lines beside those of the truth: what a line of play says to its readers, what everybody knows to have
happened in it, what the seat knows from the start, what is known of the players, rules of the game."""

RULES, PLAYERS, SEAT = "rules", "players", "seat"
"""Where what is known before the first line of play comes from."""

CREDIBILITY: tuple[tuple[str, ...], ...] = ((PLAY, MOVE), (HAND,), (SIZE,), (TRUTH,))
"""Where lines contradict each other, the slip is sought first in what comes first here; rules are never blamed."""


@dataclass(frozen=True, slots=True)
class TranscriptLine:
    """A line of a transcript, or a rule of the game: its origin, its ``words`` for people, what a game notes of it.

    A rule of the game has no place. It is a ``notation`` if it only gives something another name. Nothing follows from
    what a line of play says in worlds that are ``exempt``: somebody may have lied.
    """

    origin: Origin
    words: str
    telling: Any = None
    notation: bool = False
    exempt: Formula = FALSE


@dataclass(frozen=True)
class TranscriptTheory:
    """A theory and its lines by identifier, in the order of the text."""

    theory: Theory
    lines: Mapping[str, TranscriptLine] = field(repr=False)

    @property
    def origins(self) -> dict[str, Origin]:
        """Where the lines come from."""
        return {name: line.origin for name, line in self.lines.items()}


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
    origin = Origin(kind, path, said.text, said.formula, place or Place(), quotation=quotation)
    return TranscriptLine(origin, words, telling, notation)


def theory_of(
    functions: Sequence[Function],
    targets: Sequence[Function],
    lines: Mapping[str, TranscriptLine],
    struck: str = "",
) -> TranscriptTheory:
    """The theory that lines make; each line of play is a source, named by its number. Proofs may go by values that are ``struck`` off."""
    weights = {RULE: 0, **ranked(CREDIBILITY, len(lines))}
    laws: list[Law] = []
    truth: list[Law] = []
    claims: list[Claim] = []
    for name, line in lines.items():
        formula, weight = line.origin.formula, weights[line.origin.kind]
        if line.origin.kind == PLAY:
            claims.append(Claim(name, line.origin.path, formula, line.exempt, weight=weight))
        else:
            (truth if line.origin.kind == TRUTH else laws).append(Law(name, formula, weight))
    theory = Theory(tuple(functions), tuple(laws), tuple(claims), tuple(truth), tuple(targets), struck)
    return TranscriptTheory(theory, lines)


def theory_of_lines(transcript: AnyTranscript, says: Callable[[Any], str]) -> TranscriptTheory:
    """The theory of a game whose rules are in the lines of seat, play and truth, each of which ``says`` a formula.

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
    lines = {
        f"{kind} {at}": line_of(kind, path, line.text, sentence(says(line)), line.place, quotation=line.text)
        for at, (kind, path, line) in enumerate(known, 1)
    }
    return theory_of(scope.functions, [each for each in scope.functions if not each.arguments], lines)


T = TypeVar("T", bound=AnyTranscript)


@dataclass(frozen=True)
class Seen(Generic[T]):
    """A transcript as somebody else at the table saw it.

    Unless it is ``exact``, the seat saw more than the transcript says, so that it may know more.
    """

    transcript: T
    exact: bool = True


@dataclass(frozen=True)
class Deduction(Generic[T]):
    """How transcripts of a game are asked.

    ``seen_by`` is a transcript as a player saw it, ``None`` if that is not known. ``answer`` is the noun of an answer,
    ``answers`` says which of them there are; ``left`` is the noun, in the plural, for what the answers to all questions
    are together, ``counted`` how these are counted: by the values of a ``decisive`` function, if there is one. ``unseen`` is said if ``seen_by`` knows nobody. ``technique`` names how readers
    use a line, empty if they need not think of it. ``remarks`` of a game are added to the report. A line that says nothing new is at fault if it ``may_be_idle``.
    """

    theory: Callable[[T], TranscriptTheory]
    wording: Callable[[Mapping[str, TranscriptLine]], Wording]
    seen_by: Callable[[T, str], Seen[T] | None] = none
    answer: str = "answer"
    answers: str = "an answer to any question"
    left: str = "solutions"
    counted: str = "each an answer to every question"
    unseen: str = "Nothing is known of the seats"
    technique: Callable[[TranscriptLine], str] = lambda _: ""
    decisive: str = ""
    remarks: "Callable[[T, TranscriptInquiry], Iterable[str]]" = nothing
    may_be_idle: Callable[[T, Any], bool] = lambda *_: True
