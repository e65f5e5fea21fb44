"""Long files that are bad on purpose end soon, with a finding: under a limit of processor time, and of memory."""

import json

import pytest

from casekit.games.all_codes import base_of
from tests.limited import limited

EDITION = base_of("midnight", "base.toml")
BOOKLET = '[[booklets]]\nslug = "green"\ncases = ["base.case"]\n'
LOCK = '{{"lock": 1, "casekit": "0.1.0", "booklet": "green", "seed": "0000000000000000", "gaps": [], "cases": {{{}}}}}'


def _json(*blocks):
    return json.dumps({"casekit": 1, "game": "midnight", "header": {"title": "x"}, "blocks": blocks})


def _formula(term, depth):
    formula = {"op": "holds", "term": term}
    for _ in range(depth):
        formula = {"op": "and", "left": formula, "right": formula}
    return formula


LONG = {
    "blank lines before a bad zone": (
        "CK801",
        ("check", "base.case"),
        {"edition.toml": "\n" * 60_000 + EDITION + '[[zones]]\nnumber = 1\nname = "Again"\n'},
    ),
    "bad booklets": (
        "CK802",
        ("check", "base.case"),
        {
            "edition.toml": EDITION
            + "".join(f'[[booklets]]\nslug = "a b{n}"\ncases = ["x"]\n' for n in range(4_000))
        },
    ),
    "a key of many parts": (
        "CK801",
        ("check", "base.case"),
        {"edition.toml": EDITION + ".".join("a" * 100_000) + " = 1\n"},
    ),
    "a deck's key of many parts": (
        "CK810",
        ("check", "base.case"),
        {"edition.toml": f'deck = "deck.toml"\n{EDITION}', "deck.toml": ".".join("a" * 100_000) + " = 1\n"},
    ),
    "bad cards": (
        "CK810",
        ("check", "base.case"),
        {
            "edition.toml": f'deck = "deck.toml"\n{EDITION}',
            "deck.toml": "\n" * 60_000 + "[[cards]]\n" * 180_000,
        },
    ),
    "doubled keys": (
        "CK712",
        ("build", "."),
        {
            "edition.toml": EDITION + BOOKLET,
            "green.lock.json": LOCK.format(",\n".join(['"a":{}'] * 220_000)),
        },
    ),
    "bad gaps": (
        "CK710",
        ("build", "."),
        {
            "edition.toml": EDITION + BOOKLET,
            "green.lock.json": LOCK.replace('"gaps": []', '"gaps": [{}]').format(
                ",".join(['""'] * 600_000), ""
            ),
        },
    ),
    "a nested lock": (
        "CK710",
        ("build", "."),
        {
            "edition.toml": EDITION + BOOKLET,
            "green.lock.json": LOCK.format('"a":' + '{"a":' * 900 + json.dumps("x" * 1_900_000) + "}" * 900),
        },
    ),
    "a long lock": (
        "CK903",
        ("build", "."),
        {"edition.toml": EDITION + BOOKLET, "green.lock.json": " " * 10_000_000},
    ),
    "nested JSON": ("CK906", ("import", "x.json"), {"x.json": "[" * 100_000 + "]" * 100_000}),
    "JSON with bad items": (
        "CK906",
        ("import", "x.json"),
        {"x.json": _json({"block": "truth", "items": [{"x": 1}] * 150_000})},
    ),
    "JSON with bad formulas": (
        "CK906",
        ("import", "x.json"),
        {"x.json": _json({"block": "truth", "items": [{"line": _formula({"name": 1}, 12)}] * 6})},
    ),
    "JSON with a bad block behind good ones": (
        "CK906",
        ("import", "x.json"),
        {
            "x.json": _json(
                {"block": "truth", "items": [{"line": _formula({"name": "owes"}, 12)}] * 6}, {"block": "x"}
            )
        },
    ),
    "a long catalogue": (
        "CK903",
        ("translate", "check", "fr", "base.case"),
        {"translations/fr/base.po": "junk\n" * 2_000_000},
    ),
    "a catalogue of equal entries": (
        "CK833",
        ("translate", "check", "fr", "base.case"),
        {"translations/fr/base.po": 'msgid "a"\nmsgstr "b"\n\n' * 55_000},
    ),
    "a catalogue of junk": (
        "CK833",
        ("translate", "check", "fr", "base.case"),
        {"translations/fr/base.po": "junk\n" * 380_000},
    ),
}


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", LONG)
def test_a_long_file_is_refused_soon(name, boat, put):
    code, command, files = LONG[name]
    for file, text in files.items():
        put(file, text)
    status, text = limited(command, boat)
    assert status in {1, 2}, text
    assert f"error[{code} " in text
    assert len(text) < 100_000
