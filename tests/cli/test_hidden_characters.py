"""Whatever is written in a case, an edition or a file's name: no command lets it steer a terminal, hide or turn."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from casekit.diagnostics.invisible_characters import HIDDEN
from casekit.diagnostics.renderers.terminal_text import is_shapeless
from casekit.kit.code_registry import base_of

WALKER = Path(__file__).with_name("walker.py")

EVIL = "\x1b[35;41mE\x1b]8;;http://evil\x07v\x9b31m\u202ei\u2066l\r\x08\u2028\u200b\U000e0041\ufff9"
"""Colour, a link, a bell, a C1 control sequence, both kinds of direction, and what cannot be seen at all."""
NAME = EVIL.replace("/", "")
FOLDER = f"z[{NAME}"
FILE = f"bold]:smile:{NAME}.case"
PLAIN = "plain.case"
LONE = "\udc9b"
"""A byte in a file's name that is not UTF-8."""
OURS = re.compile(r"\r*\x1b\[(?!35;41m)[0-9;?]*[A-Za-z]")
"""What casekit itself writes to a terminal: styles, and the strokes of the progress bar."""

ODD = f"""\
title:  The {EVIL} Soup
level:  amateur
victim: Otto {EVIL} Lind
author: {EVIL}

// {EVIL}
== presentation
Otto Lind was {EVIL} dead. The ship's doctor is certain that another hand did it.
~ culprit != victim and culprit != nobody "another hand did it"

== terms
motive debt   "To be {EVIL} rid of a debt"
motive envy   "Out of envy"
method poison "Rat {EVIL} poison"
method blow   "A blow {EVIL}"

"""


def _case() -> str:
    """The base case with hostile texts wherever a text may stand."""
    base = base_of()
    body = base[base.index("== facts") :].replace(
        "in the galley with BRUNO", f"in the {EVIL} galley with BRUNO"
    )
    return ODD + body.replace("== ANNA alibi", f"// {EVIL}\n== ANNA alibi") + f"\n== notes\n{EVIL}\n"


def _edition(*, honest: bool) -> str:
    """The edition of the base case, with hostile names of all that has one unless it is honest."""
    toml = base_of("midnight", "base.toml")
    for name in ("Boat", "Galley", "Below", "Alibi"):
        toml = toml if honest else toml.replace(f'{name}"', f'{name}{_escaped(EVIL)}"')
    case = PLAIN if honest else _escaped(FILE)
    return f'{toml}\n[[booklets]]\nslug = "soup"\ncases = ["{case}"]\n'


def _escaped(text: str) -> str:
    """TOML lets no control character stand in a text, but for escapes."""
    return text.translate({number: f"\\u{number:04x}" for number in (*range(32), 127)})


def commands(file: str, folder: str, case: str) -> list[tuple[list[str], str]]:
    """Every command, in every form that prints something else, with what it is given."""
    forms = [["--format", form] for form in ("text", "json", "github", "junit", "sarif")]
    lines = [
        ["check", "--balance", file],
        *(["check", file, *form] for form in forms),
        ["check", folder, NAME, LONE, "--edition", NAME],
        ["ask", file, "culprit = CLARA"],
        ["ask", file, f"culprit = {EVIL}", "--read", NAME],
        ["ask", file, "room(BRUNO) = galley", "--json"],
        ["ask", file, "--not", "BRUNO"],
        ["ask", file, "--not", NAME],
        ["ask", file, "--not", "envy", "--json"],
        ["ask", file],
        ["ask", file, "--all", "--html", f"{folder}/p.html", "--svg", f"{folder}/p.svg"],
        ["ask", file, "--json"],
        ["report", folder],
        ["report", file, "--html", f"{folder}/r.html", "--json"],
        ["review", file],
        ["review", file, "--json"],
        ["review", file, "--html", "--output", f"{folder}/w.html"],
        ["review", file, "--blind", "--output", f"{folder}/b.html"],
        ["fmt", "--diff", "--check", folder],
        ["export", file],
        ["import", f"{folder}/nothing.json"],
        ["new", f"{folder}/New {NAME}.case"],
        ["new", NAME, "--edition", NAME],
        ["explain", NAME],
        ["explain", "CK401"],
        ["errata", folder, folder],
        ["errata", NAME, folder, "--json"],
        ["translate", "extract", "fr", folder],
        ["translate", "check", "fr", folder],
        ["translate", "check", NAME, folder, "--json"],
        ["translate", "merge", "fr", folder, "-o", f"{folder}/fr"],
        ["build", folder, "-o", f"{folder}/build", "--only", "sheet"],
        ["build", folder, "-o", f"{folder}/build", "--only", "sheet", "--json"],
        ["build", file, "-o", f"{folder}/build", "--only", NAME],
        ["preflight", f"{folder}/build/soup-sheet.pdf", folder],
        ["preflight", f"{folder}/build/{NAME}.pdf", folder],
        ["completion", NAME],
        [NAME],
        ["check", f"--{NAME}"],
    ]
    given = [(line, "") for line in lines]
    return [*given, (["fmt", "-"], case), (["import", "-"], json.dumps({EVIL: EVIL}))]


@pytest.fixture(scope="module", params=["honest", "hostile", "credulous"])
def walked(request, tmp_path_factory):
    """The commands, and what they print on each stream with and without a terminal.

    Of an honest text only files and folders have hostile names; of a hostile one casekit reads no more than that it
    is; in the last case it does not look for that.
    """
    honest = request.param == "honest"
    case = base_of() if honest else _case()
    walks = []
    for terminal in (False, True):
        folder = tmp_path_factory.mktemp("walk") / FOLDER
        folder.mkdir()
        for name in (FILE, PLAIN) if honest else (FILE,):
            (folder / name).write_text(case, encoding="utf-8")
        (folder / "edition.toml").write_text(_edition(honest=honest), encoding="utf-8")
        wanted = [
            (arguments, given)
            for arguments, given in commands(f"{FOLDER}/{FILE}", FOLDER, case)
            if not (terminal and {"--json", "--html"} & set(arguments))
        ]
        walks.append({"folder": str(folder.parent), "terminal": terminal, "commands": wanted})
    walk = subprocess.run(
        [sys.executable, WALKER],
        input=json.dumps({"walks": walks, "credulous": request.param == "credulous"}),
        text=True,
        stdout=-1,
        check=True,
    )
    done = []
    for each, told in zip(walks, json.loads(walk.stdout), strict=True):
        terminal, folder = each["terminal"], Path(each["folder"]) / FOLDER
        done += [
            (arguments, terminal, status, bytes.fromhex(out), bytes.fromhex(err))
            for (arguments, _), (status, out, err) in zip(each["commands"], told, strict=True)
        ]
        pages = [*folder.glob("*.html"), *folder.glob("*.svg")]
        assert terminal or [*[".html"] * 4, ".svg"] == sorted(page.suffix for page in pages) or not honest
        done += [([page.name], False, 0, page.read_bytes(), b"") for page in pages]
    return request.param, done


def _nothing_that_is_printed_has_no_shape(walked):
    found: dict[str, list[str]] = {}
    for arguments, terminal, _, *streams in walked[1]:
        if arguments == ["fmt", "-"] and not terminal:
            continue  # It is data, for another program to read; that nothing is hidden in it has been seen to.
        for stream in streams:
            text = OURS.sub("", stream.decode()).replace("\r\n", "\n") if terminal else stream.decode()
            hidden = [line for line in text.split("\n") if any(map(is_shapeless, line))]
            # On a page a line may end where it is allowed to, unseen.
            if hidden and not (arguments[0].endswith((".html", ".svg")) and not HIDDEN.search(text)):
                found[" ".join(arguments[:3])] = hidden
    assert {} == found


def _no_command_fails_for_it(walked):
    failed = {
        (" ".join(arguments), status, err.decode()[-400:])
        for arguments, _, status, _, err in walked[1]
        if status not in {0, 1, 2}
    }
    assert set() == failed


def _the_commands_get_as_far_as_they_are_meant_to(walked):
    kind, done = walked
    good = sum(status == 0 for _, _, status, _, _ in done)
    assert good >= {"honest": 30, "hostile": 2, "credulous": 12}[kind]
    told = b"".join(out + err for _, _, _, out, err in done).decode()
    assert ("CK135" in told) == (kind == "hostile")
    assert "\N{SYMBOL FOR ESCAPE}" in told


def _json_is_plain(walked):
    asked = [
        (arguments, out)
        for arguments, terminal, _, out, _ in walked[1]
        if "--json" in arguments and not terminal
    ]
    assert asked
    for arguments, out in asked:
        if out:
            assert out.isascii(), arguments
            json.loads(out)


@pytest.mark.sampled(3)
def test_no_text_steers_hides_or_turns(walked):
    """One test, since each worker that has one would walk all the way."""
    _no_command_fails_for_it(walked)
    _the_commands_get_as_far_as_they_are_meant_to(walked)
    _nothing_that_is_printed_has_no_shape(walked)
    _json_is_plain(walked)


@pytest.mark.parametrize("char", ["\x1b", "\u202e", "\ud800"])
def test_nor_can_json(char, run, put):
    content = json.loads(run("export", "base.case")[1])
    content["header"]["title"] = f"a{char}b"
    put("evil.json", json.dumps(content))
    status, out, err = run("import", "evil.json")
    assert (1, "") == (status, out)
    assert f"error[CK135 hidden-character]: in a text of this file: U+{ord(char):04X}" in err


def test_what_is_exported_shows_everything_and_is_imported_as_it_was(run, put):
    odd = "soft\u00adhyphen, a\u200bb, 👩\u200d🔬, « oui\u00a0» é"
    put("odd.case", base_of().replace("Geese, feathers", odd))
    text = run("export", "odd.case")[1]
    assert all(escape in text for escape in (r"\u00ad", r"\u200b", "👩\\u200d🔬", "é", "«"))
    put("odd.json", text)
    assert (
        run("import", "odd.json")[1]
        == run("fmt", "-", given=(base_of().replace("Geese, feathers", odd)).encode())[1]
    )


def test_a_new_case_has_a_title_that_can_be_read(run, boat):
    before = sorted(boat.iterdir())
    status, _, err = run("new", "The \u202eLast Toast")
    assert 2 == status
    assert "a title cannot hold U+202E RIGHT-TO-LEFT OVERRIDE" in err
    assert before == sorted(boat.iterdir())


def test_names_are_printed_whole(casekit, put):
    path = put("na\x1b[31mme.case", base_of())
    differs = casekit("fmt", path.name, "--diff", cwd=path.parent).stdout.decode()
    assert "+++ na␛[31mme.case (canonical)" in differs
