"""What people do with the pages of ``casekit serve``, in Chromium: one server, one browser."""

import pypdfium2
import pytest

from casekit.kit.code_registry import base_of
from casekit.system.cursor_channel import CursorPlace, send_cursor
from tests.browsing import DESKTOP, PHONE, Tab
from tests.web.served import ServeCommand

VIEWS = ("overview", "pages", "review", "timeline", "proof", "evidence", "figures", "simulation", "from-here")
SERIOUS = {"serious", "critical"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("served")
    (folder / "edition.toml").write_text(base_of("midnight", "base.toml"), encoding="utf-8")
    (folder / "base.case").write_text(base_of(), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def served(folder, tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        # Where tests have it, before the first of them begins.
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.getbasetemp() / "state"))
        command = ServeCommand(folder)
    yield command
    status, _, err = command.end()
    assert (0, "") == (status, err.strip())
    assert not command.left()


@pytest.fixture
def window(browser, served):
    """Opens windows on a page of the server, which ask nobody else for anything and meet no error."""
    opened = []

    def make(path, **options):
        tab = Tab(browser, **({"viewport": DESKTOP} | options))
        opened.append(tab)
        tab.page.goto(f"{served.address}{path}")
        return tab

    yield make
    for tab in opened:
        assert [] == tab.wrong
        assert [] == [url for url in tab.foreign if not url.startswith(served.address)]
        tab.context.close()


def revealed(page, *, wanted=True):
    button = page.get_by_role("button", name="Show the solution" if wanted else "Hide the solution")
    if button.count():
        button.click()
    page.get_by_role("button", name="Hide the solution" if wanted else "Show the solution").wait_for()


def ready(page, view):
    """Wait until a view shows what it is there for."""
    if view in {"review", "proof", "figures"}:
        page.locator("iframe").wait_for()
        page.frame_locator("iframe").locator("h1").wait_for()
    elif view == "from-here":
        page.get_by_role("button", name="Show what they know").click()
        page.get_by_text("What would help most").wait_for()
    elif view == "simulation":
        page.get_by_role("button", name="Play").wait_for()
    else:
        page.locator("#news").get_by_text("Up to date").wait_for()


def serious(page, *rules):
    """What a screen reader, or somebody who sees little, would stumble over in our own page."""
    from axe_playwright_python.sync_playwright import Axe

    page.evaluate("document.querySelectorAll('iframe').forEach((each) => each.remove())")
    found = Axe().run(page, options={"runOnly": rules} if rules else None).response["violations"]
    return [
        (each["id"], [node["target"] for node in each["nodes"]][:3])
        for each in found
        if each["impact"] in SERIOUS
    ]


def test_a_writer_sees_what_is_saved_and_keeps_the_place(window, folder):
    page = window("").page
    page.get_by_role("link", name="Overview").click()
    page.locator("#news").get_by_text("Up to date").wait_for()
    revealed(page)
    page.locator("a.cell").first.click()
    page.get_by_role("heading", name="What its lines say").wait_for()
    page.locator("#source-of-paragraph summary").click()
    case = folder / "base.case"
    text = case.read_text(encoding="utf-8")
    case.write_text(
        text.replace("== ANNA alibi\n", "== ANNA alibi\nGood evening, all of you. "), encoding="utf-8"
    )
    page.locator(".passage .prose").get_by_text("Good evening, all of you").wait_for()
    assert page.locator("#source-of-paragraph").get_attribute("open") is not None
    assert "at=ANNA" in page.url
    # A part that was gone for a moment comes back as it was.
    page.evaluate(
        """() => {
            const whole = document.cloneNode(true), less = document.cloneNode(true);
            whole.getElementById("source-of-paragraph").removeAttribute("open");
            less.getElementById("source-of-paragraph").remove();
            put(less);
            put(whole);
        }"""
    )
    assert page.locator("#source-of-paragraph").get_attribute("open") is not None
    # Broken text is told, and what was known stays.
    case.write_text(text.replace("== ANNA alibi\n", "== ANNA alibi\n~ room(((\n"), encoding="utf-8")
    page.locator("#news").get_by_text("keeps it from being read").wait_for()
    assert page.locator("a.cell").count()
    case.write_text(text, encoding="utf-8")
    page.locator("#news").get_by_text("Up to date").wait_for()
    page.go_back()
    page.get_by_text("Choose one on the left").wait_for()
    revealed(page, wanted=False)


def test_the_solution_is_shown_in_every_window_of_one_browser_and_of_no_other(window):
    first, other = window("overview/base"), window("proof/base")
    second = first.context.new_page()
    second.goto(first.page.url)
    other.page.get_by_text("This gives the solution away").wait_for()
    revealed(first.page)
    # The window beside it follows without being loaded again.
    second.get_by_role("button", name="Hide the solution").wait_for()
    second.goto(other.page.url)
    ready(second, "proof")
    assert [] == other.page.query_selector_all("iframe")
    other.page.reload()
    other.page.get_by_text("This gives the solution away").wait_for()
    revealed(first.page, wanted=False)
    second.get_by_text("This gives the solution away").wait_for()
    second.locator("iframe").wait_for(state="detached")


def printed(page):
    """How many pages a page prints, and what is on them."""
    with pypdfium2.PdfDocument(page.pdf(prefer_css_page_size=True)) as document:
        texts = [each.get_textpage().get_text_bounded() for each in document]
    return len(texts), " ".join(" ".join(texts).split())


def copied(page, *texts):
    """Wait until the page in the frame has told that it looks like this."""
    page.wait_for_function("texts => copy?.body && texts.every(each => copy.body.includes(each))", arg=texts)


@pytest.mark.parametrize("view", ["review", "proof", "figures"])
def test_a_page_inside_prints_whole(window, view):
    tab = window("overview/base")
    revealed(tab.page)
    address = tab.page.url.replace("overview", view)
    tab.page.goto(address)
    ready(tab.page, view)
    copied(tab.page)
    seen = tab.page.screenshot()
    whole = printed(tab.page)
    assert seen == tab.page.screenshot()
    tab.page.goto(f"{address}/page")
    alone = printed(tab.page)
    assert alone == whole
    assert alone[0] > 1


def test_what_was_ticked_and_written_inside_is_printed(window):
    page = window("review/base").page
    revealed(page, wanted=False)
    page.goto(page.url.replace("overview", "review"))
    ready(page, "review")
    copied(page)
    inside = page.frame_locator("iframe")
    first, note = inside.locator("details").first, inside.locator("textarea").last
    first.locator("summary").click()
    opened = first.locator("p").last.inner_text()
    note.fill("Who plucks geese at midnight?")
    copied(page, ' open=""', "Who plucks")
    _, text = printed(page)
    assert "Who plucks geese at midnight?" in text
    assert " ".join(opened.split()[:5]) in text
    # The page is the one that it was.
    assert "Who plucks geese at midnight?" == note.input_value()
    assert page.get_by_role("button", name="Show the solution").is_visible()


def test_a_click_on_the_page_leads_to_the_line(window):
    page = window("pages/base").page
    page.locator("#news").get_by_text("Up to date").wait_for()
    spot = page.locator(".over a").nth(1)
    spot.click()
    page.locator("#chosen b").wait_for()
    assert page.locator("#chosen b").inner_text() in spot.get_attribute("aria-label")
    assert 1 == page.locator(".over .marked").count()
    page.get_by_role("link", name="Read it beside its lines").click()
    page.locator(".passage .prose").wait_for()


def test_the_paragraph_of_the_cursor_is_marked_as_it_moves(window, folder):
    page = window("pages/base").page
    page.locator("#news").get_by_text("Up to date").wait_for()
    case = folder / "base.case"
    lines = case.read_text(encoding="utf-8").splitlines()

    def move(heading, beside=1):
        # What is above may be longer already than in the file.
        place = CursorPlace(lines.index(heading) + beside, heading)
        # The server offers a slot once it has seen that a page is open.
        while not send_cursor(case, place):
            page.wait_for_timeout(20)

    move("== ANNA witness", beside=4)
    page.locator("#at-cursor").get_by_text("ANNA, Witness").wait_for()
    assert ["ANNA, Witness"] == page.locator(".at-cursor").evaluate_all(
        "all => all.filter(each => each.matches('.spot')).map(each => each.dataset.name)"
    )
    move("== 01")
    page.locator("#at-cursor").get_by_text("01").wait_for()
    # The page glides there.
    page.wait_for_function("""() => {
        const seen = document.querySelector('.spot.at-cursor').getBoundingClientRect();
        return seen.bottom > 0 && seen.top < window.innerHeight;
    }""")
    move("== truth")
    page.locator("#at-cursor").get_by_text("not on these pages").wait_for()
    assert 0 == page.locator(".spot.at-cursor").count()


def test_the_evidence_is_clicked_through(window):
    page = window("evidence/base").page
    revealed(page)
    page.goto(page.url.replace("overview", "evidence"))
    page.locator("svg .source a").first.wait_for()
    page.locator("svg .source a").first.focus()
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="What it says").wait_for()
    page.locator("svg .fact a").first.click()
    page.locator("svg .fact .here").wait_for()
    page.locator("svg .conclusion a").first.click()
    page.get_by_text("Every fact that bears on it").wait_for()
    revealed(page, wanted=False)


@pytest.mark.parametrize(("scheme", "rules"), [("light", ()), ("dark", ("color-contrast",))])
def test_every_page_can_be_used_by_everybody(window, scheme, rules):
    tab = window("overview/base?at=ANNA+alibi", color_scheme=scheme)
    revealed(tab.page)
    base = tab.page.url.split("/overview/")[0]
    for view in VIEWS:
        tab.page.goto(f"{base}/{view}/base")
        ready(tab.page, view)
        assert (view, []) == (view, serious(tab.page, *rules))
    tab.page.goto(f"{base}/")
    assert [] == serious(tab.page, *rules)


def test_every_page_fits_a_phone(window):
    tab = window("overview/base?at=ANNA+alibi", viewport=PHONE)
    revealed(tab.page)
    base = tab.page.url.split("/overview/")[0]
    for view in VIEWS:
        tab.page.goto(f"{base}/{view}/base")
        ready(tab.page, view)
        assert (view, 0) == (view, tab.sideways())


def test_the_keyboard_gets_past_the_navigation(window):
    page = window("overview/base").page
    page.keyboard.press("Tab")
    assert "Skip to the content" == page.evaluate("document.activeElement.textContent")
    page.keyboard.press("Enter")
    assert "main" == page.evaluate("document.activeElement.id")


def test_a_tab_that_is_left_says_so_and_what_to_do(browser, folder):
    first = ServeCommand(folder)
    tab = Tab(browser)
    try:
        with tab.page.expect_response(lambda answer: "/events?" in answer.url):
            tab.page.goto(first.address)
        first.end()
        tab.page.get_by_text("has ended, or cannot be reached").wait_for()
    finally:
        first.end()
    second = ServeCommand(folder, "--port", first.port)
    try:
        assert second.address != first.address
        tab.page.get_by_text("has another address now").wait_for()
    finally:
        second.end()
        tab.context.close()


def test_a_page_of_somebody_else_gets_nothing(browser, served, tmp_path):
    tab = Tab(browser)
    hostile = tmp_path / "hostile.html"
    hostile.write_text("<!DOCTYPE html><title>hostile</title>", encoding="utf-8")
    tab.open(hostile)
    # Even one that has learnt the address.
    got = tab.page.evaluate(
        """async (address) => {
            const tried = [];
            for (const options of [{}, { mode: "no-cors" }, { method: "POST" }, { method: "POST", mode: "no-cors" }])
                tried.push(await fetch(address, options).then((answer) => answer.type + answer.status, () => "refused"));
            const frame = document.createElement("iframe");
            frame.src = address;
            const loaded = new Promise((done) => { frame.onload = done; });
            document.body.append(frame);
            await loaded;
            let inside = "none";
            try { inside = frame.contentDocument ? "read" : "none"; } catch { inside = "none"; }
            return [...tried, inside];
        }""",
        served.address,
    )
    assert "read" not in got
    assert {"refused", "opaque0"} >= {*got[:4]}
    tab.context.close()
