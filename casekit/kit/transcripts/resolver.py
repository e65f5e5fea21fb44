"""From the syntax tree and the edition to a typed transcript."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Generic

from casekit.analysis.solver_findings import too_long_finding
from casekit.diagnostics import Finding, Place, Prose, Source, codes
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
from casekit.language import blocks, suggestions
from casekit.language.formula import formatter, typecheck
from casekit.language.formula.nodes import NAME, Node, Scope, Word, other_name
from casekit.language.syntax.dialect import UNKNOWN, Block, Dialect, FormNode, NoteNode, SyntaxTree
from casekit.logic.formulas import Constant
from casekit.prose.passages import ProseStatement, Speaker
from casekit.values import replace
from casekit.values.grouping import grouped

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
        self.once, self.repeated = blocks.blocks_once(tree, story_blocks(game.dialect))
        self.players = tuple(dict.fromkeys(item["name"].text for item in self._items("players")))
        self.seat = self.once["seat"].heading.words[0].text if "seat" in self.once else None
        self.problems: list[Finding] = []
        self.below: dict[int, list[FormNode]] = {}

    def typed(self, *of_their_name: type[TranscriptItem], **others: type[TranscriptItem]) -> dict[str, Any]:
        """The fields of a transcript whose lines of players, play and truth are typed.

        The class of a line has the name of its form, or is given as one of ``others``.

        Lines of other forms are left out.
        """
        classes = {item.__name__.lower(): item for item in of_their_name} | others
        fields = {**self.fields, "seat": self.seat}
        for block in ("players", "play", "truth"):
            items = []
            for number, line in self.lines[block]:
                if line.form in classes:
                    more = {"number": number} if block == "play" else {}
                    items.append(classes[line.form].of(line, **more))
            fields[block] = tuple(items)
        return fields

    def resolve(self) -> ResolvedDocument[AnyRead]:
        """The transcript, and what is wrong with its names."""
        header = blocks.read_fields(self.tree, self.game.dialect)
        astray = [block for block in self.tree.blocks if block.heading.kind == UNKNOWN]
        self.unread = self.tree.broken | _names_in_notes(astray)
        kinds = tuple(block.kind for block in self.outline)
        self.problems += [*header.problems, *self.repeated]
        self.problems += [blocks.unknown_heading(block, kinds, self.source) for block in astray]
        self.problems += self._taken()
        headings = blocks.heading_places(self.once)
        self.fields: Mapping[str, Any] = {
            "title": header.values.get("title", ""),
            "level": header.values.get("level", "amateur"),
            "author": header.values.get("author", ""),
            "presentation": blocks.prose_of(self.once.get("presentation")),
            "solution": blocks.prose_of(self.once.get("solution")),
            "place": headings.get("play", Place()),
            "headings": headings,
            "fields": header.places,
            "deck": self.edition.deck,
        }
        self.lines = {block.kind: tuple(self._lines(block.kind)) for block in self.outline}
        puzzle = self.game.transcript(self)
        problems = tuple(blocks.unknown_once(self.problems, {codes.UNKNOWN_NAME}, (), frozenset()))
        unread_parts = self.tree.lost or self.tree.broken
        sound = not unread_parts and all(problem.code is codes.MISSING_FIELD for problem in problems)
        needed = {block.kind for block in self.outline if block.asked}
        is_complete = sound and needed <= puzzle.headings.keys()
        unplaced = self.tree.lost + len(astray)
        scope = self.game.scope(puzzle)
        resolved = ReadTranscript(puzzle, self.source, self.edition, scope, is_complete, unplaced)
        too_long = self._too_long(puzzle)
        problems = (*problems, *self._secrets_of_all(), *too_long)
        return ResolvedDocument(resolved, problems, sound and not too_long)

    def _too_long(self, puzzle: Any) -> tuple[Finding, ...]:
        """The finding on a play that is too long: it is refused before anything is made of its lines."""
        first_too_many = self.game.too_long(puzzle)
        if first_too_many is None:
            return ()
        event, excess = first_too_many
        place = self.source.span(event.place.start, event.place.end)
        return (too_long_finding(place, f"{excess} per {self.game.dialect.noun}"),)

    def _items(self, block: str) -> Iterator[FormNode]:
        items = self.once[block].items if block in self.once else ()
        return (item for item in items if isinstance(item, FormNode))

    # --- the seat --------------------------------------------------------------------------------

    @property
    def seat_place(self) -> Place:
        """Where the text says what the seat knows."""
        if "seat" not in self.once:
            return Place()
        nodes: list[Node] = [*self._items("seat")] or [self.once["seat"].heading]
        return Place(nodes[0].start, nodes[-1].end)

    def _secrets_of_all(self) -> Iterator[Finding]:
        """Lines below the seat of all: they do no harm to what follows."""
        for item in tuple(self._items("seat"))[: self.seat == OPEN]:
            yield codes.MISPLACED_LOGIC.at(
                self.source.span(item.start, item.end),
                f"the seat `{OPEN}` has no secrets: its readers see what is shown, and nothing that one player knows",
                hint="name a player's seat, or remove the line",
            )

    # --- names -----------------------------------------------------------------------------------

    def _taken(self) -> Iterator[Finding]:
        """Players who have the name of a card or of something else that formulas speak of."""
        for item in self._items("players"):
            name = item["name"]
            part = next((part for part, known in self._of_edition.items() if name.text in known.titles), "")
            if part:
                owner = f"a name of the deck already ({part})"
                hint = (
                    "choose another name; capitals keep players apart from what is dealt, "
                    "as in `ROPE` and `rope`"
                )
            elif name.text in self.decks.reserved:
                owner = "a word of the language already"
                hint = other_name(self.decks.reserved)
            else:
                continue
            place = self.source.span(name.start, name.end)
            yield codes.DUPLICATE_NAME.at(place, f"`{name.text}` is {owner}", hint=hint)

    @cached_property
    def _of_edition(self) -> "dict[str, _EditionNames]":
        """The names of the edition, by the part of lines that they fill."""
        names = grouped((name.part, name) for name in self.decks.names(self.edition.deck))
        parts = dict.fromkeys((*(table.part for table in self.decks.tables), *names))
        return {part: _EditionNames(part, names.get(part, ())) for part in parts}

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
                    codes.MISPLACED_LOGIC.at(
                        self.source.span(item.start, item.end),
                        "a statement with `~` quotes what somebody says in the line above it",
                        hint="write it below a line with `says`",
                    )
                )

    def speech(self, number: int, line: FormNode, scope: Scope) -> SpokenLine:
        """A line in which somebody speaks, with what the lines below it say in a scope."""
        typer = typecheck.Typer(scope, self.source, self.unread)
        player, speech = line["player"].text, line["said"]
        speaker = (Speaker(player, Constant(player)),)
        lines: list[ProseStatement[str]] = []
        for node in self.below.get(line.start, ()):
            formula, problems = typer.type_formula(node["formula"])
            self.problems += problems
            if formula is not None:
                words = node["quotation"].text if node["quotation"] else ""
                text = formatter.format_formula(node["formula"])
                lines.append(ProseStatement("plain", speaker, formula, words, text, place_of(node)))
        within = Place(speech.start + 1, speech.end - 1)
        prose = Prose(speech.text, within, (within,))
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
            kind = kinds.get(name, "")
            if isinstance(value, tuple):
                elements = self._known_elements(kind, value)
                kept.append((name, elements))
                whole = whole and len(elements) == len(value)
                continue
            if isinstance(value, FormNode):
                _, known = self._known(value)
            else:
                known = not isinstance(value, Word) or self._is_known(kind, value)
            usable = usable and known
            kept.append((name, value))
        return (replace(item, parts=tuple(kept)) if usable else None), usable and whole

    def _known_elements(self, kind: str, elements: tuple[Any, ...]) -> tuple[Any, ...]:
        """The elements of a list that have no unknown names in them."""
        kept = []
        for at, element in enumerate(elements):
            if isinstance(element, FormNode):
                _, known = self._known(element)
            else:
                known = not isinstance(element, Word) or self._is_known(kind, element, (at, len(elements)))
            if known:
                kept.append(element)
        return tuple(kept)

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
        players = ", ".join(self.players[:MOST_LISTED])
        otherwise = f"the players are {players}" if players else "name players in `== players`"
        return self._unknown("player", word, suggestions.NameMatcher(holders), otherwise)

    def _unknown(
        self,
        noun: str,
        word: Word,
        known: suggestions.NameMatcher,
        otherwise: str,
        titles: Mapping[str, str] | None = None,
    ) -> bool:
        others = self._of_edition if noun in self._of_edition else {}
        of_other = [part for part, names in others.items() if word.text in names.titles]
        message = f"there is no {noun} `{word.text}`"
        if of_other:
            kinds = self.game.dialect.kinds
            message = f"`{word.text}` is {kinds[of_other[0]].spoken}, and not {kinds[noun].spoken}"
            otherwise = f"write {kinds[noun].spoken} here"
        hint = otherwise if of_other else suggestions.did_you_mean(word.text, known, otherwise, titles)
        self.problems.append(
            codes.UNKNOWN_NAME.at(self.source.span(word.start, word.end), message, hint=hint)
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


class _EditionNames:
    """The names of an edition that fill the same part of lines."""

    def __init__(self, part: str, deck_names: Sequence[DeckName]) -> None:
        self.plural, self.deck_names = part if part.endswith("s") else f"{part}s", deck_names
        self.titles = {name.slug: name.name for name in deck_names}
        self.listed = tuple(dict.fromkeys(name.listed for name in deck_names))

    @cached_property
    def names(self) -> suggestions.NameMatcher:
        """Its names, to be compared with others."""
        return suggestions.NameMatcher(self.titles, self.titles)

    def otherwise(self, at: int, count: int) -> str:
        """The names that may have been meant.

        In a list of one name of each kind these are the names of the kind in this place.
        """
        listed = self.listed[at] if count == len(self.listed) else None
        slugs = [name.slug for name in self.deck_names if listed in {None, name.listed}]
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


def _names_in_notes(astray: Sequence[Block]) -> frozenset[str]:
    """The names below headings that are of no block: players may have been named there."""
    names: set[str] = set()
    for block in astray:
        for item in block.items:
            if isinstance(item, NoteNode):
                names.update(NAME.findall(item.text))
    return frozenset(names)
