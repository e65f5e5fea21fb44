"""Booklets numbered and printed as commands do it, all at once."""

from casekit.print.content.papers import PLAIN
from casekit.print.numbers.numbering import number_again
from casekit.print.produce import set_booklet


def number_booklet(booklet):
    """The numbers of a booklet that is printed for the first time."""
    return number_again(booklet, 0).numbers


def print_booklet(booklet, numbers, variant=PLAIN):
    """The file of a booklet, and the findings."""
    made = set_booklet(booklet, numbers, variant)
    return made.pdf, made.findings
