"""What is kept of earlier versions of a case changes nothing that is found in later ones."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from casekit.games.midnight.checks import runner as checks
from casekit.kit.editions import EditionFinder
from casekit.language.formula import nodes
from casekit.pipeline.checking import check_without_deduction
from casekit.pipeline.loading import parse_bytes, resolve_document
from casekit.prose.passages import UnchangedPassages

FILE = Path(__file__).resolve().parents[4] / "docs/tour/the-last-soup.case"
TEXT = FILE.read_text(encoding="utf-8")
SHELF = EditionFinder().of(FILE.parent)
PIECES = (
    *(
        " TODO ",
        "*",
        "ROSA",
        "Rosa",
        "\n",
        "\n\n",
        ' "at ten"',
        "~ ",
        "\n== ",
        "\n~ culprit = ROSA\n",
        "10:30",
    ),
    *(
        " It was ROSA. ",
        '"',
        "// casekit: allow CK",
        "the soup",
        " x = y ",
        "title: The Last Soup\n",
        "TURNER",
    ),
)
EDITS = st.lists(
    st.tuples(st.integers(0, len(TEXT)), st.integers(0, 40), st.sampled_from(PIECES)), min_size=1, max_size=4
)


def found(text, other_titles=()):
    return check_without_deduction(
        resolve_document(parse_bytes(text.encode(), "soup.case"), SHELF, other_titles)
    ).diagnostics


@pytest.fixture
def afresh(monkeypatch):
    """The findings of a text of which nothing is known."""

    def run(text, other_titles=()):
        with monkeypatch.context() as patched:
            patched.setattr(checks, "_UNCHANGED", UnchangedPassages())
            patched.setattr(nodes, "_SCOPES", [])
            return found(text, other_titles)

    return run


@given(EDITS)
@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_text_that_is_typed_has_the_findings_of_one_that_is_read(afresh, edits):
    text = TEXT
    for at, length, piece in edits:
        text = text[:at] + piece + text[at + length :]
        assert afresh(text) == found(text)
        assert afresh(text) == found(text)  # and so it is when nothing has changed


def test_a_finding_of_a_passage_is_found_again_when_another_one_changes(afresh):
    prose = TEXT.index("== presentation") + len("== presentation\n")
    flawed = f"{TEXT[:prose]}\nTODO\n{TEXT[prose:]}"
    for text in (flawed, flawed + "\nMore.\n", f"// a comment\n{flawed}"):
        assert "this is still to do" in [each.message for each in found(text)]
        assert afresh(text) == found(text)


def test_other_titles_are_looked_for_in_passages_that_were_sound(afresh):
    words = TEXT[TEXT.index("== presentation") :].split()[10:13]
    assert found(TEXT) == afresh(TEXT)
    titles = (" ".join(words), "the kitchen")
    assert afresh(TEXT, titles) == found(TEXT, titles)


def test_of_more_findings_than_are_kept_none_is_forgotten(afresh, monkeypatch):
    monkeypatch.setattr(checks, "MOST_OF_A_KIND", 1)
    one, other = TEXT.index("== ANNA witness"), TEXT.index("== ANNA motive")
    flawed = f"{TEXT[:one].rstrip()}\n\nTODO\n\n{TEXT[one:other].rstrip()}\n\nTODO\n\n{TEXT[other:]}"
    assert afresh(flawed) == found(flawed)
    better = flawed.replace("TODO\n\n", "", 1)
    assert "this is still to do" in [each.message for each in found(better)]
