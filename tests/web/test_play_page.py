"""Whole games in a browser: by mouse, by keyboard, on a phone, in two windows, and on the next day."""

import json
import re
import webbrowser
from contextlib import ExitStack

import pytest
from axe_playwright_python.sync_playwright import Axe

from casekit.tabletop.playtests.playtest_logs import read_log
from casekit.web.server import lead_to
from tests.browsing import DESKTOP, PATIENCE, PHONE
from tests.web.conftest import EXAMPLES
from tests.web.served import ServeCommand

CASE = EXAMPLES / "a-drop-of-midnight.case"
ENDING = ("publish", "silent", "stop", "stay", "done")


@pytest.fixture
def table(tmp_path, monkeypatch):
    """Starts ``casekit play``: ``table("--players", 2)``."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    begun = []

    def start(*arguments, case=CASE):
        begun.append(ServeCommand(case, "--no-browser", "--seed", 7, *arguments, command="play"))
        return begun[-1]

    yield start
    for one in begun:
        one.end()
        # What Python itself keeps beside processes ends a moment later.
        assert not one.left()


@pytest.fixture
def window(browser):
    """Opens the page in a window of its own, which asks for nothing elsewhere and reports no error."""
    opened = []

    def make(served, **options):
        context = browser.new_context(accept_downloads=True, **({"viewport": DESKTOP} | options))
        wrong, foreign = [], []
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        here = served.address.split("/play/")[0]
        context.on(
            "request",
            lambda asked: (
                None if asked.url.startswith((here, "blob:", "data:")) else foreign.append(asked.url)
            ),
        )
        opened.append((context, wrong, foreign))
        page.goto(served.address)
        page.wait_for_selector("[data-k=begin], .game")
        return page

    yield make
    for context, wrong, foreign in opened:
        context.close()
        assert ([], []) == (wrong, foreign)


def settled(page):
    """Wait until the server has answered."""
    page.wait_for_selector("#play:not([aria-busy])")


def begun(page):
    page.click("[data-k=begin]")
    page.wait_for_selector(".game")


def keys(page):
    return page.eval_on_selector_all("[data-key]", "each => each.map(one => one.dataset.key)")


def wanted(found, *, quick=False):
    """What a hasty person does: read whatever there is, else end the turn; one in a hurry only ends it."""
    reading = () if quick else ("publish", "study", "investigate")
    for kind in ("place", *reading, *ENDING):
        for key in found:
            if key.split("-")[0] == kind:
                return key
    return found[0]


def hypotheses(page):
    for element in ("culprit", "motive", "method"):
        for place, name in enumerate(("first", "second")):
            page.select_option(f"[data-k=belief-{element}-{name}]", index=place + 1)
    page.click("[data-k=final]")
    settled(page)


def played(page, act, *, looks=None, most=500):
    """Play on until the end; ``looks`` uncovers the screen for whoever is next."""
    for number in range(most):
        settled(page)
        if page.query_selector(".scores"):
            return
        if looks and page.query_selector(".cover"):
            looks()
        elif page.query_selector("[data-k=final]"):
            hypotheses(page)
        else:
            act(wanted(keys(page), quick=number > 4))
    pytest.fail("the game does not end")


def serious(page):
    return [
        (each["id"], each["nodes"][0]["html"][:200])
        for each in Axe().run(page).response["violations"]
        if each["impact"] in {"serious", "critical"}
    ]


def test_one_person_plays_to_port_by_mouse(table, window, tmp_path):
    served = table()
    page = window(served, color_scheme="dark")
    assert [] == serious(page)
    begun(page)

    def click(key):
        page.click(f"[data-key={key}]")

    for number in range(4):
        click(wanted(keys(page)))
        settled(page)
        if number == 2:
            assert [] == serious(page)
    page.click("[data-k=view-book]")
    assert [] == serious(page)
    page.click("[data-k='mark-culprit:ANNA']")
    assert "ANNA: ruled out" == page.get_attribute("[data-k='mark-culprit:ANNA']", "aria-label")
    # What does not fit is not taken, and how much does is said before.
    assert "20000" == page.get_attribute("[data-k=notes]", "maxlength")
    page.fill("[data-k=notes]", "x" * 19_995)
    page.get_by_text("Room for 5 more characters").wait_for()
    page.focus("[data-k=notes]")
    page.keyboard.press("Control+End")
    page.keyboard.type("seven more")
    page.get_by_text("Room for 0 more characters").wait_for()
    page.fill("[data-k=notes]", "The chef speaks French.")
    page.click("[data-k=view-beliefs]")
    page.select_option("[data-k=belief-culprit-first]", "DORIAN")
    page.select_option("[data-k=belief-culprit-confidence]", "75")
    page.click("[data-k=write-down]")
    settled(page)
    page.click("[data-k=view-turn]")
    assert not page.query_selector(".truth")
    played(page, click)
    assert "DORIAN" in page.text_content(".truth")
    assert 4 == len(page.query_selector_all(".scores > li"))
    assert [] == serious(page)
    page.click("[data-k=solution]")
    with page.expect_download() as saved:
        page.click("[data-k=log-0]")
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    log, problems = read_log(file.read_bytes(), file.name)
    assert () == problems
    assert ("over", "The chef speaks French.") == (log.content["stage"], log.content["notes"])
    first = log.content["hypotheses"][0]["answers"][0]
    assert ("DORIAN", 75) == (first["first"], first["confidence"])
    assert len(log.content["read"]) > 4
    assert (4, 3) == (log.content["board"]["players"], len(log.content["board"]["simulated"]))


def test_two_people_play_by_keyboard_and_see_nothing_of_each_other(table, window):
    page = window(table("--players", 2, "--seats", "1,2"))
    begun(page)

    def press(selector):
        page.focus(selector)
        page.keyboard.press("Enter")

    def look():
        decider = page.query_selector(".cover .main").get_attribute("data-k")
        press(f".cover [data-k={decider}]")
        page.wait_for_selector(".cover", state="detached")

    own, seen = {}, {}
    for _ in range(24):
        settled(page)
        if page.query_selector(".cover"):
            # Nothing that one of them has read in private lies there.
            assert not page.query_selector(".letter")
            covered = page.content()
            assert not any(text in covered for texts in own.values() for text in texts)
            look()
        name = page.text_content("#headline").split(":")[0]
        letter = page.query_selector("#just-read")
        if letter and "only for you" in letter.text_content():
            own.setdefault(name, set()).add(page.text_content("#just-read .prose p").strip())
        for other, texts in own.items():
            if other != name:
                seen[name] = page.content()
                assert not any(text in seen[name] for text in texts - own.get(name, set()))
        found = keys(page)
        key = next((each for each in found if each == "keep"), None) or wanted(
            [each for each in found if not each.startswith("publish")]
        )
        press(f"[data-key={key}]")
    assert 2 == len(own), "both have read something in private"
    assert 2 == len(seen)
    # By keyboard the focus never gets lost.
    assert "BODY" != page.evaluate("document.activeElement.tagName")
    played(page, lambda key: press(f"[data-key={key}]"), looks=look)
    assert 2 == len(page.query_selector_all(".scores > li"))


def test_a_phone_shows_everything_without_moving_sideways(table, window):
    page = window(table("--players", 5), viewport=PHONE, has_touch=True)
    begun(page)
    page.tap("[data-key^=place]")
    settled(page)
    for view in ("turn", "map", "texts", "book", "beliefs", "story", "case", "game"):
        page.tap(f"[data-k=view-{view}]")
        assert (
            page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
        )
        assert view in {"map", "texts", "case"} or [] == serious(page), view
    page.tap("[data-k=view-map]")
    assert page.is_visible(".board")
    page.tap("[data-k=view-turn]")
    played(page, lambda key: page.tap(f"[data-key={key}]"))
    assert page.is_visible(".scores")


def test_revelations_are_asked_about_before_they_end_the_game(table, window):
    page = window(table("--players", 2))
    begun(page)
    page.click("[data-key=place-6]")
    settled(page)
    while "reveal" not in keys(page):
        page.click(f"[data-key={wanted(keys(page), quick=True)}]")
        settled(page)
    sent = []
    page.on("request", lambda asked: sent.append(asked.post_data) if asked.url.endswith("/do") else None)

    def focused():
        return page.evaluate("document.activeElement.dataset.k")

    page.focus("[data-key=reveal]")
    page.keyboard.press("Enter")
    question = page.get_by_role("alertdialog", name="Make revelations now?")
    question.wait_for()
    assert "sure" == focused()
    assert ["sure-yes", "sure-no"] == page.eval_on_selector_all(
        ".sure button", "each => each.map(one => one.dataset.k)"
    )
    assert [] == serious(page)
    # Escape, and the other button, lead back to where it was.
    page.keyboard.press("Escape")
    assert ("do-reveal", 0) == (focused(), question.count())
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    assert "sure-no" == focused()
    page.keyboard.press("Enter")
    assert "do-reveal" == focused()
    assert [] == sent
    assert ["silent"] == page.eval_on_selector_all(
        ".group.end .main", "each => each.map(one => one.dataset.key)"
    )
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert "sure-yes" == focused()
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-k=final]")
    assert any('"key":"reveal"' in each for each in sent)


def test_undo_goes_back_to_what_was_read_and_a_changed_game_is_refused(table, window, tmp_path):
    page = window(table("--players", 2))
    begun(page)
    page.click("[data-key^=place]")
    settled(page)
    assert page.is_disabled("[data-k=undo]")
    assert "A card was drawn" in page.text_content("#undo-why")
    at = page.text_content(".place.own .place-name")
    page.click("[data-key^=move]:not([data-key^=move_])")
    settled(page)
    assert at != page.text_content(".place.own .place-name")
    page.click("[data-k=undo]")
    settled(page)
    assert at == page.text_content(".place.own .place-name")
    page.click("[data-key^=investigate]")
    settled(page)
    assert page.is_disabled("[data-k=undo]")
    assert "A paragraph was read" in page.text_content("#undo-why")
    (kept,) = (tmp_path / "state").rglob("*.game.json")
    content = json.loads(kept.read_text(encoding="utf-8"))
    file = tmp_path / "changed.game.json"
    file.write_text(json.dumps({**content, "seed": 8}), encoding="utf-8")
    page.click("[data-k=view-game]")
    page.click("[data-k=new]")
    page.click("[data-k=new-sure]")
    page.set_input_files("input[type=file]", file)
    page.wait_for_selector("[role=alert]")
    assert "its seal does not fit" in page.text_content("[role=alert]")


def test_a_game_goes_on_tomorrow_and_another_window_follows(table, window, tmp_path):
    served = table("--players", 3)
    page = window(served)
    begun(page)
    for _ in range(5):
        page.click(f"[data-key={wanted(keys(page))}]")
        settled(page)
    other = window(served)
    other.wait_for_selector(".game")
    assert page.text_content(".desk") == other.text_content(".desk")
    # What a stale window wants is not done; it shows the game as it is.
    stale = json.dumps({"do": "act", "id": "", "step": 1, "seat": 0, "key": "done"})
    answer = page.evaluate(
        "async body => (await fetch(document.getElementById('play').dataset.do, {method: 'POST', body})).status",
        stale,
    )
    assert 409 == answer
    page.click(f"[data-key={wanted(keys(page))}]")
    settled(page)
    other.wait_for_function(
        "text => document.querySelector('.desk').textContent === text", arg=page.text_content(".desk")
    )
    page.click("[data-k=view-game]")
    with page.expect_download() as saved:
        page.click("[data-k=save]")
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    page.click("[data-k=view-turn]")
    before = page.text_content(".sea"), page.text_content(".choices")
    assert 0 == served.end()[0]

    tomorrow = table("--players", 3)
    page = window(tomorrow)
    page.click("[data-k^=kept]")
    page.wait_for_selector(".game")
    assert before == (page.text_content(".sea"), page.text_content(".choices"))
    tomorrow.end()

    again = table("--resume", file)
    page = window(again)
    assert before == (page.text_content(".sea"), page.text_content(".choices"))
    length = len(json.loads(file.read_text(encoding="utf-8"))["steps"])
    page.click(f"[data-key={wanted(keys(page))}]")
    settled(page)
    assert length < len(json.loads(file.read_text(encoding="utf-8"))["steps"])


def test_a_file_leads_to_the_page_and_the_next_game_has_the_new_text(table, browser, monkeypatch, tmp_path):
    case = tmp_path / "one.case"
    (tmp_path / "edition.toml").write_bytes((EXAMPLES / "edition.toml").read_bytes())
    case.write_bytes(CASE.read_bytes())
    served = table("--players", 2, case=case)
    monkeypatch.setenv("HOME", str(tmp_path))
    started = []
    monkeypatch.setattr(webbrowser, "open", lambda given: not started.append(given))
    page = browser.new_page(viewport=DESKTOP)
    page.set_default_timeout(PATIENCE)
    with ExitStack() as needed:
        assert lead_to(served.address, needed)
        page.goto(started[0])
        page.wait_for_url(served.address)
    page.wait_for_selector("[data-k=begin]")
    begun(page)
    old = page.text_content("h1")
    text = case.read_text(encoding="utf-8")
    case.write_text(re.sub(r"(?m)^title:.*$", "title: Another Title", text, count=1), encoding="utf-8")
    while not page.query_selector("#changed"):
        page.reload()
        page.wait_for_selector(".game")
    assert "This game is of the text of" in page.text_content("#changed")
    assert old == page.text_content("#play h1")
    page.click("[data-k=view-game]")
    page.click("[data-k=new]")
    page.click("[data-k=new-sure]")
    page.wait_for_selector("[data-k=begin]")
    assert "Another Title" == page.text_content("#play h1")
    begun(page)
    settled(page)
    assert "Another Title" == page.text_content("#play h1")
    assert not page.query_selector("#changed")
    page.context.close()
