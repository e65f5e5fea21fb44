"""The texts that a build writes beside its PDFs: job tickets for a print shop, and what a box takes."""

from collections.abc import Iterator, Mapping

from casekit.building.plan import Plan
from casekit.building.planned_booklets import Task, game_of
from casekit.kit.defaults import pages as defaults_pages
from casekit.print.job_ticket import ticket

_SHEETS_TO_FOLD = "-imposed.pdf"
"""The end of the names of sheets to fold."""


def texts_of(plan: Plan, pdf_files: Mapping[str, bytes]) -> Iterator[tuple[str, str]]:
    """The texts of a plan: the name of each file and what it says, given the bytes of all PDFs by name."""
    yield from _job_tickets(plan, pdf_files)
    if plan.box_list:
        yield plan.box_list, _box_list(plan, pdf_files)


def _job_tickets(plan: Plan, pdf_files: Mapping[str, bytes]) -> Iterator[tuple[str, str]]:
    """A ticket for each booklet of which something goes to a print shop."""
    for booklet in plan.booklets:
        tasks = [task for task in plan.tasks if task.booklet.slug == booklet.slug]
        if tasks and booklet.ticket_file:
            entries = [(task.file, task.product, pdf_files[task.file], None) for task in tasks]
            terms = game_of(booklet).pages.ticket_terms(booklet.documents[0].settings.language)
            yield booklet.ticket_file, ticket(booklet.title, entries, terms)


def _box_list(plan: Plan, pdf_files: Mapping[str, bytes]) -> str:
    """The list of everything that a box takes, with how often to print it."""
    first = plan.booklets[0]
    language = first.documents[0].settings.language
    terms = defaults_pages.box_terms(game_of(first).pages.ticket_terms(language), language)
    products = {_printed_file(task): task.product for task in plan.tasks}
    entries = []
    for file, product in products.items():
        saddle = first.finishing.saddle if file.endswith(_SHEETS_TO_FOLD) else None
        entries.append((file, product, pdf_files[file], saddle))
    return ticket(first.title, entries, terms)


def _printed_file(task: Task) -> str:
    """The file of a task that is printed: what is folded is printed on its sheets."""
    for file in task.files:
        if file.endswith(_SHEETS_TO_FOLD):
            return file
    return task.file
