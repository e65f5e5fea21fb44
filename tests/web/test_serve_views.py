"""What the pages of a case say, while its text changes; asked without a browser."""

import asyncio
import re
import time
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

import casekit
from casekit.analysis.standalone_html import coded
from casekit.cli.commands.report import report_command
from casekit.kit.code_registry import base_of
from casekit.pipeline.loading import InputFile
from casekit.system.executors import LostProcessError
from casekit.web.case_pages import made_pages, reader_knowledge, views
from casekit.web.case_pages.evidence import KINDS, evidence_of, nodes_around
from casekit.web.served_cases import CaseStore
from tests.web.served import DOOR, OWN, LocalClient

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SECRET = (
    "overview",
    "pages",
    "review",
    "timeline",
    "proof",
    "evidence",
    "figures",
    "simulation",
    "from-here",
)
TITLE = "title: <script>alert(1)</script>"


def settled(client, path):
    """A page when everything that it waits for is there."""
    for _ in range(4):
        text = client.page(path)
        if not client.workshop._tasks:
            return text
        client.run(asyncio.wait(client.workshop._tasks))
    return client.page(path)


def told(text):
    """What a page says of its own state."""
    found = re.search(r'id="news"[^>]*>(.*?)</p>', text, re.DOTALL)
    return re.sub(r"<[^>]+>", "", found[1]).strip()


def show_solution(client, key="base", show="yes"):
    answer = client.post(f"{DOOR.base}/solution/{key}", data={"show": show, "view": "overview"})
    assert (303, f"{DOOR.base}/overview/{key}") == (answer.status_code, answer.headers["location"])


def in_folder(folder):
    (folder / "edition.toml").write_text(base_of("midnight", "base.toml"), encoding="utf-8")
    file = folder / "base.case"
    text = base_of().splitlines()
    at = next(number for number, line in enumerate(text) if line.startswith("title:"))
    text[at] = TITLE
    file.write_text("\n".join(text), encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """A server with a small case that nobody changes."""
    file = in_folder(tmp_path_factory.mktemp("small"))
    with LocalClient(CaseStore(lambda: [InputFile.of(file)])) as opened:
        yield opened


@pytest.fixture
def changing(tmp_path):
    """A server with a case that a test changes, and its file."""
    file = in_folder(tmp_path)
    with LocalClient(
        CaseStore(lambda: [InputFile.of(each) for each in sorted(tmp_path.glob("*.case"))])
    ) as opened:
        yield opened, file


def write(client, file, text):
    file.write_text(text, encoding="utf-8")
    client.workshop.changed([file])


# --- what is told before somebody asks for the solution ----------------------------------------------


def test_no_page_tells_the_solution_before_it_is_asked_for(small):
    show_solution(small, show="no")
    page = settled(small, "/overview/base?at=ANNA+alibi")
    assert 'class="answer"' not in page
    assert 'class="source"' not in page
    assert "What its lines say" not in page
    assert "essential</span>" not in page
    for view in ("evidence", "proof", "figures", "simulation"):
        assert "the solution away" in settled(small, f"/{view}/base")
        assert "<svg" not in small.page(f"/{view}/base")
        if view != "evidence":
            assert 404 == small.get(f"{DOOR.base}/{view}/base/page").status_code
    pages = settled(small, "/pages/base")
    printed = small.workshop.case("base").answers["pages"].value
    last = printed.pages[-1]
    assert last.may_show_solution
    assert last.digest not in pages
    assert 404 == small.get(f"{DOOR.base}/pages/base/{last.digest}.png").status_code
    # The formula of a table is answered, but not with what is true.
    asked = small.page("/from-here/base?asked=yes&formula=culprit+%3D+ANNA")
    assert "open: culprit = ANNA" in asked
    assert "in truth" not in asked


def test_it_is_told_when_it_is_asked_for(small):
    show_solution(small)
    page = settled(small, "/overview/base?at=ANNA+alibi")
    assert 3 == page.count('<p class="answer">')
    assert "== ANNA alibi" in page
    assert "Hide the solution" in page


def test_another_browser_is_shown_none_of_it(small):
    show_solution(small)
    shown = {view: settled(small, f"/{view}/base") for view in SECRET}
    last = small.workshop.case("base").answers["pages"].value.pages[-1]
    pictures = [f"{DOOR.base}/pages/base/{last.digest}.png", f"{DOOR.base}/proof/base/page"]
    assert [200, 200] == [small.get(path).status_code for path in pictures]
    with small.another() as other:
        for view in SECRET:
            assert "Hide the solution" in shown[view]
            page = settled(other, f"/{view}/base")
            assert "Show the solution" in page
            assert 'class="answer"' not in page
            assert last.digest not in page
        assert [404, 404] == [other.get(path).status_code for path in pictures]
        assert "data-tick" not in other.get(f"{DOOR.base}/review/base/page").text
        # It asks for itself, and who hides it hides it from nobody else.
        show_solution(other)
        show_solution(small, show="no")
        assert ["Hide the solution", "Show the solution"] == [
            re.search("(Show|Hide) the solution", each.page("/overview/base"))[0] for each in (other, small)
        ]


def test_the_cookie_of_a_browser_goes_nowhere_else_and_cannot_be_made_up(small):
    answer = small.post(f"{DOOR.base}/solution/base", data={"show": "yes", "view": "overview"})
    name, _, rest = answer.headers["set-cookie"].partition("=")
    seal, *attributes = re.split("; ?", rest.lower())
    assert "solution-base" == name
    assert {f"path={DOOR.base}", "httponly", "samesite=lax"} == {*attributes}
    with small.another() as other:
        # Another server of this computer can set cookies for all of them.
        for made_up in ("yes", "", "base", DOOR.token, "\u00e9", seal[:-1]):
            told = {"cookie": f"{name}={made_up}".encode()}
            page = other.get(f"{DOOR.base}/overview/base", headers=told)
            assert "Show the solution" in page.text


def test_the_chosen_paragraph_stays_chosen_when_the_solution_is_shown(small):
    assert '<input type="hidden" name="at" value="ANNA alibi">' in settled(
        small, "/overview/base?at=ANNA+alibi"
    )
    assert 'name="at"' not in small.page("/overview/base")
    wanted = {"show": "no", "view": "overview", "at": "ANNA alibi&x=1"}
    sent_to = small.post(f"{DOOR.base}/solution/base", data=wanted).headers["location"]
    assert f"{DOOR.base}/overview/base?at=ANNA+alibi%26x%3D1" == sent_to


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("write `a < b` or `c`", "write <code>a &lt; b</code> or <code>c</code>"),
        ("a lone ` and <b>", "a lone ` and &lt;b&gt;"),
        ("none", "none"),
    ],
)
def test_code_in_a_finding_is_shown_as_code(written, shown):
    assert shown == str(coded(written))


def test_code_in_what_keeps_a_page_from_being_made_is_code(changing):
    client, file = changing
    write(client, file, "title: Nothing\n== ANNA alibi\nGood evening.\n")
    assert "add <code>== " in settled(client, "/overview/base")
    asked = client.page("/from-here/base?asked=yes&formula=owns(CLARA)")
    shown = [settled(client, f"/{view}/base") for view in ("overview", "pages", "review", "from-here")]
    assert "`" not in re.sub(r"<script.*?</script>", "", "".join([asked, *shown]), flags=re.DOTALL)


def test_a_reply_about_a_formula_shows_code_as_code(small):
    asked = small.page("/from-here/base?asked=yes&formula=owns(CLARA)")
    assert "nothing is called <code>owns</code>" in asked
    assert "`" not in asked


def test_every_template_shows_the_code_of_what_is_told():
    told = re.compile(r"\{\{[^}]*\.(message|hint|obstacle|cure|next)\b[^}]*\}\}")
    found = [
        (file.name, match[0])
        for file in Path(casekit.__file__).parent.rglob("templates/*.html")
        if file.parent.parent.name != "print"
        for match in told.finditer(file.read_text(encoding="utf-8"))
    ]
    assert len(found) > 10
    assert [] == [each for each in found if "|coded" not in each[1]]


def test_only_our_own_pages_can_ask_for_it(small):
    show_solution(small, show="no")
    answer = small.post(
        f"{DOOR.base}/solution/base", data={"show": "yes"}, headers={**OWN, "origin": "http://evil.example"}
    )
    assert 403 == answer.status_code
    assert "Show the solution" in small.page("/overview/base")


@pytest.mark.parametrize(
    "view", ["overview", "pages", "review", "proof", "evidence", "figures", "simulation", "from-here"]
)
@pytest.mark.parametrize("show", ["yes", "no"])
def test_a_title_with_markup_is_text_on_every_page(small, view, show):
    show_solution(small, show=show)
    page = settled(small, f"/{view}/base")
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page
    inside = small.get(f"{DOOR.base}/{view}/base/page")
    assert "<script>alert" not in inside.text


@pytest.mark.parametrize("show", ["yes", "no"])
def test_a_page_inside_runs_its_own_scripts_alone_and_reaches_nothing(small, show):
    show_solution(small, show=show)
    settled(small, "/review/base")
    answer = small.get(f"{DOOR.base}/review/base/page")
    policy = answer.headers["content-security-policy"]
    scripts = re.findall(r"<script>(.*?)</script>", answer.text, re.DOTALL)
    assert 2 == len(scripts)
    assert allowed_in(answer) == {*map(digest_of, scripts)}
    assert policy.startswith("sandbox allow-scripts")
    assert "allow-same-origin" not in policy
    assert "default-src 'none'" in policy


@pytest.mark.parametrize("view", ["proof", "figures"])
def test_a_page_inside_without_scripts_may_run_that_alone_which_tells_how_it_looks(small, view):
    show_solution(small)
    settled(small, f"/{view}/base")
    answer = small.get(f"{DOOR.base}/{view}/base/page")
    assert "<html" in answer.text
    (script,) = re.findall(r"<script>(.*?)</script>", answer.text, re.DOTALL)
    assert "postMessage" in script
    assert {digest_of(script)} == allowed_in(answer)


def test_a_script_that_came_into_a_page_with_a_case_does_not_run(small):
    show_solution(small)
    settled(small, "/review/base")
    kept = small.workshop.case("base").answers["page review"]
    before, made = allowed_in(small.get(f"{DOOR.base}/review/base/page")), kept.value
    kept.value = replace(made, html=made.html.replace("<main", "<script>alert(1)</script><main", 1))
    try:
        answer = small.get(f"{DOOR.base}/review/base/page")
    finally:
        kept.value = made
    assert "<script>alert(1)" in answer.text
    assert before == allowed_in(answer)


def digest_of(script):
    return f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'"


def allowed_in(answer):
    """The scripts that the policy of a page names."""
    return {*re.search(r"script-src ([^;]*);", answer.headers["content-security-policy"])[1].split()}


def test_what_is_not_there_is_not_found(small):
    for path in ("/overview/none", "/pages/base/0.png", "/review/none/page", "/nothing/base", "/overview/"):
        answer = small.get(f"{DOOR.base}{path}")
        assert 404 == answer.status_code
    assert "is-not-a-paragraph" not in small.page("/overview/base?at=is-not-a-paragraph")


# --- while the text changes --------------------------------------------------------------------------


def test_a_page_says_when_it_is_older_than_the_text(changing):
    client, file = changing
    assert "Checking the case" in told(client.page("/overview/base"))
    assert "Up to date" in told(settled(client, "/overview/base"))
    text = file.read_text(encoding="utf-8")
    write(client, file, text.replace("== ANNA alibi\n", "== ANNA alibi\nFirst of all, good evening. "))
    assert "checking it again" in told(client.page("/overview/base"))
    assert "Up to date" in told(settled(client, "/overview/base"))
    assert "good evening" in settled(client, "/overview/base?at=ANNA+alibi")


def test_broken_text_keeps_what_was_known_and_says_so(changing):
    client, file = changing
    before = settled(client, "/overview/base")
    text = file.read_text(encoding="utf-8")
    write(client, file, text.replace("== ANNA alibi\n", "== ANNA alibi\n~ room(((\n"))
    broken = settled(client, "/overview/base")
    assert "keeps it from being read" in told(broken)
    assert "all else is how it was" in told(broken)
    assert before.count('class="cell written') == broken.count('class="cell written')
    assert 'class="finding error"' in broken
    # One that is broken from the beginning has nothing older.
    write(client, file, text)
    assert "Up to date" in told(settled(client, "/overview/base"))


def test_a_file_that_is_renamed_is_told_and_found_again(changing):
    client, file = changing
    settled(client, "/overview/base")
    file.rename(file.with_name("other.case"))
    client.workshop.changed([file, file.with_name("other.case")])
    assert "base.case is not there any more" in told(client.page("/overview/base"))
    home = client.page("/")
    assert "other.case" in home
    assert "this file is not there any more" in home
    assert "Up to date" in told(settled(client, "/overview/other"))
    # What comes back goes on.
    file.with_name("other.case").rename(file)
    client.workshop.changed([file, file.with_name("other.case")])
    assert "Up to date" in told(settled(client, "/overview/base"))


def test_an_edition_that_breaks_while_its_case_is_shown_is_told(changing):
    client, file = changing
    settled(client, "/overview/base")
    edition = file.with_name("edition.toml")
    edition.write_text("title = [", encoding="utf-8")
    client.workshop.changed([edition])
    page = settled(client, "/overview/base")
    assert "CK801" in page
    assert "how it was" in told(page)


def test_an_unreadable_file_is_a_finding(changing):
    client, file = changing
    file.write_bytes(b"\xff\xfe\x00 nothing")
    client.workshop.changed([file])
    page = settled(client, "/overview/base")
    assert 'class="finding error"' in page
    for view in ("pages", "review", "evidence", "from-here"):
        assert 200 == client.get(f"{DOOR.base}/{view}/base").status_code


def test_a_case_with_a_heavy_drawing_is_shown_with_its_finding(changing):
    client, file = changing
    drawing = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 100">'
        '<linearGradient id="g" x2="0.0000001" spreadMethod="repeat"><stop offset="0"/>'
        '<stop offset="1" stop-color="red"/></linearGradient><rect width="300" height="100" fill="url(#g)"/></svg>'
    )
    file.with_name("heavy.svg").write_text(drawing, encoding="utf-8")
    text = file.read_text(encoding="utf-8")
    write(client, file, text.replace(TITLE, f"{TITLE}\nillustration: heavy.svg"))
    page = settled(client, "/overview/base")
    assert "CK742" in page
    assert "Up to date" in told(page)


# --- the views ---------------------------------------------------------------------------------------


def test_pages_lead_from_a_paragraph_to_its_line_and_back(small):
    show_solution(small)
    text = settled(small, "/pages/base")
    printed = small.workshop.case("base").answers["pages"].value
    spots = [spot for spot in printed.spots if spot.source]
    lines = small.workshop.case("base").file.path.read_text(encoding="utf-8").splitlines()
    assert spots
    for spot in spots:
        assert lines[spot.line - 1].startswith("== ")
        assert 0 <= spot.top < spot.bottom <= 1000
        assert f"line {spot.line}" in text
    chosen = small.page(f"/pages/base?line={spots[0].line + 1}")
    assert 1 == chosen.count('class="spot marked"')
    assert chosen.count(f"<b>{spots[0].name}</b>")
    picture = small.get(f"{DOOR.base}/pages/base/{printed.pages[0].digest}.png")
    assert "image/png" == picture.headers["content-type"]
    assert picture.content.startswith(b"\x89PNG")


def test_a_half_written_case_has_pages_with_places_for_what_is_missing(changing):
    client, file = changing
    text = file.read_text(encoding="utf-8")
    half = re.sub(r"== (CLARA motive|01)\n.*?(?=\n== )", "", text, flags=re.DOTALL)
    half = half.replace("He sent back my soup twice. One does not kill for soup.", "TODO: why not?")
    write(client, file, half.replace(half[half.index("== solution") :], ""))
    page = settled(client, "/pages/base")
    printed = client.workshop.case("base").answers["pages"].value
    assert {"CLARA motive", "01"} == {spot.source for spot in printed.missing}
    assert ["BRUNO motive"] == [spot.source for spot in printed.to_do]
    assert "Not printable yet. 2 paragraphs are missing" in told(page)
    assert "(add <code>== solution</code>: " in page
    assert 2 == page.count('class="spot missing"')
    assert 'class="sheet draft"' in page
    chosen = client.page("/pages/base?at=CLARA+motive")
    assert "is missing: write it under <code>== CLARA motive</code>" in chosen
    # Where nothing else is wrong, nothing else is said.
    write(client, file, half.replace("TODO: why not?", "One does not kill for soup."))
    assert "on the pages. The numbers and" in re.sub(r"\s+", " ", told(settled(client, "/pages/base")))
    # What lacks everything is said with what to do; whole pages are not marked.
    write(client, file, "title: Nothing\n")
    assert "Not printable yet" in told(settled(client, "/pages/base"))
    write(client, file, "== truth(((")
    assert "cannot be set now" in told(settled(client, "/pages/base"))
    write(client, file, text)
    page = settled(client, "/pages/base")
    assert "Up to date" in told(page)
    assert "draft" not in page


def test_a_table_that_has_read_everything_knows_what_readers_can_know(small):
    show_solution(small)
    settled(small, "/overview/base")
    status = small.workshop.case("base").answers["status"].value
    everything = "&".join(f"read={source.replace(' ', '+')}" for source in status.paragraphs)
    page = small.page(f"/from-here/base?asked=yes&{everything}")
    certain = sum(each.status == "certain" for each in status.questions)
    assert certain == page.count('<span class="tag good">certain</span>')
    nothing = small.page("/from-here/base?asked=yes")
    assert "Nothing for certain beyond" in nothing
    assert "What would help most" in nothing


def test_the_timeline_shows_lies_and_unseen_hours_once_the_solution_is_asked_for(changing):
    client, file = changing
    before = settled(client, "/timeline/base")
    assert "timeline" not in client.workshop.case("base").answers
    assert "Show the solution to see it" in before
    show_solution(client)
    page = settled(client, "/timeline/base")
    (table,) = client.workshop.case("base").answers["timeline"].value.timelines
    (lie,) = [word for _, cell in table.disputed for word in cell.testimonies if word.is_false]
    assert ([("CLARA, alibi", "CLARA alibi")], True) == ([*lie.witnesses], lie.is_lie)
    assert 'class="hours untold disputed"' in page
    assert "/overview/base?at=CLARA%20alibi#paragraph" in page
    # A false word that is not marked is told apart from a lie; somebody of whom nobody speaks is unseen.
    text = file.read_text(encoding="utf-8")
    write(client, file, text.replace("~ lie room(CLARA)", "~ room(CLARA)"))
    assert "not marked as a lie" in settled(client, "/timeline/base")
    assert {name for name, _ in table.unseen} == {"CLARA"}


def test_evidence_leads_there_and_back(small):
    found = small.run(small.workshop.ask(small.workshop.case("base").file, evidence_of))
    assert {*KINDS} == {kind for kind, _ in found.words}
    for node, ends in found.next_nodes.items():
        for end in ends:
            assert node in found.previous_nodes(end)
            assert node in nodes_around(found, end)[KINDS.index(node[0])] or end[0] == "conclusion"


def test_a_puzzle_is_shown_as_a_case_is():
    file = EXAMPLES / "clue" / "a-draught-from-nowhere.case"
    with LocalClient(CaseStore(lambda: [InputFile.of(file)])) as client:
        page = settled(client, "/overview/a-draught-from-nowhere?at=5")
        assert "HOLLIS suggests hollis, poker, kitchen" in page
        assert 14 == page.count('class="cell written')
        show_solution(client, "a-draught-from-nowhere")
        assert "Finch" in settled(client, "/overview/a-draught-from-nowhere")
        assert "has no prose" in settled(client, "/review/a-draught-from-nowhere")
        assert "TEMPLE holds boiler" in client.page("/from-here/a-draught-from-nowhere?asked=yes&read=1")


def test_a_simulation_has_the_seed_of_the_command():
    (seed,) = [each for each in report_command.params if each.name == "seed"]
    assert made_pages.SEED == seed.default


def test_a_simulation_is_played_on_demand_and_can_be_stopped():
    file = EXAMPLES / "a-drop-of-midnight.case"
    with LocalClient(CaseStore(lambda: [InputFile.of(file)])) as client:
        show_solution(client, "a-drop-of-midnight")
        path = f"{DOOR.base}/simulation/a-drop-of-midnight"
        assert "Nothing was played" in client.page("/simulation/a-drop-of-midnight")
        assert 303 == client.post(path, data={"do": "play", "tables": "20000", "players": "5"}).status_code
        assert "Playing 20000 tables of 5" in client.page("/simulation/a-drop-of-midnight")
        # How far it is, is told while it is played.
        while (shown := client.page("/simulation/a-drop-of-midnight")).count('value="0"'):
            client.run(asyncio.sleep(0.05))
        assert re.search(r'<progress [^>]*max="20000" value="[1-9]', shown)
        client.post(path, data={"do": "stop"})
        assert "It was stopped" in settled(client, "/simulation/a-drop-of-midnight")


def endless(_, **__):
    """A question that takes too long."""
    time.sleep(600)


def test_somebody_who_asks_a_table_waits_for_no_other_page_and_not_for_ever(small, monkeypatch):
    async def both():
        # Another page of a case that is worked on without end.
        asked = asyncio.create_task(small.workshop.ask(small.workshop.case("base").file, endless))
        try:
            quick = await small._client.get(f"{DOOR.base}/from-here/base?asked=yes")
            monkeypatch.setattr(views, "ANSWER_SECONDS", 0.2)
            monkeypatch.setattr(reader_knowledge, "knowledge_after_reading", endless)
            return quick, await small._client.get(f"{DOOR.base}/from-here/base?asked=yes")
        finally:
            small.workshop.give_up(small.workshop.case("base").file)
            await asyncio.wait([asked])
            assert isinstance(asked.exception(), LostProcessError)

    quick, slow = small.run(asyncio.wait_for(both(), 600))
    assert "What would help most" in quick.text
    assert 200 == slow.status_code
    assert "this takes more than 0.2 seconds; go back" in slow.text
