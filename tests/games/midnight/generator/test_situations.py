"""The library of situations: what comes with casekit, and what writers add."""

import json
import tomllib
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import get_args

import jsonschema
import pytest

from casekit.cli.commands.new import draft_of
from casekit.games.midnight import codes
from casekit.games.midnight.generator import situations
from casekit.games.midnight.generator.plot_clues import clue_stock
from casekit.games.midnight.generator.plots import SIZES, plot
from casekit.games.midnight.generator.situations import FOLDER, Kind, built_in, library_of
from casekit.games.midnight.language.edition_file import built_in as edition_built_in
from casekit.kit.registry import game_called

SCHEMA = json.loads(Path("schemas/situations.schema.json").read_text(encoding="utf-8"))
FILES = sorted((Path(situations.__file__).parent / "library").glob("*.toml"))
UMBRELLA = """\
[[situations]]
kind = "had"
slug = "umbrella"
facts = ['umbrella(suspect)  "(1) carried an umbrella"  "(1) carried no umbrella"']
shared = "umbrella"
needs = "umbrella(culprit)"
presentation = "The carpet is wet."
"""


def edition_with(tmp_path, text):
    (tmp_path / FOLDER).mkdir()
    (tmp_path / FOLDER / "own.toml").write_text(text, encoding="utf-8")
    return tmp_path / "edition.toml"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_what_comes_with_casekit_is_as_the_schema_says(file):
    jsonschema.validate(tomllib.loads(file.read_text(encoding="utf-8")), SCHEMA)


def test_there_is_more_of_each_kind_than_a_plot_takes():
    for kind in get_args(Kind):
        most = {"where": 1, "end": 2, "had": 1, "knew": 2, "why": 5, "how": 5}[kind]
        assert most + (kind != "where") <= len(built_in().of_kind(kind)), kind


@pytest.mark.parametrize("level", SIZES)
def test_every_name_in_a_template_is_known(level):
    """In every kind of plot, of every form of clue."""
    edition, library = edition_built_in(), built_in()
    told = set()
    for seed in range(40):
        random = Random(seed)  # noqa: S311
        made_up = plot(level, ("murder", "suicide", "accident")[seed % 3], edition, library, random)
        for clue in clue_stock(made_up, library, edition, random):
            assert "$" not in clue.line + clue.sentence + clue.hint, clue
            told.add(clue.about)
    assert {each.slug for each in library.situations} == told


def test_files_beside_an_edition_add_to_the_library_and_replace(tmp_path):
    file = edition_with(tmp_path, UMBRELLA + UMBRELLA.replace("umbrella", "gloves"))
    library, problems, _ = library_of(file)
    assert () == problems
    slugs = [each.slug for each in library.situations]
    assert "umbrella" in slugs
    assert 1 == slugs.count("gloves")
    (gloves,) = [each for each in library.situations if each.slug == "gloves"]
    assert "The carpet is wet." == gloves.presentation


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("shared =", "sharde =", "sharde"),
        ('kind = "had"', 'kind = "hat"', "hat"),
        ("facts =", "fact =", "fact"),
        ('shared = "umbrella"\n', "", "shared"),
        ("[[situations]]", "[[situations]", "]"),
    ],
)
def test_a_slip_in_a_file_is_told_with_its_place(tmp_path, old, new, told):
    library, problems, _ = library_of(edition_with(tmp_path, UMBRELLA.replace(old, new)))
    assert library is None
    assert {codes.INVALID_SITUATION} == {found.code for found in problems}
    assert any(told in found.message + (found.hint or "") for found in problems)


def test_what_is_no_text_is_told(tmp_path):
    file = edition_with(tmp_path, UMBRELLA)
    (tmp_path / FOLDER / "own.toml").write_bytes(b"\xff\x00\xfe")
    library, problems, _ = library_of(file)
    assert library is None
    assert problems


def test_nothing_outside_the_edition_is_read(tmp_path):
    outside = tmp_path / "secret.toml"
    outside.write_text(UMBRELLA, encoding="utf-8")
    inner = tmp_path / "edition"
    (inner / FOLDER).mkdir(parents=True)
    (inner / FOLDER / "own.toml").symlink_to(outside)
    library, problems, _ = library_of(inner / "edition.toml")
    assert library is None
    assert problems


@pytest.mark.parametrize(
    ("old", "new", "told", "line"),
    [
        ('needs = "umbrella', 'needs = "umbrela', "umbrela", 6),
        ('needs = "umbrella(culprit)"', 'needs = "umbrella(culprit"', "bracket", 6),
        ("umbrella(suspect)", "umbrella(suspekt)", "suspekt", 4),
    ],
)
def test_logic_that_is_none_is_told_where_it_is_written(tmp_path, monkeypatch, old, new, told, line):
    file = edition_with(tmp_path, UMBRELLA.replace(old, new))
    own = tmp_path / FOLDER / "own.toml"
    # Every skeleton has the new thing, so that no seed hides it.
    monkeypatch.setattr(situations, "built_in", only_had_by_writers)
    edition = replace(edition_built_in(), file=file)
    skeleton, (found,) = draft_of(game_called("midnight"), "T", edition, {"level": "amateur", "seed": 1})
    assert (None, codes.INVALID_SITUATION) == (skeleton, found.code)
    assert told in found.message
    assert (own.as_posix(), line) == (found.span.file, found.span.line)


def only_had_by_writers():
    library = built_in()
    return replace(library, situations=tuple(each for each in library.situations if each.kind != "had"))
