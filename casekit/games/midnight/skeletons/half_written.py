"""A case that is partly written: what there is of it, which paths are open, where the rest goes, and in what words it is proposed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from casekit.games.midnight.asking.case_plain_words import CasePlainWords
from casekit.games.midnight.case import Case, CaseParagraph, CasePassage
from casekit.games.midnight.edition import AnswerPath, CasePath
from casekit.games.midnight.reading.case_forms import BLOCKS_THAT_STAND_ONCE
from casekit.games.midnight.skeletons.clue_stock import Telling
from casekit.games.midnight.skeletons.situations import sentences_in
from casekit.games.midnight.skeletons.skeleton_text import Written, prose_for
from casekit.language.document.canonical import quoted
from casekit.language.document.tree import Block, SyntaxTree
from casekit.language.formula.nodes import Word

TO_DO = "TODO"

Line = tuple[str, Telling | None]
"""A line to add, and the clue that it says."""

_PARAGRAPHS = BLOCKS_THAT_STAND_ONCE.index("solution")
"""The place of paragraphs among the blocks."""


@dataclass(frozen=True)
class Additions:
    """The missing parts of a half-written case: lines for its header, for the blocks that occur once, and for its paths."""

    header: Sequence[str] = ()
    blocks: Mapping[str, Sequence[str]] = field(default_factory=dict)
    paths: Mapping[CasePath, Sequence[Line]] = field(default_factory=dict)


@dataclass(frozen=True)
class HalfWritten:
    """A case as far as it is written, and the tree that it was read from."""

    case: Case
    tree: SyntaxTree

    @cached_property
    def open_paths(self) -> tuple[CasePath, ...]:
        """The paths that may still carry a clue; of those that share a paragraph only the first."""
        paths = self.case.edition.paths
        return tuple(path for path in paths if self._is_open(path))

    @cached_property
    def missing(self) -> frozenset[CasePath]:
        """The paths that have no heading yet."""
        return frozenset(path for path in self.case.edition.paths if path not in self.case.paragraph_of)

    @property
    def open_solution(self) -> bool:
        """Whether the solution is still to be written."""
        return unwritten(self.case.solution)

    def lacks(self, block: str) -> bool:
        """Whether a block that occurs once is not there."""
        return block not in self.case.blocks

    def _is_open(self, path: CasePath) -> bool:
        paragraph = self.case.paragraph_of.get(path)
        return paragraph is None or (paragraph.paths[0] == path and unwritten(paragraph))

    # --- the whole text --------------------------------------------------------------------------

    def with_(self, additions: Additions) -> Written:
        """The text with what is added; every line of the file stays as it is, and in its order."""
        source = self.tree.source.text
        eol = "\r\n" if "\r\n" in source else "\n"
        pieces: list[str] = []
        said: dict[int, Telling] = {}
        number, at = 1, 0
        for offset, chunk in self._inserted(additions):
            pieces.append(source[at:offset])
            number += source.count("\n", at, offset)
            at = offset
            for text, clue in chunk:
                # Nothing is before the first line of an empty text or of one without a header.
                pieces.append(f"{eol}{text}" if offset else f"{text}{eol}")
                if clue is not None:
                    said[number + bool(offset)] = clue
                number += 1
        pieces.append(source[at:])
        text = "".join(pieces)
        return Written(text if text.endswith("\n") else f"{text}{eol}", said)

    def _inserted(self, additions: Additions) -> Iterator[tuple[int, Sequence[Line]]]:
        """The lines to insert, each with their offset in the file, in order."""
        found = [*self._in_header(additions), *self._at_blocks(additions), *self._at_paths(additions)]
        for offset, _, chunk in sorted(found, key=lambda each: each[:2]):
            yield offset, chunk

    def _in_header(self, additions: Additions) -> Iterator[tuple[int, tuple[int, ...], list[Line]]]:
        if additions.header:
            yield self._header_end, (0,), [(line, None) for line in additions.header]

    def _at_blocks(self, additions: Additions) -> Iterator[tuple[int, tuple[int, ...], list[Line]]]:
        blocks = {block.heading.kind: block for block in self.tree.blocks}
        for kind, lines in additions.blocks.items():
            if not lines:
                continue
            told: list[Line] = [(line, None) for line in lines]
            if kind in blocks:
                yield self._end_of(blocks[kind]), (0,), told
            else:
                order = self._order_of(kind)
                yield self._before(order), (1, order), [("", None), (f"== {kind}", None), *told]

    def _at_paths(self, additions: Additions) -> Iterator[tuple[int, tuple[int, ...], list[Line]]]:
        paths = self.case.edition.paths
        for path, lines in additions.paths.items():
            block = self._block_of.get(path)
            if block is not None:
                if lines:
                    gap: list[Line] = [("", None)] if block.items else []
                    yield self._end_of(block), (0,), [*gap, *lines]
                continue
            index = paths.index(path)
            before = next((self._block_of[each] for each in paths[index::-1] if each in self._block_of), None)
            offset = self._before(_PARAGRAPHS) if before is None else self._end_of(before)
            yield offset, (1, _PARAGRAPHS, index), [("", None), (f"== {path}", None), *lines]

    # --- places ----------------------------------------------------------------------------------

    @cached_property
    def _block_of(self) -> dict[CasePath, Block]:
        by_place = {block.heading.start: block for block in self.tree.blocks}
        return {path: by_place[one.place.start] for one in self.case.paragraphs for path in one.paths}

    def _order_of(self, kind: str) -> int:
        at = BLOCKS_THAT_STAND_ONCE.index(kind) if kind in BLOCKS_THAT_STAND_ONCE else _PARAGRAPHS
        return at + (kind == "solution")

    def _before(self, order: int) -> int:
        """Where a missing block goes: before the first one that comes later in a case."""
        end = self._header_end
        for block in self.tree.blocks:
            if block.heading.kind != "notes" and self._order_of(block.heading.kind) > order:
                return end
            end = self._end_of(block)
        return end

    @cached_property
    def _header_end(self) -> int:
        return self._line_end(max((item.end for item in self.tree.header), default=0))

    def _end_of(self, block: Block) -> int:
        return self._line_end(max((block.heading.end, *(item.end for item in block.items))))

    def _line_end(self, at: int) -> int:
        """Where the line ends that something ends in."""
        text = self.tree.source.text
        if at == 0:
            return 0
        if text[at - 1] == "\n":
            at -= 1
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        return end - (text[end - 1 : end] == "\r")


def unwritten(passage: CasePassage | CaseParagraph) -> bool:
    """Whether a passage says nothing yet, neither in prose nor in logic."""
    return not passage.statements and all(prose.text.startswith(TO_DO) for prose in passage.prose)


def kept(original: str, text: str) -> bool:
    """Whether a text has every line of another one, in its order."""
    lines = iter(text.splitlines())
    return all(line in lines for line in original.splitlines())


def plain_lines(lines: Iterable[str]) -> list[Line]:
    """Lines that say no clue."""
    return [(line, None) for line in lines]


class Proposer:
    """The sentences of a case's own clues, in the language of its edition."""

    def __init__(self, case: Case, culprit: str) -> None:
        self.case, self.culprit = case, culprit
        self.own = sentences_in(case.edition.language)
        self.quotes = case.edition.quotations == "required"

    @cached_property
    def _plain(self) -> CasePlainWords:
        return CasePlainWords(self.case)

    def in_words(self, clue: Telling, clues: Sequence[Telling]) -> Telling:
        """A clue with the sentence that its paragraph must carry."""
        if clue.sentence:
            return clue
        lies = {other.about for other in clues if other.mode == "lie"}
        clause = self._plain.line(clue.line)
        if clue.mode == "lie":
            form = "lie"
        elif clue.due and clue.about in lies:
            form = "catch"
        elif isinstance(clue.path, AnswerPath):
            form = "own" if clue.path.suspect in clue.line else "hearsay"
        else:
            form = "found"
        return replace(clue, sentence=self.own[form].format(clause=clause, who=self.culprit))

    def paragraph(self, path: CasePath, told: Sequence[Telling]) -> list[Line]:
        """The prose and the lines of a paragraph."""
        lines: list[Line] = plain_lines(prose_for(path, told, self.case.edition))
        for clue in told:
            mark = "~ lie " if clue.mode == "lie" else "~ "
            lines.append((f"{mark}{clue.line}{self._quotation(clue.sentence)}", clue))
        hints = dict.fromkeys(
            f"~ hint {clue.hint}{self._quotation(clue.sentence)}" for clue in told if clue.hint
        )
        return [*lines, *plain_lines(hints)]

    def _quotation(self, sentence: str) -> str:
        """The words of a sentence, without the first, which a place may write otherwise; for editions that ask for it."""
        words = sentence.partition(" ")[2]
        return f"  {quoted(Word(words, start=0, end=0))}" if self.quotes and words else ""

    def quoting(self, lines: Sequence[str]) -> list[str]:
        """Lines of prose and logic, each line of logic with the prose above it as its words."""
        return [*self._quoted(lines)]

    def _quoted(self, lines: Sequence[str]) -> Iterator[str]:
        above: list[str] = []
        for line in lines:
            if line.startswith("~"):
                yield f"{line}{self._quotation(' '.join(above))}"
                continue
            above = [*above, line] if line else []
            yield line

    def quoting_story(self, shown: Sequence[str], prose: Sequence[str]) -> list[str]:
        """Lines of the solution, with the words of its prose."""
        return [f"{line}{self._quotation(' '.join(filter(None, prose)))}" for line in shown]
