"""A page for testers in Chromium: from the first event to port, with a mouse, with keys alone, on a phone."""

import json
import re
from pathlib import Path

import jsonschema
import pytest

from casekit import resources
from tests.browsing import DESKTOP, PHONE
from tests.web.playing import Player

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SCHEMA = json.loads(resources.text("schemas/playtest.schema.json"))
RIGHT = {"culprit": ("CLARA", "ANNA", "95"), "motive": ("debt", "envy", "75"), "method": ("poison", "", "50")}
WRONG = {"culprit": ("ANNA", "BRUNO", "25"), "motive": ("envy", "", "0"), "method": ("blow", "poison", "50")}


def saved_log(page):
    """The log as a tester saves it."""
    page.click("#views [data-show=log]")
    with page.expect_download() as download:
        page.click("#save")
    log = json.loads(download.value.path().read_text(encoding="utf-8"))
    jsonschema.validate(log, SCHEMA)
    return download.value.suggested_filename, log


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_game_from_the_first_event_to_port(tab, small_page, viewport):
    window = tab(viewport=viewport)
    player = Player(window.open(small_page))
    player.begin()
    assert ("play", "1") == (player.state["stage"], player.state["turn"])
    assert "four thousand, long overdue" in player.open("01")
    assert "wet, and nobody has set foot" in player.open("03")
    assert "" == player.hypothesis(**WRONG)
    player.remark("03", "Who paints a deck at night?")
    player.note("C is short of money")
    assert 0 == window.sideways()
    player.port()
    assert "final" == player.state["stage"]
    assert "" == player.hypothesis(final=True, **RIGHT)
    solution = player.solution()
    assert "CLARA owed Otto more than she could ever pay" in solution
    assert "100 points" in solution
    name, log = saved_log(player.page)
    assert re.fullmatch(r"base-[0-9a-f]{16}\.playtest\.json", name)
    assert ["01", "03"] == [each["path"] for each in log["read"]]
    assert [False, True] == [each["final"] for each in log["hypotheses"]]
    assert [2, 2] == [each["read"] for each in log["hypotheses"]]
    assert "Who paints a deck at night?" == log["remarks"][0]["text"]
    assert ("over", "port", True) == (log["stage"], log["ended"], log["revealed"])


def test_keys_are_enough(tab, small_page):
    page = tab().open(small_page)

    def until(wanted, key="Tab", most=120):
        for _ in range(most):
            if page.evaluate(f"document.activeElement.matches({json.dumps(wanted)})"):
                return
            page.keyboard.press(key)
        raise AssertionError(f"{key} does not lead to {wanted}")

    until("#begin")
    page.keyboard.press("Enter")
    until("#number")
    page.keyboard.type(page.get_attribute("[data-path='01']", "data-number"))
    page.keyboard.press("Enter")
    until("#read", most=1)  # whoever looks a paragraph up is at the button that opens it
    page.keyboard.press("Enter")
    assert "four thousand" in page.inner_text("#text")
    until("#remark")
    page.keyboard.type("Clear.")
    until("#views [data-show=theory]", "Shift+Tab")
    page.keyboard.press("Enter")
    until("select[data-question=culprit][data-rank=first]")
    page.keyboard.type("CLARA")
    until("#write-down")
    page.keyboard.press("Enter")
    until("#end-turn", "Shift+Tab")
    while page.locator("#end-turn").is_visible():
        page.focus("#end-turn")
        page.keyboard.press("Enter")
    until("#to-final")
    page.keyboard.press("Enter")
    until("#final")
    page.keyboard.press("Enter")
    until("#final")  # two questions are open: sent as they are
    page.keyboard.press("Enter")
    until("#reveal")
    page.keyboard.press("Enter")
    assert "CLARA owed Otto" in page.inner_text("#solution")
    log = json.loads(page.input_value("#log-text"))
    assert "CLARA" == log["hypotheses"][-1]["answers"][0]["first"]
    assert "Clear." == log["remarks"][0]["text"]


def test_a_group_takes_turns_and_each_writes(tab, small_page):
    player = Player(tab().open(small_page))
    player.begin(3)
    assert "Detective 1" in player.page.inner_text("#standing")
    player.open("01")
    player.end_turn()
    assert "Detective 2" in player.page.inner_text("#standing")
    assert "" == player.hypothesis(seat=1, **WRONG)
    player.claim()
    for seat in range(3):
        player.hypothesis(seat=seat, final=True, **(WRONG if seat == 1 else RIGHT))
    assert "over" == player.state["stage"]
    player.solution()
    scores = player.page.eval_on_selector_all(
        "table.score", "found => found.map(each => Number(each.dataset.points))"
    )
    # Detective 2 ended the game: three false first hypotheses cost 10 each, and none was right at the others' cost.
    assert [100, 10 - 30, 100] == scores
    log = player.log()
    assert ("revelations", 1) == (log["ended"], log["claimant"])
    jsonschema.validate(log, SCHEMA)


def test_points_and_tokens(tab, small_page):
    player = Player(tab().open(small_page))
    player.begin()
    player.open("02")
    assert "1" == player.state["points"]
    player.choose("CLARA alibi")
    assert "This costs 2 points; you have 1." in player.page.inner_text("#offer")
    player.page.click("#offer-token")
    player.page.click("#read")
    assert ("0", "4") == (player.state["points"], player.state["tokens"])
    player.use_token()
    player.choose("CLARA motive")
    player.page.click("#read")  # in the same place there is nothing to go to
    assert ("0", "3") == (player.state["points"], player.state["tokens"])
    player.page.click("#after-end")
    player.end_turn()  # three points left bring two tokens back: no more were spent
    assert "5" == player.state["tokens"]
    player.choose("02")
    assert "two damp aprons" in player.page.inner_text("#text")
    assert 3 == len(player.log()["read"])


def test_the_last_turn_can_be_played(tab, small_page):
    player = Player(tab().open(small_page))
    player.begin()
    while player.state["stage"] == "play":
        player.end_turn()
    player.page.click("#last-turn")
    assert "four thousand" in player.open("01")
    player.end_turn()
    assert "final" == player.state["stage"]
    player.choose("02")
    assert "unread stays unread" in player.page.inner_text("#offer")
    assert player.log()["extended"]


def test_final_hypotheses_with_gaps_are_asked_for_once(tab, small_page):
    player = Player(tab().open(small_page))
    player.begin()
    player.port()
    page = player.page
    page.click("#final")
    assert "final" == player.state["stage"]
    question = page.inner_text("#hypotheses legend >> nth=0")
    assert page.inner_text("#wrong").startswith(f"Without a first hypothesis: {question} ")
    assert "Send them as they are" == page.inner_text("#final")
    assert "culprit" == page.evaluate("document.activeElement.dataset.question")
    # Other answers are asked about again.
    page.select_option("select[data-question=culprit][data-rank=first]", "CLARA")
    assert ("", "These are my final hypotheses") == (page.inner_text("#wrong"), page.inner_text("#final"))
    page.click("#final")
    assert question not in page.inner_text("#wrong")
    page.click("#final")
    assert "over" == player.state["stage"]
    assert ["CLARA", None, None] == [each["first"] for each in player.log()["hypotheses"][-1]["answers"]]


def test_two_hypotheses_must_differ(tab, small_page):
    player = Player(tab().open(small_page))
    player.begin()
    assert "the two hypotheses must differ" in player.hypothesis(culprit=("ANNA", "ANNA", "50"))
    assert [] == player.log()["hypotheses"]


def test_a_game_goes_on_after_a_reload_and_can_be_forgotten(tab, small_page):
    window = tab()
    player = Player(window.open(small_page))
    player.begin()
    player.open("01")
    player.note("mind the tin")
    window.page.click("#views [data-show=theory]")
    window.page.select_option("select[data-question=culprit][data-rank=first]", "BRUNO")
    before = player.log()
    window.page.reload()
    after = player.log()
    assert {"seconds", "seal"} >= {key for key in before if before[key] != after[key]}
    window.page.click("#views [data-show=theory]")
    assert "BRUNO" == window.page.input_value("select[data-question=culprit][data-rank=first]")
    window.page.click("#views [data-show=log]")
    window.page.click("#restart")
    window.page.click("#restart-sure")
    window.page.wait_for_selector("#begin")


def test_a_page_that_may_keep_nothing_still_plays(tab, small_page):
    window = tab()
    window.context.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError') } })"
    )
    player = Player(window.open(small_page))
    player.begin()
    player.open("01")
    assert 1 == len(player.log()["read"])
    assert "keeps nothing" in window.page.inner_text("#log-lead")


def test_the_log_can_be_copied(tab, small_page):
    window = tab(permissions=["clipboard-read", "clipboard-write"])
    player = Player(window.open(small_page))
    player.begin()
    player.page.click("#views [data-show=log]")
    player.page.click("#copy")
    player.page.locator("#log-told", has_text="The log is copied.").wait_for()
    assert "casekit-playtest" in player.page.evaluate("navigator.clipboard.readText()")


def test_numbers_are_those_of_the_printed_booklet(tab, page_file):
    player = Player(tab().open(page_file()))
    player.begin()
    lock = json.loads((EXAMPLES / "corisande.lock.json").read_text(encoding="utf-8"))
    printed = lock["cases"]["a-drop-of-midnight.case"]
    assert {path: entry["number"] for path, entry in printed.items()} == {
        name: number for number, name, _, _ in player.paths()
    }
    player.page.fill("#number", "9999")
    player.page.keyboard.press("Enter")
    player.page.locator("#told", has_text="9999").wait_for(state="attached")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_overlaps_on_a_phone(tab, page_file, scheme):
    window = tab(viewport=PHONE, color_scheme=scheme, has_touch=True, is_mobile=True)
    player = Player(window.open(page_file()))
    assert 0 == window.sideways()
    player.begin()
    player.open("13")
    for view in ("paths", "desk", "theory", "notes", "case", "log"):
        window.page.click(f"#views [data-show={view}]")
        assert 0 == window.sideways(), view
        assert [] == window.page.evaluate(OVERLAPS), view
        assert [] == window.page.evaluate(SMALL), view


OVERLAPS = """(() => {
  const shown = Array.from(document.querySelectorAll("#columns button, #columns select, #columns textarea, #columns th, #bar button, #standing"))
    .map(each => [each, each.getBoundingClientRect()]).filter(([each, box]) => box.width && box.height && each.checkVisibility({ contentVisibilityAuto: true }));
  const found = [];
  shown.forEach(([one, a], at) => shown.slice(at + 1).forEach(([other, b]) => {
    if (one.contains(other) || other.contains(one) || one.closest("#bar") || other.closest("#bar")) { return; }
    if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1) { found.push([one.textContent, other.textContent]); }
  }));
  return found;
})()"""

# Fingers need 24 pixels at the least (WCAG 2.2, 2.5.8); buttons of this page have more.
SMALL = """Array.from(document.querySelectorAll("button, select, input, textarea"))
  .map(each => [each.id || each.textContent, each.getBoundingClientRect()])
  .filter(([name, box]) => box.width && box.height && (box.height < 36 || box.width < 24)).map(([name]) => name)"""


def test_every_control_has_a_name_and_every_view_a_heading(tab, page_file):
    page = tab().open(page_file())
    Player(page).begin()
    nameless = """Array.from(document.querySelectorAll("button, select, input, textarea"))
      .filter(each => !(each.getAttribute("aria-label") || each.textContent.trim() || (each.labels && each.labels.length) || each.id === "log-text"))
      .map(each => each.outerHTML)"""
    assert [] == page.evaluate(nameless)
    headless = """Array.from(document.querySelectorAll("#columns section"))
      .filter(each => !document.getElementById(each.getAttribute("aria-labelledby"))).length"""
    assert 0 == page.evaluate(headless)


def test_french_cases_have_french_pages(tab, tmp_path, casekit):
    assert 0 == casekit("translate", "merge", "fr", EXAMPLES, "--output", tmp_path).returncode
    target = tmp_path / "page.html"
    assert 0 == casekit("playtest", "page", tmp_path / "a-drop-of-midnight.case", "-o", target).returncode
    page = tab(viewport=PHONE).open(target)
    Player(page).begin()
    assert "fr" == page.get_attribute("html", "lang")
    assert "Finir le tour" == page.inner_text("#end-turn")
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
