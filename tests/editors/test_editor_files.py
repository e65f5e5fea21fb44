"""What editors are given: snippets are casekit's language, settings are valid and name files that are there."""

import json
import re
import tomllib

import pytest
from jsonschema import Draft202012Validator

from casekit.cli.commands.serve import serve_command as serve
from casekit.diagnostics import Source
from casekit.kit.registry import GAMES, game_called
from casekit.language.syntax.parser import parse
from casekit.pipeline.loading import InputFile
from casekit.web.access_control import ServerToken
from casekit.web.case_pages.views import CASE_VIEWS
from casekit.web.served_cases import CaseStore

FOLDER = "editors/vscode/snippets"
# What a snippet that is not a block is part of.
FRAME = {
    "fact": "== facts\n{}\n",
    **dict.fromkeys(("common", "every", "no", "exactly", "different"), "== rules\n{}\n"),
    **dict.fromkeys(("~", "lie", "hint", "says"), "== ANNA alibi\nI was in the galley.\n{}\n"),
    "shown": "== solution\nThe wet paint shows it.\n{}\n",
    "allow": "== ANNA alibi\nI was in the galley.\n{}\n",
}


def snippets(root, name="*"):
    files = [json.loads(file.read_text(encoding="utf-8")) for file in (root / FOLDER).glob(f"{name}.json")]
    return {key: each for file in files for key, each in file.items()}


def filled(body):
    """What is there if the writer presses Tab until the end."""
    text = "\n".join(body).replace("$0", "")
    text = re.sub(r"\$\{\d+\|([^,|]+)[^}]*\|\}", r"\1", text)
    return re.sub(r"\$\{\d+:([^{}]*)\}", r"\1", text)


def syntax_of(text, game):
    """What is wrong with the form of a text in a game."""
    assert "$" not in text
    source = Source("some.case", f"{text}\n")
    return [(problem.code.id, problem.message) for problem in parse(source, game.dialect)[1]]


def test_snippets_by_hand_are_the_language(root):
    wrong = {}
    for name, snippet in snippets(root, "case").items():
        text = FRAME.get(snippet["prefix"], "{}").format(filled(snippet["body"]))
        wrong[name] = syntax_of(text, game_called("clue" if text.startswith("game:  clue") else "midnight"))
    assert {} == {name: found for name, found in wrong.items() if found}
    assert len(wrong) > 15


@pytest.mark.parametrize("name", GAMES)
def test_snippets_of_lines_and_blocks_are_the_language(root, name):
    game = game_called(name)
    wrong = {}
    for key, snippet in snippets(root, "lines").items():
        form, _, games = re.fullmatch(r"(.+?)(, \w+)?: (.+)", key).groups()
        if game.title in games.split(", "):
            frame = [block.example or block.kind for block in game.dialect.outline if form in block.lines]
            heading = f"== {frame[0]}\n" if frame else ""
            wrong[key] = syntax_of(heading + filled(snippet["body"]), game)
    assert {} == {key: found for key, found in wrong.items() if found}
    assert len(wrong) > 5


def test_every_snippet_that_is_no_block_has_a_frame(root):
    prefixes = {
        each["prefix"]
        for each in snippets(root, "case").values()
        if not re.match("== |title:|game:", each["body"][0])
    }
    assert {*FRAME} == prefixes


def test_every_block_has_a_snippet(root):
    headings = {
        each["body"][0].split()[1] for each in snippets(root).values() if each["body"][0].startswith("==")
    }
    assert {kind for name in GAMES for kind in game_called(name).dialect.blocks} <= headings


def test_helix_is_set_up(root):
    settings = tomllib.loads((root / "editors/helix/languages.toml").read_text(encoding="utf-8"))
    (language,) = settings["language"]
    assert {"case"} == {*language["file-types"]}
    (server,) = language["language-servers"]
    assert {"command": "casekit", "args": ["lsp"]} == settings["language-server"][server]


def test_taplo_has_a_schema_for_each_file_of_the_project(root):
    rules = tomllib.loads((root / ".taplo.toml").read_text(encoding="utf-8"))["rule"]
    found = {}
    for rule in rules:
        schema = json.loads((root / rule["schema"]["path"]).read_text(encoding="utf-8"))
        excluded = {file for pattern in rule.get("exclude", ()) for file in root.glob(pattern)}
        for pattern in rule["include"]:
            folder, _, _ = pattern.partition("**")
            for file in {*(root / "examples").glob(pattern.removeprefix("examples/"))} - excluded:
                assert not folder or file.is_relative_to(root / folder)
                assert file not in found
                found[file] = schema
    folders = ("abbey", "clue", "deception", "nightfall", "weather-station")
    decks = {"examples/deck.toml", "examples/weather-station/deck.toml"}
    assert {*decks, "examples/edition.toml", *(f"examples/{name}/edition.toml" for name in folders)} == {
        file.relative_to(root).as_posix() for file in found
    }
    for file, schema in found.items():
        Draft202012Validator(schema).validate(tomllib.loads(file.read_text(encoding="utf-8")))


def test_the_live_preview_of_the_extension_is_what_casekit_serves(root, tmp_path):
    agreed = json.loads((root / "editors/vscode/test/serving.json").read_text(encoding="utf-8"))
    name, *arguments = agreed["arguments"]
    context = serve.make_context(name, arguments)
    given = {key: context.params[key] for key in ("paths", "port", "browser", "editor", "end_with_input")}
    assert given == {
        "paths": ("-x.case",),
        "port": 0,
        "browser": False,
        "editor": "vscode",
        "end_with_input": True,
    }
    _, _, host, token, _ = agreed["address"].split("/")
    assert agreed["address"] == ServerToken(token, int(host.partition(":")[2])).address
    keys = {}
    for file in agreed["keys"]:
        path = tmp_path / file
        path.write_text("title: One\n", encoding="utf-8")
        (case,) = CaseStore(lambda path=path: (InputFile.of(path),)).cases
        keys[file] = case.key
    assert agreed["keys"] == keys
    (pages,) = [view for view in CASE_VIEWS if view.name == "pages"]
    assert "/{case}" in [route.path for route in pages.routes]


def test_the_guide_names_everything_that_the_extension_has(root):
    page = (root / "docs/editors.md").read_text(encoding="utf-8")
    manifest = json.loads((root / "editors/vscode/package.json").read_text(encoding="utf-8"))
    offered = manifest["contributes"]
    settings = re.findall(r"^\| `(casekit\.[\w.]+)` \| (?:`([^`]*)`)? ?\|", page, re.MULTILINE)
    hidden = {"casekit.trace.server"}
    declared = {
        name: json.dumps(each["default"]).strip('"')
        for name, each in offered["configuration"]["properties"].items()
        if name not in hidden
    }
    assert declared == dict(settings)
    titles = {command["title"] for command in offered["commands"]}
    assert set() == {title for title in titles if f"| {title} |" not in page}
    words = set(re.findall(r"`([\w~]+)`", page[page.index("### Snippets") : page.index("## Neovim")]))
    assert {each["prefix"] for each in snippets(root).values()} == words
    assert f"casekit-{manifest['version']}.vsix" in page
    assert manifest["engines"]["vscode"].removeprefix("^").removesuffix(".0") in page


def test_the_guide_names_the_keys_of_the_plugin(root):
    page = (root / "docs/editors.md").read_text(encoding="utf-8")
    plugin = (root / "editors/nvim/lua/casekit.lua").read_text(encoding="utf-8")
    keys = re.findall(r'^    \{ "([^"]+)", vim', plugin, re.MULTILINE)
    assert len(keys) >= 8
    assert [] == [key for key in keys if f"`{key}`" not in page]
