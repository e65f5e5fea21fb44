"""``casekit new`` as a newcomer uses it: asked on a terminal, or with a whole project."""

import json
import os
import subprocess
import sys
import tomllib

import pytest

from casekit.cli.commands import new


@pytest.fixture
def terminal(monkeypatch):
    monkeypatch.setattr(new, "_is_on_terminal", lambda: True)


@pytest.fixture(autouse=True)
def _empty(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def files(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


PROJECT = [
    ".github/workflows/cases.yml",
    ".gitignore",
    ".vscode/extensions.json",
    ".vscode/settings.json",
    "edition.toml",
    "the-last-toast.case",
]


@pytest.mark.parametrize("game", ["midnight", "clue"])
def test_a_project_is_complete_and_checks(game, run, tmp_path):
    given = ("new", "The Last Toast", "--game", game, "--project", "toasts", "--title", 'Murder "aboard"')
    status, out, err = run(*given)
    assert (0, "") == (status, err)
    assert PROJECT == files(tmp_path / "toasts")
    assert {f"toasts/{name}" for name in PROJECT} == {*out.splitlines()[:-1]}
    edition = tomllib.loads((tmp_path / "toasts/edition.toml").read_text(encoding="utf-8"))
    assert ('Murder "aboard"', ["the-last-toast.case"]) == (edition["title"], edition["booklets"][0]["cases"])
    for name in ("extensions", "settings"):
        assert json.loads((tmp_path / f"toasts/.vscode/{name}.json").read_text(encoding="utf-8"))
    status, out, _ = run("check", "toasts/edition.toml", "--json")
    found = {each["file"] for each in json.loads(out)["diagnostics"]}
    assert {"toasts/the-last-toast.case"} == found


def test_the_ci_file_calls_what_there_is(run, tmp_path):
    run("new", "The Last Toast", "--project", "toasts")
    text = (tmp_path / "toasts/.github/workflows/cases.yml").read_text(encoding="utf-8")
    (line,) = [line.strip() for line in text.splitlines() if "run: casekit" in line]
    command = line.removeprefix("- run: casekit ").split()
    os.chdir(tmp_path / "toasts")
    status, out, _ = run(*command)
    assert (1, True) == (status, "::warning" in out)


def test_a_project_replaces_nothing(run, tmp_path):
    (tmp_path / "toasts").mkdir()
    (tmp_path / "toasts/.gitignore").write_text("mine", encoding="utf-8")
    status, out, _ = run("new", "The Last Toast", "--project", "toasts")
    assert (0, True) == (status, "toasts/.gitignore: kept, it was there already" in out)
    assert "mine" == (tmp_path / "toasts/.gitignore").read_text(encoding="utf-8")
    before = {name: (tmp_path / "toasts" / name).read_bytes() for name in files(tmp_path / "toasts")}
    status, _, err = run("new", "Another", "--project", "toasts")
    assert (1, True) == (status, "CK905" in err)
    assert before == {name: (tmp_path / "toasts" / name).read_bytes() for name in files(tmp_path / "toasts")}


@pytest.mark.parametrize(
    "given",
    [
        ("T", "--project", "p", "--force"),
        ("T", "--project", "p", "--edition", "edition.toml"),
        ("T", "--title", "E"),
        ("T", "--project", "p", "--title", "E\u202e"),
        ("--project", "p"),
    ],
)
def test_what_a_project_does_not_take(given, run, tmp_path):
    assert 2 == run("new", *given)[0]
    assert [] == files(tmp_path)


def test_a_folder_that_is_a_file(run, tmp_path):
    (tmp_path / "p").write_text("", encoding="utf-8")
    assert run("new", "T", "--project", "p")[0] in {1, 2}
    assert ["p"] == files(tmp_path)


@pytest.mark.parametrize("game", ["midnight", "clue"])
@pytest.mark.usefixtures("terminal")
def test_questions_on_a_terminal(game, run, tmp_path):
    status, out, _ = run("new", "--game", game, given="\n???\nThe Last Toast\nnowhere.toml\n\nexpert\n")
    assert 0 == status
    assert "does not give the name of a file" in out
    assert "there is no file nowhere.toml" in out
    assert ["the-last-toast.case"] == files(tmp_path)
    assert "\nlevel: expert" in (tmp_path / "the-last-toast.case").read_text(encoding="utf-8")


@pytest.mark.usefixtures("terminal")
def test_questions_for_a_project(run, tmp_path):
    status, out, _ = run("new", "--project", "my-toasts", given="The Last Toast\n\nexpert\n")
    assert (0, True) == (status, "Title of the edition [My Toasts]" in out)
    assert 'title = "My Toasts"' in (tmp_path / "my-toasts/edition.toml").read_text(encoding="utf-8")
    assert "\nlevel: expert" in (tmp_path / "my-toasts/the-last-toast.case").read_text(encoding="utf-8")


@pytest.mark.usefixtures("terminal")
def test_whoever_stops_at_a_question_leaves_nothing_behind(run, tmp_path):
    assert 0 != run("new", "--project", "p", given="The Last Toast\n")[0]
    assert [] == list(tmp_path.iterdir())


def test_without_a_terminal_nobody_is_asked(run, tmp_path):
    status, _, err = run("new", given="The Last Toast\n\n\n")
    assert (2, True) == (status, "casekit asks for it only on a terminal" in err)
    assert [] == files(tmp_path)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_a_terminal_is_known_as_one(tmp_path):
    import pty

    leader, follower = pty.openpty()
    script = "import sys; sys.argv[0] = 'casekit'; from casekit.cli import run; run()"
    process = subprocess.Popen(
        [sys.executable, "-c", script, "new"], cwd=tmp_path, stdin=follower, stdout=follower, stderr=follower
    )
    os.close(follower)
    os.write(leader, b"The Last Toast\n\n\n")
    shown = b""
    try:
        while b"next: casekit check" not in shown:
            shown += os.read(leader, 1024)
    except OSError:
        pass
    assert 0 == process.wait()
    os.close(leader)
    assert b"Title of the case" in shown
    assert ["the-last-toast.case"] == files(tmp_path)


def test_the_first_check_of_a_fresh_case_fits_on_a_screen(run):
    run("new", "The Last Toast")
    status, out, _ = run("check", "the-last-toast.case")
    assert 1 == status
    assert len(out.splitlines()) <= 23
    assert "a draft, 0 of 62 texts written" in out
    assert "Next: " in out
    assert out.endswith("3 errors, 62 warnings in 1 file\n")
    assert "CK120" not in out
    full = run("check", "--all", "the-last-toast.case")[1]
    assert "CK120" in full
    assert "CK502" in full
    codes = [
        each["code"] for each in json.loads(run("check", "--json", "the-last-toast.case")[1])["diagnostics"]
    ]
    assert 65 == len(codes)


def test_what_a_draft_does_not_explain_is_shown(run, tmp_path):
    run("new", "The Last Toast")
    file = tmp_path / "the-last-toast.case"
    text = file.read_text(encoding="utf-8")
    file.write_text(
        text.replace("== ANNA alibi  // Where were you", "== ANNA alibii  // Where were you"),
        encoding="utf-8",
    )
    assert "a draft" in run("check", file.name)[1]
    file.write_text(text.replace("room(suspect): location", "room(suspect): locatoin"), encoding="utf-8")
    out = run("check", file.name)[1]
    assert "CK209 unknown-type" in out
    assert "CK120" not in out


def test_a_case_that_is_nearly_done_is_no_draft(run, tmp_path):
    from casekit.kit.code_registry import base_of

    (tmp_path / "edition.toml").write_text(base_of("midnight", "base.toml"), encoding="utf-8")
    text = base_of().replace("Geese, feathers and two damp aprons.", "TODO")
    (tmp_path / "base.case").write_text(text, encoding="utf-8")
    out = run("check", "base.case")[1]
    assert "CK120 todo" in out
    assert "a draft" not in out
