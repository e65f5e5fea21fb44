"""Pages that are kept at a release, as a publisher meets them: ``build --release``, ``preflight``, ``build --keep-pages``."""

import json
import re
import shutil

import pikepdf
import pytest

from casekit.kit.code_registry import base_of

BOOKLET = '\n[[booklets]]\nslug = "tour"\ncases = ["base.case"]\n'
WORDS = "there is nothing here of which anybody would say that it has to be said at such a length, and yet here it is. "


@pytest.fixture(scope="module")
def first(tmp_path_factory, casekit):
    """A folder whose booklet was released, and the answer of the build."""
    folder = tmp_path_factory.mktemp("reprints")
    (folder / "edition.toml").write_text(base_of("midnight", "base.toml") + BOOKLET, encoding="utf-8")
    (folder / "base.case").write_text(base_of(), encoding="utf-8")
    done = casekit("build", ".", "--only", "booklet", "--output", "out", "--release", "--json", cwd=folder)
    assert 0 == done.returncode
    return folder, done.stdout


@pytest.fixture
def folder(first, tmp_path):
    """A copy of it in which a paragraph has other words today."""
    shutil.copytree(first[0], tmp_path / "now")
    here = tmp_path / "now"
    case = here / "base.case"
    text = case.read_text(encoding="utf-8")
    assert "Geese, feathers" in text
    case.write_text(text.replace("Geese, feathers", f"{WORDS}Geese, feathers"), encoding="utf-8")
    return here


@pytest.fixture
def looked_at(folder, casekit):
    """Looks at the file of then, and gives the codes of what was found, with their messages."""

    def look(name="out/tour-booklet.pdf"):
        done = casekit("preflight", name, ".", "--booklet", "tour", "--json", cwd=folder)
        found = json.loads(done.stdout)["diagnostics"]
        return done.returncode, {each["code"]: each["message"] for each in found}

    return look


def spoil(folder, change):
    with pikepdf.open(folder / "out/tour-booklet.pdf") as file:
        change(file)
        file.save(folder / "spoilt.pdf")
    return "spoilt.pdf"


def test_a_release_keeps_the_pages_beside_the_lock(first, answers_of):
    folder, told = first
    assert ["tour.pages.json"] == answers_of("build")(told)["released"]
    kept = answers_of("pages")((folder / "tour.pages.json").read_text(encoding="utf-8"))
    assert ("tour", "a5", "plain") == (kept["booklet"], kept["paper"], kept["variant"])
    with pikepdf.open(folder / "out/tour-booklet.pdf") as file:
        assert len(file.pages) == len(kept["pages"])
    numbers = [number for page in kept["pages"] for number in page["numbers"]]
    assert list(range(1, 13)) == numbers


def test_what_is_printed_is_not_damaged_because_texts_have_changed(looked_at):
    status, found = looked_at()
    assert (0, {"CK752"}) == (status, set(found))
    assert "casekit 0.1.0 released this booklet; now page" in found["CK752"]


def test_a_file_that_was_saved_again_is_the_released_one(folder, looked_at):
    status, found = looked_at(spoil(folder, lambda _: None))
    assert (0, {"CK752"}) == (status, set(found))


def test_a_page_that_changed_is_damaged_where_today_sets_another(folder, looked_at):
    kept = json.loads((folder / "tour.pages.json").read_text(encoding="utf-8"))
    last = max(at for at, page in enumerate(kept["pages"]) if page["numbers"])

    def cover(file):
        file.pages[last].contents_add(b"q 0 0 0 rg 120 300 60 10 re f Q")

    status, found = looked_at(spoil(folder, cover))
    assert 1 == status
    assert f"page {last + 1}" in found["CK748"]


def test_a_page_that_is_gone_is_missing(folder, looked_at):
    def lose(file):
        del file.pages[1]

    status, found = looked_at(spoil(folder, lose))
    assert (1, "page 2 of the released file: missing") == (status, found["CK749"])


@pytest.mark.parametrize(
    ("old", "new", "code"), [('"casekit": 1', '"casekit": 7', "CK805"), ("{", "[", "CK906")]
)
def test_pages_that_cannot_be_read_are_told(old, new, code, folder, looked_at):
    file = folder / "tour.pages.json"
    file.write_text(file.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    status, found = looked_at()
    assert (1, True) == (status, code in found)


def test_a_reprint_is_set_on_the_old_pages(folder, casekit, answers_of):
    before = json.loads((folder / "tour.pages.json").read_text(encoding="utf-8"))["pages"]
    done = casekit(
        "build", ".", "--only", "booklet", "-o", "new", "--keep-pages", "--release", "--json", cwd=folder
    )
    told = answers_of("build")(done.stdout)
    now = json.loads((folder / "tour.pages.json").read_text(encoding="utf-8"))["pages"]
    moved = [each for each in told["diagnostics"] if each["code"] == "CK753"]
    assert 0 == done.returncode
    assert bool(moved) == ([page["numbers"] for page in before] != [page["numbers"] for page in now])


def test_a_reprint_that_is_not_released_is_as_it_should_be(folder, casekit, looked_at):
    done = casekit("build", ".", "--only", "booklet", "-o", "new", "--keep-pages", cwd=folder)
    assert 0 == done.returncode
    (folder / "new/tour-booklet.pdf").rename(folder / "elsewhere.pdf")
    assert (0, {}) == looked_at("elsewhere.pdf")


def test_what_follows_a_text_that_grew_shares_its_new_page(folder, casekit):
    def begun():
        pages = json.loads((folder / "tour.pages.json").read_text(encoding="utf-8"))["pages"]
        return [page["numbers"] for page in pages if page["numbers"]]

    last = begun()[0][-1]
    (paths,) = json.loads((folder / "tour.lock.json").read_text(encoding="utf-8"))["cases"].values()
    path = next(path for path, entry in paths.items() if entry["number"] == last)
    case = folder / "base.case"
    text = case.read_text(encoding="utf-8")
    heading = re.search(rf"^== .*\b{path}\b.*\n", text, re.MULTILINE)[0]
    case.write_text(text.replace(heading, f"{heading}{(WORDS * 8).capitalize()}\n"), encoding="utf-8")
    casekit("build", ".", "--only", "booklet", "-o", "new", "--keep-pages", "--release", cwd=folder)
    moved = next(page for page in begun() if last in page)
    assert [last, last + 1] == moved[:2]


def test_errata_list_numbers_on_other_pages_apart(folder, tmp_path, casekit, answers_of):
    shutil.copytree(folder, tmp_path / "then")
    file = tmp_path / "then/tour.pages.json"
    kept = json.loads(file.read_text(encoding="utf-8"))
    first = next(at for at, page in enumerate(kept["pages"]) if page["numbers"])
    number = kept["pages"][first]["numbers"].pop()
    kept["pages"][first + 1]["numbers"].append(number)
    file.write_text(json.dumps(kept), encoding="utf-8")
    done = casekit("errata", tmp_path / "then", folder, "--json", cwd=tmp_path)
    (told,) = answers_of("errata")(done.stdout)["booklets"]
    assert ([], [{"number": number, "old": first + 2, "new": first + 1}]) == (told["changes"], told["pages"])
    done = casekit("errata", tmp_path / "then", folder, cwd=tmp_path)
    assert (
        f"tour: these numbers do not begin on their old pages: {number} on page {first + 1}"
        in done.stdout.decode()
    )
    file.write_text("{", encoding="utf-8")
    done = casekit("errata", tmp_path / "then", folder, cwd=tmp_path)
    assert (1, True) == (done.returncode, b"error[CK906" in done.stdout + done.stderr)


def test_without_kept_pages_there_is_nothing_to_set_it_on(folder, casekit):
    (folder / "tour.pages.json").unlink()
    done = casekit("build", ".", "--keep-pages", "-o", "new", cwd=folder)
    assert 2 == done.returncode
    assert b"error[CK901" in done.stderr
    assert not (folder / "new").exists()


@pytest.mark.parametrize(
    "options",
    [
        ("base.case", "--release"),
        ("base.case", "--keep-pages"),
        (".", "--release", "--only", "sheet"),
        (".", "--keep-pages", "--renumber"),
    ],
)
def test_misuse(options, folder, casekit):
    assert 2 == casekit("build", *options, "-o", "new", cwd=folder).returncode
    assert not (folder / "new").exists()
