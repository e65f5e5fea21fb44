"""The fixed words of manuscripts, in the languages that editions are written in."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ManuscriptWords:
    """Words around the prose. ``{}`` stands for what is filled in."""

    intro: tuple[str, ...]
    quotes: str
    end: str


_ENGLISH = ManuscriptWords(
    intro=(
        (
            "Correct the text in black. Leave the headings and the grey lines as they are: they lead each paragraph back"
            " to its place."
        ),
        "A paragraph may be split in two. Do not remove, copy or join paragraphs; write a comment instead.",
        "The words beside a mark are quoted elsewhere. You may correct them; the writer is told.",
    ),
    quotes="Quoted elsewhere: {}",
    end="End of the manuscript. Nothing below is read.",
)
_FRENCH = ManuscriptWords(
    intro=(
        (
            "Corrigez le texte en noir. Laissez les titres et les lignes grises tels quels : ils ramènent chaque paragraphe"
            " à sa place."
        ),
        "Un paragraphe peut être coupé en deux. N’en supprimez, copiez ni fusionnez aucun ; écrivez plutôt un commentaire.",
        "Les mots à côté d’une marque sont cités ailleurs. Vous pouvez les corriger ; l’auteur en est averti.",
    ),
    quotes="Cité ailleurs : {}",
    end="Fin du manuscrit. Ce qui suit n’est pas lu.",
)
_GERMAN = ManuscriptWords(
    intro=(
        (
            "Korrigieren Sie den schwarzen Text. Lassen Sie Überschriften und graue Zeilen, wie sie sind: Sie führen jeden"
            " Absatz an seinen Platz zurück."
        ),
        (
            "Ein Absatz darf geteilt werden. Bitte keinen löschen, kopieren oder mit einem anderen verbinden; schreiben Sie"
            " stattdessen einen Kommentar."
        ),
        "Die Wörter neben einer Marke werden anderswo zitiert. Sie dürfen sie korrigieren; der Autor erfährt davon.",
    ),
    quotes="Anderswo zitiert: {}",
    end="Ende des Manuskripts. Was darunter steht, wird nicht gelesen.",
)
_WORDS = {"en": _ENGLISH, "fr": _FRENCH, "de": _GERMAN}


def manuscript_words(language: str) -> ManuscriptWords:
    """The words for a language tag such as ``fr-CA``; English ones if the language is unknown."""
    return _WORDS.get(language.partition("-")[0].lower(), _ENGLISH)
