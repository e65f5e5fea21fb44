import pytest

from casekit.pipeline.converting import format_bytes


@pytest.mark.parametrize("folder", ["boat", "tmp_path"])
def test_a_skeleton_checks_with_nothing_but_todo_and_open_findings(folder, run, request, monkeypatch):
    monkeypatch.chdir(request.getfixturevalue(folder))
    status, out, _ = run("new", "The Last Toast")
    assert 0 == status
    assert f"the-last-toast.case: {12 if folder == 'boat' else 60} paths to write" in out
    status, out, _ = run("check", "the-last-toast.case", "--format", "github")
    assert 1 == status
    assert {"CK120", "CK502"} == {
        line.split("title=")[1][:5] for line in out.splitlines() if "title=" in line
    }


def test_a_skeleton_is_canonical(run, boat):
    run("new", "The Last Toast")
    text = (boat / "the-last-toast.case").read_text(encoding="utf-8")
    assert text == format_bytes(text.encode(), "x")[0]


@pytest.mark.parametrize(
    ("file", "title", "name"),
    [
        ("the-last-toast.case", "The Last Toast", "The Last Toast"),
        ("ladieu.case", "L'Adieu", "L'Adieu"),
        ("deep/in/it.case", "It", "deep/in/it.case"),
        ("zoe.case", "Zoë", "Zoë"),
        ("a-toast.case", "A Toast", "a-toast.case"),
    ],
)
def test_names(file, title, name, run, boat):
    status, _, err = run("new", name)
    assert (0, "") == (status, err)
    assert f"title: {title}\n" in (boat / file).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["東京", "..", "???", ""])
def test_a_name_that_makes_no_file(name, run, boat):
    before = sorted(boat.iterdir())
    assert 2 == run("new", name)[0]
    assert before == sorted(boat.iterdir())


def test_a_file_that_is_there_stays_unless_forced(run, boat):
    before = (boat / "base.case").read_bytes()
    status, _, err = run("new", "base.case")
    assert (1, True) == (status, "CK905" in err)
    assert before == (boat / "base.case").read_bytes()
    assert 0 == run("new", "base.case", "--force")[0]
    assert before != (boat / "base.case").read_bytes()


@pytest.mark.parametrize("name", ["Con", "nul.case", "deep/LPT1.case"])
def test_a_device_gives_no_case_its_name(name, run, boat):
    before = sorted(boat.iterdir())
    status, _, err = run("new", name)
    assert (2, True) == (status, "is the name of a device on Windows" in err)
    assert before == sorted(boat.iterdir())
