"""The knowledge of transcripts that an editor needs: the names that an edition and a document give."""

from casekit.asking.overviews import WordList, WritableGroup, WritableName, facts_of, types_of
from casekit.games.transcripts.decks import TranscriptEdition
from casekit.games.transcripts.read_transcript import AnyRead
from casekit.games.transcripts.transcript import OPEN
from casekit.games.transcripts.transcript_game import D, TranscriptGame
from casekit.language.formula.nodes import Scope
from casekit.language.offers import EditionName, NameMention, Offer, offers_of


def offers(
    game: TranscriptGame[D], block: str, before: str, scope: Scope | None, settings: TranscriptEdition[D]
) -> tuple[Offer, ...]:
    """The words that a line may go on with: players, names of the edition, what players do."""
    decks = game.decks()
    sort = scope.sort_of_name.get("player") if scope else None
    players = tuple(Offer(name, "value", "player") for name in (sort.values if sort else ()))
    places = tuple(Offer(name, "value", about) for name, about in decks.places.items())
    found = {"player": players, "holder": (*players, *places)}
    for named in decks.names(settings.deck):
        offer = Offer(named.slug, "value", f"{named.name} ({named.kind})")
        found[named.part] = (*found.get(named.part, ()), offer)
    return offers_of(game.dialect, block, before, found)


def of_edition(
    game: TranscriptGame[D], mention: NameMention, settings: TranscriptEdition[D]
) -> EditionName | None:
    """Cards and the like are the edition's; players are the document's own."""
    if mention.kind != "value":
        return None
    decks = game.decks()
    for named in decks.names(settings.deck):
        if named.slug == mention.name:
            kind = f" ({named.kind})" if named.kind != named.part else ""
            about = f"{named.part} **{named.name}**{kind}"
            hint = f"rename it in the deck of `edition.toml`: it is that of all {game.dialect.noun}s"
            return EditionName(about, hint)
    return EditionName(refusal="this name is fixed") if mention.name in {*decks.places, OPEN} else None


def words(
    game: TranscriptGame[D], settings: TranscriptEdition[D], document: AnyRead | None = None
) -> WordList:
    """The names that an edition gives and, of one document, its players, types and facts."""
    kinds: dict[str, list[WritableName]] = {}
    for named in game.decks().names(settings.deck):
        kinds.setdefault(named.listed, []).append(WritableName(named.slug, named.name))
    dealt = tuple(
        WritableGroup(kind, "in hands, play and formulas", tuple(names)) for kind, names in kinds.items()
    )
    if document is None:
        return WordList(dealt, spelling=(settings.title,))
    players = tuple(player.name for player in document.puzzle.players)
    seated = WritableGroup("players", "in play and formulas", tuple(map(WritableName, players)))
    return WordList(
        (*dealt, seated, types_of(document.scope)),
        tuple(facts_of(document.scope, {})),
        (settings.title, document.title),
        players,
    )
