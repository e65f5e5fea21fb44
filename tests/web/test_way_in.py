"""The browser is led to a page without its address in the list of processes."""

import re
import stat
import sys
import webbrowser
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from click.testing import CliRunner

from casekit.cli.main import main
from casekit.kit.code_registry import base_of
from casekit.system import disk
from casekit.web import server
from casekit.web.server import lead_to

ADDRESS = "http://127.0.0.1:8765/secret-of-this-start/play/base"


@pytest.fixture
def opened(monkeypatch, tmp_path):
    """What browsers were started with, and what was in the file."""
    monkeypatch.setenv("HOME", str(tmp_path))
    found = []

    def start(given, *_, **__):
        found.append((given, Path(unquote(urlsplit(given).path)).read_text(encoding="utf-8")))
        return True

    monkeypatch.setattr(webbrowser, "open", start)
    return found


def test_what_a_browser_is_started_with_holds_no_secret(opened):
    with ExitStack() as needed:
        assert lead_to(ADDRESS, needed)
        ((given, text),) = opened
        file = Path(unquote(urlsplit(given).path))
        assert "secret" not in given
        assert f"0;url={ADDRESS}" in text
        if sys.platform.startswith("linux"):
            # A browser in a sandbox sees no hidden folders.
            assert not any(part.startswith(".") for part in file.relative_to(Path.home()).parts)
            assert (0o600, 0o700) == tuple(stat.S_IMODE(each.stat().st_mode) for each in (file, file.parent))
    assert not file.parent.exists()


def test_without_a_home_there_is_another_place(opened, monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path / "none"))
    with ExitStack() as needed:
        assert lead_to(ADDRESS, needed)
    assert "secret" not in opened[0][0]


def test_where_nothing_can_be_written_no_browser_is_started(opened, monkeypatch):
    monkeypatch.setattr(disk, "fill", lambda *_, **__: (_ for _ in ()).throw(OSError("full")))
    with ExitStack() as needed:
        assert not lead_to(ADDRESS, needed)
    assert [] == opened


@pytest.mark.parametrize("command", [("serve", "--open"), ("play",)])
def test_commands_start_a_browser_so(opened, monkeypatch, tmp_path, command):
    (tmp_path / "edition.toml").write_text(base_of("midnight", "base.toml"), encoding="utf-8")
    (tmp_path / "base.case").write_text(base_of(), encoding="utf-8")
    monkeypatch.setattr("casekit.cli.commands.serve._sit_down", lambda *_: None)

    def serve(listening, _, started, *__):
        listening.close()
        started(f"{ADDRESS}/")

    monkeypatch.setattr(server, "serve", serve)
    result = CliRunner().invoke(main, [*command, str(tmp_path / "base.case")])
    assert 0 == result.exit_code, result.output
    assert ADDRESS in result.output
    ((given, text),) = opened
    assert "secret" not in given
    assert re.search(re.escape(ADDRESS), text)
    assert not Path(unquote(urlsplit(given).path)).exists()
