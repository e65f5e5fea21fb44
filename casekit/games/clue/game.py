"""Clue as the rest of casekit sees it (``casekit.games.game``)."""

from typing import TYPE_CHECKING

from casekit.games.clue.puzzle_forms import PUZZLE
from casekit.games.game import ENDLESS, Game, MadeBy, Printable
from casekit.games.later import later, value

if TYPE_CHECKING:
    from casekit.games.clue.edition import PuzzleEdition
    from casekit.games.clue.resolved import ResolvedPuzzle

GAME: "Game[ResolvedPuzzle, PuzzleEdition]" = Game(
    name="clue",
    title="Clue",
    dialect=PUZZLE,
    products=(
        Printable("booklet", each_booklet=True),
        Printable("cover", each_booklet=True),
        Printable("sheet", each_booklet=True, alone=True, solutions=True),
        Printable("notes"),
    ),
    built_in=later("casekit.games.clue.edition:classic_edition"),
    edition=later("casekit.games.clue.translation.puzzle_texts:built_in_source"),
    load=later("casekit.games.clue.reading.puzzle_edition_file:load"),
    read=later("casekit.games.clue.reading.resolve_puzzle:resolve_puzzle"),
    words=later("casekit.games.clue.puzzle_authoring:words"),
    check=later("casekit.games.transcripts.told_document:check"),
    gaps=later("casekit.games.transcripts.told_document:gaps"),
    interrogation=later("casekit.games.transcripts.told_document:interrogation"),
    manuscript=later("casekit.games.transcripts.told_document:manuscript"),
    draft=later("casekit.games.transcripts.told_document:draft"),
    filled_in=later("casekit.games.transcripts.told_document:filled_in"),
    source_tables=later("casekit.games.transcripts.told_document:source_tables"),
    figures=value("casekit.games.clue.asking.puzzle_figures:FIGURES"),
    booklet=later("casekit.games.clue.printing.puzzle_pages:booklet"),
    piece=later("casekit.games.clue.printing.puzzle_pages:piece"),
    texts_of=later("casekit.games.clue.printing.puzzle_pages:texts_of"),
    ticket=later("casekit.games.clue.printing.puzzle_pages:ticket"),
    translatable=later("casekit.games.clue.translation.puzzle_texts:translatable"),
    mentions=later("casekit.games.clue.puzzle_authoring:mentions"),
    headings=later("casekit.games.clue.puzzle_authoring:headings"),
    heading_keys=later("casekit.games.clue.puzzle_authoring:heading_keys"),
    offers=later("casekit.games.clue.puzzle_authoring:offers"),
    of_edition=later("casekit.games.clue.puzzle_authoring:of_edition"),
    options=(
        MadeBy("players", "How many sit at the table.", 4, range(2, 7)),
        MadeBy("level", "How hard it is to be.", "amateur", PUZZLE.fields["level"]),
        MadeBy("seed", "Which games to simulate; the same seed gives the same puzzle.", 1, ENDLESS),
    ),
    made=later("casekit.games.clue.simulation.drafting:made"),
)
