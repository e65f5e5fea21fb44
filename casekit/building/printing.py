"""From a plan to finished files, each read back before it is given away."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from casekit.building.covers import cover_of
from casekit.building.crews import MOST_HELPERS, is_worth_several
from casekit.building.planning import (
    COVER,
    BoundBooklet,
    Plan,
    cases_in,
    game_of,
    look_of,
    numbered,
    paragraphs_in,
    products_of,
    variant_for,
)
from casekit.diagnostics import Diagnostic, codes, has_errors
from casekit.pipeline.checking import Progress

if TYPE_CHECKING:
    from casekit.print.content.booklet import Booklet as Content
    from casekit.print.content.pieces import Piece
    from casekit.print.content.variants import Variant
    from casekit.print.numbers.numbering import Numbering
    from casekit.print.numbers.room import PageRoom
    from casekit.print.numbers.statistics import Shuffle
    from casekit.print.pages.booklets.beforehand import Beforehand
    from casekit.print.produce import Finishing
    from casekit.system.crew import Crew


@dataclass(frozen=True, slots=True)
class Numbers:
    """How a booklet is shuffled, and its lock file with the text to write there; empty if that stays as it is.

    ``group`` is what the game calls the paragraphs of one group.
    """

    shuffle: "Shuffle"
    lock_file: Path | None = None
    lock_text: str = ""
    group: str = ""


@dataclass(frozen=True, slots=True)
class Product:
    """A finished file: its name, its bytes, and if it is a booklet, its numbers and what was made from it.

    ``bound`` is how many pages the booklet has whose cover it is.
    """

    name: str
    data: bytes
    numbers: Numbers | None = None
    further: tuple["Product", ...] = ()
    bound: int | None = None


_MANY = 50
"""Paragraphs of a booklet that takes longer to print than another process takes to start."""

PrintedProducts = tuple[tuple[Product, ...], tuple[Diagnostic, ...]]
"""Finished files, and what was found on the way."""


def carry_out(
    plan: Plan, sheet_paper: str, progress: Progress, jobs: int = 1, crew: "Crew | None" = None
) -> PrintedProducts:
    """Print everything a plan holds, in ``jobs`` processes; products only if nothing is wrong with any.

    ``crew`` is that of ``crew_for``; it is closed when the long booklets are printed.
    """
    printed = _printed(_tasks(plan, sheet_paper), jobs, crew, progress)
    found = tuple(problem for _, problems in printed for problem in problems)
    if has_errors(found):
        return (), found
    products = tuple(one for products, _ in printed for one in products)
    return (*products, *_tickets(plan, products)), found


def _printed(
    tasks: "Sequence[_Task]", jobs: int, crew: "Crew | None", progress: Progress
) -> list[PrintedProducts]:
    """The products of each task, with a finding for each process that was ended.

    Booklets that several processes are worth have all of them, one after the other, if there are not enough such booklets.
    """
    from casekit.system.processes import LostProcessError, in_processes

    alone = [task for task in tasks if is_worth_several(task.paragraphs)]
    alone = alone if len(alone) < jobs else []
    together = [task for task in tasks if task not in alone]
    try:
        printed = _printed_alone(alone, jobs, crew, progress)
        made = in_processes(_print_task, together, jobs, progress)
    except LostProcessError as lost:
        return [((), (_lost(together[lost.task].binding),))]
    printed |= {task.key: each for task, each in zip(together, made, strict=True)}
    return [printed[task.key] for task in tasks]


def _printed_alone(
    tasks: "Sequence[_Task]", jobs: int, crew: "Crew | None", progress: Progress
) -> "dict[tuple[str, bool], PrintedProducts]":
    """The products of tasks that are done in this process, with the help of others, which end with them."""
    from casekit.system.crew import Crew

    helpers = min(jobs - 1, MOST_HELPERS) if tasks else 0
    with Crew(helpers) if crew is None else crew as helped:
        return {task.key: _print_alone(task, helped, progress) for task in tasks}


def _print_alone(task: "_Task", crew: "Crew", progress: Progress) -> PrintedProducts:
    from casekit.system.processes import LostProcessError

    try:
        return _print_task(task, progress, crew)
    except LostProcessError:
        return (), (_lost(task.binding),)


def _tasks(plan: Plan, sheet_paper: str) -> "list[_Task]":
    """A task for each booklet, and if it is a long one, another for all that goes with it."""
    tasks: dict[tuple[str, bool], _Task] = {}
    for binding, name in products_of(plan):
        paragraphs = sum(1 for _ in paragraphs_in(binding, cases_in(binding)))
        key = binding.slug, name in {"booklet", COVER} and paragraphs >= _MANY
        task = tasks.get(key, _Task(key, binding, (), sheet_paper, paragraphs if key[1] else 0))
        tasks[key] = replace(task, names=(*task.names, name))
    return list(tasks.values())


def _tickets(plan: Plan, products: Sequence[Product]) -> Iterator[Product]:
    """The job tickets of booklets that are made for a print shop, or of what goes with them."""
    from casekit.print.ticket import TicketFile, ticket

    data = {each.name: each.data for each in products}
    for binding in plan.bindings:
        if not _has_ticket(plan, binding):
            continue
        names = [name for other, name in products_of(plan) if other.slug == binding.slug]
        files = {_file_name(binding, name): name for name in names}
        items = [TicketFile(file, name, data[file]) for file, name in files.items()]
        terms = game_of(binding).ticket(cases_in(binding)[0].settings.language)
        yield Product(_ticket_name(binding), ticket(binding.title, items, terms).encode())


def files_of(plan: Plan) -> tuple[str, ...]:
    """The names of the files that a plan will print, in order."""
    printed = [
        file
        for binding, name in products_of(plan)
        for file in (_file_name(binding, name), *(_further_names(binding) if name == "booklet" else ()))
    ]
    return (*printed, *(_ticket_name(binding) for binding in plan.bindings if _has_ticket(plan, binding)))


def _further_names(binding: BoundBooklet) -> tuple[str, ...]:
    suffixes = binding.finishing.further if binding.finishing else ()
    return tuple(_further_name(binding.slug, suffix) for suffix in suffixes)


def _further_name(slug: str, suffix: str) -> str:
    return f"{slug}-booklet-{suffix}.pdf"


def _ticket_name(binding: BoundBooklet) -> str:
    return f"{binding.slug}{variant_for(binding).suffix}.txt"


def _has_ticket(plan: Plan, binding: BoundBooklet) -> bool:
    printed = any(other.slug == binding.slug for other, _ in products_of(plan))
    return printed and variant_for(binding).ticket


def _file_name(binding: BoundBooklet, name: str) -> str:
    """The name of a product's file."""
    variant = variant_for(binding)
    return f"{binding.slug}-{name}{(variant if name == 'booklet' else variant.of_pieces).suffix}.pdf"


@dataclass(frozen=True)
class _Task:
    """The work of one process: a booklet, or what goes with it.

    ``paragraphs`` is how many a long booklet has.
    """

    key: tuple[str, bool]
    binding: BoundBooklet
    names: tuple[str, ...]
    sheet_paper: str
    paragraphs: int = 0


def _print_task(task: _Task, progress: Progress, crew: "Crew | None" = None) -> PrintedProducts:
    from casekit.system.collecting import no_collections

    products: list[Product] = []
    found: list[Diagnostic] = []
    with no_collections():
        for name in task.names:
            if name == COVER:
                product, problems = print_cover(task.binding, products, progress)
            else:
                product, problems = print_product(task.binding, name, task.sheet_paper, progress, crew)
            found += problems
            if product is not None:
                products += [product, *product.further]
    return tuple(products), tuple(found)


def _lost(binding: BoundBooklet) -> Diagnostic:
    return Diagnostic(
        codes.LOST_PROCESS,
        f"the process that printed the booklet `{binding.slug}`, or the files that go with it, was ended from outside",
        binding.cases[0].source.whole(),
        hint="try `--jobs 1`: there may be too little memory for several processes",
    )


def print_product(
    binding: BoundBooklet, name: str, sheet_paper: str, progress: Progress, crew: "Crew | None" = None
) -> tuple[Product | None, tuple[Diagnostic, ...]]:
    """Print one of the game's products for a booklet."""
    if name == "booklet":
        return print_binding(binding, progress, crew)
    if name == COVER:
        return print_cover(binding, (), progress, crew)
    return _print_piece(binding, name, sheet_paper, progress)


def print_binding(
    binding: BoundBooklet, progress: Progress, crew: "Crew | None" = None
) -> tuple[Product | None, tuple[Diagnostic, ...]]:
    """Print a booklet, with the help of a crew, and read it back; what was read must be what was proved.

    As long as it has no lock, it is numbered and printed again if a spread of it turned out to be crowded.
    """
    from casekit.print.numbers.numbering import TRIES
    from casekit.system.crew import ALONE

    measure = Measuring(variant_for(binding), crew or ALONE)
    product, problems = _print_numbered(binding, 0, measure, progress)
    for attempt in range(1, TRIES if binding.lock is None else 1):
        if all(problem.code is not codes.CROWDED_SPREAD for problem in problems):
            break
        product, problems = _print_numbered(binding, attempt, measure, progress)
    return product, problems


@dataclass
class Measuring:
    """Sets what of a booklet needs no numbers, once, however often it is numbered."""

    variant: "Variant"
    crew: "Crew"
    made: "Beforehand | None" = None

    def __call__(self, content: "Content") -> "PageRoom | None":
        """The room that its paragraphs take, by which those of one case are kept apart; ``None`` if nothing is to be gained."""
        from casekit.print.produce import prepare

        self.made = self.made or prepare(content, self.variant, self.crew)
        return self.made.paragraphs.room if self.made and self.made.paragraphs else None


def _print_numbered(
    binding: BoundBooklet, attempt: int, measure: Measuring, progress: Progress
) -> tuple[Product | None, tuple[Diagnostic, ...]]:
    from casekit.print.preflight.inspection import inspect
    from casekit.print.produce import Finishing, set_booklet

    progress(f"typesetting {binding.slug}")
    content, numbering = numbered(binding, attempt, measure)
    finishing = binding.finishing or Finishing()
    made = set_booklet(content, numbering.numbers, finishing.variant, measure.made, measure.crew)
    data, problems = made.pdf, made.findings
    if data is None:
        return None, problems
    progress(f"reading {binding.slug} back")
    problems = (*problems, *inspect(data, content, numbering.numbers, finishing.variant, measure.crew))
    if has_errors(problems):
        return None, problems
    products, more = _further(binding.slug, data, content, finishing)
    numbers = _numbers(binding, content, numbering, made.spreads)
    return Product(_file_name(binding, "booklet"), data, numbers, products), (*problems, *more)


def _further(
    slug: str, data: bytes, content: "Content", finishing: "Finishing"
) -> tuple[tuple[Product, ...], tuple[Diagnostic, ...]]:
    """The sheets and the proof that are wanted of a finished booklet."""
    from casekit.print.produce import further

    products: list[Product] = []
    found: list[Diagnostic] = []
    for suffix, (made, problems) in further(data, content, finishing):
        found += problems
        if made is not None:
            products.append(Product(_further_name(slug, suffix), made))
    return tuple(products), tuple(found)


def _numbers(
    binding: BoundBooklet, content: "Content", numbering: "Numbering", spreads: Mapping[str, int]
) -> Numbers:
    """The figures to report of a booklet's numbers, and the lock to keep."""
    from casekit.print.numbers.lock import lock_of, lock_text
    from casekit.print.numbers.statistics import shuffle_of

    lock = lock_of(content, numbering)
    text = "" if binding.lock_file is None or lock == binding.lock else lock_text(lock)
    return Numbers(shuffle_of(content, numbering, spreads), binding.lock_file, text, content.group)


def _print_piece(
    binding: BoundBooklet, name: str, paper: str, progress: Progress
) -> tuple[Product | None, tuple[Diagnostic, ...]]:
    """Print one of the things that are in the box beside the booklets, in the variant that goes with theirs."""
    from casekit.print import produce

    progress(f"typesetting {binding.slug}-{name}")
    data, problems = produce.print_piece(piece_of(binding, name, paper), variant_for(binding))
    return (None if data is None else Product(_file_name(binding, name), data)), problems


def print_cover(
    binding: BoundBooklet, printed: Sequence[Product], progress: Progress, crew: "Crew | None" = None
) -> tuple[Product | None, tuple[Diagnostic, ...]]:
    """Print the cover of a booklet that is among what was ``printed``, or is printed now to count its pages."""
    from casekit.print import produce
    from casekit.print.preflight.objects.open_files import pages_in

    name = _file_name(binding, "booklet")
    booklet = next((each for each in printed if each.name == name), None)
    if booklet is None:
        booklet, problems = print_binding(binding, progress, crew)
        if booklet is None:
            return None, problems
    progress(f"typesetting {binding.slug}-cover")
    pages = pages_in(booklet.data)
    data, problems = produce.print_piece(cover_of(binding, pages), variant_for(binding))
    return (None if data is None else Product(_file_name(binding, COVER), data, bound=pages)), problems


def piece_of(binding: BoundBooklet, name: str, paper: str) -> "Piece":
    """The piece that the game prints beside its booklets under a name."""
    return game_of(binding).piece(name, cases_in(binding), look_of(binding, paper))
