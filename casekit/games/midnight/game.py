"""Midnight Murder Mysteries as the rest of casekit sees it (``casekit.kit.interface``)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from casekit.diagnostics import Diagnostic, Span
from casekit.games.midnight import codes
from casekit.games.midnight.language.line_forms import CASE
from casekit.kit.interface import ENDLESS, CreationOption, Game, Product, later, value

if TYPE_CHECKING:
    from casekit.games.midnight.document import Case, Edition
    from casekit.print.content.pieces import Piece, PrintOptions


def _no_cards(settings: "Edition", place: str) -> Diagnostic | None:
    if settings.events is not None:
        return None
    return Diagnostic(
        codes.MISSING_DECK,
        "this edition has no event cards to print",
        Span(place),
        hint='name their file in edition.toml, as in `deck = "deck.toml"`',
    )


def _piece(product: str, cases: "Sequence[Case]", look: "PrintOptions") -> "Piece":
    if product == "solo":
        from casekit.games.midnight.play.playbook import solo_leaflet

        return solo_leaflet(cases, look)
    from casekit.games.midnight.pages.accessories import piece

    return piece(product, cases[0].edition, look)


GAME: "Game[Case, Edition]" = Game(
    name="midnight",
    title="Midnight Murder Mysteries",
    dialect=CASE,
    products=(
        Product("booklet", each_booklet=True, alone=True),
        Product("cover", each_booklet=True),
        Product("sheet", each_booklet=True, alone=True),
        Product("flap", each_booklet=True),
        Product("cards", missing=_no_cards),
        Product("stickers"),
        Product("plan"),
        Product("track"),
        Product("pieces"),
        Product("rules", folded=True),
        Product("turn"),
        Product("solo", each_booklet=True, folded=True, boxed=True),
    ),
    built_in=later("casekit.games.midnight.language.edition_file:built_in"),
    edition=later("casekit.games.midnight.language.edition_file:built_in_source"),
    load=later("casekit.games.midnight.language.edition_file:load"),
    read=later("casekit.games.midnight.language.resolver:resolve"),
    words=later("casekit.games.midnight.authoring:words"),
    check=later("casekit.games.midnight.checks.runner:check_text"),
    gaps=later("casekit.games.midnight.checks.completeness:gaps"),
    interrogation=later("casekit.games.midnight.analysis:interrogation"),
    ambiguous=later("casekit.games.midnight.checks.completeness:repeated"),
    assets=later("casekit.games.midnight.pages.edition_look:assets"),
    review=later("casekit.games.midnight.proofreading.review:review_case"),
    blind=later("casekit.games.midnight.proofreading.summaries:blind_case"),
    manuscript=later("casekit.games.midnight.proofreading.summaries:manuscript_of_case"),
    draft=later("casekit.games.midnight.proofreading.progress:draft_of_case"),
    filled_in=later("casekit.games.midnight.pages.edition_look:filled_in"),
    source_tables=later("casekit.games.midnight.proofreading.summaries:path_tables"),
    plain_words=later("casekit.games.midnight.theory.verbalizer:CaseVerbalizer"),
    figures=value("casekit.games.midnight.theory.metrics_report:FIGURES"),
    booklet=later("casekit.games.midnight.pages.booklet:booklet"),
    piece=_piece,
    paragraphs=later("casekit.games.midnight.pages.booklet:paragraphs_of"),
    texts_of=later("casekit.games.midnight.pages.booklet:texts_of"),
    ticket=later("casekit.games.midnight.pages.booklet:ticket"),
    translatable=later("casekit.games.midnight.translatable:translatable"),
    mentions=later("casekit.games.midnight.authoring:mentions"),
    headings=later("casekit.games.midnight.authoring:headings"),
    heading_keys=later("casekit.games.midnight.authoring:heading_keys"),
    offers=later("casekit.games.midnight.authoring:offers"),
    of_edition=later("casekit.games.midnight.authoring:of_edition"),
    options=(
        CreationOption("level", "How hard it is to be.", "amateur", ("amateur", "expert")),
        CreationOption("ending", "Who is to have done it.", "murder", ("murder", "suicide", "accident")),
        CreationOption("players", "How many detectives are at the simulated tables.", 4, range(2, 6)),
        CreationOption("seed", "Which plots to make up; the same seed gives the same skeleton.", 1, ENDLESS),
    ),
    made=later("casekit.games.midnight.generator.commands:made"),
    completed=later("casekit.games.midnight.generator.commands:completed"),
    tabletop=value("casekit.games.midnight.board.state:RULES"),
)
