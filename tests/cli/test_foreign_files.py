"""What is found in a folder is read only if it lies there; pipes, devices and links to themselves hold nothing up."""

import json
import os
import signal

import pytest

from casekit.kit.code_registry import base_of

SECRET = "token = s3cr3t of ANNA\n"  # noqa: S105 -- nobody's
EDITION = base_of("midnight", "base.toml")
BOOKLET = '\n[[booklets]]\nslug = "green"\ncases = ["base.case"]\n'
DIGEST = f"sha256:{'0' * 64}"

ON_THE_FOLDER = {
    "check": ("check", "."),
    "fmt": ("fmt", "--diff", "."),
    "report": ("report", "."),
    "build": ("build", ".", "--output", "out"),
    "extract": ("translate", "extract", "fr", "."),
    "errata": ("errata", ".", "."),
}
ON_THE_CASE = {
    "check": ("check", "base.case"),
    "build": ("build", "base.case", "--output", "out"),
    "export": ("export", "base.case"),
    "report": ("report", "base.case"),
    "review": ("review", "base.case"),
    "prove": ("ask", "base.case"),
    "preflight": ("preflight", "base.case", "base.case"),
    "ask": ("ask", "base.case", "culprit = CLARA"),
    "why-not": ("ask", "base.case", "--not", "ANNA"),
    "extract": ("translate", "extract", "fr", "base.case"),
    "new": ("new", "The Last Toast"),
}


@pytest.fixture(autouse=True)
def _patience():
    """A command that waits for a pipe fails instead of holding up the tests."""
    signal.signal(signal.SIGALRM, lambda *_: pytest.fail("it waits"))
    signal.alarm(60)
    yield
    signal.alarm(0)


@pytest.fixture
def secret(tmp_path_factory):
    file = tmp_path_factory.mktemp("elsewhere") / "settings"
    file.write_text(SECRET, encoding="utf-8")
    return file


def _plant(kind, place, secret):
    place.unlink(missing_ok=True)
    if kind == "pipe":
        os.mkfifo(place)
    else:
        places = {"elsewhere": secret, "itself": place.name, "device": "/dev/zero", "nowhere": "nothing"}
        place.symlink_to(places[kind])


def _told(done):
    status, out, err = done
    assert status in {1, 2}
    assert "s3cr3t" not in out + err
    return out + err


KINDS = {"elsewhere": "CK917", "device": "CK917", "pipe": "CK918", "itself": "CK901", "nowhere": "CK901"}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["check", "fmt", "report"])
def test_a_case_that_was_found(name, kind, boat, run, secret):
    _plant(kind, boat / "stray.case", secret)
    assert f"stray.case:1:1: error[{KINDS[kind]} " in _told(run(*ON_THE_FOLDER[name]))


@pytest.mark.parametrize("command", [("ask", "culprit = CLARA"), ("ask", "--not", "ANNA"), ("ask",)])
def test_the_only_case_of_a_folder_is_one_that_was_found(command, boat, run, secret):
    _plant("elsewhere", boat / "base.case", secret)
    done = run(*command)
    assert done[0] in {1, 2}
    assert "s3cr3t" not in done[1] + done[2]


def test_a_case_that_was_named_is_read_wherever_it_leads(boat, run, tmp_path_factory):
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "some.case"
    (boat / "base.case").rename(elsewhere)
    (boat / "named.case").symlink_to(elsewhere)
    assert 0 == run("check", "named.case")[0]
    assert 1 == run("check", ".")[0]


@pytest.mark.parametrize("kind", ["pipe", "itself", "device"])
@pytest.mark.parametrize("name", [name for name in ON_THE_CASE if name != "new"])
def test_a_case_that_was_named(name, kind, boat, run, secret):
    _plant(kind, boat / "base.case", secret)
    code = "CK901" if kind == "itself" else "CK918"
    assert f"error[{code} " in _told(run(*ON_THE_CASE[name]))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ON_THE_CASE)
def test_the_edition_of_a_case(name, kind, boat, run, secret):
    _plant(kind, boat / "edition.toml", secret)
    told = _told(run(*ON_THE_CASE[name]))
    assert f"edition.toml:1:1: error[{KINDS[kind]} " in told


@pytest.mark.parametrize("kind", ["elsewhere", "pipe", "itself"])
@pytest.mark.parametrize("name", ["check", "report", "build", "extract"])
def test_the_edition_of_a_folder(name, kind, boat, run, secret):
    _plant(kind, boat / "edition.toml", secret)
    assert f"edition.toml:1:1: error[{KINDS[kind]} " in _told(run(*ON_THE_FOLDER[name]))


def test_an_edition_that_was_named_is_read_wherever_it_leads(boat, run, tmp_path_factory):
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "edition.toml"
    (boat / "edition.toml").rename(elsewhere)
    (boat / "edition.toml").symlink_to(elsewhere)
    assert 1 == run("check", "base.case")[0]
    assert 0 == run("check", "base.case", "--edition", "edition.toml")[0]


@pytest.mark.parametrize("kind", ["elsewhere", "pipe", "itself", "device"])
@pytest.mark.parametrize("name", ["base.case", "deck.toml", "green.lock.json"])
def test_what_an_edition_holds(name, kind, boat, run, secret, put):
    put("edition.toml", f'deck = "deck.toml"\n{EDITION}{BOOKLET}'.replace("deck.toml", "deck.toml"))
    put("deck.toml", "cards = []\n")
    _plant(kind, boat / name, secret)
    assert name.partition(".")[0] in _told(run(*ON_THE_FOLDER["build"]))
    assert not list(boat.glob("out/*"))


@pytest.mark.parametrize("kind", ["elsewhere", "pipe", "itself", "device"])
def test_a_catalogue(kind, boat, run, secret):
    (boat / "translations" / "fr").mkdir(parents=True)
    _plant(kind, boat / "translations" / "fr" / "base.po", secret)
    for command in ("check", "extract", "merge"):
        assert f"base.po:1:1: error[{KINDS[kind]} " in _told(run("translate", command, "fr", "base.case"))
    assert SECRET == secret.read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", ["pipe", "itself", "device"])
@pytest.mark.parametrize("command", [("import", "x"), ("errata", "x", "x"), ("preflight", "x", "base.case")])
def test_other_files_that_were_named(command, kind, boat, run, secret):
    _plant(kind, boat / "x", secret)
    assert "x:1:1: error[" in _told(run(*command))


def test_a_memory_that_is_a_pipe_is_not_waited_for(boat, run):
    (boat / "out").mkdir()
    os.mkfifo(boat / "out" / ".casekit.json")
    (boat / "base.case").write_text("broken", encoding="utf-8")
    assert 1 == run(*ON_THE_CASE["build"])[0]


def test_standard_input_without_an_end_is_not_read_to_it():
    for command in (("check", "-"), ("import", "-"), ("fmt", "-")):
        with open("/dev/zero", "rb") as endless:  # noqa: PTH123 -- a device
            import subprocess
            import sys

            script = "import sys, casekit.cli; sys.argv[0] = 'casekit'; casekit.cli.run()"
            done = subprocess.run(
                [sys.executable, "-c", script, *command], stdin=endless, capture_output=True, check=False
            )
        assert 1 == done.returncode
        assert b"CK903" in done.stdout + done.stderr


# What is written.


def test_a_link_is_not_formatted(boat, run, secret):
    secret.write_text("title:Gone\n", encoding="utf-8")
    (boat / "base.case").unlink()
    (boat / "base.case").symlink_to(secret)
    status, _, err = run("fmt", "base.case")
    assert 1 == status
    assert "base.case:1:1: error[CK905 cannot-write]: this is a link" in err
    assert (boat / "base.case").is_symlink()
    assert "title:Gone\n" == secret.read_text(encoding="utf-8")


def test_a_link_is_replaced_by_what_is_written_not_followed(boat, run, secret):
    (boat / "base.json").symlink_to(secret)
    assert 0 == run("export", "base.case", "-o", "base.json")[0]
    assert not (boat / "base.json").is_symlink()
    assert "casekit" in json.loads((boat / "base.json").read_text(encoding="utf-8"))
    assert SECRET == secret.read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", ["pipe", "device"])
def test_a_device_is_not_replaced(kind, boat, run, secret):
    _plant(kind, boat / "base.json", secret)
    status, _, err = run("export", "base.case", "-o", "base.json")
    assert 1 == status
    assert "CK905 cannot-write]: this cannot be written: it is a device or a pipe, not a file" in err
    assert not (boat / "base.json").is_file()


def test_the_default_folder_of_a_build_is_no_link_to_elsewhere(boat, run, secret):
    (boat / "build").symlink_to(secret.parent)
    status, _, err = run("build", "base.case")
    assert 1 == status
    assert "build:1:1: error[CK921 linked-folder]" in err
    assert [secret] == list(secret.parent.iterdir())


def test_catalogues_are_not_written_by_a_link_to_elsewhere(boat, run, secret):
    (boat / "translations").symlink_to(secret.parent)
    status, _, err = run("translate", "extract", "fr", "base.case")
    assert 1 == status
    assert "it is a link that leads out of its folder" in err
    assert [secret] == list(secret.parent.iterdir())


def test_a_translation_is_not_written_by_a_link_to_elsewhere(boat, run, secret):
    assert 0 == run("translate", "extract", "fr", "base.case")[0]
    (boat / "build").symlink_to(secret.parent)
    status, _, err = run("translate", "merge", "fr", "base.case")
    assert 1 == status
    assert "it is a link that leads out of its folder" in err
    assert [secret] == list(secret.parent.iterdir())


def test_a_link_to_itself_is_to_be_removed(boat, run):
    (boat / "loop.case").symlink_to("loop.case")
    err = run("check", "loop.case")[1]
    assert "help: remove this link: it leads back to itself" in err
    assert "casekit new" not in err
