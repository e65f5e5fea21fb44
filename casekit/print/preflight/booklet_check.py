"""A finished booklet read back: what was printed is what was proved.

``check_reading(reading, booklet, numbers)`` knows the content and the numbers, but nothing of how the pages
were made. It finds the presentations by their texts, reads each correlation table by the positions of its
words and looks for every text of a worksheet, takes the paragraph pages apart at their numbers, and turns the
booklet over to read the solutions.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from math import inf

from casekit.diagnostics import Finding, Span, codes
from casekit.print.content.booklet import (
    Booklet,
    CasePages,
    Group,
    Paragraph,
    Passage,
    TableRow,
    Worksheet,
    printed_in,
    texts_in,
)
from casekit.print.content.papers import MOST_LETTERS_SHOWN, PAPERS, POINTS_PER_MM
from casekit.print.numbers.shuffle_checks import check_distances
from casekit.print.numbers.spreads import printed_spread
from casekit.print.preflight.page_texts import (
    Fragment,
    NumberedText,
    Page,
    PrintedLine,
    lacking,
    normalise,
    numbered_texts,
    painted,
    plain,
    text_of,
)
from casekit.prose import markup
from casekit.values import replace

# The folio of a page of solutions: "– iv –".
_FOLIO = re.compile(r"–\s*([ivxlcdm]+)\s*–")
# A folio, or a part of one, without spaces.
_ROMAN_NUMBER = re.compile(r"[ivxlcdm–—]+")
# Two figures this part of their size apart, or more, are two numbers.
_LEAST_GAP_OF_NUMBERS = 0.25


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

    upright: list[str]
    """For each page its upright text."""
    turned: list[int]
    """The pages with text that is upside down."""
    presentations: list[int | None]
    """For each case the page of its presentation, if it was found."""
    front: range
    """The pages before the paragraphs."""
    end: int
    """The first page of the solutions."""
    texts: list[NumberedText]
    """The texts below the numbers that were read."""
    strays: list[str]
    """Lines on the pages of paragraphs that belong to none."""

    def __init__(self, booklet: Booklet, numbers: Mapping[str, int], pages: Sequence[Page]) -> None:
        self.booklet = booklet
        self.numbers = numbers
        self.pages = pages
        self.upright = [normalise(text_of(page.upright)) for page in pages]
        self.turned = [at for at, page in enumerate(pages) if page.turned]
        self.notice = normalise(markup.visible_text(booklet.gap_notice, booklet.language))
        self.presentations = [self._presentation(case) for case in booklet.cases]
        presentation_pages = [page for page in self.presentations if page is not None]
        self.end = min(self.turned, default=len(pages))
        self.front = range(max(presentation_pages) + 2 if presentation_pages else 0)
        section = range(self.front.stop, self.end)
        title, top = normalise(booklet.paragraphs_title), PAPERS[booklet.paper].top * POINTS_PER_MM
        has_paragraphs = any(booklet.paragraphs())
        self.texts, self.strays = numbered_texts(pages, section, title, top) if has_paragraphs else ([], [])
        self.by_number: dict[int, NumberedText] = {text.number: text for text in self.texts}

    def findings(self) -> Iterator[Finding]:
        if len(self.booklet.cases) > 1 and not any(at is not None for at in self.presentations):
            yield self._misplaced(
                f"there is no presentation of `{self.booklet.slug}` in this file: it is a different booklet or printing"
            )
            return
        yield from self._check_numbers()
        yield from self._check_strays()
        for case, at in zip(self.booklet.cases, self.presentations, strict=True):
            yield from self._check_spread(case, at)
        solutions = list(self._check_solutions())
        yield from solutions
        # Faults of a solution have been reported.
        yield from self._check_foreign([] if solutions else self.turned)
        yield from check_distances(
            self.booklet, self.numbers, {text.number: text.pages for text in self.texts}
        )

    def _misplaced(self, message: str, span: Span | None = None, hint: str = "") -> Finding:
        return codes.MISPLACED_PAGE.at(span or self.booklet.span, message, hint=hint)

    def _expected(self, passage: Passage) -> str:
        return normalise("".join(markup.visible_text(text, self.booklet.language) for text in passage.prose))

    def _presentation(self, case: CasePages) -> int | None:
        """The page (from 0) that has a presentation; of two cases with one text, the number decides."""
        text = self._expected(case.presentation)
        heading = re.compile(rf"{re.escape(plain(case.heading))}(?!\d)")
        pages = [at for at, upright in enumerate(self.upright) if text in upright]
        for at in pages:
            if heading.search(painted(self.pages[at].fragments)):
                return at
        return next(iter(pages), None)

    def _check_numbers(self) -> Iterator[Finding]:
        printed = Counter(text.number for text in self.texts)
        owners = dict.fromkeys(self.booklet.gaps, self.booklet.span)
        for paragraph in self.booklet.paragraphs():
            owners[self.numbers[paragraph.key]] = paragraph.text.span
        for number, span in sorted(owners.items()):
            if printed[number] != 1:
                times = f"{printed[number]} times" if printed[number] else "nowhere"
                message = f"the number {number} is printed {times} instead of once"
                yield codes.MISPRINTED_NUMBER.at(span, message)
        for number in sorted(printed.keys() - owners.keys()):
            message = f"the number {number} is printed, but no paragraph has it"
            yield codes.MISPRINTED_NUMBER.at(self.booklet.span, message)

    def _check_strays(self) -> Iterator[Finding]:
        strays = list(self.strays)
        for paragraph in self.booklet.paragraphs():
            expected = self._expected(paragraph.text)
            read_text = self.by_number.get(self.numbers[paragraph.key])
            if read_text and read_text.text != expected and expected in read_text.text:
                strays += [line for line in read_text.lines if normalise(line) not in expected]
        for gap in self.booklet.gaps:
            for text in self.texts:
                if text.number == gap and text.text != self.notice:
                    strays += text.lines
        for stray in strays:
            yield self._misplaced(f"“{stray.strip()}” is among the paragraphs but belongs to none of them")

    def _check_spread(self, case: CasePages, at: int | None) -> Iterator[Finding]:
        span = case.presentation.span
        if at is None:
            yield self._misplaced(f"the presentation of {case.heading} is not on one page", span)
            return
        if case.worksheet is not None:
            yield from self._check_worksheet(case, case.worksheet, at)
        if not case.groups:
            return
        if at % 2 == 0:
            message = f"the presentation of {case.heading} is on page {at + 1}, a right-hand page"
            yield self._misplaced(message, span)
        facing = self.pages[at + 1] if at + 1 < len(self.pages) else Page(())
        if not _has_a_row(facing, case.groups):
            message = f"the correlation table of {case.heading} does not face its presentation"
            yield self._misplaced(message, span)
            return
        for number, page in ((at + 1, self.pages[at]), (at + 2, facing)):
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
        for text in self._surplus_numbers(case, page):
            message = f"the table of {case.heading} has the number {text} once too often"
            yield codes.MISLEADING_TABLE.at(case.presentation.span, message)

    def _check_worksheet(self, case: CasePages, worksheet: Worksheet, at: int) -> Iterator[Finding]:
        """Find texts that are not on the pages of a worksheet as often as they should be.

        These are the pages between its presentation and the next one.
        """
        following = [other for other in self.presentations if other is not None and other > at]
        its_pages = self.pages[at + 1 : min([*following, self.end])]
        printed = painted(chain.from_iterable(page.fragments for page in its_pages))
        columns = _short_columns(worksheet, printed)
        texts = (*printed_in(worksheet.record, "kind"), *printed_in(worksheet.grid, "columns"), *columns)
        for lost in lacking(printed, texts):
            message = f"the worksheet of {case.heading} lacks {lost}"
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
            printed = _entries(page, group, row)
            for column, key in zip(columns, row.keys, strict=True):
                paragraph = paragraphs[key]
                name = " ".join(filter(None, (row.code, row.label, column)))
                message = self._fault_of_entry(printed.get(column), paragraph)
                if message:
                    text = f"the table of {case.heading} {message.format(name)}"
                    yield codes.MISLEADING_TABLE.at(paragraph.text.span, text)

    def _surplus_numbers(self, case: CasePages, page: Page) -> Iterator[str]:
        """Numbers on the page of a table that are neither in an entry nor the name of a row or a division."""
        allowed = Counter(printed_in(case.groups, "keys"))
        for group in case.groups:
            for row in group.rows:
                allowed.update(str(self.numbers[key]) for key in row.keys)
        shown: Counter[str] = Counter()
        for line in page.upright:
            shown.update(_numbers_in(line))
        return (text for text, times in shown.items() if times > allowed[text])

    def _fault_of_entry(self, number: int | None, paragraph: Paragraph) -> str:
        """The fault of a table entry; empty if there is none."""
        wanted = self.numbers[paragraph.key]
        if number is None:
            return "has no number for {}"
        if number != wanted:
            return f"sends {{}} to {number} instead of {wanted}"
        read = self.by_number.get(wanted)
        if read is None:
            return f"sends {{}} to {number}, which no paragraph has"
        if self._expected(paragraph.text) not in read.text:
            return f"sends {{}} to {number}, where there is a different text"
        return ""

    def _check_solutions(self) -> Iterator[Finding]:
        order = self.turned[::-1]
        read = [normalise(text_of(_body(self.pages[at].turned))) for at in order]
        places: list[range] = []
        for case in self.booklet.cases:
            expected = normalise(case.solution_heading) + self._expected(case.solution)
            place = "".join(read).find(expected)
            if place >= 0:
                places.append(range(place, place + len(expected)))
                continue
            first_paragraph = self._expected(replace(case.solution, prose=case.solution.prose[:1]))
            is_upright = any(first_paragraph in upright for upright in self.upright)
            fault = "is not upside down" if is_upright else "is not complete under its heading"
            yield self._misplaced(f"the solution of {case.heading} {fault}", case.solution.span)
        if places != sorted(places, key=lambda place: place.start):
            yield self._misplaced("the solutions are not in the order of their cases")
        for at in self.turned:
            if self.upright[at]:
                yield self._misplaced(f"page {at + 1} has upright text beside a solution")
        if len(places) == len(self.booklet.cases):
            yield from self._check_openings(dict(zip(order, read, strict=True)), places)

    def _check_openings(self, read: Mapping[int, str], places: Sequence[range]) -> Iterator[Finding]:
        """Find openings that show a solution and something else; the first is reported.

        Args:
            read: the texts of turned pages, by their pages (from 0), as their readers meet them.
            places: of the solutions in these texts.
        """
        # What each opening shows, as the keys of a dictionary.
        shown: defaultdict[int, dict[str, None]] = defaultdict(dict)
        end = 0
        for at, text in read.items():
            end += len(text)
            for case, place in zip(self.booklet.cases, places, strict=True):
                if place.start < end and end - len(text) < place.stop:
                    shown[printed_spread(at)][f"the solution of {case.heading}"] = None
        for at, upright in enumerate(self.upright):
            if upright and printed_spread(at) in shown:
                shown[printed_spread(at)]["other text"] = None
        shared_openings = [(opening, contents) for opening, contents in shown.items() if len(contents) > 1]
        if shared_openings:
            opening, contents = shared_openings[0]
            count = len(shared_openings)
            more = f" ({count} such openings in all)" if count > 1 else ""
            message = (
                f"pages {opening * 2} and {opening * 2 + 1} show {' and '.join(contents)} together{more}"
            )
            hint = "build the booklet again: blank pages give each solution an opening of its own"
            yield self._misplaced(message, hint=hint)

    def _check_foreign(self, turned: Sequence[int]) -> Iterator[Finding]:
        """Find text before the paragraphs, or among the solutions, that the booklet does not have."""
        allowed_in_front = self._allowed_text("solution", "solution_heading")
        allowed_among_solutions = self._allowed_text()
        strays: dict[int, list[str]] = {}
        for at in self.front:
            for fragment in self.pages[at].fragments:
                if not fragment.turned and not _is_piece(fragment, allowed_in_front):
                    strays.setdefault(at, []).append(fragment.text.strip())
        for at in turned:
            for fragment in chain.from_iterable(self.pages[at].turned):
                if not _is_piece(fragment, allowed_among_solutions):
                    strays.setdefault(at, []).append(fragment.text.strip())
        for at, texts in strays.items():
            text = " ".join(texts)[:MOST_LETTERS_SHOWN]
            yield self._misplaced(f"page {at + 1} has “{text}”, which is nowhere in the booklet")

    def _allowed_text(self, *unread: str) -> str:
        """All texts beside those of paragraphs and of some parts, as one text.

        Every piece of text elsewhere must be found in it.
        """
        booklet = self.booklet
        texts = (text for text, _ in texts_in(booklet, booklet.span, ("paragraphs", *unread)))
        return plain("".join(f"{markup.visible_text(text, booklet.language)}\n{text}\n" for text in texts))


def _has_a_row(page: Page, groups: Sequence[Group]) -> bool:
    """Whether a page shows any row of a table."""
    rows = chain.from_iterable(group.rows for group in groups)
    return any(_row(page, row) for row in rows)


def _short_columns(worksheet: Worksheet, printed: str) -> list[str]:
    """The short names of columns that a worksheet must show.

    A column has its full name where there is room; most short ones are a part of that.
    """
    columns = []
    for column in worksheet.grid.columns:
        full = plain(column.name)
        if plain(column.short) in full or full not in printed:
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
    return text in texts or not any(map(str.isalpha, text)) or bool(_ROMAN_NUMBER.fullmatch(text))


def _numbers_in(line: PrintedLine) -> list[str]:
    """The numbers that are alone in a line; some programs write the figures of one number apart."""
    numbers: list[str] = []
    end = -inf
    for fragment in line:
        text = fragment.text.strip()
        if text.isdecimal() and fragment.x - end < _LEAST_GAP_OF_NUMBERS * fragment.size:
            numbers[-1] += text
        elif text.isdecimal():
            numbers.append(text)
        end = fragment.x + fragment.width if text.isdecimal() else -inf
    return numbers


def _body(lines: Sequence[PrintedLine]) -> Sequence[PrintedLine]:
    """A page's lines without its folio."""
    return lines[:-1] if lines and _FOLIO.fullmatch(text_of(lines[-1:]).strip()) else lines


def _row(page: Page, row: TableRow) -> tuple[PrintedLine, int] | None:
    """The line of a page that a table's row begins in, and where in it the row's label is."""
    code = normalise(row.code)
    whole = code + normalise(row.label)
    for line in page.upright:
        texts = [normalise(fragment.text) for fragment in line]
        for at, text in enumerate(texts):
            # Some programs set the code and the label in one go; and a long label goes on in the next line.
            beginnings = (text, "".join(texts[max(0, at - 1) : at + 1]))
            if any(whole.startswith(part) and len(part) > len(code) for part in beginnings):
                return line, at
    return None


def _entries(page: Page, group: Group, row: TableRow) -> dict[str, int]:
    """The numbers of a row by the titles of the columns they are in."""
    place = _row(page, row)
    if not place:
        return {}
    line, at = place
    numbers = [cell for cell in line[at + 1 : at + 1 + len(row.keys)] if cell.text.strip().isdecimal()]
    if not group.columns:
        return {"": int(numbers[0].text)} if numbers else {}
    titles = _titles(page, group)
    if not titles:
        return {}
    return {_nearest(titles, cell.centre): int(cell.text) for cell in numbers}


def _nearest(titles: Mapping[str, float], across: float) -> str:
    """The title of the column whose middle is nearest to a place."""
    return min(titles, key=lambda title: abs(titles[title] - across))


def _titles(page: Page, group: Group) -> dict[str, float]:
    """The middles of a group's columns, read from the line that has all their titles."""
    wanted = {plain(column): column for column in group.columns}
    for line in page.upright:
        titles = {wanted[text]: f.centre for f in line if (text := plain(f.text)) in wanted}
        if len(titles) == len(wanted):
            return titles
    return {}
