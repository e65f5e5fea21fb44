"""The fixed words on the pages of puzzles, in the languages an edition may be written in."""

from dataclasses import dataclass

from casekit.games.clue.deck import Kind
from casekit.games.ticket_words import ticket_terms
from casekit.print.ticket import Terms


@dataclass(frozen=True, slots=True)
class PuzzleWords:
    """What the printed pages say beside the prose of the puzzles. ``{}`` stands for a number, a name or a list.

    ``kinds`` are the kinds of cards, one and many of each; ``sizes`` say how many cards a player holds, one and more.
    """

    puzzle: str
    one_puzzle: str
    many_puzzles: str
    amateur: str
    expert: str
    notice: str
    table: str
    sizes: tuple[str, str]
    you: str
    hand: str
    looking_on: str
    no_card_seen: str
    every_card_seen: str
    play: str
    number: str
    asks: str
    passes: str
    shows: str
    nobody: str
    everyone: str
    right: str
    wrong: str
    kinds: dict[Kind, tuple[str, str]]
    notes: str
    envelope: tuple[str, str]
    in_envelope: str
    needed: str
    solution: str
    solution_of: str
    contents: str
    by: str
    solutions: str
    solutions_notice: str
    detective: str
    ticket: Terms


ENGLISH = PuzzleWords(
    puzzle="Puzzle {}",
    one_puzzle="A puzzle of who, with what and where",
    many_puzzles="{} puzzles of who, with what and where",
    amateur="Amateur",
    expert="Expert",
    notice="You sit at the table of each puzzle and see what your seat sees: your own cards, who passes, who shows,"
    " and the cards that are shown to you. Find the three cards in the envelope.",
    table="At the table, in turn",
    sizes=("{}, {} card", "{}, {} cards"),
    you="{} (you)",
    hand="Your hand, {}",
    looking_on="You look on",
    no_card_seen="You have no cards and see none that is shown.",
    every_card_seen="You have no cards, but you see every card that is shown.",
    play="The play",
    number="No.",
    asks="Asks",
    passes="Pass",
    shows="Shows",
    nobody="nobody",
    everyone="everyone",
    right="accuses, and is right",
    wrong="accuses, and is wrong",
    kinds={
        "suspect": ("Suspect", "Suspects"),
        "weapon": ("Weapon", "Weapons"),
        "room": ("Room", "Rooms"),
    },
    notes="Detective notes",
    envelope=("Envelope", "Env"),
    in_envelope="In the envelope: {}.",
    needed="These lines of play suffice: {}.",
    solution="Solution",
    solution_of="Solution of puzzle {}",
    contents="Contents",
    by="by {}",
    solutions="Solutions",
    solutions_notice="Read on only when you know all three cards.",
    detective="Detective",
    ticket=ticket_terms(
        "en",
        {
            "sheet": "One leaf for each puzzle, some with a back. The text at the foot is upside down on purpose.",
            "notes": "One side; to be cut along the dashed lines.",
        },
    ),
)

GERMAN = PuzzleWords(
    puzzle="Rätsel {}",
    one_puzzle="Ein Rätsel: wer, womit und wo",
    many_puzzles="{} Rätsel: wer, womit und wo",
    amateur="Amateur",
    expert="Experte",
    notice="In jedem Rätsel sitzt du mit am Tisch und siehst, was man von deinem Platz aus sieht: deine eigenen Karten,"
    " wer passt, wer zeigt, und die Karten, die dir gezeigt werden. Finde die drei Karten im Umschlag.",
    table="Am Tisch, der Reihe nach",
    sizes=("{}, {} Karte", "{}, {} Karten"),
    you="{} (du)",
    hand="Deine Hand, {}",
    looking_on="Du siehst zu",
    no_card_seen="Du hast keine Karten und siehst auch keine, die gezeigt wird.",
    every_card_seen="Du hast keine Karten, siehst aber jede, die gezeigt wird.",
    play="Das Spiel",
    number="Nr.",
    asks="Fragt",
    passes="Passt",
    shows="Zeigt",
    nobody="niemand",
    everyone="alle",
    right="klagt an und hat recht",
    wrong="klagt an und irrt sich",
    kinds={
        "suspect": ("Person", "Personen"),
        "weapon": ("Waffe", "Waffen"),
        "room": ("Raum", "Räume"),
    },
    notes="Notizen",
    envelope=("Umschlag", "Um"),
    in_envelope="Im Umschlag: {}.",
    needed="Diese Züge genügen: {}.",
    solution="Lösung",
    solution_of="Lösung von Rätsel {}",
    contents="Inhalt",
    by="von {}",
    solutions="Lösungen",
    solutions_notice="Erst weiterlesen, wenn du alle drei Karten kennst.",
    detective="Detektiv",
    ticket=ticket_terms(
        "de",
        {
            "sheet": "Ein Blatt für jedes Rätsel, manche mit Rückseite. Der Text am Fuß steht absichtlich auf dem Kopf.",
            "notes": "Einseitig; an den gestrichelten Linien zu schneiden.",
        },
    ),
)

FRENCH = PuzzleWords(
    puzzle="Énigme {}",
    one_puzzle="Une énigme : qui, avec quoi et où",
    many_puzzles="{} énigmes : qui, avec quoi et où",
    amateur="Amateur",
    expert="Expert",
    notice="Dans chaque énigme, vous êtes à la table et voyez ce que l'on voit de votre place : vos propres cartes,"
    " qui passe, qui montre, et les cartes que l'on vous montre. Trouvez les trois cartes de l'enveloppe.",
    table="À la table, dans l’ordre",
    sizes=("{}, {} carte", "{}, {} cartes"),
    you="{} (vous)",
    hand="Votre main, {}",
    looking_on="Vous regardez",
    no_card_seen="Vous n’avez pas de cartes et ne voyez aucune de celles que l’on montre.",
    every_card_seen="Vous n’avez pas de cartes, mais vous voyez toutes celles que l’on montre.",
    play="La partie",
    number="N°",
    asks="Demande",
    passes="Passe",
    shows="Montre",
    nobody="personne",
    everyone="tous",
    right="accuse, avec raison",
    wrong="accuse, à tort",
    kinds={
        "suspect": ("Suspect", "Suspects"),
        "weapon": ("Arme", "Armes"),
        "room": ("Pièce", "Pièces"),
    },
    notes="Notes du détective",
    envelope=("Enveloppe", "Env"),
    in_envelope="Dans l’enveloppe : {}.",
    needed="Ces tours suffisent : {}.",
    solution="Solution",
    solution_of="Solution de l’énigme {}",
    contents="Table des matières",
    by="de {}",
    solutions="Solutions",
    solutions_notice="Pas avant de connaître les trois cartes.",
    detective="Détective",
    ticket=ticket_terms(
        "fr",
        {
            "sheet": "Une feuille par énigme, parfois recto verso. Le texte du bas est tête-bêche, c’est voulu.",
            "notes": "Recto seul ; à découper le long des pointillés.",
        },
    ),
)

_WORDS = {"en": ENGLISH, "de": GERMAN, "fr": FRENCH}


def puzzle_words(language: str) -> PuzzleWords:
    """The words for a language tag such as ``fr-CA``; English ones if the language is unknown."""
    return _WORDS.get(language.partition("-")[0].lower(), ENGLISH)
