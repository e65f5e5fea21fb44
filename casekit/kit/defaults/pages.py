"""The pages of documents of prose and lines, and the words of job tickets and imprints.

They are in the languages that the fixed words of pages are known in.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from casekit.diagnostics import Prose, Source
from casekit.kit import edition_settings
from casekit.kit.defaults.document import PlainDocument, prose_blocks
from casekit.kit.edition_settings import Imprint
from casekit.language.formula.nodes import Scope
from casekit.print.content import booklet as content, papers, pieces
from casekit.print.content.papers import Terms
from casekit.prose.markup import typographic
from casekit.resources import words, words_by_language
from casekit.values import replace

if TYPE_CHECKING:
    from casekit.kit.defaults.game import PlainGame

BOOKLETS = "kit/words/booklets.toml"

LANGUAGES = ("en", "de", "fr")
"""The languages that fixed words are known in."""


def ticket_terms(language: str, uses: Mapping[str, str]) -> Terms:
    """The words of a ticket in a language.

    ``uses`` says for each product but booklet and cover what to do with it.
    """
    terms = {name: term for name, term in words(BOOKLETS, language).items() if name not in {"imprint", "box"}}
    return Terms(**terms | {"uses": {**terms["uses"], **uses}})


def box_terms(terms: Terms, language: str) -> Terms:
    """The words of the list of what goes into a box.

    A game or its ticket says how often each thing is printed and what is done with it.
    """
    box = words(BOOKLETS, language)["box"]
    uses = {**terms.uses, "booklet": box["booklet"]}
    for kind, use in uses.items():
        uses[kind] = terms.often.get(kind, f"{box['once']} {use}")
    return replace(terms, title=box["title"], facts="{}", sheets=box["sheets"], all=box["all"], uses=uses)


def ticket_titles() -> tuple[str, ...]:
    """How job tickets and lists of boxes begin, in all languages; ``{}`` stands for the title."""
    titles = []
    for table in words_by_language(BOOKLETS).values():
        titles += [table["title"], table["box"]["title"]]
    return tuple(titles)


def imprint_of(imprint: Imprint, isbn: str, language: str) -> tuple[str, ...]:
    """The paragraphs of an imprint page, in the order of print; none if the imprint is empty."""
    phrases = words(BOOKLETS, language)["imprint"]
    year = str(imprint.year) if imprint.year else ""
    published = ""
    if imprint.publisher:
        pattern = phrases["published_in"] if year else phrases["published"]
        published = pattern.format(imprint.publisher, year)
    paragraphs = (
        *imprint.credits,
        published or year,
        imprint.printing,
        phrases["printed"].format(imprint.printer) if imprint.printer else "",
        imprint.rights,
        f"ISBN {isbn}" if isbn else "",
    )
    return tuple(typographic(text, language) for text in paragraphs if text.strip())


PRESENTATION, SOLUTION = "presentation", "solution"
"""The blocks that are printed at the head of a document and among the solutions; other prose is its
sources."""

_WORDS = "kit/words/plain.toml"


class PlainPagesRoom:
    """Prose of the sources with a grid, and solutions at the end."""

    def __init__(self, game: "PlainGame") -> None:
        self.game = game

    def booklet(self, documents: Sequence[PlainDocument], look: pieces.PrintOptions) -> content.Booklet:
        """Documents, and at the end their solutions."""
        language = documents[0].settings.language
        said = words(_WORDS, language)
        cases = tuple(
            _pages(self.game, document, str(number), file)
            for number, (document, file) in enumerate(zip(documents, look.files, strict=True), 1)
        )
        return content.Booklet(
            slug=look.slug,
            title=typographic(look.title, language),
            subtitle=typographic(self.game.title, language),
            notice="",
            solutions_title=said["solutions"],
            solutions_notice=said["notice"],
            language=language,
            paper=look.booklet_paper,
            accent=edition_settings.accent_of(look.colour),
            cases=cases,
            span=look.span,
            contents_title=said["contents"],
        )

    def piece(
        self, _product: str, documents: Sequence[PlainDocument], look: pieces.PrintOptions
    ) -> pieces.Leaves:
        """Sheets, each with a document."""
        language = documents[0].settings.language
        return pieces.Leaves(
            title=typographic(look.title, language),
            cases=tuple(
                _pages(self.game, document, str(number)) for number, document in enumerate(documents, 1)
            ),
            accent=edition_settings.accent_of(look.colour),
            language=language,
            paper=look.paper,
            span=look.span,
            solution=look.solution,
        )

    def paragraphs(self, _document: PlainDocument, _number: int) -> tuple[()]:
        """None: no paragraph has a number."""
        return ()

    def lock_texts(self, document: PlainDocument) -> Iterator[tuple[str, content.Passage]]:
        """Title and prose, each text under the name of its block."""
        title = typographic(document.title, document.settings.language)
        yield "title", content.Passage((title,), document.source.whole())
        for kind in prose_blocks(self.game.dialect):
            yield kind, passage_of(document.source, document.prose.get(kind, ()))

    def ticket_terms(self, language: str) -> papers.Terms:
        """The words of a job ticket; sheets are printed as they are."""
        sheet = words(_WORDS, language)["sheet"]
        names = [product.name for product in self.game.products]
        return ticket_terms(language, {name: sheet for name in names if name not in {"booklet", "cover"}})

    def asset_files(self, _document: PlainDocument) -> tuple[()]:
        """None: a document is all that decides what is printed of it."""
        return ()

    def with_placeholders(self, document: PlainDocument, stand_in: Callable[[str], str]) -> PlainDocument:
        """With a text for each block that lacks its prose."""
        texts = {}
        for kind in prose_blocks(self.game.dialect):
            texts[kind] = document.prose.get(kind) or (Prose(stand_in(kind)),)
        return replace(document, prose=texts)


def _pages(game: "PlainGame", document: PlainDocument, number: str, file: str = "") -> content.CasePages:
    language = document.settings.language
    return content.CasePages(
        heading=f"{game.dialect.noun.capitalize()} {number}",
        title=typographic(document.title, language),
        level="",
        presentation=passage_of(document.source, document.prose.get(PRESENTATION, ())),
        answers=(),
        groups=(),
        paragraphs=(),
        solution_heading=f"{words(_WORDS, language)['solution']} {number}",
        solution=passage_of(document.source, document.prose.get(SOLUTION, ())),
        file=file,
        worksheet=_worksheet(game, document),
        author=typographic(document.header.get("author", ""), language),
    )


def _worksheet(game: "PlainGame", document: PlainDocument) -> content.Worksheet:
    """The statements of the sources, and a grid of all values that their facts may have."""
    language = document.settings.language
    lines: list[tuple[content.RecordCell, ...]] = []
    for kind in prose_blocks(game.dialect):
        if kind not in {PRESENTATION, SOLUTION}:
            heading = typographic(kind.capitalize(), language)
            lines += [(heading, typographic(prose.text, language)) for prose in document.prose.get(kind, ())]
    record = content.Record("", (content.RecordColumn("", "name"), content.RecordColumn("")), tuple(lines))
    return content.Worksheet(record, values_grid(document.scope, ""))


def values_grid(scope: Scope, title: str) -> content.Grid:
    """All values that facts without arguments may have, by facts."""
    facts = [function for function in scope.functions if not function.arguments and function.values]
    columns = tuple(content.GridColumn(fact.name, fact.name[:3]) for fact in facts)
    no_marks = ("",) * len(columns)
    groups = []
    for sort in dict.fromkeys(fact.values for fact in facts if fact.values):
        rows = tuple(content.GridRow(value, no_marks) for value in sort.values)
        groups.append(content.GridGroup(sort.name, rows))
    return content.Grid(title, columns, tuple(groups))


def passage_of(source: Source, prose: Sequence[Prose]) -> content.Passage:
    """Paragraphs of a text where the first of them is, or the text's beginning if there is none."""
    span = source.span(prose[0].place.start, prose[0].place.end) if prose else source.whole()
    return content.Passage(tuple(paragraph.text for paragraph in prose), span)
