"""Games of installed packages: two toys, Caskets and Scales, which is told by a transcript, are served by every command.

A package that does not fit is a finding.
"""

import json
import os
import re
import shutil
from pathlib import Path

import pytest

from casekit.pipeline.checks import remembered_checks
from casekit.pipeline.loading import InputFile
from tests.overlay import overlay

HERE = Path(__file__).parent
TOY = HERE / "plug_in/caskets"
TOLD = HERE / "plug_in/scales"
BASE = (TOY / "catalogue/base.case").read_text(encoding="utf-8")
COIN = (TOLD / "catalogue/base.case").read_text(encoding="utf-8")
EDITION = 'game = "caskets"\ntitle = "Venice"\n\n[[booklets]]\nslug = "venice"\ncases = ["portia.case"]\n'


def _installed(folder, point="caskets = caskets.game:GAME", toy=TOY):
    """A toy as a package manager leaves it in a folder."""
    shutil.copytree(toy, folder / toy.name, ignore=shutil.ignore_patterns("__pycache__"))
    about = folder / f"{toy.name}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {toy.name}\nVersion: 1.0\n", encoding="utf-8"
    )
    (about / "entry_points.txt").write_text(f"[casekit.games]\n{point}\n", encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def packages(tmp_path_factory):
    folder = _installed(tmp_path_factory.mktemp("packages"))
    return _installed(folder, "scales = scales.game:GAME", TOLD)


@pytest.fixture
def run(casekit, tmp_path):
    """Runs casekit beside a puzzle, with the packages in a folder."""
    home = tmp_path / "home"
    home.mkdir()
    (home / "portia.case").write_text(BASE, encoding="utf-8")

    def run(packages, *arguments, given=b""):
        env = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, (packages, HERE.parents[1])))}
        done = casekit(*arguments, given=given, cwd=home, env=env)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    run.home = home
    return run


@pytest.mark.parametrize(("toy", "most"), [(TOY, 165), (TOLD, 225)], ids=["caskets", "scales"])
def test_a_toy_is_small(toy, most):
    files = [file for file in toy.rglob("*") if file.is_file() and "__pycache__" not in file.parts]
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files) <= most


@pytest.mark.parametrize(
    ("name", "toy", "files"),
    [
        ("adding-a-game", TOY, ("forms.py", "puzzle.py", "codes.py", "game.py")),
        (
            "a-transcript-game",
            TOLD,
            ("catalogue/base.case", "forms.py", "evening.py", "simulation.py", "game.py"),
        ),
    ],
    ids=["caskets", "scales"],
)
def test_the_page_that_builds_a_toy_has_its_files(name, toy, files):
    page = (HERE.parents[1] / f"docs/{name}.md").read_text(encoding="utf-8")
    shown = re.findall(r"```(?:python|text)\n(.*?)```", page, re.DOTALL)
    written = [(toy / file).read_text(encoding="utf-8") for file in files]
    assert _lines(written) == _lines(shown)
    assert len(page.splitlines()) <= 330


def _lines(texts):
    """The lines of several texts but the empty ones, which may be between the pieces of a file."""
    return [line for line in "\n".join(texts).splitlines() if line]


def test_a_puzzle_is_checked_proved_and_asked(run, packages):
    status, out, _ = run(packages, "check", "portia.case")
    assert 0 == status
    assert "portrait silver: certain" in out
    assert "The portrait is silver" in run(packages, "ask", "portia.case")[1]
    assert run(packages, "ask", "portia.case", "true(gold)")[1].startswith("false: true(gold)")
    unread = run(packages, "ask", "portia.case", "true(gold)", "--read", "tin")
    assert "there is no casket `tin`" in unread[1] + unread[2]


def test_its_own_code_is_found_explained_and_in_sarif(run, packages):
    wrong = BASE.replace("portrait = silver\n\n== solution", "portrait = gold\n\n== solution")
    (run.home / "portia.case").write_text(wrong, encoding="utf-8")
    status, out, _ = run(packages, "check", "--format", "sarif", "portia.case")
    (result,) = json.loads(out)["runs"][0]["results"]
    assert (1, "CASKETS-001") == (status, result["ruleId"])
    assert "contradictory-inscriptions" in run(packages, "explain", "CASKETS-001")[1]


@pytest.mark.parametrize("entry", sorted((TOY / "catalogue").glob("*-*.md")), ids=lambda file: file.stem)
def test_the_examples_of_its_catalogue_say_what_is_so(run, packages, entry):
    examples = re.findall(
        r"^```puzzle\n(.*?)^```$", entry.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    for fragment, expected in zip(examples, ([entry.stem], []), strict=True):
        (run.home / "portia.case").write_text(overlay(BASE, fragment), encoding="utf-8")
        _, out, _ = run(packages, "check", "--format", "json", "portia.case")
        assert expected == [found["code"] for found in json.loads(out)["diagnostics"]]


def test_an_open_puzzle_and_missing_blocks_are_findings(run, packages):
    (run.home / "portia.case").write_text(BASE.partition("== lead")[0], encoding="utf-8")
    assert "the block `lead` is missing" in "".join(run(packages, "check", "portia.case")[1:])
    undecided = BASE.replace("~ portrait = gold", "~ portrait != gold").replace(
        "golden casket.\n~ portrait != gold", "golden casket.\n~ portrait = lead"
    )
    (run.home / "portia.case").write_text(undecided, encoding="utf-8")
    status, out, err = run(packages, "check", "portia.case")
    assert 1 == status
    assert "the portrait is open: it may be gold or silver" in out + err


def test_it_is_written_exported_and_imported_again(run, packages):
    assert 0 == run(packages, "fmt", "--check", "portia.case")[0]
    exported = run(packages, "export", "portia.case")[1]
    assert "caskets" == json.loads(exported)["game"]
    assert BASE == run(packages, "import", "-", given=exported.encode())[1]
    wrong = exported.replace('"says"', '"shouts"')
    status, _, err = run(packages, "import", "-", given=wrong.encode())
    assert (1, 3) == (status, err.count("CK906"))


def test_it_is_measured_and_compared(run, packages):
    assert "in every proof" in run(packages, "report", "portia.case", "--html", "figures.html")[1]
    assert "Smallest proofs" in (run.home / "figures.html").read_text(encoding="utf-8")
    before = run(packages, "report", "portia.case", "--json")[1]
    assert {"portrait": "silver"} == json.loads(before)["answers"]
    (run.home / "before.json").write_text(before, encoding="utf-8")
    (run.home / "again.case").write_text(BASE.replace("Portia", "Again"), encoding="utf-8")
    assert "as before" in run(packages, "report", "portia.case", "--against", "before.json")[1]
    assert "Again" in run(packages, "report", "portia.case", "again.case")[1]


def test_it_is_printed(run, packages):
    (run.home / "edition.toml").write_text(EDITION, encoding="utf-8")
    status, out, err = run(packages, "build", "edition.toml", "--output", "out")
    assert 0 == status, out + err
    assert {"venice-booklet.pdf", "venice-sheet.pdf"} <= {file.name for file in (run.home / "out").iterdir()}


def test_a_mistake_in_its_edition_is_a_finding(run, packages):
    (run.home / "edition.toml").write_text(f"{EDITION}cards = 1\n".replace("cards", "hue"), encoding="utf-8")
    status, out, err = run(packages, "check", "portia.case")
    assert 1 == status
    assert "CK801" in out + err


def test_it_is_translated(run, packages):
    (run.home / "edition.toml").write_text(EDITION, encoding="utf-8")
    run(packages, "translate", "extract", "fr")
    catalogue = run.home / "translations/fr/portia.po"
    text = catalogue.read_text(encoding="utf-8")
    assert 'msgctxt "gold"' in text
    found = 'msgid "The portrait is in here."\nmsgstr "'
    catalogue.write_text(text.replace(found, f"{found}Il est ici."), encoding="utf-8")
    run(packages, "translate", "merge", "fr", "--output", "fr")
    assert "== gold\nIl est ici.\n~ portrait = gold" in (run.home / "fr/portia.case").read_text(
        encoding="utf-8"
    )


def test_a_new_one_is_made(run, packages):
    assert 0 == run(packages, "new", "--game", "caskets", "bassanio.case")[0]
    status, out, err = run(packages, "check", "bassanio.case")
    assert 1 == status
    assert "a draft, 0 of 5 texts written" in out + err


@pytest.mark.parametrize(
    ("file", "text", "before", "offered", "outlined"),
    [
        (
            "portia.case",
            BASE.replace("true: 1", "true: 1\nauthor: S").replace("~ portrait = gold", "~ portrait = "),
            "~ portrait = ",
            {"gold", "silver", "lead"},
            "presentation",
        ),
        (
            "coin.case",
            COIN.replace("against copper: right", "against "),
            "ANNA weighs tin against ",
            {"copper"},
            "play",
        ),
    ],
    ids=["caskets", "scales"],
)
def test_editors_are_served(run, packages, file, text, before, offered, outlined):
    def sent(number, method, **params):
        body = json.dumps(
            {"jsonrpc": "2.0", "method": method, "params": params} | ({"id": number} if number else {})
        )
        return f"Content-Length: {len(body)}\r\n\r\n{body}".encode()

    uri = (run.home / file).as_uri()
    place = {"line": text[: text.index(before)].count("\n"), "character": len(before)}
    given = b"".join(
        (
            sent(1, "initialize", processId=None, rootUri=None, capabilities={}),
            sent(0, "initialized"),
            sent(
                0,
                "textDocument/didOpen",
                textDocument={"uri": uri, "languageId": "case", "version": 1, "text": text},
            ),
            sent(2, "textDocument/completion", textDocument={"uri": uri}, position=place),
            sent(3, "textDocument/documentSymbol", textDocument={"uri": uri}),
            sent(4, "shutdown"),
            sent(0, "exit"),
        )
    )
    answers = run(packages, "lsp", given=given)[1]
    found = [json.loads(part) for part in re.findall(r"\{.*?\}(?=Content-Length|$)", answers, re.DOTALL)]
    by_number = {each["id"]: each.get("result") for each in found if "id" in each}
    items = by_number[2]["items"] if isinstance(by_number[2], dict) else by_number[2]
    assert offered <= {each["label"] for each in items}
    assert outlined in json.dumps(by_number[3])


# --- a game that is told by a transcript -------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("check coin.case", "forged   tin: certain since line 2"),
        ("check --balance coin.case", "no findings"),
        ("ask coin.case", "So the forged coin is tin."),
        ("ask coin.case --not zinc", "The forged coin is not zinc"),
        ("ask coin.case forged=tin --read 1", "open: forged = tin"),
        ("ask coin.case forged=tin --read 2", "true: forged = tin"),
        ("report coin.case", "BEN"),
        ("fmt --check coin.case", "0 of 1 files would change"),
        ("diff coin.case coin.case", "Nothing changed."),
    ],
)
def test_a_transcript_is_served(run, packages, arguments, said):
    (run.home / "coin.case").write_text(COIN, encoding="utf-8")
    status, out, err = run(packages, *arguments.split())
    assert 0 == status, out + err
    assert said in out + err


def test_a_transcript_against_the_rules_of_its_game_is_a_finding(run, packages):
    (run.home / "coin.case").write_text(
        COIN.replace("zinc against gold", "zinc, tin against gold"), encoding="utf-8"
    )
    status, out, _ = run(packages, "check", "coin.case")
    assert 1 == status
    assert "these pans cannot be compared" in out


def test_a_transcript_is_written_exported_printed_and_translated(run, packages):
    (run.home / "coin.case").write_text(COIN, encoding="utf-8")
    deck = '\n[[coins]]\nslug = "brass"\nname = "Brass farthing"\nkind = "coin"\n'
    metals = ("copper", "gold", "iron", "lead", "nickel", "silver", "tin", "zinc")
    deck += "".join(deck.replace("brass", each).replace("Brass", each.capitalize()) for each in metals)
    edition = EDITION.replace("caskets", "scales").replace("portia", "coin").replace("venice", "mint")
    (run.home / "edition.toml").write_text(edition + deck, encoding="utf-8")
    exported = run(packages, "export", "coin.case")[1]
    assert COIN == run(packages, "import", "-", given=exported.encode())[1]
    status, out, err = run(packages, "build", "edition.toml", "--output", "out")
    assert 0 == status, out + err
    pages = {f"mint-{each}.pdf" for each in ("booklet", "sheet", "notes", "cards")}
    assert pages <= {file.name for file in (run.home / "out").iterdir()}
    assert "10 texts: 10 missing" in "".join(run(packages, "translate", "extract", "fr")[1:])


def test_a_transcript_is_begun_and_made_to_measure(run, packages):
    assert 0 == run(packages, "new", "--game", "scales", "farthing.case")[0]
    assert "a draft" in run(packages, "check", "farthing.case")[1]
    asked = ("--players", "3", "--level", "amateur", "--seed", "7")
    status, out, err = run(packages, "new", "--game", "scales", *asked, "groat.case")
    assert 0 == status, out + err
    (run.home / "groat.case").write_text(
        (run.home / "groat.case").read_text(encoding="utf-8").replace("TODO", "Rain."), encoding="utf-8"
    )
    assert "measures as amateur" in run(packages, "report", "groat.case")[1]


# --- packages that do not fit ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("api = 2", "api = 3"), "is for version 3 of the interface of games, and this casekit has 2"),
        (("    api = 2\n", ""), "is for version 0 of the interface of games, and this casekit has 2"),
        (('name = "caskets"', 'name = "boxes"'), "is not one, or calls itself otherwise"),
        (('    name = "caskets"\n', ""), "is not one, or calls itself otherwise"),
        (('    title = "Caskets"\n', ""), "has no `title`"),
        (("def theory", "def theories"), "has no room `theory`"),
        (("from caskets.forms", "from caskets.nowhere"), "cannot be loaded from the package caskets"),
    ],
    ids=["api", "no api", "name", "no name", "no title", "no theory", "import"],
)
def test_a_package_that_does_not_fit_is_one_finding(run, tmp_path, change, said):
    folder = _installed(tmp_path / "packages")
    file = folder / "caskets/game.py"
    file.write_text(file.read_text(encoding="utf-8").replace(*change), encoding="utf-8")
    _is_refused(run, folder, said)


GAMES_OF_VERSION_1 = {
    "places": """
from casekit.kit.interface import Game, later
from caskets.forms import DIALECT
GAME = Game(
    name="caskets",
    title="Caskets",
    api=1,
    dialect=DIALECT,
    read=later("caskets.puzzle:read"),
    interrogation=later("caskets.puzzle:interrogation"),
)
""",
    "functions": """
from casekit.kit.interface import Game
from caskets import forms
GAME = Game(name="caskets", title="Caskets", api=1, dialect=forms.DIALECT, read=print, interrogation=print)
""",
    "transcripts": """
from casekit.kit.transcripts.game import TranscriptGame, game_of
from caskets import forms
GAME = game_of(TranscriptGame(name="caskets", title="Caskets", api=1, dialect=forms.DIALECT))
""",
}


@pytest.mark.parametrize("text", GAMES_OF_VERSION_1.values(), ids=GAMES_OF_VERSION_1)
def test_a_package_for_the_first_version_is_told_so(run, tmp_path, text):
    folder = _installed(tmp_path / "packages")
    (folder / "caskets/game.py").write_text(text, encoding="utf-8")
    said = "the game `caskets` of the package caskets is for version 1 of the interface of games, and this casekit has 2"
    _is_refused(run, folder, said)


def test_a_package_with_codes_that_are_not_its_own_is_one_finding(run, tmp_path):
    folder = _installed(tmp_path / "packages")
    file = folder / "caskets/codes.py"
    file.write_text(file.read_text(encoding="utf-8").replace("CASKETS-001", "CK401"), encoding="utf-8")
    _is_refused(run, folder, "has codes that are not its own, such as CK401")


def _is_refused(run, folder, said):
    status, out, _ = run(folder, "check", "--format", "json", "portia.case")
    (found,) = json.loads(out)["diagnostics"]
    assert (1, "CK113", 1, 7) == (status, found["code"], found["span"]["line"], found["span"]["column"])
    assert said in found["message"]
    assert "install a version of the package that fits this casekit" == found["hint"]


def test_a_package_where_casekit_is_started_is_not_found(run, tmp_path):
    _installed(run.home)
    status, out, err = run(tmp_path / "nothing", "check", "portia.case")
    assert 1 == status
    assert "there is no game `caskets`" in out + err


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "portia.case"],
        ["check", "."],
        ["check", "--edition", "edition.toml", "portia.case"],
        ["ask", "portia.case", "true(gold)"],
        ["export", "portia.case"],
        ["build", "portia.case"],
    ],
    ids=" ".join,
)
def test_a_missing_package_is_one_finding_for_an_edition_and_what_is_beside_it(run, tmp_path, arguments):
    (run.home / "edition.toml").write_text(EDITION, encoding="utf-8")
    status, out, err = run(tmp_path / "nothing", *arguments)
    (found,) = re.findall(r"^\S+: error.*", out + err, re.MULTILINE)
    assert (1, "edition.toml:1:9: error[CK801 invalid-edition]: there is no game `caskets`") == (
        status,
        found,
    )
    assert (
        "help: install the package that has it, or name one of abbey, clue, deception, midnight, nightfall"
        in out + err
    )


def test_a_document_of_another_missing_game_is_a_finding_of_its_own(run, tmp_path):
    (run.home / "edition.toml").write_text(EDITION, encoding="utf-8")
    (run.home / "portia.case").write_text("game: chess\n", encoding="utf-8")
    out = "".join(run(tmp_path / "nothing", "check", "portia.case")[1:])
    assert {"CK801", "CK113"} == set(re.findall(r"CK\d+", out))


def test_a_name_of_casekit_wins(run, tmp_path):
    folder = _installed(tmp_path / "packages", "clue = caskets.game:GAME")
    (run.home / "portia.case").write_text("game: clue\ntitle: T\nlevel: amateur\n", encoding="utf-8")
    assert "`players` is missing" in "".join(run(folder, "check", "portia.case")[1:])


# --- tables of its grammar ---------------------------------------------------------------------------


def test_tables_are_read_from_the_cache_and_tampered_ones_are_not_believed(run, packages):
    run(packages, "fmt", "--check", "portia.case")
    tables = (Path(os.environ["XDG_CACHE_HOME"]) / "casekit/grammars").glob("*/*")
    (kept,) = (each for each in tables if b"TILDE" in each.read_bytes())
    sealed = kept.read_bytes()
    written = kept.stat().st_ino
    run(packages, "fmt", "--check", "portia.case")
    assert written == kept.stat().st_ino
    tampered = sealed.replace(b"~", b"+")
    kept.write_bytes(tampered)
    assert 0 == run(packages, "fmt", "--check", "portia.case")[0]
    assert tampered != kept.read_bytes()


def test_kept_answers_depend_on_the_version_of_the_package(monkeypatch):
    memory = remembered_checks.open_memory((), None)
    file = InputFile.of(Path("a.case"))
    before = memory.question(file, BASE.encode(), None)
    monkeypatch.setattr(remembered_checks, "version_of_game", {"caskets": "caskets 1.1"}.get)
    assert before != memory.question(file, BASE.encode(), None)
