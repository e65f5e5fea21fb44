"""``casekit serve`` as a person starts and ends it."""

import shutil

import httpx
import pytest

from casekit.diagnostics import catalogue
from tests.web.served import ServeCommand


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "edition.toml").write_text(catalogue.base("base.toml"), encoding="utf-8")
    (tmp_path / "base.case").write_text(catalogue.base(), encoding="utf-8")
    return tmp_path


def events(lines):
    """The data of each event of a stream."""
    return (line.removeprefix("data: ") for line in lines if line.startswith("data: "))


def test_it_follows_files_and_ends_with_ctrl_c(folder):
    served = ServeCommand(folder)
    try:
        assert "base.case" in httpx.get(served.address).text
        stream = {"accept": "text/event-stream"}
        with httpx.stream("GET", f"{served.address}events?topic=cases", headers=stream, timeout=60) as told:
            said = events(told.iter_lines())
            assert "{}" == next(said)
            shutil.move(folder / "base.case", folder / "renamed.case")
            assert '{"topic": "cases"}' == next(said)
            page = httpx.get(served.address).text
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
