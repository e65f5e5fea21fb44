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
