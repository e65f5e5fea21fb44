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

RelatedPlace = tuple[Place, str]
"""Another place that belongs to a breach, and what it says."""


@frozen(slots=True)
class RuleBreach:
    """One thing that is wrong in a transcript.

    A transcript that was made by a program has no file, so a breach is not a ``Finding`` yet.
    """

    code: Code
    """The code of its finding."""

    message: str
    """What is wrong, in plain words."""

    place: Place
    """Where it is."""

    hint: str
    """What to do about it."""

    related: tuple[RelatedPlace, ...] = ()
    """Other places that belong to it."""


def breaches_at(
    place: Place, code: Code, hint: str, possible_faults: Mapping[str, bool], *related: RelatedPlace
) -> Iterator[RuleBreach]:
    """The breaches at a place that have one code and one hint.

    Args:
        place: the place.
        code: the code.
        hint: the hint.
        possible_faults: each message, with whether what it says is so.
        related: other places that belong to each breach.
    """
    for message, is_so in possible_faults.items():
        if is_so:
            yield RuleBreach(code, message, place, hint, related)


def after_the_end(event: Event, end: Event, why: str) -> RuleBreach:
    """A line of play after the one that ended the game."""
    message = f"the game is over: {why}"
    related = ((end.place, end.text),)
    hint = "remove what follows"
    return RuleBreach(transcript_codes.PLAY_AFTER_THE_END, message, event.place, hint, related)


def given_away(event: Event, why: str, hint: str = "end the play before this line") -> RuleBreach:
    """A line of play that gives the reader the answer."""
    message = f"line {event.number} gives the answer away: {why}"
    return RuleBreach(transcript_codes.GIVEN_AWAY, message, event.place, hint)


def repeated_names(
    code: Code, names_and_lines: Iterable[tuple[str, Any]], message: str, label: str, hint: str
) -> Iterator[RuleBreach]:
    """The breaches that are lines with a name that an earlier line has.

    Args:
        code: the code.
        names_and_lines: each name with the line that has it.
        message: the message, as a pattern for the name.
        label: what is said at the earlier line, as a pattern for the name and that line.
        hint: the hint.
    """
    for name, (first_line, *later_lines) in grouped(names_and_lines).items():
        related = (first_line.place, label.format(name, first_line))
        for line in later_lines:
            yield RuleBreach(code, message.format(name), line.place, hint, (related,))


def reported(breach: RuleBreach, source: Source) -> Finding:
    """The finding on a breach in the text of its transcript."""
    return breach.code.at(
        source.span(breach.place.start, breach.place.end),
        breach.message,
        hint=breach.hint,
        related=tuple(Related(source.span(place.start, place.end), label) for place, label in breach.related),
    )


@frozen
class TranscriptRules(Generic[T]):
    """The rules of a game, and the words that findings have for its things."""

    answer: Callable[[T], tuple[str, ...]]
    """Gives the names of the solution as the truth says it; none if it does not."""

    illegal: Callable[[T], Iterable[RuleBreach]] = lambda _: ()
    """Finds what the rules forbid, at a table that is as it should be."""

    world: Callable[[Rival], str] | None = lambda rival: ", ".join(map(str, rival.changed or rival.world))
    """Describes a rival; ``None`` in a game in which the world of a rival takes long to find."""

    table: Callable[[T], Iterable[RuleBreach]] = lambda _: ()
    """Finds what is wrong with the players and what was dealt to them."""

    left_out: Callable[[T], Iterable[RuleBreach]] = lambda _: ()
    """Finds what the seat saw and the transcript does not say."""

    gives_away: Callable[[T], Iterable[tuple[int, RuleBreach]]] = lambda _: ()
    """Finds lines that give the reader the answer: the number of each, and its breach."""

    asked: str = "what is asked for"
    """What the truth has to say."""

    whole: str = "the whole solution"
    """What no paragraph of the story may name; empty if a story may name all of it."""

    solution: str = "the solution"
    """The solution."""

    first: str = "the first line of play"
    """The first line of play."""

    to_begin: str = "choose another seat"
    """What to do about a transcript that is decided before its first line."""

    to_decide: str = "add a line that decides between them"
    """What to do about a transcript that is not decided."""

    to_fit: str = "cut or add lines of play"
    """What to do about a transcript that fits no level."""


def illegal(transcript: AnyTranscript) -> tuple[RuleBreach, ...]:
    """The breaches of a game's rules, as far as they are seen without deduction.

    If there are any of the table, there are no others: these would only follow from them.
    """
    rules = transcript.game.rules()
    breaches_of_table = (*who_plays(transcript), *rules.table(transcript))
    return breaches_of_table or tuple(rules.illegal(transcript))


def who_plays(transcript: AnyTranscript) -> Iterator[RuleBreach]:
    """The breaches in the number and the names of players, and in the name of the seat."""
    yield from _wrong_player_count(transcript)
    yield from repeated_names(
        transcript_codes.REPEATED_PLAYER,
        [(player.name, player) for player in transcript.players],
        message="{} is a player twice",
        label="{} is here already",
        hint="remove one of the two lines",
    )
    if transcript.seat not in {None, OPEN, *transcript.names}:
        yield RuleBreach(
            transcript_codes.UNKNOWN_SEAT,
            f"the seat is {transcript.seat}'s, who is not a player",
            transcript.hand.place if transcript.hand else transcript.place,
            f"name one of the players: {', '.join(transcript.names)}",
        )


def _wrong_player_count(transcript: AnyTranscript) -> Iterator[RuleBreach]:
    """The breach of a table with fewer or more players than the game, or its deck, is for."""
    allowed, players = transcript.game.players, transcript.players
    least, most, owner = allowed.start, allowed.stop - 1, "the game"
    most_of_deck = transcript.game.decks().most_players
    if most_of_deck is not None:
        most, owner = most_of_deck(transcript.deck), "this deck"
    if not least <= len(players) <= most:
        count = "is 1 player" if len(players) == 1 else f"are {len(players)} players"
        yield RuleBreach(
            transcript_codes.PLAYER_COUNT,
            f"there {count}, but {owner} is for {least} to {most}",
            players[-1].place if players else transcript.place,
            f"name {least} to {most} players",
        )


def story(document: AnyRead) -> Iterator[Finding]:
    """The faults of the story and of the truth of a transcript that was understood.

    No paragraph of the story may give the whole answer away, and the truth has to say it.
    """
    puzzle, rules, dialect = document.puzzle, document.puzzle.game.rules(), document.puzzle.game.dialect
    answer = rules.answer(puzzle)
    titles = {name.slug: name.name for name in puzzle.game.decks().names(document.settings.deck)}
    name_patterns = []
    if rules.whole:
        for slug in answer:
            # A slug or its printed name, as whole words.
            spellings = "|".join(map(spelling, (slug, titles.get(slug, slug))))
            name_patterns.append(re.compile(rf"(?<!\w)(?:{spellings})(?!\w)", re.IGNORECASE))
    for paragraph in puzzle.presentation if name_patterns else ():
        text = passages.as_written(document.source, paragraph)
        if all(pattern.search(text) for pattern in name_patterns):
            yield codes.SPOILING_PARAGRAPH.at(
                document.span(paragraph.place),
                f"this paragraph names {rules.whole}: {', '.join(answer)}",
                hint="leave one of them out, or name others too",
            )
    if document.is_complete and not answer and "truth" in puzzle.headings:
        (truth_block,) = (block for block in dialect.outline if block.kind == "truth")
        yield codes.INCOMPLETE_TRUTH.at(
            document.heading_span("truth"),
            f"the truth does not say {rules.asked}",
            hint=f"add a line, as in `{dialect.form_of[truth_block.lines[0]].example}`",
        )


def check(document: AnyRead, _other_titles: tuple[str, ...]) -> Findings:
    """Every check that needs no deduction, missing blocks first.

    Prose may name other titles: transcripts are printed under their own.
    """
    transcript, source, rules = document.puzzle, document.source, document.puzzle.game.rules()
    # Blocks without which nothing can be asked come first.
    blocks = sorted(transcript.game.dialect.outline, key=lambda block: not block.asked)
    needed_blocks = {block.kind: block.about for block in blocks if block.about}
    prose = [*transcript.presentation, *transcript.solution]
    for speech in document.passages:
        prose += speech.prose

    def broken_rules() -> Iterator[Finding]:
        breaches = illegal(transcript) if document.is_complete and transcript.players else ()
        return (reported(breach, source) for breach in breaches)

    def facts_left_out() -> Iterator[Finding]:
        breaches = rules.left_out(transcript) if document.is_complete else ()
        return (reported(breach, source) for breach in breaches)

    checks: tuple[Callable[[], Iterable[Finding]], ...] = (
        partial(missing_from, document.headings, needed_blocks, document.unplaced, source),
        partial(passage_checks.stray_marks, source, prose),
        partial(passage_checks.missing_quotations, document),
        partial(passage_checks.quotations_not_in_prose, document, document.passages),
        partial(passage_checks.stray_logic, document, transcript.game.dialect),
        partial(story, document),
        broken_rules,
        facts_left_out,
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

    A transcript that breaks the rules is not checked, and from one that contradicts itself nothing follows.
    """
    if illegal(analysis.transcript):
        return (), False
    return first_found(analysis, (refused_findings, _clashes, _faults_of_consistent))


def _faults_of_consistent(analysis: TranscriptAnalysis) -> Iterator[Finding]:
    """The faults of a transcript whose lines do not contradict each other."""
    yield from _faults_of_legal(analysis)
    yield from void_lines(analysis)


def contradictions(analysis: TranscriptAnalysis) -> tuple[Finding, ...]:
    """The faults that make it impossible to reason about a transcript.

    Raises:
        OutOfBudgetError: if even that is too hard to decide.
    """
    breaches = tuple(reported(breach, analysis.source) for breach in illegal(analysis.transcript))
    clashes = () if breaches else _clashes(analysis)
    return (*refused_findings(analysis), *breaches, *clashes)


def _clashes(analysis: TranscriptAnalysis) -> Iterator[Finding]:
    """The findings on lines that contradict each other."""
    return (_contradiction(analysis, clash) for clash in first_conflicts(analysis.solver))


def _contradiction(analysis: TranscriptAnalysis, clash: Conflict) -> Finding:
    # The rules of the game are known to hold; what is cited are the lines of the transcript.
    lines = []
    for name in clash.lines:
        line = analysis.lines[name]
        if line.kind != theory.RULE:
            lines.append(line)
    blamed_line = analysis.lines[clash.blamed] if clash.blamed else lines[-1]
    other_lines = [line for line in lines if line is not blamed_line]
    size = "these are the fewest lines" if clash.minimum else "none of these lines can go"
    return transcript_codes.CONTRADICTORY_PLAY.at(
        analysis.place(blamed_line),
        f"{_citation(analysis, blamed_line)}, which cannot be: {size} that contradict each other",
        hint="correct one of the lines",
        related=tuple(Related(analysis.place(line), _citation(analysis, line)) for line in other_lines),
    )


def _citation(analysis: TranscriptAnalysis, line: theory.TranscriptLine) -> str:
    words = line.quotation if isinstance(line.telling, SpokenLine) else line.words
    return f"{words} (in {analysis.wording.named(line.path)})"


def _faults_of_legal(analysis: TranscriptAnalysis) -> Iterator[Finding]:
    """The faults of a transcript that keeps the rules.

    It is decided too early or never, or by a line that says the answer, or some of its lines say nothing new.
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
    """The finding on a solution that is certain before the first line of play, or open after the last.

    Args:
        analysis: the transcript.
        elements: the names of questions, if only these are asked about.
    """
    rules = analysis.transcript.game.rules()
    if analysis.decided_since == BEFORE_READING:
        message = f"{rules.solution} is certain before {rules.first}"
        span = analysis.span(analysis.transcript.place)
        return (transcript_codes.DECIDED_AT_THE_START.at(span, message, hint=rules.to_begin),)
    open_elements = [element for element in analysis.verdict.elements if element.proved is None]
    if elements:
        open_elements = [element for element in open_elements if element.name in elements]
    decisive = [element for element in open_elements if element.name == analysis.deduction.decisive]
    return (_undecided(analysis, decisive or open_elements),) if open_elements else ()


def _undecided(analysis: TranscriptAnalysis, elements: Sequence[Element]) -> Finding:
    """The finding on a solution of which some elements are open after the last line."""
    rules, wording = analysis.transcript.game.rules(), analysis.wording
    possibilities: list[str] = []
    worlds: list[str] = []
    for element in elements:
        name = wording.element(element.name)
        values = {*element.rivals}
        if element.value:
            values.add(element.value)
        names_of_values = [wording.value(value) for value in sorted(values)]
        possibilities.append(f"the {name} may be {listed(names_of_values, 'or')}")
        if rules.world is not None:
            worlds += [
                f"If the {name} is {wording.value(rival.value)}: {rules.world(rival)}."
                for rival in analysis.rivals_of(element)
            ]
    message = f"{rules.solution} is not certain after the last line: {'; '.join(possibilities)}"
    play = analysis.transcript.play
    place = play[-1].place if play else analysis.transcript.place
    return transcript_codes.UNDECIDED.at(
        analysis.span(place), "\n".join([message, *worlds]), hint=rules.to_decide
    )


def check_fit(balance: metrics.TranscriptBalance) -> tuple[Finding, ...]:
    """The figures on the wrong side of the thresholds of the level that the header claims."""
    claimed, analysis = balance.transcript.level, balance.analysis
    missed_bounds = [str(bound) for bound in balance.level.bounds.get(claimed, ()) if not bound.met]
    if not missed_bounds:
        return ()
    game, fitting_level = balance.transcript.game, balance.level.level
    span = analysis.span(balance.transcript.fields.get("level", Place()))
    message = "\n".join([f"the {game.dialect.noun} claims to be {claimed}, but it is not", *missed_bounds])
    hint = f"change the level to {fitting_level}" if fitting_level else game.rules().to_fit
    fix = level_fix(analysis.source, span, claimed, fitting_level)
    return (codes.LEVEL_NOT_MET.at(span, message, hint=hint, fix=fix),)
