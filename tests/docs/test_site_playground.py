"""The playground: casekit in a browser says what it says on a command line."""

import importlib.util
import os
import random
import subprocess
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import hooks
import pytest
from rapidfuzz import fuzz, process

from tests.browsing import PATIENCE, browser  # noqa: F401 - a fixture

pytestmark = pytest.mark.nightly

FILES = ("library.zip", "checker.mjs", "worker.mjs", "pyodide/pyodide.asm.wasm")


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def address(request):
    """The site with its playground, served by this machine to itself."""
    if not all((hooks.PLAYGROUND / name).is_file() for name in FILES):
        # `make test` makes it, and fails on CI where it cannot.
        pytest.skip("the playground is not made: .ci/playground.py does it, with npm")
    folder = request.getfixturevalue("site")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder)) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def page(address, browser):  # noqa: F811
    """The page of the playground, which may ask this machine and nobody else."""
    context = browser.new_context()
    asked = []
    context.on("request", lambda request: asked.append(request.url))
    opened = context.new_page()
    opened.set_default_timeout(PATIENCE)
    opened.goto(f"{address}/playground.html")
    yield opened
    context.close()
    assert [] == [url for url in asked if not url.startswith((address, "data:", "blob:"))]


def run(page, command):
    page.locator("[data-is=command]").fill(command)
    page.locator("[data-is=run]").click()
    page.locator("[data-is=output][aria-busy=false]").wait_for()
    return page.locator("[data-is=output]").text_content()


@pytest.fixture
def here(casekit, tmp_path, root):
    """What the same command says on this machine."""

    def told(text, *arguments):
        (tmp_path / "one.case").write_text(text, encoding="utf-8")
        edition = (root / "docs/tutorial/edition.toml").read_text(encoding="utf-8")
        (tmp_path / "edition.toml").write_text(edition, encoding="utf-8")
        environment = {**os.environ, "NO_COLOR": "1", "COLUMNS": "100"}
        return casekit(*arguments, cwd=tmp_path, env=environment).stdout.decode()

    return told


def test_a_browser_says_what_a_command_line_says(page, here, root):
    text = (root / "docs/tutorial/the-silent-bell.case").read_text(encoding="utf-8")
    assert text == page.locator("[data-is=case]").input_value()
    assert here(text, "check", "one.case") == run(page, "casekit check one.case")
    assert here(text, "ask", "one.case", "--not", "DIRK") == run(page, "ask one.case --not DIRK")
    quoted = 'ask one.case "culprit = CORA" --read "CORA alibi, DIRK alibi"'
    expected = here(text, "ask", "one.case", "culprit = CORA", "--read", "CORA alibi, DIRK alibi")
    assert expected == run(page, quoted)
    page.locator("[data-is=case]").fill(text.replace("place(ADA, 22:00)", "plaze(ADA, 22:00)"))
    assert "help: write `place`" in run(page, "casekit check one.case")
    assert "does not work in a browser" in run(page, "casekit build one.case")


@pytest.fixture(scope="module")
def stand_in(root):
    spec = importlib.util.spec_from_file_location("stand_in", root / ".ci/site/playground/rapidfuzz.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_nearest_names_are_those_of_rapidfuzz(stand_in):
    chance = random.Random(7)  # noqa: S311 - not a secret
    names = ["".join(chance.choices("abcde ", k=chance.randrange(1, 12))) for _ in range(60)]
    for name in names[:20]:
        for other in names:
            assert fuzz.ratio(name, other) == pytest.approx(stand_in.fuzz.ratio(name, other))
        expected = process.extract(name, names, scorer=fuzz.ratio, score_cutoff=40, limit=60)
        found = stand_in.process.extract(name, names, scorer=stand_in.fuzz.ratio, score_cutoff=40, limit=60)
        assert {(text, round(score, 6)) for text, score, _ in expected} == {
            (text, round(score, 6)) for text, score, _ in found
        }


@pytest.mark.parametrize(("ci", "status"), [("", 0), ("true", 1)])
def test_without_npm_there_is_a_notice_and_on_ci_a_failure(root, tmp_path, ci, status):
    command = [sys.executable, root / ".ci/playground.py", tmp_path / "made", tmp_path / "stamp"]
    done = subprocess.run(
        command, env={**os.environ, "PATH": "", "CI": ci}, capture_output=True, text=True, check=False
    )
    assert status == done.returncode
    assert "The playground is not built: it needs npm, which comes with Node.js\n" == done.stderr
    assert [] == [*tmp_path.iterdir()]
