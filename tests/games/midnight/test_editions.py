"""Editions among links that lead astray."""

import os
from pathlib import Path

import pytest

from casekit.kit.editions import EditionFinder, shown


@pytest.fixture
def problems(boat):
    """What is wrong with the boat's edition with some more lines."""

    def read(lines):
        file = boat / "edition.toml"
        file.write_text(f"{lines}\n{file.read_text(encoding='utf-8')}", encoding="utf-8")
        return [(problem.code.id, problem.message) for problem in EditionFinder().read(file).diagnostics]

    return read


def test_a_file_is_shown_by_the_name_it_has_here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, target in (("link", "somewhere/else"), ("loop", "loop")):
        (tmp_path / name).symlink_to(target)
    assert ["link", "loop", "sub/file"] == [shown(tmp_path / name) for name in ("link", "loop", "sub/file")]
    assert "/elsewhere/file" == shown(Path("/elsewhere/file"))


def test_a_deck_that_is_a_circle_of_links_lies_nowhere(boat, problems):
    (boat / "deck.toml").symlink_to("deck.toml")
    expected = "the event cards are to be in deck.toml: it is outside the edition's folder"
    assert [("CK811", expected)] == problems('deck = "deck.toml"')


def test_a_deck_that_is_a_pipe_is_not_waited_for(boat, problems):
    os.mkfifo(boat / "deck.toml")
    ((code, message),) = problems('deck = "deck.toml"')
    assert ("CK811", True) == (code, message.endswith("not a file"))


POINTER = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n"


@pytest.mark.parametrize(
    "lines", ['deck = "large.toml"', '[drawings]\ncover = "large.toml"'], ids=["a deck", "a picture"]
)
def test_what_git_lfs_has_not_fetched_is_told_from_what_is_broken(lines, boat):
    (boat / "large.toml").write_text(POINTER, encoding="utf-8")
    file = boat / "edition.toml"
    before, _, after = lines.partition("\n")
    text = file.read_text(encoding="utf-8")
    file.write_text(f"{text}\n{lines}\n" if after else f"{before}\n{text}", encoding="utf-8")
    (problem,) = EditionFinder().read(file).diagnostics
    assert "CK929" == problem.code.id
    assert "it is a pointer of Git LFS in place of the file" in problem.message
    assert "`git lfs pull`" in problem.hint


def test_an_edition_and_a_deck_with_a_conflict_say_so(boat, problems):
    (boat / "deck.toml").write_text("<<<<<<< main\n=======\n>>>>>>> soup\n", encoding="utf-8")
    assert ["CK919"] == [code for code, _ in problems('deck = "deck.toml"')]
    assert ["CK919"] == [code for code, _ in problems("<<<<<<< main\n=======\n>>>>>>> soup")]


def test_cases_that_cannot_be_read_have_no_titles(boat, monkeypatch):
    def refuse(file, *_):
        if file.suffix == ".case":
            raise PermissionError(13, "Permission denied", str(file))
        return text

    (boat / "second.case").touch()
    file = boat / "edition.toml"
    lines = '\n[[booklets]]\nslug = "tour"\ncases = ["base.case", "second.case"]\n'
    file.write_text(file.read_text(encoding="utf-8") + lines, encoding="utf-8")
    text = file.read_bytes()
    monkeypatch.setattr("casekit.language.source_files.contents", refuse)
    loaded_edition = EditionFinder().read(file)
    assert ({}, ()) == (loaded_edition.titles, loaded_edition.diagnostics)
