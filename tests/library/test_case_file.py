"""A case as an object says what the commands say of its file."""

import json

import pytest
from click.testing import CliRunner

from casekit import CaseError, Severity, read, read_edition, read_text
from casekit.cli.main import main
from casekit.kit.code_registry import base_of

BASE = base_of()
EDITION = base_of("midnight", "base.toml")
OPEN = BASE.replace("~ tin = suite", "// tin = suite")
LIAR = BASE.replace('~ owes(CLARA) "in debt', '~ not owes(CLARA) "in debt')


def codes(findings):
    return [finding.code.id for finding in findings]


@pytest.fixture
def written(boat):
    """Writes a case into the folder of the base case and reads it."""

    def write(text, name="some.case"):
        (boat / name).write_text(text, encoding="utf-8")
        return read(name)

    return write


@pytest.fixture
def command():
    """What a command prints with ``--json``, without the name of the file."""

    def run(*arguments):
        done = CliRunner().invoke(main, [*arguments, "--json"])
        content = json.loads(done.stdout)
        return {key: value for key, value in content.items() if key != "file"}

    return run


# --- reading -------------------------------------------------------------------------------------


def test_a_case_is_what_its_file_says(boat):
    case = read(boat / "base.case")
    assert ("The Last Soup", "midnight", BASE, ()) == (case.title, case.game, case.text, case.check())
    assert (boat / "base.case").as_posix() == case.name
    assert f"<CaseFile {case.name}>" == repr(case)


@pytest.mark.usefixtures("boat")
def test_a_path_may_be_a_text():
    assert ("base.case", ()) == (read("base.case").name, read("base.case").check())


def test_a_case_stays_as_it_was_when_it_was_read(boat):
    case = read("base.case")
    (boat / "base.case").unlink()
    (boat / "edition.toml").write_text("", encoding="utf-8")
    assert ("The Last Soup", (), "true") == (case.title, case.check(), case.ask("tin = suite").answer)


def test_an_edition_can_be_named(boat):
    (boat / "edition.toml").rename(boat / "other.toml")
    assert "CK306" in codes(read("base.case").check())
    assert () == read("base.case", edition="other.toml").check()
    assert "CK306" in codes(read_text(BASE).check())
    assert () == read_text(BASE, edition=boat / "other.toml").check()


@pytest.mark.usefixtures("boat")
def test_a_text_opens_no_file_but_an_edition_that_is_named(monkeypatch):
    opened = []
    monkeypatch.setattr("casekit.language.source_files._open_plain", lambda name, _: opened.append(name))
    case = read_text(BASE, name="draft")
    assert ("draft", "The Last Soup", []) == (case.name, case.title, opened)
    assert {"draft"} == {finding.span.file for finding in case.check()}
    read_text(BASE, edition="edition.toml")
    assert ["edition.toml"] == opened


@pytest.mark.parametrize("name", ["nowhere.case", "folder", "no\0name", "", "x" * 5_000])
def test_a_file_that_cannot_be_read_is_a_finding(name, boat):
    (boat / "folder").mkdir()
    case = read(name)
    assert ["CK901"] == codes(case.check())
    assert ("", "") == (case.title, case.text)


@pytest.mark.parametrize(
    ("data", "code"),
    [(b"", "CK107"), (b"\xff", "CK902"), (b"title: \0", "CK902"), (b"game: chess\n", "CK113")],
)
def test_a_file_that_is_no_case_is_a_finding(data, code, boat):
    (boat / "some.case").write_bytes(data)
    case = read("some.case")
    assert code in codes(case.check())
    with pytest.raises(CaseError, match=r"^some\.case: the case could not be understood"):
        case.verdict()


def test_a_text_that_cannot_be_encoded_is_a_finding():
    assert ["CK902"] == codes(read_text("title: \ud800\n").check())


@pytest.mark.usefixtures("boat")
def test_an_edition_that_cannot_be_read_is_a_finding():
    case = read("base.case", edition="nowhere.toml")
    assert ["CK901"] == codes(case.check())
    assert "" == case.title


def test_findings_of_the_edition_are_among_those_of_the_case(boat):
    (boat / "edition.toml").write_text(f"{EDITION}\n[[booklets]]\nslug = 'one'\ncases = ['lost.case']\n")
    assert ["CK803"] == codes(read("base.case").check())


# --- as the commands have it ---------------------------------------------------------------------


@pytest.mark.parametrize("text", [BASE, OPEN, LIAR, BASE.replace("room(CLARA)", "rom(CLARA)")])
@pytest.mark.parametrize("balance", [False, True])
def test_it_is_checked_as_by_the_command(text, balance, written, command):
    from casekit.diagnostics.renderers.json_report import as_json

    case = written(text)
    said = command("check", "some.case", *(["--balance"] if balance else []))
    assert said["diagnostics"] == [as_json(finding) for finding in case.check(balance=balance)]


@pytest.mark.parametrize("text", [BASE, OPEN])
def test_its_verdict_is_that_of_the_command(text, written, command):
    verdict = written(text).verdict()
    (said,) = command("check", "some.case")["cases"]
    assert said["verdict"] == verdict.as_json()
    assert (text == BASE) == verdict.certain
    assert list(said["verdict"]["elements"]) == list(verdict.elements)
    for name, element in verdict.elements.items():
        told = said["verdict"]["elements"][name]
        assert name == element.name
        assert (told["value"], told["status"], told["proved"]) == (
            element.value,
            element.status,
            element.proved,
        )
        assert tuple(told["rivals"]) == element.rivals


@pytest.mark.parametrize(
    ("arguments", "question"),
    [
        (["ask", "tin = suite"], lambda case: case.ask("tin = suite")),
        (["ask", "tin = suite", "--read", "02"], lambda case: case.ask("tin = suite", "02")),
        (["ask", "tin = deck", "--bare"], lambda case: case.ask("tin = deck", bare=True)),
        (["ask"], lambda case: case.prove()),
        (["ask", "--element", "culprit"], lambda case: case.prove("culprit")),
        (["ask", "--all", "--budget", "50"], lambda case: case.prove(budget=50)),
        (["ask", "--not", "BRUNO"], lambda case: case.why_not("BRUNO")),
        (["ask", "--not", "blow"], lambda case: case.why_not("blow")),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
@pytest.mark.parametrize("text", [BASE, OPEN], ids=["proved", "open"])
def test_it_answers_as_the_command_does(arguments, question, text, written, command):
    from casekit.diagnostics.renderers.json_report import as_json

    case = written(text)
    name, *others = arguments
    said = command(name, "some.case", *others)
    found = question(case)
    assert said == {"diagnostics": [as_json(finding) for finding in found.findings], **found.as_json()}


@pytest.mark.parametrize("text", [BASE, OPEN], ids=["proved", "open"])
@pytest.mark.parametrize("budget", [1, 2_000])
def test_its_figures_are_those_of_the_command(budget, text, written, command):
    case = written(text)
    said = command("report", "some.case", "--budget", str(budget))
    figures = case.figures(budget)
    balance = [finding["code"] for finding in said.pop("diagnostics") if finding["code"].startswith("CK6")]
    assert said == {"measured": True, **figures.as_json()}
    assert sorted(balance) == sorted(codes(figures.findings))


def test_it_is_exported_as_by_the_command(written):
    case = written(BASE)
    assert json.loads(CliRunner().invoke(main, ["export", "some.case"]).stdout) == case.export()


def test_answers_are_told_in_words(written):
    case = written(BASE)
    answer = case.ask("tin = suite")
    assert "true: tin = suite" == str(answer).splitlines()[0]
    assert answer.in_words() == str(answer)
    assert max(map(len, answer.in_words(40).splitlines())) < max(map(len, answer.in_words(100).splitlines()))


def test_what_kind_of_answer_it_is(written):
    proved, unproved = written(BASE), written(OPEN, "open.case")
    formulas = ("tin = suite", "tin = deck")
    assert ["true", "false"] == [proved.ask(formula).answer for formula in formulas]
    assert ["open", "open"] == [unproved.ask(formula).answer for formula in formulas]
    assert (False, True) == (proved.why_not("blow").possible, unproved.why_not("blow").possible)
    assert proved.prove().picture().startswith("<svg")
    assert proved.prove().page().startswith("<!DOCTYPE html>")


# --- what is not answered ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "code"),
    [
        (lambda case: case.ask("tni = suite"), "CK201"),
        (lambda case: case.ask("tin ="), "CK101"),
        (lambda case: case.ask("tin = suite", "99"), "CK306"),
        (lambda case: case.why_not("DORA"), "CK201"),
    ],
)
def test_a_question_that_cannot_be_understood(question, code, written):
    with pytest.raises(CaseError, match=rf"^some\.case: there is no answer .*{code}") as caught:
        question(written(BASE))
    assert ("some.case", [code]) == (caught.value.name, codes(caught.value.findings))


def test_an_element_that_is_not_one(written):
    with pytest.raises(ValueError, match=r"^'who' is not one of culprit, motive, method$"):
        written(BASE).prove("who")


def test_what_is_open_is_not_proved_and_the_rest_is(written):
    case = written(OPEN)
    with pytest.raises(CaseError, match="there is no answer") as caught:
        case.prove("method")
    assert ["CK502"] == codes(caught.value.findings)
    proof = case.prove()
    assert ["CK502"] == codes(proof.findings)
    assert ["culprit = CLARA", "motive = debt"] == proof.as_json()["proof"]["proves"]


def test_nothing_follows_from_a_contradiction(written):
    case = written(LIAR)
    with pytest.raises(CaseError, match="the case contradicts itself") as caught:
        case.ask("tin = suite")
    assert ["CK401"] == codes(caught.value.findings)
    assert "the case contradicts itself, so everything would follow" == caught.value.reason


def test_the_verdict_on_a_contradiction_is_that_of_the_command(written, command):
    verdict = written(LIAR).verdict()
    (said,) = command("check", "some.case")["cases"]
    assert said["verdict"] == verdict.as_json()
    assert (False, False) == (verdict.consistent, verdict.certain)
    assert {"open"} == {element.status for element in verdict.elements.values()}
    assert ["CK401"] == codes(verdict.findings)
    assert "contradictory: nothing can be proved" in str(verdict)


def test_a_question_of_a_puzzle_that_stays_open_is_not_proved():
    text = base_of("clue")
    first = next(line for line in text.splitlines() if " suggests " in line)
    lines = (line for line in text.splitlines() if line == first or " suggests " not in line)
    case = read_text("\n".join(lines) + "\n")
    with pytest.raises(CaseError, match="there is no answer") as caught:
        case.prove("who")
    assert ["CK871"] == codes(caught.value.findings)
    with pytest.raises(ValueError, match=r"^'culprit' is not one of who, weapon, room$"):
        case.prove("culprit")


def test_any_width_will_do(written):
    case = written(BASE)
    for answer in (case.ask("tin = suite"), case.prove(), case.verdict(), case.figures()):
        assert answer.in_words(-5) == answer.in_words(1)


@pytest.mark.parametrize(
    "question",
    [
        lambda case: case.verdict(),
        lambda case: case.ask("tin = suite"),
        lambda case: case.prove(),
        lambda case: case.prove("who"),
        lambda case: case.why_not("BRUNO"),
        lambda case: case.figures(),
        lambda case: case.export(),
    ],
)
def test_a_case_with_errors_answers_nothing(question, written):
    with pytest.raises(CaseError) as caught:
        question(written(BASE.replace("tin = suite", "tni = suite")))
    assert "CK201" in codes(caught.value.findings)


def test_a_question_that_is_too_hard_is_not_answered(written, monkeypatch):
    case = written(BASE)
    assert "true" == case.ask("tin = suite", bare=True).answer
    monkeypatch.setattr("casekit.deduce.solving.theory_solver.TheorySolver._ask", lambda *_: None)
    with pytest.raises(CaseError) as caught:
        case.prove()
    assert ["CK909"] == codes(caught.value.findings)


# --- editions ------------------------------------------------------------------------------------


BOOKLETS = """
[[booklets]]
slug = "one"
cases = ["base.case", "lost.case", "open.case"]

[[booklets]]
slug = "two"
cases = ["open.case", "../outside.case"]
"""


@pytest.fixture
def bound(boat):
    """An edition of two cases, one of which is in two booklets."""
    (boat / "edition.toml").write_text(f"{EDITION}{BOOKLETS}", encoding="utf-8")
    (boat / "open.case").write_text(OPEN.replace("The Last Soup", "The Next Soup"), encoding="utf-8")
    return boat


@pytest.mark.parametrize("given", [".", "edition.toml"])
@pytest.mark.usefixtures("bound")
def test_an_edition_has_the_cases_of_its_booklets_once(given):
    edition = read_edition(given)
    assert ("edition.toml", "Midnight on a Small Boat") == (edition.name, edition.title)
    assert ["base.case", "open.case"] == [case.name for case in edition]
    assert ["The Last Soup", "The Next Soup"] == [case.title for case in edition.cases]
    assert {Severity.ERROR} == {finding.severity for finding in edition.findings}
    assert "<EditionFile edition.toml>" == repr(edition)


def test_an_edition_is_checked_with_its_cases(bound, command):
    from casekit.diagnostics.renderers.json_report import as_json

    (bound / "open.case").write_text(f"{OPEN}\nAs in The Last Soup.\n", encoding="utf-8")
    said = command("check", "edition.toml")["diagnostics"]
    found = [as_json(finding) for finding in read_edition("edition.toml").check()]
    assert said == found
    assert {"edition.toml", "open.case"} == {finding["file"] for finding in found}


@pytest.mark.parametrize(
    ("name", "code"), [("nowhere", "CK901"), ("no\0where", "CK901"), ("base.case", "CK801")]
)
@pytest.mark.usefixtures("boat")
def test_an_edition_without_cases_that_cannot_be_read(name, code):
    edition = read_edition(name)
    assert ((), "", [code]) == (edition.cases, edition.title, codes(edition.findings))
    assert edition.findings == edition.check()
