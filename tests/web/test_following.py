"""Which files are followed for the pages, which changes concern a case, and what is said when none are noticed."""

import asyncio

import pytest
import watchfiles

from casekit.games.all_codes import base_of
from casekit.pipeline.given_documents import Input
from casekit.web import workshop as workshops
from casekit.web.workshop import Workshop
from tests.web.served import LocalClient


@pytest.fixture
def file(tmp_path):
    made = tmp_path.resolve() / "cases" / "base.case"
    made.parent.mkdir()
    made.write_text(base_of(), encoding="utf-8")
    return made


def folders(workshop):
    return workshop._folders(workshop._case_folders())


def test_of_a_case_that_was_named_its_folder_alone_is_followed(file):
    here = file.parent
    (here / "below").mkdir()
    named = Workshop(lambda: [Input.of(file)])
    assert ((), (here,)) == folders(named)
    found = Workshop(lambda: [Input(str(file), None, file, here.parent)])
    assert ((here.parent,), ()) == folders(found)
    # Pictures may be anywhere below an edition.
    (here / "edition.toml").write_text(base_of("midnight", "base.toml"), encoding="utf-8")
    assert ((here,), ()) == folders(named)


@pytest.mark.parametrize(
    ("name", "concerned"),
    [
        ("1", False),
        ("was", False),
        ("oon.svg", False),
        ("moon.svg", True),
        ("sky", True),
        ("base.case", True),
    ],
)
def test_a_name_that_is_a_word_of_the_text_by_chance_concerns_no_case(file, name, concerned):
    fields = "illustration: pictures/moon.svg\nemblem: sky\n"
    file.write_text(fields + file.read_text(encoding="utf-8") + "\n1 was here\n", encoding="utf-8")
    served = Workshop(lambda: [Input.of(file)])
    served.changed([file.with_name(name)])
    assert concerned == (served.case("base").file.version == 1)


def test_that_changes_are_not_noticed_is_told_until_they_are_again(file, monkeypatch):
    monkeypatch.setattr(workshops, "_PATIENCE", 0.02)
    broken = False

    def find():
        if broken:
            raise RecursionError("too deep")
        return [Input.of(file)]

    async def until(done):
        async with asyncio.timeout(600):
            while not done():  # noqa: ASYNC110 - what is waited for tells nobody
                await asyncio.sleep(0.02)

    with LocalClient(Workshop(find)) as client:
        served = client.workshop

        async def fail():
            nonlocal broken
            broken = True
            following = asyncio.create_task(served.follow())
            await until(lambda: served.trouble)
            return following

        following = client.run(fail())
        page = client.page("/")
        assert "Changes of files are not noticed now" in page
        assert "too deep" in page
        assert "not noticed now" in client.page("/overview/base")

        async def recover():
            nonlocal broken
            broken = False
            before = served.case("base").file.version
            await until(lambda: not served.trouble)
            assert before < served.case("base").file.version
            following.cancel()
            await asyncio.wait([following])

        client.run(recover())
        assert "not noticed" not in client.page("/")


def test_what_happens_before_files_are_followed_is_noticed(file, monkeypatch):
    seen = asyncio.Event()

    async def begin_late(*_folders, stop_event, **_options):
        file.rename(file.with_name("renamed.case"))
        yield set()  # as when nothing has changed for a while
        seen.set()
        await stop_event.wait()

    monkeypatch.setattr(watchfiles, "awatch", begin_late)
    with LocalClient(Workshop(lambda: [Input.of(each) for each in file.parent.iterdir()])) as client:

        async def follow():
            following = asyncio.create_task(client.workshop.follow())
            await seen.wait()
            following.cancel()
            await asyncio.wait([following])

        client.run(follow())
        assert {"base": True, "renamed": False} == {each.key: each.gone for each in client.workshop.cases}
