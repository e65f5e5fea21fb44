"""From the bytes of a case to its verdict, or to where it can be asked questions."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from casekit.asking.interrogation import Answered, Figures, Findings, Interrogation
from casekit.diagnostics import Diagnostic, Source, Span, codes, gravest, in_order
from casekit.diagnostics.forms import Report
from casekit.diagnostics.silence import silenced
from casekit.games import DEFAULT, GAMES, game_called
from casekit.games.bindings import BookletSettings
from casekit.games.editions import Editions, Shelf, cases_of, is_edition, shown
from casekit.games.game import Document, Game, Reading
from casekit.games.recognising import other_game
from casekit.language.document.silences import find_silences
from casekit.language.document.tree import SyntaxTree
from casekit.language.nearest import did_you_mean
from casekit.language.reading import decode, read_bytes

DEDUCTION = ("CK4", "CK5")
"""How the codes of the families begin most of which take deduction."""
CASE = ".case"
"""What the names of cases end in."""

BALANCE = "CK6"
"""How the codes of the balance family begin; these questions are asked only on request."""

T = TypeVar("T")

Progress = Callable[[str], None]
"""Receives the name of each file before it is worked on."""

_HEADER = 4_096
"""How many bytes at the beginning of a case hold the name of its game."""

_GAME = re.compile(r"(?:(?!==)[^\n]*\n)*?game[ \t]*:[ \t]*([\w-]+)")


@dataclass(frozen=True)
class Parsed:
    """A text, the game that it names, and its syntax tree."""

    game: Game
    tree: SyntaxTree
    diagnostics: Findings

    @property
    def source(self) -> Source:
        """The text."""
        return self.tree.source


@dataclass(frozen=True)
class Checked:
    """A case after all checks.

    ``document`` is missing if its edition could not be read, ``verdict`` if it has none. ``told`` is the verdict in
    words, with its reasons, and ``figures`` what was measured, if that was asked for.
    """

    file: str
    source: Source
    diagnostics: Findings
    game: Game
    document: Document | None = None
    verdict: Mapping[str, Any] | None = None
    told: str = ""
    figures: Figures | None = None


Parser = Callable[[Game, Source], tuple[SyntaxTree, Findings]]
"""Makes a syntax tree of a text as a game does."""


def _parse_whole(game: Game, source: Source) -> tuple[SyntaxTree, Findings]:
    return game.parse(source)


def parse_bytes(data: bytes, name: str, parse: Parser = _parse_whole) -> Parsed:
    """Decode a case, and parse it as its game does."""
    source, problems = decode(data, name)
    game, unknown = game_of(source)
    if problems or unknown:
        return Parsed(game, SyntaxTree(source), problems or unknown)
    return Parsed(game, *parse(game, source))


def game_of(source: Source) -> tuple[Game, Findings]:
    """The game that a text names in its header, or that its headings belong to."""
    named = _GAME.match(source.text)
    if named is None:
        game, forgotten = other_game(source) or (game_called(DEFAULT), None)
        return game, (forgotten,) if forgotten else ()
    if named[1] in GAMES:
        return game_called(named[1]), ()
    place = source.span(*named.span(1))
    hint = did_you_mean(named[1], GAMES, f"name one of {', '.join(GAMES)}")
    unknown = Diagnostic(codes.BAD_FIELD_VALUE, f"there is no game `{named[1]}`", place, hint=hint)
    return game_called(DEFAULT), (unknown,)


def at_home(parsed: Parsed, shelf: Shelf) -> Parsed:
    """A text as it was parsed; only findings are left of it if its edition is one of another game."""
    game = parsed.game.name
    if shelf.edition is None or shelf.game == game:
        return parsed
    source = parsed.source
    named = _GAME.match(source.text)
    stray = Diagnostic(
        codes.INCONSISTENT_EDITION,
        f"this is a document of {game}, but its edition is one of {shelf.game}",
        source.span(*named.span(1)) if named else source.whole(),
        hint="move it to the folder of an edition of the same game, or correct the game of one of them",
    )
    return Parsed(parsed.game, SyntaxTree(source), (*parsed.diagnostics, stray))


def game_in(file: Path) -> Game:
    """The game of the case in a file; that of a file that cannot be read is said when it is."""
    data, _ = read_bytes(file)
    return game_in_bytes(data or b"", shown(file))


def game_in_bytes(data: bytes, name: str) -> Game:
    """The game that the bytes of a case name in their header, or that their headings belong to."""
    return game_of(decode(data[:_HEADER], name)[0])[0]


def read_parsed(parsed: Parsed, shelf: Shelf) -> Reading | None:
    """Type a case, unless there is nothing to type or no edition of its game to type it with."""
    fits = shelf.edition is not None and shelf.game == parsed.game.name
    if not fits or not (parsed.tree.header or parsed.tree.blocks):
        return None
    return parsed.game.read(parsed.tree, shelf.edition)


def check_bytes(
    data: bytes,
    name: str,
    shelf: Shelf,
    *,
    other_titles: tuple[str, ...] = (),
    tell: bool = False,
    balance: int | None = None,
) -> Checked:
    """Take a case the whole way from its bytes to a verdict.

    It is told in words too if ``tell``; ``balance`` is the budget with which it is measured as well how hard it is.
    """
    return check_parsed(parse_bytes(data, name), shelf, other_titles, tell=tell, balance=balance)


def check_parsed(
    parsed: Parsed,
    shelf: Shelf,
    other_titles: tuple[str, ...] = (),
    *,
    tell: bool = False,
    balance: int | None = None,
) -> Checked:
    """Take a case the rest of the way to a verdict; the options are those of ``check_bytes``."""
    return check_and_keep(parsed, shelf, other_titles, tell=tell, balance=balance)[0]


def check_and_keep(
    parsed: Parsed,
    shelf: Shelf,
    other_titles: tuple[str, ...] = (),
    *,
    tell: bool = False,
    balance: int | None = None,
) -> tuple[Checked, Interrogation | None]:
    """The same, with the case as it was asked, if its lines were understood."""
    return reason_about(look_over(parsed, shelf, other_titles), tell=tell, balance=balance)


def reason_about(
    looked: "LookedOver", *, tell: bool = False, balance: int | None = None
) -> tuple[Checked, Interrogation | None]:
    """Take a case from where there is nothing left but to deduce; the options are those of ``check_bytes``."""
    source, document = looked.source, looked.document
    if document is None:
        return Checked(source.name, source, gravest(looked.findings), looked.game), None
    found, reasoned, asked = looked.findings, _Reasoned(), None
    if looked.understood:
        asked = document.interrogation()
        reasoned = _reason(asked, tell=tell, balance=balance)
        found = (*found, *reasoned.problems)
    found = silenced(found, find_silences(looked.tree), BALANCE if reasoned.figures is None else "")
    checked = Checked(
        source.name,
        source,
        gravest(found),
        looked.game,
        document,
        reasoned.verdict,
        reasoned.told,
        reasoned.figures,
    )
    return checked, asked


@dataclass(frozen=True)
class LookedOver:
    """A case after every check that needs no deduction.

    ``document`` is missing if there is nothing to type, or no edition to type it with. ``findings`` are all, those that a
    comment silences too. ``understood`` if it can be asked what follows.
    """

    game: Game
    tree: SyntaxTree
    document: Document | None
    findings: Findings
    understood: bool = False

    @property
    def source(self) -> Source:
        """Its text."""
        return self.tree.source

    @property
    def shown(self) -> Findings:
        """What there is to say while nobody has asked what follows."""
        found = self.findings
        if self.document is not None:
            found = silenced(found, find_silences(self.tree), (*DEDUCTION, BALANCE))
        return gravest(found)


def look_over(parsed: Parsed, shelf: Shelf, other_titles: tuple[str, ...] = ()) -> LookedOver:
    """Take a parsed case as far as there is nothing to deduce."""
    parsed = at_home(parsed, shelf)
    reading = read_parsed(parsed, shelf)
    if reading is None:
        return LookedOver(parsed.game, parsed.tree, None, parsed.diagnostics)
    document = reading.document
    found = (*parsed.diagnostics, *reading.diagnostics, *document.check(other_titles))
    understood = not parsed.diagnostics and reading.understood and not document.gaps()
    return LookedOver(parsed.game, parsed.tree, document, found, understood)


@dataclass(frozen=True)
class _Reasoned:
    """What deduction found out about a case."""

    problems: Findings = ()
    verdict: Mapping[str, Any] | None = None
    told: str = ""
    figures: Figures | None = None


def _reason(interrogation: Interrogation, *, tell: bool, balance: int | None) -> _Reasoned:
    from casekit.deduce.knowledge import OutOfBudgetError

    problems, finished = interrogation.check()
    if not finished:
        return _Reasoned(problems)
    try:
        verdict = interrogation.verdict()
        content = verdict.as_json()
        told = verdict.in_words(0) if tell else ""
    except OutOfBudgetError as error:
        return _Reasoned((*problems, interrogation.too_hard(error)))
    try:
        figures, uneven = _weigh(interrogation, balance)
    except OutOfBudgetError as error:
        figures, uneven = None, (interrogation.too_hard(error),)
    return _Reasoned((*problems, *uneven), content, told, figures)


def _weigh(interrogation: Interrogation, budget: int | None) -> tuple[Figures | None, Findings]:
    """Measure a case that does not contradict itself, if there is a budget for it."""
    return (None, ()) if budget is None or not interrogation.consistent else interrogation.measure(budget)


@dataclass(frozen=True)
class Examined:
    """A case that questions can be asked of.

    ``interrogation`` is missing if the case cannot be reasoned about, and ``obstacle`` says why. ``game`` is missing
    if the case could not be read.
    """

    file: str
    source: Source
    diagnostics: Findings
    interrogation: Interrogation | None = None
    obstacle: str = "the case could not be understood"
    game: Game | None = None


def examine_bytes(data: bytes, name: str, shelf: Shelf) -> Examined:
    """Take a case from its bytes to where it can be asked questions, whatever is still missing from it."""
    return examine_parsed(parse_bytes(data, name), shelf)


def examine_parsed(parsed: Parsed, shelf: Shelf) -> Examined:
    """Take a parsed case to where it can be asked questions."""
    parsed = at_home(parsed, shelf)
    source = parsed.source
    reading = read_parsed(parsed, shelf)
    found = [*shelf.diagnostics, *parsed.diagnostics, *(reading.diagnostics if reading else ())]
    if reading is None or parsed.diagnostics or not reading.understood:
        return Examined(source.name, source, gravest(found), game=parsed.game)
    if gaps := reading.document.gaps():
        return Examined(source.name, source, gravest((*found, *gaps)), game=parsed.game)
    from casekit.deduce.knowledge import OutOfBudgetError

    interrogation = reading.document.interrogation()
    obstacle = ""
    try:
        found += interrogation.contradictions()
    except OutOfBudgetError as error:
        # Perhaps only the truth is too hard, and what readers can know can be asked all the same.
        found.append(interrogation.too_hard(error))
    try:
        if not interrogation.finished:
            obstacle = "the case is too large to reason about"
        elif not interrogation.consistent:
            obstacle = "the case contradicts itself, so everything would follow"
    except OutOfBudgetError:
        obstacle = "the case is too hard to reason about"
    return Examined(
        source.name, source, gravest(found), None if obstacle else interrogation, obstacle, parsed.game
    )


def answered(examined: Examined, question: Callable[[Interrogation], Answered[T]]) -> Answered[T]:
    """Ask something of a case, if it can be asked; a question that is too hard is a finding."""
    from casekit.deduce.knowledge import OutOfBudgetError

    if examined.interrogation is None:
        return None, ()
    try:
        return question(examined.interrogation)
    except OutOfBudgetError as error:
        return None, (examined.interrogation.too_hard(error),)


@dataclass(frozen=True, slots=True)
class Input:
    """A case or an edition to read: the name to show, its bytes if they are at hand, and its path.

    ``within`` is the folder it was found in, if the user did not name it.
    """

    name: str
    data: bytes | None
    path: Path
    within: Path | None = None

    @classmethod
    def of(cls, path: Path) -> "Input":
        """The file at a path."""
        return cls(path.as_posix(), None, path)

    def read(self) -> tuple[bytes | None, tuple[Diagnostic, ...]]:
        """Its bytes, or why they cannot be read."""
        return read_bytes(self.path, self.within, self.name) if self.data is None else (self.data, ())


def check_files(
    inputs: Sequence[Input],
    editions: Editions,
    progress: Progress,
    *,
    tell: bool = False,
    balance: int | None = None,
) -> tuple[Report, tuple[Checked, ...]]:
    """Check cases; an edition file stands for all cases of its booklets."""
    checked: list[Checked] = []
    shelves: list[Shelf] = []
    for each, shelf in with_editions(inputs, editions):
        if each is None:
            shelves += [shelf] if shelf else []
            continue
        progress(each.name)
        data, problems = each.read()
        if data is None:
            checked.append(Checked(each.name, Source(each.name, ""), problems, game_called(DEFAULT)))
            continue
        parsed = parse_bytes(data, each.name)
        its_own = shelf or editions.of(each.path.parent, parsed.game.name)
        shelves.append(its_own)
        checked.append(
            check_parsed(parsed, its_own, its_own.other_titles(each.path), tell=tell, balance=balance)
        )
    return report_of(checked, shelves), tuple(checked)


def examine(each: Input, editions: Editions) -> Examined:
    """Read a case that questions are to be asked of."""
    data, problems = each.read()
    if data is None:
        return Examined(each.name, Source(each.name, ""), problems, obstacle="the case could not be read")
    parsed = parse_bytes(data, each.name)
    return examine_parsed(parsed, editions.of(each.path.parent, parsed.game.name))


def with_editions(inputs: Sequence[Input], editions: Editions) -> Iterator[tuple[Input | None, Shelf | None]]:
    """Every case, and each edition before its own; the edition of a case by itself depends on its game."""
    for each in inputs:
        if not is_edition(each.path):
            yield each, None
            continue
        shelf = editions.read(each.path)
        yield None, shelf
        for booklet in shelf.edition.booklets if shelf.edition else ():
            for case in inputs_in(booklet, each.path):
                yield case, shelf


def found_in(target: Path) -> Path | None:
    """The folder that the edition of a target was found in; ``None`` if the target is the file itself."""
    return target if target.is_dir() else None


def inputs_in(booklet: BookletSettings, file: Path) -> tuple[Input, ...]:
    """The cases of a booklet of the edition in a file."""
    return tuple(Input(shown(case), None, case, file.parent) for case in cases_of(booklet, file))


def report_of(checked: Iterable[Checked], shelves: Iterable[Shelf] = ()) -> Report:
    """Put the findings of cases and of their editions together."""
    checked = tuple(checked)
    shelves = tuple(shelves)
    sources = {each.file: each.source for each in checked}
    sources |= {text.name: text for shelf in shelves for text in shelf.sources}
    found = [problem for shelf in shelves for problem in shelf.diagnostics]
    found += [problem for each in checked for problem in each.diagnostics]
    return Report(
        diagnostics=gravest(found),
        sources=sources,
        files=tuple(each.file for each in checked),
        cases=tuple({"file": each.file, "verdict": each.verdict} for each in checked),
        verdicts=tuple(each.told for each in checked if each.told),
    )


def merged_reports(reports: Iterable[Report]) -> Report:
    """Several reports as one."""
    reports = tuple(reports)
    return Report(
        diagnostics=in_order(found for report in reports for found in report.diagnostics),
        sources={name: source for report in reports for name, source in report.sources.items()},
        files=tuple(file for report in reports for file in report.files),
        cases=tuple(case for report in reports for case in report.cases),
        verdicts=tuple(verdict for report in reports for verdict in report.verdicts),
    )


def with_findings(report: Report, found: Iterable[Diagnostic]) -> Report:
    """A report with further findings."""
    return replace(report, diagnostics=in_order((*report.diagnostics, *found)))


def no_booklet(file: Path, purpose: str) -> Diagnostic:
    """The finding for an edition of which there is nothing to print or to translate."""
    return Diagnostic(
        codes.MISSING_CASE,
        f"this edition has no booklet, so there is nothing to {purpose}",
        Span(shown(file)),
        hint="add a `[[booklets]]` with a slug and its cases, or name a single case",
    )
