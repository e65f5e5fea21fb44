"""A fault of casekit's in one check, one stage or one case: a finding of its own, and nothing of what is said of the rest is lost."""

import json
import re

import pytest

from casekit.diagnostics import FORMS
from casekit.games.midnight.checks import runner
from casekit.games.midnight.rooms import checks as checks_room, theory as theory_room
from casekit.pipeline import checking, loading

WORDS = re.compile(r"casekit has failed here through a fault of its own: KeyError: 'gone' \(at .+:\d+, in ")
FAULTY = "The Faulty One"


def fail(*_arguments, **_named):
    """What a fault in a check looks like."""
    raise KeyError("gone")


@pytest.fixture
def three(boat, put):
    """Three cases, the second of which casekit fails with, and the third of which has an error of its own."""
    text = (boat / "base.case").read_text(encoding="utf-8")
    (boat / "base.case").unlink()
    title = text.split("\n")[0]
    put("a.case", text.replace(title, "title: The First One", 1))
    put("b.case", text.replace(title, f"title: {FAULTY}", 1))
    put("c.case", text.replace(title, "title: The Third One", 1).replace("culprit", "culpit", 1))
    return boat


def failing_for_one(function, titled):
    """A function that fails with the faulty case alone."""

    def called(*arguments, **named):
        if titled(*arguments) == FAULTY:
            raise KeyError("gone")
        return function(*arguments, **named)

    return called


STAGES = {
    "parsing": (
        loading,
        "_parse_whole",
        lambda _game, source: source.text.split("\n")[0].removeprefix("title: "),
    ),
    "a check": (runner.completeness, "faulty_pictures", lambda case: case.title),
    "all checks of a text": (checks_room, "check", lambda case, *_: case.title),
    "a question": (runner.solution, "too_large_claims", lambda analysis: analysis.case.title),
    "all questions": (theory_room, "check_logic", lambda analysis: analysis.case.title),
    "telling": (checking, "_without_consequences", lambda _found, text: text.split("\n")[0][7:]),
}


@pytest.fixture
def broken(monkeypatch, three):
    """Breaks a stage for the faulty case."""

    def make(stage):
        place, name, titled = STAGES[stage]
        function = getattr(place, name)
        failing = failing_for_one(function, titled)
        monkeypatch.setattr(place, name, failing)
        for table in (
            "CHECKS",
            "PROSE_CHECKS",
            "MARK_CHECKS",
            "PASSAGE_CHECKS",
            "LOGIC_CHECKS",
            "_CHECKS_OF_SOLUTION",
        ):
            swapped = tuple(failing if each is function else each for each in getattr(runner, table))
            monkeypatch.setattr(runner, table, swapped)
        if stage == "parsing":
            monkeypatch.setattr(loading.parse_bytes, "__defaults__", (failing,))
        return three

    return make


def found(text):
    return {(each["file"], each["code"]) for each in json.loads(text)["diagnostics"]}


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("command", ["check", "report"])
def test_a_fault_with_one_case_is_a_finding_beside_all_others(stage, command, broken, run):
    extra = ("--jobs", "1", "--force") if command == "check" else ("--budget", "50")
    _, before, _ = run(command, ".", *extra, "--json")
    broken(stage)
    status, after, _ = run(command, ".", *extra, "--json")
    assert 3 == status
    assert ("b.case", "CK910") in found(after)
    others = {each for each in found(before) if each[0] != "b.case"}
    assert others <= found(after)
    assert ("c.case", "CK201") in others
    (fault,) = [each for each in json.loads(after)["diagnostics"] if each["code"] == "CK910"]
    assert WORDS.match(fault["message"])
    assert "report this to whoever gave you casekit" in fault["hint"]


@pytest.mark.parametrize("form", FORMS)
def test_every_form_says_so_and_shows_the_others(form, broken, run):
    broken("a check")
    status, out, _ = run("check", ".", "--jobs", "1", "--force", "--format", form)
    assert (3, True, True) == (status, "CK910" in out or "own-fault" in out, "CK201" in out), out


@pytest.mark.parametrize("table", ["CHECKS", "PROSE_CHECKS", "MARK_CHECKS", "PASSAGE_CHECKS", "LOGIC_CHECKS"])
def test_no_check_takes_another_with_it(table, monkeypatch, boat):
    """Whichever check of a table fails, all findings of the others are there."""
    text = (boat / "base.case").read_text(encoding="utf-8")
    text = text.replace("culprit", "culpit", 1) if table != "LOGIC_CHECKS" else text.replace("~", "// ", 3)
    loaded_edition = loading.EditionFinder().of(boat)

    def codes_now():
        return {
            each.code.id for each in checking.check_bytes(text.encode(), "x.case", loaded_edition).diagnostics
        }

    checks = getattr(runner, table)
    for at, check in enumerate(checks):
        told = []
        for middle in ((), (fail,)):
            monkeypatch.setattr(runner, "_UNCHANGED", runner.passages.UnchangedPassages())
            monkeypatch.setattr(runner, table, (*checks[:at], *middle, *checks[at + 1 :]))
            told.append(codes_now())
        without, failing = told
        assert failing == without | {"CK910"}, check


def test_what_a_check_found_before_it_failed_stays():
    from casekit.diagnostics import Finding, Span, codes, found_by

    first = Finding(codes.TODO, "first", Span("x.case"))

    def check():
        yield first
        raise KeyError("gone")

    assert [first.code, codes.OWN_FAULT] == [each.code for each in found_by((check,), Span("x.case"))]


@pytest.mark.usefixtures("three")
def test_a_faulty_result_is_never_remembered(run, tmp_path_factory, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
    with monkeypatch.context() as patch:
        place, name, titled = STAGES["all checks of a text"]
        patch.setattr(place, name, failing_for_one(getattr(place, name), titled))
        assert 3 == run("check", "a.case", "b.case", "--jobs", "1")[0]
    assert 0 == run("check", "a.case", "b.case", "--jobs", "1")[0]


def test_a_case_that_casekit_fails_to_read_counts_as_changed(monkeypatch, three):
    from casekit.kit.editions import EditionFinder
    from casekit.pipeline import changed_inputs

    inputs = [loading.InputFile.of(three / f"{name}.case") for name in "abc"]
    nothing = changed_inputs.ReportedChanges(())
    assert () == changed_inputs.inputs_affected_by(inputs, EditionFinder(), nothing)
    monkeypatch.setattr(changed_inputs, "open_document", fail)
    assert tuple(inputs) == changed_inputs.inputs_affected_by(inputs, EditionFinder(), nothing)


@pytest.mark.usefixtures("three")
def test_a_case_that_ends_its_process_takes_no_other_with_it(casekit, tmp_path_factory):
    """Killed for want of memory, say."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "sitecustomize.py").write_text(
        "import os\n"
        "from casekit.pipeline import checking\n"
        "check = checking.check_document\n"
        "def ending(case, *options):\n"
        f"    return os._exit(9) if '{FAULTY}' in case.source.text else check(case, *options)\n"
        "checking.check_document = ending\n",
        encoding="utf-8",
    )
    done = casekit("check", ".", "--jobs", "2", "--force", env=_with(folder))
    said = done.stdout.decode()
    assert (1, True, True) == (done.returncode, "b.case:1:1: error[CK926 " in said, "CK201" in said), said


def _with(folder):
    import os
    from pathlib import Path

    import casekit

    return {**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{Path(casekit.__file__).parent.parent}"}


def test_a_build_says_all_that_it_has_found(broken, run, put):
    text = broken("a check").joinpath("edition.toml").read_text(encoding="utf-8")
    put("edition.toml", f'{text}\n[[booklets]]\nslug = "all"\ncases = ["a.case", "b.case", "c.case"]\n')
    status, _, err = run("build", ".", "--only", "booklet", "--output", "out")
    assert (3, True, True) == (status, "error[CK910 " in err, "CK201" in err), err


def test_a_review_is_made_all_the_same(broken, run):
    broken("a check")
    status, out, err = run("review", "b.case")
    assert (3, True, True) == (status, len(out) > 500, "error[CK910 " in err)


@pytest.mark.parametrize("stage", ["parsing", "all checks of a text", "all questions"])
def test_an_editor_is_told(stage, broken, three):
    from casekit.editor.document_state import DeductionWorker, DocumentVersion
    from casekit.editor.session import Session, findings_of

    broken(stage)
    if stage == "parsing":
        from casekit.editor import document_state

        document_state.parser.parse, whole = fail, document_state.parser.parse
    try:
        path, session = three / "b.case", Session()
        text = path.read_text(encoding="utf-8")
        opened = session.begin(path.as_uri(), path, 1, text)
        told = [each.diagnostic.code.id for each in findings_of(opened)]
        outcome = DeductionWorker()((DocumentVersion("b.case", path, text), None))
    finally:
        if stage == "parsing":
            document_state.parser.parse = whole
    assert (stage != "all questions") == ("CK910" in told)
    assert "CK910" in [each.code.id for each in outcome.findings]
