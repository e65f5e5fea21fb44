"""A case as far as it is written, and its text with what a plot and clues add to it.

Every line of the file stays as it is. Each paragraph that is still to be written gets a sentence that says
what it must carry.
"""

from collections.abc import Container, Iterator, Mapping, Sequence
from functools import cached_property
from textwrap import wrap

from casekit.analysis.analyzer import Findings
from casekit.diagnostics import Source
from casekit.games.midnight.document import (
    AnswerPath,
    Case,
    CaseParagraph,
    CasePassage,
    CasePath,
    Edition,
    Level,
)
from casekit.games.midnight.generator.plot_clues import Telling
from casekit.games.midnight.generator.plots import ACCIDENTAL, DESPAIR, VICTIM, Plot
from casekit.games.midnight.generator.situations import sentences_in
from casekit.games.midnight.language.line_forms import BLOCKS_THAT_STAND_ONCE, CASE
from casekit.games.midnight.language.resolver import resolve
from casekit.games.midnight.theory.verbalizer import CaseVerbalizer
from casekit.language.syntax import canonical_form, dialect, parser
from casekit.resources import Words
from casekit.values import frozen, replace

TO_DO = "TODO"

_WIDTH = 100

_PARAGRAPHS = BLOCKS_THAT_STAND_ONCE.index("solution")
"""The place of paragraphs among the blocks."""


Insertion = tuple[int, tuple[int, ...], Sequence[str]]
"""Lines to insert, with their offset in the file and their order there."""


@frozen
class PartialCase:
    """A case as far as it is written, its tree, and what of it cannot be read or understood."""

    case: Case
    tree: dialect.SyntaxTree
    problems: Findings

    @cached_property
    def open_paths(self) -> tuple[CasePath, ...]:
        """The paths that may still carry a clue; of those that share a paragraph only the first."""
        closed: set[CasePath] = set()
        for path, paragraph in self.case.paragraph_of.items():
            if path != paragraph.paths[0] or not unwritten(paragraph):
                closed.add(path)
        return tuple(path for path in self.case.edition.paths if path not in closed)

    @property
    def open_solution(self) -> bool:
        """Whether the solution is still to be written."""
        return unwritten(self.case.solution)

    # --- the whole text --------------------------------------------------------------------------

    def with_(
        self,
        header: Sequence[str],
        blocks: Mapping[str, Sequence[str]],
        paths: Mapping[CasePath, Sequence[str]],
    ) -> str:
        """The text with lines for its header, for the blocks that occur once, and for its paths.

        Every line of the file stays as it is, and in its order.
        """
        source = self.tree.source.text
        eol = "\r\n" if "\r\n" in source else "\n"
        at = 0
        pieces: list[str] = []
        insertions = [(self._header_end, (0,), header), *self._at_blocks(blocks), *self._at_paths(paths)]
        for offset, _, lines in sorted(insertions, key=lambda insertion: insertion[:2]):
            # Nothing is before the first line of an empty text or of one without a header.
            pieces += [source[at:offset], *(f"{eol}{line}" if offset else f"{line}{eol}" for line in lines)]
            at = offset
        text = "".join([*pieces, source[at:]])
        return text if text.endswith("\n") else f"{text}{eol}"

    def _at_blocks(self, added: Mapping[str, Sequence[str]]) -> Iterator[Insertion]:
        blocks = {block.heading.kind: block for block in self.tree.blocks}
        for kind, lines in added.items():
            order = self._order_of(kind)
            if lines and kind in blocks:
                yield self._end_of(blocks[kind]), (0,), lines
            elif lines:
                yield self._before(order), (1, order), ["", f"== {kind}", *lines]

    def _at_paths(self, added: Mapping[CasePath, Sequence[str]]) -> Iterator[Insertion]:
        paths = self.case.edition.paths
        for path, lines in added.items():
            block = self._block_of.get(path)
            if block is not None:
                yield self._end_of(block), (0,), ["", *lines] if block.items and lines else lines
                continue
            index = paths.index(path)
            written_before = (other for other in paths[index::-1] if other in self._block_of)
            before = next(written_before, None)
            offset = self._before(_PARAGRAPHS) if before is None else self._end_of(self._block_of[before])
            yield offset, (1, _PARAGRAPHS, index), ["", f"== {path}", *lines]

    # --- places ----------------------------------------------------------------------------------

    @cached_property
    def _block_of(self) -> dict[CasePath, dialect.Block]:
        by_place = {block.heading.start: block for block in self.tree.blocks}
        block_of: dict[CasePath, dialect.Block] = {}
        for paragraph in self.case.paragraphs:
            block_of |= dict.fromkeys(paragraph.paths, by_place[paragraph.place.start])
        return block_of

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

    def _end_of(self, block: dialect.Block) -> int:
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


def half_written(source: Source, edition: Edition) -> PartialCase:
    """A case as far as a text goes, whatever is wrong with it."""
    tree, problems = parser.parse(source, CASE)
    reading = resolve(tree, edition)
    unread = () if reading.is_complete else reading.diagnostics
    return PartialCase(reading.document, tree, (*problems, *unread))


@frozen
class CaseDraft:
    """The written part of a case, with a plot that is added to it, if any, and with its solution.

    ``title`` and ``level`` are for a file that does not say them. Lines have ``quotes`` if the words of the
    prose are to be beside them.
    """

    half: PartialCase
    plot: Plot | None
    goal: Mapping[str, str]
    title: str
    level: Level
    quotes: bool = False

    @cached_property
    def own(self) -> Words:
        """The sentences that no situation brings."""
        return sentences_in(self.half.case.edition.language)

    def text(
        self,
        clues: Sequence[Telling],
        truth: Sequence[str] = (),
        shown: Sequence[str] = (),
        *,
        bare: bool = False,
    ) -> str:
        """The case with clues and further lines of its truth and its solution.

        It is ``bare`` if it has no prose, for the solver.
        """
        fields = {"title": self.title, "level": self.level, "author": TO_DO, "victim": TO_DO}
        header = [f"{key}: {value}" for key, value in fields.items() if key not in self.half.case.fields]
        return self.half.with_(header, self._blocks(truth, shown), dict(self._paths(clues, bare=bare)))

    def _blocks(self, truth: Sequence[str], shown: Sequence[str]) -> dict[str, Sequence[str]]:
        case, made = self.half.case, self.plot
        answers = [f"{name} = {value}" for name, value in self.goal.items() if name not in case.answers]
        facts: list[str] = []
        for situation in made.situations if made else ():
            for fact in situation.facts:
                facts += fact.splitlines()
        return {
            "presentation": self._presentation(),
            "terms": terms_of(made, self.own) if made and "terms" not in case.blocks else (),
            "facts": facts,
            "rules": rules_of(made) if made else (),
            "truth": [*answers, *truth, *(truth_of(made) if made else ())],
            "solution": self._solution(shown) if self.half.open_solution else (),
        }

    def _presentation(self) -> list[str]:
        """Its opening and its words on whoever did it, as far as they are not written."""
        written, made = self.half.case.presentation, self.plot
        paragraphs = [] if written.prose or written.statements else [to_do(self.own["opening"])]
        for situation in (made.where, *made.traits) if made else ():
            if made and situation.needs:
                prose = to_do(situation.presentation)
                line = f"~ {situation.needs.replace('$suite', made.suite)}{self._quotation(' '.join(prose))}"
                paragraphs.append([*prose, line])
        lines: list[str] = []
        for paragraph in paragraphs:
            lines += ["", *paragraph]
        return lines if written.prose else lines[1:]

    def _solution(self, shown: Sequence[str]) -> list[str]:
        culprit = self.goal["culprit"]
        story = to_do(self.own.get(f"story_{culprit}", self.own["story"]).format(who=culprit))
        lines = [f"{line}{self._quotation(' '.join(story))}" for line in shown]
        return [*([""] if self.half.case.solution.prose else ()), *story, "", *lines]

    def _paths(self, clues: Sequence[Telling], *, bare: bool) -> Iterator[tuple[CasePath, list[str]]]:
        for path in self.half.open_paths:
            carried = [clue for clue in clues if clue.path == path]
            lines = [self._line(clue) for clue in carried]
            paragraph = self.half.case.paragraph_of.get(path)
            if bare:
                yield path, [TO_DO, *lines]
            elif carried or paragraph is None or not paragraph.prose:
                hinting = [clue for clue in carried if clue.hint]
                hints = [f"~ hint {clue.hint}{self._quotation(clue.sentence)}" for clue in hinting]
                prose = prose_for(path, carried, self.half.case.edition, self.own)
                yield path, [*prose, *lines, *dict.fromkeys(hints)]

    def _line(self, clue: Telling) -> str:
        lie = "lie " if clue.mode == "lie" else ""
        return f"~ {lie}{clue.line}{self._quotation(clue.sentence)}"

    def _quotation(self, sentence: str) -> str:
        """The words of a sentence, for editions that ask for them.

        The first is left out, since a place may write it otherwise.
        """
        words = sentence.partition(" ")[2]
        return f"  {canonical_form.quoted(words)}" if self.quotes and words else ""


def in_words(clues: Sequence[Telling], case: Case, culprit: str) -> list[Telling]:
    """Clues with the sentences that paragraphs must carry; those without get one in words of the case."""
    own, plain = sentences_in(case.edition.language), CaseVerbalizer(case)
    lies = {clue.about for clue in clues if clue.mode == "lie"}
    worded: list[Telling] = []
    for clue in clues:
        if clue.sentence:
            worded.append(clue)
        else:
            clause = plain.line(clue.line)
            sentence = own[_kind_of_sentence(clue, lies)].format(clause=clause, who=culprit)
            worded.append(replace(clue, sentence=sentence))
    return worded


def _kind_of_sentence(clue: Telling, lies: Container[str]) -> str:
    """The sentence of ``sentences_in`` for a clue that has none; ``lies`` are what is lied about."""
    if clue.mode == "lie":
        return "lie"
    if clue.due and clue.about in lies:
        return "catch"
    if isinstance(clue.path, AnswerPath):
        return "own" if clue.path.suspect in clue.line else "hearsay"
    return "found"


def terms_of(plot: Plot, own: Words) -> list[str]:
    """The answers of a plot: motives, if it has any, then methods."""
    motives = {motive.slug: motive.label for motive in plot.motives}
    if motives:
        motives |= {DESPAIR: own["tired_of_life"], ACCIDENTAL: own["accident"]}
    lines = [f'motive {slug} "{label}"' for slug, label in motives.items()]
    lines += [f'method {method.slug} "{method.label}"' for method in plot.methods]
    return lines


def rules_of(plot: Plot) -> list[str]:
    """The rules that tie facts to answers."""
    laws = [situation.law for situation in (*plot.motives, *plot.methods, *plot.ends)]
    laws += [f"motive = {DESPAIR} iff culprit = {VICTIM}"] if plot.motives else []
    return [f"common {law}" for law in laws]


def truth_of(plot: Plot) -> Iterator[str]:
    """The facts of a plot that are so."""
    yield from (f"room({name}) = {room}" for name, room in plot.rooms.items())
    for situation in (*plot.traits, *plot.motives):
        holders = ", ".join(plot.holders[situation.slug])
        if holders:
            yield f"every suspect A: {situation.shared}(A) iff A in {{ {holders} }}"
        else:
            yield f"no suspect A: {situation.shared}(A)"
    for situation in (*plot.methods, *plot.ends):
        yield f"not {situation.fact}" if situation.slug == plot.method else situation.fact


def prose_for(path: CasePath, clues: Sequence[Telling], edition: Edition, own: Words) -> Iterator[str]:
    """The content that the paragraph of a path must carry.

    No two paragraphs are alike, so that none passes for finished twice.
    """
    at = edition.paths.index(path)
    if isinstance(path, AnswerPath):
        sentences = [clue.sentence for clue in clues]
        nothing = own["voices"][at % len(own["voices"])].format(who=path.suspect)
    else:
        place = _with_capital(edition.locations_by_number[path.location].called)
        sentences = [_sentence_at(place, clue.sentence, own) for clue in clues]
        nothing = own["places"][at % len(own["places"])].format(Place=place)
    for number, sentence in enumerate(sentences or [f"{own['wrong_path']} {nothing}"]):
        if number:
            yield ""
        yield from to_do(sentence)


def _with_capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _sentence_at(place: str, sentence: str, own: Words) -> str:
    """The find at a place, in a sentence that begins with the place."""
    text: str = own["at_place"].format(Place=place, found=f"{sentence[:1].lower()}{sentence[1:]}")
    return text


def to_do(sentence: str) -> list[str]:
    """A sentence for the writer, broken into lines."""
    return wrap(" ".join((TO_DO, *sentence.split())), _WIDTH, break_long_words=False, break_on_hyphens=False)
