"""``casekit serve`` as a person starts and ends it."""

import shutil
import socket
import subprocess
import sys

import httpx
import pytest

from casekit.kit.code_registry import base_of
from casekit.web.app import editor_link
from tests.web.served import ServeCommand


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "edition.toml").write_text(base_of("midnight", "base.toml"), encoding="utf-8")
    (tmp_path / "base.case").write_text(base_of(), encoding="utf-8")
    return tmp_path


def events(lines):
    """The data of each event of a stream."""
    return (line.removeprefix("data: ") for line in lines if line.startswith("data: "))


def test_it_follows_files_and_ends_with_ctrl_c(folder):
    served = ServeCommand(folder)
    try:
        assert "base.case" in httpx.get(served.address, timeout=600).text
        stream = {"accept": "text/event-stream"}
        with httpx.stream("GET", f"{served.address}events?topic=cases", headers=stream, timeout=600) as told:
            said = events(told.iter_lines())
            assert "{}" == next(said)
            shutil.move(folder / "base.case", folder / "renamed.case")
            assert '{"topic": "cases"}' == next(said)
            page = httpx.get(served.address, timeout=600).text
            assert "renamed.case" in page
            assert "not there any more" in page
            # A port that is in use is said, with a cure, while the first server goes on.
            second = ServeCommand(folder, "--port", served.port)
            status, out, err = second.end()
            assert (1, "") == (status, out)
            assert f"CK950 port-in-use]: port {served.port} is in use" in err
            assert "leave out --port" in err
            # An open stream keeps nothing from ending.
            status, out, err = served.end()
    finally:
        served.end()
    assert 0 == status
    assert "Open this address in a browser; Ctrl-C ends this." == served.hint
    assert ("", "") == (out, err.strip())
    assert not served.left()


def test_what_is_not_there_is_misuse(tmp_path):
    served = ServeCommand(tmp_path / "none.case")
    status, _, err = served.end()
    assert 2 == status
    assert "CK901 no-such-file" in err


def test_what_it_was_not_asked_for_does_not_keep_it_waiting(folder):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        script = (
            "import sys\nfrom casekit.cli import run\n"
            f"sys.argv[1:] = ['serve', {str(folder)!r}, '--port', '{port}']\n"
            "try:\n    run()\nexcept SystemExit as end:\n    print(end.code, *sys.modules)\n"
        )
        result = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    status, *modules = result.stdout.split()
    assert "1" == status
    # What sets type and draws is loaded in processes of their own.
    heavy = {"weasyprint", "pikepdf", "pypdfium2", "fontTools", "networkx", "numpy", "PIL", "tomlkit"}
    assert set() == heavy & {name.partition(".")[0] for name in modules}


def test_an_editor_is_opened_at_a_line():
    assert "vscode://file/home/anna/a%20case.case:12:3" == editor_link(
        "vscode", "/home/anna/a case.case", 12, 3
    )
    assert "vscode://file/x%22%3E%3Cscript%3E:1:1" == editor_link("vscode", '/x"><script>')
    assert "" == editor_link("", "/x")
    # A name that is not UTF-8 goes as its bytes.
    assert "vscode://file/%E9.case:1:1" == editor_link("vscode", "/\udce9.case")
