"""The fixed words on the pages of puzzles, in the languages an edition may be written in."""

from dataclasses import dataclass

from casekit.games.clue.deck import Kind
from casekit.games.ticket_words import ticket_terms
from casekit.games.transcripts.printing.transcript_words import COMMON, TranscriptPageWords
from casekit.print.ticket import Terms
from casekit.resources import words


@dataclass(frozen=True, slots=True)
class PuzzleWords(TranscriptPageWords):
    """The words of printed pages beside the prose of the puzzles. ``{}`` stands for a number, a name or a list.

    ``kinds`` are the kinds of cards, one and many of each; ``sizes`` say how many cards a player holds, one and more.
    """

    sizes: tuple[str, str]
    hand: str
    looking_on: str
    no_card_seen: str
    every_card_seen: str
    asks: str
    passes: str
    shows: str
    right: str
    wrong: str
    kinds: dict[Kind, tuple[str, str]]
    envelope: tuple[str, str]
    in_envelope: str
    ticket: Terms


def _guide(language: str) -> tuple[str, ...]:
    return tuple(words("games/clue/words/how_to_solve.toml", language)["guide"])


ENGLISH = PuzzleWords(
    **COMMON["en"],
    guide=_guide("en"),
    one_puzzle="A puzzle of who, with what and where",
    many_puzzles="{} puzzles of who, with what and where",
    notice="You sit at the table of each puzzle and see what your seat sees: your own cards, who passes, who shows,"
    " and the cards that are shown to you. Find the three cards in the envelope.",
    sizes=("{}, {} card", "{}, {} cards"),
    hand="Your hand, {}",
    looking_on="You look on",
    no_card_seen="You have no cards and see none that is shown.",
    every_card_seen="You have no cards, but you see every card that is shown.",
    asks="Asks",
    passes="Pass",
    shows="Shows",
    right="accuses, and is right",
    wrong="accuses, and is wrong",
    kinds={
        "suspect": ("Suspect", "Suspects"),
        "weapon": ("Weapon", "Weapons"),
        "room": ("Room", "Rooms"),
    },
    envelope=("Envelope", "Env"),
    in_envelope="In the envelope: {}.",
    solutions_notice="Read on only when you know all three cards.",
    ticket=ticket_terms(
        "en",
        {
            "sheet": "One leaf for each puzzle, on both sides if there are backs. Solutions are upside down on purpose.",
            "notes": "One side; to be cut along the dashed lines.",
        },
    ),
)

GERMAN = PuzzleWords(
    **COMMON["de"],
    guide=_guide("de"),
    one_puzzle="Ein Rätsel: wer, womit und wo",
    many_puzzles="{} Rätsel: wer, womit und wo",
    notice="In jedem Rätsel sitzt du mit am Tisch und siehst, was man von deinem Platz aus sieht: deine eigenen Karten,"
    " wer passt, wer zeigt, und die Karten, die dir gezeigt werden. Finde die drei Karten im Umschlag.",
    sizes=("{}, {} Karte", "{}, {} Karten"),
    hand="Deine Hand, {}",
    looking_on="Du siehst zu",
    no_card_seen="Du hast keine Karten und siehst auch keine, die gezeigt wird.",
    every_card_seen="Du hast keine Karten, siehst aber jede, die gezeigt wird.",
    asks="Fragt",
    passes="Passt",
    shows="Zeigt",
    right="klagt an und hat recht",
    wrong="klagt an und irrt sich",
    kinds={
        "suspect": ("Person", "Personen"),
        "weapon": ("Waffe", "Waffen"),
        "room": ("Raum", "Räume"),
    },
    envelope=("Umschlag", "Um"),
    in_envelope="Im Umschlag: {}.",
    solutions_notice="Erst weiterlesen, wenn du alle drei Karten kennst.",
    ticket=ticket_terms(
        "de",
        {
            "sheet": "Ein Blatt für jedes Rätsel, beidseitig, wenn es Rückseiten gibt. Lösungen stehen absichtlich auf dem Kopf.",
            "notes": "Einseitig; an den gestrichelten Linien zu schneiden.",
        },
    ),
)

FRENCH = PuzzleWords(
    **COMMON["fr"],
    guide=_guide("fr"),
    one_puzzle="Une énigme : qui, avec quoi et où",
    many_puzzles="{} énigmes : qui, avec quoi et où",
    notice="Dans chaque énigme, vous êtes à la table et voyez ce que l'on voit de votre place : vos propres cartes,"
    " qui passe, qui montre, et les cartes que l'on vous montre. Trouvez les trois cartes de l'enveloppe.",
    sizes=("{}, {} carte", "{}, {} cartes"),
    hand="Votre main, {}",
    looking_on="Vous regardez",
    no_card_seen="Vous n’avez pas de cartes et ne voyez aucune de celles que l’on montre.",
    every_card_seen="Vous n’avez pas de cartes, mais vous voyez toutes celles que l’on montre.",
    asks="Demande",
    passes="Passe",
    shows="Montre",
    right="accuse, avec raison",
    wrong="accuse, à tort",
    kinds={
        "suspect": ("Suspect", "Suspects"),
        "weapon": ("Arme", "Armes"),
        "room": ("Pièce", "Pièces"),
    },
    envelope=("Enveloppe", "Env"),
    in_envelope="Dans l’enveloppe : {}.",
    solutions_notice="Pas avant de connaître les trois cartes.",
    ticket=ticket_terms(
        "fr",
        {
            "sheet": "Une feuille par énigme, recto verso s’il y a des versos. Les solutions sont tête-bêche, c’est voulu.",
            "notes": "Recto seul ; à découper le long des pointillés.",
        },
    ),
)

_WORDS = {"en": ENGLISH, "de": GERMAN, "fr": FRENCH}


def puzzle_words(language: str) -> PuzzleWords:
    """The words for a language tag such as ``fr-CA``; English ones if the language is unknown."""
    return _WORDS.get(language.partition("-")[0].lower(), ENGLISH)
