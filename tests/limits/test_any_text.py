"""Texts that nobody has thought of: any token of the language, as often as a file may have it, and any bracket in itself."""

import json
import os
from random import Random

import pytest

from casekit.kit.code_registry import base_of
from casekit.language.formula.nodes import RESERVED
from tests.limits.text_files import BASE

TOKENS = (
    *(f"{word} " for word in sorted(RESERVED)),
    *("== ", "~ ", "// ", "~ lie ", "hint ", "common ", "every ", "some ", "no ", "exactly 2 ", "at most 1 "),
    *("not ", "and ", "or ", "iff ", "implies ", "in ", "says ", "culprit ", "motive ", "type ", "group "),
    *("= ", "!= ", "< ", "<= ", "> ", "+ ", ", ", ": ", "; ", ". ", "? ", "! ", "/ ", "# ", "1 ", "23:59 "),
    *("ANNA ", "suspect ", "room(ANNA) ", "TODO ", "she ", "at ten ", "in the galley ", "the ", "Otto "),
    *(
        "*",
        "**",
        "\\",
        "\\*",
        "'",
        '"',
        "“",
        "«",
        "–",
        "…",
        "\n",
        "\n\n",
        "\t",
        " ",
        "\u00a0",
        "\u200b",
        "\u0301",
    ),
    *(
        "e\u0301",
        "é",
        "ß",
        "ı",
        "İ",
        "ж",
        "Α",
        "漢",
        "א",
        "😀",
        "\ufffd",
        "\u202e",
        "\u2028",
        "\r\n",
        "~",
        "=",
        "－",
    ),
)
BRACKETS = ("()", "[]", "{}", '""', "**", "“”", "«»", "<>", "„“")
PLACES = {
    "a paragraph": ("Geese, feathers", "{}"),
    "the presentation": ("Otto Lind was found", "{}"),
    "the solution": ("CLARA owed Otto more than she could ever pay. She", "{}"),
    "the title": ("The Last Soup", "{}"),
    "a heading": ("== 02\n", "== {}\n"),
    "a term": ('"Out of envy"', '"{}"'),
    "a fact": ("tin: location", "tin: location {}"),
    "a rule": ("room(culprit) = suite", "{} room(culprit) = suite"),
    "the truth": ("owes(CLARA)\ntin", "owes(CLARA) {}\ntin"),
    "a line": ("~ tin = suite", "~ tin = suite {}"),
    "a quotation": ('"four thousand, long overdue"', '"four thousand, {}"'),
}
"""Where a text may be: what is replaced there in the base case, and by what."""

MOST = 1_990_000 - len(BASE.encode())
KINDS = 10
SECONDS, STARTING = 5.0, 10.0
"""The processor time of a case, and what this machine may need for casekit's own work in the meantime."""


def any_text(seed):
    """Where a text is in a case, what it repeats, and the case."""
    random = Random(seed)  # noqa: S311 -- the same each time
    place = random.choice([*PLACES])
    size = random.choice([20_000, 200_000, MOST])
    if random.random() < 0.3:
        begin, end = random.choice(BRACKETS)
        inner = random.choice(["", "ANNA", "room", "x "])
        count = size // len(f"{begin}{inner}{end}".encode())
        what, text = f"{begin}{inner}{end}", f"{begin}{inner}" * count + end * count
    else:
        what = "".join(random.choices(TOKENS, k=random.choice([1, 1, 2, 3])))
        text = what * (size // len(what.encode()))
    old, new = PLACES[place]
    assert old in BASE
    return f"{len(text.encode()):,} bytes of {what!r} in {place}", BASE.replace(
        old, new.replace("{}", text), 1
    )


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", range(3))
def test_any_text_ends_within_its_limits_and_takes_no_other_with_it(seed, casekit, tmp_path):
    (tmp_path / "edition.toml").write_text(base_of("midnight", "base.toml"), encoding="utf-8")
    (tmp_path / "sound.case").write_text(BASE, encoding="utf-8")
    kinds = {}
    for number in range(KINDS):
        kinds[f"{number}.case"], text = any_text(f"{seed}/{number}")
        (tmp_path / f"{number}.case").write_bytes(text.encode())
    before = sum(os.times()[2:4])
    done = casekit("check", ".", "--json", "--jobs=2", env={**os.environ, "CI": "true"}, cwd=tmp_path)
    used = sum(os.times()[2:4]) - before
    answer = json.loads(done.stdout)
    found = {}
    for finding in answer["diagnostics"]:
        found.setdefault(finding["file"], set()).add(finding["code"])
    verdicts = {each["file"]: each["verdict"] for each in answer["cases"]}
    assert done.returncode in {0, 1}, done.stderr
    assert verdicts.pop("sound.case") is not None
    assert verdicts.keys() == kinds.keys()
    for file, verdict in verdicts.items():
        assert verdict is not None or found[file], kinds[file]
        assert "CK910" not in found.get(file, ()), kinds[file]
    assert used <= KINDS * SECONDS + STARTING, (used, kinds, found)
