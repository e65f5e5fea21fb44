from dataclasses import replace

import pytest

from casekit.translation.work import review


def _codes(findings):
    return [problem.code.id for problem in findings]


def test_texts_come_in_story_order_with_their_paths(opened):
    contexts = [text.context for text in opened().originals.texts()["base.case"]]
    expected = [
        "title",
        "victim",
        "presentation",
        "presentation / quotation 1",
        "motive debt",
        "motive envy",
        "method poison",
        "method blow",
        *(f"presentation / quotation of rule {number}" for number in (1, 2, 3)),
        "ANNA alibi",
        "ANNA alibi / quotation 1",
    ]
    assert expected == contexts[:13]
    assert ["solution", "solution / quotation 1"] == contexts[-2:]
    assert len(contexts) == len(set(contexts))


def test_the_translator_is_told_who_speaks_and_what_a_quotation_carries(opened):
    notes = {text.context: text.notes for text in opened().originals.texts()["base.case"]}
    assert ("ANNA answers: Where were you at midnight?",) == notes["ANNA alibi"]
    assert ("Found at 01, Suite",) == notes["01"]
    assert ("Words of this translation that state: room(ANNA) = galley and room(BRUNO) = galley",) == notes[
        "ANNA alibi / quotation 1"
    ]


def test_what_a_setting_calls_things_is_translated_and_its_drawings_go_along(opened, edition):
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><path d="M0 0h4v3z"/></svg>'
    (edition / "hut.svg").write_text(drawing, encoding="utf-8")
    with (edition / "edition.toml").open("a", encoding="utf-8") as file:
        file.write('\n[setting]\npurser = "the warden"\n\n[drawings]\ncover = "hut.svg"\n')
    originals = opened().originals
    told = {text.context: text for text in originals.texts()["edition.toml"]}["setting purser"]
    note = "What is called “the purser” in an edition on a ship; with its article, if that has one"
    assert ("the warden", (note,)) == (told.source, told.notes)
    assert ["hut.svg"] == [name for tree in originals.cases.values() for name in originals.files_of(tree)]


def test_extracting_twice_changes_nothing(extract):
    assert extract() == extract()


@pytest.mark.usefixtures("translated")
def test_extracting_a_case_keeps_what_is_known_of_the_edition(extract, edition):
    before = extract()
    assert before == extract(edition / "base.case")


@pytest.mark.usefixtures("translated")
def test_a_translation_of_a_text_that_is_gone_is_reported_in_the_catalogue(opened, edition):
    case = edition / "base.case"
    case.write_text(case.read_text().replace('motive envy   "Out of envy"\n', ""))
    found = review(opened())
    assert ["CK836"] == _codes(found)
    assert found[0].span.file.endswith("base.po")


@pytest.mark.usefixtures("translated")
def test_a_suspect_who_is_not_named_any_more_is_reported(opened, translate):
    translate(lambda entry: replace(entry, translation=entry.translation.replace("BRUNO", "him")))
    messages = [problem.message for problem in review(opened()) if problem.code.id == "CK838"]
    assert "ANNA alibi names BRUNO, but its translation does not" == messages[0]


@pytest.mark.usefixtures("translated")
def test_a_catalogue_in_the_wrong_place_is_refused(opened, edition):
    folder = edition / "translations" / "fr"
    (folder / "base.po").write_bytes((folder / "edition.po").read_bytes())
    found = review(opened())
    assert ["CK834"] == _codes(found)
    assert "edition.toml" in found[0].message


@pytest.mark.usefixtures("translated")
def test_a_catalogue_of_another_language_is_refused(opened, edition):
    path = edition / "translations" / "fr" / "base.po"
    path.write_text(path.read_text().replace("Language: fr", "Language: it"))
    assert ["CK834"] == _codes(review(opened()))
