"""Who is answered by the local server: its own pages, under its own name, with the token of this start."""

import asyncio
import json
import socket

import pytest
from starlette.datastructures import Headers
from starlette.routing import Route

from casekit.kit.code_registry import base_of
from casekit.pipeline.loading import InputFile
from casekit.web.access_control import MOST_SENT, ServerToken
from casekit.web.app import WebView
from casekit.web.case_pages.made_pages import MOST_TABLES
from casekit.web.event_board import MOST_WAITING, EventBoard
from casekit.web.served_cases import CaseStore
from casekit.web.server import listen
from tests.web.served import DOOR, HERE, OWN, LocalClient

FOLLOWED = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}


@pytest.fixture
def case(tmp_path):
    (tmp_path / "edition.toml").write_text(base_of("midnight", "base.toml"), encoding="utf-8")
    file = tmp_path / "base.case"
    file.write_text(base_of(), encoding="utf-8")
    return file


@pytest.fixture
def client(case):
    workshop = CaseStore(lambda: [InputFile.of(case)])
    with LocalClient(workshop) as opened:
        yield opened


def test_the_token_opens_the_pages(client):
    answer = client.get(f"{DOOR.base}/")
    assert 200 == answer.status_code
    assert "<h1>Cases</h1>" in answer.text


@pytest.mark.parametrize(
    "path",
    ["/", "/favicon.ico", "/secret/", "/secret-of-this-start2/", "/static/live.js", "//", "/sécret/"],
)
def test_without_the_token_there_is_nothing_but_a_word_on_what_to_do(client, path):
    answer = client.get(path)
    assert 404 == answer.status_code
    assert "prints in its terminal" in answer.text
    assert "base" not in answer.text


@pytest.mark.parametrize(
    "host",
    ["evil.example:8765", "127.0.0.1:80", "127.0.0.1", "localhost.evil.example:8765", "[::1]:8765", ""],
)
def test_another_name_is_not_answered(client, host):
    answer = client.get(f"{DOOR.base}/", headers={"host": host})
    assert 421 == answer.status_code
    assert "Cases" not in answer.text


def test_both_names_of_this_computer_are_answered(client):
    for host in ("127.0.0.1:8765", "localhost:8765"):
        assert 200 == client.get(f"{DOOR.base}/", headers={"host": host}).status_code


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:3000"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "script"},
        {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe"},
    ],
)
@pytest.mark.parametrize("path", ["/", "/events?topic=cases", "/static/live.js"])
def test_a_page_of_somebody_else_gets_nothing(client, headers, path):
    asked = {"accept": "text/event-stream", **headers}
    assert 403 == client.get(f"{DOOR.base}{path}", headers=asked).status_code


def test_an_address_may_be_followed_from_anywhere_in_a_window_of_its_own(client):
    assert 200 == client.get(f"{DOOR.base}/", headers=FOLLOWED).status_code


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://localhost:8765"},  # its own, but not the one that is asked
        {"origin": HERE, "sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "none"},
        FOLLOWED,
    ],
)
@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
def test_what_changes_something_comes_from_our_own_pages(client, headers, method):
    assert 403 == client.request(method, f"{DOOR.base}/", headers=headers).status_code


def test_our_own_pages_may_send_something(client):
    assert 405 == client.post(f"{DOOR.base}/", headers=OWN).status_code  # let in, but not to that page


def test_the_stream_of_events_is_a_stream(client):
    assert 406 == client.get(f"{DOOR.base}/events").status_code


@pytest.mark.parametrize("path", [f"{DOOR.base}/", "/", f"{DOOR.base}/static/live.js", f"{DOOR.base}/none/"])
def test_every_answer_is_guarded(client, path):
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors" in policy
    assert "same-origin" == headers["referrer-policy"]
    assert "same-origin" == headers["cross-origin-resource-policy"]
    assert "nosniff" == headers["x-content-type-options"]
    assert "no-store" == headers["cache-control"]
    assert "access-control-allow-origin" not in headers
    assert "set-cookie" not in headers
    assert "server" not in headers


def test_a_title_with_markup_is_text(case, client):
    text = case.read_text(encoding="utf-8").splitlines()
    at = next(number for number, line in enumerate(text) if line.startswith("title:"))
    text[at] = "title: <script>alert(1)</script>"
    case.write_text("\n".join(text), encoding="utf-8")
    client.workshop.changed([case])
    answer = client.get(f"{DOOR.base}/")
    assert "<script>alert" not in answer.text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in answer.text


def test_nothing_beside_the_package_is_served(client):
    for path in ("/static/../local_app.py", "/static/%2e%2e/local_app.py", "/fonts/../templates/page.html"):
        assert 404 == client.get(f"{DOOR.base}{path}").status_code


def test_a_long_request_is_not_read(client):
    answer = client.post(f"{DOOR.base}/play/base/do", headers=OWN, content=b"x" * (MOST_SENT + 1))
    assert 413 == answer.status_code


def test_a_number_of_thousands_of_digits_is_too_many_tables(client, monkeypatch):
    asked = []
    monkeypatch.setattr(client.workshop, "follow_up", lambda *given: asked.append(given[2].keywords))
    path = f"{DOOR.base}/simulation/base"
    for number in ("9" * 5_000, "0" * 5_000 + "7", "0", "-1", "\u0663"):
        sent = {"do": "play", "tables": number, "players": number}
        assert 303 == client.post(path, data=sent).status_code
    most = {"tables": MOST_TABLES, "players": 99}
    assert [most, {"tables": 7, "players": 7}, *[{"tables": 1, "players": 1}] * 3] == asked


def test_a_simulation_that_runs_keeps_what_was_ordered(client, monkeypatch):
    monkeypatch.setattr(client.workshop, "follow_up", lambda *_: None)
    path = f"{DOOR.base}/simulation/base"
    client.post(path, data={"do": "play", "tables": "200", "players": "3"})
    client.workshop.case("base").answers["simulation"].working = True
    client.post(f"{DOOR.base}/solution/base", data={"show": "yes"})
    client.post(path, data={"do": "play", "tables": "5000", "players": "5"})
    assert "200 tables of 3" in client.page("/simulation/base")


def test_a_form_with_more_fields_than_ours_is_refused(client):
    answer = client.post(f"{DOOR.base}/solution/base", content="a=b&" * 2_001)
    assert 400 == answer.status_code
    assert "fields are not read" in answer.text


def test_an_answer_that_fails_is_guarded_too(case):
    async def failing(_):
        raise ValueError("nothing <b>here")

    view = WebView("failing", "Failing", (Route("/", failing),))
    with LocalClient(CaseStore(lambda: [InputFile.of(case)]), (view,)) as client:
        answer = client.get(f"{DOOR.base}/failing/")
    assert 500 == answer.status_code
    assert "through a fault of its own: ValueError: nothing <b>here (at " in answer.text
    assert "text/plain; charset=utf-8" == answer.headers["content-type"]
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "nosniff" == answer.headers["x-content-type-options"]


def test_the_command_that_a_person_has_started_is_named():
    door = ServerToken("secret", 8765, "play")
    refused = door.refusal("GET", "/old/", Headers({"host": "127.0.0.1:8765"}))
    assert b"the address that `casekit play` prints" in refused.body
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        problem = listen(taken.getsockname()[1], "play")
    assert problem.message.endswith("by another `casekit play`")
    assert "play" == problem.span.file


def test_the_pages_know_it(client):
    assert 'data-command="serve"' in client.page("/")


def test_who_is_behind_alone_is_told_to_look_for_itself():
    async def both():
        board = EventBoard()
        streams = [board._events(frozenset({"a", "b"})), board._events(frozenset({"a"}))]
        for stream in streams:
            await anext(stream)
        for _ in range(MOST_WAITING):
            board.post("b")
        board.post("a", quiet=True, by="x")
        told = [json.loads((await anext(stream)).data) for stream in streams]
        for stream in streams:
            await stream.aclose()
        return told

    assert [{"topic": "a"}, {"topic": "a", "quiet": True, "by": "x"}] == asyncio.run(both())
