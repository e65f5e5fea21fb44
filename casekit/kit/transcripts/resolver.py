"""From the syntax tree and the edition to a typed transcript."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any, Generic

from casekit.diagnostics import Diagnostic, Place, Prose, Source, codes
from casekit.kit.defaults.document import edition_template
from casekit.kit.interface import LoadedSettings, ResolvedDocument
from casekit.kit.transcripts.document import (
    OPEN,
    AnyRead,
    ReadTranscript,
    SpokenLine,
    TranscriptItem,
    is_speech,
)
from casekit.kit.transcripts.editions import DeckName, TranscriptEdition, default_edition, load
from casekit.kit.transcripts.game import D, TranscriptGame
from casekit.language import blocks as outline, suggestions as nearest
from casekit.language.formula import formatter as formatting, typecheck
from casekit.language.formula.nodes import NAME, Node, Scope, Word, other_name
from casekit.language.syntax.dialect import UNKNOWN, Dialect, FormNode, NoteNode, SyntaxTree
from casekit.logic.formulas import Constant
from casekit.prose.passages import ProseStatement, Speaker
from casekit.values import grouped

MOST_LISTED = 12
"""The most names that a hint lists."""


class TranscriptParts(Generic[D]):
    """The parts of a transcript, in names that are known.

    ``fields`` are those that every transcript has. ``lines`` are those of each block: of play without those
    that name something unknown, of others without the unknown names in their lists. Whoever has the ``seat``
    is not known to be a player.
    """

    def __init__(self, game: TranscriptGame[D], tree: SyntaxTree, edition: TranscriptEdition[D]) -> None:
        self.game, self.tree, self.edition, self.source = game, tree, edition, tree.source
        self.outline, self.decks = game.dialect.outline, game.decks()
        self.once, self.repeated = outline.blocks_once(tree, story_blocks(game.dialect))
        self.players = tuple(dict.fromkeys(item["name"].text for item in self._items("players")))
        self.seat = self.once["seat"].heading.words[0].text if "seat" in self.once else None
        self.problems: list[Diagnostic] = []
        self.below: dict[int, list[FormNode]] = {}

    def typed(self, *of_their_name: type[TranscriptItem], **others: type[TranscriptItem]) -> dict[str, Any]:
        """The fields of a transcript whose lines of players, play and truth are typed.

        The class of a line has the name of its form, or is given as one of ``others``.

        Lines of other forms are left out.
        """
        classes = {each.__name__.lower(): each for each in of_their_name} | others
        found = {**self.fields, "seat": self.seat}
        for block in ("players", "play", "truth"):
            found[block] = tuple(
                classes[line.form].of(line, **({"number": number} if block == "play" else {}))
                for number, line in self.lines[block]
                if line.form in classes
            )
        return found

    def resolve(self) -> ResolvedDocument[AnyRead]:
        """The transcript, and what is wrong with its names."""
        header = outline.read_fields(self.tree, self.game.dialect)
        astray = [block for block in self.tree.blocks if block.heading.kind == UNKNOWN]
        notes = (item for block in astray for item in block.items if isinstance(item, NoteNode))
        # Players may have been named below headings that are of no block.
        self.unread = self.tree.broken | frozenset(name for note in notes for name in NAME.findall(note.text))
        kinds = tuple(block.kind for block in self.outline)
        self.problems += [*header.problems, *self.repeated]
        self.problems += [outline.unknown_heading(block, kinds, self.source) for block in astray]
        self.problems += self._taken()
        headings = outline.heading_places(self.once)
        self.fields: Mapping[str, Any] = {
            "title": header.values.get("title", ""),
            "level": header.values.get("level", "amateur"),
            "author": header.values.get("author", ""),
            "presentation": outline.prose_of(self.once.get("presentation")),
            "solution": outline.prose_of(self.once.get("solution")),
            "place": headings.get("play", Place()),
            "headings": headings,
            "fields": header.places,
            "deck": self.edition.deck,
        }
        self.lines = {block.kind: tuple(self._lines(block.kind)) for block in self.outline}
        puzzle = self.game.transcript(self)
        found = tuple(outline.unknown_once(self.problems, {codes.UNKNOWN_NAME}, (), frozenset()))
        lost = self.tree.lost
        sound = (
            not lost
            and not self.tree.broken
            and all(problem.code is codes.MISSING_FIELD for problem in found)
        )
        understood = sound and {block.kind for block in self.outline if block.asked} <= puzzle.headings.keys()
        resolved = ReadTranscript(
            puzzle, self.source, self.edition, self.game.scope(puzzle), understood, lost + len(astray)
        )
        return ResolvedDocument(resolved, (*found, *self._secrets_of_all()), sound)

    def _items(self, block: str) -> Iterator[FormNode]:
        items = self.once[block].items if block in self.once else ()
        return (item for item in items if isinstance(item, FormNode))

    # --- the seat --------------------------------------------------------------------------------

    @property
    def seat_place(self) -> Place:
        """Where the text says what the seat knows."""
        headings = [self.once["seat"].heading] if "seat" in self.once else []
        found: list[Node] = [*self._items("seat")] or [*headings]
        return Place(found[0].start, found[-1].end) if found else Place()

    def _secrets_of_all(self) -> Iterator[Diagnostic]:
        """Lines below the seat of all: they do no harm to what follows."""
        for item in tuple(self._items("seat"))[: self.seat == OPEN]:
            yield Diagnostic(
                codes.MISPLACED_LOGIC,
                f"the seat `{OPEN}` has no secrets: its readers see what is shown, and nothing that one player knows",
                self.source.span(item.start, item.end),
                hint="name a player's seat, or remove the line",
            )

    # --- names -----------------------------------------------------------------------------------

    def _taken(self) -> Iterator[Diagnostic]:
        """Players who have the name of a card or of something else that formulas speak of."""
        for name in (item["name"] for item in self._items("players")):
            part = next((part for part, known in self._of_edition.items() if name.text in known.titles), "")
            hint = (
                "choose another name; capitals keep players apart from what is dealt, as in `ROPE` and `rope`"
            )
            if part or name.text in self.decks.reserved:
                yield Diagnostic(
                    codes.DUPLICATE_NAME,
                    f"`{name.text}` is {f'a name of the deck already ({part})' if part else 'a word of the language already'}",
                    self.source.span(name.start, name.end),
                    hint=hint if part else other_name(self.decks.reserved),
                )

    @cached_property
    def _of_edition(self) -> "dict[str, _Known]":
        """The names of the edition, by what lines call them."""
        found = grouped((named.part, named) for named in self.decks.names(self.edition.deck))
        parts = dict.fromkeys((*(table.part for table in self.decks.tables), *found))
        return {part: _Known(part, found.get(part, ())) for part in parts}

    def _lines(self, block: str) -> Iterator[tuple[int, FormNode]]:
        """The lines of a block with their numbers, in names that are known."""
        if block != "seat" or self.seat != OPEN:
            for number, item in enumerate(self._with_what_is_below(block), 1):
                line, whole = self._known(item)
                if whole or (block != "play" and line is not None):
                    yield number, line or item

    def _with_what_is_below(self, block: str) -> Iterator[FormNode]:
        """The lines of a block; those that quote one are kept with the place where that begins."""
        before = None
        for item in self._items(block):
            if not self.game.dialect.belongs_to_what_is_before(item):
                before = item
                yield item
            elif before is not None and is_speech(self.game.dialect, before):
                self.below.setdefault(before.start, []).append(item)
            else:
                self.problems.append(
                    Diagnostic(
                        codes.MISPLACED_LOGIC,
                        "a statement with `~` quotes what somebody says in the line above it",
                        self.source.span(item.start, item.end),
                        hint="write it below a line with `says`",
                    )
                )

    def speech(self, number: int, line: FormNode, scope: Scope) -> SpokenLine:
        """A line in which somebody speaks, with what the lines below it say in a scope."""
        typer = typecheck.Typer(scope, self.source, self.unread)
        player, said = line["player"].text, line["said"]
        speaker = (Speaker(player, Constant(player)),)
        lines: list[ProseStatement[str]] = []
        for node in self.below.get(line.start, ()):
            formula, problems = typer.type_formula(node["formula"])
            self.problems += problems
            if formula is not None:
                words = node["quotation"].text if node["quotation"] else ""
                text = formatting.format_formula(node["formula"])
                lines.append(ProseStatement("plain", speaker, formula, words, text, place_of(node)))
        within = Place(said.start + 1, said.end - 1)
        prose = Prose(said.text, within, (within,))
        return SpokenLine((prose,), tuple(lines), place_of(line), number, player)

    def _known(self, item: FormNode) -> tuple[FormNode | None, bool]:
        """A line without the unknown names in its lists, ``None`` if another name is unknown.

        The second value says whether all names are known.
        """
        kept: list[tuple[str, Any]] = []
        usable = whole = True
        pattern, _ = self.game.dialect.values(item)
        kinds = {part.name: part.kinds[0].name for part in pattern.parts if part.kinds}
        for name, value in item.parts:
            if not isinstance(value, tuple):
                known = self._is_known(kinds.get(name, ""), value) if isinstance(value, Word) else True
                usable = usable and known
                kept.append((name, value))
                continue
            several = [
                (
                    each,
                    self._known(each)[1]
                    if isinstance(each, FormNode)
                    else not isinstance(each, Word)
                    or self._is_known(kinds.get(name, ""), each, (at, len(value))),
                )
                for at, each in enumerate(value)
            ]
            kept.append((name, tuple(each for each, known in several if known)))
            whole = whole and all(known for _, known in several)
        return (replace(item, parts=tuple(kept)) if usable else None), usable and whole

    def _is_known(self, part: str, word: Word, within: tuple[int, int] = (0, 1)) -> bool:
        """Whether a word names something; one whose line could not be read is not reported.

        ``within`` a list it is one of a number of names.
        """
        if part in self._of_edition:
            known = self._of_edition[part]
            return word.text in known.titles or self._unknown(
                part, word, known.names, known.otherwise(*within), known.titles
            )
        if part not in {"player", "holder"}:
            return True
        holders = {*self.players, *(self.decks.places if part == "holder" else ())}
        if word.text in holders or "players" not in self.once or word.text in self.unread:
            return word.text in holders
        named = ", ".join(self.players[:MOST_LISTED])
        return self._unknown(
            "player",
            word,
            nearest.NameMatcher(holders),
            f"the players are {named}" if named else "name players in `== players`",
        )

    def _unknown(
        self,
        noun: str,
        word: Word,
        known: nearest.NameMatcher,
        otherwise: str,
        titles: Mapping[str, str] | None = None,
    ) -> bool:
        others = self._of_edition if noun in self._of_edition else {}
        of_other = [part for part, named in others.items() if word.text in named.titles]
        message = f"there is no {noun} `{word.text}`"
        if of_other:
            kinds = self.game.dialect.kinds
            message = f"`{word.text}` is {kinds[of_other[0]].spoken}, and not {kinds[noun].spoken}"
            otherwise = f"write {kinds[noun].spoken} here"
        hint = otherwise if of_other else nearest.did_you_mean(word.text, known, otherwise, titles)
        self.problems.append(
            Diagnostic(codes.UNKNOWN_NAME, message, self.source.span(word.start, word.end), hint=hint)
        )
        return False


class TranscriptLanguageRoom(Generic[D]):
    """Editions with decks and levels, and transcripts."""

    def __init__(self, game: TranscriptGame[D]) -> None:
        self.game = game

    def default_edition(self) -> TranscriptEdition[D]:
        """The edition of a transcript that has none of its own."""
        return default_edition(self.game)

    def edition_template(self) -> Source:
        """An edition file to begin with."""
        return edition_template(self.game.name, self.game.title)

    def load_edition(self, data: bytes, file: Path) -> LoadedSettings[TranscriptEdition[D]]:
        """Read an edition whose file is, or would be, at ``file``."""
        return load(self.game, data, file)

    def resolve(self, tree: SyntaxTree, edition: TranscriptEdition[D]) -> ResolvedDocument[AnyRead]:
        """Give every name of a document its meaning.

        What has none is left out and reported: a card, or a line of play.
        """
        return TranscriptParts(self.game, tree, edition).resolve()


class _Known:
    """The names of an edition that are called the same in lines."""

    def __init__(self, part: str, named: Sequence[DeckName]) -> None:
        self.plural, self.named = part if part.endswith("s") else f"{part}s", named
        self.titles = {each.slug: each.name for each in named}
        self.listed = tuple(dict.fromkeys(each.listed for each in named))

    @cached_property
    def names(self) -> nearest.NameMatcher:
        """Its names, to be compared with others."""
        return nearest.NameMatcher(self.titles, self.titles)

    def otherwise(self, at: int, count: int) -> str:
        """The names that may have been meant.

        In a list of one name of each kind these are the names of the kind in this place.
        """
        listed = self.listed[at] if count == len(self.listed) else None
        slugs = [each.slug for each in self.named if listed in {None, each.listed}]
        if len(slugs) > MOST_LISTED:
            return f"name one of the deck's {self.plural} by its slug"
        return f"the {listed or self.plural} are {', '.join(slugs)}"


def story_blocks(dialect: Dialect) -> tuple[str, ...]:
    """The blocks but the notes, each of which occurs once."""
    return tuple(block.kind for block in dialect.outline if "note" not in block.lines)


def place_of(node: Node) -> Place:
    """Where a line, or a part of one, is in its text."""
    return Place(node.start, node.end)


def texts(words: Sequence[Word]) -> tuple[str, ...]:
    """The texts of some words."""
    return tuple(word.text for word in words)
