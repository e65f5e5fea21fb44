"""The texts that go with finished files: job tickets for a print shop, and the list of what to print for a box."""

from collections.abc import Iterator, Mapping

from casekit.building.planning import Plan, game_of
from casekit.games.ticket_words import box_terms
from casekit.print.produce import TicketFile, ticket

_IMPOSED = "-imposed.pdf"
"""The end of the names of sheets to fold. A booklet may be called the same."""


def job_texts(plan: Plan, data: Mapping[str, bytes]) -> Iterator[tuple[str, str]]:
    """The texts of a plan by their names, given the bytes of its finished files by theirs."""
    yield from _tickets(plan, data)
    for name in plan.lists:
        first = plan.bindings[0]
        language = first.documents[0].settings.language
        terms = box_terms(game_of(first).ticket(language), language)
        # What is folded is printed on its sheets.
        printed = {
            next((each for each in task.files if each.endswith(_IMPOSED)), task.file): task.name
            for task in plan.tasks
        }
        saddle = first.finishing.saddle if first.finishing else None
        items = [
            TicketFile(file, kind, data[file], saddle if file.endswith(_IMPOSED) else None)
            for file, kind in printed.items()
        ]
        yield name, ticket(first.title, items, terms)


def _tickets(plan: Plan, data: Mapping[str, bytes]) -> Iterator[tuple[str, str]]:
    """The job tickets of booklets that are made for a print shop, or of what goes with them."""
    for binding in plan.bindings:
        kinds = {task.file: task.name for task in plan.tasks if task.binding.slug == binding.slug}
        if kinds and binding.ticket:
            items = [TicketFile(file, kind, data[file]) for file, kind in kinds.items()]
            terms = game_of(binding).ticket(binding.documents[0].settings.language)
            yield binding.ticket, ticket(binding.title, items, terms)
