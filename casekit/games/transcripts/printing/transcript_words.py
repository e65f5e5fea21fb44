"""The fixed words that pages of every transcript need, in the languages an edition may be written in."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TranscriptPageWords:
    """The words of pages beside the prose. ``{}`` stands for a number, a name or a list; a game adds its own words.

    The last five are the game's: what its booklets are, of one puzzle and of many, what is read first in them, and ``guide``,
    a heading and paragraphs that say how to solve one.
    """

    puzzle: str
    apprentice: str
    amateur: str
    expert: str
    table: str
    you: str
    play: str
    number: str
    nobody: str
    everyone: str
    notes: str
    needed: str
    solution: str
    solution_of: str
    contents: str
    by: str
    solutions: str
    detective: str
    one_puzzle: str
    many_puzzles: str
    notice: str
    solutions_notice: str
    guide: tuple[str, ...]


COMMON: Mapping[str, Mapping[str, str]] = {
    "en": {
        "puzzle": "Puzzle {}",
        "apprentice": "Apprentice",
        "amateur": "Amateur",
        "expert": "Expert",
        "table": "At the table, in turn",
        "you": "{} (you)",
        "play": "The play",
        "number": "No.",
        "nobody": "nobody",
        "everyone": "everyone",
        "notes": "Detective notes",
        "needed": "These lines of play suffice: {}.",
        "solution": "Solution",
        "solution_of": "Solution of puzzle {}",
        "contents": "Contents",
        "by": "by {}",
        "solutions": "Solutions",
        "detective": "Detective",
    },
    "de": {
        "puzzle": "Rätsel {}",
        "apprentice": "Lehrling",
        "amateur": "Amateur",
        "expert": "Experte",
        "table": "Am Tisch, der Reihe nach",
        "you": "{} (du)",
        "play": "Das Spiel",
        "number": "Nr.",
        "nobody": "niemand",
        "everyone": "alle",
        "notes": "Notizen",
        "needed": "Diese Züge genügen: {}.",
        "solution": "Lösung",
        "solution_of": "Lösung von Rätsel {}",
        "contents": "Inhalt",
        "by": "von {}",
        "solutions": "Lösungen",
        "detective": "Detektiv",
    },
    "fr": {
        "puzzle": "Énigme {}",
        "apprentice": "Apprenti",
        "amateur": "Amateur",
        "expert": "Expert",
        "table": "À la table, dans l’ordre",
        "you": "{} (vous)",
        "play": "La partie",
        "number": "N°",
        "nobody": "personne",
        "everyone": "tous",
        "notes": "Notes du détective",
        "needed": "Ces tours suffisent : {}.",
        "solution": "Solution",
        "solution_of": "Solution de l’énigme {}",
        "contents": "Table des matières",
        "by": "de {}",
        "solutions": "Solutions",
        "detective": "Détective",
    },
}
"""The words that are the same in every game, by language."""
