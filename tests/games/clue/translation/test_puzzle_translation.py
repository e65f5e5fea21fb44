"""Puzzles in another language: the same play and the same players, other stories and other names of cards."""

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from casekit.diagnostics import Severity, Source, codes
from casekit.games.clue.document import CLASSIC, DECKS
from casekit.games.clue.game import GAME
from casekit.kit.editions import EditionFinder
from casekit.kit.transcripts.translation import walk_edition
from casekit.pipeline import checking, loading, translation
from casekit.translation import merging
from casekit.translation.po import catalogue_text
from casekit.translation.po_reading import read_catalogue
from casekit.translation.texts import Originals, noted, unit_of
from casekit.translation.work import extracted, review

EXAMPLES = Path(__file__).resolve().parents[4] / "examples" / "clue"
FILE = "the-swan.case"
BOOKLET = f'[[booklets]]\nslug = "swan" # the only one\ncases = ["{FILE}"]\n'


@pytest.fixture
def edition(tmp_path):
    """The folder of an edition with a booklet of one puzzle."""
    toml = (EXAMPLES / "edition.toml").read_text(encoding="utf-8").partition("[[booklets]]")[0]
    (tmp_path / "edition.toml").write_text(toml + BOOKLET, encoding="utf-8")
    (tmp_path / FILE).write_bytes((EXAMPLES / FILE).read_bytes())
    return tmp_path


@pytest.fixture
def alone(tmp_path):
    """A puzzle without an edition of its own."""
    words = "title: The Gong\n\n== presentation\nStruck.\n\n== players\nSCARLET 9\nMUSTARD 9\n"
    file = tmp_path / "gong.case"
    file.write_text(f"game: clue\nlevel: amateur\n{words}", encoding="utf-8")
    return file


def opened(target):
    translated, problems, _ = translation.open_translation(target, "fr", lambda _: None)
    assert () == problems
    return translated


def extract(target):
    for path, data in extracted(opened(target)).items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def translate(folder, change):
    """Write a translation of each entry of every catalogue."""
    for path in sorted((folder / "translations" / "fr").glob("*.po")):
        content, _, problems = read_catalogue(path.read_bytes(), path.as_posix())
        assert () == problems
        entries = tuple(replace(entry, translation=change(entry.source)) for entry in content.entries)
        path.write_text(catalogue_text(replace(content, entries=entries)), encoding="utf-8")


def zed(text):
    """A language in which small words begin with a z, and names in capitals stay."""
    return " ".join(word if word.isupper() else f"z{word}" for word in text.split())


def test_a_puzzle_has_a_title_a_story_and_a_solution(edition):
    texts = [match.text for match in opened(edition).parts[1].matches]
    units = list(dict.fromkeys(unit_of(text.context) for text in texts))
    assert ["title", "presentation", "solution"] == units
    assert ["presentation", "presentation / 2"] == [text.context for text in texts[1:3]]
    assert "The Swan" == texts[0].source
    assert 2 == texts[0].span.line


def test_an_edition_has_a_title_and_a_name_for_each_card(edition):
    texts = [match.text for match in opened(edition).parts[0].matches]
    assert ["title", "card finch", "card hollis"] == [text.context for text in texts[:3]]
    assert 1 + 21 == len(texts)
    assert "Winter garden" in [text.source for text in texts]


def test_merged_puzzles_have_the_same_play_and_other_words(edition, tmp_path):
    extract(edition)
    translate(edition, zed)
    files, found = merging.merged(opened(edition), tmp_path / "fr")
    assert [] == [problem.code.id for problem in found]
    assert {"edition.toml", FILE} == set(files)
    merged = loading.parse_bytes(files[FILE], FILE)
    original = loading.parse_bytes((edition / FILE).read_bytes(), FILE)
    assert () == merged.diagnostics
    same = {"players", "seat", "play", "truth"}

    def logic(tree):
        return [block for block in tree.blocks if block.heading.kind in same]

    assert logic(original.tree) == logic(merged.tree)
    assert b"zThe zSwan" in files[FILE]
    toml = tomllib.loads(files["edition.toml"].decode())
    assert ("clue", "fr") == (toml["game"], toml["language"])
    assert {"slug": "wintergarden", "name": "zWinter zgarden", "kind": "room"} in toml["cards"]
    assert b'slug = "swan" # the only one' in files["edition.toml"]


def test_a_merged_edition_passes_every_check(edition, tmp_path):
    extract(edition)
    translate(edition, zed)
    folder = tmp_path / "fr"
    folder.mkdir()
    for name, data in merging.merged(opened(edition), folder)[0].items():
        (folder / name).write_bytes(data)
    inputs = [loading.InputFile.of(folder / "edition.toml")]
    report, (checked,) = checking.check_files(inputs, EditionFinder(), lambda _: None)
    assert [] == [each for each in report.diagnostics if each.severity is not Severity.NOTE]
    assert "zThe zSwan" == checked.document.title
    assert "zQuill" == checked.document.puzzle.deck.by_slug["quill"].name


def test_a_player_who_is_not_named_any_more_is_a_finding(alone):
    alone.write_text(alone.read_text().replace("Struck.", "Struck by SCARLET."), encoding="utf-8")
    extract(alone)
    translate(alone.parent, lambda text: text.replace("SCARLET", "quelqu'un"))
    (found,) = [each for each in review(opened(alone)) if "SCARLET" in each.message]
    assert "presentation names SCARLET, but its translation does not" == found.message


def test_a_changed_story_is_marked(edition):
    extract(edition)
    translate(edition, zed)
    file = edition / FILE
    file.write_text(
        file.read_text(encoding="utf-8").replace("it had no head", "it had two heads"), encoding="utf-8"
    )
    assert codes.DRIFTED_TRANSLATION in [each.code for each in review(opened(edition))]
    assert 1 == opened(edition).parts[1].figures["drifted"]


def test_a_puzzle_alone_brings_the_classic_deck_in_its_language(alone, tmp_path):
    extract(alone)
    translate(alone.parent, zed)
    files, _ = merging.merged(opened(alone), tmp_path / "fr")
    toml = tomllib.loads(files["edition.toml"].decode())
    assert ("clue", "fr", "zClue") == (toml["game"], toml["language"], toml["title"])
    assert [(slug, f"z{CLASSIC.by_slug[slug].name.replace(' ', ' z')}") for slug in CLASSIC.slugs] == [
        (card["slug"], card["name"]) for card in toml["cards"]
    ]


def test_cards_that_an_edition_does_not_list_can_be_translated_beside_its_booklets(edition, tmp_path):
    text = f'format = 1\ngame = "clue"\ntitle = "Mine"\n\n{BOOKLET}'
    (edition / "edition.toml").write_text(text, encoding="utf-8")
    puzzle = (EXAMPLES / FILE).read_text(encoding="utf-8").partition("== players")[0]
    words = "\n== presentation\nStruck.\n\n== players\nSCARLET 9\nMUSTARD 9\n"
    (edition / FILE).write_text(puzzle + words, encoding="utf-8")
    extract(edition)
    translate(edition, zed)
    merged = tomllib.loads(merging.merged(opened(edition), tmp_path / "fr")[0]["edition.toml"].decode())
    assert "zKnife" in [card["name"] for card in merged["cards"]]
    assert ["swan"] == [booklet["slug"] for booklet in merged["booklets"]]


def test_an_edition_in_which_no_card_is_renamed_stays_without_cards():
    built_in = GAME.language.edition_template()
    content = tomllib.loads(built_in.text)
    texts = noted(lambda visit: walk_edition(DECKS, content, built_in, visit))
    assert 1 + len(CLASSIC.cards) == len(texts)
    assert "cards" not in content


def test_without_an_edition_file_the_built_in_one_is_translated(tmp_path):
    tree = loading.parse_bytes(b"game: clue\ntitle: T\n", "t.case").tree
    settings = EditionFinder().of(tmp_path, "clue").settings
    made = GAME.translation.translatable(Originals(tmp_path, settings, (), {"t.case": tree}, alone=True))
    assert {"edition.toml", "t.case"} == made.texts().keys()
    assert isinstance(made.settings[0].source, Source)
