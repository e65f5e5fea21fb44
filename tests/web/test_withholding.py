"""What the pages of a case say of its wrong text while nobody has asked for the solution."""

import html
import re

import pytest

from casekit.kit.code_registry import all_codes, base_of
from casekit.pipeline.loading import InputFile
from casekit.web.case_pages.case_status import case_status
from casekit.web.case_pages.printed_pages import PrintedCase, print_obstacle
from casekit.web.case_worker import AnalysedCase, ServedFile
from casekit.web.served_cases import CaseStore, KeptAnswer
from tests.overlay import entry_of, overlay
from tests.web.served import DOOR, LocalClient

BASES = {"case": base_of("midnight"), "puzzle": base_of("clue")}


class Quick(AnalysedCase):
    """A case of which nothing is deduced: findings of the deduction are counted alone."""

    @property
    def findings(self):
        return (*self.typed.edition.diagnostics, *self.checked.diagnostics)

    @property
    def _deduction(self):
        return (type("Checked", (), {"verdict": None})(), None)


def wrong():
    for entry in map(entry_of, all_codes()):
        wrong = entry.wrong[0]
        kind, _, whole = wrong.kind.partition(" ")
        if kind in BASES:
            yield entry.code.id, wrong.text if whole else overlay(BASES[kind], wrong.text)


EXAMPLES = dict(wrong())
IN_PROSE = {"CK136": "room(ANNA) = galley", "CK142": "culprit = CLARA"}
"""Lines of the truth that the prose of an example says as well."""


def secret_lines(text):
    """The lines that begin with ``~``, and those of the truth and the solution."""
    within = ""
    for line in text.splitlines():
        within = line if line.startswith("==") else within
        bare = line.strip()
        secret = re.match(r"==\s*(truth|solution)\b", within) and not line.startswith("==")
        # A word or two may be said of anything.
        if len(bare) >= 8 and (line.startswith("~") or secret):
            yield bare


def pages(folder, text, *, show=False):
    """The case as it was analysed, the overview, and each paragraph beside it, with what is said where it cannot be set."""
    file = folder / "some.case"
    file.write_text(text, encoding="utf-8")
    (folder / "edition.toml").write_text(base_of("midnight", "base.toml"), encoding="utf-8")
    analysed = Quick(ServedFile(file.name, None, file))
    status = case_status(analysed)
    with LocalClient(CaseStore(lambda: [InputFile.of(file)])) as client:
        case = client.workshop.case("some")
        if show:
            client.post(f"{DOOR.base}/solution/some", data={"show": "yes"})
        case.answers["status"] = KeptAnswer(status, case.file.version)
        case.answers["depth"] = KeptAnswer(None, case.file.version)
        shown = [client.page("/overview/some")]
        shown += [
            client.page(f"/overview/some?at={source.replace(' ', '+')}") for source in status.paragraphs
        ]
        for found in analysed.findings:
            printed = PrintedCase(why_not_printable=print_obstacle(analysed, [found]))
            case.answers["pages"] = KeptAnswer(printed, case.file.version)
            assert printed.why_not_printable.message
            shown.append(client.page("/pages/some"))
    return analysed, html.unescape("\n".join(shown))


def leaks(folder, text):
    analysed, shown = pages(folder, text)
    printed = {each.text for each in case_status(analysed).paragraphs.values() if each.is_printed_whole}
    return {line for line in secret_lines(text) if line in shown} - printed


@pytest.mark.parametrize("part", range(4))
def test_no_line_of_logic_truth_or_solution_is_shown(part, tmp_path):
    assert len(EXAMPLES) > 60
    for code, text in [*EXAMPLES.items()][part::4]:
        assert {IN_PROSE.get(code)} >= leaks(tmp_path, text), code


CASE = base_of()
LOGIC = '~ lie room(CLARA) = deck "out on deck"'


@pytest.mark.parametrize(
    ("before", "after", "code", "quoted"),
    [
        (LOGIC, '~ lie room(CLARA) = deck "not in the prose"', "CK126", "not in the prose"),
        (LOGIC, "~ lie room(CLARA) = dek", "CK201", "dek"),
        ("method = poison\n", "method = poisn\n", "CK201", "poisn"),
    ],
)
def test_of_a_finding_in_logic_or_truth_only_what_it_is_and_where_is_told(
    before, after, code, quoted, tmp_path
):
    text = CASE.replace(before, after, 1)
    line = text.splitlines().index(after.strip()) + 1
    _, shown = pages(tmp_path, text)
    assert code in shown
    assert f"some.case:{line}" in shown
    assert quoted not in shown
    _, shown = pages(tmp_path, text, show=True)
    assert quoted in shown


def test_a_finding_in_prose_or_in_the_header_is_told(tmp_path):
    _, shown = pages(tmp_path, CASE.replace("level:  amateur", "level:  amatuer"))
    assert "amatuer" in shown
    assert "give the solution away" not in shown
    _, shown = pages(tmp_path, CASE.replace("plucking geese", "plucking *geese"))
    assert "plucking *geese" in shown
    assert "give the solution away" not in shown


def test_a_paragraph_without_prose_shows_none_of_its_lines(tmp_path):
    text = CASE.replace("Geese, feathers and two damp aprons.", "~ lie owes(ANNA)")
    _, shown = pages(tmp_path, text)
    assert "lie owes" not in shown
    assert "no prose" in shown
    _, shown = pages(tmp_path, text, show=True)
    assert "lie owes(ANNA)" in shown
