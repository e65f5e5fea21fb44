"""The pages of documents of prose and lines, and the words of job tickets and imprints, in the languages that the fixed words of pages are known in."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from casekit.diagnostics import Prose, Source
from casekit.kit import edition_settings as bindings
from casekit.kit.defaults.document import PlainDocument, prose_blocks
from casekit.kit.edition_settings import Imprint
from casekit.kit.interface import AnyGame
from casekit.language.formula.nodes import Scope
from casekit.print.content import booklet as content, papers, pieces
from casekit.print.content.papers import Terms
from casekit.prose.markup import label
from casekit.resources import spoken, words

BOOKLETS = "kit/words/booklets.toml"

LANGUAGES = ("en", "de", "fr")
"""The languages that fixed words are known in."""


def ticket_terms(language: str, uses: Mapping[str, str]) -> Terms:
    """The words of a ticket in a language; ``uses`` say of each product but booklet and cover what to do with it."""
    table = {name: each for name, each in words(BOOKLETS, language).items() if name not in {"imprint", "box"}}
    return Terms(**table | {"uses": {**table["uses"], **uses}})


def box_terms(terms: Terms, language: str) -> Terms:
    """The words of the list of what goes into a box: how often each thing is printed and what is done with it, as a game or its ticket says."""
    box = words(BOOKLETS, language)["box"]
    uses = {**terms.uses, "booklet": box["booklet"]}
    told = {kind: terms.often.get(kind, f"{box['once']} {use}") for kind, use in uses.items()}
    return replace(terms, title=box["title"], facts="{}", sheets=box["sheets"], all=box["all"], uses=told)


def ticket_titles() -> tuple[str, ...]:
    """How job tickets and lists of boxes begin, in all languages; ``{}`` stands for the title."""
    return tuple(each["title"] for table in spoken(BOOKLETS).values() for each in (table, table["box"]))


def imprint_of(imprint: Imprint, isbn: str, language: str) -> tuple[str, ...]:
    """The paragraphs of an imprint page, in the order in which they are printed; none if there is nothing to say."""
    said = words(BOOKLETS, language)["imprint"]
    year = str(imprint.year) if imprint.year else ""
    published = ""
    if imprint.publisher:
        form = said["published_in"] if year else said["published"]
        published = form.format(imprint.publisher, year)
    told = (
        *imprint.credits,
        published or year,
        imprint.printing,
        said["printed"].format(imprint.printer) if imprint.printer else "",
        imprint.rights,
        f"ISBN {isbn}" if isbn else "",
    )
    return tuple(label(text, language) for text in told if text.strip())


PRESENTATION, SOLUTION = "presentation", "solution"
"""The blocks that are printed at the head of a document, and where solutions are. The others with prose are its sources."""

_WORDS = "kit/words/plain.toml"


def booklet(game: AnyGame, documents: Sequence[PlainDocument], look: pieces.PrintOptions) -> content.Booklet:
    """Documents, and at the end their solutions."""
    language = documents[0].settings.language
    said = words(_WORDS, language)
    return content.Booklet(
        slug=look.slug,
        title=label(look.title, language),
        subtitle=label(game.title, language),
        notice="",
        solutions_title=said["solutions"],
        solutions_notice=said["notice"],
        language=language,
        paper=look.booklet_paper,
        accent=bindings.accent_of(look.colour),
        cases=tuple(
            _pages(game, document, str(number), file)
            for number, (document, file) in enumerate(zip(documents, look.files, strict=True), 1)
        ),
        span=look.span,
        contents_title=said["contents"],
    )


def piece(
    game: AnyGame, _product: str, documents: Sequence[PlainDocument], look: pieces.PrintOptions
) -> pieces.Leaves:
    """Sheets, each with a document."""
    language = documents[0].settings.language
    return pieces.Leaves(
        title=label(look.title, language),
        cases=tuple(_pages(game, each, str(number)) for number, each in enumerate(documents, 1)),
        accent=bindings.accent_of(look.colour),
        language=language,
        paper=look.paper,
        span=look.span,
        solution=look.solution,
    )


def texts_of(game: AnyGame, document: PlainDocument) -> Iterator[tuple[str, content.Passage]]:
    """Title and prose, each text under the name of its block."""
    yield (
        "title",
        content.Passage((label(document.title, document.settings.language),), document.source.whole()),
    )
    for kind in prose_blocks(game.dialect):
        yield kind, passage_of(document.source, document.prose.get(kind, ()))


def ticket(game: AnyGame, language: str) -> papers.Terms:
    """The words of a job ticket; sheets are printed as they are."""
    sheet = words(_WORDS, language)["sheet"]
    return ticket_terms(
        language, {each.name: sheet for each in game.products if each.name not in {"booklet", "cover"}}
    )


def _pages(game: AnyGame, document: PlainDocument, number: str, file: str = "") -> content.CasePages:
    language = document.settings.language
    return content.CasePages(
        heading=f"{game.dialect.noun.capitalize()} {number}",
        title=label(document.title, language),
        level="",
        presentation=passage_of(document.source, document.prose.get(PRESENTATION, ())),
        answers=(),
        groups=(),
        paragraphs=(),
        solution_heading=f"{words(_WORDS, language)['solution']} {number}",
        solution=passage_of(document.source, document.prose.get(SOLUTION, ())),
        file=file,
        worksheet=_worksheet(game, document),
        author=label(document.header.get("author", ""), language),
    )


def _worksheet(game: AnyGame, document: PlainDocument) -> content.Worksheet:
    """The statements of the sources, and a grid of all values that their facts may have."""
    language = document.settings.language
    sources = [kind for kind in prose_blocks(game.dialect) if kind not in {PRESENTATION, SOLUTION}]
    lines = tuple(
        (label(kind.capitalize(), language), label(each.text, language))
        for kind in sources
        for each in document.prose.get(kind, ())
    )
    record = content.Record("", (content.RecordColumn("", "name"), content.RecordColumn("")), lines)
    return content.Worksheet(record, values_grid(document.scope, ""))


def values_grid(scope: Scope, title: str) -> content.Grid:
    """All values that facts without arguments may have, by facts."""
    facts = [each for each in scope.functions if not each.arguments and each.values]
    columns = tuple(content.GridColumn(each.name, each.name[:3]) for each in facts)
    groups = tuple(
        content.GridGroup(
            sort.name, tuple(content.GridRow(value, ("",) * len(columns)) for value in sort.values)
        )
        for sort in dict.fromkeys(each.values for each in facts if each.values)
    )
    return content.Grid(title, columns, groups)


def passage_of(source: Source, prose: Sequence[Prose]) -> content.Passage:
    """Paragraphs of a text where the first of them is, or the text's beginning if there is none."""
    span = source.span(prose[0].place.start, prose[0].place.end) if prose else source.whole()
    return content.Passage(tuple(each.text for each in prose), span)
