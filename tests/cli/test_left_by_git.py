"""What git leaves in the place of a file, conflicts and pointers, is named in each kind of file that is read."""

import pytest

from casekit.kit.code_registry import base_of
from casekit.kit.registry import GAMES
from casekit.print.numbers.released_pages import load_kept

POINTER = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n"
CONFLICT = "<<<<<<< main\n{}\n=======\n{}\n>>>>>>> feature/soup\n"
BOOKLET = '\n[[booklets]]\nslug = "tour"\ncases = ["base.case"]\n'

TEXTS = {
    **{f"a document of {game}": ("new.case", ("check", "new.case")) for game in sorted(GAMES)},
    "an edition": ("edition.toml", ("check", "base.case")),
    "a deck": ("deck.toml", ("check", "base.case")),
    "situations": ("situations/new.toml", ("new", "--generate", "x.case")),
    "a lock": ("tour.lock.json", ("build", ".", "--only", "booklet")),
    "a catalogue": ("translations/fr/base.po", ("translate", "check", "fr", "base.case")),
    "an exported case": ("export.json", ("import", "export.json")),
    "a log of a playtest": ("log.json", ("playtest", "read", "log.json", "base.case")),
    "a saved game": ("some.game.json", ("play", "base.case", "--no-browser", "--resume", "some.game.json")),
    "a report": ("earlier.json", ("report", "base.case", "--against", "earlier.json")),
    "a simulation": ("earlier.json", ("simulate", "base.case", "--against", "earlier.json")),
    "a manuscript": ("base.md", ("proofread", "in", "base.case", "base.md")),
    "a drawing": ("cover.svg", ("check", "base.case")),
}
"""For each kind of text: the name of such a file, and a command that reads it."""

BINARY = {
    "a document of a word processor": ("base.odt", ("proofread", "in", "base.case", "base.odt")),
    "a picture": ("cover.png", ("check", "base.case")),
    "a PDF": ("base.pdf", ("preflight", "base.pdf", "base.case")),
}


@pytest.fixture
def said(boat, run):
    """The code of what a command says of a file with a content, and all that it says."""

    def read(name, command, content):
        edition = base_of("midnight", "base.toml") + BOOKLET
        if name == "deck.toml":
            edition = f'deck = "deck.toml"\n{edition}'
        if name.startswith("cover."):
            edition += f'\n[drawings]\ncover = "{name}"\n'
        (boat / "edition.toml").write_text(edition, encoding="utf-8")
        file = boat / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8")
        status, out, err = run(*command)
        assert 0 < status < 3
        return out + err

    return read


@pytest.mark.parametrize("kind", [*TEXTS, *BINARY])
def test_a_pointer_of_git_lfs(kind, said):
    text = said(*(TEXTS | BINARY)[kind], POINTER)
    assert "CK929" in text
    assert "run `git lfs pull`" in text


@pytest.mark.parametrize("kind", TEXTS)
def test_a_conflict(kind, said):
    before = "<svg>" if kind == "a drawing" else "{"
    text = said(*TEXTS[kind], before + "\n" + CONFLICT.format('"seed": 1', '"seed": 2'))
    assert "CK919" in text
    assert "not merged" in text


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_conflict_in_standard_input(game, run):
    status, out, err = run("check", "-", given=base_of(game) + CONFLICT.format("a", "b"))
    assert 1 == status
    assert "CK919" in out + err


@pytest.mark.parametrize(("code", "content"), [("CK929", POINTER), ("CK919", CONFLICT)])
def test_kept_pages(code, content, put):
    (problem,) = load_kept(put("tour.pages.json", content), "tour.pages.json")[1]
    assert code == problem.code.id
    assert ("git lfs pull" in problem.hint) == (code == "CK929")
