"""What a page for testers calls the things of the game, in the languages that editions are written in.

``{}`` stands for what is filled in.
"""

from collections.abc import Mapping

from casekit.games.ticket_words import spoken

_ENGLISH = {
    "how": "Find out who did it, why and how before the ship is in port. On each turn you have {} action points:"
    " one to go to another suspect or zone, two into the suite, and one for each paragraph. A buoy is one more point;"
    " points that are left at the end of a turn bring spent buoys back. A card at the beginning of each turn says"
    " how the ship sails. Everybody tells the truth as far as they know it; only whoever did it may lie.",
    "share": "Round one screen you hear everything that anybody reads, so a card is drawn at each turn, and together you"
    " read about as much as one detective does at the board.",
    "track": "The ship is on space {} of {}",
    "stays": "The ship makes no headway.",
    "one_step": "The ship sails one space.",
    "steps": "The ship sails {} spaces.",
    "arrived": "The ship is in port",
    "last": "The ship is in port. If everybody agrees, there is one last turn.",
    "claim": "Make revelations: end the game now",
    "claim_note": "You need not wait for the port. At the board each false first hypothesis then costs {} points.",
    "tokens": "{} buoys",
    "one_token": "1 buoy",
    "use_token": "Use a buoy",
    "paths": "Paths",
    "alone": "One detective",
    "many": "{} detectives",
    "player": "Detective {}",
    "ask": "Ask {} about: {}",
    "search": "Search: {}",
}

_FRENCH = {
    "how": "Trouvez le coupable, le mobile et le mode opératoire avant l’arrivée au port. À chaque tour vous avez {} points"
    " d’action : un pour aller vers un autre suspect ou dans une autre zone, deux pour entrer dans la suite, et un par"
    " paragraphe lu. Une bouée vaut un point de plus ; les points qui restent à la fin d’un tour rendent des bouées"
    " dépensées. Au début de chaque tour une carte dit comment avance le navire. Chacun dit la vérité, pour autant qu’il la"
    " connaisse ; seul le coupable peut mentir.",
    "share": "Autour d’un même écran, chacun entend tout ce qui est lu : une carte est donc tirée à chaque tour, et vous lisez"
    " ensemble à peu près autant qu’un seul détective autour du plateau.",
    "track": "Le navire est sur la case {} sur {}",
    "stays": "Le navire n’avance pas.",
    "one_step": "Le navire avance d’une case.",
    "steps": "Le navire avance de {} cases.",
    "arrived": "Le navire est au port",
    "last": "Le navire est au port. Si tout le monde est d’accord, il reste un dernier tour.",
    "claim": "Faire des révélations : finir maintenant",
    "claim_note": "Rien n’oblige à attendre le port. Autour du plateau, chaque première hypothèse fausse coûte alors {} points.",
    "tokens": "{} bouées",
    "one_token": "1 bouée",
    "use_token": "Prendre une bouée",
    "paths": "Pistes",
    "alone": "Un détective",
    "many": "{} détectives",
    "player": "Détective {}",
    "ask": "Interroger {} : {}",
    "search": "Fouiller : {}",
}

_PHRASES: Mapping[str, Mapping[str, str]] = {"en": _ENGLISH, "fr": _FRENCH}


def playtest_phrases(language: str) -> Mapping[str, str]:
    """The phrases for a language tag such as ``fr-CA``; English ones if the language is unknown."""
    return _PHRASES.get(spoken(language), _ENGLISH)
