from dataclasses import replace

import pytest

from casekit.building import plan as building_plan
from casekit.building.planned_booklets import numbered
from casekit.games.midnight.language.line_forms import RuleNode, StatementNode
from casekit.kit.editions import EditionFinder
from casekit.pipeline import checking, loading
from casekit.translation.merging import merged
from casekit.translation.work import review


def _codes(findings):
    return [problem.code.id for problem in findings]


def _logic(document):
    """Everything of a case that is no text."""
    return [
        (
            block.heading,
            [
                replace(item, quotation=None)
                for item in block.items
                if isinstance(item, (RuleNode, StatementNode))
            ],
        )
        for block in document.blocks
    ], [block for block in document.blocks if block.heading.kind in {"facts", "truth"}]


def _merge(work):
    """What merging gives for a folder that is not there yet."""
    return merged(work, work.originals.root / "build")


def _write(folder, files):
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


@pytest.mark.usefixtures("translated")
def test_a_translated_edition_has_the_same_logic_and_other_words(opened):
    work = opened()
    files, found = _merge(work)
    assert [] == _codes(found)
    assert ["edition.toml", "base.case"] == list(files)
    again = loading.parse_bytes(files["base.case"], "base.case")
    assert () == again.diagnostics
    assert _logic(work.originals.cases["base.case"]) == _logic(again.tree)
    assert b"zThe zLast zSoup" in files["base.case"]
    toml = files["edition.toml"].decode()
    assert 'language = "fr"' in toml
    assert 'slug = "soup" # the only one' in toml
    assert "zWhere zwere zyou zat zmidnight?" in toml
    assert 'slug = "galley", name = "zGalley"' in toml


@pytest.mark.usefixtures("translated")
def test_a_translated_edition_passes_every_check(opened, tmp_path):
    files, _ = _merge(opened())
    folder = tmp_path / "fr"
    _write(folder, files)
    inputs = [loading.InputFile.of(folder / "edition.toml")]
    report, checked = checking.check_files(inputs, EditionFinder(), lambda _: None)
    assert () == report.diagnostics
    assert "zThe zLast zSoup" == checked[0].document.title


@pytest.mark.parametrize("target", ["edition.toml", "base.case"])
@pytest.mark.usefixtures("translated")
def test_numbers_are_those_of_the_original(opened, edition, tmp_path, target):
    files, _ = _merge(opened(edition / target))
    _write(tmp_path / "fr", files)

    def numbers(folder):
        plan = building_plan.plan_build(folder / target, EditionFinder(), None, lambda _: None)
        return numbered(plan.booklets[0])[1].numbers

    assert numbers(edition) == numbers(tmp_path / "fr")


@pytest.mark.usefixtures("translated")
def test_lock_files_and_pictures_are_taken_along(opened, edition):
    case = edition / "base.case"
    case.write_text(f"illustration: art/soup.png\n{case.read_text()}")
    (edition / "art").mkdir()
    (edition / "art" / "soup.png").write_bytes(b"picture")
    (edition / "soup.lock.json").write_bytes(b"lock")
    (edition / "other.lock.json").write_bytes(b"another booklet's")
    files, _ = _merge(opened())
    assert {"edition.toml", "base.case", "art/soup.png", "soup.lock.json"} == set(files)
    assert b"lock" == files["soup.lock.json"]


@pytest.mark.parametrize("name", ["art", "nowhere.png", "loop", "https://example.org/soup.png"])
@pytest.mark.usefixtures("translated")
def test_what_is_no_picture_is_left_to_the_build(opened, edition, name):
    (edition / "art").mkdir()
    (edition / "loop").symlink_to(edition / "loop")
    case = edition / "base.case"
    case.write_text(f"illustration: {name}\n{case.read_text()}")
    files, _ = _merge(opened())
    assert ["edition.toml", "base.case"] == list(files)
    assert f"illustration: {name}".encode() in files["base.case"]


@pytest.mark.usefixtures("translated")
def test_a_picture_outside_the_edition_is_not_taken_along(opened, edition):
    case = edition / "base.case"
    case.write_text(f"illustration: ../soup.png\n{case.read_text()}")
    (edition.parent / "soup.png").write_bytes(b"picture")
    files, _ = _merge(opened())
    assert ["edition.toml", "base.case"] == list(files)


@pytest.mark.usefixtures("translated")
def test_a_case_alone_takes_its_edition_without_booklets(opened, edition):
    files, _ = _merge(opened(edition / "base.case"))
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
    files, _ = _merge(work)
    assert {} == files
    assert ["CK831"] == _codes(review(work))


@pytest.mark.usefixtures("translated")
def test_one_untranslated_quotation_keeps_its_paragraph(opened, translate):
    def forget(entry):
        return replace(entry, translation="") if entry.context == "ANNA alibi / quotation 1" else entry

    translate(forget)
    files, found = _merge(opened())
    assert ["CK835"] == _codes(found)
    assert found[0].message.startswith("ANNA alibi: 1 of 2 texts is not translated")
    assert ("base.case", 38) == (found[0].span.file, found[0].span.line)
    assert b"I was in the galley with BRUNO from ten until one, plucking geese." in files["base.case"]


@pytest.mark.usefixtures("translated")
def test_fuzzy_translations_are_not_used(opened, translate):
    translate(lambda entry: replace(entry, fuzzy=entry.context == "title"))
    files, found = _merge(opened())
    assert ["CK835"] == _codes(found)
    assert b"title: The Last Soup" in files["base.case"]


@pytest.mark.usefixtures("translated")
def test_a_text_that_changed_is_reported_at_its_line_and_kept(opened, edition):
    case = edition / "base.case"
    case.write_text(case.read_text().replace("plucking geese", "plucking swans"))
    files, found = _merge(opened())
    assert ["CK836"] == _codes(found)
    assert found[0].message.endswith("“plucking geese.” is now “plucking swans.”")
    assert ("base.case", 37) == (found[0].span.file, found[0].span.line)
    assert "translations/fr/base.po" in found[0].related[0].span.file
    assert b"plucking swans" in files["base.case"]


@pytest.mark.usefixtures("translated")
def test_a_quotation_must_stand_in_the_translated_prose(opened, translate):
    def lose(entry):
        lost = entry.context == "ANNA alibi / quotation 1"
        return replace(entry, translation="zwords zthat zare znowhere") if lost else entry

    translate(lose)
    files, found = _merge(opened())
    assert ["CK837"] == _codes(found)
    assert {} == files
    assert found[0].span.file.endswith("base.po")


@pytest.mark.parametrize(("extracted", "code"), [(False, "CK832"), (True, "CK835")])
@pytest.mark.usefixtures("translated")
def test_a_case_of_which_nothing_is_translated_is_left_out(opened, edition, extract, extracted, code):
    text = (edition / "base.case").read_text()
    (edition / "second.case").write_text(text.replace("Last Soup", "First Course"))
    toml = edition / "edition.toml"
    toml.write_text(toml.read_text().replace('["base.case"]', '["second.case", "base.case"]'))
    (edition / "soup.lock.json").write_bytes(b"lock")
    if extracted:
        extract()
    files, found = _merge(opened())
    assert [code] == _codes(found)
    assert "the case is left out" in found[0].message
    assert b'cases = ["base.case"]' in files["edition.toml"]
    assert {"edition.toml", "base.case"} == set(files)


def test_a_case_alone_is_kept_before_anything_is_translated(opened, edition, extract):
    extract()
    files, found = _merge(opened(edition / "base.case"))
    assert ["CK835", "CK835"] == _codes(found)
    assert "its texts stay as they are" in found[1].message
    assert b"title: The Last Soup" in files["base.case"]


def test_no_catalogue_at_all_is_an_error(opened):
    files, found = _merge(opened())
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
    files, found = _merge(work)
    assert () == found
    again = loading.parse_bytes(files["base.case"], "base.case").tree
    assert _logic(work.originals.cases["base.case"]) == _logic(again)


@pytest.mark.usefixtures("translated")
def test_a_title_that_would_end_in_a_comment_is_refused(opened, translate):
    translate(
        lambda entry: replace(entry, translation="zSoup // znot") if entry.context == "title" else entry
    )
    _, found = _merge(opened())
    assert ["CK833"] == _codes(found)
