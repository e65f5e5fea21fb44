"""What is said of translations, for texts of no game: a document is a dict of its texts by their contexts."""

from pathlib import Path

import pytest

from casekit.diagnostics import Source, Span, codes
from casekit.translation import work
from casekit.translation.matching import MessageState, match
from casekit.translation.po import Catalogue, CatalogueMessage, catalogue_text
from casekit.translation.po_reading import read_catalogue
from casekit.translation.texts import SettingsFile, Text, Translatable


def text_of(context, source, kept=()):
    return Text(context.replace("_", " / "), source, (), Span("a.case"), frozenset(kept))


def part_of(texts, *entries, obsolete=()):
    """Texts beside a catalogue, which was written and read."""
    written = catalogue_text(Catalogue("a.case", "fr", "", entries, obsolete))
    catalogue, _, problems = read_catalogue(written.encode(), "fr.po")
    assert () == problems
    return work.Part("a.case", Path("fr.po"), catalogue, *match(texts, catalogue))


def findings(texts, *entries, names=(), **more):
    """The identifiers, messages and hints of the findings."""
    part = part_of(texts, *entries, **more)
    return [(each.code.id, each.message, each.hint) for each in work.findings(part, part.catalogue, names)]


def message(context, source, translation="", **more):
    return CatalogueMessage(context.replace("_", " / "), source, translation, **more)


# --- what is missing -----------------------------------------------------------------------------


def test_a_translated_unit_has_no_finding():
    texts = (text_of("01", "One."), text_of("01_quotation 1", "One"))
    assert [] == findings(texts, message("01", "One.", "Un."), message("01_quotation 1", "One", "Un"))


@pytest.mark.parametrize(
    ("entries", "told"),
    [
        ((), "01: 2 of 3 texts are not translated; all of it stays in the original"),
        (("deux",), "01: 1 of 3 texts is not translated; all of it stays in the original"),
        (("deux", "trois"), None),
    ],
)
def test_a_unit_of_which_something_is_missing_is_told_once(entries, told):
    texts = (text_of("01", "one"), text_of("01_2", "two"), text_of("01_3", "three"))
    done = [message("01", "one", "un")]
    done += [
        message(context, source, translation)
        for (context, source), translation in zip((("01_2", "two"), ("01_3", "three")), entries, strict=False)
    ]
    found = findings(texts, *done)
    expected = (
        []
        if told is None
        else [(codes.UNTRANSLATED_TEXT.id, told, "translate it; `extract` lists new texts")]
    )
    assert expected == [(code, words, hint) for code, words, hint in found]


def test_a_unit_of_one_text_is_named_without_a_number():
    (found,) = findings((text_of("title", "A Drop"), text_of("x", "y")), message("x", "y", "z"))
    assert "title is not translated; all of it stays in the original" == found[1]


@pytest.mark.parametrize("both", [True, False])
def test_only_where_all_that_waits_is_fuzzy_the_unit_is_called_so(both):
    texts = (text_of("01", "one"), text_of("01_2", "two"))
    second = message("01_2", "two", "deux" if both else "", fuzzy=both)
    (found,) = findings(texts, message("01", "one", "un", fuzzy=True), second)
    words = "marked fuzzy" if both else "not translated"
    assert f"01: 2 of 2 texts are {words}; all of it stays in the original" == found[1]
    assert ("`fuzzy`" in found[2]) == both


def test_the_entry_of_what_waits_is_shown_if_there_is_one():
    part = part_of((text_of("a", "one"), text_of("b", "two")), message("a", "one", "un", fuzzy=True))
    waiting, missing = work.findings(part, part.catalogue, ())
    assert ["its entry is here"] == [each.label for each in waiting.related]
    assert part.catalogue.source.text.splitlines()[waiting.related[0].span.line - 1].endswith('"one"')
    assert () == missing.related


def test_nothing_else_is_said_of_a_unit_that_is_not_finished():
    texts = (text_of("01", "ANNA saw it."), text_of("01_quotation 1", "saw"))
    (found,) = findings(texts, message("01", "ANNA saw it.", "Je l’ai vu."), names=("ANNA",))
    assert "01: 1 of 2 texts is not translated" in found[1]


# --- what has changed ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("one two three four five", "one two THREE four five", "“two three four” is now “two THREE four”"),
        ("one two three", "ONE two three", "“one two” is now “ONE two”"),
        ("one two three", "one two THREE", "“two three” is now “two THREE”"),
        ("one two three", "one two three four", "“three” is now “three four”"),
        ("one two", "zero one two", "“one” is now “zero one”"),
        ("one two three", "one three", "“one two three” is now “one three”"),
        ("one", "two", "“one” is now “two”"),
        ("a b c d e f", "a X c d Y f", "“a b c d e f” is now “a X c d Y f”"),
        ("a a a", "a a", "“a a” is now “a”"),
        ("x" * 60, "y", f"“{'x' * 60}” is now “y”"),
        ("x" * 61, "y", f"“{'x' * 60}…” is now “y”"),
        ("x" * 59 + " z", "y", f"“{'x' * 59}…” is now “y”"),
    ],
)
def test_a_change_is_told_with_a_word_on_each_side(before, after, told):
    (found,) = findings((text_of("a", after),), message("a", before, "un"))
    assert (codes.DRIFTED_TRANSLATION.id, f"a has changed since it was translated: {told}") == found[:2]


def test_a_translation_of_a_text_that_is_gone_is_told_until_it_is_at_the_end():
    gone = message("b", "gone", "parti")
    (found,) = findings((text_of("a", "one"),), message("a", "one", "un"), gone)
    assert "b is translated here, but a.case no longer has this text" == found[1]
    assert [] == findings((text_of("a", "one"),), message("a", "one", "un"), obsolete=(gone,))


# --- what does not carry the clues -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("prose", "words", "seen"),
    [
        ("Il était « à peine » là.", "à peine", 0),
        ("Il *était* là.", "était là", 0),
        ('Il dit "non".', "dit “non”", 0),
        ("Il fait 3\\*4.", "3*4", 0),
        ("Il était là.", "est là", 1),
    ],
)
def test_a_quotation_is_in_the_translated_paragraph(prose, words, seen):
    texts = (text_of("01", "He was there."), text_of("01_quotation 1", "was there"))
    found = findings(
        texts, message("01", "He was there.", prose), message("01_quotation 1", "was there", words)
    )
    assert [f'"{words}" is not in the translation of 01'] * seen == [each[1] for each in found]


def test_one_quotation_is_not_looked_for_in_another():
    texts = (text_of("01", "One."), text_of("01_quotation 1", "one"), text_of("01_quotation 2", "two"))
    entries = (message("01", "One.", "Un."), message("01_quotation 1", "one", "deux"))
    found = findings(texts, *entries, message("01_quotation 2", "two", "deux"))
    assert 2 == len(found)


@pytest.mark.parametrize(
    ("kept", "translation", "told"),
    [
        ("1", "(1) est là", None),
        ("1", "est là", ("lacks `(1)`", "put `(1)` where the name is to be")),
        ("", "(1) est là", ("has `(1)`, which the original does not have", "remove it")),
        ("12", "(2)", ("lacks `(1)`", "put `(1)` where the name is to be")),
        ("1", "(1) et (2)", ("has `(2)`, which the original does not have", "remove it")),
        ("v", "(1)", ("lacks `(v)`", "put `(v)` where the value is to be")),
    ],
)
def test_a_sentence_keeps_what_is_put_into_it(kept, translation, told):
    names = {"1": "1", "2": "2", "v": work.VALUE}

    def written(text):
        for short, name in names.items():
            text = text.replace(f"({short})", f"({name})")
        return text

    text = text_of("fact", "was there", kept=[names[each] for each in kept])
    found = findings((text,), message("fact", "was there", written(translation)))
    if not kept or told is None:  # a text into which nothing is put is prose, brackets and all
        assert [] == found
        return
    first, hint = map(written, told)
    assert (codes.LOST_PLACEHOLDER.id, f"the translation of fact {first}", hint) == found[0]


@pytest.mark.parametrize(
    ("source", "translation", "told"),
    [
        ("ANNA saw BRUNO.", "BRUNO, ANNA l’a vu.", []),
        ("ANNA saw BRUNO.", "Elle a vu BRUNO.", ["01 names ANNA, but its translation does not"]),
        (
            "She saw BRUNO.",
            "ANNA a vu BRUNO.",
            ["the translation of 01 names ANNA, but the original does not"],
        ),
        ("ANNABEL saw it.", "Elle l’a vu.", []),
        ("JEAN-PAUL saw it.", "PAUL l’a vu.", ["01 names JEAN-PAUL, but its translation does not"]),
    ],
)
def test_the_same_people_are_named(source, translation, told):
    found = findings(
        (text_of("01", source),), message("01", source, translation), names=("ANNA", "BRUNO", "JEAN-PAUL")
    )
    assert told == [each[1] for each in found]
    hints = [
        "leave ANNA out" if "original" in each else f"name {each.split()[2][:-1]} there too, in capitals"
        for each in told
    ]
    assert hints == [each[2] for each in found]


def test_names_in_a_quotation_are_not_asked_for_a_second_time():
    texts = (text_of("01", "ANNA was there."), text_of("01_quotation 1", "ANNA was"))
    entries = (
        message("01", "ANNA was there.", "ANNA était là."),
        message("01_quotation 1", "ANNA was", "était"),
    )
    assert [] == findings(texts, *entries, names=("ANNA",))


def test_people_whom_a_quotation_alone_names_are_not_asked_for():
    texts = (text_of("01", "She was there."), text_of("01_quotation 1", "ANNA was"))
    entries = (
        message("01", "She was there.", "Elle était là."),
        message("01_quotation 1", "ANNA was", "était"),
    )
    assert [] == findings(texts, *entries, names=("ANNA",))


# --- texts and files -----------------------------------------------------------------------------


def test_a_unit_that_is_not_finished_keeps_its_own_texts():
    texts = (text_of("01", "one"), text_of("01_2", "two"), text_of("02", "three"))
    part = part_of(texts, message("01", "one", "un"), message("02", "three", "trois"))
    assert {"01": "one", "01 / 2": "two", "02": "trois"} == work.translations(part.matches)
    assert {"01": 2, "02": 1} == {unit: len(parts) for unit, parts in work.units(part.matches).items()}


def test_how_far_a_catalogue_is():
    texts = [text_of(name, name) for name in "abcde"]
    entries = (
        message("a", "a", "A"),
        message("b", "b", "B"),
        message("c", "c", "C", fuzzy=True),
        message("d", "before", "D"),
    )
    part = part_of(texts, *entries)
    states = {"translated": 2, "missing": 1, "fuzzy": 1, "drifted": 1}
    assert {"texts": 5, **states} == part.figures
    assert {state.value for state in MessageState} == states.keys()


@pytest.mark.parametrize(("translation", "begun"), [("un", True), ("", False)])
def test_a_catalogue_is_begun_with_its_first_translation(translation, begun):
    texts = (text_of("a", "one"), text_of("b", "two"))
    assert begun == part_of(texts, message("a", "one", translation), message("b", "two")).begun


def test_without_texts_there_is_nothing_to_begin():
    assert part_of(()).begun
    assert not work.Part("a.case", Path("fr.po"), None, (), ()).begun


@pytest.fixture
def originals(tmp_path):
    """An edition with a title and two cases of one text each."""

    def walk(content, source, visit):
        content["title"] = visit(Text("title", content["title"], (), source.whole()))

    def walk_case(tree, visit):
        return {context: visit(Text(context, text, (), Span("x"))) for context, text in tree.items()}

    settings = SettingsFile("edition.toml", Source("edition.toml", 'title = "A Ship"\n'), walk)
    cases = {"one.case": {"01": "one"}, "two.case": {"01": "two"}}
    return Translatable(tmp_path, "A Ship", (settings,), cases, walk_case, None, ())


def fill(originals, file, translation, language="fr", within="fr", text=None):
    """Write a catalogue of a file, whose texts are all translated by the same words."""
    entries = tuple(
        CatalogueMessage(each.context, each.source, translation) for each in originals.texts()[file]
    )
    path = originals.catalogue(file, within)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(catalogue_text(Catalogue(file if text is None else text, language, "", entries)))
    return path


def said(originals, language="fr"):
    """What is said of the translation, by the names of the files that it is said of."""
    found = work.review(work.open_work(originals, language))
    return [(each.code.id, Path(each.span.file).name, each.message) for each in found]


def test_without_any_catalogue_that_alone_is_said(originals):
    assert [(codes.NO_TRANSLATION.id, "fr", "there is no catalogue in `fr`")] == said(originals)


def test_what_becomes_of_a_file_without_translations_is_said(originals):
    fill(originals, "edition.toml", "")
    fill(originals, "one.case", "")
    left = "the case is left out, and its booklet has different numbers from the original"
    stays = "its texts stay as they are"
    assert [
        ("edition.po", f"no text of edition.toml is translated yet: {stays}"),
        ("one.po", f"no text of one.case is translated yet: {left}"),
        ("two.po", f"two.case has no catalogue in `fr`: {left}"),
    ] == [(file, words) for _, file, words in said(originals)]


def test_a_case_alone_is_not_left_out(originals):
    from dataclasses import replace

    fill(originals, "one.case", "")
    told = said(replace(originals, alone=True))
    assert all("its texts stay as they are" in words for _, _, words in told)
    assert 3 == len(told)


def test_a_whole_translation_has_no_findings(originals):
    for file in originals.texts():
        fill(originals, file, "x")
    assert [] == said(originals)


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (
            {"text": "two.case"},
            "this catalogue belongs to two.case, but it is in the place of that of one.case",
        ),
        ({"text": ""}, None),  # its entries say it
        ({"language": "de"}, "this catalogue is in `de`, but it is among those in `fr`"),
        ({"language": "FR"}, None),
    ],
)
def test_a_catalogue_in_the_place_of_another_is_found(more, told, originals):
    for file in ("edition.toml", "two.case"):
        fill(originals, file, "x")
    fill(originals, "one.case", "x", **more)
    assert ([] if told is None else [(codes.FOREIGN_CATALOGUE.id, "one.po", told)]) == said(originals)


def test_a_language_may_be_written_with_a_line_below(originals):
    for file in originals.texts():
        fill(originals, file, "x", language="pt_BR", within="pt-BR")
    assert [] == said(originals, "pt-BR")


def test_a_catalogue_that_is_none_is_told_once(originals):
    for file in originals.texts():
        fill(originals, file, "x")
    originals.catalogue("one.case", "fr").write_text("msgid\n")
    ((code, file, _),) = said(originals)
    assert (codes.INVALID_CATALOGUE.id, "one.po") == (code, file)


def test_extracting_keeps_what_is_translated_and_lists_the_rest(originals):
    path = fill(originals, "one.case", "un")
    files = work.extracted(work.open_work(originals, "fr"))
    assert {originals.catalogue(file, "fr") for file in originals.texts()} == files.keys()
    read = {file.stem: read_catalogue(data, "x")[0] for file, data in files.items()}
    assert [("01", "one", "un")] == [
        (each.context, each.source, each.translation) for each in read[path.stem].entries
    ]
    assert [("01", "two", "")] == [
        (each.context, each.source, each.translation) for each in read["two"].entries
    ]
    assert {("A Ship", "fr")} == {(each.project, each.language) for each in read.values()}
    assert {"edition.toml", "one.case", "two.case"} == {each.text for each in read.values()}
