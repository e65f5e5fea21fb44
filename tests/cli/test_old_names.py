"""Old names of commands: they do what the new ones do, say so once, and are shown nowhere."""

import json
import os

import pytest

from casekit.cli.main import main
from casekit.cli.old_names import OLD_NAMES

FEW = ("--players", "2", "--jobs", "1", "--tables", "2")
SAME = {
    "prove": (("prove", "base.case"), ("ask", "base.case")),
    "prove, the only case": (("prove", "--json"), ("ask", "--json")),
    "why-not": (("why-not", "base.case", "BRUNO"), ("ask", "base.case", "--not", "BRUNO")),
    "why-not, the only case": (("why-not", "--json", "BRUNO"), ("ask", "--json", "--not", "BRUNO")),
    "why-not, options between": (
        ("why-not", "--edition", "edition.toml", "base.case", "BRUNO", "--json"),
        ("ask", "--edition", "edition.toml", "base.case", "--not", "BRUNO", "--json"),
    ),
    "why-not, no name": (("why-not",), ("ask", "--not")),
    "words": (("words", "base.case", "--json"), ("check", "--words", "base.case", "--json")),
    "words, no case": (("words", "no.case"), ("check", "--words", "no.case")),
    "watch": (("watch", "no.case"), ("check", "--watch", "no.case")),
    "upgrade": (("upgrade", "--check", "."), ("fmt", "--upgrade", "--check", ".")),
    "simulate": (("simulate", "base.case", *FEW, "--json"), ("report", "base.case", *FEW, "--json")),
    "simulate, no case": (("simulate", "no.case"), ("report", "--tables", "no.case")),
}


@pytest.mark.parametrize(("old", "new"), SAME.values(), ids=SAME)
def test_an_old_name_does_what_the_new_one_does(old, new, boat, run):  # noqa: ARG001 -- it stands there
    status, out, err = run(*old)
    note, _, rest = err.partition("\n")
    assert (
        f"`casekit {old[0]}` is `casekit {OLD_NAMES[old[0]].now}` now; the old name goes on working" == note
    )
    assert run(*new) == (status, out, rest)
    if "--json" in old:
        json.loads(out)


def test_every_old_name_is_tried():
    assert OLD_NAMES.keys() == {old[0] for old, _ in SAME.values()}


def test_no_old_name_is_listed(run):
    assert set() == OLD_NAMES.keys() & {*main.list_commands(None)}
    out = run("--help")[1]
    assert [] == [name for name in OLD_NAMES if f"  {name} " in out]


def test_no_shell_completes_an_old_name(casekit):
    for name in OLD_NAMES:
        environment = {
            "_CASEKIT_COMPLETE": "bash_complete",
            "COMP_WORDS": f"casekit {name[:-1]}",
            "COMP_CWORD": "1",
        }
        assert b"" == casekit(env=os.environ | environment).stdout.strip()


def test_a_misspelt_old_name_is_offered_by_the_new_one(run):
    status, _, err = run("simulat")
    assert (2, True) == (status, "write `report --tables`" in err)
