"""Every game of the table, with more documents than one process is worth: several processes report and print what one does."""

import pickle
import re
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from casekit.building import booklet_helpers
from casekit.kit.editions import EditionFinder
from casekit.kit.registry import GAMES, game_called
from casekit.pipeline import loading
from casekit.pipeline.checks.many_cases import CASES_PER_PROCESS

MARKED = re.compile(r"(?m)^title: +|^== presentation\n")
ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"


def game_of(file):
    return loading.parse_bytes(file.read_bytes(), file.name).game


def base_of(game):
    """A small document of a game, and the text of an edition for it."""
    file = ROOT / "casekit/games" / game.name / "catalogue/base.case"
    edition = file.with_suffix(".toml")
    return file.read_text("utf-8"), edition.read_text(
        "utf-8"
    ) if edition.is_file() else game.language.edition_template().text


@pytest.fixture(params=GAMES)
def game(request):
    return game_called(request.param)


@pytest.fixture
def write(game, tmp_path, monkeypatch):
    """Writes documents of the game in the folder the test is in, and an edition for them if there are booklets."""
    monkeypatch.chdir(tmp_path)
    text, edition = base_of(game)

    def documents(count, booklets=0):
        names = [f"number-{number}.case" for number in range(count)]
        for name in names:
            (tmp_path / name).write_text(MARKED.sub(rf"\g<0>{name}: ", text), "utf-8")
        bound = [
            f'[[booklets]]\nslug = "bound-{at}"\ncases = {names[at::booklets]}\n' for at in range(booklets)
        ]
        if booklets:
            (tmp_path / "edition.toml").write_text("\n".join([edition, *bound]), "utf-8")
        return names

    return documents


@pytest.fixture
def begun(monkeypatch):
    """The processes that are begun."""
    start, processes = BaseProcess.start, []
    monkeypatch.setattr(BaseProcess, "start", lambda process: processes.append(process) or start(process))
    return processes


def copied(value):
    return pickle.loads(pickle.dumps(value))  # noqa: S301 - our own bytes


@pytest.mark.parametrize("booklets", [0, 1])
def test_what_is_known_of_a_document_is_the_same_in_another_process(game, write, tmp_path, booklets):
    (name,) = write(1, booklets)
    loaded_edition = EditionFinder().of(tmp_path, game.name)
    parsed = loading.parse_bytes((tmp_path / name).read_bytes(), name)
    document = loading.resolve_document(parsed, loaded_edition).resolved.document
    assert document is not None
    for value in (document, loaded_edition.settings, game.language.default_edition()):
        assert value == copied(value)


@pytest.mark.parametrize("booklets", [0, 1])
def test_many_documents_are_checked_by_several_processes(write, run, begun, booklets):
    write(2 * CASES_PER_PROCESS, booklets)
    alone = run("check", ".", "--jobs", "1", "--force", "--json")
    assert [] == begun
    assert alone == run("check", ".", "--jobs", "2", "--force", "--json")
    assert 2 == len(begun)


@pytest.mark.slow
@pytest.mark.sampled(2)
def test_many_booklets_are_printed_and_read_back_by_several_processes(write, run, begun, tmp_path):
    write(2, 2)
    build = ("build", ".", "--force", "--only", "booklet")
    assert 0 == run(*build, "--jobs", "1", "--output", "alone")[0]
    assert [] == begun
    assert 0 == run(*build, "--jobs", "2", "--output", "together")[0]
    assert 2 == len(begun)
    alone, together = (sorted((tmp_path / name).glob("*.pdf")) for name in ("alone", "together"))
    assert 2 == len(alone)
    assert [file.read_bytes() for file in alone] == [file.read_bytes() for file in together]


@pytest.mark.slow
@pytest.mark.sampled(2)
def test_a_long_booklet_is_printed_with_helpers(write, run, begun, monkeypatch):
    monkeypatch.setattr(booklet_helpers, "BYTES_WORTH_HELPERS", 1)
    monkeypatch.setattr(booklet_helpers, "PARAGRAPHS_WORTH_HELPERS", 1)
    write(2, 1)
    assert 0 == run("build", ".", "--only", "booklet", "--jobs", "2", "--output", "build")[0]
    assert 1 == len(begun)


@pytest.mark.slow
def test_games_at_many_tables_are_played_by_several_processes(game, run, begun):
    if game.table is None:
        pytest.skip("it is not played at simulated tables")
    case = next(file for file in sorted(EXAMPLES.rglob("*.case")) if game is game_of(file))
    simulate = ("report", case, "--tables", "4", "--players", "2-3", "--json")
    alone = run(*simulate, "--jobs", "1")
    assert (0, []) == (alone[0], begun)
    assert alone == run(*simulate, "--jobs", "2")
    assert 2 == len(begun)
