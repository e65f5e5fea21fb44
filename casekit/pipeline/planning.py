"""From an edition or a case to what a build will print of it, and from what that depends."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

from casekit.diagnostics import Diagnostic, Span, codes, has_errors
from casekit.diagnostics.forms import Report
from casekit.games.midnight.case import Case
from casekit.games.midnight.deck import Deck
from casekit.games.midnight.edition import Booklet, Edition
from casekit.games.midnight.editions import EDITION, Editions, Shelf, cases_of, is_edition, shown
from casekit.pipeline.checking import (
    Checked,
    Input,
    Progress,
    check_files,
    inputs_in,
    merged,
    report_of,
    with_findings,
)

if TYPE_CHECKING:
    from casekit.print.content import Booklet as Content
    from casekit.print.finishing import Finishing
    from casekit.print.lock import Lock
    from casekit.print.numbering import Numbering
    from casekit.print.variants import Variant

PRODUCTS = ("booklet", "sheet", "flap", "cards", "stickers", "plan")
"""What can be printed, in the order in which it is; what is not ``FOR_EACH_BOOKLET`` once for an edition."""


FOR_EACH_BOOKLET = ("booklet", "sheet", "flap")


FOR_A_CASE = ("booklet", "sheet")
"""What is printed of a single case, unless something else is asked for."""


@dataclass(frozen=True)
class Binding:
    """What goes into one booklet: its name, its look and its cases in order.

    ``files`` are the cases' files as the edition names them. An edition's booklet has a ``lock_file`` to keep its
    numbers in, and a ``lock`` once that is there. Without a ``finishing`` it is printed plain.
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


@dataclass(frozen=True)
class Plan:
    """What a build will print, and what its checks found. Nothing is bound if an input was missing.

    ``wanted`` are some of ``PRODUCTS``; ``deck`` are the event cards, if there are any.
    """

    report: Report
    bindings: tuple[Binding, ...] = ()
    wanted: tuple[str, ...] = FOR_A_CASE
    deck: Deck | None = None


def plan_build(
    target: Path,
    editions: Editions,
    paper: str | None,
    progress: Progress,
    *,
    renumber: bool = False,
    only: tuple[str, ...] = (),
) -> Plan:
    """Find out what to print for a case file, an edition file or the folder of one, and check all of it.

    With ``renumber`` no lock file is read. ``only`` names some of ``PRODUCTS``; without it a case gets those
    ``FOR_A_CASE`` and an edition all.
    """
    file = target / EDITION if target.is_dir() else target
    if target.is_dir() and not file.is_file():
        missing = Diagnostic(
            codes.NO_SUCH_FILE,
            f"this folder holds no {EDITION}",
            Span(target.as_posix()),
            hint="name a case, or an edition with a booklet",
        )
        return Plan(with_findings(report_of(()), (missing,)))
    if not is_edition(file):
        report, checked = check_files([Input(target.as_posix(), None, target)], editions, progress)
        title = checked[0].case.title if checked[0].case else ""
        plan = Plan(
            report, (Binding(target.stem, title, checked, paper=paper or "a5", files=(target.name,)),)
        )
        return _choose(plan, editions.of(target.parent), only or FOR_A_CASE, target)
    shelf = editions.read(file)
    if shelf.edition is None:
        return Plan(report_of((), (shelf,)))
    plan = _plan_edition(shelf, file, paper, progress)
    plan = _choose(plan, shelf, only or _all_products(shelf.edition), file)
    return plan if renumber else _with_locks(plan)


def _all_products(edition: Edition) -> tuple[str, ...]:
    return PRODUCTS if edition.deck else tuple(name for name in PRODUCTS if name != "cards")


def _choose(plan: Plan, shelf: Shelf, wanted: tuple[str, ...], target: Path) -> Plan:
    """The plan with what is wanted; cards that are wanted and not there are a finding."""
    plan = replace(plan, wanted=wanted, deck=shelf.deck)
    if "cards" not in wanted or shelf.deck is not None or has_errors(shelf.diagnostics):
        return plan
    return replace(plan, report=with_findings(plan.report, (no_deck(shown(target)),)))


def no_deck(place: str) -> Diagnostic:
    """The finding for event cards that are wanted of an edition without any."""
    return Diagnostic(
        codes.MISSING_DECK,
        "this edition has no event cards to print",
        Span(place),
        hint='name their file in edition.toml, as in `deck = "deck.toml"`',
    )


def _plan_edition(shelf: Shelf, file: Path, paper: str | None, progress: Progress) -> Plan:
    edition = cast("Edition", shelf.edition)
    editions = Editions(override=file)
    reports: list[Report] = [report_of((), (shelf,))]
    bindings: list[Binding] = []
    for booklet in edition.booklets:
        report, checked = check_files(inputs_in(booklet, file), editions, progress)
        reports.append(report)
        bindings.append(
            Binding(
                booklet.slug,
                edition.title or booklet.slug,
                checked,
                booklet.colour,
                paper or booklet.paper,
                files=booklet.cases,
                lock_file=lock_beside(file, booklet),
            )
        )
    report = merged(reports)
    if not bindings:
        report = with_findings(report, (no_booklet(file, "print"),))
    return Plan(report, tuple(bindings))


def no_booklet(file: Path, purpose: str) -> Diagnostic:
    """The finding for an edition of which there is nothing to print or to translate."""
    return Diagnostic(
        codes.MISSING_CASE,
        f"this edition has no booklet, so there is nothing to {purpose}",
        Span(shown(file)),
        hint="add a `[[booklets]]` with a slug and its cases, or name a single case",
    )


def lock_beside(edition_file: Path, booklet: Booklet) -> Path:
    """Where a booklet's numbers are kept."""
    from casekit.print.lock import SUFFIX

    return edition_file.parent / f"{booklet.slug}{SUFFIX}"


def _with_locks(plan: Plan) -> Plan:
    """A plan whose booklets have the locks that are there."""
    from casekit.print.lock import foreign, load_lock

    report = plan.report
    bindings = []
    for binding in plan.bindings:
        file, lock = binding.lock_file, None
        if file is not None and (file.exists() or file.is_symlink()):
            lock, source, problems = load_lock(file, shown(file))
            if lock is not None:
                problems = foreign(lock, binding.slug, binding.files)
            report = with_findings(report, problems)
            report = replace(report, sources={**report.sources, source.name: source})
        bindings.append(replace(binding, lock=lock))
    return replace(plan, report=report, bindings=tuple(bindings))


def numbered(binding: Binding, attempt: int = 0) -> "tuple[Content, Numbering]":
    """What a booklet holds, and its numbers: those of its lock, else those of an attempt at numbering it."""
    from casekit.games.midnight.pages import booklet
    from casekit.print.keeping import keep
    from casekit.print.numbering import number_again

    content = booklet(
        cases_in(binding),
        slug=binding.slug,
        title=binding.title,
        colour=binding.colour,
        paper=binding.paper,
        files=binding.files,
    )
    numbering = number_again(content, attempt) if binding.lock is None else keep(binding.lock, content)
    return replace(content, gaps=numbering.gaps), numbering


def finished(plan: Plan, finishing: "Finishing") -> Plan:
    """The plan with all its booklets finished in a way."""
    return replace(plan, bindings=tuple(replace(each, finishing=finishing) for each in plan.bindings))


def products_of(plan: Plan) -> tuple[tuple[Binding, str], ...]:
    """What is to be printed, in order: each booklet with a product's name.

    Cards, stickers and the ship's plan belong to the edition; they are named after its first booklet and have its
    colour.
    """
    return tuple(
        (binding, name)
        for index, binding in enumerate(plan.bindings)
        for name in (PRODUCTS if index == 0 else FOR_EACH_BOOKLET)
        if name in plan.wanted
    )


def steps_of(plan: Plan) -> int:
    """How many steps of progress ``carry_out`` tells of, unless a booklet has to be numbered again."""
    return sum(2 if name == "booklet" else 1 for _, name in products_of(plan))


def inputs_of(target: Path, override: Path | None, plan: Plan) -> tuple[Path, ...]:
    """Every file that decides what a build of a plan makes, and the places where it looked for an edition in vain.

    ``override`` is the edition file that was to be taken for a case instead of the nearest.
    """
    file = target / EDITION if target.is_dir() else target
    nearest = [file] if is_edition(file) else [override] if override else _candidates(file)
    edition_file = nearest[-1]
    files = [*nearest, file, *(lock for each in plan.bindings for lock in filter(None, [each.lock_file]))]
    for case in (case for binding in plan.bindings for case in cases_in(binding)):
        root = (case.edition.file or Path(case.source.name)).parent
        files += [root / name for name in (case.illustration,) if name]
        # The titles of the other cases count too: no paragraph may name them.
        files += [other for each in case.edition.booklets for other in cases_of(each, edition_file)]
        files += [edition_file.parent / name for name in (case.edition.deck,) if name]
    return tuple(dict.fromkeys(files))


def _candidates(case: Path) -> list[Path]:
    """The edition files that a case may belong to, nearest first, up to the first that is there."""
    here = case.parent.resolve()
    places = [folder / EDITION for folder in (here, *here.parents)]
    there = next((at for at, place in enumerate(places) if place.is_file()), len(places) - 1)
    return places[: there + 1]


def cases_in(binding: Binding) -> tuple[Case, ...]:
    """The cases of a booklet that could be read."""
    return tuple(each.case for each in binding.cases if each.case is not None)


def variant_of(binding: Binding) -> "Variant":
    """What a booklet, and whatever goes with it, is made for."""
    from casekit.print.variants import PLAIN

    return binding.finishing.variant if binding.finishing else PLAIN
