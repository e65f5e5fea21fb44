"""What the source of a page gives away: nothing that can be searched for. And what refuses to be one."""

import json
import re
import shutil
from base64 import b64decode
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from casekit.kit.editions import EditionFinder
from casekit.pipeline.loading import InputFile
from casekit.pipeline.playing import playtest
from casekit.tabletop.playtest_page import sealed

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
CASE = EXAMPLES / "a-drop-of-midnight.case"
PLACE = re.compile(r"\{\}")


def test_a_search_finds_no_name_and_no_sentence(made):
    page = made(CASE).result
    # Pictures and fonts are base64 as sealed texts are; names of three letters could be in any of them by chance.
    prose = re.sub(r"[A-Za-z0-9+/=]{200,}", "", page)
    text = CASE.read_text(encoding="utf-8")
    names = set(re.findall(r"\b[A-Z]{4,}\b", text))
    assert len(names) >= 10
    assert set() == {name for name in names if re.search(rf"\b{name}\b", prose, re.IGNORECASE)}
    told = [
        line
        for line in text.splitlines()
        if len(line) > 60 and not line.startswith(("~", "//", "rule", "room"))
    ]
    assert [] == [line for line in told if line[:40] in page]
    assert "DORIAN" not in page
    assert len(page) < 600_000


def test_the_policy_allows_the_own_script_and_style_alone(made):
    page = made(CASE).result
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)[1]
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in policy
    assert not re.search(r"\son\w+=|style=", re.sub(r"<script.*?</script>", "", page, flags=re.DOTALL))
    for kind in ("style", "script"):
        (inside,) = re.findall(rf"<{kind}>(.*?)</{kind}>", page, re.DOTALL)
        (allowed,) = re.findall(rf"{kind}-src 'sha256-([^']*)'", policy)
        assert sha256(inside.encode()).digest() == b64decode(allowed)


def test_the_same_case_gives_the_same_bytes(made):
    assert made(CASE).result == playtest(InputFile.of(CASE), EditionFinder()).result


def test_numbers_without_a_lock_file_are_shuffled_and_stay(tmp_path):
    for name in ("edition.toml", "deck.toml", CASE.name):
        shutil.copy(EXAMPLES / name, tmp_path)
    text = (tmp_path / CASE.name).read_text(encoding="utf-8")
    (tmp_path / CASE.name).write_text(re.sub(r"illustration:.*\n", "", text), encoding="utf-8")
    page = playtest(InputFile.of(tmp_path / CASE.name), EditionFinder()).result
    numbers = list(map(int, json.loads(re.search(r'id="data">(.*?)</script>', page)[1])["texts"]))
    assert list(range(1, 61)) == numbers


@given(st.text(), st.text(max_size=20))
def test_a_sealed_text_is_opened_again(text, name):
    key = sha256(f"some:{name}".encode("utf-8", "surrogatepass")).digest() if name.isprintable() else None
    if key is None:
        return
    data = b64decode(sealed(text, "some", name))
    opened = bytes(
        each ^ sha256(key + (at // 32).to_bytes(4, "big")).digest()[at % 32] for at, each in enumerate(data)
    )
    assert text.encode("utf-8", "replace") == opened


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", b"CK107"),
        ("title: Alone\nvictim: Otto Lind, wine merchant\nlevel: amateur\n", b"CK"),
        ("game: clue\ntitle: X\n", b"CK922"),
    ],
)
def test_what_cannot_be_played_has_no_page(boat, casekit, text, code):
    (boat / "odd.case").write_text(text, encoding="utf-8")
    done = casekit("playtest", "page", "odd.case")
    assert 1 == done.returncode
    assert code in done.stderr
    assert b"there is no page" in done.stderr
    assert not (boat / "odd.playtest.html").exists()


def test_a_case_that_is_not_there_is_misuse(boat, casekit):
    assert 2 == casekit("playtest", "page", "nowhere.case").returncode
    (boat / "second.case").write_text("title: X\n", encoding="utf-8")
    done = casekit("playtest", "page")
    assert (2, True) == (done.returncode, b"2 cases in this folder" in done.stderr)


def test_a_page_goes_where_it_is_wanted(boat, casekit):
    assert b"base.playtest.html" in casekit("playtest", "page").stderr
    assert (boat / "base.playtest.html").read_bytes() == casekit(
        "playtest", "page", "base.case", "-o", "-"
    ).stdout
    done = casekit("playtest", "page", "base.case", "-o", "base.case/page.html")
    assert (1, True) == (done.returncode, b"CK905" in done.stderr)


def test_a_broken_lock_file_is_told(boat, casekit):
    with (boat / "edition.toml").open("a", encoding="utf-8") as edition:
        edition.write('\n[[booklets]]\nslug = "small"\ncases = ["base.case"]\n')
    (boat / "small.lock.json").write_text("{", encoding="utf-8")
    done = casekit("playtest", "page", "base.case")
    assert (1, True) == (done.returncode, b"lock" in done.stderr)
    assert not (boat / "base.playtest.html").exists()
