"""The printed parts of complete transcripts, as page content, with defaults that fit most games.

``booklet`` gives the content of a booklet, ``leaves`` that of sheets with a transcript on each;
``casekit.print`` turns them into PDFs.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Generic, NamedTuple

from casekit.analysis import queries
from casekit.analysis.proof_text import ProofWriter
from casekit.analysis.standalone_html import fill_in
from casekit.diagnostics import Prose, Span
from casekit.kit import edition_settings
from casekit.kit.defaults import pages as defaults_pages
from casekit.kit.transcripts.analysis import analysis_of
from casekit.kit.transcripts.document import AnyRead, ReadTranscript, T
from casekit.kit.transcripts.editions import TranscriptEdition
from casekit.kit.transcripts.game import TranscriptGame
from casekit.print.content import booklet as content, papers, pieces
from casekit.prose.markup import typographic
from casekit.prose.phrasing import capital
from casekit.resources import Words, words as words_of
from casekit.values import field, frozen, replace

COMMON = "kit/transcripts/words/pages.toml"
"""The file with the words of every transcript's pages."""

_WORD = re.compile(r"[^\W\d_][\w-]*")
"""A word or a slug, as in "Rope" and "lead-pipe"."""

_POSSESSIVE = re.compile(r"['’]s ")
"""The sign that a name says whose it is, as in "Anna's rope"."""

_MARKUP = re.compile(r"([\\\\*])")
"""A character that means something in prose."""


def players_and_seat(
    document: AnyRead, words: Words, known: Sequence[str] | None = None
) -> tuple[content.AnswerList, ...]:
    """The players at the table, and what the seat knows.

    Args:
        document: the transcript.
        words: the words of pages.
        known: what the seat knows, if that is not the line of the seat.
    """
    puzzle = document.puzzle
    names = [words["you"].format(name) if name == puzzle.seat else name for name in puzzle.names]
    table = content.AnswerList(words["table"], tuple(names))
    if known is None:
        known = [puzzle.hand.text] if puzzle.hand else []
    if not known:
        return (table,)
    return table, content.AnswerList(words["known"], tuple(known))


def played(
    document: AnyRead,
    words: Words,
    heads: Iterable[tuple[Any, ...]],
    cells: Callable[[Any], Iterable[content.RecordCell]],
    notes: content.Grid,
) -> content.Worksheet:
    """The record of the lines of play, with a grid for notes.

    Args:
        document: the transcript.
        words: the words of pages.
        heads: the arguments of each ``RecordColumn`` beside the one of numbers.
        cells: gives the cells of a line of play in these columns.
        notes: the grid.
    """
    columns = [content.RecordColumn(words["number"], "number")]
    columns += [content.RecordColumn(*head) for head in heads]
    lines = tuple((str(event.number), *cells(event)) for event in document.puzzle.play)
    return content.Worksheet(content.Record(words["play"], tuple(columns), lines), notes)


def lines_and_grid(document: AnyRead, words: Words) -> content.Worksheet:
    """The lines of play, and a grid of the values of all questions."""
    return played(
        document,
        words,
        [("",)],
        lambda event: [event.text],
        defaults_pages.values_grid(document.scope, words["notes"]),
    )


def answer(document: AnyRead) -> tuple[str, ...]:
    """The printed names of the answer that the truth gives."""
    game, edition = document.puzzle.game, document.settings
    names = {card.slug: card.name for card in game.decks().names(edition.deck)}
    slugs = game.rules().answer(document.puzzle)
    return tuple(typographic(names.get(slug, slug), edition.language) for slug in slugs)


@frozen
class CutDeck:
    """Cards, tiles or tokens that are cut out. Lengths are millimetres."""

    faces: Callable[[TranscriptEdition[Any], str, Words], Iterable[pieces.Face]] = lambda *_: ()
    """Gives the faces of an edition in a colour."""

    width: float = 63.0
    """The width of a piece."""

    height: float = 88.0
    """The height of a piece."""

    line: float = 0
    """The least height of its lines."""

    each: Callable[[AnyRead, Words], Iterable[pieces.Face]] = lambda *_: ()
    """Gives the faces of a transcript."""


@frozen
class EmptyGrid:
    """A grid for any transcript of a document's edition."""

    grid: Callable[[AnyRead, Words], content.Grid]
    """Gives the grid."""

    copies: int = 4
    """The number of copies on a page."""

    fields: tuple[str, ...] = ("detective", "puzzle")
    """The keys of the words above it, each with room to write."""


def page_words(file: str, language: str) -> Words:
    """The words of pages: those of every transcript, and those in a file of the game's."""
    return {**words_of(COMMON, language), **words_of(file, language)}


_common_words = partial(page_words, COMMON)


def _answer_in_bold(document: AnyRead, words: Words) -> str:
    names = [f"**{escaped(name)}**" for name in answer(document)]
    if not names:
        return ""
    pattern = words.get("was") or ", ".join(["{}"] * len(names)) + "."
    return str(pattern).format(*names)


@frozen
class TranscriptPages(Generic[T]):
    """The pages of a game with transcripts. What is printed must be complete."""

    words: Callable[[str], Words] = _common_words
    """Gives the words of a language, which all other functions receive."""

    lists: Callable[[ReadTranscript[T, Any], Words], tuple[content.AnswerList, ...]] = players_and_seat
    """Gives the lists below the story."""

    worksheet: Callable[[ReadTranscript[T, Any], Words], content.Worksheet] = lines_and_grid
    """Gives the play with its notes."""

    empty_notes: Callable[[TranscriptEdition[Any], Words], content.Grid] | None = None
    """Gives the notes for any transcript of an edition.

    Without it they are those of the first transcript without the marks.
    """

    answer: Callable[[ReadTranscript[T, Any], Words], str] = _answer_in_bold
    """Gives the paragraph that begins the solution; it is empty if the truth does not say the answers.

    Unless a game has another, the answers are in bold, in the pattern named ``was`` if there is one.
    """

    empty: Mapping[str, EmptyGrid] = field(default_factory=dict)
    """Other grids, by the name of the product."""

    leaves: "Mapping[str, TranscriptPages[Any]]" = field(default_factory=dict)
    """Other sheets for each transcript, by the name of the product, with their own lists and worksheet."""

    story: bool = True
    """Whether a sheet has the story: some readers do not hear it."""

    cut: Mapping[str, CutDeck] = field(default_factory=dict)
    """What is cut out, by the name of the product; cards have names and kinds unless they are here."""

    called: Callable[[ReadTranscript[T, Any]], Mapping[str, str]] = lambda _: {}
    """Gives the names that fit into an English sentence, by slug."""

    title_drawing: Callable[[str], str] = lambda _: ""
    """Gives the drawing of a booklet in a colour, as SVG."""

    drawing: Callable[[str, int], str] = lambda *_: ""
    """Gives the drawing of a transcript in a colour, by its number in the booklet."""


def drawn(package: str, template: str, accent: str, **values: object) -> str:
    """A drawing of a game as SVG, in shades of a colour."""
    return fill_in(template, package, accent=accent, shades=edition_settings.shades(accent), **values)


def piece(product: str, documents: Sequence[AnyRead], look: pieces.PrintOptions) -> pieces.Piece:
    """A sheet for each transcript, or for all of them what is filled in or cut out."""
    pages = _pages_of(documents[0])
    if product == "sheet" or product in pages.leaves:
        return leaves(documents, look, product)
    if product == "notes" or product in pages.empty:
        return grid_sheet(pages.empty.get(product, EmptyGrid(_empty_notes)), documents[0], look)
    return cut_sheet(product, documents, look)


def cut_sheet(product: str, documents: Sequence[AnyRead], look: pieces.PrintOptions) -> pieces.CutSheet:
    """The content of sheets with all cards of an edition, and those of each of its transcripts."""
    first = documents[0]
    edition, accent, pages = first.settings, edition_settings.accent_of(look.colour), _pages_of(first)
    words = pages.words(edition.language)
    names = first.puzzle.game.decks().names(edition.deck)
    plain_faces = [pieces.Face(name.kind.capitalize(), name.name) for name in names]
    cut = pages.cut.get(product, CutDeck(lambda *_: plain_faces))
    faces = [*cut.faces(edition, accent, words)]
    for document in documents:
        faces += cut.each(document, words)
    return pieces.CutSheet(
        title=typographic(edition.title, edition.language),
        faces=tuple(_as_printed(face, edition) for face in faces),
        width=cut.width,
        height=cut.height,
        line=cut.line,
        palette=pieces.Palette(accent, **edition_settings.shades(accent)),
        language=edition.language,
        paper=look.paper,
        span=Span(str(edition.file)) if edition.file else look.span,
    )


def _as_printed(face: pieces.Face, edition: TranscriptEdition[Any]) -> pieces.Face:
    """A face with its texts as they are printed; a back without a text gets the title of the edition."""
    printed = partial(typographic, language=edition.language)
    return replace(
        face,
        name=printed(face.name),
        back=printed(face.back or edition.title),
        lines=tuple(map(printed, face.lines)),
    )


def _empty_notes(document: AnyRead, words: Words) -> content.Grid:
    """The grid that a game has for notes, or that of a document with nothing in it yet."""
    pages = _pages_of(document)
    if pages.empty_notes is not None:
        return pages.empty_notes(document.settings, words)
    grid = pages.worksheet(document, words).grid
    return replace(grid, groups=tuple(map(_without_marks, grid.groups)))


def _without_marks(group: content.GridGroup) -> content.GridGroup:
    rows = (replace(row, marks=("",) * len(row.marks)) for row in group.rows)
    return replace(group, rows=tuple(rows))


def grid_sheet(empty: EmptyGrid, document: AnyRead, look: pieces.PrintOptions) -> pieces.GridSheet:
    """The content of a page of grids that any transcript of an edition can be solved with."""
    edition = document.settings
    words = _pages_of(document).words(edition.language)
    return pieces.GridSheet(
        title=typographic(edition.title, edition.language),
        fields=tuple(words[name].format("").strip() for name in empty.fields),
        grid=empty.grid(document, words),
        copies=empty.copies,
        language=edition.language,
        paper=look.paper,
        span=Span(str(edition.file)) if edition.file else look.span,
        entries="cards",
    )


class PrintedProof(NamedTuple):
    """The proof that is printed below a solution."""

    lines: Sequence[str] = ()
    """The names of the lines that it rests on."""

    steps: Sequence[tuple[int, str]] = ()
    """The steps of its proof: the number of each, and what it says."""


def proof_of(document: AnyRead) -> PrintedProof:
    """The plainest proof of a transcript; its steps are put into words in English alone."""
    analysis = analysis_of(document)
    proved = queries.prove_solution(analysis, among="all")
    if proved is None:
        return PrintedProof()
    is_in_english = document.settings.language.partition("-")[0].lower() == "en"
    steps = ProofWriter(analysis).steps(proved.proof) if is_in_english else ()
    return PrintedProof(proved.proof.sources, [(step.number, step.says) for step in steps])


def booklet(documents: Sequence[AnyRead], look: pieces.PrintOptions) -> content.Booklet:
    """The content of a booklet of transcripts of one edition.

    Their solutions, with proofs in words, end it.
    """
    language = documents[0].settings.language
    pages = _pages_of(documents[0])
    words = pages.words(language)
    accent = edition_settings.accent_of(look.colour)
    count = len(documents)
    puzzles = []
    for number, (document, file) in enumerate(zip(documents, look.files, strict=True), 1):
        puzzles.append(
            _case_pages(
                document,
                proof_of(document),
                heading=words["puzzle"].format(number),
                solution_heading=words["solution_of"].format(number),
                drawing=pages.drawing(accent, number),
                file=file,
            )
        )
    return content.Booklet(
        slug=look.slug,
        title=typographic(look.title, language),
        subtitle=words["one_puzzle"] if count == 1 else words["many_puzzles"].format(count),
        notice=words["notice"],
        solutions_title=words["solutions"],
        solutions_notice=words["solutions_notice"],
        language=language,
        paper=look.booklet_paper,
        accent=accent,
        cases=tuple(puzzles),
        span=look.span,
        drawing=pages.title_drawing(accent),
        contents_title=words["contents"],
        guide=tuple(words["guide"]),
        entries="cards",
    )


def leaves(documents: Sequence[AnyRead], look: pieces.PrintOptions, product: str = "sheet") -> pieces.Leaves:
    """The content of sheets, each with a transcript.

    The heading of a sheet is the number of its transcript, or the title of the edition if there is only one.
    """
    edition = documents[0].settings
    words = _pages_of(documents[0]).words(edition.language)
    sheets = []
    for number, document in enumerate(documents, 1):
        heading = words["puzzle"].format(number)
        if len(documents) == 1:
            heading = typographic(edition.title, edition.language) or heading
        leaf = _pages_of(document).leaves.get(product)
        sheets.append(_case_pages(document, heading=heading, solution_heading=words["solution"], leaf=leaf))
    return pieces.Leaves(
        title=typographic(look.title, edition.language),
        cases=tuple(sheets),
        accent=edition_settings.accent_of(look.colour),
        language=edition.language,
        paper=look.paper,
        span=look.span,
        solution=look.solution,
    )


def lock_texts(document: AnyRead) -> Iterator[tuple[str, content.Passage]]:
    """The texts that are printed of a transcript, each under the name that a lock file has for it."""
    language = document.settings.language
    yield "title", content.Passage((typographic(document.title, language),), document.source.whole())
    yield "presentation", defaults_pages.passage_of(document.source, document.puzzle.presentation)
    yield "solution", _solution(document, _pages_of(document).words(language), proof_of(document))


def _case_pages(
    document: AnyRead,
    proof: PrintedProof = PrintedProof(),  # noqa: B008 - it is immutable
    *,
    heading: str,
    solution_heading: str,
    drawing: str = "",
    file: str = "",
    leaf: TranscriptPages[Any] | None = None,
) -> content.CasePages:
    """The content of the pages of a transcript.

    Args:
        document: the transcript.
        proof: what is printed below its solution.
        heading: the heading of its first page.
        solution_heading: the heading of its solution.
        drawing: its drawing, as SVG.
        file: its file, as the booklet names it.
        leaf: what decides on its lists, its worksheet and its story, if it is not what the game prints.
    """
    puzzle, language = document.puzzle, document.settings.language
    words = _pages_of(document).words(language)
    layout = leaf or _pages_of(document)
    story = puzzle.presentation if layout.story else ()
    return content.CasePages(
        heading=heading,
        title=typographic(puzzle.title, language),
        level=words[puzzle.level],
        presentation=defaults_pages.passage_of(document.source, story),
        answers=layout.lists(document, words),
        groups=(),
        paragraphs=(),
        solution_heading=solution_heading,
        solution=_solution(document, words, proof),
        drawing=drawing,
        file=file,
        worksheet=layout.worksheet(document, words),
        author=words["by"].format(typographic(puzzle.author, language)) if puzzle.author else "",
    )


def _solution(document: AnyRead, words: Words, proof: PrintedProof) -> content.Passage:
    """The answers, the writer's solution, and below it what was proved."""
    pages = _pages_of(document)
    answer_paragraph = pages.answer(document, words)
    writers_solution = defaults_pages.passage_of(document.source, document.puzzle.solution)
    names = pages.called(document)
    paragraphs = [answer_paragraph] if answer_paragraph else []
    paragraphs += writers_solution.prose
    if proof.lines:
        paragraphs.append(words["needed"].format(", ".join(proof.lines)))
    paragraphs += [f"**{number}** {escaped(_with_names(says, names))}" for number, says in proof.steps]
    return content.Passage(tuple(paragraphs), writers_solution.span)


def _with_names(text: str, names: Mapping[str, str]) -> str:
    """An English sentence with the names of cards in place of their slugs, which may have a capital."""
    replacements: dict[str, str] = {}
    for slug, name in names.items():
        replacements[slug] = name
        replacements[slug.capitalize()] = capital(name)
    return _WORD.sub(lambda word: replacements.get(word[0], word[0]), text)


def with_article(name: str) -> str:
    """A name with "the", unless it says whose it is: "Rope" becomes "the rope", "Anna's rope" stays.

    It keeps its first capital only if there is another one in it.
    """
    uncapitalized = name[:1].lower() + name[1:]
    if uncapitalized.islower():
        name = uncapitalized
    has_article = name.lower().startswith("the ") or _POSSESSIVE.search(name)
    return name if has_article else f"the {name}"


def escaped(text: str) -> str:
    """A text as prose that is printed as it is."""
    return _MARKUP.sub(r"\\\1", text)


def _pages_of(document: AnyRead) -> TranscriptPages[Any]:
    """The pages that the game of a transcript prints."""
    pages: TranscriptPages[Any] = document.puzzle.game.page_spec()
    return pages


class TranscriptPagesRoom:
    """Transcripts on paper."""

    def __init__(self, game: TranscriptGame[Any]) -> None:
        self.game = game

    def booklet(self, documents: Sequence[AnyRead], look: pieces.PrintOptions) -> content.Booklet:
        """The content of a booklet."""
        return booklet(documents, look)

    def piece(self, product: str, documents: Sequence[AnyRead], look: pieces.PrintOptions) -> pieces.Piece:
        """The content of another product."""
        return piece(product, documents, look)

    def paragraphs(self, _document: AnyRead, _number: int) -> tuple[()]:
        """None: no paragraph has a number."""
        return ()

    def lock_texts(self, document: AnyRead) -> Iterator[tuple[str, content.Passage]]:
        """The texts that are printed of a transcript."""
        return lock_texts(document)

    def ticket_terms(self, language: str) -> papers.Terms:
        """The words of a job ticket."""
        return defaults_pages.ticket_terms(language, self.game.page_spec().words(language)["uses"])

    def asset_files(self, _document: AnyRead) -> tuple[()]:
        """None: a document and its edition are all that decides what is printed of it."""
        return ()

    def with_placeholders(self, document: AnyRead, stand_in: Callable[[str], str]) -> AnyRead:
        """With a presentation and a solution; nothing can be in the place of a move."""
        puzzle = document.puzzle
        presentation = puzzle.presentation or (Prose(stand_in("presentation")),)
        solution = puzzle.solution or (Prose(stand_in("solution")),)
        return replace(document, puzzle=replace(puzzle, presentation=presentation, solution=solution))
