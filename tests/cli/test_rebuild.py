"""A build that would make the same again: what it leaves alone, and what makes it work after all."""

import json
import os
import re
from hashlib import sha256
from io import BytesIO

import jsonschema
import pytest
from pypdf import PdfWriter
from referencing import Registry, Resource

from casekit import resources
from casekit.building import build_cache as memory, plan

pytestmark = pytest.mark.usefixtures("written")

ONE_PRODUCT = ("--only", "sheet", "--output", "out")
SAID = "nothing has changed since the last build"


def _junk():
    """A PDF that says it was made by casekit and holds nothing."""
    writer, data = PdfWriter(), BytesIO()
    writer.add_blank_page(100, 100)
    writer.add_metadata({"/Creator": "casekit"})
    writer.write(data)
    return data.getvalue()


JUNK = _junk()


@pytest.fixture
def planned(monkeypatch):
    """The builds that were planned, which is where work begins."""
    plans = []
    plan_build = plan.plan_build

    def spy(*arguments, **options):
        plans.append(arguments)
        return plan_build(*arguments, **options)

    monkeypatch.setattr(plan, "plan_build", spy)
    return plans


@pytest.fixture
def build(boat, run, planned):  # noqa: ARG001 -- the boat must be there
    """Builds the boat's sheet: status, output, errors, and whether any work was done."""

    def invoke(*options, target="base.case"):
        before = len(planned)
        status, out, err = run("build", target, *ONE_PRODUCT, *options)
        return status, out, err, len(planned) > before

    return invoke


@pytest.fixture
def sheet(boat):
    return boat / "out" / "base-sheet.pdf"


def test_nothing_is_done_twice(build, sheet):
    assert (0, "out/base-sheet.pdf\n", "", True) == build()
    before = sheet.stat()
    status, out, err, worked = build()
    assert (0, "out/base-sheet.pdf\n", False) == (status, out, worked)
    assert SAID in err
    assert (before.st_mtime_ns, before.st_ino) == (sheet.stat().st_mtime_ns, sheet.stat().st_ino)


def test_machines_are_told_too(build):
    build()
    answer = json.loads(build("--json")[1])
    assert (["out/base-sheet.pdf"], ["out/base-sheet.pdf"]) == (answer["files"], answer["unchanged"])


def test_files_that_come_out_the_same_are_not_written(build, sheet):
    build()
    before = sheet.stat().st_mtime_ns
    _, _, err, worked = build("--force")
    assert worked
    assert err == "out/base-sheet.pdf is unchanged\n"
    assert before == sheet.stat().st_mtime_ns


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"^.*$", b""),
        (b"^.*$", b"\xff\xfe"),
        (b"^.*$", b"[1, 2]"),
        (b"^.*$", b"[" * 100_000),
        (b"^.*$", b'{"manifest": 2, "builds": {}}'),
        (b"^.*$", b'{"manifest": 2, "seal": "x", "builds": [7, {"wish": {}}]}'),
        (b'"manifest": 2', b'"manifest": 3'),
        (b'"seal": ', b'"saal": '),
        (b'"seal": ', b'"seal": 3, "was": '),
        (b'"seal": "', b'"seal": "\\\\u00e9'),
        (b'"booklets": ', b'"booklets": 3, "was": '),
        (b'"inputs": ', b'"inputs": 3, "was": '),
        (b'"tools".*$', b""),
        (b'"inputs": {', b'"inputs": {"a\\\\u0000b": "x",'),
        (b'"inputs": {', b'"inputs": {"\\\\ud800": "x",'),
        (b'"inputs": {', b'"inputs": {"/dev/zero": "x",'),
    ],
)
def test_a_broken_memory_is_none(old, new, boat, build, sheet):
    build()
    made = sheet.read_bytes()
    memory = boat / "out" / ".casekit.json"
    memory.write_bytes(re.sub(old, new, memory.read_bytes(), flags=re.DOTALL))
    status, out, _, worked = build()
    assert (0, "out/base-sheet.pdf\n", True) == (status, out, worked)
    assert made == sheet.read_bytes()
    assert not build()[3]


@pytest.mark.parametrize("lost", [b"", JUNK, None])
def test_a_product_that_was_changed_or_lost_is_made_anew(lost, build, sheet):
    build()
    made = sheet.read_bytes()
    sheet.unlink() if lost is None else sheet.write_bytes(lost)
    assert build()[3]
    assert made == sheet.read_bytes()


def test_other_input_and_other_wishes_make_work(boat, build):
    build()
    case, edition = boat / "base.case", boat / "edition.toml"
    case.write_text(
        case.read_text(encoding="utf-8").replace("two damp aprons", "a damp apron"), encoding="utf-8"
    )
    assert build()[3]
    edition.write_text(f"{edition.read_text(encoding='utf-8')}\n# more\n", encoding="utf-8")
    assert build()[3]
    assert not build()[3]
    assert build("--sheet-paper", "letter")[3]
    assert build()[3]


def test_other_tools_make_work(build, monkeypatch):
    build()
    monkeypatch.setattr("casekit.building.build_cache.version_of", lambda _: "71.0")
    assert build()[3]


def test_an_edition_that_was_not_there_makes_work(boat, put, build):
    inner = put("inner/base.case", (boat / "base.case").read_bytes())
    build(target=inner)
    assert not build(target=inner)[3]
    put("inner/edition.toml", (boat / "edition.toml").read_bytes())
    assert build(target=inner)[3]


def test_the_title_of_another_case_counts(boat, put, build):
    put("other.case", (boat / "base.case").read_text(encoding="utf-8").replace("The Last Soup", "Other"))
    file = boat / "edition.toml"
    lines = '\n[[booklets]]\nslug = "tour"\ncases = ["base.case", "other.case"]\n'
    file.write_text(file.read_text(encoding="utf-8") + lines, encoding="utf-8")
    build()
    put("other.case", (boat / "other.case").read_text(encoding="utf-8").replace("Other", "Geese, feathers"))
    status, _, err, worked = build()
    assert (1, True) == (status, worked)
    assert "names the title of a case" in err


def test_one_place_is_not_another(boat, put, build, monkeypatch):
    """The same words mean another case elsewhere."""
    put("elsewhere/base.case", (boat / "base.case").read_bytes())
    out = boat / "out"
    build("--output", out)
    monkeypatch.chdir(boat / "elsewhere")
    assert build("--output", out)[3]


def test_findings_are_told_again(boat, build):
    case = boat / "base.case"
    case.write_text(case.read_text(encoding="utf-8").replace("Geese,", "TODO: geese,"), encoding="utf-8")
    first, again = build(), build()
    assert (True, False) == (first[3], again[3])
    assert "warning[CK120 todo]" in first[2]
    assert first[2] == again[2].split(SAID)[0]
    status, out, err, worked = build("--strict")
    assert (1, "", False) == (status, out, worked)
    assert "warning[CK120 todo]" in err


def test_memories_of_the_same_files_replace_each_other(boat, build):
    build()
    build("--sheet-paper", "letter")
    content = json.loads((boat / "out" / ".casekit.json").read_bytes())
    assert ["letter"] == [each["wish"]["papers"]["sheet"] for each in content["builds"]]


def test_builds_of_other_files_are_remembered_beside_each_other(boat, put, build):
    put("other.case", (boat / "base.case").read_bytes())
    build()
    build(target="other.case")
    assert [False, False] == [build()[3], build(target="other.case")[3]]


def test_the_memory_has_the_form_of_its_schema(boat, run):
    case, file = boat / "base.case", boat / "edition.toml"
    case.write_text(case.read_text(encoding="utf-8").replace("Geese,", "TODO: geese,"), encoding="utf-8")
    lines = '\n[[booklets]]\nslug = "tour"\ncases = ["base.case"]\n'
    file.write_text(file.read_text(encoding="utf-8") + lines, encoding="utf-8")
    run("build", ".", "--only", "booklet", "--output", "out")
    content = json.loads((boat / "out" / ".casekit.json").read_bytes())
    (build,) = content["builds"]
    assert {"../base.case", "../edition.toml", "../tour.lock.json"} == set(build["inputs"])
    assert ["tour-booklet.pdf"] == list(build["outputs"])
    validator = jsonschema.Draft202012Validator(
        _schema("manifest"), registry=_registry("build", "diagnostics")
    )
    assert [] == [error.message for error in validator.iter_errors(content)]
    lock = boat / "tour.lock.json"
    lock.write_text(f" {lock.read_text(encoding='utf-8')}", encoding="utf-8")
    assert SAID not in run("build", ".", "--only", "booklet", "--output", "out")[2]


def _schema(name):
    return json.loads(resources.text(f"schemas/{name}.schema.json"))


def _registry(*names):
    return Registry().with_resources(
        (schema["$id"], Resource.from_contents(schema)) for schema in map(_schema, names)
    )


@pytest.fixture
def state(tmp_path_factory, monkeypatch):
    """Where this test's user keeps a key."""
    folder = tmp_path_factory.mktemp("state")
    monkeypatch.setenv("XDG_STATE_HOME", str(folder))
    return folder


@pytest.fixture
def forge(boat, sheet):
    """Writes junk in the place of the sheet, and a manifest that has its digest, sealed with a key."""

    def write(key, **changed):
        file = boat / "out" / ".casekit.json"
        (build,) = json.loads(file.read_bytes())["builds"]
        sheet.write_bytes(JUNK)
        outputs = {**build["outputs"], sheet.name: f"sha256:{sha256(JUNK).hexdigest()}"}
        build = memory.CachedBuild.of_json({**build, "outputs": outputs, **changed})
        file.unlink()
        file.write_bytes(memory.with_build(boat / "out", build, key))

    return write


@pytest.mark.usefixtures("state")
def test_a_forged_memory_is_none(build, sheet, forge):
    build()
    made = sheet.read_bytes()
    forge(bytes(32))
    status, out, err, worked = build()
    assert (0, "out/base-sheet.pdf\n", True) == (status, out, worked)
    assert SAID not in err
    assert made == sheet.read_bytes()


def test_names_come_from_the_plan_even_under_the_right_seal(build, sheet, forge, state):
    build()
    key = (state / "casekit" / "build.key").read_bytes()
    digest = f"sha256:{sha256(JUNK).hexdigest()}"
    forge(key)
    assert (0, False) == build()[::3]
    forge(key, outputs={"../../letter.pdf": "", sheet.name: digest})
    status, out, _, worked = build()
    assert (0, "out/base-sheet.pdf\n", True) == (status, out, worked)


@pytest.mark.usefixtures("state")
def test_a_broken_case_is_told_whatever_a_forger_remembers(boat, build, forge):
    build()
    case = boat / "base.case"
    case.write_text(case.read_text(encoding="utf-8").replace("solution", "salvation"), encoding="utf-8")
    inputs = {
        f"../{name}": memory.file_digest((boat / name).read_bytes()) for name in ("base.case", "edition.toml")
    }
    forge(bytes(32), inputs=inputs)
    assert (1, "", True) == tuple(build()[at] for at in (0, 1, 3))


def test_with_another_key_everything_is_made_again(build, state):
    build()
    key = state / "casekit" / "build.key"
    assert (32, 0o600) == (key.stat().st_size, key.stat().st_mode & 0o777)
    assert not build()[3]
    key.write_bytes(bytes(32))
    assert build()[3]
    key.unlink()
    assert [True, False] == [build()[3], build()[3]]


def _readable(key):
    key.chmod(0o644)


def _link(key):
    key.rename(key.with_name("other"))
    key.symlink_to("other")


def _short(key):
    key.write_bytes(b"short")


def _shared_folder(key):
    key.parent.chmod(0o777)


def _linked_folder(key):
    key.parent.rename(key.parent.with_name("other"))
    key.parent.symlink_to("other", target_is_directory=True)


@pytest.mark.skipif(os.name == "nt", reason="modes and owners are POSIX")
@pytest.mark.parametrize("spoil", [_readable, _link, _short, _shared_folder, _linked_folder])
def test_a_key_that_others_may_have_written_is_not_believed(spoil, build, state):
    build()
    spoil(state / "casekit" / "build.key")
    assert build()[3]


@pytest.mark.parametrize("inside", ["state", "out", "deep/er"])
def test_a_key_in_the_checkout_is_not_believed(inside, boat, build, state, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(boat / inside))
    assert [True, True] == [build()[3], build()[3]]
    assert [] == list(boat.rglob("build.key"))
    # A link that leads out of it is the stranger's too.
    (boat / "link").symlink_to(state, target_is_directory=True)
    monkeypatch.setenv("XDG_STATE_HOME", str(boat / "link"))
    assert [True, True] == [build()[3], build()[3]]


def test_a_key_beside_the_case_in_its_checkout_is_not_believed(boat, put, build, monkeypatch):
    (boat / ".git").mkdir()
    case = put("deep/base.case", (boat / "base.case").read_bytes())
    monkeypatch.chdir(case.parent)
    monkeypatch.setenv("XDG_STATE_HOME", str(boat / "state"))
    assert [True, True] == [build()[3], build()[3]]
    assert [] == list(boat.rglob("build.key"))


@pytest.mark.parametrize(("ci", "remembered"), [("true", False), ("1", False), ("false", True), ("", True)])
def test_where_strangers_changes_are_built_nothing_is_remembered(ci, remembered, boat, build, monkeypatch):
    monkeypatch.setenv("CI", ci)
    build()
    assert remembered is (boat / "out" / ".casekit.json").exists()
    assert build()[3] is not remembered


def test_a_memory_of_before_is_not_asked_where_strangers_changes_are_built(build, monkeypatch):
    build()
    monkeypatch.setenv("CI", "true")
    assert build()[3]


@pytest.mark.skipif(os.name == "nt", reason="pipes of this kind are POSIX")
def test_a_memory_that_never_ends_is_none(boat, build):
    build()
    memory = boat / "out" / ".casekit.json"
    memory.unlink()
    os.mkfifo(memory)
    assert build()[3]
    assert memory.is_file()


def test_the_files_that_were_there_are_told_in_the_order_in_which_they_were_made(boat, run, written):
    written.undo()  # a sheet and a proof are made of pages
    file = boat / "edition.toml"
    lines = "".join(f'\n[[booklets]]\nslug = "{slug}"\ncases = ["base.case"]\n' for slug in ("red", "blue"))
    file.write_text(file.read_text(encoding="utf-8") + lines, encoding="utf-8")
    options = ("--only", "booklet,flap", "--output", "out", "--jobs", "1")
    more = ("--print-shop", "--impose", "saddle", "--proof")
    first, again = (run("build", ".", *options, *more) for _ in range(2))
    assert (0, 0) == (first[0], again[0])
    assert SAID in again[2]
    assert first[1] == again[1]
    assert 10 == len(first[1].split())
