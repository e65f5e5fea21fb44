"""Take the pictures of docs/first-hour.md and docs/preview.md: casekit at work in a copy of the tutorial's folder.

Usage: PYTHONPATH=. .ci/pictures.py [NAME ...] (those of PICTURES; all without a name)

The tests know where a browser is, and how to do what pages ask of their readers.

It waits for what the case says, not for words of the pages, so that a page may look different the next time.
"""

import html
import os
import pty
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import picture
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browsing import executable, launched
from tests.walking import STEP, change, done_until

ROOT = Path(__file__).resolve().parents[1]
IMAGES = ROOT / "docs/images"
PAGE = ROOT / "docs/first-hour.md"
CASE = "the-silent-bell.case"
KEY = CASE.removesuffix(".case")
CASEKIT = str(Path(sys.executable).parent / "casekit")

WIDTH = 1280
COLOURS = 64
PATIENCE = 120
"""Seconds until a page must show what it is waited for, on a busy machine."""
QUIET = 1.5
"""Seconds without a change after which a page is done."""


def check(browser: Browser, folder: Path) -> None:
    """What `casekit check` prints in a terminal."""
    said = _in_terminal("check", CASE, folder=folder)
    page = browser.new_page(viewport={"width": WIDTH, "height": 100})
    page.set_content(TERMINAL.format(_as_html(f"$ casekit check {CASE}\n{said}")))
    _save(page.screenshot(full_page=True), "first-hour-check")


def overview(browser: Browser, folder: Path) -> None:
    """The overview of the finished case, without its solution."""
    with _served(browser, folder, CASE) as (page, address):
        page.goto(f"{address}overview/{KEY}")
        _wait(page, "Saloon")
        _save(page.screenshot(), "first-hour-overview")


def rival(browser: Browser, folder: Path) -> None:
    """The overview of the case that was broken on purpose, with its solution."""
    section = PAGE.read_text(encoding="utf-8").split("\n## A clue broken on purpose\n")[1].split("\n## ")[0]
    with _served(browser, folder, CASE, height=1150) as (page, address):
        page.goto(f"{address}overview/{KEY}")
        _wait(page, "Saloon")
        for found in STEP.finditer(section):
            if found["kind"] == "diff":
                change(folder / found["file"], found["body"])
        _show_solution(page)
        # By itself: nothing is loaded again after the file was saved.
        _wait(page, "it could also be DIRK")
        _save(page.screenshot(), "first-hour-rival")


def pages(browser: Browser, folder: Path) -> None:
    """The pages as they will print: the presentation and its table."""
    with _served(browser, folder, CASE) as (page, address):
        page.goto(f"{address}pages/{KEY}")
        sheet = page.locator("main img").nth(1)
        sheet.wait_for(timeout=PATIENCE * 1000)
        # Below whatever stays at the top.
        sheet.evaluate("each => window.scrollTo(0, window.scrollY + each.getBoundingClientRect().top - 80)")
        page.wait_for_function(
            "[...document.querySelectorAll('main img')].slice(1, 3).every(each => each.complete && each.naturalWidth)",
            timeout=PATIENCE * 1000,
        )
        _wait(page)
        _save(page.screenshot(), "first-hour-pages")


def simulation(browser: Browser, folder: Path) -> None:
    """What simulated detectives make of the case."""
    with _served(browser, folder, CASE) as (page, address):
        page.goto(f"{address}simulation/{KEY}")
        _show_solution(page)
        page.locator("select[name=tables]").select_option("200")
        page.locator("input[name=players]").fill("2")
        page.locator("button[value=play]").click()
        _wait(page, "steady/leads")
        # The page within may be longer than its frame: down to its first drawing.
        within = page.frames[-1].locator("figure").first
        within.evaluate("each => each.scrollIntoView({block: 'end'})")
        _wait(page)
        _save(page.screenshot(), "first-hour-simulation")


def printed(browser: Browser, folder: Path) -> None:  # noqa: ARG001 - each is called alike
    """Pages of the finished booklet."""
    subprocess.run([CASEKIT, "build", CASE], cwd=folder, check=True, capture_output=True)
    pdf = folder / "build" / f"{KEY}-booklet.pdf"
    picture.main(str(pdf), str(IMAGES / "first-hour-printed.png"), (2, 3, 4))


def preview(browser: Browser, folder: Path) -> None:
    """The overview of docs/preview.md, with one of its paragraphs beside its lines."""
    shutil.copytree(ROOT / "docs/tour", folder / "docs/tour")
    with _served(browser, folder, "docs/tour/the-last-soup.case", height=760) as (page, address):
        page.goto(f"{address}overview/the-last-soup")
        _show_solution(page)
        page.goto(f"{address}overview/the-last-soup?at=ANNA%20witness")
        _wait(page, "since Lisbon")
        page.evaluate("window.scrollTo(0, 0)")
        _save(page.screenshot(), "preview")


PICTURES: dict[str, Callable[[Browser, Path], None]] = {
    "first-hour-check": check,
    "first-hour-overview": overview,
    "first-hour-rival": rival,
    "first-hour-pages": pages,
    "first-hour-simulation": simulation,
    "first-hour-printed": printed,
    "preview": preview,
}


@contextmanager
def _served(browser: Browser, folder: Path, case: str, height: int = 860) -> Iterator[tuple[Page, str]]:
    """A page of a browser, and the address at which `casekit serve` shows a case."""
    server = subprocess.Popen([CASEKIT, "serve", case], cwd=folder, stdout=subprocess.PIPE, text=True)
    try:
        address = server.stdout.readline().strip() if server.stdout else ""
        if not address.startswith("http"):
            sys.exit(f"casekit serve printed no address: {address}")
        page = browser.new_page(viewport={"width": WIDTH, "height": height}, color_scheme="light")
        page.set_default_timeout(PATIENCE * 1000)
        yield page, address
        page.close()
    finally:
        server.terminate()
        server.wait(timeout=30)


def _show_solution(page: Page) -> None:
    """Press the button that shows the solution, as a person would."""
    page.locator("button[name=show][value=yes]").click()
    page.locator("button[name=show][value=no]").wait_for()


def _wait(page: Page, words: str = "") -> None:
    """Wait until a page or a page within it says something, and then no longer changes."""
    text, since, end = "", time.monotonic(), time.monotonic() + PATIENCE
    while words not in text or time.monotonic() - since < QUIET:
        if time.monotonic() > end:
            sys.exit(f"{page.url} does not say {words!r}:\n{text}")
        page.wait_for_timeout(250)
        now = "\n".join(frame.locator("body").inner_text() for frame in page.frames)
        if now != text:
            text, since = now, time.monotonic()


def _save(shot: bytes, name: str) -> None:
    """Write a picture in a palette, so that it stays small."""
    with Image.open(BytesIO(shot)) as taken:
        taken.convert("RGB").quantize(COLOURS).save(IMAGES / f"{name}.png", optimize=True)


TERMINAL = """<body style="margin:0;background:#1d2330;color:#e4e7ee">
<pre style="margin:0;padding:18px 22px;font:15px/1.4 'DejaVu Sans Mono',monospace">{}</pre>"""
STYLES = {
    "1": "font-weight:bold",
    "2": "opacity:.7",
    "31": "color:#ff8b84",
    "32": "color:#93d693",
    "33": "color:#f0cb72",
    "34": "color:#8db8ff",
    "35": "color:#d9a3ee",
    "36": "color:#7fd3da",
}


def _in_terminal(*arguments: str, folder: Path) -> str:
    """What a command prints if it believes that it prints to a terminal."""
    controller, terminal = pty.openpty()
    environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    subprocess.run(
        [CASEKIT, *arguments],
        cwd=folder,
        env={**environment, "COLUMNS": "120", "TERM": "xterm-256color"},
        stdin=subprocess.DEVNULL,
        stdout=terminal,
        stderr=terminal,
        check=True,
    )
    os.close(terminal)
    said = b""
    try:
        while piece := os.read(controller, 4096):
            said += piece
    except OSError:
        pass  # so Linux ends a terminal that nobody has open any more
    os.close(controller)
    return said.decode().replace("\r\n", "\n")


def _as_html(said: str) -> str:
    """What a terminal shows, with its colours."""
    opened = 0
    parts = []
    for piece in re.split(r"(\x1b\[[\d;?]*[A-Za-z])", said):
        if not piece.startswith("\x1b"):
            parts.append(html.escape(piece))
        elif piece.endswith("m"):
            styles = [STYLES[code] for code in piece[2:-1].split(";") if code in STYLES]
            parts.append(f'<span style="{";".join(styles)}">' if styles else "</span>" * opened)
            opened = opened + 1 if styles else 0
    return "".join(parts) + "</span>" * opened


def main(names: list[str]) -> None:
    """Take the pictures of these names."""
    if unknown := set(names) - PICTURES.keys():
        sys.exit(f"no picture is called {', '.join(sorted(unknown))}; there are {', '.join(PICTURES)}")
    if executable() is None or shutil.which("pdftoppm") is None:
        sys.exit("the pictures need Chromium and pdftoppm (poppler-utils)")
    with sync_playwright() as playwright:
        browser = launched(playwright)
        for name in names or PICTURES:
            with TemporaryDirectory() as folder:
                done_until(Path(folder), 12)
                PICTURES[name](browser, Path(folder))
            sys.stdout.write(f"docs/images/{name}.png\n")
            sys.stdout.flush()
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
