"""A finished booklet read back: what was printed is what was proved.

``check_reading`` knows the content and the numbers, but nothing of how the pages were made. It finds the
presentations by their texts, looks for every text of a worksheet, takes the paragraph pages apart at their
numbers, and turns the booklet over to read the solutions. ``table_reading.py`` reads the correlation tables.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from casekit.diagnostics import Finding, Span, codes
from casekit.print.content.booklet import (
    Booklet,
    CasePages,
    Group,
    Paragraph,
    Passage,
    Worksheet,
    printed_in,
    texts_in,
)
from casekit.print.content.papers import MOST_LETTERS_SHOWN, PAPERS, POINTS_PER_MM
from casekit.print.numbers.shuffle_checks import check_distances
from casekit.print.numbers.spreads import printed_spread
from casekit.print.preflight.numbered_texts import NumberedText, numbered_texts
from casekit.print.preflight.printed_text import (
    Fragment,
    Page,
    PrintedLine,
    lacking,
    normalise,
    painted,
    plain,
    text_of,
)
from casekit.print.preflight.table_reading import has_row_of_table, numbers_of_row, surplus_numbers
from casekit.prose import markup
from casekit.values import replace

_FOLIO = re.compile(r"–\s*([ivxlcdm]+)\s*–")
"""The folio of a page of solutions, as in ``– iv –``."""

_PART_OF_FOLIO = re.compile(r"[ivxlcdm–—]+")
"""A folio, or a part of one, without spaces."""


def check_reading(pages: Sequence[Page], booklet: Booklet, numbers: Mapping[str, int]) -> tuple[Finding, ...]:
    """Check a booklet that has been read against its content.

    Returns:
        Findings on numbers that are not printed exactly once, worksheets that are not complete, table entries
        that lead to another text, pages on the wrong side, solutions that are not upside down, and words
        among the paragraphs that belong to none of them; warnings about paragraphs of one case or group that
        are too near to each other.
    """
    return tuple(_BookletCheck(booklet, numbers, pages).findings())


class _BookletCheck:
    """The pages of a booklet that were read, and what should be on them. Pages are counted from 0."""

    upright_texts: list[str]
    """The upright text of each page."""

    turned_pages: list[int]
    """The pages with text that is upside down."""

    gap_notice: str
    """The text below a number that no paragraph has."""

    presentation_pages: list[int | None]
    """The page of the presentation of each case, if it was found."""

    front: range
    """The pages before the paragraphs."""

    end: int
    """The first page of the solutions."""

    texts: list[NumberedText]
    """The texts below the numbers that were read."""

    text_of_number: dict[int, NumberedText]
    """These texts by their numbers."""

    strays: list[str]
    """Lines on the pages of paragraphs that belong to none."""

    def __init__(self, booklet: Booklet, numbers: Mapping[str, int], pages: Sequence[Page]) -> None:
        self.booklet = booklet
        self.numbers = numbers
        self.pages = pages
        self.upright_texts = [normalise(text_of(page.upright)) for page in pages]
        self.turned_pages = [index for index, page in enumerate(pages) if page.turned]
        self.gap_notice = normalise(markup.visible_text(booklet.gap_notice, booklet.language))
        self.presentation_pages = [self._presentation_page(case) for case in booklet.cases]
        known_pages = [page for page in self.presentation_pages if page is not None]
        self.end = min(self.turned_pages, default=len(pages))
        # A presentation faces its table.
        self.front = range(max(known_pages) + 2 if known_pages else 0)
        self.texts, self.strays = [], []
        if any(booklet.paragraphs()):
            self.texts, self.strays = numbered_texts(
                pages,
                section=range(self.front.stop, self.end),
                title=normalise(booklet.paragraphs_title),
                top=PAPERS[booklet.paper].top * POINTS_PER_MM,
            )
        self.text_of_number = {text.number: text for text in self.texts}

    def findings(self) -> Iterator[Finding]:
        if len(self.booklet.cases) > 1 and not any(page is not None for page in self.presentation_pages):
            yield self._misplaced(
                f"there is no presentation of `{self.booklet.slug}` in this file: it is a different booklet or printing"
            )
            return
        yield from self._check_numbers()
        yield from self._check_strays()
        for case, page in zip(self.booklet.cases, self.presentation_pages, strict=True):
            yield from self._check_spread(case, page)
        faults_of_solutions = list(self._check_solutions())
        yield from faults_of_solutions
        # A solution with a fault would be reported once more as foreign text.
        yield from self._check_foreign_text([] if faults_of_solutions else self.turned_pages)
        yield from check_distances(
            self.booklet, self.numbers, {text.number: text.pages for text in self.texts}
        )

    def _misplaced(self, message: str, span: Span | None = None, hint: str = "") -> Finding:
        return codes.MISPLACED_PAGE.at(span or self.booklet.span, message, hint=hint)

    def _expected(self, passage: Passage) -> str:
        return normalise("".join(markup.visible_text(text, self.booklet.language) for text in passage.prose))

    def _presentation_page(self, case: CasePages) -> int | None:
        """The page that has a presentation; of two cases with one text, the number in the heading decides."""
        expected = self._expected(case.presentation)
        heading = re.compile(rf"{re.escape(plain(case.heading))}(?!\d)")
        pages = [page for page, text in enumerate(self.upright_texts) if expected in text]
        for page in pages:
            if heading.search(painted(self.pages[page].fragments)):
                return page
        return next(iter(pages), None)

    def _check_numbers(self) -> Iterator[Finding]:
        """Find numbers that are not printed exactly once, and numbers of no paragraph."""
        print_counts = Counter(text.number for text in self.texts)
        span_of_number = dict.fromkeys(self.booklet.gaps, self.booklet.span)
        for paragraph in self.booklet.paragraphs():
            span_of_number[self.numbers[paragraph.key]] = paragraph.text.span
        for number, span in sorted(span_of_number.items()):
            if print_counts[number] != 1:
                times = f"{print_counts[number]} times" if print_counts[number] else "nowhere"
                message = f"the number {number} is printed {times} instead of once"
                yield codes.MISPRINTED_NUMBER.at(span, message)
        for number in sorted(print_counts.keys() - span_of_number.keys()):
            message = f"the number {number} is printed, but no paragraph has it"
            yield codes.MISPRINTED_NUMBER.at(self.booklet.span, message)

    def _check_strays(self) -> Iterator[Finding]:
        """Find lines among the paragraphs that belong to none of them."""
        strays = list(self.strays)
        for paragraph in self.booklet.paragraphs():
            expected = self._expected(paragraph.text)
            read_text = self.text_of_number.get(self.numbers[paragraph.key])
            if read_text and read_text.text != expected and expected in read_text.text:
                strays += [line for line in read_text.lines if normalise(line) not in expected]
        for gap in self.booklet.gaps:
            for text in self.texts:
                if text.number == gap and text.text != self.gap_notice:
                    strays += text.lines
        for stray in strays:
            yield self._misplaced(f"“{stray.strip()}” is among the paragraphs but belongs to none of them")

    def _check_spread(self, case: CasePages, page_index: int | None) -> Iterator[Finding]:
        """Check the page of a presentation with its worksheet, and the facing page with its table."""
        span = case.presentation.span
        if page_index is None:
            yield self._misplaced(f"the presentation of {case.heading} is not on one page", span)
            return
        if case.worksheet is not None:
            yield from self._check_worksheet(case, case.worksheet, page_index)
        if not case.groups:
            return
        is_right_hand_page = page_index % 2 == 0
        if is_right_hand_page:
            message = f"the presentation of {case.heading} is on page {page_index + 1}, a right-hand page"
            yield self._misplaced(message, span)
        facing = self.pages[page_index + 1] if page_index + 1 < len(self.pages) else Page(())
        if not has_row_of_table(facing, case.groups):
            message = f"the correlation table of {case.heading} does not face its presentation"
            yield self._misplaced(message, span)
            return
        for number, page in ((page_index + 1, self.pages[page_index]), (page_index + 2, facing)):
            if plain(case.heading) not in painted(page.fragments):
                message = f"page {number} does not say that it belongs to {case.heading}"
                yield self._misplaced(message, span)
        yield from self._check_table(case, facing)

    def _check_table(self, case: CasePages, page: Page) -> Iterator[Finding]:
        """Find entries of a table that lead to another text, and numbers that it should not have."""
        paragraphs = {paragraph.key: paragraph for paragraph in case.paragraphs}
        findings: list[Finding] = []
        for group in case.groups:
            findings += self._check_group(case, group, page, paragraphs)
        yield from findings
        if findings:
            # An entry that leads elsewhere has been reported with the number that it shows.
            return
        for number in surplus_numbers(page, case.groups, self.numbers):
            message = f"the table of {case.heading} has the number {number} once too often"
            yield codes.MISLEADING_TABLE.at(case.presentation.span, message)

    def _check_worksheet(self, case: CasePages, worksheet: Worksheet, page_index: int) -> Iterator[Finding]:
        """Find texts that are not on the pages of a worksheet as often as they should be.

        These are the pages between its presentation and the next one.
        """
        later_presentations = [
            page for page in self.presentation_pages if page is not None and page > page_index
        ]
        its_pages = self.pages[page_index + 1 : min([*later_presentations, self.end])]
        printed = painted(chain.from_iterable(page.fragments for page in its_pages))
        columns = _short_columns(worksheet, printed)
        texts = (*printed_in(worksheet.record, "kind"), *printed_in(worksheet.grid, "columns"), *columns)
        for missing_text in lacking(printed, texts):
            message = f"the worksheet of {case.heading} lacks {missing_text}"
            yield codes.MISSING_TEXT.at(case.presentation.span, message)
        if not _has_grid_on_a_page(worksheet, its_pages):
            message = f"the grid of {case.heading} is not on one page"
            hint = "give it fewer rows or columns, or print the booklet on larger paper"
            yield self._misplaced(message, case.presentation.span, hint)

    def _check_group(
        self, case: CasePages, group: Group, page: Page, paragraphs: Mapping[str, Paragraph]
    ) -> Iterator[Finding]:
        columns = group.columns or ("",)
        for row in group.rows:
            printed_numbers = numbers_of_row(page, group, row)
            for column, key in zip(columns, row.keys, strict=True):
                paragraph = paragraphs[key]
                entry = " ".join(filter(None, (row.code, row.label, column)))
                fault = self._fault_of_entry(entry, printed_numbers.get(column), paragraph)
                if fault:
                    message = f"the table of {case.heading} {fault}"
                    yield codes.MISLEADING_TABLE.at(paragraph.text.span, message)

    def _fault_of_entry(self, entry: str, number: int | None, paragraph: Paragraph) -> str:
        """The fault of a table entry, as a predicate of its table; empty if there is none.

        Args:
            entry: the name of the entry, as in ``A1 the cook kitchen``.
            number: the number that it shows.
            paragraph: the paragraph to which it should lead.
        """
        expected_number = self.numbers[paragraph.key]
        if number is None:
            return f"has no number for {entry}"
        if number != expected_number:
            return f"sends {entry} to {number} instead of {expected_number}"
        text = self.text_of_number.get(number)
        if text is None:
            return f"sends {entry} to {number}, which no paragraph has"
        if self._expected(paragraph.text) not in text.text:
            return f"sends {entry} to {number}, where there is a different text"
        return ""

    def _check_solutions(self) -> Iterator[Finding]:
        """Check the solutions, which are read from the last page on, with the booklet turned over."""
        pages_in_order = self.turned_pages[::-1]
        texts = [normalise(text_of(_without_folio(self.pages[page].turned))) for page in pages_in_order]
        whole_text = "".join(texts)
        places: list[range] = []
        for case in self.booklet.cases:
            expected = normalise(case.solution_heading) + self._expected(case.solution)
            start = whole_text.find(expected)
            if start >= 0:
                places.append(range(start, start + len(expected)))
                continue
            first_paragraph = self._expected(replace(case.solution, prose=case.solution.prose[:1]))
            is_upright = any(first_paragraph in text for text in self.upright_texts)
            fault = "is not upside down" if is_upright else "is not complete under its heading"
            yield self._misplaced(f"the solution of {case.heading} {fault}", case.solution.span)
        if places != sorted(places, key=lambda place: place.start):
            yield self._misplaced("the solutions are not in the order of their cases")
        for page in self.turned_pages:
            if self.upright_texts[page]:
                yield self._misplaced(f"page {page + 1} has upright text beside a solution")
        if len(places) == len(self.booklet.cases):
            yield from self._check_openings(dict(zip(pages_in_order, texts, strict=True)), places)

    def _check_openings(self, text_of_page: Mapping[int, str], places: Sequence[range]) -> Iterator[Finding]:
        """Find openings that show a solution and something else; the first is reported.

        Args:
            text_of_page: the texts of turned pages, in the order in which their readers meet them.
            places: the place of each solution in these texts, put together.
        """
        contents_of_opening: defaultdict[int, list[str]] = defaultdict(list)

        def add(page: int, content: str) -> None:
            contents = contents_of_opening[printed_spread(page)]
            if content not in contents:
                contents.append(content)

        end = 0
        for page, text in text_of_page.items():
            start, end = end, end + len(text)
            for case, place in zip(self.booklet.cases, places, strict=True):
                if place.start < end and start < place.stop:
                    add(page, f"the solution of {case.heading}")
        for page, upright_text in enumerate(self.upright_texts):
            if upright_text and printed_spread(page) in contents_of_opening:
                add(page, "other text")
        shared_openings = [
            (opening, contents) for opening, contents in contents_of_opening.items() if len(contents) > 1
        ]
        if shared_openings:
            opening, contents = shared_openings[0]
            count = len(shared_openings)
            in_all = f" ({count} such openings in all)" if count > 1 else ""
            message = (
                f"pages {opening * 2} and {opening * 2 + 1} show {' and '.join(contents)} together{in_all}"
            )
            hint = "build the booklet again: blank pages give each solution an opening of its own"
            yield self._misplaced(message, hint=hint)

    def _check_foreign_text(self, solution_pages: Sequence[int]) -> Iterator[Finding]:
        """Find text before the paragraphs, or among the solutions, that the booklet does not have."""
        allowed_in_front = self._all_texts_without("solution", "solution_heading")
        allowed_among_solutions = self._all_texts_without()
        foreign_texts: dict[int, list[str]] = {}
        for page in self.front:
            for fragment in self.pages[page].fragments:
                if not fragment.turned and not _is_piece(fragment, allowed_in_front):
                    foreign_texts.setdefault(page, []).append(fragment.text.strip())
        for page in solution_pages:
            for fragment in chain.from_iterable(self.pages[page].turned):
                if not _is_piece(fragment, allowed_among_solutions):
                    foreign_texts.setdefault(page, []).append(fragment.text.strip())
        for page, texts in foreign_texts.items():
            text = " ".join(texts)[:MOST_LETTERS_SHOWN]
            yield self._misplaced(f"page {page + 1} has “{text}”, which is nowhere in the booklet")

    def _all_texts_without(self, *parts: str) -> str:
        """All texts of the booklet as one plain text, without those of paragraphs and of other parts.

        Every piece of text on a page must be found in it.
        """
        booklet = self.booklet
        texts = (text for text, _ in texts_in(booklet, booklet.span, ("paragraphs", *parts)))
        return plain("".join(f"{markup.visible_text(text, booklet.language)}\n{text}\n" for text in texts))


def _short_columns(worksheet: Worksheet, printed: str) -> list[str]:
    """The short names of columns that a worksheet must show.

    A column has its full name where there is room; most short ones are a part of that.
    """
    columns = []
    for column in worksheet.grid.columns:
        full_name = plain(column.name)
        if plain(column.short) in full_name or full_name not in printed:
            columns.append(column.short)
    return columns


def _has_grid_on_a_page(worksheet: Worksheet, pages: Sequence[Page]) -> bool:
    """Whether one of some pages has all rows of a worksheet's grid."""
    rows: list[str] = []
    for group in worksheet.grid.groups:
        rows += [plain(row.label) for row in group.rows]
    for page in pages:
        text = painted(page.fragments)
        if all(row in text for row in rows):
            return True
    return False


def _is_piece(fragment: Fragment, texts: str) -> bool:
    """Whether a fragment is a piece of some texts, or a number."""
    text = plain(fragment.text)
    return text in texts or not any(map(str.isalpha, text)) or bool(_PART_OF_FOLIO.fullmatch(text))


def _without_folio(lines: Sequence[PrintedLine]) -> Sequence[PrintedLine]:
    """The lines of a page of solutions without its folio."""
    has_folio = lines and _FOLIO.fullmatch(text_of(lines[-1:]).strip())
    return lines[:-1] if has_folio else lines
