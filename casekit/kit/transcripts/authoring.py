"""Help for writers of transcripts and for their editors (``casekit.kit.interface``).

How far a transcript is written, and the names that an edition and a document give.
"""

from collections.abc import Iterator, Mapping
from typing import Generic

from casekit.analysis.analyzer import Answered, ProgressBar
from casekit.analysis.summaries import (
    TODO,
    ProgressPart,
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
from casekit.diagnostics import Source, codes
from casekit.kit.defaults import authoring
from casekit.kit.interface import NewDocument
from casekit.kit.transcripts.codes import UNDECIDED
from casekit.kit.transcripts.document import OPEN, AnyRead
from casekit.kit.transcripts.editions import TranscriptEdition
from casekit.kit.transcripts.game import D, TranscriptGame
from casekit.language.completions import CompletionItem, EditionName, NameMention, offers_of
from casekit.language.formula.nodes import Scope
from casekit.language.syntax.dialect import Heading, SyntaxTree
from casekit.values.grouping import grouped


class TranscriptAuthoringRoom(Generic[D]):
    """Help for writers of transcripts and their editors."""

    def __init__(self, game: TranscriptGame[D]) -> None:
        self.game = game

    def word_list(self, settings: TranscriptEdition[D], document: AnyRead | None) -> WordList:
        """The names that an edition gives and, of one document, its players, types and facts."""
        kinds = grouped(
            (each.listed, WordEntry(each.slug, each.name)) for each in self.game.decks().names(settings.deck)
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

    def progress(self, document: AnyRead) -> WritingProgress:
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

    def name_mentions(
        self, tree: SyntaxTree, scope: Scope | None, _settings: TranscriptEdition[D] | None
    ) -> Iterator[NameMention]:
        """Every name in header, lines and formulas."""
        return authoring.name_mentions(self.game.dialect, tree, scope)

    def headings(self, _settings: TranscriptEdition[D]) -> Iterator[CompletionItem]:
        """The blocks."""
        return authoring.headings(self.game.dialect)

    def heading_keys(self, heading: Heading, _settings: TranscriptEdition[D]) -> tuple[str, ...]:
        """The block that a heading begins."""
        return (heading.kind,)

    def completions(
        self, block: str, before: str, scope: Scope | None, settings: TranscriptEdition[D]
    ) -> tuple[CompletionItem, ...]:
        """The words that a line may go on with: players, names of the edition, what players do."""
        decks = self.game.decks()
        sort = scope.sort_of_name.get("player") if scope else None
        players = tuple(CompletionItem(name, "value", "player") for name in (sort.values if sort else ()))
        places = tuple(CompletionItem(name, "value", about) for name, about in decks.places.items())
        found = {"player": players, "holder": (*players, *places)}
        for named in decks.names(settings.deck):
            offer = CompletionItem(named.slug, "value", f"{named.name} ({named.kind})")
            found[named.part] = (*found.get(named.part, ()), offer)
        return offers_of(self.game.dialect, block, before, found)

    def describe_name(self, mention: NameMention, settings: TranscriptEdition[D]) -> EditionName | None:
        """Cards and the like are the edition's; players are the document's own."""
        if mention.kind != "value":
            return None
        decks = self.game.decks()
        for named in decks.names(settings.deck):
            if named.slug == mention.name:
                kind = f" ({named.kind})" if named.kind != named.part else ""
                about = f"{named.part} **{named.name}**{kind}"
                hint = f"rename it in the deck of `edition.toml`: it is that of all {self.game.dialect.noun}s"
                return EditionName(about, hint)
        return EditionName(refusal="this name is fixed") if mention.name in {*decks.places, OPEN} else None

    def create(
        self,
        title: str,
        settings: TranscriptEdition[D],
        options: Mapping[str, str | int],
        steps: ProgressBar,
    ) -> Answered[NewDocument]:
        """A document to begin with or, with ``options``, a simulated game that fits a level."""
        from casekit.kit.transcripts import generator

        return generator.create(self.game, title, settings, options, steps)

    def complete(
        self,
        _source: Source,
        _settings: TranscriptEdition[D],
        _options: Mapping[str, str | int],
        _steps: ProgressBar,
    ) -> None:
        """None: no transcript is completed."""
