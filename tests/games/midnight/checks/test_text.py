"""Checks that need no deduction, at their edges; the catalogue's examples show the middle."""

import unicodedata
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from casekit.kit.code_registry import base_of
from casekit.kit.editions import EditionFinder, LoadedEdition
from casekit.language.suggestions import in_capitals
from casekit.pipeline.checking import check_bytes

A_PAGE = 2_600


@pytest.fixture
def told(check):
    """Codes with the words they stand at."""

    def run(fragment):
        checked = check(fragment)
        text = checked.source.text.encode()
        return [(p.code.id, text[p.span.start : p.span.end].decode()) for p in checked.diagnostics]

    return run


SENT = {
    "en": [
        "Turn to 01",
        "turn back to number 7",
        "See 12",
        "see number 14",
        "Go to 7",
        "Go back to no. 3",
        "read 33",
        "The rest is in 12",
        "continued at 40",
    ],
    "fr": [
        "Voir 12",
        "allez au 7",
        "Rendez-vous au numéro 14",
        "La suite est au 33",
        "paragraphe 33",
        "Lisez le n° 4",
    ],
    "de": ["Siehe 12", "Lies Nummer 14", "Gehe zu 7", "Weiter bei 33", "Absatz 33"],
}
NOT_SENT = {
    "en": [
        "I could see 12 sails.",
        "We were to meet at 7, not at 8.",
        "He went to 12 Harbour Street.",
        "She turned 40 in May.",
        "Go to 12 Harbour Street, she said.",
        "I saw her in number 14, with the door open.",
        "See 7.30 on the programme.",
        "Turn to 10 o'clock, he told the helmsman.",
        "He is 33, and she is 30.",
        "In cabin 12 nobody answered.",
        "The bill came to 40.",
        "I read 12 pages. Check 3 times.",
        "It was the 14th, or the 15 May.",
    ],
    "fr": [
        "Je voyais 12 voiles.",
        "Nous avions rendez-vous à 7 h.",
        "Il habite au 12 de la rue.",
        "Elle a 33 ans.",
        "Voir 12 canards !",
    ],
    "de": ["Sie ist 33.", "Wir gehen um 7.", "Siehe 12 Enten.", "In Kabine 12 war niemand."],
}


@pytest.fixture
def sent(loaded_edition):
    """The words of a prose in a language that send the reader to a number."""

    def run(language, prose):
        text = base_of().replace("Geese, feathers and two damp aprons.", prose)
        edition = replace(loaded_edition.settings, language=language)
        checked = check_bytes(text.encode(), "some.case", LoadedEdition(edition))
        found = [each for each in checked.diagnostics if each.code.id == "CK159"]
        return [text.encode()[each.span.start : each.span.end].decode() for each in found]

    return run


@pytest.mark.parametrize(
    ("language", "words"), [(tag, words) for tag, ways in SENT.items() for words in ways]
)
@pytest.mark.parametrize("around", ["{}.", "Nothing here; {}!", "Nothing here.\n{}"])
def test_a_reader_who_is_sent_to_a_number_is_told(sent, language, words, around):
    assert [words] == sent(language, around.format(words))


@pytest.mark.parametrize(
    ("language", "prose"), [(tag, prose) for tag, proses in NOT_SENT.items() for prose in proses]
)
def test_hours_ages_dates_houses_and_cabins_are_no_numbers_of_the_booklet(sent, language, prose):
    assert [] == sent(language, prose)


def in_galley(prose):
    return f"== 02\n{prose}\n"


@pytest.mark.parametrize(
    ("expected", "prose"),
    [
        ([("CK120", "TODO")], "Geese. TODO: knives."),
        ([], "Todos are Spanish."),
        ([("CK121", "DORA")], "The apron of DORA."),
        ([("CK121", "DORA-MAE")], "The apron of DORA-MAE."),
        ([("CK121", "ÉLODIE")], "The apron of ÉLODIE."),
        ([], "The apron of ANNA, and ANNA's."),
        ([], "Louis XIV and an SOS on the R.M.S. Halcyon, ok. No II."),
        ([("CK121", "MIMI")], "The apron of MIMI."),
        ([("CK120", "TODO")], "An apron.\n// a remark\n  TODO, says the cook."),
        ([("CK122", "anna")], "An apron\n  ~ hint culprit = CLARA\n  of CLARA and anna."),
        ([("CK122", "Anna")], "The apron of Anna."),
        ([("CK122", "anna")], "The apron of anna."),
        ([], "Annabel and Susanna."),
        ([("CK123", "Location 02")], "Location 02 smells."),
        ([("CK123", "paragraph 17")], "Go to paragraph 17."),
        ([("CK123", "No. 2")], "There is a No. 2 on the door."),
        ([], "There is a No. 3 on the door."),
        ([("CK123", "The Last Soup")], "On the stove stands The Last Soup of the evening."),
        ([("CK123", "the\nlast soup")], "On the stove stands the\nlast soup of the evening."),
        ([], "The location of the knives."),
        ([("CK128", "*")], "The *last apron."),
        ([("CK128", "**")], "The **last apron."),
        ([], "The *last* **apron**, 2 \\* 2."),
        ([("CK128", "*")], "The *last* apron*.\n\nAnother."),
        ([], "x" * A_PAGE),
        ([("CK125", "== 02")], "x" * (A_PAGE + 1)),
    ],
)
def test_prose(expected, prose, told):
    assert expected == told(in_galley(prose))


@pytest.mark.parametrize(
    ("heading", "length"), [("02", A_PAGE), ("presentation", 2 * A_PAGE), ("solution", 2 * A_PAGE)]
)
def test_what_is_too_long_is_not_read_sentence_by_sentence(told, heading, length):
    name, words = [("CK121", "DORA")], "DORA has the apron. "
    text = f"== {heading}\n{words}{'x' * (length - len(words))}"
    assert name == [
        finding for finding in told(f"{text}\n") if finding in [*name, ("CK125", f"== {heading}")]
    ]
    found = told(f"{text}x TODO\n")
    assert ("CK125", f"== {heading}") in found
    assert ("CK120", "TODO") in found
    assert name[0] not in found


def test_marked_lines_between_prose_are_no_prose(told):
    assert [] == told(in_galley("Geese\n// TODO ask DORA *\nand aprons."))


def test_a_path_that_names_itself(told):
    assert [("CK123", "BRUNO motive")] == told("== BRUNO motive\nBRUNO motive, they call me.\n")


def test_abbreviations_of_the_edition_are_allowed(check):
    from casekit.games.midnight.language.edition_file import load_edition
    from casekit.kit.code_registry import base_of
    from casekit.kit.editions import LoadedEdition

    text = f'abbreviations = ["RAF"]\n{base_of("midnight", "base.toml")}'
    edition, _ = load_edition(text.encode(), Path("edition.toml"))
    fragment = in_galley("A photograph of the RAF.")
    assert () == check(fragment, loaded_edition=LoadedEdition(edition)).diagnostics
    assert ["CK121"] == [problem.code.id for problem in check(fragment).diagnostics]


@pytest.mark.parametrize(
    ("expected", "fragment"),
    [
        (
            ["CK124"],
            "== 02\nOne two three four five six.\n\n== 03\nOne two, three  four FIVE six! Wet paint.\n",
        ),
        ([], "== 02\nOne two three four five.\n\n== 03\nOne two three four five. Wet.\n"),
        ([], "== 02\nOne two three four five six. One two three four five six.\n"),
        ([], "== 02\nTODO: one two three four five six.\n\n== 03\nTODO: one two three four five six.\n"),
    ],
)
def test_sentences_that_stand_in_two_paragraphs(expected, fragment, found):
    assert expected == [code for code in found(fragment) if code == "CK124"]


def test_a_repetition_shows_where_it_stands_first(check):
    said = "One two three four five six."
    problems = check(f"== BRUNO motive\n{said}\n\n== CLARA motive\nWell. {said}\n").diagnostics
    assert ["CK124"] == [problem.code.id for problem in problems]
    assert problems[0].related[0].span.line < problems[0].span.line


@pytest.mark.parametrize(
    ("expected", "quotation", "prose"),
    [
        ([], "a cold stove", "There is a\ncold   stove."),
        ([], "a cold stove", "There is a *cold* stove."),
        ([], 'she said "no"', "And she said “no” to me."),
        ([], "it's cold", "Now it’s cold."),
        ([], "stove. And", "A stove.\n\nAnd geese."),
        ([], "http://x // y", "A link: http://x // y there."),
        (["CK126"], "a warm stove", "There is a cold stove."),
        (["CK126"], "A Cold stove", "There is a cold stove."),
    ],
)
def test_a_quotation_stands_in_the_prose(expected, quotation, prose, found):
    escaped = quotation.replace('"', '\\"')
    fragment = f'{in_galley(prose)}~ hint method = poison "{escaped}"\n'
    assert expected == found(fragment)


@pytest.mark.parametrize(
    ("expected", "fragment"),
    [
        ([], "== BRUNO motive\nI was there.\n~ hint culprit = BRUNO\n"),
        (["CK127"], "== BRUNO motive\nI was there.\n~ hint culprit = ANNA\n"),
        (["CK127"], "== BRUNO motive\nI was there.\n~ hint ANNA says culprit = BRUNO\n"),
        (["CK127"], "== 02\nAnna was there.\n~ hint culprit = ANNA\n"),
        ([], "== 02\nANNA's apron.\n~ hint culprit = ANNA\n"),
        ([], '== 02\nA smell of tar.\n~ hint culprit = ANNA "tar"\n'),
        (["CK127"], '== 02\nA smell of tar.\n~ room(ANNA) = galley "tar"\n'),
        ([], "== 02\nSix aprons.\n~ hint some suspect X except culprit: owes(X)\n"),
    ],
)
def test_whom_the_logic_names_the_prose_names(expected, fragment, found):
    assert expected == [code for code in found(fragment) if code == "CK127"]


def test_a_name_in_small_letters_is_mended(check):
    (problem,) = check(in_galley("The apron of Anna.")).diagnostics
    assert [("ANNA", problem.span)] == [(edit.replacement, edit.span) for edit in problem.fix]


@pytest.mark.parametrize("block", ["02", "ANNA alibi", "presentation", "solution"])
def test_a_paragraph_without_prose(block, found):
    assert "CK307" in found(f"== {block}\n// later\n")


def test_a_warning_can_be_allowed_and_an_error_cannot(found):
    assert [] == found("== - 02\n\n== 02  // casekit: allow CK122 it is another Anna\nThe apron of Anna.\n")
    assert ["CK121", "CK129"] == sorted(
        found("== - 02\n\n== 02  // casekit: allow CK121 x\nThe apron of DORA.\n")
    )


@pytest.mark.parametrize("quotation", ["a * b", "*a* knife", "a knife"])
def test_words_may_be_quoted_with_their_marks_or_as_printed(quotation, found):
    fragment = f'== 02\nOn the slate: a \\* b. Beside it *a* knife.\n~ hint culprit = ANNA "{quotation}"\n'
    assert [] == found(fragment)


ORDINARY = [
    ("BUTLER", "The butler of the house let nobody in.", []),
    ("BUTLER", "A butler is paid to see nothing. Butlers see all.", []),
    ("BUTLER", "Then Butler came in, and Mr Butler left.", ["Butler", "Butler"]),
    ("ROSE", "She rose from her chair. A rose lay on it. Rose petals, too.", []),
    ("ROSE", "Then Rose came in with a rose.", ["Rose"]),
    ("GRACE", "Grace was said before dinner, with little grace.", []),
    ("BILL", "The bill came to nine crowns.", []),
    ("MAY", "Nothing may be moved. May I sit down?", []),
    ("MAY", "I saw May on deck.", ["May"]),
    ("ZITHER", "The zither was out of tune. Zither strings lay about; one zither less.", []),
    ("ZITHER", "Ask zither.", ["zither"]),
    ("ANNA", "Ask anna, or Anna. Anna knows.", ["anna", "Anna", "Anna"]),
]


@pytest.mark.parametrize(("name", "prose", "slips"), ORDINARY)
def test_a_name_that_is_a_word_may_be_written_small(name, prose, slips, check, loaded_edition):
    first, *others = loaded_edition.settings.suspects
    edition = replace(loaded_edition.settings, suspects=(replace(first, name=name), *others))
    text = base_of().replace("ANNA", name).replace("Geese, feathers and two damp aprons.", prose)
    found = check(text, whole=True, loaded_edition=LoadedEdition(edition)).diagnostics
    lines = text.split("\n")
    assert slips == [
        lines[each.span.line - 1][each.span.column - 1 : each.span.end_column - 1]
        for each in found
        if each.code.id == "CK122"
    ]


@pytest.mark.parametrize(
    ("repeated", "lines"),
    [
        (1, '~ owes(CLARA) "geese"\n~ owes(CLARA) "geese"'),
        (1, '~ owes(CLARA) "geese"\n~ owes(CLARA)'),
        (1, '~ owes(CLARA)\n~ owes(CLARA) "geese"'),
        (2, '~ owes(CLARA) "geese"\n~ owes( CLARA ) "geese"\n~ owes(CLARA)'),
        (1, '~ hint culprit = CLARA "geese"\n~ hint culprit = CLARA "geese"'),
        (0, '~ hint culprit = CLARA "geese"\n~ hint culprit = CLARA "feathers"'),
        (0, '~ owes(CLARA) "geese"\n~ hint owes(CLARA) "geese"'),
        (0, '~ owes(CLARA) "geese"\n~ BRUNO says owes(CLARA) "geese"'),
    ],
)
def test_a_line_is_in_a_paragraph_once(repeated, lines, told):
    found = told(in_galley(f"BRUNO and CLARA: geese and feathers.\n{lines}"))
    assert repeated == [code for code, _ in found].count("CK144")


@pytest.mark.parametrize(
    ("seen", "galley", "deck"),
    [
        (1, "CLARA's apron.", "A hat, and a letter to BRUNO."),
        (1, "A hat, and a letter to CLARA.", "The apron of BRUNO."),
        (1, "CLARA\u2019s apron. A letter to ANNA.", "BRUNO's hat."),
        (0, "A letter to CLARA.", "A letter to BRUNO."),
        (0, "CLARA's apron. ANNA's hat.", "A letter to BRUNO."),
        (0, "BRUNO keeps CLARA's apron.", "BRUNO's hat."),
        (0, "CLARA's apron.", "CLARA keeps BRUNO's hat."),
        (0, "CLARA's apron.", "Paint."),
        (0, "A key, for CLARA.", "Three pairs of gloves, none of them of BRUNO."),
    ],
)
def test_two_cabins_that_name_each_other_have_changed_places(seen, galley, deck, told):
    """In this edition the galley is the cabin of BRUNO, and the deck that of CLARA."""
    assert seen == [code for code, _ in told(f"== 02\n{galley}\n\n== 03\n{deck}\n")].count("CK149")


def test_ingrids_shirt_is_not_in_the_cabin_of_julian():
    examples = Path(__file__).parents[4] / "examples"
    text = (examples / "a-drop-of-midnight.case").read_text(encoding="utf-8")
    text = text.replace("== 09\n", "== 00\n").replace("== 10\n", "== 09\n").replace("== 00\n", "== 10\n")
    loaded_edition = EditionFinder(None).of(examples, "midnight")
    found = [
        problem
        for problem in check_bytes(text.encode(), "x.case", loaded_edition).diagnostics
        if problem.code.id == "CK149"
    ]
    assert ["the other paragraph is here"] == [
        related.label for problem in found for related in problem.related
    ]


def called(name, prose, check, loaded_edition):
    """The findings of the base case in which ANNA is called something else and a paragraph has some prose, with their words."""
    first, *others = loaded_edition.settings.suspects
    edition = replace(loaded_edition.settings, suspects=(replace(first, name=name), *others))
    text = base_of().replace("ANNA", name).replace("Geese, feathers and two damp aprons.", prose)
    found = check(text, whole=True, loaded_edition=LoadedEdition(edition))
    written = found.source.text.encode()
    return [(each.code.id, written[each.span.start : each.span.end].decode()) for each in found.diagnostics]


OTHER_CAPITALS = [
    ("DENİZ", "deniz"),
    ("DENİZ", "Deni\u0307z"),
    ("DENİZ", "denız"),
    ("ILGIN", "Ilgın"),
    ("SELIM", "Selım"),
    ("FELIX", "Felıx"),
    ("ΝΙΚΟΣ", "Νίκος"),
    ("ΝΙΚΟΣ", "νικοσ"),
    ("WEISS", "Weiß"),
    ("ÉVA", "E\u0301va"),
    ("ǄEMILA", "ǅemila"),
    ("ᲜᲘᲜᲝ", "ნინო"),
]


def of_names(findings):
    """Those about names; letters that no font has are found beside them."""
    return [finding for finding in findings if finding[0] in {"CK121", "CK122"}]


@pytest.mark.parametrize(("name", "small"), OTHER_CAPITALS)
def test_a_name_in_small_letters_of_any_script(name, small, check, loaded_edition):
    small_letters = called(name, f"The apron of {small}.", check, loaded_edition)
    capitals = called(name, f"The apron of {name}, and of {name}'s maid.", check, loaded_edition)
    assert [("CK122", small)] == of_names(small_letters)
    assert [] == of_names(capitals)


@given(st.text("iIİıSſßσςΣάΆϊABEeǅéÉყ", min_size=3, max_size=6))
def test_a_name_is_known_in_prose_however_it_is_spelt(check, loaded_edition, letters):
    name = unicodedata.normalize("NFC", letters.upper())
    for form in dict.fromkeys((name, name.lower(), name.title())):
        wanted = [] if form == name else [("CK121" if in_capitals(form) else "CK122", form)]
        found = called(name, f"She saw the apron of {form}.", check, loaded_edition)
        assert wanted == [each for each in found if each[0] in {"CK121", "CK122"}]


@pytest.mark.parametrize("word", ["毒殺者", "سموم", "רעל", "ยาพิษ", "ნინო"])
def test_a_script_without_case_has_no_names_in_capitals(word, told):
    assert [] == of_names(told(in_galley(f"It said {word} on the tin.")))


def test_a_name_in_capitals_with_accents_of_their_own(told, check, loaded_edition):
    assert [("CK121", "KATE\u0301RINA")] == told(in_galley("The apron of KATE\u0301RINA."))
    assert [] == called("ÉVA", "The apron of E\u0301VA.", check, loaded_edition)


def test_who_is_accused_is_named_as_the_edition_has_it(check, loaded_edition):
    found = called("DENİZ", "It was deniz who killed Otto.", check, loaded_edition)
    assert ("CK122", "deniz") in found
    assert ["CK142"] == [code for code, _ in found if code == "CK142"]


DISGUISED = [
    ("== ANNA alibi", "== АNNA alibi"),
    ("== ANNA alibi", "== ANNA аlibi"),
    ("== ANNA alibi", "== AN\u00adNA alibi"),
    ("== truth", "== trυth"),
    ("~ owes(CLARA)", "~ оwes(CLARA)"),
    ("~ owes(CLARA)", "~ ow\u00ades(CLARA)"),
    ("~ owes(CLARA)", "~ owes(СLАRА)"),
    ("owes(suspect)", "ow\u00ades(suspect)"),
    ("two damp aprons", "two damp aprons of Anna".replace("A", "А")),
    ("two damp aprons", "two damp aprons of ANNA".replace("A", "А", 1)),
    ("two damp aprons", "two damp aprons of AN\u00adNA"),
    ("two damp aprons", "two damp aprons of An\u00adna"),
]


@pytest.mark.parametrize(("plain", "disguised"), DISGUISED)
def test_a_letter_that_looks_like_another_is_named_and_corrected(plain, disguised, check):
    text = base_of()
    assert plain in text
    checked = check(text.replace(plain, disguised, 1), whole=True)
    named = [each for each in checked.diagnostics if "U+" in f"{each.message} {each.hint}"]
    assert named
    assert {"CK157"} & {each.code.id for each in named} or {"CK121"} == {each.code.id for each in named}
    (fix,) = {each.fix for each in named if each.fix}
    mended = checked.source.text
    for edit in sorted(fix, key=lambda each: -each.span.start):
        start, end = checked.source.part(edit.span)
        mended = mended[:start] + edit.replacement + mended[end:]
    assert mended in {text, text.replace("two damp aprons", "two damp aprons of ANNA")}
    assert [] == [*check(mended, whole=True).diagnostics]


def test_soft_hyphens_in_other_words_are_left_alone(told):
    assert [] == told(in_galley("Da\u00admp ap\u00adrons\n// of АNNA\nand geese."))


def test_motives_and_labels_that_look_alike(found):
    terms = 'motive debt   "To be rid of a debt"\nmotive {}   "{}"\nmethod poison "Rat poison in the soup"\n'
    terms = f'== terms\n{terms}method blow   "A blow on the head"\n'
    assert ["CK157", "CK218", "CK218"] == found(
        terms.format("dеbt", "To be rid of a dеbt") + 'motive envy "Out of envy"\n'
    )
    assert [] == found(terms.format("envy", "Out of envy, un été d’ennui"))


def test_an_edition_with_names_that_look_alike():
    from casekit.games.midnight.language.edition_file import load

    def codes(text):
        return [each.code.id for each in load(text.encode(), Path("edition.toml")).diagnostics]

    base = base_of("midnight", "base.toml")
    assert [] == codes(base)
    assert ["CK218"] == codes(base.replace('"BRUNO"', '"АNNA"'))
    assert ["CK157"] == codes(base.replace('"BRUNO"', '"BRUNО"'))
    assert ["CK218"] == codes(base.replace('slug = "deck"', 'slug = "suitе"'))
    assert ["CK801"] == codes(base.replace('"BRUNO"', '"Bruno"'))
    assert [] == codes(base.replace('"BRUNO"', '"BRU\u0308NO"'))
