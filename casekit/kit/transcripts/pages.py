"""The printed parts of complete transcripts, as page content, with defaults that fit most games.

``booklet`` gives the content of a booklet, ``leaves`` that of sheets with a transcript on each;
``casekit.print`` turns them into PDFs.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Generic

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


def players_and_seat(
    document: AnyRead, words: Words, known: Sequence[str] | None = None
) -> tuple[content.AnswerList, ...]:
    """The players at the table, and what the seat knows.

    That is ``known``, or the lines of the seat unless a game gives it.
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
    """The lines of play by their numbers, with the ``cells`` of each line below ``heads``, and notes."""
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


_WORD = re.compile(r"[^\W\d_][\w-]*")
_OWNED = re.compile(r"['’]s ")
_SPECIAL = re.compile(r"([\\\\*])")

COMMON = "kit/transcripts/words/pages.toml"


@frozen
class CutDeck:
    """Cards, tiles or tokens that are cut out: ``faces`` are those of an edition in a colour.

    ``each`` gives those of a transcript. The size of a piece, and the least height of its lines, are in
    millimetres.
    """

    faces: Callable[[TranscriptEdition[Any], str, Words], Iterable[pieces.Face]] = lambda *_: ()
    width: float = 63.0
    height: float = 88.0
    line: float = 0
    each: Callable[[AnyRead, Words], Iterable[pieces.Face]] = lambda *_: ()


@frozen
class EmptyGrid:
    """A grid for any transcript of a document's edition.

    ``copies`` is how often it is on a page, ``fields`` are the words for what is written above it.
    """

    grid: Callable[[AnyRead, Words], content.Grid]
    copies: int = 4
    fields: tuple[str, ...] = ("detective", "puzzle")


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
    """The pages of a game with transcripts. What is printed must be complete.

    ``words`` gives the words of a language, which all other functions receive. ``lists`` are below the story;
    ``worksheet`` is the play with its notes.

    ``empty_notes`` is a grid for any transcript of an edition; a game without one has the grid of its first
    transcript without the marks. ``empty`` has other grids, and ``cut`` what is cut out, by the name of the
    product; a game without a ``cut`` has cards with names. Further ``leaves`` have the lists and the
    worksheet of other pages, and no ``story`` if their readers do not hear it.

    ``answer`` is the paragraph that begins the solution, with the answers in bold; it is empty if the truth
    does not give them. A game's word ``was`` may be a pattern for it. ``called`` gives names that fit into an
    English sentence, by slug. ``title_drawing`` is the drawing of a booklet in a colour, ``drawing`` that of
    its transcript with a number.
    """

    words: Callable[[str], Words] = _common_words
    lists: Callable[[ReadTranscript[T, Any], Words], tuple[content.AnswerList, ...]] = players_and_seat
    worksheet: Callable[[ReadTranscript[T, Any], Words], content.Worksheet] = lines_and_grid
    empty_notes: Callable[[TranscriptEdition[Any], Words], content.Grid] | None = None
    answer: Callable[[ReadTranscript[T, Any], Words], str] = _answer_in_bold
    empty: Mapping[str, EmptyGrid] = field(default_factory=dict)
    leaves: "Mapping[str, TranscriptPages[Any]]" = field(default_factory=dict)
    story: bool = True
    cut: Mapping[str, CutDeck] = field(default_factory=dict)
    called: Callable[[ReadTranscript[T, Any]], Mapping[str, str]] = lambda _: {}
    title_drawing: Callable[[str], str] = lambda _: ""
    drawing: Callable[[str, int], str] = lambda *_: ""


def drawn(package: str, template: str, accent: str, **values: object) -> str:
    """A drawing of a game as SVG, in shades of a colour."""
    return fill_in(template, package, accent=accent, shades=edition_settings.shades(accent), **values)


def piece(product: str, documents: Sequence[AnyRead], look: pieces.PrintOptions) -> pieces.Piece:
    """A sheet for each transcript, or for all of them what is filled in or cut out."""
    pages = _of(documents[0])
    if product == "sheet" or product in pages.leaves:
        return leaves(documents, look, product)
    if product == "notes" or product in pages.empty:
        return grid_sheet(pages.empty.get(product, EmptyGrid(_notes)), documents[0], look)
    return cut_sheet(product, documents, look)


def cut_sheet(product: str, documents: Sequence[AnyRead], look: pieces.PrintOptions) -> pieces.CutSheet:
    """The content of sheets with all cards of an edition, and those of each of its transcripts."""
    first = documents[0]
    edition, accent, pages = first.settings, edition_settings.accent_of(look.colour), _of(first)
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
    """A face with its names as they are printed.

    On its back is the title of the edition, if there is nothing else.
    """
    printed = partial(typographic, language=edition.language)
    return replace(
        face,
        name=printed(face.name),
        back=printed(face.back or edition.title),
        lines=tuple(map(printed, face.lines)),
    )


def _notes(document: AnyRead, words: Words) -> content.Grid:
    """The grid that a game has for notes, or that of a document with nothing in it yet."""
    pages = _of(document)
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
    words = _of(document).words(edition.language)
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


Proof = tuple[Sequence[str], Sequence[tuple[int, str]]]
"""The print below a solution: the lines that it rests on, and the numbered steps of its proof."""


def proof_of(document: AnyRead) -> Proof:
    """The plainest proof of a transcript; its steps are put into words in English alone."""
    analysis = analysis_of(document)
    proved = queries.prove_solution(analysis, among="all")
    if proved is None:
        return (), ()
    in_english = document.settings.language.partition("-")[0].lower() == "en"
    steps = ProofWriter(analysis).steps(proved.proof) if in_english else ()
    return proved.proof.sources, [(step.number, step.says) for step in steps]


def booklet(documents: Sequence[AnyRead], look: pieces.PrintOptions) -> content.Booklet:
    """The content of a booklet of transcripts of one edition.

    Their solutions, with proofs in words, end it.
    """
    language = documents[0].settings.language
    pages = _of(documents[0])
    words = pages.words(language)
    accent = edition_settings.accent_of(look.colour)
    count = len(documents)
    puzzles = []
    for number, (document, file) in enumerate(zip(documents, look.files, strict=True), 1):
        puzzles.append(
            _pages(
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
    """The content of sheets, each with a transcript; one alone has no number, but the name of its edition."""
    edition = documents[0].settings
    words = _of(documents[0]).words(edition.language)
    alone = typographic(edition.title, edition.language) if len(documents) == 1 else ""
    sheets = []
    for number, document in enumerate(documents, 1):
        heading = alone or words["puzzle"].format(number)
        leaf = _of(document).leaves.get(product)
        sheets.append(_pages(document, heading=heading, solution_heading=words["solution"], leaf=leaf))
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
    yield "solution", _solution(document, _of(document).words(language), proof_of(document))


def _pages(
    document: AnyRead,
    proof: Proof = ((), ()),
    *,
    heading: str,
    solution_heading: str,
    drawing: str = "",
    file: str = "",
    leaf: TranscriptPages[Any] | None = None,
) -> content.CasePages:
    puzzle, language = document.puzzle, document.settings.language
    words = _of(document).words(language)
    layout = leaf or _of(document)
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


def _solution(document: AnyRead, words: Words, proof: Proof) -> content.Passage:
    """The answers, the writer's solution, and below it what was proved."""
    pages, (lines, steps) = _of(document), proof
    answer_paragraph = pages.answer(document, words)
    written = defaults_pages.passage_of(document.source, document.puzzle.solution)
    names = pages.called(document)
    paragraphs = [answer_paragraph] if answer_paragraph else []
    paragraphs += written.prose
    if lines:
        paragraphs.append(words["needed"].format(", ".join(lines)))
    paragraphs += [f"**{number}** {escaped(_with_names(step, names))}" for number, step in steps]
    return content.Passage(tuple(paragraphs), written.span)


def _with_names(text: str, names: Mapping[str, str]) -> str:
    """An English sentence about cards and the like, with names that fit into it in place of slugs."""
    replacements: dict[str, str] = {}
    for slug, name in names.items():
        replacements[slug] = name
        replacements[slug.capitalize()] = capital(name)
    return _WORD.sub(lambda word: replacements.get(word[0], word[0]), text)


def with_article(name: str) -> str:
    """A name with "the", unless it says whose it is.

    It keeps its capital only if there is another one in it.
    """
    uncapitalized = name[:1].lower() + name[1:]
    if uncapitalized.islower():
        name = uncapitalized
    has_article = name.lower().startswith("the ") or _OWNED.search(name)
    return name if has_article else f"the {name}"


def escaped(text: str) -> str:
    """A text as prose that is printed as it is."""
    return _SPECIAL.sub(r"\\\1", text)


def _of(document: AnyRead) -> TranscriptPages[Any]:
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
