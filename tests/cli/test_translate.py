import json
import os
from pathlib import Path

import pytest

from casekit.kit.code_registry import base_of

BOOKLET = '\n[[booklets]]\nslug = "soup"\ncases = ["base.case"]\n'


@pytest.fixture
def edition(boat, put):
    put("edition.toml", base_of(name="base.toml") + BOOKLET)
    return boat


@pytest.fixture
def fill(edition):
    """Translates every text of a catalogue by itself, but for what ``words`` says."""

    def run(name="base", **words):
        path = edition / "translations" / "fr" / f"{name}.po"
        done = []
        for block in path.read_text().split("\n\n"):
            text = block.partition("msgid ")[2].partition("\nmsgstr")[0]
            if "msgctxt" in block:
                for before, after in words.items():
                    text = text.replace(before, after)
                done.append(block.partition("\nmsgstr")[0] + f"\nmsgstr {text}")
            else:
                done.append(block)
        path.write_text("\n\n".join(done) + "\n")

    return run


@pytest.fixture
def filled(edition, run, fill):
    assert 0 == run("translate", "extract", "fr")[0]
    fill("edition")
    fill()
    return edition


def _files(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


@pytest.mark.usefixtures("edition")
def test_extract_writes_catalogues_and_says_how_far_they_are(run, boat):
    status, out, err = run("translate", "extract", "fr")
    assert (0, "") == (status, err)
    assert ["base.po", "edition.po"] == _files(boat / "translations" / "fr")
    assert "translations/fr/base.po: 33 texts: 33 missing" in out


def test_extracting_again_writes_nothing(run, filled):
    files = list((filled / "translations" / "fr").iterdir())
    # Times of files count in steps that a quick test may not leave.
    for path in files:
        os.utime(path, (1, 1))
    assert 0 == run("translate", "extract", "fr")[0]
    assert {1} == {int(path.stat().st_mtime) for path in files}


def test_check_knows_what_is_missing(run, filled):
    assert (0, "") == run("translate", "check", "fr", "--strict")[::2]
    case = filled / "base.case"
    case.write_text(case.read_text().replace("plucking geese", "plucking swans"))
    status, out, err = run("translate", "check", "fr")
    assert 0 == status
    assert "32 translated, 1 drifted" in out
    assert "base.case:37:1: warning[CK836 drifted-translation]" in err
    assert 1 == run("translate", "check", "fr", "--strict")[0]


def test_check_as_json(run, filled, answers_of):
    (filled / "translations" / "fr" / "base.po").unlink()
    status, out, _ = run("translate", "check", "fr", "--json")
    answer = answers_of("translation")(out)
    assert 0 == status
    assert [("edition.toml", "translations/fr/edition.po"), ("base.case", None)] == [
        (each["file"], each["catalogue"]) for each in answer["catalogues"]
    ]
    assert ["CK832"] == [found["code"] for found in answer["diagnostics"]]


@pytest.mark.usefixtures("edition")
def test_json_of_what_cannot_be_read(run, answers_of):
    status, out, _ = run("translate", "check", "fr", "nowhere", "--json")
    assert (2, []) == (status, answers_of("translation")(out)["catalogues"])


def test_merge_writes_an_edition_that_checks_and_merges_again(run, filled, fill):
    fill(galley="cuisine")
    status, out, err = run("translate", "merge", "fr", "--strict")
    assert (0, "") == (status, err)
    assert ["build/fr/edition.toml", "build/fr/base.case"] == out.split()
    assert "in the cuisine with BRUNO" in (filled / "build/fr/base.case").read_text()
    assert 0 == run("check", "--strict", "build/fr")[0]
    fill(galley="coquerie")
    assert 0 == run("translate", "merge", "fr")[0]
    assert "in the coquerie with BRUNO" in (filled / "build/fr/base.case").read_text()


def test_merge_into_the_folder_of_the_original_is_refused(run, filled):
    before = (filled / "edition.toml").read_bytes()
    status, out, err = run("translate", "merge", "fr", "--output", ".")
    assert (1, "") == (status, out)
    assert "error[CK905 cannot-write]" in err
    assert before == (filled / "edition.toml").read_bytes()


def test_a_file_of_somebody_elses_in_a_merged_folder_is_not_written_over(run, filled):
    assert 0 == run("translate", "merge", "fr")[0]
    case = filled / "build/fr/base.case"
    case.write_text("title: Mine\n")
    status, out, err = run("translate", "merge", "fr")
    assert (1, "") == (status, out)
    assert "build/fr/base.case:1:1: error[CK905 cannot-write]" in err
    assert "title: Mine\n" == case.read_text()


def test_an_edition_in_another_language_is_not_written_over(run, filled):
    assert 0 == run("translate", "merge", "fr")[0]
    assert 0 == run("translate", "extract", "it", "build/fr")[0]
    before = (filled / "build/fr/edition.toml").read_bytes()
    status, out, err = run("translate", "merge", "it", "build/fr", "--output", "build/fr")
    assert (1, "") == (status, out)
    assert "build/fr/edition.toml:1:1: error[CK905 cannot-write]" in err
    assert before == (filled / "build/fr/edition.toml").read_bytes()


def test_a_second_merge_keeps_what_was_printed(run, filled, fill):
    fill(galley="cuisine")
    assert 0 == run("build", ".", "--only", "booklet")[0]
    assert 0 == run("translate", "merge", "fr")[0]
    lock = filled / "build/fr/soup.lock.json"
    assert (filled / "soup.lock.json").read_bytes() == lock.read_bytes()
    assert 0 == run("build", "build/fr", "--output", "build/fr", "--only", "booklet")[0]
    printed = lock.read_bytes()
    assert (filled / "soup.lock.json").read_bytes() != printed
    assert 0 == run("translate", "merge", "fr", "--strict")[0]
    assert printed == lock.read_bytes()


def test_with_strict_nothing_unfinished_is_written(run, filled):
    (filled / "translations" / "fr" / "base.po").unlink()
    assert 1 == run("translate", "merge", "fr", "--strict")[0]
    assert not (filled / "build").exists()


def test_a_language_whose_headings_are_unknown_is_said_to_be(run, filled):
    folder = filled / "translations"
    (folder / "fr").rename(folder / "it")
    for path in (folder / "it").iterdir():
        path.write_text(path.read_text().replace("Language: fr", "Language: it"))
    status, _, err = run("translate", "merge", "it")
    assert 0 == status
    assert "warning[CK839 unspoken-language]" in err


@pytest.mark.parametrize("tag", ["klingon", "", "../fr", "en", "EN", "fr_XX"])
def test_a_tag_that_is_none_or_the_editions_own_is_misuse(run, edition, tag):
    status, out, err = run("translate", "extract", tag)
    assert (2, "") == (status, out)
    assert "error[CK830 unknown-language]" in err
    assert not (edition / "translations").exists()


def test_a_tag_is_written_in_its_usual_form(run, edition):
    assert 0 == run("translate", "extract", "PT_br")[0]
    assert (edition / "translations" / "pt-BR" / "base.po").is_file()


@pytest.mark.usefixtures("boat")
def test_an_edition_without_booklets_has_nothing_to_translate(run):
    status, _, err = run("translate", "extract", "fr")
    assert 1 == status
    assert "error[CK803 missing-case]" in err


def test_a_case_with_errors_is_not_extracted(run, edition, put):
    put("base.case", base_of().replace("== ANNA alibi", "== ANNA alibbi"))
    status, out, err = run("translate", "extract", "fr")
    assert (1, "") == (status, out)
    assert "error[CK306" in err
    assert not (edition / "translations").exists()


def test_a_case_that_has_a_path_twice_is_not_extracted(run, edition, put):
    put("base.case", base_of() + "\n== 01\nOnce more.\n")
    status, _, err = run("translate", "extract", "fr")
    assert 1 == status
    assert "error[CK302" in err
    assert not (edition / "translations").exists()


@pytest.mark.parametrize("subcommand", ["extract", "check", "merge"])
def test_a_broken_catalogue_is_neither_used_nor_written_over(run, filled, subcommand):
    path = filled / "translations" / "fr" / "base.po"
    path.write_bytes(b"no PO")
    status, _, err = run("translate", subcommand, "fr")
    assert 1 == status
    assert "translations/fr/base.po:1:1: error[CK833 invalid-catalogue]" in err
    assert 1 == err.count("CK833")
    assert b"no PO" == path.read_bytes()
    assert not (filled / "build").exists()


def test_a_catalogue_that_is_a_folder_is_a_finding(run, filled):
    path = filled / "translations" / "fr" / "base.po"
    path.unlink()
    path.mkdir()
    status, _, err = run("translate", "extract", "fr")
    assert 2 == status
    assert "error[CK901" in err


def test_a_folder_that_cannot_be_made_is_a_finding(run, edition):
    (edition / "translations").write_text("a file")
    status, _, err = run("translate", "extract", "fr")
    assert 1 == status
    assert "error[CK905 cannot-write]" in err


@pytest.mark.usefixtures("filled")
def test_an_output_that_is_a_file_is_a_finding(run, put):
    put("taken", "a file")
    status, out, err = run("translate", "merge", "fr", "--output", "taken")
    assert (1, "") == (status, out)
    assert "error[CK905 cannot-write]" in err


def test_a_case_called_edition_has_a_catalogue_of_its_own(run, edition, put):
    (edition / "base.case").rename(edition / "edition.case")
    put("edition.toml", base_of(name="base.toml") + BOOKLET.replace("base", "edition"))
    assert 0 == run("translate", "extract", "fr")[0]
    assert ["edition.case.po", "edition.po"] == _files(edition / "translations" / "fr")


@pytest.mark.parametrize("target", ["edition.toml", "."])
def test_a_plain_check_says_where_a_translation_is_behind(target, run, filled):
    case, catalogue = filled / "base.case", filled / "translations/fr/base.po"
    text, translated = case.read_text(), catalogue.read_text()
    words = '"Geese, feathers and two damp aprons."'
    entry = f"msgid {words}"

    def behind():
        status, out, _ = run("check", target, "--json")
        assert 0 == status
        return [each["code"] for each in json.loads(out)["diagnostics"] if each["code"] != "CK804"]

    assert [] == behind()
    case.write_text(text.replace("Geese, feathers", "Ducks, feathers"))
    assert ["CK836"] == behind()
    case.write_text(text)
    catalogue.write_text(translated.replace(f"{entry}\nmsgstr {words}", f'{entry}\nmsgstr ""'))
    assert ["CK835"] == behind()
    catalogue.write_text(translated.replace('msgctxt "02"\n', '#, fuzzy\nmsgctxt "02"\n'))
    assert ["CK835"] == behind()
    catalogue.unlink()
    assert [] == behind()


def test_a_check_of_a_case_alone_or_with_another_edition_looks_at_no_translation(run, filled):
    case = filled / "base.case"
    case.write_text(case.read_text().replace("Geese, feathers", "Ducks, feathers"))
    assert "CK836" not in run("check", "base.case")[1]
    assert "CK836" not in run("check", "base.case", "--edition", "edition.toml")[1]


OTHER_PROGRAMS = Path(__file__).parents[1] / "translation" / "other_programs"
"""What po2xliff, xliff2po, po2csv and csv2po (Translate Toolkit 3.20) made of a catalogue of the base case: they lose contexts, and CSV the header."""

LOST = {
    "tab": lambda text: text.replace("msgstr ", "msgstr\t"),
    "bare CR": lambda text: text.replace("\n", "\r"),
    "charset": lambda text: text.replace("charset=UTF-8", "charset=ISO-8859-2").replace(
        'msgstr "The Last Soup"', 'msgstr "Żółta zupa"'
    ),
    "name of the text": lambda text: text.replace('"X-Casekit-Text: base.case\\n"\n', ""),
    "language": lambda text: text.replace('"Language: fr\\n"\n', ""),
    "XLIFF": lambda _: (OTHER_PROGRAMS / "back-from-xliff.po").read_text(encoding="utf-8"),
    "CSV": lambda _: (OTHER_PROGRAMS / "back-from-csv.po").read_text(encoding="utf-8"),
}


@pytest.mark.parametrize("name", LOST)
def test_a_catalogue_that_other_programs_wrote_is_read_and_repaired(name, run, filled):
    path = filled / "translations" / "fr" / "base.po"
    before = path.read_text(encoding="utf-8")
    text = LOST[name](before)
    assert before != text
    path.write_bytes(text.encode("iso-8859-2" if name == "charset" else "utf-8"))
    status, out, err = run("translate", "extract", "fr")
    assert (0, "") == (status, err)
    figures = "33 texts: 32 translated, 1 fuzzy" if name == "XLIFF" else "33 texts: 33 translated"
    assert f"translations/fr/base.po: {figures}\n" in out
    after = path.read_text(encoding="utf-8")
    assert before.count("msgctxt") == after.count("msgctxt")
    assert '"X-Casekit-Text: base.case\\n"' in after
    assert (name == "charset") == ("Żółta zupa" in after)
    if name in {"tab", "bare CR", "name of the text", "language"}:
        assert before == after


def test_a_catalogue_of_another_file_that_has_lost_its_name_is_refused(run, filled):
    folder = filled / "translations" / "fr"
    text = (folder / "edition.po").read_text().replace('"X-Casekit-Text: edition.toml\\n"\n', "")
    (folder / "base.po").write_text(text)
    status, _, err = run("translate", "extract", "fr")
    assert (1, True) == (status, "CK834 foreign-catalogue" in err)
    assert text == (folder / "base.po").read_text()


def test_a_doubt_comes_back_with_its_paragraph(run, filled):
    case, path = filled / "base.case", filled / "translations" / "fr" / "base.po"
    original = case.read_text()
    above = '# | is this so?\n#, fuzzy, no-wrap\nmsgctxt "ANNA alibi"\n'
    # Notes for translators are between the comments and the flags.
    path.write_text(path.read_text().replace('msgctxt "ANNA alibi"\n', above))
    assert 0 == run("translate", "extract", "fr")[0]
    before = path.read_text()
    assert "# | is this so?\n" in before
    case.write_text(original.replace("until one, plucking geese.", "until two, and then no more."))
    assert 0 == run("translate", "extract", "fr")[0]
    assert "#, fuzzy, no-wrap, casekit-doubt\n" in path.read_text()
    case.write_text(original)
    assert 0 == run("translate", "extract", "fr")[0]
    assert before == path.read_text()
