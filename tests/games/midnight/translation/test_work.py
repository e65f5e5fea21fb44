from dataclasses import replace

import pytest

from casekit import pipeline
from casekit.games.midnight.editions import Editions
from casekit.games.midnight.translation.work import merged, review
from casekit.language.tree import StatementNode


def _codes(findings):
    return [problem.code.id for problem in findings]


def _logic(document):
    """Everything of a case that is no text."""
    return [
        (
            block.heading,
            [replace(item, quotation=None) for item in block.items if isinstance(item, StatementNode)],
        )
        for block in document.blocks
    ], [block for block in document.blocks if block.heading.kind in {"facts", "rules", "truth"}]


def _write(folder, files):
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


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
        "ANNA alibi",
        "ANNA alibi / quotation 1",
    ]
    assert expected == contexts[:10]
    assert "solution" == contexts[-1]
    assert len(contexts) == len(set(contexts))


def test_the_translator_is_told_who_speaks_and_what_a_quotation_carries(opened):
    notes = {text.context: text.notes for text in opened().originals.texts()["base.case"]}
    assert ("ANNA answers: Where were you at midnight?",) == notes["ANNA alibi"]
    assert ("Found at 01, Suite",) == notes["01"]
    assert ("Words of this translation that tell: room(ANNA) = galley and room(BRUNO) = galley",) == notes[
        "ANNA alibi / quotation 1"
    ]


def test_extracting_twice_changes_nothing(extract):
    assert extract() == extract()


@pytest.mark.usefixtures("translated")
def test_extracting_a_case_keeps_what_is_known_of_the_edition(extract, edition):
    before = extract()
    assert before == extract(edition / "base.case")


@pytest.mark.usefixtures("translated")
def test_a_translated_edition_has_the_same_logic_and_other_words(opened):
    work = opened()
    files, found = merged(work)
    assert [] == _codes(found)
    assert ["edition.toml", "base.case"] == list(files)
    again = pipeline.parse_bytes(files["base.case"], "base.case")
    assert () == again.diagnostics
    assert _logic(work.originals.cases["base.case"]) == _logic(again.document)
    assert b"zThe zLast zSoup" in files["base.case"]
    toml = files["edition.toml"].decode()
    assert 'language = "fr"' in toml
    assert 'slug = "soup" # the only one' in toml
    assert "zWhere zwere zyou zat zmidnight?" in toml
    assert 'slug = "galley", name = "zGalley"' in toml


@pytest.mark.usefixtures("translated")
def test_a_translated_edition_passes_every_check(opened, tmp_path):
    files, _ = merged(opened())
    folder = tmp_path / "fr"
    _write(folder, files)
    inputs = [pipeline.Input.of(folder / "edition.toml")]
    report, checked = pipeline.check_files(inputs, Editions(), lambda _: None)
    assert () == report.diagnostics
    assert "zThe zLast zSoup" == checked[0].case.title


@pytest.mark.parametrize("target", ["edition.toml", "base.case"])
@pytest.mark.usefixtures("translated")
def test_numbers_are_those_of_the_original(opened, edition, tmp_path, target):
    files, _ = merged(opened(edition / target))
    _write(tmp_path / "fr", files)

    def numbers(folder):
        plan = pipeline.plan_build(folder / target, Editions(), None, lambda _: None)
        return pipeline.numbered(plan.bindings[0])[1].numbers

    assert numbers(edition) == numbers(tmp_path / "fr")


@pytest.mark.usefixtures("translated")
def test_lock_files_and_pictures_are_taken_along(opened, edition):
    case = edition / "base.case"
    case.write_text(f"illustration: art/soup.png\n{case.read_text()}")
    (edition / "art").mkdir()
    (edition / "art" / "soup.png").write_bytes(b"picture")
    (edition / "soup.lock.json").write_bytes(b"lock")
    (edition / "other.lock.json").write_bytes(b"another booklet's")
    files, _ = merged(opened())
    assert {"edition.toml", "base.case", "art/soup.png", "soup.lock.json"} == set(files)
    assert b"lock" == files["soup.lock.json"]


@pytest.mark.usefixtures("translated")
def test_a_picture_outside_the_edition_is_not_taken_along(opened, edition):
    case = edition / "base.case"
    case.write_text(f"illustration: ../soup.png\n{case.read_text()}")
    (edition.parent / "soup.png").write_bytes(b"picture")
    files, _ = merged(opened())
    assert ["edition.toml", "base.case"] == list(files)


@pytest.mark.usefixtures("translated")
def test_a_case_alone_takes_its_edition_without_booklets(opened, edition):
    files, _ = merged(opened(edition / "base.case"))
    assert b"booklets" not in files["edition.toml"]
    assert b'name = "zGalley"' in files["edition.toml"]


def test_a_case_of_the_built_in_edition_is_translated_with_it(boat, opened):
    (boat / "edition.toml").unlink()
    case = boat / "base.case"
    text = (
        case.read_text()
        .replace("galley", "restaurant")
        .replace("= deck", "= hold")
        .replace("CLARA", "CELESTE")
    )
    case.write_text(
        text.replace("\n== 01", "\n== 13").replace("\n== 02", "\n== 21").replace("\n== 03", "\n== 24")
    )
    work = opened(case)
    assert boat == work.originals.root
    files, _ = merged(work)
    assert {} == files
    assert ["CK831"] == _codes(review(work))


@pytest.mark.usefixtures("translated")
def test_one_untranslated_quotation_keeps_its_paragraph(opened, translate):
    def forget(entry):
        return replace(entry, translation="") if entry.context == "ANNA alibi / quotation 1" else entry

    translate(forget)
    files, found = merged(opened())
    assert ["CK835"] == _codes(found)
    assert found[0].message.startswith("ANNA alibi: 1 of 2 texts is not translated")
    assert ("base.case", 36) == (found[0].span.file, found[0].span.line)
    assert b"I was in the galley with BRUNO from ten until one, plucking geese." in files["base.case"]


@pytest.mark.usefixtures("translated")
def test_fuzzy_translations_are_not_used(opened, translate):
    translate(lambda entry: replace(entry, fuzzy=entry.context == "title"))
    files, found = merged(opened())
    assert ["CK835"] == _codes(found)
    assert b"title: The Last Soup" in files["base.case"]


@pytest.mark.usefixtures("translated")
def test_a_text_that_changed_is_reported_at_its_line_and_kept(opened, edition):
    case = edition / "base.case"
    case.write_text(case.read_text().replace("plucking geese", "plucking swans"))
    files, found = merged(opened())
    assert ["CK836"] == _codes(found)
    assert found[0].message.endswith("“plucking geese.” is now “plucking swans.”")
    assert ("base.case", 35) == (found[0].span.file, found[0].span.line)
    assert "translations/fr/base.po" in found[0].related[0].span.file
    assert b"plucking swans" in files["base.case"]


@pytest.mark.usefixtures("translated")
def test_a_translation_of_a_text_that_is_gone_is_reported_in_the_catalogue(opened, edition):
    case = edition / "base.case"
    case.write_text(case.read_text().replace('motive envy   "Out of envy"\n', ""))
    found = review(opened())
    assert ["CK836"] == _codes(found)
    assert found[0].span.file.endswith("base.po")


@pytest.mark.usefixtures("translated")
def test_a_quotation_must_stand_in_the_translated_prose(opened, translate):
    def lose(entry):
        lost = entry.context == "ANNA alibi / quotation 1"
        return replace(entry, translation="zwords zthat zare znowhere") if lost else entry

    translate(lose)
    files, found = merged(opened())
    assert ["CK837"] == _codes(found)
    assert {} == files
    assert found[0].span.file.endswith("base.po")


@pytest.mark.usefixtures("translated")
def test_a_suspect_who_is_not_named_any_more_is_reported(opened, translate):
    translate(lambda entry: replace(entry, translation=entry.translation.replace("BRUNO", "him")))
    messages = [problem.message for problem in review(opened()) if problem.code.id == "CK838"]
    assert "ANNA alibi names BRUNO, its translation does not" == messages[0]


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


@pytest.mark.usefixtures("translated")
def test_a_case_without_a_catalogue_is_left_out_of_its_booklet(opened, edition):
    (edition / "second.case").write_text(
        (edition / "base.case").read_text().replace("Last Soup", "First Course")
    )
    toml = edition / "edition.toml"
    toml.write_text(toml.read_text().replace('["base.case"]', '["second.case", "base.case"]'))
    (edition / "soup.lock.json").write_bytes(b"lock")
    files, found = merged(opened())
    assert ["CK832"] == _codes(found)
    assert b'cases = ["base.case"]' in files["edition.toml"]
    assert {"edition.toml", "base.case"} == set(files)


def test_no_catalogue_at_all_is_an_error(opened):
    files, found = merged(opened())
    assert ["CK831"] == _codes(found)
    assert {} == files


@pytest.mark.usefixtures("translated")
def test_a_translation_cannot_change_what_a_case_says(opened, translate):
    marks = "// ~ == *never*"
    translate(
        lambda entry: (
            replace(entry, translation=f"{marks} {entry.translation}") if entry.context == "01" else entry
        )
    )
    work = opened()
    files, found = merged(work)
    assert () == found
    again = pipeline.parse_bytes(files["base.case"], "base.case").document
    assert _logic(work.originals.cases["base.case"]) == _logic(again)


@pytest.mark.usefixtures("translated")
def test_a_title_that_would_end_in_a_comment_is_refused(opened, translate):
    translate(
        lambda entry: replace(entry, translation="zSoup // znot") if entry.context == "title" else entry
    )
    _, found = merged(opened())
    assert ["CK833"] == _codes(found)
