"""Midnight Murder Mysteries as the rest of casekit sees it (``casekit.games.game``)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from casekit.diagnostics import Diagnostic, Span
from casekit.games.game import ENDLESS, Game, MadeBy, Printable, later, value
from casekit.games.midnight import codes
from casekit.games.midnight.reading.case_forms import CASE

if TYPE_CHECKING:
    from casekit.games.midnight.edition_and_case import Case, Edition
    from casekit.print.content.pieces import Look, Piece


def _no_cards(settings: "Edition", place: str) -> Diagnostic | None:
    if settings.events is not None:
        return None
    return Diagnostic(
        codes.MISSING_DECK,
        "this edition has no event cards to print",
        Span(place),
        hint='name their file in edition.toml, as in `deck = "deck.toml"`',
    )


def _piece(product: str, cases: "Sequence[Case]", look: "Look") -> "Piece":
    if product == "solo":
        from casekit.games.midnight.table.case_playbook import solo_leaflet

        return solo_leaflet(cases, look)
    from casekit.games.midnight.printing.accessories import piece

    return piece(product, cases[0].edition, look)


GAME: "Game[Case, Edition]" = Game(
    name="midnight",
    title="Midnight Murder Mysteries",
    dialect=CASE,
    products=(
        Printable("booklet", each_booklet=True, alone=True),
        Printable("cover", each_booklet=True),
        Printable("sheet", each_booklet=True, alone=True),
        Printable("flap", each_booklet=True),
        Printable("cards", missing=_no_cards),
        Printable("stickers"),
        Printable("plan"),
        Printable("track"),
        Printable("pieces"),
        Printable("rules", folded=True),
        Printable("turn"),
        Printable("solo", each_booklet=True, folded=True, boxed=True),
    ),
    built_in=later("casekit.games.midnight.reading.edition_file:built_in"),
    edition=later("casekit.games.midnight.reading.edition_file:built_in_source"),
    load=later("casekit.games.midnight.reading.edition_file:load"),
    read=later("casekit.games.midnight.reading.resolve:resolve"),
    words=later("casekit.games.midnight.case_authoring:words"),
    check=later("casekit.games.midnight.checks.all_checks:check_text"),
    gaps=later("casekit.games.midnight.checks.completeness:gaps"),
    interrogation=later("casekit.games.midnight.case_interrogation:interrogation"),
    ambiguous=later("casekit.games.midnight.checks.completeness:repeated"),
    assets=later("casekit.games.midnight.printing.own_look:assets"),
    review=later("casekit.games.midnight.review.case_review:review_case"),
    blind=later("casekit.games.midnight.review.case_overviews:blind_case"),
    manuscript=later("casekit.games.midnight.review.case_overviews:manuscript_of_case"),
    draft=later("casekit.games.midnight.review.writing_state:draft_of_case"),
    filled_in=later("casekit.games.midnight.printing.own_look:filled_in"),
    source_tables=later("casekit.games.midnight.review.case_overviews:path_tables"),
    plain_words=later("casekit.games.midnight.asking.case_plain_words:CasePlainWords"),
    figures=value("casekit.games.midnight.asking.case_report:FIGURES"),
    booklet=later("casekit.games.midnight.printing.booklet_text:booklet"),
    piece=_piece,
    paragraphs=later("casekit.games.midnight.printing.booklet_text:paragraphs_of"),
    texts_of=later("casekit.games.midnight.printing.booklet_text:texts_of"),
    ticket=later("casekit.games.midnight.printing.booklet_text:ticket"),
    translatable=later("casekit.games.midnight.case_translation:translatable"),
    mentions=later("casekit.games.midnight.case_authoring:mentions"),
    headings=later("casekit.games.midnight.case_authoring:headings"),
    heading_keys=later("casekit.games.midnight.case_authoring:heading_keys"),
    offers=later("casekit.games.midnight.case_authoring:offers"),
    of_edition=later("casekit.games.midnight.case_authoring:of_edition"),
    options=(
        MadeBy("level", "How hard it is to be.", "amateur", ("amateur", "expert")),
        MadeBy("ending", "Who is to have done it.", "murder", ("murder", "suicide", "accident")),
        MadeBy("players", "How many detectives are at the simulated tables.", 4, range(2, 6)),
        MadeBy("seed", "Which plots to make up; the same seed gives the same skeleton.", 1, ENDLESS),
    ),
    made=later("casekit.games.midnight.skeletons.skeleton_drafts:made"),
    completed=later("casekit.games.midnight.skeletons.skeleton_drafts:completed"),
    tabletop=value("casekit.games.midnight.table.case_rules:RULES"),
)
