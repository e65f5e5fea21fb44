import pytest

from casekit.language.spoken.spoken_negations import spoken_negations


def found(text, language):
    return [text[start:end] for start, end in spoken_negations(text, language)]


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        (["not"], "It was not he."),
        (["hadn’t"], "He hadn’t gone."),
        (["can't"], "I can't say."),
        (["Nobody"], "Nobody saw me."),
        (["neither", "nor"], "neither he nor she"),
        (["without"], "without a ticket"),
        (["no one"], "There was no one."),
        ([], "The knot was nothingness in a notebook."),
        ([], "The want of a cant."),
    ],
)
def test_english_negations(expected, text):
    assert expected == found(text, "en")
    assert expected == found(text, "en-GB")


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        (["n’", "pas"], "Je n’ai pas vu."),
        (["ne", "jamais"], "Il ne vient jamais."),
        (["Personne"], "Personne."),
        (["sans"], "sans billet"),
        (["seule"], "une seule fois"),
        ([], "La passante nielle."),
    ],
)
def test_french_negations(expected, text):
    assert expected == found(text, "fr")


def test_other_languages_are_not_known():
    assert spoken_negations("Er war es nicht.", "de") is None
