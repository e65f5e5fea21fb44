import multiprocessing
import re
from functools import partial
from operator import call

import pytest

from bench.ten import write_edition
from casekit.building import booklet_helpers, execution, plan as building_plan
from casekit.diagnostics import Severity, codes
from casekit.kit.editions import EditionFinder
from casekit.pipeline import checking, loading
from casekit.print.pages import measuring
from casekit.system import worker_processes

pytestmark = pytest.mark.nightly

HAND_WRITTEN = 5


def contents(folder):
    files = (file for file in sorted(folder.rglob("*")) if file.is_file())
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}


@pytest.fixture(scope="module")
def ten(tmp_path_factory):
    return write_edition(tmp_path_factory.mktemp("ten"))


@pytest.fixture(scope="module")
def checked(ten):
    report, cases = checking.check_files(
        [loading.InputFile.of(ten)], EditionFinder(), lambda _: None, checking.CheckOptions(balance=500)
    )
    return report, cases


def test_ten_cases_of_sixty_paths_each_are_written(ten, checked):
    _, cases = checked
    assert 10 == len(cases)
    assert 600 == sum(len(each.document.paragraph_of) for each in cases)
    names = {each.source.name.rpartition("/")[2] for each in cases}
    pictures = {each.document.illustration for each in cases if each.document.illustration}
    assert HAND_WRITTEN == len(pictures)
    assert {"deck.toml", ten.name, *names, *pictures} == set(contents(ten.parent))


def test_they_are_clean_under_strict_and_of_the_level_they_claim(checked):
    report, _ = checked
    assert [] == [str(found) for found in report.diagnostics if found.severity is not Severity.NOTE]


def test_their_solutions_are_certain(checked):
    _, cases = checked
    found = {element["status"] for each in cases for element in each.verdict["elements"].values()}
    assert {"certain"} == found


def test_synthetic_cases_say_so(checked):
    _, cases = checked
    synthetic = [each.document for each in cases[HAND_WRITTEN:]]
    assert {"a program"} == {case.author for case in synthetic}
    assert all(case.title.startswith("Synthetic case ") for case in synthetic)
    for case in synthetic:
        assert "made by a program" in case.presentation.prose[0].text
        assert "A program made this story up" in case.solution.prose[0].text


def test_their_paragraphs_are_as_long_as_hand_written_ones(checked):
    _, cases = checked
    lengths = [
        [
            len(re.findall(r"\S+", " ".join(prose.text for prose in paragraph.prose)))
            for paragraph in each.document.paragraphs
        ]
        for each in cases
    ]
    assert all(12 <= words <= 115 for case in lengths for words in case)
    means = [sum(case) / len(case) for case in lengths]
    hand_written, synthetic = means[:HAND_WRITTEN], means[HAND_WRITTEN:]
    assert all(min(hand_written) - 5 <= mean <= max(hand_written) + 5 for mean in synthetic)


def test_no_two_cases_share_a_paragraph(checked):
    _, cases = checked
    texts = [paragraph.prose[0].text for each in cases for paragraph in each.document.paragraphs]
    assert len(set(texts)) == len(texts)


def test_the_same_bytes_are_written_again(tmp_path):
    write_edition(tmp_path / "a", cases=5, booklets=2)
    write_edition(tmp_path / "b", cases=5, booklets=2)
    assert contents(tmp_path / "a") == contents(tmp_path / "b")


def test_cases_are_divided_among_booklets(tmp_path):
    edition = EditionFinder().read(write_edition(tmp_path, cases=5, booklets=2)).settings
    assert [3, 2] == [len(booklet.cases) for booklet in edition.booklets]


def test_a_booklet_needs_a_case(tmp_path):
    with pytest.raises(ValueError, match="2 cases cannot fill 3 booklets"):
        write_edition(tmp_path, cases=2, booklets=3)


@pytest.fixture(scope="module")
def plan(tmp_path_factory):
    """A booklet of two cases, which is divided as a long one is: several processes are worth it, and it is set in four runs."""
    edition = write_edition(tmp_path_factory.mktemp("two"), cases=2)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(booklet_helpers, "PARAGRAPHS_WORTH_HELPERS", 100)
        patch.setattr(measuring, "_PARAGRAPHS_PER_RUN", 30)
        yield building_plan.plan_build(edition, EditionFinder(), None, lambda _: None, only=("booklet",))


@pytest.fixture(scope="module")
def printed(plan):
    return execution.carry_out(plan, "a4", lambda _: None)


def test_a_smaller_booklet_is_printed_from_end_to_end(plan, printed):
    products, problems = printed
    assert ((), ()) == (plan.report.diagnostics, problems)
    ((booklet,),) = (products,)
    assert booklet.name == "bench-1-booklet.pdf"
    assert (2, 120) == (booklet.shuffle.cases, booklet.shuffle.paragraphs)
    assert booklet.shuffle.nearest >= 1


@pytest.fixture
def given(monkeypatch):
    """The tasks that helpers are given. This process waits until there is one, or it would do all of them on a slow machine."""
    tasks = []
    answer_of, taken = worker_processes.answer_of, worker_processes.HelperPool._taken

    def counted(connection, work, task, *, at):
        if work is not call:
            tasks.append(connection)
        return answer_of(connection, work, task, at=at)

    def patient(self, wanted):
        with self._changed:
            while self.helped and not tasks:
                self._changed.wait(0.05)
        return taken(self, wanted)

    monkeypatch.setattr(worker_processes, "answer_of", counted)
    monkeypatch.setattr(worker_processes.HelperPool, "_taken", patient)
    return tasks


def test_the_bytes_are_the_same_however_many_processes_there_are(plan, printed, given):
    assert printed == execution.carry_out(plan, "a4", lambda _: None, jobs=2)
    assert given


def test_what_is_set_while_cases_are_checked_is_what_the_booklet_holds(plan, printed):
    (booklet,) = plan.booklets
    with worker_processes.HelperPool(1) as helped:
        again = building_plan.plan_build(
            booklet.lock_file.parent,
            EditionFinder(),
            None,
            lambda _: None,
            only=("booklet",),
            begin_booklet=partial(booklet_helpers.begin_booklet, helped),
        )
        assert len(helped._foreseen) == 4
        assert printed == execution.carry_out(again, "a4", lambda _: None, jobs=2, helpers=helped)
        assert [] == helped._foreseen


def test_nothing_is_set_of_a_booklet_with_a_case_that_cannot_be_read(tmp_path):
    edition = write_edition(tmp_path, cases=2)
    last = max(tmp_path.glob("*.case"))
    last.write_text(last.read_text().replace("== solution", "== solutoin"))
    begun = []
    plan = building_plan.plan_build(
        edition,
        EditionFinder(),
        None,
        lambda _: None,
        begin_booklet=lambda *arguments: begun.append(arguments),
    )
    assert plan.report.diagnostics
    assert [] == begun


@pytest.mark.usefixtures("given")
def test_a_process_that_is_killed_is_a_finding(plan, monkeypatch):
    counted = worker_processes.answer_of

    def killed(connection, work, task, *, at):
        if work is not call:
            for helper in multiprocessing.active_children():
                helper.kill()
        return counted(connection, work, task, at=at)

    monkeypatch.setattr(worker_processes, "answer_of", killed)
    products, problems = execution.carry_out(plan, "a4", lambda _: None, jobs=2)
    assert ((), [codes.LOST_PROCESS]) == (products, [problem.code for problem in problems])
    assert [] == multiprocessing.active_children()
