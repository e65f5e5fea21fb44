"""An edition in another language, of a game that needs no more than a dialect."""

from dataclasses import replace

import pytest
import tomlkit

from casekit.diagnostics import Source, codes
from casekit.kit.code_registry import base_of
from casekit.kit.registry import game_called
from casekit.language.syntax.dialect import FieldNode, ProseNode
from casekit.language.syntax.parser import parse
from casekit.print.numbers.lock import Lock, LockEntry, lock_text
from casekit.translation.merging import mark, merged
from casekit.translation.po import Catalogue, CatalogueMessage, catalogue_text
from casekit.translation.texts import Rewriter, SettingsFile, Text, Translatable
from casekit.translation.work import open_work

DIALECT = game_called("midnight").dialect
EDITION = """\
title = "A Ship"
deck = "deck.toml"

[[booklets]]
slug = "red"
cases = ["one.case", "two.case"]

[[booklets]]
slug = "blue"
cases = ["two.case"]
"""
DECK = 'title = "Cards"\n'


def walk_settings(content, source, visit):
    content["title"] = visit(Text(f"title of {source.name}", content["title"], (), source.whole()))


def walk_case(tree, visit):
    """Replaces the title and the first paragraph of each block."""
    rewriter = Rewriter(tree.source, visit)
    header = tuple(rewriter.field(item, {"title": "the title"}) for item in tree.header)
    blocks = []
    for number, block in enumerate(tree.blocks):
        items = [
            rewriter.prose(item, f"block {number}", at, ()) if isinstance(item, ProseNode) else item
            for at, item in enumerate(block.items, 1)
        ]
        blocks.append(replace(block, items=tuple(items)))
    return replace(tree, header=header, blocks=tuple(blocks))


@pytest.fixture
def originals(tmp_path):
    folder = tmp_path / "en"
    folder.mkdir()
    cases = {}
    for name in ("one.case", "two.case"):
        tree, problems = parse(Source(name, base_of()), DIALECT)
        assert () == problems
        cases[name] = tree
    settings = tuple(
        SettingsFile(name, Source(name, text), walk_settings)
        for name, text in (("edition.toml", EDITION), ("deck.toml", DECK))
    )
    booklets = (("red", ("one.case", "two.case")), ("blue", ("two.case",)))
    return Translatable(
        folder,
        "A Ship",
        settings,
        cases,
        walk_case,
        DIALECT,
        booklets,
        leading=frozenset({"booklets", "deck"}),
    )


def translate(originals, *files, words="fr: {}"):
    """Write the catalogues of some files with a translation of every text."""
    for file in files:
        entries = [
            CatalogueMessage(each.context, each.source, words.format(each.source))
            for each in originals.texts()[file]
        ]
        path = originals.catalogue(file, "fr")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(catalogue_text(Catalogue(file, "fr", "", tuple(entries))), encoding="utf-8")


def merge(originals, folder=None):
    files, found = merged(open_work(originals, "fr"), folder or originals.root.parent / "fr")
    return files, [each.code for each in found]


def test_everything_is_said_in_the_other_language(originals):
    translate(originals, *originals.texts())
    files, found = merge(originals)
    assert [] == found
    assert {"edition.toml", "deck.toml", "one.case", "two.case"} == files.keys()
    edition = tomlkit.parse(files["edition.toml"].decode())
    assert ("fr: A Ship", "fr") == (edition["title"], edition["language"])
    assert tomlkit.parse(EDITION)["booklets"] == edition["booklets"]
    deck = tomlkit.parse(files["deck.toml"].decode())
    assert {"title": "fr: Cards"} == deck
    for file in files:
        assert mark("fr") in files[file].decode().splitlines()[0]
    tree, problems = parse(Source("one.case", files["one.case"].decode()), DIALECT)
    assert () == problems
    (title,) = [each for each in tree.header if isinstance(each, FieldNode) and each.key.text == "title"]
    assert title.value.text.startswith("fr: ")
    first = next(item for block in tree.blocks for item in block.items if isinstance(item, ProseNode))
    assert first.text.startswith("fr: ")


@pytest.mark.parametrize(
    ("cases", "bound"),
    [
        (["one.case"], {"red": ["one.case"]}),
        (["two.case"], {"red": ["two.case"], "blue": ["two.case"]}),
        ([], {}),
    ],
)
def test_a_case_without_translation_is_in_no_booklet(cases, bound, originals):
    translate(originals, "edition.toml", *cases)
    files, found = merge(originals)
    assert {codes.MISSING_CATALOGUE} == {*found}
    assert {"edition.toml", "deck.toml", *cases} == files.keys()
    edition = tomlkit.parse(files["edition.toml"].decode())
    assert bound == {each["slug"]: each["cases"] for each in edition.get("booklets", [])}
    assert bool(bound) == ("booklets" in edition)


def test_a_case_alone_has_an_edition_without_others(originals):
    alone = replace(originals, alone=True, cases={"one.case": originals.cases["one.case"]})
    translate(alone, "one.case")
    files, _ = merge(alone)
    assert {"edition.toml", "one.case"} == files.keys()
    assert {"title": "A Ship", "language": "fr"} == tomlkit.parse(files["edition.toml"].decode())


def test_an_edition_without_booklets_has_none(originals):
    settings = (SettingsFile("edition.toml", Source("edition.toml", 'title = "A Ship"\n'), walk_settings),)
    bare = replace(originals, settings=settings, booklets=())
    translate(bare, *bare.texts())
    files, found = merge(bare)
    assert [] == found
    assert {"title": "fr: A Ship", "language": "fr"} == tomlkit.parse(files["edition.toml"].decode())


def test_nothing_is_merged_of_a_catalogue_that_cannot_be_read(originals):
    translate(originals, *originals.texts())
    originals.catalogue("one.case", "fr").write_text("msgid\n")
    assert ({}, [codes.INVALID_CATALOGUE]) == merge(originals)


def test_a_translation_that_would_be_read_otherwise_is_found(originals):
    translate(originals, *originals.texts())
    translate(originals, "one.case", words="a // {}")
    files, found = merge(originals)
    assert codes.INVALID_CATALOGUE in found
    assert "one.case" in files


def test_files_that_a_case_names_go_along_if_they_are_in_the_folder(originals):
    (originals.root / "picture.svg").write_bytes(b"<svg/>")
    (originals.root.parent / "secret.svg").write_bytes(b"no")
    named = ("picture.svg", "gone.svg", "../secret.svg")
    whole = replace(originals, files_of=lambda _: named)
    translate(whole, *whole.texts())
    files, _ = merge(whole)
    assert {"edition.toml", "deck.toml", "one.case", "two.case", "picture.svg"} == files.keys()
    assert b"<svg/>" == files["picture.svg"]


def test_a_picture_may_be_as_large_as_it_may_be(originals, monkeypatch):
    monkeypatch.setattr("casekit.translation.merging.MOST_BYTES", 4)
    for name, data in {"small.svg": b"1234", "large.svg": b"12345"}.items():
        (originals.root / name).write_bytes(data)
    whole = replace(originals, files_of=lambda _: ("small.svg", "large.svg"))
    translate(whole, *whole.texts())
    files, _ = merge(whole)
    assert "small.svg" in files
    assert "large.svg" not in files


@pytest.mark.parametrize(
    ("cases", "locks"),
    [
        (["one.case", "two.case"], {"red.lock.json", "blue.lock.json"}),
        (["two.case"], {"blue.lock.json"}),
        (["one.case"], set()),
    ],
)
def test_a_booklet_that_is_whole_has_the_numbers_of_the_original(cases, locks, originals):
    for slug, bound in originals.booklets:
        entries = {case: {"01": LockEntry(1, f"sha256:{'a' * 64}")} for case in bound}
        (originals.root / f"{slug}.lock.json").write_text(lock_text(Lock(slug, 7, (), entries)))
    translate(originals, "edition.toml", *cases)
    files, _ = merge(originals)
    assert locks == {file for file in files if file.endswith(".lock.json")}
    alone = replace(originals, alone=True)
    assert not [file for file in merge(alone)[0] if file.endswith(".lock.json")]


def test_numbers_that_were_printed_otherwise_are_told(originals):
    folder = originals.root.parent / "fr"
    folder.mkdir()
    for place, numbers in ((originals.root, (1, 2)), (folder, (2, 1))):
        entries = {f"0{number}": LockEntry(number, f"sha256:{'a' * 64}") for number in (1, 2)}
        entries = dict(zip(("01", "02"), (entries[f"0{number}"] for number in numbers), strict=True))
        lock = Lock("blue", 7, (), {"two.case": entries})
        (place / "blue.lock.json").write_text(lock_text(lock))
    translate(originals, *originals.texts())
    files, found = merge(originals, folder)
    assert [codes.OTHER_NUMBERS] == found
    assert "blue.lock.json" not in files
