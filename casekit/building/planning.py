"""From an edition or a case to what a build will print of it, and from what that depends."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from casekit.diagnostics import Diagnostic, Span, codes, has_errors
from casekit.diagnostics.forms import Report
from casekit.games import DEFAULT, game_called
from casekit.games.bindings import BookletSettings, Settings
from casekit.games.editions import EDITION, Editions, Shelf, cases_of, is_edition, shown
from casekit.games.game import AnyGame, Document, Printable
from casekit.language.reading import is_there
from casekit.pipeline.checking import (
    Checked,
    Progress,
    check_booklet,
    check_files,
    merged_reports,
    report_of,
    with_findings,
)
from casekit.pipeline.given_documents import Input, found_in, game_in, inputs_in, no_booklet
from casekit.print.content.pieces import Look

if TYPE_CHECKING:
    from casekit.print.content.booklet import Booklet as Content, Paragraph
    from casekit.print.content.variants import Variant
    from casekit.print.numbers.lock import Lock
    from casekit.print.numbers.numbering import Numbering
    from casekit.print.numbers.room import PageRoom
    from casekit.print.produce import Finishing


COVER = "cover"
"""The product that every game has: a cover in one piece, made when a booklet has its pages."""


class UnknownProductError(ValueError):
    """Something was to be printed that the game does not have."""

    def __init__(self, name: str, names: Iterable[str]) -> None:
        super().__init__(f"{name!r} is not one of {', '.join(names)}.")


class NoSolutionError(ValueError):
    """A place was chosen for solutions, and nothing that is to be printed has any on leaves."""

    def __init__(self, names: Iterable[str]) -> None:
        super().__init__(f"no product to print has solutions on its sheets: {', '.join(names)}.")


@dataclass(frozen=True)
class BoundBooklet:
    """The contents of one booklet: its name, its look and its cases in order.

    ``files`` are the cases' files as the edition names them. An edition's booklet has a ``lock_file`` to keep its
    numbers in, and a ``lock`` once that is there; ``table`` is what its edition says of it. Without a ``finishing`` it is printed plain.
    """

    slug: str
    title: str
    cases: tuple[Checked, ...]
    colour: str = ""
    paper: str = "a5"
    files: tuple[str, ...] = ()
    lock_file: Path | None = None
    lock: "Lock | None" = None
    finishing: "Finishing | None" = None
    game: str = DEFAULT
    table: BookletSettings = field(default_factory=lambda: BookletSettings(""))


@dataclass(frozen=True)
class Plan:
    """The products that a build will print, and the findings of its checks. Nothing is bound if an input was missing.

    ``wanted`` are some of the products of the game, in the order in which they are printed; ``named`` if they were asked for
    by name.
    """

    report: Report
    bindings: tuple[BoundBooklet, ...] = ()
    wanted: tuple[str, ...] = ()
    named: bool = False


def plan_build(
    target: Path,
    editions: Editions,
    paper: str | None,
    progress: Progress,
    *,
    renumber: bool = False,
    only: tuple[str, ...] = (),
    begin: "Callable[[BoundBooklet, Sequence[Document]], None] | None" = None,
) -> Plan:
    """Find out what to print for a case file, an edition file or the folder of one, and check all of it.

    With ``renumber`` no lock file is read. ``only`` names some products of the game; without it a case gets those
    that are for one by itself, and an edition all. ``begin`` is called for each booklet of an edition when its cases are read, without an error, and not checked yet: with the booklet, which has no cases, and with their documents.

    Raises:
        UnknownProductError: if the game has no such product.
    """
    file = target / EDITION if target.is_dir() else target
    if target.is_dir() and not is_there(file):
        missing = Diagnostic(
            codes.NO_SUCH_FILE,
            f"there is no {EDITION} in this folder",
            Span(target.as_posix()),
            hint="name a case, or an edition with a booklet",
        )
        return Plan(with_findings(report_of(()), (missing,)))
    if not is_edition(file):
        report, checked = check_files([Input(target.as_posix(), None, target)], editions, progress)
        document, game = checked[0].document, checked[0].game
        title = document.title if document else ""
        binding = BoundBooklet(
            target.stem, title, checked, paper=paper or "a5", files=(target.name,), game=game.name
        )
        shelf = editions.of(target.parent, game.name)
        return _choose(Plan(report, (binding,), named=bool(only)), game, shelf, only or _alone(game), target)
    shelf = editions.read(file, found_in(target))
    if shelf.edition is None:
        return Plan(report_of((), (shelf,)))
    plan = replace(_plan_edition(shelf, file, paper, progress, begin or _nothing), named=bool(only))
    game = game_called(shelf.game)
    plan = _choose(plan, game, shelf, only or _offered(game, shelf.edition), file)
    return plan if renumber else _with_locks(plan)


def outline(target: Path, override: Path | None, only: tuple[str, ...]) -> Plan:
    """The products that a build will print, before any case is checked; empty where they cannot be known.

    The names of its products are those of the plan that ``plan_build`` makes of the same.
    """
    file = target / EDITION if target.is_dir() else target
    if not is_edition(file):
        game = game_in(target)
        binding = BoundBooklet(target.stem, "", (), game=game.name)
        return Plan(report_of(()), (binding,), only or _alone(game), named=bool(only))
    shelf = Editions(override).read(file)
    if shelf.edition is None:
        return Plan(report_of(()))
    bindings = tuple(
        BoundBooklet(table.slug, "", (), game=shelf.game, table=table) for table in shelf.edition.booklets
    )
    wanted = only or _offered(game_called(shelf.game), shelf.edition)
    return Plan(report_of(()), bindings, wanted, named=bool(only))


def _choose(plan: Plan, game: AnyGame, shelf: Shelf, wanted: tuple[str, ...], target: Path) -> Plan:
    """The plan with what is wanted; what is wanted and not there is a finding."""
    products = {each.name: each for each in game.products}
    for name in wanted:
        if name not in products:
            raise UnknownProductError(name, products)
    plan = replace(plan, wanted=tuple(name for name in products if name in wanted))
    if shelf.edition is None or has_errors(shelf.diagnostics):
        return plan
    missing = [products[name].missing(shelf.edition, shown(target)) for name in plan.wanted]
    return replace(plan, report=with_findings(plan.report, filter(None, missing)))


def _alone(game: AnyGame) -> tuple[str, ...]:
    """The products that are printed of a document by itself, unless others are asked for."""
    return tuple(each.name for each in game.products if each.alone)


def _offered(game: AnyGame, settings: Settings) -> tuple[str, ...]:
    """The products that an edition has."""
    return tuple(each.name for each in game.products if each.missing(settings, "") is None)


def _plan_edition(
    shelf: Shelf,
    file: Path,
    paper: str | None,
    progress: Progress,
    begin: "Callable[[BoundBooklet, Sequence[Document]], None]",
) -> Plan:
    edition = cast("Settings", shelf.edition)
    editions = Editions(override=file, shelves={file: shelf})
    reports: list[Report] = [report_of((), (shelf,))]
    bindings: list[BoundBooklet] = []
    for booklet in edition.booklets:
        binding = BoundBooklet(
            booklet.slug,
            edition.title or booklet.slug,
            (),
            booklet.colour,
            paper or booklet.paper,
            files=booklet.cases,
            lock_file=lock_beside(file, booklet),
            game=shelf.game,
            table=booklet,
        )
        report, checked = check_booklet(inputs_in(booklet, file), editions, progress, partial(begin, binding))
        reports.append(report)
        bindings.append(replace(binding, cases=checked))
    report = merged_reports(reports)
    if not bindings:
        report = with_findings(report, (no_booklet(file, "print"),))
    return Plan(report, tuple(bindings))


def _nothing(_binding: BoundBooklet, _documents: Sequence[Document]) -> None:
    """Begin nothing, where nobody can help."""


def lock_beside(edition_file: Path, booklet: BookletSettings) -> Path:
    """Where a booklet's numbers are kept."""
    from casekit.print.numbers.lock import SUFFIX

    return edition_file.parent / f"{booklet.slug}{SUFFIX}"


def _with_locks(plan: Plan) -> Plan:
    """A plan whose booklets have the locks that are there."""
    from casekit.print.numbers.lock import foreign, load_lock

    report = plan.report
    bindings = []
    for binding in plan.bindings:
        file, lock = binding.lock_file, None
        if file is not None and is_there(file):
            lock, source, problems = load_lock(file, shown(file), file.parent)
            if lock is not None:
                problems = foreign(lock, binding.slug, binding.files)
            report = with_findings(report, problems)
            report = replace(report, sources={**report.sources, source.name: source})
        bindings.append(replace(binding, lock=lock))
    return replace(plan, report=report, bindings=tuple(bindings))


def content_of(binding: BoundBooklet) -> "Content":
    """The content of a booklet, before it is numbered."""
    look = look_of(binding, binding.paper)
    return game_of(binding).booklet(cases_in(binding), look)


def numbered(
    binding: BoundBooklet, attempt: int = 0, measure: "Callable[[Content], PageRoom | None] | None" = None
) -> "tuple[Content, Numbering]":
    """The content of a booklet, and its numbers: those of its lock, else those of an attempt at numbering it.

    ``measure`` gives the room that its paragraphs take; without it they are numbered as if nobody saw them together.
    """
    from casekit.games.publishing import imprint_of
    from casekit.print.numbers.keeping import keep
    from casekit.print.numbers.numbering import number_again

    content = content_of(binding)
    if binding.lock is None:
        numbering = number_again(content, attempt, measure(content) if measure else None)
    else:
        numbering = keep(binding.lock, content)
    first = cases_in(binding)[0].settings
    told = imprint_of(first.imprint, binding.table.isbn, first.language) if binding.table.slug else ()
    return replace(content, gaps=numbering.gaps, imprint=told), numbering


def with_finishing(plan: Plan, finishing: "Finishing") -> Plan:
    """The plan with all its booklets finished in a way.

    Raises:
        NoSolutionError: if that has a place for solutions, and no product has any.
    """
    products = [
        each for booklet in plan.bindings for each in game_of(booklet).products if each.name in plan.wanted
    ]
    if finishing.solution != "back" and products and not any(each.solutions for each in products):
        raise NoSolutionError(plan.wanted)
    return replace(plan, bindings=tuple(replace(each, finishing=finishing) for each in plan.bindings))


def products_of(plan: Plan) -> tuple[tuple[BoundBooklet, str], ...]:
    """The products to print, in order: each booklet with a product's name.

    A product of the edition is named after its first booklet and has its colour.
    """
    return tuple(
        (binding, name)
        for index, binding in enumerate(plan.bindings)
        for name in plan.wanted
        if index == 0 or product_of(binding, name).each_booklet
        if name != COVER or binding.table.has_cover or plan.named
    )


def steps_to_print(plan: Plan) -> int:
    """How many steps of progress ``carry_out`` reports, unless a booklet has to be numbered again."""
    return sum(2 if name == "booklet" else 1 for _, name in products_of(plan))


def inputs_of(target: Path, override: Path | None, plan: Plan) -> tuple[Path, ...]:
    """Every file that decides what a build of a plan makes, and the places where it looked for an edition in vain.

    ``override`` is the edition file that was to be taken for a case instead of the nearest.
    """
    file = target / EDITION if target.is_dir() else target
    nearest = [file] if is_edition(file) else [override] if override else _candidates(file)
    edition_file = nearest[-1]
    files = [*nearest, file, *(lock for each in plan.bindings for lock in filter(None, [each.lock_file]))]
    for binding in plan.bindings:
        for document in cases_in(binding):
            files += game_of(binding).assets(document)
            # The titles of the other cases count too: no paragraph may name them.
            files += [
                other for table in document.settings.booklets for other in cases_of(table, edition_file)
            ]
    return tuple(dict.fromkeys(files))


def _candidates(case: Path) -> list[Path]:
    """The edition files that a case may belong to, nearest first, up to the first that is there."""
    here = case.parent.resolve()
    places = [folder / EDITION for folder in (here, *here.parents)]
    there = next((at for at, place in enumerate(places) if is_there(place)), len(places) - 1)
    return places[: there + 1]


def cases_in(binding: BoundBooklet) -> tuple[Document, ...]:
    """The cases of a booklet that could be read."""
    return tuple(each.document for each in binding.cases if each.document is not None)


def game_of(binding: BoundBooklet) -> AnyGame:
    """The game of a booklet."""
    return game_called(binding.game)


def product_of(binding: BoundBooklet, name: str) -> Printable[Settings]:
    """The product of a game that is called so."""
    return next(each for each in game_of(binding).products if each.name == name)


def paragraphs_in(binding: BoundBooklet, documents: Iterable[Document]) -> "Iterator[Paragraph]":
    """The numbered paragraphs of a booklet's documents, as far as they are written."""
    for number, document in enumerate(documents, 1):
        yield from game_of(binding).paragraphs(document, number)


def look_of(binding: BoundBooklet, paper: str) -> Look:
    """How a booklet looks, and what goes with it on some paper."""
    place = cases_in(binding)[0].source.whole()
    look = Look(binding.slug, binding.title, binding.colour, binding.paper, paper, place, binding.files)
    return replace(look, solution=binding.finishing.solution) if binding.finishing else look


def variant_for(binding: BoundBooklet) -> "Variant":
    """The variant of a booklet, and of whatever goes with it."""
    from casekit.print.content.variants import PLAIN

    return binding.finishing.variant if binding.finishing else PLAIN
