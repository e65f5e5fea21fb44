"""A transcript as writers and their editors ask it (``casekit.kit.interface``): how far it is, and the names that an edition and a document give."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from casekit.analysis.summaries import (
    TODO,
    ProgressPart,
    SourceCell,
    SourceRow,
    SourceTable,
    WordEntry,
    WordGroup,
    WordList,
    WritingProgress,
    facts_of,
    is_waiting,
    is_written,
    reserved_of,
    types_of,
)
from casekit.diagnostics import Prose, codes
from casekit.kit.transcripts.codes import UNDECIDED
from casekit.kit.transcripts.document import OPEN, AnyRead, ReadTranscript, T
from casekit.kit.transcripts.editions import TranscriptEdition
from casekit.kit.transcripts.game import D, TranscriptGame
from casekit.language.completions import CompletionItem, EditionName, NameMention, offers_of
from casekit.language.formula.nodes import Scope
from casekit.values import grouped

if TYPE_CHECKING:
    from casekit.language.syntax.dialect import SyntaxTree
    from casekit.manuscripts.manuscript_parts import ManuscriptPart


def manuscript(document: AnyRead, tree: "SyntaxTree") -> "tuple[ManuscriptPart, ...]":
    """Its story and its solution: the play is set by casekit."""
    from casekit.manuscripts.manuscript_parts import ManuscriptPart
    from casekit.resources import words as words_in

    words = words_in("analysis/words/review.toml", document.settings.language)
    titles = {"presentation": words["presentation"], "solution": words["solution"]}
    return tuple(
        ManuscriptPart(block, block.heading.kind, titles[block.heading.kind], "")
        for block in tree.blocks
        if block.heading.kind in titles
    )


def draft(document: AnyRead) -> WritingProgress:
    """How far it is written: its story, its solution and what was played."""
    puzzle = document.puzzle
    texts = (("presentation", puzzle.presentation), ("solution", puzzle.solution))
    lines = f"{len(puzzle.play)} line{'' if len(puzzle.play) == 1 else 's'}"
    author = ("author",) if puzzle.author in {"", TODO} else ()
    first, last = (ProgressPart(name, int(is_written(prose)), 1) for name, prose in texts)
    parts = (
        ProgressPart("header", left=author, about="to write: author" if author else ""),
        ProgressPart("players", about=", ".join(puzzle.names)),
        first,
        ProgressPart("play", about=lines),
        last,
    )
    waiting = sum(is_waiting(prose) for _, prose in texts)
    todo = " and ".join(f"`== {name}`" for name, prose in texts if not is_written(prose))
    step = f"write {todo}; the play in `== play` goes on until {puzzle.game.rules().solution} is certain"
    explained = frozenset((codes.TODO, UNDECIDED, codes.MISSING_BLOCK))
    return WritingProgress(puzzle.title, parts, waiting, f"{step}.", explained)


def source_tables(document: AnyRead) -> tuple[SourceTable, ...]:
    """The lines of play, in order."""
    cells = tuple(
        SourceCell(str(line.number), f"line {line.number}", line.place.start, line.place.end)
        for line in document.puzzle.play
    )
    return (SourceTable("Play", (), (SourceRow("", cells),)),) if cells else ()


def filled_in(document: ReadTranscript[T, D], stand_in: Callable[[str], str]) -> ReadTranscript[T, D]:
    """With a presentation and a solution; nothing can be in the place of a move."""
    puzzle = document.puzzle
    presentation = puzzle.presentation or (Prose(stand_in("presentation")),)
    solution = puzzle.solution or (Prose(stand_in("solution")),)
    return replace(document, puzzle=replace(puzzle, presentation=presentation, solution=solution))


def offers(
    game: TranscriptGame[D], block: str, before: str, scope: Scope | None, settings: TranscriptEdition[D]
) -> tuple[CompletionItem, ...]:
    """The words that a line may go on with: players, names of the edition, what players do."""
    decks = game.decks()
    sort = scope.sort_of_name.get("player") if scope else None
    players = tuple(CompletionItem(name, "value", "player") for name in (sort.values if sort else ()))
    places = tuple(CompletionItem(name, "value", about) for name, about in decks.places.items())
    found = {"player": players, "holder": (*players, *places)}
    for named in decks.names(settings.deck):
        offer = CompletionItem(named.slug, "value", f"{named.name} ({named.kind})")
        found[named.part] = (*found.get(named.part, ()), offer)
    return offers_of(game.dialect, block, before, found)


def of_edition(
    game: TranscriptGame[D], mention: NameMention, settings: TranscriptEdition[D]
) -> EditionName | None:
    """Cards and the like are the edition's; players are the document's own."""
    if mention.kind != "value":
        return None
    decks = game.decks()
    for named in decks.names(settings.deck):
        if named.slug == mention.name:
            kind = f" ({named.kind})" if named.kind != named.part else ""
            about = f"{named.part} **{named.name}**{kind}"
            hint = f"rename it in the deck of `edition.toml`: it is that of all {game.dialect.noun}s"
            return EditionName(about, hint)
    return EditionName(refusal="this name is fixed") if mention.name in {*decks.places, OPEN} else None


def words(
    game: TranscriptGame[D], settings: TranscriptEdition[D], document: AnyRead | None = None
) -> WordList:
    """The names that an edition gives and, of one document, its players, types and facts."""
    kinds = grouped(
        (each.listed, WordEntry(each.slug, each.name)) for each in game.decks().names(settings.deck)
    )
    dealt = tuple(
        WordGroup(kind, "in hands, play and formulas", tuple(names)) for kind, names in kinds.items()
    )
    if document is None:
        return WordList(dealt, spelling=(settings.title,))
    seated = tuple(map(WordEntry, document.puzzle.names))
    return WordList(
        (
            *dealt,
            WordGroup("players", "in play and formulas", seated),
            types_of(document.scope),
            reserved_of(document.scope),
        ),
        tuple(facts_of(document.scope, {})),
        (settings.title, document.title),
        document.puzzle.names,
    )
