from pathlib import Path

import pytest

from bench import liner
from casekit.diagnostics import Source
from casekit.games.midnight.document import Case
from casekit.games.midnight.language.edition_file import check_edition, load_edition
from casekit.kit.editions import LoadedEdition
from casekit.kit.interface import ResolvedDocument
from casekit.pipeline import loading


@pytest.fixture(scope="module")
def resolution() -> ResolvedDocument[Case]:
    edition, problems = load_edition(liner.edition().encode(), Path("edition.toml"))
    assert () == (*problems, *check_edition(edition, Source("edition.toml", liner.edition())))
    parsed = loading.parse_bytes(liner.case(seed=1).encode(), "liner.case")
    assert () == parsed.diagnostics
    return loading.resolve_document(parsed, LoadedEdition(edition)).resolved


def test_everybody_has_a_name_of_their_own():
    assert liner.SUSPECTS == len(set(liner.names()))


def test_the_case_has_a_thousand_paths_and_all_are_written(resolution):
    assert () == resolution.diagnostics
    assert 1_000 == len(resolution.document.edition.paths) == len(resolution.document.paragraphs)


def test_only_the_culprit_lies(resolution):
    liars = {
        paragraph.speaker
        for paragraph in resolution.document.paragraphs
        for statement in paragraph.statements
        if statement.mode == "lie"
    }
    assert {liner.names()[0]} == liars


def test_a_seed_makes_one_text():
    assert liner.case(seed=1) == liner.case(seed=1) != liner.case(seed=2)
