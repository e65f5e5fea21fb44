"""From a plan to finished files, each read back before it is given away."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from casekit.diagnostics import Diagnostic, Span, codes, has_errors
from casekit.games.midnight.deck import Deck
from casekit.pipeline.checking import Progress
from casekit.pipeline.planning import Binding, Plan, cases_in, no_deck, numbered, products_of, variant_of

if TYPE_CHECKING:
    from casekit.games.midnight.box import Piece
    from casekit.print.content import Booklet as Content
    from casekit.print.finishing import Finishing
    from casekit.print.numbering import Numbering
    from casekit.print.statistics import Shuffle


@dataclass(frozen=True, slots=True)
class Numbers:
    """How a booklet is shuffled, and its lock file with the text to write there; empty if that stays as it is."""

    shuffle: "Shuffle"
    lock_file: Path | None = None
    lock_text: str = ""


@dataclass(frozen=True, slots=True)
class Product:
    """A finished file: its name, its bytes, and if it is a booklet, its numbers and what was made from it."""

    name: str
    data: bytes
    numbers: Numbers | None = None
    further: tuple["Product", ...] = ()


_MANY = 50
"""Paragraphs of a booklet that takes longer to print than another process takes to start."""

Printed = tuple[tuple[Product, ...], tuple[Diagnostic, ...]]
"""Finished files, and what was found on the way."""


def carry_out(plan: Plan, sheet_paper: str, progress: Progress, jobs: int = 1) -> Printed:
    """Print everything a plan holds, in ``jobs`` processes; products only if nothing is wrong with any."""
    from casekit.print.processes import LostProcessError, in_processes

    tasks = _tasks(plan, sheet_paper)
    try:
        printed = in_processes(_print_task, tasks, jobs, progress)
    except LostProcessError as lost:
        return (), (_lost(tasks[lost.task].binding),)
    found = tuple(problem for _, problems in printed for problem in problems)
    if has_errors(found):
        return (), found
    products = tuple(one for products, _ in printed for one in products)
    return (*products, *_tickets(plan, products)), found


def _tasks(plan: Plan, sheet_paper: str) -> "list[_Task]":
    """A task for each booklet, and if it is a long one, another for all that goes with it."""
    tasks: dict[tuple[str, bool], _Task] = {}
    for binding, name in products_of(plan):
        paragraphs = sum(len(case.paragraphs) for case in cases_in(binding))
        key = binding.slug, name == "booklet" and paragraphs >= _MANY
        task = tasks.get(key, _Task(binding, (), plan.deck, sheet_paper))
        tasks[key] = replace(task, names=(*task.names, name))
    return list(tasks.values())


def _tickets(plan: Plan, products: Sequence[Product]) -> Iterator[Product]:
    """The job tickets of booklets that are made for a print shop, or of what goes with them."""
    from casekit.games.midnight.words import words_of
    from casekit.print.ticket import Item, ticket

    data = {each.name: each.data for each in products}
    for binding in plan.bindings:
        names = [name for other, name in products_of(plan) if other.slug == binding.slug]
        if not (names and variant_of(binding).ticket):
            continue
        files = {_file_name(binding, name): name for name in names}
        items = [Item(file, name, data[file]) for file, name in files.items()]
        text = ticket(binding.title, items, words_of(cases_in(binding)[0].edition.language).ticket)
        yield Product(f"{binding.slug}{variant_of(binding).suffix}.txt", text.encode())


def files_of(plan: Plan) -> tuple[str, ...]:
    """The names of the files that a plan will print, without those that are made of its booklets."""
    return tuple(_file_name(binding, name) for binding, name in products_of(plan))


def _file_name(binding: Binding, name: str) -> str:
    """What one of ``PRODUCTS`` is called."""
    variant = variant_of(binding)
    return f"{binding.slug}-{name}{(variant if name == 'booklet' else variant.of_pieces).suffix}.pdf"


@dataclass(frozen=True)
class _Task:
    """What is printed in one process: a booklet, or what goes with it."""

    binding: Binding
    names: tuple[str, ...]
    deck: Deck | None
    sheet_paper: str


def _print_task(task: _Task, progress: Progress) -> Printed:
    from casekit.print.collecting import no_collections

    products: list[Product] = []
    found: list[Diagnostic] = []
    with no_collections():
        for name in task.names:
            product, problems = print_product(task.binding, name, task.deck, task.sheet_paper, progress)
            found += problems
            if product is not None:
                products += [product, *product.further]
    return tuple(products), tuple(found)


def _lost(binding: Binding) -> Diagnostic:
    return Diagnostic(
        codes.LOST_PROCESS,
        f"the process that printed the booklet `{binding.slug}`, or what goes with it, was ended from outside",
        binding.cases[0].source.whole(),
        hint="there may be too little memory for several processes: try `--jobs 1`",
    )


def print_product(
    binding: Binding, name: str, deck: Deck | None, sheet_paper: str, progress: Progress
) -> tuple[Product | None, tuple[Diagnostic, ...]]:
    """Print one of ``PRODUCTS`` for a booklet."""
    if name == "booklet":
        return print_binding(binding, progress)
    return print_piece(binding, name, deck, sheet_paper, progress)


def print_binding(binding: Binding, progress: Progress) -> tuple[Product | None, tuple[Diagnostic, ...]]:
    """Print a booklet and read it back; what was read must be what was proved.

    As long as it has no lock, it is numbered and printed again if a spread of it turned out to be crowded.
    """
    from casekit.print.numbering import TRIES

    product, problems = _print_numbered(binding, 0, progress)
    for attempt in range(1, TRIES if binding.lock is None else 1):
        if all(problem.code is not codes.CROWDED_SPREAD for problem in problems):
            break
        product, problems = _print_numbered(binding, attempt, progress)
    return product, problems


def _print_numbered(
    binding: Binding, attempt: int, progress: Progress
) -> tuple[Product | None, tuple[Diagnostic, ...]]:
    from casekit.print.booklet import print_booklet
    from casekit.print.finishing import Finishing
    from casekit.print.inspection import inspect

    progress(f"typesetting {binding.slug}")
    content, numbering = numbered(binding, attempt)
    finishing = binding.finishing or Finishing()
    data, problems = print_booklet(content, numbering.numbers, finishing.variant)
    if data is None:
        return None, problems
    progress(f"reading {binding.slug} back")
    problems = (*problems, *inspect(data, content, numbering.numbers, finishing.variant))
    if has_errors(problems):
        return None, problems
    made, more = _further(binding.slug, data, content, finishing)
    numbers = _numbers(binding, content, numbering)
    return Product(_file_name(binding, "booklet"), data, numbers, made), (*problems, *more)


def _further(
    slug: str, data: bytes, content: "Content", finishing: "Finishing"
) -> tuple[tuple[Product, ...], tuple[Diagnostic, ...]]:
    """The sheets and the proof that are wanted of a finished booklet."""
    from casekit.print.finishing import further

    products: list[Product] = []
    found: list[Diagnostic] = []
    for suffix, (made, problems) in further(data, content, finishing):
        found += problems
        if made is not None:
            products.append(Product(f"{slug}-booklet-{suffix}.pdf", made))
    return tuple(products), tuple(found)


def _numbers(binding: Binding, content: "Content", numbering: "Numbering") -> Numbers:
    """What is to be reported and kept of a booklet's numbers."""
    from casekit.print.lock import lock_of, lock_text
    from casekit.print.statistics import shuffle_of

    lock = lock_of(content, numbering)
    text = "" if binding.lock_file is None or lock == binding.lock else lock_text(lock)
    return Numbers(shuffle_of(content, numbering), binding.lock_file, text)


def print_piece(
    binding: Binding, name: str, deck: Deck | None, paper: str, progress: Progress
) -> tuple[Product | None, tuple[Diagnostic, ...]]:
    """Print one of the things that lie in the box beside the booklets, in the variant that goes with theirs."""
    progress(f"typesetting {binding.slug}-{name}")
    data, problems = _piece(binding, name, deck, paper).print(variant_of(binding))
    return (None if data is None else Product(_file_name(binding, name), data)), problems


def _piece(binding: Binding, name: str, deck: Deck | None, paper: str) -> "Piece":
    from casekit.games.midnight.box import Look, piece
    from casekit.games.midnight.pages import accent_of

    first = cases_in(binding)[0]
    look = Look(binding.title, accent_of(binding.colour), binding.paper, paper, first.source.whole())
    return piece(name, first.edition, deck, look)


def preflight(
    data: bytes, file: str, binding: Binding, name: str, deck: Deck | None, paper: str
) -> tuple[Diagnostic, ...]:
    """Look at the bytes of a finished PDF beside what it should be.

    Args:
        data: the file, made by anybody.
        file: what it is called.
        binding: the booklet that it is or goes with, and how that is finished.
        name: which of ``PRODUCTS`` it should be.
        deck: the edition's cards.
        paper: of what is no booklet.
    """
    from casekit.print.inspection import refuse

    if unreadable := refuse(data, Span(file)):
        return unreadable
    return tuple(_in_file(found, file) for found in _preflight(data, binding, name, deck, paper))


def _in_file(found: Diagnostic, file: str) -> Diagnostic:
    """A finding of preflight; what concerns no text but the file alone has its place there."""
    return replace(found, span=Span(file)) if found.code is codes.UNREADABLE_PDF else found


def _preflight(
    data: bytes, binding: Binding, name: str, deck: Deck | None, paper: str
) -> tuple[Diagnostic, ...]:
    from casekit.print.inspection import inspect_piece

    if name == "booklet":
        return _preflight_booklet(data, binding)
    if name == "cards" and deck is None:
        return (no_deck(cases_in(binding)[0].source.name),)
    variant = variant_of(binding)
    return inspect_piece(data, _piece(binding, name, deck, paper).wanted(variant), variant)


def _preflight_booklet(data: bytes, binding: Binding) -> tuple[Diagnostic, ...]:
    """The same for a booklet.

    One without a lock may have been numbered more than once; it is compared with the attempt that it fits.
    """
    from casekit.print.inspection import inspect
    from casekit.print.numbering import TRIES

    first: tuple[Diagnostic, ...] | None = None
    for attempt in range(TRIES if binding.lock is None else 1):
        content, numbering = numbered(binding, attempt)
        found = inspect(data, content, numbering.numbers, variant_of(binding))
        if all(problem.code not in {codes.MISPRINTED_NUMBER, codes.MISLEADING_TABLE} for problem in found):
            return found
        first = found if first is None else first
    return first or ()
