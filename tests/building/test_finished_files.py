"""What a file is taken for, and when nothing more has to be proved of it."""

import json
import re
import shutil
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from casekit.building import execution, finished_files, plan as building_plan
from casekit.building.build_cache import MANIFEST
from casekit.building.finished_files import FilePreflight, inspect_file
from casekit.cli.main import main
from casekit.diagnostics import MisuseError, codes
from casekit.print.content.papers import ACCESSIBLE, PLAIN, PRINT_SHOP

TARGET = Path("base.case")


class _Silence:
    def __init__(self, _steps):
        pass

    def __enter__(self):
        return lambda _: None

    def __exit__(self, *_):
        pass


@pytest.fixture
def build(boat, set_once):  # noqa: ARG001 -- it must be there
    """Builds something of the base case."""

    def run(*options):
        with pytest.raises(SystemExit) as done:
            main(["build", "base.case", "--output", "out", *options])
        assert 0 == done.value.code
        return boat / "out"

    return run


@pytest.fixture
def set_again(monkeypatch):
    """The products that were set to compare a file with them."""
    products = []
    print_product = execution.print_product

    def spy(booklet, name, *arguments, **options):
        products.append((name, booklet.finishing.variant))
        return print_product(booklet, name, *arguments, **options)

    monkeypatch.setattr(execution, "print_product", spy)
    return products


def inspected(file, **asked):
    return inspect_file(FilePreflight(Path(file), TARGET, **asked), _Silence)


@pytest.fixture
def sheet(build):
    return build("--only", "sheet") / "base-sheet.pdf"


def test_a_file_that_is_what_was_built_is_not_set_again(sheet, set_again):
    report = inspected(sheet)

    assert () == report.diagnostics
    assert ("base.case",) == report.files
    assert [] == set_again


def test_nor_is_one_that_has_another_name_now(sheet, set_again):
    report = inspected(sheet.rename(sheet.with_name("from-the-shop.pdf")))

    assert () == report.diagnostics
    assert [] == set_again


@pytest.mark.parametrize("asked", [{"sheet_paper": "letter"}, {"variant": PRINT_SHOP}, {"product": "flap"}])
def test_one_that_is_said_to_be_something_else_is_looked_at(sheet, set_again, asked):
    assert inspected(sheet, **asked).diagnostics
    assert set_again


def _unsealed(memory):
    told = json.loads(memory.read_text())
    told["seal"] = "0" * len(told["seal"])
    memory.write_text(json.dumps(told))


def _removed(memory):
    memory.unlink()


@pytest.mark.parametrize("forge", [_unsealed, _removed])
def test_a_memory_without_our_seal_is_not_believed(sheet, set_again, forge):
    forge(sheet.with_name(MANIFEST))

    assert () == inspected(sheet).diagnostics
    assert [("sheet", PLAIN)] == set_again


def test_a_changed_source_lets_the_file_be_looked_at(sheet, set_again, boat):
    text = (boat / "base.case").read_text()
    (boat / "base.case").write_text(text + "\n")

    assert () == inspected(sheet).diagnostics
    assert [("sheet", PLAIN)] == set_again


def test_a_changed_file_is_looked_at(sheet, set_again):
    sheet.write_bytes(sheet.read_bytes() + b"\n%")

    assert () == inspected(sheet).diagnostics
    assert [("sheet", PLAIN)] == set_again


def test_what_is_compared_is_shown_page_by_page(sheet):
    counts, steps = [], []

    @contextmanager
    def noted(count):
        counts.append(count)
        yield steps.append

    sheet.write_bytes(sheet.read_bytes() + b"\n%")
    assert () == inspect_file(FilePreflight(sheet, TARGET), noted).diagnostics
    beside = "comparing what the file says beside its pages"
    assert ["comparing page 1", "comparing page 2", beside, f"inspecting {sheet.name}"] == steps[-4:]
    # Pages that differ would be looked at three times more.
    assert 2 * 4 == counts[-1]


def test_where_nothing_is_remembered_the_file_is_set_again(sheet, set_again, monkeypatch):
    monkeypatch.setenv("CI", "1")

    assert () == inspected(sheet).diagnostics
    assert [("sheet", PLAIN)] == set_again


@pytest.fixture
def taken_for(monkeypatch):
    """What a file is taken for: product, variant, and what was made from it."""
    seen = []

    def spy(_data, _span, booklet, product, _sheet, *_rest):
        further = booklet.finishing.further
        seen.append((booklet.slug, product, booklet.finishing.variant, further))
        return ()

    monkeypatch.setattr(finished_files, "_compared_with_new_build", spy)

    def run(file, **asked):
        seen.clear()
        inspected(file, **asked)
        (found,) = seen
        return found

    return run


@pytest.fixture(scope="module")
def junk(tmp_path_factory):
    """A PDF of one page: plain, with an output intent, with tags."""
    import pikepdf

    folder = tmp_path_factory.mktemp("junk")
    for name, key in (("plain", ""), ("shop", "/OutputIntents"), ("tagged", "/StructTreeRoot")):
        with pikepdf.new() as file:
            file.add_blank_page(page_size=(100, 100))
            if key:
                file.Root[key] = pikepdf.Array() if key == "/OutputIntents" else pikepdf.Dictionary()
            file.save(folder / f"{name}.pdf")
    return folder


@pytest.mark.parametrize(
    ("like", "name", "expected"),
    [
        ("plain", "base-booklet.pdf", ("booklet", PLAIN, ())),
        ("plain", "base-booklet-print-shop.pdf", ("booklet", PRINT_SHOP, ())),
        ("plain", "base-booklet-accessible.pdf", ("booklet", ACCESSIBLE, ())),
        ("plain", "base-sheet.pdf", ("sheet", PLAIN, ())),
        ("plain", "base-cards-print-shop.pdf", ("cards", PRINT_SHOP, ())),
        ("plain", "base-cover.pdf", ("cover", PLAIN, ())),
        ("plain", "base-stickers.pdf", ("stickers", PLAIN, ())),
        ("plain", "base-booklet-imposed.pdf", ("booklet", PLAIN, ("imposed",))),
        ("shop", "base-booklet-imposed.pdf", ("booklet", PRINT_SHOP, ("imposed",))),
        ("plain", "base-booklet-proof.pdf", ("booklet", PLAIN, ("proof",))),
        ("plain", "scan-0001.pdf", ("booklet", PLAIN, ())),
        ("shop", "from the shop (2).pdf", ("booklet", PRINT_SHOP, ())),
        ("tagged", "final.pdf", ("booklet", ACCESSIBLE, ())),
    ],
)
def test_a_file_is_known_by_its_name_or_by_what_it_holds(boat, junk, taken_for, like, name, expected):
    shutil.copyfile(junk / f"{like}.pdf", boat / name)

    assert ("base", *expected) == taken_for(boat / name)


def test_what_is_said_of_a_file_counts_more_than_its_name(boat, junk, taken_for):
    shutil.copyfile(junk / "plain.pdf", boat / "base-booklet.pdf")
    said = taken_for(boat / "base-booklet.pdf", product="plan", variant=PRINT_SHOP)

    assert ("base", "plan", PRINT_SHOP, ()) == said


@pytest.mark.usefixtures("boat")
def test_a_product_that_the_game_does_not_have_is_misuse(junk):
    with pytest.raises(MisuseError, match="poster"):
        inspected(junk / "plain.pdf", product="poster")


@pytest.mark.usefixtures("boat")
def test_a_file_that_could_be_of_several_booklets_has_to_be_named(junk, monkeypatch):
    plan_build = building_plan.plan_build

    def two(*arguments, **options):
        plan = plan_build(*arguments, **options)
        (booklet,) = plan.booklets
        return replace(plan, booklets=(booklet, replace(booklet, slug="other")))

    monkeypatch.setattr(building_plan, "plan_build", two)
    with pytest.raises(MisuseError, match="--booklet"):
        inspected(junk / "plain.pdf")
    with pytest.raises(MisuseError, match="third"):
        inspected(junk / "plain.pdf", booklet="third")


def test_a_file_that_is_no_pdf_is_a_finding(boat):
    (boat / "base-sheet.pdf").write_bytes(b"nothing")
    (found,) = inspected(boat / "base-sheet.pdf").diagnostics

    assert codes.UNREADABLE_PDF is found.code


def _with_script(file):
    import pikepdf

    with pikepdf.open(file, allow_overwriting_input=True) as pdf:
        pdf.Root.OpenAction = pikepdf.Dictionary(S=pikepdf.Name.JavaScript, JS="app.alert(1)")
        pdf.save(file)


@pytest.mark.parametrize("kind", ["imposed", "proof"])
def test_objects_of_what_was_made_from_a_booklet_are_looked_at(build, kind):
    folder = build("--only", "booklet", "--impose", "saddle", "--proof")
    file = folder / f"base-booklet-{kind}.pdf"
    assert () == inspected(file).diagnostics
    (folder / MANIFEST).unlink()
    assert () == inspected(file).diagnostics

    _with_script(file)
    assert [codes.ADDED_OBJECT] == [each.code for each in inspected(file).diagnostics]


def _with_unpainted_words(file):
    import pikepdf

    with pikepdf.open(file, allow_overwriting_input=True) as pdf:
        page = pdf.pages[5]
        name, font = next(iter(page.Resources.Font.items()))
        letters = re.findall(rb"<(\w{4})> <(\w{4})>", font.ToUnicode.read_bytes())
        shown = b"".join(code for code, letter in letters if letter != b"0020").decode()
        page.contents_add(pikepdf.Stream(pdf, f"q BT 3 Tr {name} 10 Tf 60 60 Td <{shown}> Tj ET Q".encode()))
        pdf.save(file)


def test_words_of_a_booklet_that_nobody_sees_are_found_and_it_is_read_and_numbered_once(build, monkeypatch):
    file = build("--only", "booklet") / "base-booklet.pdf"
    _with_unpainted_words(file)
    numberings = []
    numbered = execution.numbered
    monkeypatch.setattr(execution, "numbered", lambda *given: numberings.append(given) or numbered(*given))

    assert codes.HIDDEN_TEXT in {each.code for each in inspected(file).diagnostics}
    assert 1 == len(numberings)


def test_the_booklet_of_a_cover_is_set_once(build, monkeypatch):
    file = build("--only", "cover") / "base-cover.pdf"
    file.with_name(MANIFEST).unlink()
    file.write_bytes(file.read_bytes() + b"\n%")
    booklets = []
    print_booklet = execution.print_booklet
    monkeypatch.setattr(
        execution, "print_booklet", lambda *given: booklets.append(given) or print_booklet(*given)
    )

    assert () == inspected(file).diagnostics
    assert 1 == len(booklets)


@pytest.mark.nightly
def test_a_booklet_of_600_paragraphs_is_read_though_every_page_of_it_differs(tmp_path, monkeypatch):
    import pikepdf

    folder = Path(shutil.copytree(Path(__file__).parents[2] / "examples", tmp_path / "again"))
    (folder / "corisande.lock.json").unlink()
    edition = (folder / "edition.toml").read_text(encoding="utf-8")
    named = re.search(r"^cases = \[(.*)\]$", edition, re.MULTILINE)[1]
    for name in re.findall(r'"(.*?)"', named):
        case = (folder / name).read_text(encoding="utf-8")
        (folder / f"again-{name}").write_text(case.replace("title: ", "title: Again ", 1), encoding="utf-8")
    again = re.sub(r'"(.*?)"', r'"again-\1"', named)
    (folder / "edition.toml").write_text(edition.replace(named, f"{named}, {again}"), encoding="utf-8")
    monkeypatch.chdir(folder)
    with pytest.raises(SystemExit) as done:
        main(["build", ".", "--only", "booklet", "--output", "out"])
    assert 0 == done.value.code
    file = Path("out/corisande-booklet.pdf")
    with pikepdf.open(file, allow_overwriting_input=True) as pdf:
        assert 180 < len(pdf.pages)
        for page in pdf.pages:
            page.contents_add(b"q 1 0 0 1 0 4 cm", prepend=True)
            page.contents_add(b"Q")
        pdf.save(file)

    (found,) = inspect_file(FilePreflight(file, Path()), _Silence).diagnostics
    assert (codes.ALTERED_PAGES, True) == (
        found.code,
        found.message.endswith("moved as a whole by 1.4 mm up"),
    )
