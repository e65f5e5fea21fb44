"""The fixed words on the pages of the game, in the languages an edition may be written in."""

from dataclasses import dataclass

from casekit.games.ticket_words import spoken, ticket_terms
from casekit.print.ticket import Terms


@dataclass(frozen=True, slots=True)
class Words:
    """What the printed pages say beside the prose of the cases. ``{}`` stands for a number or a list."""

    case: str
    one_case: str
    many_cases: str
    amateur: str
    expert: str
    suspects: str
    locations: str
    motives: str
    methods: str
    notice: str
    contents: str
    by: str
    notes_on: str
    paragraphs: str
    solution: str
    solutions: str
    solutions_notice: str
    gap: str
    notebook: str
    detective: str
    deduction: str
    notes: str
    ruled_out: str
    suspicious: str
    answers: str
    first: str
    second: str
    culprit: str
    motive: str
    method: str
    accident: str
    suicide: str
    principles: str
    different: str
    score: str
    event: str
    purser: str
    flap: str
    stickers: str
    plan: str
    door: str
    stairs: str
    passage: str
    ticket: Terms


ENGLISH = Words(
    case="Case {}",
    one_case="One case for detectives at sea",
    many_cases="{} cases for detectives at sea",
    amateur="Amateur",
    expert="Expert",
    suspects="Suspects",
    locations="Locations",
    motives="Motives to choose from",
    methods="Ways it may have been done",
    notice="Read the left page of a case aloud and show its picture. From then on only the table on the right"
    " page matters: look up a path, turn to its number, and read nothing else.",
    contents="Contents",
    by="by {}",
    notes_on="Content: {}",
    paragraphs="Paragraphs",
    solution="Solution of case {}",
    solutions="Solutions",
    solutions_notice="Read on only when every detective has put the pencil down.",
    gap="This number is no longer used: no path leads here.",
    notebook="Notebook",
    detective="Detective",
    deduction="Deduction",
    notes="Notes on the case",
    ruled_out="Can be dismissed",
    suspicious="Suspicious",
    answers="Hypotheses",
    first="First",
    second="Second",
    accident="nobody",
    suicide="the victim",
    principles="What holds in every case:",
    culprit="Culprit",
    motive="Motive",
    method="Modus operandi",
    different="Your two hypotheses must differ in each line.",
    score="Score",
    event="Event",
    purser="Purser",
    flap="Slide this over the table before the picture goes round.",
    stickers="Suspects: a letter on both sides of each pawn, the others to spare",
    plan="Plan of the ship",
    door="Door",
    stairs="Stairs",
    passage="Way to another zone",
    ticket=ticket_terms(
        "en",
        {
            "sheet": "Both sides of one leaf; several for each player.",
            "flap": "One side, on stiff card; to be cut along the dashed line.",
            "cards": "Cards, each a front followed by its back; on stiff card, to be cut at the trim size.",
            "stickers": "One side, on adhesive paper; to be cut along the outer rings.",
            "plan": "One side.",
        },
    ),
)

GERMAN = Words(
    case="Fall {}",
    one_case="Ein Fall für Detektive auf See",
    many_cases="{} Fälle für Detektive auf See",
    amateur="Amateur",
    expert="Experte",
    suspects="Verdächtige",
    locations="Orte",
    motives="Mögliche Motive",
    methods="Mögliche Tathergänge",
    notice="Lest die linke Seite eines Falles vor und zeigt das Bild. Danach zählt nur noch die Tabelle auf der"
    " rechten Seite: Sucht einen Weg, schlagt seine Nummer auf und lest sonst nichts.",
    contents="Inhalt",
    by="von {}",
    notes_on="Inhaltshinweise: {}",
    paragraphs="Abschnitte",
    solution="Lösung von Fall {}",
    solutions="Lösungen",
    solutions_notice="Erst, wenn alle den Bleistift weggelegt haben.",
    gap="Diese Nummer wird nicht mehr gebraucht: Kein Weg führt hierher.",
    notebook="Notizbuch",
    detective="Detektiv",
    deduction="Schlussfolgerung",
    notes="Notizen zum Fall",
    ruled_out="Scheidet aus",
    suspicious="Verdächtig",
    answers="Vermutungen",
    first="Erste",
    second="Zweite",
    accident="niemand",
    suicide="das Opfer",
    principles="Was in jedem Fall gilt:",
    culprit="Täter",
    motive="Motiv",
    method="Tathergang",
    different="Die beiden Vermutungen müssen in jeder Zeile verschieden sein.",
    score="Punkte",
    event="Ereignis",
    purser="Zahlmeister",
    flap="Über die Tabelle schieben, bevor das Bild herumgeht.",
    stickers="Verdächtige: ein Buchstabe auf jede Seite einer Spielfigur, die übrigen zur Reserve",
    plan="Plan des Schiffes",
    door="Tür",
    stairs="Treppe",
    passage="Weg in eine andere Zone",
    ticket=ticket_terms(
        "de",
        {
            "sheet": "Beide Seiten eines Blattes; mehrere für jeden Spieler.",
            "flap": "Einseitig, auf festem Karton; an der gestrichelten Linie zu schneiden.",
            "cards": "Karten, jeweils Vorderseite und Rückseite; auf festem Karton, auf Endformat zu schneiden.",
            "stickers": "Einseitig, auf Klebepapier; an den äußeren Ringen zu stanzen.",
            "plan": "Einseitig.",
        },
    ),
)

FRENCH = Words(
    case="Affaire {}",
    one_case="Une affaire pour détectives en mer",
    many_cases="{} affaires pour détectives en mer",
    amateur="Amateur",
    expert="Expert",
    suspects="Suspects",
    locations="Lieux",
    motives="Mobiles possibles",
    methods="Modes opératoires possibles",
    notice="Lisez la page de gauche à voix haute et montrez l'image. Ensuite, seul compte le tableau de la page"
    " de droite : cherchez une piste, ouvrez à son numéro et ne lisez rien d'autre.",
    contents="Table des matières",
    by="de {}",
    notes_on="Contenu\N{NARROW NO-BREAK SPACE}: {}",
    paragraphs="Paragraphes",
    solution="Solution de l’affaire {}",
    solutions="Solutions",
    solutions_notice="Pas avant que tous les détectives aient posé leur crayon.",
    gap="Ce numéro ne sert plus : aucune piste n'y mène.",
    notebook="Carnet",
    detective="Détective",
    deduction="Déduction",
    notes="Notes sur l’affaire",
    ruled_out="À écarter",
    suspicious="Suspect",
    answers="Hypothèses",
    first="Première",
    second="Deuxième",
    accident="personne",
    suicide="la victime",
    principles="Ce qui vaut dans chaque affaire :",
    culprit="Coupable",
    motive="Mobile",
    method="Mode opératoire",
    different="Les deux hypothèses doivent différer à chaque ligne.",
    score="Points",
    event="Événement",
    purser="Commissaire",
    flap="À glisser sur le tableau avant de montrer l’image.",
    stickers="Suspects\N{NARROW NO-BREAK SPACE}: une lettre sur chaque face d’un pion, les autres en réserve",
    plan="Plan du navire",
    door="Porte",
    stairs="Escalier",
    passage="Passage vers une autre zone",
    ticket=ticket_terms(
        "fr",
        {
            "sheet": "Recto verso d’une même feuille ; plusieurs par joueur.",
            "flap": "Recto seul, sur carton rigide ; à découper le long du pointillé.",
            "cards": "Cartes, chacune recto puis verso ; sur carton rigide, à couper au format fini.",
            "stickers": "Recto seul, sur papier adhésif ; à découper le long des cercles extérieurs.",
            "plan": "Recto seul.",
        },
    ),
)

_WORDS = {"en": ENGLISH, "de": GERMAN, "fr": FRENCH}


def words_of(language: str) -> Words:
    """The words for a language tag such as ``fr-CA``; English ones if the language is unknown."""
    return _WORDS[spoken(language)]
