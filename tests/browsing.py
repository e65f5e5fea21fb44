"""Pages in Debian's Chromium: where it is, how it is started, and fixtures for tests that look at pages.

Fixtures last for a module: Playwright keeps an event loop running, which no test of another module may meet.
"""

import os
import shutil
from pathlib import Path

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
ON_CI = bool(os.environ.get("CI"))
"""Asked for here, since tests have no such variable."""

PATIENCE = 600_000
"""The milliseconds after which nobody waits any longer for a page: a busy machine takes its time."""

PHONE = {"width": 360, "height": 740}
DESKTOP = {"width": 1280, "height": 860}


def executable() -> str | None:
    """Where a browser is: the one that ``CASEKIT_BROWSER`` names, or Chromium."""
    named = os.environ.get("CASEKIT_BROWSER")
    return named or next(filter(None, map(shutil.which, NAMES)), None)


def launched(playwright):
    """A browser without a window. Root can only run it without its sandbox."""
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    return playwright.chromium.launch(
        executable_path=executable(),
        timeout=PATIENCE,
        args=["--disable-dev-shm-usage", *(["--no-sandbox"] if root else [])],
    )


@pytest.fixture(scope="module")
def browser():
    """Chromium; where it is missing the test is skipped, and fails on CI."""
    reason = "Chromium or Playwright is missing: pages are not tried in a browser (.ci/browser installs it)"
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing = True
    else:
        missing = executable() is None
    if missing:
        (pytest.fail if ON_CI else pytest.skip)(reason)
    with sync_playwright() as playwright:
        opened = launched(playwright)
        yield opened
        opened.close()


class Tab:
    """A page in a window of its own, which notes what it asks the network for and what goes wrong in it."""

    def __init__(self, browser, **options):
        self.context = browser.new_context(accept_downloads=True, **options)
        self.asked, self.wrong = [], []
        self.context.on("request", lambda request: self.asked.append(request.url))
        self.context.set_default_timeout(PATIENCE)
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("console", lambda said: self.wrong.append(said.text) if said.type == "error" else None)

    def open(self, file: Path):
        self.page.goto(file.as_uri())
        return self.page

    @property
    def foreign(self):
        """What was asked for beside the file itself and what it holds."""
        return [url for url in self.asked if not url.startswith(("file:", "data:", "blob:"))]

    def sideways(self):
        """By how many pixels the page is wider than its window."""
        return self.page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )


@pytest.fixture
def tab(browser):
    """Opens windows: ``tab(viewport=PHONE, color_scheme="dark")``. Each must be quiet at the end, and ask for nothing."""
    opened = []

    def make(**options):
        one = Tab(browser, **({"viewport": DESKTOP} | options))
        opened.append(one)
        return one

    yield make
    for one in opened:
        one.context.close()
        assert [] == one.wrong
        assert [] == one.foreign
