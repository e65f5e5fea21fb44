"""From the syntax tree of a transcript and its edition to a typed transcript in names that are known."""

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

NumberedLine = tuple[int, FormNode]
"""A line of a block with its number, from 1."""


class TranscriptParts(Generic[D]):
    """The parts of a transcript, in names that are known: what a game makes its typed transcript of."""

    game: TranscriptGame[D]
    """The game of the transcript."""

    tree: SyntaxTree
    """Its syntax tree."""

    source: Source
    """Its text."""

    edition: TranscriptEdition[D]
    """Its edition."""

    players: tuple[str, ...]
    """The names of its players, each once."""

    seat: str | None
    """The name in the heading of the seat, which need not be that of a player."""

    fields: Mapping[str, Any]
    """The fields of a ``Transcript`` that are the same in every game, by name."""

    lines: Mapping[str, tuple[NumberedLine, ...]]
    """The lines of each block, by its kind.

    Lines of play that name something unknown are left out, and unknown names in the lists of other lines.
    """

    problems: list[Finding]
    """The findings so far."""

    def __init__(self, game: TranscriptGame[D], tree: SyntaxTree, edition: TranscriptEdition[D]) -> None:
        self.game = game
        self.tree = tree
        self.edition = edition
        self.source = tree.source
        self.problems = []
        self._outline = game.dialect.outline
        self._decks = game.decks()
        self._block_of_kind, self._repeated = blocks.blocks_once(tree, story_blocks(game.dialect))
        self._lines_below: dict[int, list[FormNode]] = {}  # by the start of the line above them
        self.players = tuple(dict.fromkeys(item["name"].text for item in self._form_lines("players")))
        seat_block = self._block_of_kind.get("seat")
        self.seat = seat_block.heading.words[0].text if seat_block else None

    def typed(
        self, *classes_named_as_forms: type[TranscriptItem], **other_classes: type[TranscriptItem]
    ) -> dict[str, Any]:
        """The fields of a transcript whose lines of players, play and truth are typed.

        Lines of forms that have no class are left out.

        Args:
            classes_named_as_forms: classes of lines, each for the form with its name in small letters.
            other_classes: classes of lines, by the name of their form.
        """
        classes = {item.__name__.lower(): item for item in classes_named_as_forms} | other_classes
        fields = {**self.fields, "seat": self.seat}
        for block in ("players", "play", "truth"):
            items = []
            for number, line in self.lines[block]:
                if line.form in classes:
                    number_field = {"number": number} if block == "play" else {}
                    items.append(classes[line.form].of(line, **number_field))
            fields[block] = tuple(items)
        return fields

    def resolve(self) -> ResolvedDocument[AnyRead]:
        """The transcript, and what is wrong with its names."""
        header = blocks.read_fields(self.tree, self.game.dialect)
        unknown_blocks = [block for block in self.tree.blocks if block.heading.kind == UNKNOWN]
        self._unread_names = self.tree.broken | _names_in_notes(unknown_blocks)
        kinds = tuple(block.kind for block in self._outline)
        self.problems += [*header.problems, *self._repeated]
        self.problems += [blocks.unknown_heading(block, kinds, self.source) for block in unknown_blocks]
        self.problems += self._players_with_names_of_others()
        headings = blocks.heading_places(self._block_of_kind)
        self.fields = {
            "title": header.values.get("title", ""),
            "level": header.values.get("level", "amateur"),
            "author": header.values.get("author", ""),
            "presentation": blocks.prose_of(self._block_of_kind.get("presentation")),
            "solution": blocks.prose_of(self._block_of_kind.get("solution")),
            "place": headings.get("play", Place()),
            "headings": headings,
            "fields": header.places,
            "deck": self.edition.deck,
        }
        self.lines = {block.kind: tuple(self._lines_in_known_names(block.kind)) for block in self._outline}
        puzzle = self.game.transcript(self)
        problems = tuple(blocks.unknown_once(self.problems, {codes.UNKNOWN_NAME}, (), frozenset()))
        unread_parts = self.tree.lost or self.tree.broken
        is_sound = not unread_parts and all(problem.code is codes.MISSING_FIELD for problem in problems)
        needed_blocks = {block.kind for block in self._outline if block.asked}
        is_complete = is_sound and needed_blocks <= puzzle.headings.keys()
        unplaced = self.tree.lost + len(unknown_blocks)
        scope = self.game.scope(puzzle)
        transcript = ReadTranscript(puzzle, self.source, self.edition, scope, is_complete, unplaced)
        too_long = self._too_long(puzzle)
        problems = (*problems, *self._secrets_of_open_seat(), *too_long)
        return ResolvedDocument(transcript, problems, is_sound and not too_long)

    def _too_long(self, puzzle: Any) -> tuple[Finding, ...]:
        """The finding on a play that is too long: it is refused before anything is made of its lines."""
        first_too_many = self.game.too_long(puzzle)
        if first_too_many is None:
            return ()
        event, reason = first_too_many
        place = self.source.span(event.place.start, event.place.end)
        return (too_long_finding(place, f"{reason} per {self.game.dialect.noun}"),)

    def _form_lines(self, block: str) -> Iterator[FormNode]:
        """The lines of a block that have a form: not its prose and its notes."""
        items = self._block_of_kind[block].items if block in self._block_of_kind else ()
        return (item for item in items if isinstance(item, FormNode))

    # --- the seat --------------------------------------------------------------------------------

    @property
    def seat_place(self) -> Place:
        """Where the text says what the seat knows."""
        if "seat" not in self._block_of_kind:
            return Place()
        nodes: list[Node] = [*self._form_lines("seat")] or [self._block_of_kind["seat"].heading]
        return Place(nodes[0].start, nodes[-1].end)

    def _secrets_of_open_seat(self) -> tuple[Finding, ...]:
        """The finding on the first line below the seat ``OPEN``; such lines do no harm to what follows."""
        first_line = next(self._form_lines("seat"), None)
        if self.seat != OPEN or first_line is None:
            return ()
        finding = codes.MISPLACED_LOGIC.at(
            self.source.span(first_line.start, first_line.end),
            f"the seat `{OPEN}` has no secrets: its readers see what is shown, and nothing that one player knows",
            hint="name a player's seat, or remove the line",
        )
        return (finding,)

    # --- names -----------------------------------------------------------------------------------

    def _players_with_names_of_others(self) -> Iterator[Finding]:
        """Players who have the name of a card or of something else that formulas speak of."""
        for item in self._form_lines("players"):
            name = item["name"]
            parts = (part for part, names in self._edition_names.items() if name.text in names.titles)
            part = next(parts, "")
            if part:
                owner = f"a name of the deck already ({part})"
                hint = (
                    "choose another name; capitals keep players apart from what is dealt, "
                    "as in `ROPE` and `rope`"
                )
            elif name.text in self._decks.reserved:
                owner = "a word of the language already"
                hint = other_name(self._decks.reserved)
            else:
                continue
            place = self.source.span(name.start, name.end)
            yield codes.DUPLICATE_NAME.at(place, f"`{name.text}` is {owner}", hint=hint)

    @cached_property
    def _edition_names(self) -> "dict[str, _EditionNames]":
        """The names of the edition, by the part of lines that they fill."""
        names = grouped((name.part, name) for name in self._decks.names(self.edition.deck))
        parts = dict.fromkeys((*(table.part for table in self._decks.tables), *names))
        return {part: _EditionNames(part, names.get(part, ())) for part in parts}

    def _lines_in_known_names(self, block: str) -> Iterator[NumberedLine]:
        """The lines of a block with their numbers, in names that are known."""
        if block == "seat" and self.seat == OPEN:
            return
        for number, item in enumerate(self._lines_without_quotations(block), 1):
            line, is_whole = self._without_unknown_names(item)
            if line is not None and (is_whole or block != "play"):
                yield number, line

    def _lines_without_quotations(self, block: str) -> Iterator[FormNode]:
        """The lines of a block without those that quote one, which go to ``_lines_below``."""
        line_above = None
        for item in self._form_lines(block):
            if not self.game.dialect.belongs_to_what_is_before(item):
                line_above = item
                yield item
            elif line_above is not None and is_speech(self.game.dialect, line_above):
                self._lines_below.setdefault(line_above.start, []).append(item)
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
        typer = typecheck.Typer(scope, self.source, self._unread_names)
        player, speech = line["player"].text, line["said"]
        speaker = (Speaker(player, Constant(player)),)
        statements: list[ProseStatement[str]] = []
        for node in self._lines_below.get(line.start, ()):
            formula, problems = typer.type_formula(node["formula"])
            self.problems += problems
            if formula is not None:
                words = node["quotation"].text if node["quotation"] else ""
                text = formatter.format_formula(node["formula"])
                statements.append(ProseStatement("plain", speaker, formula, words, text, place_of(node)))
        between_quotes = Place(speech.start + 1, speech.end - 1)
        prose = Prose(speech.text, between_quotes, (between_quotes,))
        return SpokenLine((prose,), tuple(statements), place_of(line), number, player)

    def _without_unknown_names(self, item: FormNode) -> tuple[FormNode | None, bool]:
        """A line without the unknown names in its lists, ``None`` if another name is unknown.

        The second value says whether all names are known.
        """
        parts: list[tuple[str, Any]] = []
        is_usable = True
        is_whole = True
        pattern, _ = self.game.dialect.values(item)
        kinds = {part.name: part.kinds[0].name for part in pattern.parts if part.kinds}
        for name, value in item.parts:
            kind = kinds.get(name, "")
            if isinstance(value, tuple):
                known_elements = self._known_elements(kind, value)
                parts.append((name, known_elements))
                is_whole = is_whole and len(known_elements) == len(value)
                continue
            if isinstance(value, FormNode):
                _, is_known = self._without_unknown_names(value)
            else:
                is_known = not isinstance(value, Word) or self._report_unless_known(kind, value)
            is_usable = is_usable and is_known
            parts.append((name, value))
        if not is_usable:
            return None, False
        return replace(item, parts=tuple(parts)), is_whole

    def _known_elements(self, kind: str, elements: tuple[Any, ...]) -> tuple[Any, ...]:
        """The elements of a list that have no unknown names in them."""
        known_elements = []
        for index, element in enumerate(elements):
            if isinstance(element, FormNode):
                _, is_known = self._without_unknown_names(element)
            else:
                is_known = not isinstance(element, Word) or self._report_unless_known(
                    kind, element, index, len(elements)
                )
            if is_known:
                known_elements.append(element)
        return tuple(known_elements)

    def _report_unless_known(self, part: str, word: Word, index: int = 0, list_length: int = 1) -> bool:
        """Whether a word names something; if it does not, that is reported.

        A name is not reported whose own line could not be read.

        Args:
            part: the part of the line that the word fills.
            word: the word.
            index: its index in the list that it is in.
            list_length: the number of words in that list.
        """
        if part in self._edition_names:
            names = self._edition_names[part]
            if word.text in names.titles:
                return True
            self._report_name_that_edition_lacks(part, word, names.hint(index, list_length))
            return False
        if part not in {"player", "holder"}:
            return True
        holders = {*self.players, *(self._decks.places if part == "holder" else ())}
        is_known = word.text in holders
        if is_known or "players" not in self._block_of_kind or word.text in self._unread_names:
            return is_known
        listed = ", ".join(self.players[:MOST_LISTED])
        usual_hint = f"the players are {listed}" if listed else "name players in `== players`"
        hint = suggestions.did_you_mean(word.text, suggestions.NameMatcher(holders), usual_hint)
        self._report_unknown_name(word, f"there is no player `{word.text}`", hint)
        return False

    def _report_name_that_edition_lacks(self, part: str, word: Word, usual_hint: str) -> None:
        """Report a word for a part of lines that the edition does not name, or names as another part."""
        names = self._edition_names[part]
        other_parts = [other for other, known in self._edition_names.items() if word.text in known.titles]
        if other_parts:
            kinds = self.game.dialect.kinds
            message = f"`{word.text}` is {kinds[other_parts[0]].spoken}, and not {kinds[part].spoken}"
            hint = f"write {kinds[part].spoken} here"
        else:
            message = f"there is no {part} `{word.text}`"
            hint = suggestions.did_you_mean(word.text, names.matcher, usual_hint, names.titles)
        self._report_unknown_name(word, message, hint)

    def _report_unknown_name(self, word: Word, message: str, hint: str) -> None:
        place = self.source.span(word.start, word.end)
        self.problems.append(codes.UNKNOWN_NAME.at(place, message, hint=hint))


class TranscriptLanguageRoom(Generic[D]):
    """How editions with decks and levels are read, and transcripts resolved."""

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
        self.plural = part if part.endswith("s") else f"{part}s"
        self.deck_names = deck_names
        self.titles = {name.slug: name.name for name in deck_names}
        self.kinds_in_plural = tuple(dict.fromkeys(name.listed for name in deck_names))

    @cached_property
    def matcher(self) -> suggestions.NameMatcher:
        """Finds the name that a wrong one resembles."""
        return suggestions.NameMatcher(self.titles, self.titles)

    def hint(self, index: int, list_length: int) -> str:
        """The names that may have been meant by a word, as a clause.

        A list with as many words as there are kinds has one name of each kind, in their order: the word at an
        ``index`` of it should be one of that kind.
        """
        kind = self.kinds_in_plural[index] if list_length == len(self.kinds_in_plural) else None
        slugs = [name.slug for name in self.deck_names if kind in {None, name.listed}]
        if len(slugs) > MOST_LISTED:
            return f"name one of the deck's {self.plural} by its slug"
        return f"the {kind or self.plural} are {', '.join(slugs)}"


def story_blocks(dialect: Dialect) -> tuple[str, ...]:
    """The blocks but the notes, each of which occurs once."""
    return tuple(block.kind for block in dialect.outline if "note" not in block.lines)


def place_of(node: Node) -> Place:
    """Where a line, or a part of one, is in its text."""
    return Place(node.start, node.end)


def texts(words: Sequence[Word]) -> tuple[str, ...]:
    """The texts of some words."""
    return tuple(word.text for word in words)


def _names_in_notes(unknown_blocks: Sequence[Block]) -> frozenset[str]:
    """The names below headings that are of no block: players may have been named there."""
    names: set[str] = set()
    for block in unknown_blocks:
        for item in block.items:
            if isinstance(item, NoteNode):
                names.update(NAME.findall(item.text))
    return frozenset(names)
