"""Documentation, the catalogue, messages and editors name commands as they are called now."""

import re

import pytest

from casekit.cli.old_names import OLD_NAMES

PLACES = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "action.yml", ".pre-commit-hooks.yaml", "mkdocs.yml")
FOLDERS = (".ci", ".github", "bench", "casekit", "docs", "editors", "examples", "grammar", "schemas")
ENDINGS = {"", ".case", ".html", ".js", ".json", ".lua", ".md", ".mjs", ".py", ".toml", ".ts", ".vim", ".yml"}
BUILT = {"node_modules", "out", "__pycache__"}

MEANT = {"casekit/cli/old_names.py", "casekit/cli/README.md", "docs/formats.md"}
"""Where old names are listed."""

FUNCTIONS = {"docs/library.md", "docs/a-transcript-game.md", "docs/json.md"}
"""Where `prove` is a function too, and `words` are a member of an object."""

OLD = "|".join(sorted(OLD_NAMES, key=len, reverse=True))
CALLED = re.compile(rf"\bcasekit (?:{OLD})\b(?![-'’])")
QUOTED = re.compile(rf"(?<!`)`(?:{OLD})(?: [^`\n]*)?`(?!`)")


def files(root):
    """The files that somebody reads, or a program shows."""
    yield from (root / place for place in PLACES)
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.is_file() and path.suffix in ENDINGS and not BUILT & {*path.parts}:
                yield path


def test_no_text_names_a_command_by_an_old_name(root):
    found = []
    for path in files(root):
        name = path.relative_to(root).as_posix()
        if name in MEANT:
            continue
        text = path.read_text(encoding="utf-8")
        slips = CALLED.findall(text)
        if path.suffix == ".md" and name not in FUNCTIONS:
            slips += QUOTED.findall(text)
        found += [(name, slip) for slip in slips]
    assert [] == found


@pytest.mark.parametrize("name", OLD_NAMES)
def test_each_old_name_would_be_seen(name):
    assert CALLED.search(f"as `casekit {name} x.case` says")
    assert QUOTED.search(f"as `{name}` says")
    assert not QUOTED.search(f"as ``{name}`` says")


def test_the_promise_lists_every_old_name(root):
    text = (root / "docs/formats.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `([\w-]+)` \| `([^`]+)` \|$", text, re.MULTILINE))
    assert {old: name.now.replace("ask --not", "ask CASE --not") for old, name in OLD_NAMES.items()} == rows
