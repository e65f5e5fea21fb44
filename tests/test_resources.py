import json
from pathlib import Path

import pytest

from casekit import resources

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize("folder", ["grammar", "schemas"])
def test_every_grammar_and_schema_is_found(folder):
    names = [f"{folder}/{file.name}" for file in sorted((ROOT / folder).iterdir()) if file.is_file()]
    assert names
    for name in names:
        assert (ROOT / name).read_text(encoding="utf-8") == resources.text(name)


def test_schemas_are_schemas():
    from jsonschema import Draft202012Validator

    for file in sorted((ROOT / "schemas").glob("*.json")):
        Draft202012Validator.check_schema(json.loads(file.read_text(encoding="utf-8")))


def test_no_schema_says_two_things_of_one_key():
    def each_once(members):
        assert len(dict(members)) == len(members), [key for key, _ in members]
        return dict(members)

    for file in sorted((ROOT / "schemas").glob("*.json")):
        json.loads(file.read_text(encoding="utf-8"), object_pairs_hook=each_once)


def test_a_missing_file_means_a_broken_installation():
    with pytest.raises(FileNotFoundError, match="install it again"):
        resources.path("grammar/no-such.lark")


WORDS = sorted(
    file.relative_to(ROOT / "casekit").as_posix() for file in (ROOT / "casekit").rglob("words/*.toml")
)


def _texts(words):
    """Every text of a table, by the keys that lead to it."""
    for key, value in words.items() if isinstance(words, dict) else enumerate(words):
        if isinstance(value, str):
            yield (key,), value
        else:
            yield from (((key, *more), text) for more, text in _texts(value))


@pytest.mark.parametrize("name", WORDS)
def test_every_language_has_the_same_words_with_the_same_gaps(name):
    english, *others = (
        {keys: text.count("{}") for keys, text in _texts(words)}
        for words in resources.words_by_language(name).values()
    )
    assert english
    assert all(english == other for other in others)


def test_words_are_those_of_the_language_or_english():
    name = "games/midnight/words/pages.toml"
    found = {tag: resources.words(name, tag)["culprit"] for tag in ("en-GB", "de", "fr-CA", "tlh")}
    assert {"en-GB": "Culprit", "de": "Täter", "fr-CA": "Coupable", "tlh": "Culprit"} == found
