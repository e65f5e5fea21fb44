"""Every check of a transcript: of its table and its rules, its prose, and what can be deduced.

Prose has to keep the secret that the truth states.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Generic

from casekit.analysis.analyzer import Analyzer, Findings, MetricsReport
from casekit.analysis.document_analysis import BEFORE_READING
from casekit.analysis.level_report import level_fix
from casekit.analysis.solver_findings import first_found, refused_findings, void_lines
from casekit.deduce.conflicts import first_conflicts
from casekit.diagnostics import Code, Finding, Place, Related, Source, codes, found_by
from casekit.kit.defaults.document import asked_blocks
from casekit.kit.transcripts import (
    codes as transcript_codes,
    metrics,
    theory,
)
from casekit.kit.transcripts.analysis import TranscriptAnalysis, analysis_of
from casekit.kit.transcripts.document import OPEN, AnyRead, AnyTranscript, Event, SpokenLine, T
from casekit.kit.transcripts.editions import Level, Levels
from casekit.language.blocks import missing_from
from casekit.language.suggestions import spelling
from casekit.logic.theory import Conflict, Element, Rival
from casekit.prose import passage_checks, passages
from casekit.prose.phrasing import listed
from casekit.values import frozen
from casekit.values.grouping import grouped

Beside = tuple[Place, str]
"""Another place that belongs to a breach, and what it says."""


@frozen(slots=True)
class RuleBreach:
    """One thing that is wrong: its code, what is wrong in plain words, where, and what to do.

    A puzzle that was made by a program has no file, so a breach is not a ``Finding`` yet.
    """

    code: Code
    message: str
    place: Place
    hint: str
    related: tuple[Beside, ...] = ()


def breaches_at(
    place: Place, code: Code, hint: str, wrong: Mapping[str, bool], *related: Beside
) -> Iterator[RuleBreach]:
    """The breaches at a place that have one cure, of what may be wrong and whether it is so."""
    return (RuleBreach(code, message, place, hint, related) for message, is_so in wrong.items() if is_so)


def after_the_end(event: Event, end: Event, why: str) -> RuleBreach:
    """A line of play after the one that ended the game."""
    message, related = f"the game is over: {why}", (end.place, end.text)
    return RuleBreach(
        transcript_codes.PLAY_AFTER_THE_END, message, event.place, "remove what follows", (related,)
    )


def given_away(event: Event, why: str, hint: str = "end the play before this line") -> RuleBreach:
    """A line of play that gives the reader the answer."""
    message = f"line {event.number} gives the answer away: {why}"
    return RuleBreach(transcript_codes.GIVEN_AWAY, message, event.place, hint)


def repeated_names(
    code: Code, named: Iterable[tuple[str, Any]], message: str, label: str, hint: str
) -> Iterator[RuleBreach]:
    """Names that occur twice; ``message`` and ``label`` are patterns for the second place and the first."""
    for name, (first, *others) in grouped(named).items():
        related = (first.place, label.format(name, first))
        for line in others:
            yield RuleBreach(code, message.format(name), line.place, hint, (related,))


def reported(breach: RuleBreach, source: Source) -> Finding:
    """A breach in the text of its puzzle."""
    return breach.code.at(
        source.span(breach.place.start, breach.place.end),
        breach.message,
        hint=breach.hint,
        related=tuple(Related(source.span(place.start, place.end), label) for place, label in breach.related),
    )


@frozen
class TranscriptRules(Generic[T]):
    """The rules of a game.

    ``answer`` is the solution as the truth says it, empty if it does not. ``illegal`` finds what the rules
    forbid at a ``table`` that is as it should be, ``left_out`` what the seat saw and the transcript does not
    say; ``world`` describes a rival; it is ``None`` where a rival is all there is to say of it, since its
    world takes long to find. ``gives_away`` are lines that give the reader the answer, by their numbers.

    The others are words of findings: for the ``solution`` and the ``first`` line of play, and what to do
    about transcripts that are decided ``to_begin`` with, not at all, or do not fit their level. The truth
    says what is ``asked``; a story that names the ``whole`` of it gives it away, unless that is empty.
    """

    answer: Callable[[T], tuple[str, ...]]
    illegal: Callable[[T], Iterable[RuleBreach]] = lambda _: ()
    world: Callable[[Rival], str] | None = lambda rival: ", ".join(map(str, rival.changed or rival.world))
    table: Callable[[T], Iterable[RuleBreach]] = lambda _: ()
    left_out: Callable[[T], Iterable[RuleBreach]] = lambda _: ()
    gives_away: Callable[[T], Iterable[tuple[int, RuleBreach]]] = lambda _: ()
    asked: str = "what is asked for"
    whole: str = "the whole solution"
    solution: str = "the solution"
    first: str = "the first line of play"
    to_begin: str = "choose another seat"
    to_decide: str = "add a line that decides between them"
    to_fit: str = "cut or add lines of play"


def illegal(transcript: AnyTranscript) -> tuple[RuleBreach, ...]:
    """The breaches of a game's rules, as far as they are seen without deduction.

    Those of the table come alone: all others would only follow from them.
    """
    rules = transcript.game.rules()
    return (*who_plays(transcript), *rules.table(transcript)) or tuple(rules.illegal(transcript))


def who_plays(transcript: AnyTranscript) -> Iterator[RuleBreach]:
    """As many play as the game, or the deck, is for, nobody twice; and the seat is one of them."""
    players, at_table = transcript.game.players, transcript.players
    most_of_deck = transcript.game.decks().most_players
    least, most, whom = players.start, players.stop - 1, "the game"
    if most_of_deck is not None:
        most, whom = most_of_deck(transcript.deck), "this deck"
    count = "is 1 player" if len(at_table) == 1 else f"are {len(at_table)} players"
    wrong = {f"there {count}, but {whom} is for {least} to {most}": not least <= len(at_table) <= most}
    place = at_table[-1].place if at_table else transcript.place
    yield from breaches_at(place, transcript_codes.PLAYER_COUNT, f"name {least} to {most} players", wrong)
    named = [(player.name, player) for player in at_table]
    message, beside, hint = "{} is a player twice", "{} is here already", "remove one of the two lines"
    yield from repeated_names(transcript_codes.REPEATED_PLAYER, named, message, beside, hint)
    nobody = transcript.seat not in {None, OPEN, *transcript.names}
    wrong = {f"the seat is {transcript.seat}'s, who is not a player": nobody}
    place = transcript.hand.place if transcript.hand else transcript.place
    hint = f"name one of the players: {', '.join(transcript.names)}"
    yield from breaches_at(place, transcript_codes.UNKNOWN_SEAT, hint, wrong)


def story(document: AnyRead) -> Iterator[Finding]:
    """The faults of the story and of the truth of a transcript that was understood.

    No paragraph of the story may give the whole answer away.
    """
    puzzle, rules, dialect = document.puzzle, document.puzzle.game.rules(), document.puzzle.game.dialect
    answer, whole = rules.answer(puzzle), rules.whole
    titles = {name.slug: name.name for name in puzzle.game.decks().names(document.settings.deck)}
    names = []
    for slug in answer if whole else ():
        # A slug or its printed name, as whole words.
        spellings = "|".join(map(spelling, (slug, titles.get(slug, slug))))
        names.append(re.compile(rf"(?<!\w)(?:{spellings})(?!\w)", re.IGNORECASE))
    for prose in puzzle.presentation if names else ():
        text = passages.as_written(document.source, prose)
        if all(name.search(text) for name in names):
            yield codes.SPOILING_PARAGRAPH.at(
                document.span(prose.place),
                f"this paragraph names {whole}: {', '.join(answer)}",
                hint="leave one of them out, or name others too",
            )
    if document.is_complete and not answer and "truth" in puzzle.headings:
        (truth,) = (block for block in dialect.outline if block.kind == "truth")
        yield codes.INCOMPLETE_TRUTH.at(
            document.heading_span("truth"),
            f"the truth does not say {rules.asked}",
            hint=f"add a line, as in `{dialect.form_of[truth.lines[0]].example}`",
        )


def check(document: AnyRead, _other_titles: tuple[str, ...]) -> Findings:
    """Every check that needs no deduction, missing blocks first.

    Prose may name other titles: transcripts are printed under their own.
    """
    transcript, source, rules = document.puzzle, document.source, document.puzzle.game.rules()
    # Those without which nothing can be asked come first.
    blocks = sorted(transcript.game.dialect.outline, key=lambda block: not block.asked)
    needed = {block.kind: block.about for block in blocks if block.about}
    prose = [*transcript.presentation, *transcript.solution]
    for speech in document.passages:
        prose += speech.prose

    def broken() -> Iterator[Finding]:
        breaches = illegal(transcript) if document.is_complete and transcript.players else ()
        return (reported(breach, source) for breach in breaches)

    def left_out() -> Iterator[Finding]:
        breaches = rules.left_out(transcript) if document.is_complete else ()
        return (reported(breach, source) for breach in breaches)

    checks: tuple[Callable[[], Iterable[Finding]], ...] = (
        partial(missing_from, document.headings, needed, document.unplaced, source),
        partial(passage_checks.stray_marks, source, prose),
        partial(passage_checks.missing_quotations, document),
        partial(passage_checks.quotations_not_in_prose, document, document.passages),
        partial(passage_checks.stray_logic, document, transcript.game.dialect),
        partial(story, document),
        broken,
        left_out,
    )
    return found_by(checks, source.whole())


def missing_parts(document: AnyRead) -> Findings:
    """Blocks without which nothing can be asked."""
    asked = asked_blocks(document.puzzle.game.dialect)
    return tuple(missing_from(document.headings, asked, document.unplaced, document.source))


def repeated_blocks(_document: AnyRead) -> tuple[()]:
    """None: each block occurs once."""
    return ()


def analyze(document: AnyRead) -> Analyzer:
    """The transcript with its questions open."""
    analysis = analysis_of(document)
    return Analyzer(
        analysis,
        partial(check_logic, analysis),
        partial(contradictions, analysis),
        partial(shortcomings, analysis),
        partial(_measure, analysis, document.settings.levels),
    )


def _measure(
    analysis: TranscriptAnalysis, levels: Mapping[Level, Levels], budget: int
) -> tuple[MetricsReport, Findings]:
    balance = metrics.weigh_transcript(analysis, levels, budget)
    return balance, check_fit(balance)


def check_logic(analysis: TranscriptAnalysis) -> tuple[tuple[Finding, ...], bool]:
    """Every check of deduction, as far as the solver can answer, and whether it could.

    There is none for a transcript that breaks the rules, and nothing follows from one that contradicts
    itself.
    """
    if illegal(analysis.transcript):
        return (), False
    return first_found(analysis, (refused_findings, _clashing, _loose))


def _loose(analysis: TranscriptAnalysis) -> Iterator[Finding]:
    """The faults of a transcript whose lines can hold together."""
    yield from _unfit(analysis)
    yield from void_lines(analysis)


def contradictions(analysis: TranscriptAnalysis) -> tuple[Finding, ...]:
    """The faults that make it impossible to reason about a transcript.

    Raises:
        OutOfBudgetError: if even that is too hard to decide.
    """
    broken = tuple(reported(breach, analysis.source) for breach in illegal(analysis.transcript))
    return (*refused_findings(analysis), *broken, *(() if broken else _clashing(analysis)))


def _clashing(analysis: TranscriptAnalysis) -> Iterator[Finding]:
    """Lines that cannot hold together, each with a smallest set of lines that shows it."""
    return (_contradiction(analysis, clash) for clash in first_conflicts(analysis.solver))


def _contradiction(analysis: TranscriptAnalysis, clash: Conflict) -> Finding:
    # The rules of the game are known to hold; what is cited are the lines of the transcript.
    clashing = [analysis.lines[line] for line in clash.lines]
    lines = [line for line in clashing if line.kind != theory.RULE]
    blamed = analysis.lines[clash.blamed] if clash.blamed else lines[-1]
    size = "these are the fewest lines" if clash.minimum else "none of these lines can go"
    return transcript_codes.CONTRADICTORY_PLAY.at(
        analysis.place(blamed),
        f"{_citation(analysis, blamed)}, which cannot be: {size} that contradict each other",
        hint="correct one of the lines",
        related=tuple(
            Related(analysis.place(line), _citation(analysis, line)) for line in lines if line is not blamed
        ),
    )


def _citation(analysis: TranscriptAnalysis, line: theory.TranscriptLine) -> str:
    words = line.quotation if isinstance(line.telling, SpokenLine) else line.words
    return f"{words} (in {analysis.wording.named(line.path)})"


def _unfit(analysis: TranscriptAnalysis) -> Iterator[Finding]:
    """The faults of a legal transcript.

    It is decided too early or never, or by a line that says the answer, or some of its lines say nothing.
    """
    yield from shortcomings(analysis)
    yield from _given_away(analysis)
    # Where all is certain at the start, every line says nothing new.
    for line in () if analysis.decided_since == BEFORE_READING else analysis.transcript.play:
        if str(line.number) in analysis.idle:
            yield transcript_codes.IDLE_LINE.at(
                analysis.span(line.place),
                f"line {line.number} of the play says nothing that does not follow from the lines before it",
                hint="remove the line, or change what it asks for",
            )


def _given_away(analysis: TranscriptAnalysis) -> Iterator[Finding]:
    """Lines that give the reader the answer, unless it was certain before them."""
    for number, breach in analysis.transcript.game.rules().gives_away(analysis.transcript):
        decided = analysis.course.decided
        if decided is None or decided >= number:
            yield reported(breach, analysis.source)


def shortcomings(analysis: TranscriptAnalysis, elements: Sequence[str] = ()) -> tuple[Finding, ...]:
    """A solution that is certain before the first line of play, or is open after the last."""
    words = analysis.transcript.game.rules()
    if analysis.decided_since == BEFORE_READING:
        message, span = (
            f"{words.solution} is certain before {words.first}",
            analysis.span(analysis.transcript.place),
        )
        return (transcript_codes.DECIDED_AT_THE_START.at(span, message, hint=words.to_begin),)
    open_elements = [element for element in analysis.verdict.elements if element.proved is None]
    if elements:
        open_elements = [element for element in open_elements if element.name in elements]
    decisive = [element for element in open_elements if element.name == analysis.deduction.decisive]
    return (_undecided(analysis, decisive or open_elements),) if open_elements else ()


def _undecided(analysis: TranscriptAnalysis, elements: Sequence[Element]) -> Finding:
    """The solution is open in the end."""
    rules, wording = analysis.transcript.game.rules(), analysis.wording
    possibilities, worlds = [], []
    for element in elements:
        name, known = wording.element(element.name), [element.value] if element.value else []
        values = [wording.value(value) for value in sorted({*element.rivals, *known})]
        possibilities.append(f"the {name} may be {listed(values, 'or')}")
        if rules.world is not None:
            worlds += [
                f"If the {name} is {wording.value(rival.value)}: {rules.world(rival)}."
                for rival in analysis.rivals_of(element)
            ]
    last = [analysis.transcript, *analysis.transcript.play][-1]
    message = f"{rules.solution} is not certain after the last line: {'; '.join(possibilities)}"
    span = analysis.span(last.place)
    return transcript_codes.UNDECIDED.at(span, "\n".join([message, *worlds]), hint=rules.to_decide)


def check_fit(balance: metrics.TranscriptBalance) -> tuple[Finding, ...]:
    """The figures on the wrong side of the thresholds of the level that the header claims."""
    claimed, analysis = balance.transcript.level, balance.analysis
    missed = [str(bound) for bound in balance.level.bounds.get(claimed, ()) if not bound.met]
    if not missed:
        return ()
    game, measured = balance.transcript.game, balance.level.level
    span = analysis.span(balance.transcript.fields.get("level", Place()))
    message = "\n".join([f"the {game.dialect.noun} claims to be {claimed}, but it is not", *missed])
    hint = f"change the level to {measured}" if measured else game.rules().to_fit
    fix = level_fix(analysis.source, span, claimed, measured)
    return (codes.LEVEL_NOT_MET.at(span, message, hint=hint, fix=fix),)
