"""Playing a page for testers by script.

As a class: ``Player(page)`` drives a page that Playwright has opened. As a command it reads commands from its input, one a
line, and keeps the game in the log, so that each call goes on where the last one ended:

    python -m tests.web.playing PAGE.html --log game.json <<< "begin"
    python -m tests.web.playing PAGE.html --log game.json <<< "open KATRINA alibi"

| command | does |
|---|---|
| `begin [N]` | begin, N people round the screen |
| `case` | print title, presentation and how it goes |
| `paths` | print the table: number, name of the path, what it is; `*` is read |
| `answers` | print what may be answered to each question |
| `status` | print turn, points, ship |
| `open PATH` | read a paragraph by the name of its path (`KATRINA alibi`, `13`) or its number (`#47`); spends tokens, then turns, if there are too few points |
| `again PATH` | print a paragraph that was read |
| `token` | spend a token for one more point |
| `end` | end the turn |
| `hypothesis ELEMENT=FIRST[/SECOND][@SURE] ...` | write hypotheses down; SURE is 25, 50, 75, 95 or 100; `?` is not known |
| `note TEXT` | add a line to the notes |
| `remark PATH: TEXT` | a remark for the writer on a paragraph that was read |
| `claim` | end the game before port; then `final`, with all three elements |
| `last` | play the last turn, when the ship is in port |
| `port` | let the ship sail on until it is in port, and go to the final hypotheses |
| `final ELEMENT=FIRST/SECOND@SURE ...` | the final hypotheses |
| `solution` | show solution and score, after the final hypotheses |
| `log` | print the log |

The page's marks, which later pages keep: `[data-path]` opens a path, `#read` reads it, `#text` holds the paragraph,
`select[data-question][data-rank]` are hypotheses, `#game` has the state as data attributes, `#log-text` is the log.
"""

import argparse
import json
import re
import sys
from pathlib import Path

MOST_TURNS = 60
_HYPOTHESIS = re.compile(r"(?P<element>\w+)=(?P<first>[^\s/@]+)(?:/(?P<second>[^\s@]+))?(?:@(?P<sure>\d+))?")


class Player:
    """Somebody who plays a page."""

    def __init__(self, page):
        self.page = page

    # --- state ---

    @property
    def state(self):
        """Stage, turn, seat, points, track, read and tokens, as texts."""
        return self.page.evaluate("({...document.getElementById('game').dataset})")

    def log(self):
        """The log as it would be saved now."""
        self.page.click("#views [data-show=log]")
        return json.loads(self.page.input_value("#log-text"))

    def paths(self):
        """Number, name, description and whether it is read, in the order of the table."""
        return self.page.eval_on_selector_all(
            "#table [data-path]",
            "found => found.map(each => [Number(each.dataset.number), each.dataset.path,"
            " each.getAttribute('aria-label'), 'read' in each.dataset])",
        )

    def answers(self):
        """For each question its values and what they are called."""
        return self.page.eval_on_selector_all(
            "select[data-rank=first]",
            "found => found.map(each => [each.dataset.question,"
            " Array.from(each.options).filter(one => one.value).map(one => [one.value, one.text])])",
        )

    def name_of(self, path):
        """The name of a path that is given by its name or, as ``#47``, by the number that is printed for it."""
        wanted = path.strip()
        for number, name, _, _ in self.paths():
            if wanted in (name, name.lstrip("0"), f"#{number}"):
                return name
        raise ValueError(f"there is no path {path}; write its name, or # and the number of its paragraph")

    # --- the game ---

    def begin(self, players=1):
        self.page.check(f"[name=players][value='{players}']")
        self.page.click("#begin")

    def choose(self, name):
        """Choose a path in the table, wherever the page shows it."""
        tab = self.page.locator("#views [data-show=paths]")
        if tab.is_visible():
            tab.click()
        self.page.click(f'#table [data-path="{name}"]')

    def open(self, path):
        """Read a paragraph, in a later turn if it must be; what it says."""
        name = self.name_of(path)
        self.choose(name)
        for _ in range(MOST_TURNS):
            if not self.page.locator("#offer-end").is_visible() or self.state["stage"] not in (
                "play",
                "last",
            ):
                break
            token = self.page.locator("#use-token")
            if token.is_visible() and token.is_enabled():
                token.click()
            else:
                self.page.click("#offer-end")
            self.choose(name)
        if self.page.locator("#read").is_visible():
            self.page.click("#read")
        return self.shown()

    def shown(self):
        """What the reading desk shows."""
        return self.page.inner_text("#desk").strip()

    def end_turn(self):
        self.page.click("#end-turn")

    def use_token(self):
        self.page.click("#use-token")

    def claim(self):
        self.page.click("#views [data-show=theory]")
        self.page.click("#claim")
        self.page.click("#claim-sure")

    def port(self):
        """Go to the final hypotheses, and let the turns pass before that."""
        for _ in range(MOST_TURNS):
            if self.state["stage"] not in ("play", "last"):
                break
            self.page.click("#end-turn")
        if self.state["stage"] == "port":
            self.page.click("#views [data-show=desk]")
            self.page.click("#to-final")

    def hypothesis(self, *, seat=None, final=False, **answers):
        """Write hypotheses down, each a tuple of first, second and confidence (texts, empty ones for nothing)."""
        self.page.click("#views [data-show=theory]")
        if seat is not None:
            self.page.select_option("#whose", str(seat))
        for element, values in answers.items():
            for rank, value in zip(("first", "second", "confidence"), values, strict=False):
                self.page.select_option(f"select[data-question={element}][data-rank={rank}]", value)
        self.page.click("#final" if final else "#write-down")
        if (
            final
            and any(not first for first, *_ in answers.values())
            and self.page.locator("#wrong").is_visible()
        ):
            self.page.click("#final")  # meant as it is: the page asks once
        return self.page.inner_text("#wrong") if self.page.locator("#wrong").is_visible() else ""

    def note(self, text):
        self.page.click("#views [data-show=notes]")
        before = self.page.input_value("#notes")
        self.page.fill("#notes", f"{before}{text}\n")

    def remark(self, path, text):
        self.choose(self.name_of(path))
        self.page.fill("#remark", text)

    def solution(self):
        self.page.click("#views [data-show=log]")
        if self.page.locator("#reveal").is_visible():
            self.page.click("#reveal")
        return self.page.inner_text("#revealing")


# --- commands --------------------------------------------------------------------------------------


def resume(context, log):
    """Let every page of a context begin with the game of a log."""
    kept = {key: value for key, value in log.items() if key != "seal"}
    state = json.dumps(json.dumps({"log": kept, "drafts": {}}))
    key = json.dumps(f"casekit-playtest:{log['case']['hash']}")
    context.add_init_script(f"try {{ localStorage.setItem({key}, {state}) }} catch (error) {{ }}")


def obey(player, line):
    """Do what a line says; what there is to print."""
    command, _, rest = line.strip().partition(" ")
    if command not in COMMANDS:
        raise ValueError(f"there is no command {command!r}")
    if command not in ("begin", "case") and player.page.locator("#start").is_visible():
        raise ValueError("say `begin` first")
    return COMMANDS[command](player, rest.strip()) or _standing(player)


def _standing(player):
    return f"{player.page.inner_text('#standing')} · {player.page.get_attribute('#track', 'aria-label')}"


def _begin(player, rest):
    player.begin(int(rest or 1))
    return player.shown()


def _case(player, _):
    start = player.page.locator("#start")
    if start.is_visible():
        return start.inner_text()
    player.page.click("#views [data-show=case]")
    return player.page.inner_text("#case-view")


def _paths(player, _):
    rows = player.paths()
    return "\n".join(
        f"{'*' if read else ' '} {number:>4}  {name:<20} {what}" for number, name, what, read in rows
    )


def _answers(player, _):
    player.page.click("#views [data-show=theory]")
    return "\n".join(
        f"{element}: {', '.join(f'{value} ({text})' for value, text in options)}"
        for element, options in player.answers()
    )


def _again(player, rest):
    name = player.name_of(rest)
    if name not in [path for _, path, _, read in player.paths() if read]:
        raise ValueError(f"{rest} is not read yet")
    return player.open(name)


def _write(player, rest, *, final=False):
    found = {each["element"]: _values(each) for each in _HYPOTHESIS.finditer(rest)}
    if not found or (final and len(found) < len(player.answers())):
        raise ValueError("write ELEMENT=FIRST[/SECOND][@SURE] for each element that you mean")
    return player.hypothesis(final=final, **found) or "written down"


def _remark(player, rest):
    path, _, text = rest.partition(":")
    player.remark(path, text.strip())
    return "noted"


def _last(player, _):
    player.page.click("#views [data-show=desk]")
    player.page.click("#last-turn")


COMMANDS = {
    "begin": _begin,
    "case": _case,
    "paths": _paths,
    "answers": _answers,
    "status": lambda player, _: _standing(player),
    "open": lambda player, rest: player.open(rest),
    "again": _again,
    "token": lambda player, _: player.use_token(),
    "end": lambda player, _: player.end_turn(),
    "hypothesis": _write,
    "note": lambda player, rest: player.note(rest) or "noted",
    "remark": _remark,
    "claim": lambda player, _: player.claim(),
    "last": _last,
    "port": lambda player, _: player.port(),
    "final": lambda player, rest: _write(player, rest, final=True),
    "solution": lambda player, _: player.solution(),
    "log": lambda player, _: json.dumps(player.log(), ensure_ascii=False, indent=1),
}


def _values(found):
    """What a hypothesis chooses in each list; what is not given stays as it is not known."""
    values = [found["first"], found["second"] or "", found["sure"] or "0"]
    return tuple("" if value == "?" else value.strip() for value in values)


def main():
    """Obey the commands on standard input."""
    parser = argparse.ArgumentParser(description="Play a page for testers by script.")
    parser.add_argument("page", type=Path)
    parser.add_argument("--log", type=Path, required=True)
    given = parser.parse_args()
    from playwright.sync_api import Error, sync_playwright

    from tests.browsing import DESKTOP, launched

    with sync_playwright() as playwright:
        browser = launched(playwright)
        context = browser.new_context(viewport=DESKTOP)
        if given.log.exists():
            resume(context, json.loads(given.log.read_text(encoding="utf-8")))
        page = context.new_page()
        page.goto(given.page.resolve().as_uri())
        player, status = Player(page), 0
        for line in filter(str.strip, sys.stdin):
            try:
                print(obey(player, line), end="\n\n")
            except (ValueError, Error) as error:
                status = 1
                print(f"not done: {str(error).splitlines()[0]}", file=sys.stderr)
            if not page.locator("#start").is_visible():
                given.log.write_text(
                    json.dumps(player.log(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
                )
        browser.close()
    return status


if __name__ == "__main__":
    sys.exit(main())
