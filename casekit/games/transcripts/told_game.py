"""A game with transcripts as the rest of casekit sees it (``casekit.games.game``): the kit fills what the game does not say."""

from functools import partial
from typing import TYPE_CHECKING, Any

from casekit.games.game import ENDLESS, Game, MadeBy, Printable, later, none
from casekit.games.transcripts.transcript_game import D, TranscriptGame

if TYPE_CHECKING:
    from collections.abc import Callable

    from casekit.asking.interrogation import Told
    from casekit.games.transcripts.decks import TranscriptEdition
    from casekit.games.transcripts.read_transcript import AnyRead

PRODUCTS: tuple[Printable[Any], ...] = (
    Printable("booklet", each_booklet=True),
    Printable("cover", each_booklet=True),
    Printable("sheet", each_booklet=True, alone=True, solutions=True),
    Printable("notes"),
    Printable("cards"),
)
"""The products of every such game; others are printed once for an edition."""


def game_of(
    game: TranscriptGame[D],
    players: range | None = None,
    usual: int = 4,
    more: tuple[MadeBy, ...] = (),
    products: tuple[str, ...] = (),
    each: tuple[str, ...] = (),
    edition_figures: "Callable[[TranscriptEdition[D]], Told | None]" = none,
) -> "Game[AnyRead, TranscriptEdition[D]]":
    """A game for ``usual`` players by default; documents are made by ``more`` than players, level and seed.

    ``products`` are the names of further ones, ``each`` those that each booklet has. Games that measure a deck have ``edition_figures``.
    """
    return Game(
        name=game.name,
        title=game.title,
        api=game.api,
        dialect=game.dialect,
        products=(
            *PRODUCTS,
            *map(Printable, products),
            *(Printable[Any](name, each_booklet=True) for name in each),
        ),
        built_in=partial(later("casekit.games.transcripts.decks:built_in"), game),
        load=partial(later("casekit.games.transcripts.decks:load"), game),
        read=partial(later("casekit.games.transcripts.resolving:read"), game),
        words=partial(later("casekit.games.transcripts.authoring:words"), game),
        check=later("casekit.games.transcripts.told_document:check"),
        gaps=later("casekit.games.transcripts.told_document:gaps"),
        interrogation=later("casekit.games.transcripts.told_document:interrogation"),
        manuscript=later("casekit.games.transcripts.told_document:manuscript"),
        draft=later("casekit.games.transcripts.told_document:draft"),
        filled_in=later("casekit.games.transcripts.told_document:filled_in"),
        source_tables=later("casekit.games.transcripts.told_document:source_tables"),
        figures=partial(
            later("casekit.games.transcripts.asking.transcript_report_page:figure_forms"), game.dialect.noun
        ),
        edition_figures=edition_figures,
        booklet=later("casekit.games.transcripts.printing.transcript_pages:booklet"),
        piece=later("casekit.games.transcripts.printing.transcript_pages:piece"),
        texts_of=later("casekit.games.transcripts.printing.transcript_pages:texts_of"),
        ticket=partial(later("casekit.games.transcripts.printing.transcript_pages:ticket"), game),
        translatable=partial(later("casekit.games.transcripts.told_texts:translatable"), game),
        offers=partial(later("casekit.games.transcripts.authoring:offers"), game),
        of_edition=partial(later("casekit.games.transcripts.authoring:of_edition"), game),
        options=(
            MadeBy("players", "How many sit at the table.", usual, players or game.players),
            MadeBy("level", "How hard it is to be.", "amateur", game.dialect.fields["level"]),
            MadeBy("seed", "Which games to simulate; the same seed gives the same puzzle.", 1, ENDLESS),
            *more,
        ),
        made=partial(later("casekit.games.transcripts.making.made:made"), game),
    )
